/// A key of a file that users write: its name, the form of its value, and its meaning. The reader, the messages and the
/// documentation use the same list.
package struct FileKey: Sendable {
  /// The key as it is written in the file, without its section.
  package let name: String
  /// The form of the value: `text`, `list of texts`, `text or list`.
  package let form: String
  /// A description of the key for the documentation; Markdown.
  package let meaning: String
  /// True if a mapping without the key has a fault.
  package let isRequired: Bool

  /// Creates a key, which is optional unless `isRequired` is true.
  package init(_ name: String, _ form: String, _ meaning: String, isRequired: Bool = false) {
    self.name = name
    self.form = form
    self.meaning = meaning
    self.isRequired = isRequired
  }
}
