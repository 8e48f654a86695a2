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
    let queue = try DatabaseQueue(path: world.path)
    try queue.write { database in
      try database.execute(sql: "ALTER TABLE report DROP COLUMN queue; PRAGMA user_version = 7")
    }
    try queue.close()
    let store = try world.store()
    #expect(try store.reports().map(\.record.queue) == [nil])
    #expect(try store.unknownTerm([FilterTerm(.queue, "com.example.cards")]) != nil)
    _ = try store.record(recording, now: HistoryStore.noon, program: "diagnose test 2")
    #expect(try store.reports().compactMap(\.record.queue) == ["com.example.cards"])
    #expect(try store.unknownTerm([FilterTerm(.queue, "COM.example.cards")]) == nil)
  }
}
