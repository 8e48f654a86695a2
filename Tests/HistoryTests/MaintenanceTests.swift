import Foundation
import GRDB
import History
import Testing
import Vocabulary

@Suite struct MaintenanceTests {
  private let world: World

  init() throws { world = try World() }

  private func filled(_ count: Int = 60) throws -> HistoryStore {
    let store = try world.store()
    _ = try store.record(
      (0..<count).map { number in
        World.recording(
          "r\(number)", function: "f\(number % 7)", crashed: "2026-08-0\(1 + number % 3)T10:00:00Z",
          build: "\(number % 4)", reporterKey: "560 device \(number % 5)")
      }, now: HistoryStore.noon, program: "diagnose test")
    return store
  }

  @Test func aSumThatIsWrongIsFound() throws {
    let store = try filled()
    #expect(try store.check() == [])
    store.close()
    for sql in [
      "UPDATE rollup_day SET count = count + 1", "UPDATE issue SET total = 1",
      "DELETE FROM rollup_build", "UPDATE rollup_environment SET count = 7", "UPDATE issue SET first_seen = 9999999999",
      "UPDATE rollup_week SET count = count + 1", "DELETE FROM rollup_total",
      "UPDATE rollup_reporter SET count = count + 1", "UPDATE reporter_count SET number = 1",
    ] {
      let copy = world.folder.appendingPathComponent("copy.sqlite").path
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: store.path, toPath: copy)
      let queue = try DatabaseQueue(path: copy)
      try queue.write { try $0.execute(sql: sql) }
      try queue.close()
      #expect(try !HistoryStore(path: copy, access: .read).check().isEmpty, "\(sql)")
    }
  }

  @Test func pruningKeepsSumsAndRejectsOldReports() throws {
    let store = try filled()
    let before = try store.issues(.all).map { "\($0.id) \($0.count)" }
    let day = try #require(Timestamp(rfc3339: "2026-08-03"))
    #expect(try store.prune(before: day, isDry: true).reports == 40)
    #expect(try store.count() == 60)
    let sums = try store.prune(before: day)
    #expect(sums.reports == 40)
    #expect(sums.bytesAfter < sums.bytesBefore)
    #expect(try store.count() == 20)
    #expect(try store.issues(.all).map { "\($0.id) \($0.count)" } == before)
    #expect(try store.check() == [])
    let late = try store.record(World.recording("r0", function: "f0", crashed: "2026-08-01T10:00:00Z"))
    #expect(late.status == .notRecorded)
    #expect(late.isTooOld)
    #expect(try store.info()?.prunedBefore == day)
  }

  @Test func aCopyReplacesTheOneOfThePreviousPruning() throws {
    let store = try filled()
    let copy = store.path + ".before-prune"
    let others = [".before-1", ".before-2026-08-03", ".before-prune-2"].map { store.path + $0 }
    for other in others { try Data("other".utf8).write(to: URL(fileURLWithPath: other)) }
    #expect(try store.copyBeforePruning() == copy)
    let first = try HistoryStore(path: copy, access: .read)
    #expect(try first.count() == 60)
    first.close()
    _ = try store.prune(before: try #require(Timestamp(rfc3339: "2026-08-03")))
    #expect(try store.copyBeforePruning() == copy)
    let second = try HistoryStore(path: copy, access: .read)
    #expect(try second.count() == 20)
    second.close()
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    for other in others { #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data("other".utf8), "\(other)") }
    let folder = URL(fileURLWithPath: store.path).deletingLastPathComponent().path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.count { $0.contains(".before-") } == 4, "no partial copy remains: \(names)")
  }

  /// After pages in the middle of the file are overwritten, the rest can be read, and the file is not changed.
  @Test func aDamagedHistoryIsSalvaged() throws {
    let store = try filled(2000)
    store.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: store.path))
    let page = bytes.count / 4096 / 2
    bytes.replaceSubrange(page * 4096..<(page + 3) * 4096, with: Data(repeating: 0xFF, count: 3 * 4096))
    try bytes.write(to: URL(fileURLWithPath: store.path))
    let damaged = try HistoryStore(path: store.path, access: .read)
    var found = 0
    var unread = 0
    var next: Int64? = 0
    while let row = next {
      let page = try damaged.readableRecords(after: row, limit: 100)
      found += page.records.count
      unread += page.unread
      next = page.next
    }
    #expect(found + unread <= 2000 + 100)
    #expect(found > 500, "only \(found) of 2000 were read")
    #expect((try? damaged.check()) != [], "the damage is detected")
    damaged.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: store.path)) == bytes)
    #expect(throws: HistoryError.self) { try HistoryStore(path: store.path).record(World.recording("x")) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: store.path)) == bytes, "nothing is written to a damaged file")
  }
}
