/// A key of a file that users write: what it is called, what stands behind it, and what it means. Reading, messages and
/// documentation go by the same list.
package struct FileKey: Sendable {
  package let name: String
  /// What stands there, in words: `text`, `list of texts`, `text or list`.
  package let form: String
  package let meaning: String
  package let isRequired: Bool

  package init(_ name: String, _ form: String, _ meaning: String, isRequired: Bool = false) {
    self.name = name
    self.form = form
    self.meaning = meaning
    self.isRequired = isRequired
  }
}
