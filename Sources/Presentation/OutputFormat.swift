package import Documents

/// A format in which results are written.
package struct OutputFormat: Identifiable, Sendable {
  /// Returns the output for the results of one run.
  package typealias Render =
    @Sendable (_ reports: [PresentedReport], _ errors: [InputError], _ style: PresentationStyle) -> String
  /// Returns the output for the faults of a project.
  package typealias RenderCheck = @Sendable (_ page: ProjectPage, _ style: PresentationStyle) -> String

  /// The name of the format for `--format`.
  package let id: String
  /// The title of the format in lists of formats.
  package let title: String
  /// True if standard output contains nothing else, even if some inputs failed.
  package let isMachineReadable: Bool
  /// The beginnings by which an output in this format is recognized.
  let openings: [OutputOpening]
  /// Returns the complete output, each line terminated. Without results and errors it is still a valid document.
  package let render: Render
  /// Returns the output of `diagnose check`; `nil` if the format is only for reports.
  package let renderCheck: RenderCheck?

  /// Creates a format for reports. `id` must be unique in the catalog.
  init(
    id: String, title: String, isMachineReadable: Bool, openings: [OutputOpening], render: @escaping Render,
    renderCheck: RenderCheck? = nil
  ) {
    self.id = id
    self.title = title
    self.isMachineReadable = isMachineReadable
    self.openings = openings
    // Only text adapts to the terminal: other outputs of the same input are equal bytes.
    guard id != "text" else {
      (self.render, self.renderCheck) = (render, renderCheck)
      return
    }
    self.render = { reports, errors, style in render(reports, errors, style.ofDocuments) }
    if let renderCheck {
      self.renderCheck = { page, style in renderCheck(page, style.ofDocuments) }
    } else {
      self.renderCheck = nil
    }
  }

  /// Creates a format for CI systems, which shows the failures of reports and the faults of a project in the same way.
  init(
    id: String, title: String, openings: [OutputOpening], write: @escaping @Sendable (_ problems: Problems) -> String
  ) {
    self.init(
      id: id, title: title, isMachineReadable: true, openings: openings,
      render: { write(Problems($0, $1, $2)) }, renderCheck: { write($0.problems($1)) })
  }
}
