internal import ClickHouse
internal import Diagnosis
internal import History
internal import Vocabulary

/// The values of a row of `record`.
enum SharedRow {
  /// The columns that are sent; the others have defaults. `hash` is the last: a server may store the beginning of a row
  /// whose transfer was interrupted, and readers recognize such a row, whose hash is not that of its line.
  static let columns: [SQLIdentifier] = [
    "sender", "id", "kind", "day", "seconds", "issue", "pattern", "app", "version", "build", "os", "device", "line",
    "hash",
  ]

  /// Returns the values of a record.
  ///
  /// - Parameter isRedacted: Whether the line was redacted. Then no other column contains what the line lacks.
  static func values(
    _ sender: String, _ unsent: UnsentRecord, _ record: SharedRecord, _ line: [UInt8], isRedacted: Bool
  ) -> [SQLValue] {
    var fields = Fields()
    switch record {
    case .report(let report):
      fields.kind = "report"
      fields.time = report.time
      fields.issue = unsent.issue
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
    func shown(_ value: String) -> SQLValue {
      .text(isRedacted && !line.contains(Array(value.utf8)) ? "" : value)
    }
    return [
      .text(sender), .int(unsent.id), .text(fields.kind), .day(fields.time.day), .int(fields.time.seconds),
      .text(fields.issue), .text(fields.pattern), shown(fields.app), shown(fields.version), shown(fields.build),
      shown(fields.os), shown(fields.device), .bytes(line), .uint(hash(line)),
    ]
  }

  private struct Fields {
    var kind = ""
    var time = Timestamp(seconds: 0)
    var issue = ""
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
