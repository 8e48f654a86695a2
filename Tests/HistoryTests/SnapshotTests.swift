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
