package import Documents

/// A form in which results are written.
package struct OutputFormat: Identifiable, Sendable {
  /// Writes everything that one call found.
  package typealias Render =
    @Sendable (_ reports: [PresentedReport], _ errors: [InputError], _ style: PresentationStyle) -> String

  /// What `--format` takes.
  package let id: String
  /// Name of the format in lists of formats.
  package let title: String
  /// True if standard output holds nothing else, also when some inputs failed.
  package let isMachineReadable: Bool
  /// The whole output, each line ended; empty if there is nothing to say.
  package let render: Render

  /// Creates a format; `id` must be unique in the catalog.
  package init(id: String, title: String, isMachineReadable: Bool, render: @escaping Render) {
    self.id = id
    self.title = title
    self.isMachineReadable = isMachineReadable
    self.render = render
  }
}
