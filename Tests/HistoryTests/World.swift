import CrashReports
import Diagnosis
import Foundation
import GRDB
import History
import Vocabulary

/// A temporary folder for a test, which is removed afterwards, and reports to record in a history in it.
final class World {
  let folder: URL
  var path: String { folder.appendingPathComponent("data/history.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func store(_ name: String = "history", rules: HistoryRules = .init(clock: { HistoryStore.noon })) throws
    -> HistoryStore
  {
    try HistoryStore(path: folder.appendingPathComponent("data/\(name).sqlite").path, rules: rules)
  }

  /// What undoes the steps of the schema, by the number of the step, the latest first.
  private static let undoing = [
    (
      10,
      """
      DROP TABLE rollup_reporter; DROP TABLE reporter_count; DROP INDEX report_build; DROP INDEX report_day;
      DROP INDEX report_issue_time; CREATE INDEX report_day ON report (day);
      CREATE INDEX report_issue_time ON report (issue, time, reporter);
      """
    ),
    (9, "ALTER TABLE report DROP COLUMN role; ALTER TABLE report DROP COLUMN address_class;"),
    (8, "DROP INDEX report_queue; ALTER TABLE report DROP COLUMN queue;"),
  ]

  /// Gives the closed history the schema of an earlier version.
  func undoSchema(to version: Int) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      for (number, sql) in Self.undoing where number > version { try database.execute(sql: sql) }
      try database.execute(sql: "PRAGMA user_version = \(version)")
    }
    try queue.close()
  }

  /// Returns a report with the bytes `bytes` of a crash in `function` of MyApp.
  static func recording(
    _ bytes: String, function: String? = "loadFonts", pattern: String? = "ib-font-cfrelease-null",
    incident: String? = nil, crashed: String? = "2026-08-01T12:00:00.123+02:00", process: String = "MyApp",
    build: String? = "412", labels: [String: String] = [:], damaged: Bool = false, os: String? = nil,
    device: String? = nil, exceptionType: String? = "EXC_BREAKPOINT",
    reporterKey: String? = nil, launched: String? = nil
  ) -> Recording {
    var report = CrashReport(source: .init(format: "ips"))
    report.incident = incident
    report.process = .init()
    report.process?.name = process
    report.process?.bundleID = "com.example." + process
    report.process?.build = build
    report.host.os = os
    report.host.device = device
    report.host.reporterKey = reporterKey
    if let exceptionType {
      report.exception = .init()
      report.exception?.type = exceptionType
    }
    if let crashed {
      report.times = .init()
      report.times?.crashed = .init(asWritten: crashed, rfc3339: crashed)
      if let launched { report.times?.launched = .init(asWritten: launched, rfc3339: launched) }
    }
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    var frame = CrashReport.Frame(index: 0)
    frame.image = process
    frame.symbol = function.map { .init(name: $0) }
    frame.imageOffset = .init(4096)
    thread.frames = [frame]
    report.threads = [thread]
    let blame = function.map { Blame(function: $0, file: "Fonts.m", line: 38, image: process) }
    let findings = pattern.map { pattern in
      [
        Finding(
          pattern: pattern, patternRevision: 1, confidence: .certain, certaintyOfCause: .likely,
          captures: ["function": function ?? "?"],
          citations: [
            Citation(
              line: 2, text: "*** CFRelease() called with NULL ***",
              explanation: .init(pattern: pattern, index: 0, captures: ["argument": "NULL"]))
          ], blame: blame, missing: [0], ruledOut: [0, 1])
      ]
    }
    return Recording(
      assessment: Assessment(
        report: report, notes: damaged ? [Note("truncated", "It ends early.")] : [], findings: findings ?? [],
        summary: "EXC_BREAKPOINT in \(function ?? "?")", blame: blame, blamedFrame: 0),
      digest: SHA256.digest(of: Array(bytes.utf8)), path: bytes + ".ips", labels: labels)
  }
}

extension HistoryStore {
  static let noon = Timestamp(rfc3339: "2026-08-03T12:00:00Z") ?? Timestamp(seconds: 0)

  @discardableResult
  func record(_ recording: Recording) throws -> IssueStatus {
    try record(recording, now: Self.noon, program: "diagnose test")
  }

  /// Adds events of another history.
  func add(_ events: [IssueEvent]) throws(HistoryError) {
    try collect(events)
    try addGatheredEvents()
  }

  func allEvents() throws -> [IssueEvent] {
    var all: [IssueEvent] = []
    try events { all += $0 }
    return all
  }

  func allRuns() throws -> [BuildRuns] {
    var all: [BuildRuns] = []
    try runs { all += $0 }
    return all
  }
}
