/// A key of a file that users write: what it is called, what stands behind it, and what it means. Reading, messages and
/// documentation go by the same list.
package struct FileKey: Sendable {
  /// The key as it is written in the file, without its section.
  package let name: String
  /// What stands there, in words: `text`, `list of texts`, `text or list`.
  package let form: String
  /// What the key does, in sentences for the documentation; Markdown.
  package let meaning: String
  /// True if a mapping without the key has a fault.
  package let isRequired: Bool

  /// Creates a key that may be left out unless `isRequired` is true.
  package init(_ name: String, _ form: String, _ meaning: String, isRequired: Bool = false) {
    self.name = name
    self.form = form
    self.meaning = meaning
    self.isRequired = isRequired
  }
}
