/// A revision of the Model Context Protocol that the server speaks
/// (https://modelcontextprotocol.io/specification/versioning).
package struct ProtocolVersion: Identifiable, Sendable {
  /// The date by which the revision is named.
  package let id: String
  /// True if every request states its version and there is no handshake.
  let isStateless: Bool
  /// True if a tool's answer may have structured content and resource links.
  let hasStructuredContent: Bool
  /// True if several messages may be sent in an array.
  let hasBatches: Bool

  /// The revisions, the latest first.
  package static let catalog: [ProtocolVersion] = [
    ProtocolVersion(id: "2026-07-28", isStateless: true, hasStructuredContent: true, hasBatches: false),
    ProtocolVersion(id: "2025-11-25", isStateless: false, hasStructuredContent: true, hasBatches: false),
    ProtocolVersion(id: "2025-06-18", isStateless: false, hasStructuredContent: true, hasBatches: false),
    ProtocolVersion(id: "2025-03-26", isStateless: false, hasStructuredContent: false, hasBatches: true),
  ]

  /// The latest revision with a handshake, which the server proposes to a client that asks for another one.
  static let proposed = catalog.first { !$0.isStateless } ?? catalog[0]

  /// Returns the revision with a name; `nil` if it is not supported.
  static func named(_ id: String) -> ProtocolVersion? { catalog.first { $0.id == id } }
}
