package import YAMLText

/// A kind of evidence: the key that names it, the further keys of its mapping, and the function that reads it.
///
/// Written as a mapping: `- frame: "*LoginService.token*"`, below it `position: first 5`.
package struct EvidenceKind: Sendable {
  /// The key that names the kind; its value is the main value.
  package let key: FileKey
  /// The further keys of the mapping.
  package let others: [FileKey]
  /// All keys of the mapping.
  let keys: [FileKey]
  /// True if the evidence cites a line or member of the report when it matches.
  let cites: Bool
  /// Returns the evidence; `nil` after a fault.
  let read: @Sendable (_ fields: Fields, _ value: YAMLNode, _ reader: inout EvidenceReader) -> Evidence?

  init(
    _ name: String, _ form: String, _ meaning: String, others: [FileKey] = [], cites: Bool = true,
    read: @escaping @Sendable (Fields, YAMLNode, inout EvidenceReader) -> Evidence?
  ) {
    key = FileKey(name, form, meaning)
    self.others = others + (cites ? [Self.statement, Self.cited] : [])
    keys = [key] + self.others
    self.cites = cites
    self.read = read
  }

  private static let statement = FileKey(
    "statement", "text", "What the cited line shows, in one sentence; printed with the finding.")
  private static let cited = FileKey(
    "cited", "true or false", "Whether the line is cited. If not, it is only required. Default: true.")
}
