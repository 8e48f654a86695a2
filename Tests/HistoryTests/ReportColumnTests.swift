import Bytes
import CrashReports
import Diagnosis
import Documents
import Exports
import Foundation
import GRDB
import HistoryPresentation
import Signatures
import Testing
import Vocabulary

@testable import History
@testable import SharedHistory

/// Every column of `report`, one at a time: it is read, merged in any order, written as JSON, exported, sent to a shared
/// history and received.
@Suite struct ReportColumnTests {
  /// The columns that follow from others, so that their own values are not read.
  private static let derived: Set<String> = ["issue", "own_key"]
  /// The columns that store one value together.
  private static let time = ["time", "day", "time_stated", "zone", "fraction", "crashed_as_written"]
  /// The columns that importing computes from the rest of a record.
  private static let computed: Set<String> = ["named_frames"]

  /// The columns that documents for users do not show: keys and data of the history itself, and the description of reports
  /// without a finding, which documents compute.
  private static let hidden: Set<String> = [
    "evidence", "seen_at", "reporter", "summary", "location", "program", "named_frames", "damaged",
  ]

  /// The dump of a history, by which tests compare histories, has every column.
  @Test func theDumpHasEveryColumn() {
    #expect(StoreDump.missing(ReportColumn.catalog.map(\.name)) == [])
  }

  /// Returns one of two reports that differ in every column.
  private static func record(_ isFirst: Bool) -> ReportRecord {
    let (name, number) = isFirst ? ("first", 1) : ("second", 2)
    var recording = World.recording(
      name, function: isFirst ? "load" : "save", pattern: nil,
      incident: "11111111-2222-4333-8444-00000000000\(number)",
      crashed: isFirst ? "2026-08-01T12:00:00.25+02:00" : "2026-08-02T13:00:00.5-07:00", process: name,
      build: "4\(number)", damaged: isFirst, os: "iOS \(number)", device: "iPhone1\(number),1",
      exceptionType: isFirst ? "EXC_BAD_ACCESS" : "EXC_CRASH")
    recording.evidence = StoredEvidence.encode(recording.assessment)
    var record = ReportRecord(
      recording, now: Timestamp(seconds: HistoryStore.noon.seconds + number), program: "diagnose 0.\(number).0")
    record.path = "~/\(name)/\(number).ips"
    record.launched = "2026-08-01T11:00:0\(number)+02:00"
    record.uptimeSeconds = number
    record.pid = 500 + number
    record.kind = isFirst ? "crash" : "hang"
    record.format = isFirst ? "ips" : "apple-text"
    record.bugType = "30\(number)"
    record.version = "1.\(number)"
    record.osBuild = "23B\(number)"
    record.architecture = isFirst ? "arm64" : "x86_64"
    record.signal = isFirst ? "SIGSEGV" : "SIGABRT"
    record.termination = isFirst ? "SIGNAL" : "DYLD"
    record.summary = "The \(name) failure"
    record.location = "\(name).swift:\(number)"
    record.reporter = Int64(number)
    record.queue = "com.example.\(name)"
    record.role = isFirst ? "Foreground" : "Background"
    record.addressClass = isFirst ? "NULL" : "code"
    if !isFirst { record.namedFrames = 0 }
    return record
  }

  /// Returns the first report with a single column of the second one, as it is read.
  private static func changed(_ column: String, _ world: World) throws -> ReportRecord {
    let columns = time.contains(column) ? time : [column]
    let store = try world.store("changed-\(column)")
    _ = try store.add([record(true), record(false)])
    let queue = try DatabaseQueue(path: store.path)
    defer { try? queue.close() }
    try queue.write { database in
      try database.execute(
        sql: """
          UPDATE report SET (\(columns.joined(separator: ", ")))
            = (SELECT \(columns.joined(separator: ", ")) FROM report WHERE digest = ?2) WHERE digest = ?1
          """, arguments: [Data(record(true).digest.bytes), Data(record(false).digest.bytes)])
    }
    return try #require(store.records(after: 0, limit: 9).records.first { $0.digest == record(true).digest })
  }

  /// Returns the document that `history list --reports --format json` writes of a report.
  private static func json(_ record: ReportRecord) throws -> String {
    let world = try World()
    let store = try world.store()
    _ = try store.add([record])
    return HistoryDocument.json(try store.reports())
  }

  private static func read(_ store: HistoryStore) throws -> [ReportRecord] {
    try store.records(after: 0, limit: 9).records
  }

  @Test func theCatalogIsTheSchema() throws {
    let world = try World()
    let store = try world.store()
    _ = try store.add([Self.record(true)])
    let queue = try DatabaseQueue(path: store.path)
    defer { try? queue.close() }
    let columns = try queue.read { try $0.columns(in: "report").map(\.name) }
    let own = ReportColumn.catalog.map(\.name)
    #expect(Set(columns) == Set(own + ["id", "digest", "variant_of"]))
    #expect(Set(own).count == own.count)
  }

  @Test func theReportsDifferInEveryProperty() {
    let pair = [Self.record(true), Self.record(false)].map {
      Mirror(reflecting: $0).children.map { ($0.label, "\($0.value)") }
    }
    for ((name, first), (_, second)) in zip(pair[0], pair[1])
    where !["labels", "findings", "otherKeys", "raw"].contains(name) {
      #expect(first != second, "\(name ?? "?")")
    }
  }

  @Test(arguments: ReportColumn.catalog.map(\.name))
  func column(_ name: String) throws {
    let world = try World()
    let (first, changed) = (Self.record(true), try Self.changed(name, world))
    #expect((changed == first) == Self.derived.contains(name), "\(name) is not read")
    guard changed != first else { return }

    // The same bytes, read twice with another value.
    let (forward, backward) = (try world.store("forward"), try world.store("backward"))
    for record in [first, changed, first] { _ = try forward.add([record]) }
    for record in [changed, first, changed] { _ = try backward.add([record]) }
    #expect(try Self.read(forward) == Self.read(backward), "\(name): the order of arrival decides")
    let merged = try #require(try Self.read(forward).first)
    #expect(merged == first.merged(with: changed) { Signature($0.signatureInput) }, "\(name)")

    // What users see.
    let (before, after) = (try Self.json(first), try Self.json(changed))
    #expect((before == after) == Self.hidden.contains(name), "\(name) in JSON")

    // The same value in the shared history.
    var lines = SharedLine(HistoryRules(), nil)
    let line = lines.line(.report(changed)) ?? []
    guard case .record(.report(let received)) = SharedLine.read(line, now: HistoryStore.noon) else {
      Issue.record("\(name) cannot be received")
      return
    }
    #expect(received == changed || Self.computed.contains(name), "\(name) is not sent")

    // The same value on another machine.
    guard !Self.computed.contains(name) else { return }
    var writer = ExportWriter()
    var reader = ExportReader()
    var imported: [ReportRecord] = []
    reader.read(writer.header() + writer.line(ExportedReport(changed))) { record, _ in
      if case .report(let report) = record {
        imported.append(report.record(now: HistoryStore.noon, program: "another program"))
      }
    }
    #expect(imported == [changed], "\(name) is not exported")
  }
}
