import History
import Vocabulary

/// A member of an issue in JSON, and a column of the list of issues in CSV. `PublishedDocument.history` has the members
/// with their meanings.
struct IssueMember: Sendable {
  enum Value {
    case text(String?)
    case number(Int?)
  }

  let name: String
  var isInCSV = true
  /// Whether only documents have it whose issues were counted by device.
  var isOfCounted = false
  let value: @Sendable (StoredIssue) -> Value

  /// All members, in order.
  static let catalog: [IssueMember] = [
    .init(name: "id") { .text($0.id) },
    .init(name: "shortID", isInCSV: false) { .text($0.shortID) },
    .init(name: "pattern") { .text($0.pattern) },
    .init(name: "title") { .text($0.title) },
    .init(name: "location") { .text($0.location) },
    .init(name: "count") { .number($0.count) },
    .init(name: "firstSeen") { .text($0.firstSeen.rfc3339) },
    .init(name: "lastSeen") { .text($0.lastSeen.rfc3339) },
    .init(name: "firstBuild") { .text($0.firstBuild) },
    .init(name: "lastBuild") { .text($0.lastBuild) },
    .init(name: "state") { .text($0.state) },
    .init(name: "resolvedIn") { .text($0.resolvedIn) },
    .init(name: "regressedIn") { .text($0.regressedIn) },
    .init(name: "regressedAt", isInCSV: false) { .text($0.regressedAt?.rfc3339) },
    .init(name: "ignoredUntil", isInCSV: false) { .text($0.ignoredUntil?.rfc3339) },
    .init(name: "note") { .text($0.note) },
    .init(name: "kind", isInCSV: false) { .text($0.kind) },
    .init(name: "signature", isInCSV: false) { .text($0.signature) },
    .init(name: "devices", isOfCounted: true) { .number($0.devices) },
  ]

  /// The columns of the list in CSV.
  static let columns = catalog.filter(\.isInCSV)

  /// Writes the members of an issue.
  ///
  /// - Parameter isCounted: Whether its devices were counted.
  static func write(_ issue: StoredIssue, isCounted: Bool = false, to writer: inout JSONWriter) {
    for member in catalog where isCounted || !member.isOfCounted {
      switch member.value(issue) {
      case .text(let text): writer.member(member.name, text)
      case .number(let number): writer.member(member.name, number)
      }
    }
  }

  /// Returns the value as a cell of a table.
  func cell(_ issue: StoredIssue) -> String {
    switch value(issue) {
    case .text(let text): text ?? ""
    case .number(let number): number.map(String.init) ?? ""
    }
  }
}
