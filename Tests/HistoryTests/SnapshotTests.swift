import ClickHouse
import CrashReports
import Foundation
import History
import Signatures
import TestSupport
import Testing
import Vocabulary

@testable import SharedHistory

/// Machines that share a history through a log in which old reports are pruned.
@Suite struct SnapshotTests {
  /// What the server stores: a snapshot, and the lines that it does not include.
  private struct Log {
    var snapshot: SnapshotName?
    var file = ""
    var lines: [[(id: Int, line: [UInt8])]]
  }

  private let world: World

  init() throws { world = try World() }

  private func send(_ machine: Int, _ store: HistoryStore, _ log: inout Log, _ limit: Int) throws {
    let unsent = try store.unsent(limit: limit)
    guard let last = unsent.last?.id else { return }
    var lines = SharedLine(store.rules, nil)
    for one in unsent {
      guard let record = one.record else { continue }
      let line = lines.line(record)
      log.lines[machine].append((one.id, try #require(line)))
    }
    try store.confirm(through: last)
  }

  private func adopt(_ store: HistoryStore, _ log: Log) throws {
    guard let name = log.snapshot, try store.sharingState().snapshot != name else { return }
    let copy = world.folder.appendingPathComponent("data/adopted.sqlite")
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(atPath: log.file, toPath: copy.path)
    _ = try store.adopt(copy.path, as: name)
  }

  /// Receives lines of some senders, as far as they are known to the log.
  private func receive(_ own: Int?, _ store: HistoryStore, _ log: Log, from senders: [Int]) throws {
    try adopt(store, log)
    let known = try store.received()
    for sender in senders where sender != own || known["\(sender)"] != nil {
      let lines = log.lines[sender].filter { $0.id > known["\(sender)"] ?? 0 }
      guard let last = lines.map(\.id).max() else { continue }
      let records = lines.compactMap { line -> SharedRecord? in
        guard case .record(let record) = SharedLine.read(line.line, now: HistoryStore.noon) else { return nil }
        return record
      }
      #expect(records.count == lines.count)
      try store.receive(records, from: "\(sender)", through: last)
    }
    if let own, senders.contains(own) { try store.forgetReceived(from: "\(own)") }
  }

  /// Makes a snapshot in which reports from before a day are pruned.
  private func prune(_ log: inout Log, before day: Timestamp) throws {
    let number = (log.snapshot?.number ?? 0) + 1
    let store = try world.store("snapshot\(number)")
    try store.share()
    try receive(nil, store, log, from: Array(log.lines.indices))
    guard try store.prune(before: day).reports > 0 else { return }
    let included = try store.received()
    try store.closeAsSnapshot()
    log.file = store.path
    log.snapshot = SnapshotName(number: number, id: "\(number)")
    for sender in log.lines.indices { log.lines[sender].removeAll { $0.id <= included["\(sender)"] ?? 0 } }
  }

  private func expectEqual(_ stores: [HistoryStore], _ seed: UInt64) throws {
    let wanted = try StoreDump.lines(stores[0].path)
    for store in stores.dropFirst() {
      let found = try StoreDump.lines(store.path)
      #expect(StoreDump.differences(found, wanted) == [], "seed \(seed)")
      #expect(found.count == wanted.count, "seed \(seed)")
    }
    for store in stores { #expect(try store.check() == [], "seed \(seed)") }
  }

  @Test(arguments: SharedCopyTests.seeds)
  func everyCopyHasTheSameContents(seed: UInt64) throws {
    var dice = Dice(seed &+ 2_000_000)
    let stores = try (0..<(2 + dice.roll(2))).map { try world.store("machine\($0)") }
    for (machine, store) in stores.enumerated() {
      try store.share()
      try store.setSender("\(machine)", location: "", store: "s")
    }
    var log = Log(lines: .init(repeating: [], count: stores.count))
    var keys: Set<String> = []
    for _ in 0..<(30 + dice.roll(50)) {
      let machine = dice.roll(stores.count)
      switch dice.roll(11) {
      case 0, 1, 2, 3:
        _ = try SharedCopyTests.change(stores[machine], &dice, &keys, withRuns: seed % 3 == 0)
      case 4, 5, 6: try send(machine, stores[machine], &log, 1 + dice.roll(7))
      case 7, 8, 9: try receive(machine, stores[machine], log, from: [dice.roll(stores.count)])
      default:
        try prune(&log, before: Timestamp(day: HistoryStore.noon.day - 1 - dice.roll(2)))
      }
    }
    let all = Array(stores.indices)
    // What an older copy still has to send is added to the snapshot that it adopts.
    for (machine, store) in stores.enumerated() {
      try adopt(store, log)
      while try store.sharingState().unsent > 0 { try send(machine, store, &log, 5) }
    }
    for (machine, store) in stores.enumerated() { try receive(machine, store, log, from: all) }
    let fresh = try world.store("fresh")
    try fresh.share()
    try receive(nil, fresh, log, from: all.reversed())
    try expectEqual(stores + [fresh], seed)
  }

  @Test func aRegressionRemainsAfterItsReportWasPruned() throws {
    let store = try world.store()
    try store.record(World.recording("before", build: "412"))
    let issue = try #require(try store.issues().first).id
    let resolved = Timestamp(seconds: HistoryStore.noon.seconds + 60)
    _ = try store.add(IssueEvent(issue: issue, at: resolved, what: .resolve, value: "413"))
    let later = Timestamp(seconds: resolved.seconds + 60)
    _ = try store.record([World.recording("after", build: "413")], now: later, program: "diagnose test")
    #expect(try store.issue(issue)?.regressedIn == "413")
    #expect(try store.prune(before: Timestamp(day: HistoryStore.noon.day - 1)).reports == 2)
    // Each of these computes the state again.
    _ = try store.add(IssueEvent(issue: issue, at: later, what: .note, note: "seen"))
    try store.add([IssueEvent]())
    #expect(try store.issue(issue)?.regressedIn == "413")
    #expect(try store.allEvents().count { $0.what == .regressed } == 1)
  }

  @Test func whatOnlyThisMachineHasRemains() throws {
    let (store, other) = (try world.store("one"), try world.store("other"))
    try store.share()
    try store.setSender("one", location: "", store: "s")
    var recording = World.recording("kept", crashed: "2026-08-02T12:00:00Z")
    recording.raw = Array("the bytes".utf8)
    try store.record(recording)
    try store.record(World.recording("old", crashed: "2026-07-01T12:00:00Z"))
    let state = FileState(device: 1, inode: 2, size: 3, modified: 4, changed: 5)
    try store.note([ReadFile(state: state, digest: SHA256.digest(of: [1]))])
    try other.share()
    try other.record(World.recording("old of the other", crashed: "2026-07-02T12:00:00Z"))
    try other.record(World.recording("kept"))
    _ = try other.prune(before: Timestamp(day: HistoryStore.noon.day - 10))
    try other.closeAsSnapshot()
    let name = SnapshotName(number: 1, id: "a")
    #expect(try store.adopt(other.path, as: name) == 1, "a report that was not sent is too old")
    #expect(try store.sharingState().snapshot == name)
    #expect(try store.received() == ["one": 0])
    #expect(try store.digest(ofFile: state) != nil)
    #expect(try store.info()?.withRaw == 1)
    #expect(try store.count() == 1 && store.prunedCount() == 1)
    #expect(try store.check() == [])
  }

  @Test(arguments: ["damaged", "foreign", "incomplete"])
  func aFileThatIsNotASnapshotIsRefused(kind: String) throws {
    let store = try world.store("one")
    try store.share()
    try store.record(World.recording("kept"))
    let before = try StoreDump.lines(store.path)
    let other = try world.store("other")
    try other.share()
    for number in 0..<200 { try other.record(World.recording("other \(number)", function: "f\(number)")) }
    try other.closeAsSnapshot()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: other.path))
    switch kind {
    case "damaged": for index in bytes.indices where index > 8_192 && index % 3 == 0 { bytes[index] = 0xA5 }
    case "foreign": bytes = Data("not a history".utf8)
    default: bytes = bytes.prefix(bytes.count / 2)
    }
    try bytes.write(to: URL(fileURLWithPath: other.path))
    #expect(throws: HistoryError.self) { try store.adopt(other.path, as: SnapshotName(number: 1, id: "a")) }
    #expect(try StoreDump.lines(store.path) == before)
    #expect(try store.sharingState().snapshot == nil)
    try store.record(World.recording("another"))
  }

  @Test(arguments: SharedCopyTests.seeds)
  func aPrunedCopyEqualsAPrunedLocalHistory(seed: UInt64) throws {
    var dice = Dice(seed &+ 3_000_000)
    let stores = try (0..<2).map { try world.store("machine\($0)") }
    let local = try world.store("local")
    for (machine, store) in stores.enumerated() {
      try store.share()
      try store.setSender("\(machine)", location: "", store: "s")
    }
    var log = Log(lines: .init(repeating: [], count: stores.count))
    let day = Timestamp(day: HistoryStore.noon.day - 1 - dice.roll(2))
    for phase in 0..<2 {
      var records: [ReportRecord] = []
      for _ in 0..<(2 + dice.roll(8)) {
        let added = (0..<(1 + dice.roll(5))).map { _ in SharedCopyTests.record(&dice) }
        let machine = dice.roll(2)
        records += added
        _ = try stores[machine].add(added)
        let keys = Array(Set(records.map { Signature($0.signatureInput).key(.default) })).sorted()
        if dice.roll(3) == 0 { _ = try stores[machine].add(MergeTests.event(&dice, keys)) }
        if dice.roll(2) == 0 { try send(machine, stores[machine], &log, 4) }
        if dice.roll(3) == 0 { try receive(1 - machine, stores[1 - machine], log, from: [machine]) }
      }
      for (machine, store) in stores.enumerated() {
        while try store.sharingState().unsent > 0 { try send(machine, store, &log, 9) }
      }
      for (machine, store) in stores.enumerated() { try receive(machine, store, log, from: [0, 1]) }
      try MergeTests.feed(local, records, try stores[dice.roll(2)].allEvents().filter { $0.what != .regressed }, 3)
      guard phase == 0 else { break }
      try prune(&log, before: day)
      if log.snapshot != nil { _ = try local.prune(before: day) }
      for store in stores { try adopt(store, log) }
    }
    for (machine, store) in stores.enumerated() { try receive(machine, store, log, from: [0, 1]) }
    try expectEqual([local] + stores, seed)
  }
}

/// Snapshots on real servers.
@Suite(.enabled(if: TestEngines.exist, Comment(rawValue: TestEngines.comment)), .serialized)
struct SnapshotServerTests {
  private let world: World

  init() throws { world = try World() }

  /// Returns a copy, and its exchange.
  private func machine(_ name: String, _ address: String, _ database: String) throws -> (HistoryStore, SharedHistory) {
    let store = try world.store(name)
    try store.share()
    return (store, try TestDatabase.history(address, database, store))
  }

  private static let day = Timestamp(day: HistoryStore.noon.day - 10)

  private static func recordings(_ name: String) -> [Recording] {
    ["2026-07-01", "2026-07-15", "2026-08-01"].map { World.recording("\(name) \($0)", crashed: $0 + "T12:00:00Z") }
  }

  /// Creates the tables, and two machines with three reports each.
  private func machines(_ address: String, _ database: String) throws -> [(HistoryStore, SharedHistory)] {
    try TestDatabase.remove(address, database)
    let machines = [try machine("one", address, database), try machine("two", address, database)]
    _ = try machines[0].1.server.create(cluster: nil)
    for (number, machine) in machines.enumerated() {
      _ = try machine.0.record(Self.recordings("\(number)"), now: HistoryStore.noon, program: "diagnose test")
      _ = try machine.1.send()
    }
    return machines
  }

  private func publish(_ name: String, _ address: String, _ database: String) throws {
    let (store, exchange) = try machine(name, address, database)
    _ = try exchange.receive()
    #expect(try store.prune(before: Self.day).reports > 0)
    try exchange.publish(prunedBefore: Self.day)
  }

  @Test(arguments: TestEngines.addresses)
  func everyCopyAdoptsASnapshot(address: String) throws {
    let database = "snapshot_test_adopted"
    defer { try? TestDatabase.remove(address, database) }
    let machines = try machines(address, database)
    try publish("pruning", address, database)
    // One of them has not been in contact since, and has more to send.
    _ = try machines[1].0.record(Self.recordings("late"), now: HistoryStore.noon, program: "diagnose test")
    #expect(try machines[1].1.send().sent == 3)
    #expect(try machines[1].1.receive().tooOld == 0)
    _ = try machines[0].1.receive()
    let fresh = try machine("fresh", address, database)
    _ = try fresh.1.receive()
    for (store, exchange) in machines + [fresh] {
      #expect(try store.count() == 3 && store.prunedCount() == 4)
      #expect(try exchange.receive().received == 0)
      #expect(try StoreDump.lines(store.path) == StoreDump.lines(fresh.0.path))
    }
    #expect(try fresh.1.server.check() == [])
    // The number of each sender remains, and with it the identity of its file.
    #expect(try fresh.1.server.senders().count == 2)
    try machines[0].0.record(World.recording("another", crashed: "2026-08-02T12:00:00Z"))
    #expect(try machines[0].1.send().sent == 1)
    #expect(try fresh.1.server.senders().count == 2)
  }

  @Test(arguments: TestEngines.addresses)
  func oneOfTwoSnapshotsCounts(address: String) throws {
    let database = "snapshot_test_two"
    defer { try? TestDatabase.remove(address, database) }
    let machines = try machines(address, database)
    let (store, slow) = try machine("slow", address, database)
    _ = try slow.receive()
    _ = try store.prune(before: Self.day)
    try publish("fast", address, database)
    #expect(throws: SharedHistory.Fault.self) { try slow.publish(prunedBefore: Self.day) }
    for (store, exchange) in machines {
      _ = try exchange.receive()
      #expect(try store.count() == 2 && store.sharingState().snapshot?.number == 1)
    }
  }

  @Test(arguments: TestEngines.addresses)
  func aServerWithoutTheSnapshotIsRefused(address: String) throws {
    let database = "snapshot_test_lost"
    defer { try? TestDatabase.remove(address, database) }
    let machines = try machines(address, database)
    try publish("pruning", address, database)
    _ = try machines[0].1.receive()
    try TestDatabase.remove(address, database)
    _ = try machines[0].1.server.create(cluster: nil)
    let before = try StoreDump.lines(machines[0].0.path)
    do {
      _ = try machines[0].1.receive()
      Issue.record("the server lacks pruned reports")
    } catch .server(let error) { #expect(error.kind == .snapshotLost && error.exitStatus == 74) }
    #expect(try StoreDump.lines(machines[0].0.path) == before)
  }
}
