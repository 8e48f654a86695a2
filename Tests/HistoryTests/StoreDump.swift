import Diagnosis
import Foundation
import GRDB
import History
import Vocabulary

/// The contents of a history except for the order of arrival, as sorted lines. Histories with equal dumps are equal.
enum StoreDump {
  static func lines(_ path: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { database in
      var lines: [String] = []
      for (table, sql) in questions {
        if table == "pruned_issue", try !database.tableExists(table) { continue }
        for row in try Row.fetchAll(database, sql: sql) {
          lines.append(table + ": " + row.map { "\($0.0)=\(text($0.1))" }.joined(separator: " "))
        }
      }
      return lines.sorted()
    }
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .blob(let data): data.map { String($0, radix: 16) }.joined()
    case .null: "null"
    case .int64(let number): String(number)
    case .double(let number): String(number)
    case .string(let text): text.debugDescription
    }
  }

  private static let build =
    "(SELECT bundle_id || '/' || process || '/' || version || '/' || build FROM build WHERE id = "

  private static func name(_ column: String) -> String {
    "(SELECT text FROM name WHERE id = \(column)) AS \(column)_text"
  }

  private static func key(_ column: String) -> String { "(SELECT key FROM issue AS other WHERE other.id = \(column))" }

  private static let questions: [(String, String)] = [
    (
      "report",
      """
      SELECT digest, incident, pid, own_key, (SELECT digest FROM report AS original WHERE original.id = report.variant_of) AS original,
        \(key("report.issue")) AS issue, (SELECT input FROM stack WHERE id = stack) AS input,
        (SELECT bytes FROM evidence WHERE id = evidence) AS evidence, \(name("folder")), file, time, day, seen_at, time_stated, zone, fraction,
        crashed_as_written, launched, uptime, \(name("kind")), \(name("format")), bug_type, damaged,
        \(build)report.build) AS build_name, \(name("os")), \(name("os_build")), \(name("device")),
        \(name("architecture")), \(name("exception")), \(name("signal")), \(name("termination")), \(name("summary")),
        \(name("location")), \(name("program")), named_frames, reporter, \(name("queue")), \(name("role")),
        \(name("address_class"))
      FROM report
      """
    ),
    (
      "finding",
      """
      SELECT (SELECT digest FROM report WHERE report.id = finding.report) AS report, position, \(name("pattern")), revision,
        confidence, certainty_of_cause, (SELECT text FROM facts WHERE facts.id = finding.facts) AS facts_text FROM finding
      """
    ),
    ("label", "SELECT (SELECT digest FROM report WHERE report.id = label.report) AS report, key, value, at FROM label"),
    (
      "issue",
      """
      SELECT key, signature_version, kind, signature, shape, vague, coarse, summary, pattern, confidence,
        (SELECT text FROM facts WHERE facts.id = issue.facts) AS facts_text, location, first_seen, last_seen,
        \(build)first_build) AS first_build_name, \(build)last_build) AS last_build_name, total,
        \(key("issue.merge_target")) AS merge_target_key, merge_reason, \(key("issue.merged_into")) AS merged_key, state, resolved_in,
        state_at, ignored_until, regressed_at, regressed_in, note FROM issue
      """
    ),
    (
      "pruned_issue",
      """
      SELECT \(key("pruned_issue.issue")) AS issue, latest_time, latest_digest, summary, pattern, confidence,
        (SELECT text FROM facts WHERE facts.id = pruned_issue.facts) AS facts_text, location FROM pruned_issue
      """
    ),
    ("meta", "SELECT * FROM meta WHERE key <> 'build-order' AND key NOT LIKE 'shared-%'"),
    ("exposure", "SELECT \(build)exposure.build) AS build_name, day, runs FROM exposure"),
    ("alias", "SELECT * FROM issue_alias"),
    ("event", "SELECT * FROM event"),
    (
      // The distances of positions depend on the order of arrival; the order of positions does not.
      "build",
      """
      SELECT app, bundle_id, process, version, build, first_seen, position IS NULL AS outside,
        dense_rank() OVER (PARTITION BY app ORDER BY position) AS rank FROM build
      """
    ),
    (
      "rollup",
      """
      SELECT \(key("issue")) AS issue_key, day, \(build)rollup.build) AS build_name,
        (SELECT text FROM name WHERE id = os) AS os, (SELECT text FROM name WHERE id = device) AS device, count FROM rollup
      """
    ),
    ("rollup_day", "SELECT day, \(key("issue")) AS issue_key, count FROM rollup_day"),
    ("rollup_week", "SELECT week, \(key("issue")) AS issue_key, count FROM rollup_week"),
    (
      "rollup_total",
      """
      SELECT \(build)rollup_total.build) AS build_name, (SELECT text FROM name WHERE id = os) AS os,
        (SELECT text FROM name WHERE id = device) AS device, count FROM rollup_total
      """
    ),
    (
      "rollup_build",
      "SELECT \(key("issue")) AS issue_key, \(build)rollup_build.build) AS build_name, count FROM rollup_build"
    ),
    (
      "rollup_environment",
      """
      SELECT day, \(build)rollup_environment.build) AS build_name, (SELECT text FROM name WHERE id = os) AS os,
        (SELECT text FROM name WHERE id = device) AS device, count FROM rollup_environment
      """
    ),
  ]
}

extension StoreDump {
  /// The columns of reports that the dump selects none of.
  static func missing(_ columns: [String]) -> [String] {
    let words = Set(
      (questions.first { $0.0 == "report" }?.1 ?? "").split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(
        String.init))
    return columns.filter { !words.contains($0) }
  }
}

extension StoreDump {
  static func keysOfFirstSchema(_ path: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { try String.fetchAll($0, sql: "SELECT key FROM issue ORDER BY key") }
  }
}

extension StoreDump {
  /// Returns the first lines that are in only one of the dumps; for lines about the same row, only the fields that differ.
  static func differences(_ found: [String], _ wanted: [String]) -> [String] {
    let (left, right) = (Set(found).subtracting(wanted).sorted(), Set(wanted).subtracting(found).sorted())
    return left.prefix(4).map { line in
      let fields = line.split(separator: " ")
      guard let other = right.first(where: { $0.split(separator: " ").prefix(2) == fields.prefix(2) }) else {
        return "unexpected: " + line
      }
      let known = Set(other.split(separator: " "))
      return fields.prefix(2).joined(separator: " ") + ": "
        + fields.filter { !known.contains($0) }.joined(separator: " ") + " for "
        + other.split(separator: " ").filter { !Set(fields).contains($0) }.joined(separator: " ")
    }
      + right.filter { line in
        !left.contains { $0.split(separator: " ").prefix(2) == line.split(separator: " ").prefix(2) }
      }.prefix(4).map { "missing: " + $0 }
  }
}
