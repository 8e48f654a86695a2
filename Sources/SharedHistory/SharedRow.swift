internal import ClickHouse
internal import Diagnosis
internal import History
internal import Vocabulary

/// The values of a row of `record`.
enum SharedRow {
  /// The columns that are sent; the others have defaults. `hash` is the last: a server may store the beginning of a row
  /// whose transfer was interrupted, and readers recognize such a row, whose hash is not that of its line.
  static let columns: [SQLIdentifier] = [
    "sender", "id", "kind", "day", "seconds", "issue", "digest", "incident", "pattern", "app", "version", "build", "os",
    "device", "line", "hash",
  ]

  /// Returns the values of a record.
  ///
  /// - Parameter isRedacted: Whether columns other than `line` must contain nothing that the line replaces.
  static func values(
    _ sender: String, _ unsent: UnsentRecord, _ record: SharedRecord, _ line: [UInt8], isRedacted: Bool
  ) -> [SQLValue] {
    var fields = Fields()
    switch record {
    case .report(let report):
      fields.kind = "report"
      fields.time = report.time
      fields.issue = unsent.issue
      fields.digest = report.digest.hexadecimal
      fields.incident = report.incident ?? ""
      fields.pattern = report.findings.first?.pattern ?? ""
      fields.app = report.app ?? ""
      (fields.version, fields.build) = (report.version ?? "", report.build ?? "")
      (fields.os, fields.device) = (report.os ?? "", report.device ?? "")
    case .event(let event):
      fields.kind = "event"
      fields.time = event.at
      fields.issue = event.issue
    case .runs(let runs):
      fields.kind = "runs"
      fields.time = Timestamp(day: runs.day)
      fields.app = runs.app ?? ""
      (fields.version, fields.build) = (runs.version ?? "", runs.build ?? "")
    }
    if isRedacted { fields.incident = "" }
    return [
      .text(sender), .int(unsent.id), .text(fields.kind), .day(fields.time.day),
      .int(fields.time.seconds), .text(fields.issue), .text(fields.digest), .text(fields.incident),
      .text(fields.pattern), .text(fields.app), .text(fields.version), .text(fields.build), .text(fields.os),
      .text(fields.device), .bytes(line), .uint(hash(line)),
    ]
  }

  private struct Fields {
    var kind = ""
    var time = Timestamp(seconds: 0)
    var issue = ""
    var digest = ""
    var incident = ""
    var pattern = ""
    var app = ""
    var version = ""
    var build = ""
    var os = ""
    var device = ""
  }

  /// The first 8 bytes of the SHA-256 digest.
  static func hash(_ line: [UInt8]) -> UInt64 {
    SHA256.digest(of: line).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
