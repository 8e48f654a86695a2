import ClickHouse
import CrashReports
import Diagnosis
import Documents
import Foundation
import History
import Signatures
import TestSupport
import Testing
import Vocabulary

@testable import SharedHistory

/// Machines that share a history through a log, in which nothing is ordered between machines.
@Suite struct SharedCopyTests {
  /// The lines of each machine, as the server stores them.
  private struct Log {
    var lines: [[(id: Int, line: [UInt8])]]

    init(machines: Int) { lines = .init(repeating: [], count: machines) }
  }

  /// The seeds of the random histories; DIAGNOSE_SEEDS sets another range, such as `1-1000`.
  static let seeds: [UInt64] = {
    let parts = (ProcessInfo.processInfo.environment["DIAGNOSE_SEEDS"] ?? "").split(separator: "-").compactMap {
      UInt64($0)
    }
    return parts.count == 2 && parts[0] <= parts[1] ? Array(parts[0]...parts[1]) : Array(1...12)
  }()

  /// Returns a random record; its evidence can be read, as that of every report.
  static func record(_ dice: inout Dice) -> ReportRecord {
    var record = MergeTests.record(&dice)
    guard record.evidence != nil else { return record }
    record.evidence = StoredEvidence.encode(
      Assessment(
        report: record.report, notes: [], findings: [], summary: "evidence \(dice.roll(3))", blame: nil,
        blamedFrame: nil))
    return record
  }

  /// Makes a random change. Returns the added reports.
  static func change(_ store: HistoryStore, _ dice: inout Dice, _ keys: inout Set<String>, withRuns: Bool)
    throws -> [ReportRecord]
  {
    switch dice.roll(withRuns ? 6 : 5) {
    case 0, 1, 2:
      let records = (0..<(1 + dice.roll(6))).map { _ in Self.record(&dice) }
      for record in records { keys.insert(Signature(record.signatureInput).key(.default)) }
      _ = try store.add(records)
      return records
    case 3:
      let all = keys.sorted()
      if !all.isEmpty { _ = try store.add(MergeTests.event(&dice, all)) }
    case 4:
      guard let record = try store.records(limit: 3).records.last else { break }
      let judgment = RediagnosedReport(
        digest: record.digest, findings: [], summary: "judged \(dice.roll(3))", location: nil)
      try store.replaceFindings(with: [judgment], by: "diagnose 0.9.\(dice.roll(3))")
    default:
      let runs = BuildRuns(
        app: ["com.example.MyApp", "MyApp", "com.example.New"][dice.roll(3)],
        version: dice.roll(3) == 0 ? "1.\(dice.roll(2))" : nil, build: dice.roll(4) == 0 ? nil : "4\(dice.roll(6))",
        day: HistoryStore.noon.day - dice.roll(9), runs: dice.roll(100))
      _ = try store.note([runs])
    }
    return []
  }

  private static func send(_ machine: Int, _ store: HistoryStore, _ log: inout Log, _ dice: inout Dice) throws {
    let unsent = try store.unsent(limit: 1 + dice.roll(7))
    guard let last = unsent.last?.id else { return }
    var lines = SharedLine(store.rules, nil)
    for one in unsent {
      guard let record = one.record else { continue }
      let line = lines.line(record)
      log.lines[machine].append((one.id, try #require(line)))
    }
    // The confirmation may be lost; then the batch is sent again.
    if dice.roll(4) > 0 { try store.confirm(through: last) }
  }

  private static func receive(_ machine: Int, _ store: HistoryStore, _ log: Log, from sender: Int) throws {
    guard sender != machine else { return }
    let known = try store.received()["\(sender)"] ?? 0
    let lines = log.lines[sender].filter { $0.id > known }
    guard let last = lines.map(\.id).max() else { return }
    let records = try lines.map { line -> SharedRecord in
      guard case .record(let record) = SharedLine.read(line.line, now: HistoryStore.noon) else {
        throw Unreadable(line: String(decoding: line.line, as: UTF8.self))
      }
      return record
    }
    try store.receive(records, from: "\(sender)", through: last)
  }

  private struct Unreadable: Error { var line: String }

  @Test(arguments: seeds)
  func everyCopyHasTheSameContents(seed: UInt64) throws {
    let world = try World()
    var dice = Dice(seed)
    let withRuns = seed % 3 == 0
    let stores = try (0..<(2 + dice.roll(3))).map { try world.store("machine\($0)") }
    var keys: Set<String> = []
    var records: [ReportRecord] = []
    // One of them had a history before it was shared.
    records += try Self.change(stores[0], &dice, &keys, withRuns: withRuns)
    for store in stores { try store.share() }
    var log = Log(machines: stores.count)
    for _ in 0..<(20 + dice.roll(60)) {
      let machine = dice.roll(stores.count)
      switch dice.roll(5) {
      case 0, 1: records += try Self.change(stores[machine], &dice, &keys, withRuns: withRuns)
      case 2, 3: try Self.send(machine, stores[machine], &log, &dice)
      default: try Self.receive(machine, stores[machine], log, from: dice.roll(stores.count))
      }
    }
    for (machine, store) in stores.enumerated() {
      while try store.sharingState().unsent > 0 { try Self.send(machine, store, &log, &dice) }
    }
    let fresh = try world.store("fresh")
    try fresh.share()
    for (machine, store) in (stores + [fresh]).enumerated() {
      for sender in stores.indices.reversed() { try Self.receive(machine, store, log, from: sender) }
    }
    let wanted = try StoreDump.lines(stores[0].path)
    for store in stores + [fresh] { try Self.checkIncrements(store, seed) }
    for store in stores.dropFirst() + [fresh] {
      let found = try StoreDump.lines(store.path)
      #expect(StoreDump.differences(found, wanted) == [], "seed \(seed)")
      #expect(found.count == wanted.count, "seed \(seed)")
      #expect(try store.check() == [])
    }
    #expect(try fresh.sharingState().unsent == 0)
  }

  @Test(arguments: seeds)
  func aCopyEqualsALocalHistory(seed: UInt64) throws {
    let world = try World()
    var dice = Dice(seed &+ 1_000_000)
    let stores = try (0..<2).map { try world.store("machine\($0)") }
    for store in stores { try store.share() }
    var log = Log(machines: stores.count)
    var records: [ReportRecord] = []
    for _ in 0..<30 {
      let added = (0..<(1 + dice.roll(5))).map { _ in Self.record(&dice) }
      let machine = dice.roll(2)
      records += added
      _ = try stores[machine].add(added)
      let keys = Array(Set(records.map { Signature($0.signatureInput).key(.default) })).sorted()
      if dice.roll(4) == 0 { _ = try stores[machine].add(MergeTests.event(&dice, keys)) }
      try Self.send(machine, stores[machine], &log, &dice)
      if dice.roll(3) == 0 { try Self.receive(1 - machine, stores[1 - machine], log, from: machine) }
    }
    for (machine, store) in stores.enumerated() {
      while try store.sharingState().unsent > 0 { try Self.send(machine, store, &log, &dice) }
      try Self.receive(1 - machine, stores[1 - machine], log, from: machine)
    }
    let local = try world.store("local")
    try MergeTests.feed(local, records, try stores[1].allEvents(), 1 + dice.roll(9))
    let wanted = try StoreDump.lines(local.path)
    for store in stores + [local] { try Self.checkIncrements(store, seed) }
    for store in stores {
      let found = try StoreDump.lines(store.path)
      #expect(StoreDump.differences(found, wanted) == [], "seed \(seed)")
      #expect(found.count == wanted.count)
    }
  }

  /// Merges and states that were updated with each change are those that result from all events at once.
  private static func checkIncrements(_ store: HistoryStore, _ seed: UInt64) throws {
    let found = try StoreDump.lines(store.path)
    try store.add([IssueEvent]())
    let wanted = try StoreDump.lines(store.path)
    #expect(StoreDump.differences(found, wanted) == [], "seed \(seed), \(store.path.suffix(16))")
  }

  @Test func aFullOutboxRefusesReportsAndKeepsTheOthers() throws {
    let world = try World()
    var rules = HistoryRules(clock: { HistoryStore.noon })
    rules.maxUnsent = 3
    let store = try world.store(rules: rules)
    try store.share()
    for number in 0..<3 { try store.record(World.recording("report \(number)")) }
    #expect(throws: HistoryError.self) { try store.record(World.recording("report 4")) }
    #expect(try store.count() == 3)
    #expect(try store.sharingState().unsent == 3)
    try store.confirm(through: 1)
    try store.record(World.recording("report 4"))
    #expect(try store.count() == 4)
  }

  @Test func whatWasThereBeforeIsSent() throws {
    let world = try World()
    let store = try world.store()
    for number in 0..<5 { try store.record(World.recording("report \(number)")) }
    let issue = try #require(try store.issues().first)
    _ = try store.add(IssueEvent(issue: issue.id, at: HistoryStore.noon, what: .resolve, value: "413"))
    _ = try store.note([BuildRuns(app: "com.example.MyApp", build: "412", day: HistoryStore.noon.day, runs: 7)])
    try store.share()
    #expect(try store.sharingState().unsent == 7)
    try store.share()
    #expect(try store.sharingState().unsent == 7)
  }
}

/// Databases on the servers of the tests.
enum TestDatabase {
  static func history(_ address: String, _ database: String, _ store: HistoryStore) throws -> SharedHistory {
    let parsed = try ServerAddress(String(address.dropLast("default".count)) + database)
    return SharedHistory(
      SharedServer(ServerConnection(parsed, nil)), store, .init(program: "diagnose test", now: { HistoryStore.noon }))
  }

  static func remove(_ address: String, _ database: String) throws {
    let connection = ServerConnection(try ServerAddress(address), nil)
    try connection.execute("DROP DATABASE IF EXISTS \(SQLIdentifier(database))")
  }
}

/// The exchange with real servers.
@Suite(.enabled(if: TestEngines.exist, Comment(rawValue: TestEngines.comment)), .serialized)
struct SharedServerTests {
  private func history(_ address: String, _ database: String, _ store: HistoryStore) throws -> SharedHistory {
    try TestDatabase.history(address, database, store)
  }

  private func remove(_ address: String, _ database: String) throws { try TestDatabase.remove(address, database) }

  @Test(arguments: TestEngines.addresses, 1...6)
  func copiesExchangeEverything(address: String, seed: UInt64) throws {
    let database = "shared_test_\(seed)"
    try remove(address, database)
    defer { try? remove(address, database) }
    let world = try World()
    var dice = Dice(seed)
    let stores = try (0..<3).map { try world.store("machine\($0)") }
    for store in stores { try store.share() }
    let machines = try stores.map { try history(address, database, $0) }
    #expect(try machines[0].server.create(cluster: nil) == SharedTable.catalog.map(\.name))
    #expect(try machines[1].server.create(cluster: nil) == [])
    var records: [ReportRecord] = []
    for _ in 0..<12 {
      let machine = dice.roll(3)
      let added = (0..<(1 + dice.roll(8))).map { _ in SharedCopyTests.record(&dice) }
      records += added
      _ = try stores[machine].add(added)
      let keys = Array(Set(records.map { Signature($0.signatureInput).key(.default) })).sorted()
      if dice.roll(3) == 0 { _ = try stores[machine].add(MergeTests.event(&dice, keys)) }
      if dice.roll(2) == 0 { _ = try machines[machine].send() }
      if dice.roll(2) == 0 { _ = try machines[dice.roll(3)].receive() }
    }
    for machine in machines { _ = try machine.send() }
    for machine in machines { #expect(try machine.receive().damaged == 0) }
    let local = try world.store("local")
    try MergeTests.feed(local, records, try stores[2].allEvents(), 7)
    let wanted = try StoreDump.lines(local.path)
    for store in stores {
      let found = try StoreDump.lines(store.path)
      #expect(StoreDump.differences(found, wanted) == [], "seed \(seed)")
    }
    #expect(try machines[0].server.check() == [])
    #expect(try machines[0].server.senders().count <= 3)
  }

  @Test(arguments: TestEngines.addresses)
  func tablesOfOtherProgramsAreNotUsed(address: String) throws {
    let database = "shared_test_foreign"
    try remove(address, database)
    defer { try? remove(address, database) }
    let connection = ServerConnection(try ServerAddress(address), nil)
    try connection.execute("CREATE DATABASE \(SQLIdentifier(database))")
    try connection.execute(
      "CREATE TABLE \(SQLIdentifier(database)).record (line String, one UInt8) ENGINE = MergeTree() ORDER BY line")
    let world = try World()
    let machine = try history(address, database, try world.store())
    #expect(throws: ServerError.self) { try machine.server.create(cluster: nil) }
    let tables = try connection.rows(
      "SELECT name, 1 AS one FROM system.tables WHERE database = \(.text(database))")
    #expect(try tables.map { try $0.text("name") } == ["record"])
  }

  @Test(arguments: TestEngines.addresses)
  func aLaterSchemaIsNotUsed(address: String) throws {
    let database = "shared_test_later"
    try remove(address, database)
    defer { try? remove(address, database) }
    let world = try World()
    let store = try world.store()
    try store.share()
    let machine = try history(address, database, store)
    _ = try machine.server.create(cluster: nil)
    try store.record(World.recording("a report"))
    let connection = ServerConnection(try ServerAddress(address), nil)
    try connection.execute("INSERT INTO \(SQLIdentifier(database)).meta (key, value) VALUES ('schema', '999')")
    #expect(throws: SharedHistory.Fault.self) { try machine.send() }
    #expect(throws: SharedHistory.Fault.self) { try machine.receive() }
    #expect(try store.sharingState().unsent == 1)
    let rows = try connection.rows("SELECT count() AS number FROM \(SQLIdentifier(database)).record")
    #expect(try rows.first?.int("number") == 0)
  }

  @Test(arguments: TestEngines.addresses)
  func aCopiedFileSendsUnderItsOwnName(address: String) throws {
    let database = "shared_test_copied"
    try remove(address, database)
    defer { try? remove(address, database) }
    let world = try World()
    let store = try world.store("original")
    try store.share()
    let machine = try history(address, database, store)
    _ = try machine.server.create(cluster: nil)
    try store.record(World.recording("a report"))
    #expect(try machine.send().sent == 1)
    try store.record(World.recording("sent by both"))
    store.close()
    let copyPath = world.folder.appendingPathComponent("data/copy.sqlite").path
    try FileManager.default.copyItem(
      atPath: world.folder.appendingPathComponent("data/original.sqlite").path, toPath: copyPath)
    let (first, second) = (try world.store("original"), try world.store("copy"))
    try first.record(World.recording("only in the original"))
    try second.record(World.recording("only in the copy"))
    let (one, other) = (try history(address, database, first), try history(address, database, second))
    #expect(try one.send().sent == 2)
    #expect(try other.send().sent == 2)
    _ = try one.receive()
    _ = try other.receive()
    #expect(try first.count() == 4 && second.count() == 4)
    #expect(try one.server.senders().count == 2)
  }

  @Test(arguments: TestEngines.addresses)
  func aServerThatLostEverythingGetsItAgain(address: String) throws {
    let database = "shared_test_lost"
    try remove(address, database)
    defer { try? remove(address, database) }
    let world = try World()
    let (first, second) = (try world.store("first"), try world.store("second"))
    for store in [first, second] { try store.share() }
    let (one, other) = (try history(address, database, first), try history(address, database, second))
    _ = try one.server.create(cluster: nil)
    for number in 0..<3 { try first.record(World.recording("report \(number)")) }
    _ = try one.send()
    _ = try other.receive()
    // Only the rows are lost.
    let connection = ServerConnection(try ServerAddress(address), nil)
    for table in ["record", "batch"] {
      try connection.execute("TRUNCATE TABLE \(SQLIdentifier(database)).\(table: table)")
    }
    _ = try one.receive()
    #expect(try one.send().sent == 3)
    // The tables are those of another history.
    try remove(address, database)
    _ = try one.server.create(cluster: nil)
    try second.record(World.recording("a new report"))
    #expect(try other.send().sent == 4)
    _ = try one.receive()
    #expect(try first.count() == 4)
    let fresh = try world.store("fresh")
    try fresh.share()
    _ = try history(address, database, fresh).receive()
    #expect(try fresh.count() == 4)
  }
}
