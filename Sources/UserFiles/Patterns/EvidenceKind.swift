import Diagnosis

/// One kind of evidence: the key that names it, the keys that may stand beside it, and how it is read.
///
/// Written as a mapping: `- frame: "*LoginService.token*"`, below it `position: first 5`.
package struct EvidenceKind: Sendable {
  /// The key that names the kind; what stands behind it is the main value.
  package let key: FileKey
  /// Keys beside it.
  package let others: [FileKey]
  /// True if a place in the report is cited where it holds.
  let cites: Bool
  /// `nil` after a fault.
  let read: @Sendable (_ fields: Fields, _ value: YAMLNode, _ reader: inout EvidenceReader) -> Evidence?

  init(
    _ name: String, _ form: String, _ meaning: String, others: [FileKey] = [], cites: Bool = true,
    read: @escaping @Sendable (Fields, YAMLNode, inout EvidenceReader) -> Evidence?
  ) {
    key = FileKey(name, form, meaning)
    self.others = others + (cites ? [Self.statement] : [])
    self.cites = cites
    self.read = read
  }

  private static let statement = FileKey(
    "statement", "text", "One sentence: what the place proves; it is printed with the finding.")
}
