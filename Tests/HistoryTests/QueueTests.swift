import CrashReports
import Diagnosis
import Foundation
import GRDB
import Testing
import Vocabulary

@testable import History

/// The dispatch queue of the crashed thread: what is stored of its name, and histories that were written without it.
@Suite struct QueueTests {
  @Test(arguments: [
    ("com.apple.main-thread", "com.apple.main-thread"),
    ("NSOperationQueue 0x60000173c0a0 (QOS: UNSPECIFIED)", "NSOperationQueue 0x… (QOS: UNSPECIFIED)"),
    ("0xABC", "0x…"), ("a 0X12 0x34", "a 0x… 0x…"),
    // Not an address: no digit follows, or there is none.
    ("0x", "0x"), ("0xyz", "0xyz"), ("box0", "box0"), ("0x…", "0x…"), ("queue 10", "queue 10"), ("0", "0"),
  ])
  func anAddressIsNotStored(_ name: String, _ expected: String) {
    #expect(QueueName.stored(name) == expected)
    // A value that was exported is imported unchanged.
    #expect(QueueName.stored(expected) == expected)
  }

  @Test func noNameIsNone() {
    #expect(QueueName.stored(nil) == nil)
    #expect(QueueName.stored("") == nil)
  }

  @Test func aLongNameIsCut() {
    for length in [QueueName.limit - 1, QueueName.limit, QueueName.limit + 1] {
      let stored = QueueName.stored(String(repeating: "q", count: length))
      #expect(stored?.utf8.count == min(length, QueueName.limit))
    }
    // A mark is longer than its address.
    let addresses = QueueName.stored(String(repeating: "0x1 ", count: 100))
    #expect(addresses.map { $0.utf8.count <= QueueName.limit && QueueName.stored($0) == $0 } == true)
    // An accent beside the limit is not split.
    let name = String(repeating: "q", count: QueueName.limit - 1) + "é"
    #expect(QueueName.stored(name)?.allSatisfy { $0 == "q" || $0 == "é" } == true)
  }

  @Test func theQueueIsThatOfTheCrashedThread() throws {
    var recording = World.recording("a")
    var other = CrashReport.Thread(index: 1)
    other.queue = "com.example.other"
    recording.assessment.report.threads?[0].queue = "com.example.crashed"
    recording.assessment.report.threads?.insert(other, at: 0)
    let world = try World()
    let store = try world.store()
    try store.record(recording)
    let report = try #require(try store.reports().first)
    #expect(report.record.queue == "com.example.crashed")
    #expect(report.assessment.report.crashedQueue == "com.example.crashed")
  }

  /// A history of the schema before has the column after it was opened, and its reports have no queue until they are read
  /// again.
  @Test func aHistoryOfTheSchemaBeforeIsMigrated() throws {
    let world = try World()
    var recording = World.recording("a")
    recording.assessment.report.threads?[0].queue = "com.example.cards"
    do {
      let store = try world.store()
      try store.record(recording)
      store.close()
    }
    let schema = try Self.schema(world)
    #expect(schema.contains { $0.contains("report_queue") })
    try world.undoSchema(to: 7)
    let before = try Self.schema(world)
    #expect(before != schema)
    // A completion does not migrate what someone else may be writing.
    #expect(throws: HistoryError.self) { try HistoryStore(path: world.path, access: .readAtOnce) }
    #expect(try Self.schema(world) == before)
    let store = try world.store()
    #expect(try Self.schema(world) == schema)
    #expect(try store.reports().map(\.record.queue) == [nil])
    #expect(try store.unknownTerm([FilterTerm(.queue, "com.example.cards")]) != nil)
    _ = try store.record(recording, now: HistoryStore.noon, program: "diagnose test 2")
    #expect(try store.reports().compactMap(\.record.queue) == ["com.example.cards"])
    #expect(try store.unknownTerm([FilterTerm(.queue, "COM.example.cards")]) == nil)
  }

  /// The schema of a history, one text for each table and index, with blanks as one.
  private static func schema(_ world: World) throws -> [String] {
    let queue = try DatabaseQueue(path: world.path)
    defer { try? queue.close() }
    let texts = try queue.read { database in
      try String.fetchAll(database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    }
    return texts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  /// The queues of all reports are found without reading each report.
  @Test func theQueuesAreReadFromTheIndex() throws {
    let world = try World()
    let store = try world.store()
    for number in 0..<5 {
      var recording = World.recording("\(number)")
      recording.assessment.report.threads?[0].queue = number == 4 ? nil : "com.example.\(number % 2)"
      try store.record(recording)
    }
    let (names, plan) = try store.read(otherwise: ([], [])) { database in
      (
        try FilterValues(database).namesOfReports("queue").map(\.text),
        try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + FilterValues.sqlOfNames("queue")).map {
          $0["detail"] as String
        }
      )
    }
    #expect(names == ["com.example.0", "com.example.1"])
    let ofReports = plan.filter { $0.contains(" report ") || $0.hasSuffix(" report") }
    #expect(ofReports.count == 2 && ofReports.allSatisfy { $0.contains("INDEX report_queue") }, "\(plan)")
  }

  /// Without reports, there is no queue.
  @Test func aHistoryWithoutReportsHasNoQueue() throws {
    let world = try World()
    let store = try world.store()
    #expect(try store.read(otherwise: []) { try FilterValues($0).namesOfReports("queue").map(\.text) } == [])
  }

  /// Of two readings of the same bytes, the better one may be without a queue.
  @Test(arguments: [true, false]) func aReadingWithoutTheQueueDoesNotRemoveIt(isBetterFirst: Bool) throws {
    var recording = World.recording("a")
    recording.assessment.report.threads?[0].queue = "com.example.cards"
    let readings = [(recording, "diagnose 1.0"), (World.recording("a"), "diagnose 2.0")]
    let world = try World()
    let store = try world.store()
    for (recording, program) in isBetterFirst ? readings.reversed() : readings {
      _ = try store.record(recording, now: HistoryStore.noon, program: program)
    }
    let records = try store.reports().map(\.record)
    #expect(records.map(\.queue) == ["com.example.cards"])
    #expect(records.map(\.program) == ["diagnose 2.0"])
  }
}
