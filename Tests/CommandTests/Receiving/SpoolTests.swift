import Foundation
import Platform
import TestSupport
import Testing

@testable import Monitoring

/// The folder of bodies that are not recorded yet.
@Suite struct SpoolTests {
  private func open(_ scratch: Scratch, limit: Int = 1 << 30) throws -> Spool {
    try Spool(FilePath(scratch.url("s/spool").path), limit: limit)
  }

  private func names(_ scratch: Scratch) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.url("s/spool").path).filter { $0 != "lock" }.sorted()
  }

  private func add(_ spool: Spool, _ text: String, _ token: String = "app") throws -> SpoolID {
    let writer = try spool.write(token)
    try writer.append(Array(text.utf8)[...])
    return try writer.finish()
  }

  @Test func itemsSurviveARestart() throws {
    let scratch = try Scratch()
    var spool: Spool? = try open(scratch)
    let ids = try (0..<5).map { try add(try #require(spool), "\($0)", "app\($0)") }
    #expect(ids == ids.sorted() && Set(ids).count == 5)
    spool = nil
    let again = try open(scratch)
    let items = try #require(again.next(atMost: 10))
    #expect(items.map(\.id) == ids && items.map(\.token) == (0..<5).map { "app\($0)" })
    #expect(again.next(atMost: 2)?.map(\.id) == Array(ids.prefix(2)))
    #expect(try String(contentsOfFile: again.path(of: items[3]).text, encoding: .utf8) == "3")
    again.remove(Array(items.prefix(4)))
    #expect(try again.count == 1 && names(scratch) == [items[4].fileName])
  }

  @Test func whatWasNotFinishedIsRemoved() throws {
    let scratch = try Scratch()
    var spool: Spool? = try open(scratch)
    var writer: SpoolWriter? = try spool?.write("app")
    try writer?.append([1, 2, 3])
    let partial = try #require(try names(scratch).first)
    #expect(partial.hasSuffix(".part") && spool?.count == 0)
    writer = nil
    #expect(try names(scratch).isEmpty)
    spool = nil
    // As after a kill.
    try Data("x".utf8).write(to: scratch.url("s/spool/" + partial))
    try Data("x".utf8).write(to: scratch.url("s/spool/other.txt"))
    let again = try open(scratch)
    #expect(try again.count == 0 && names(scratch) == ["other.txt"])
  }

  @Test func oneProcessUsesIt() throws {
    let scratch = try Scratch()
    var first: Spool? = try open(scratch)
    #expect(throws: SystemError.wouldBlock) { try open(scratch) }
    #expect(first != nil)
    first = nil
    _ = try open(scratch)
    try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: scratch.url("s/spool").path)
    #expect(throws: SystemError.notPermitted) { try open(scratch) }
  }

  /// A program that another thread starts has copies of all descriptors for a moment.
  @Test func aStartingProgramDoesNotHoldItsLock() throws {
    let scratch = try Scratch()
    var first: Spool? = try open(scratch)
    let copy = dup(try #require(first?.lock.rawValue))
    defer { _ = close(copy) }
    first = nil
    #expect(throws: Never.self) { try open(scratch) }
    let lock = try #require(AlertLock(scratch.url("alerts").path))
    let copyOfLock = dup(lock.file.rawValue)
    defer { _ = close(copyOfLock) }
    #expect(AlertLock(scratch.url("alerts").path) == nil)
    lock.close()
    let again = try #require(AlertLock(scratch.url("alerts").path))
    again.close()
  }

  @Test func sizesAreCountedAgainAfterARestart() throws {
    let scratch = try Scratch()
    var spool: Spool? = try open(scratch, limit: 12_288)
    _ = try add(try #require(spool), String(repeating: "a", count: 4_000))
    _ = try add(try #require(spool), String(repeating: "a", count: 4_000), "another")
    #expect(spool?.isFull == false)
    spool = nil
    let again = try open(scratch, limit: 12_288)
    #expect(!again.isFull)
    _ = try add(again, "b", "other")
    #expect(again.isFull)
    #expect(throws: Spool.Fault.full) { try again.write("third") }
    again.remove(try #require(again.next(atMost: 1)))
    #expect(!again.isFull)
  }

  @Test func aFolderThatDisappearsIsAnError() throws {
    let scratch = try Scratch()
    let spool = try open(scratch)
    let writer = try spool.write("app")
    try writer.append([1])
    try FileManager.default.removeItem(at: scratch.url("s"))
    #expect(throws: Spool.Fault.self) { try writer.finish() }
    #expect(throws: Spool.Fault.self) { try spool.write("app") }
    #expect(spool.count == 0 && !spool.isFull)
  }

  @Test func aFullDiskIsNotAnotherFault() {
    for error in [SystemError.noSpace, .quotaExceeded, .fileTooLarge] {
      #expect(Spool.Fault(error) == .noSpace)
      #expect(RequestStore.refusal(Spool.Fault(error)).answer.status == .insufficientStorage)
    }
    for fault in [Spool.Fault(.permissionDenied), Spool.Fault(.readOnlyFileSystem), .full] {
      #expect(fault != .noSpace && RequestStore.refusal(fault).answer.status == .unavailable)
    }
  }

  @Test func namesOfFilesAreRead() throws {
    let id = "0123456789abcdef-0123456789abcdef"
    let item = try #require(SpoolItem(fileName: id + ".my.app.report"))
    #expect(item.id.text == id && item.token == "my.app" && item.fileName == id + ".my.app.report")
    for name in [
      "", id, id + ".report", id + "..report", id + ".a.part", id + ".a.report2", "x" + id + ".a.report",
      id.uppercased() + ".a.report", id.dropLast() + ".a.report", id + ".a b.report", id + "/.a.report",
      id + ".-a.report",
    ] {
      #expect(SpoolItem(fileName: name) == nil, "\(name)")
    }
  }

  @Test func waitsEnd() throws {
    let spool = try open(try Scratch())
    #expect(spool.pause(seconds: 0.01))
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      #expect(spool.next(atMost: 1) == nil)
      ended.signal()
    }
    spool.stop()
    #expect(ended.wait(timeout: .now() + 60) == .success)
    #expect(!spool.pause(seconds: 60) && spool.isStopped)
  }

  @Test func unreadBodiesAreLimited() throws {
    var few = Spool.UnreadLimits()
    few.count = 3
    var small = Spool.UnreadLimits()
    small.bytes = 25
    for (limits, rest) in [(few, 3), (small, 2), (Spool.UnreadLimits(), 6)] {
      let scratch = try Scratch()
      let spool = try Spool(FilePath(scratch.url("s/spool").path), limit: 1 << 30, unread: limits)
      var ids: [String] = []
      for _ in 0..<6 {
        ids.append(try add(spool, "0123456789").text)
        try spool.setAside(try #require(spool.next(atMost: 1)?.first))
      }
      #expect(try names(scratch) == ["unread"] && spool.count == 0)
      let left = try FileManager.default.contentsOfDirectory(atPath: scratch.url("s/spool/unread").path)
      #expect(left.sorted() == ids.suffix(rest).map { $0 + ".app.report" })
    }
  }

  @Test func aBodyThatCannotBeSetAsideStays() throws {
    let scratch = try Scratch()
    let spool = try open(scratch, limit: 8_192)
    _ = try add(spool, "a")
    let item = try #require(spool.next(atMost: 1)?.first)
    try Data("x".utf8).write(to: scratch.url("s/spool/unread"))
    #expect(throws: SystemError.self) { try spool.setAside(item) }
    #expect(try names(scratch) == [item.fileName, "unread"] && spool.count == 1)
    try FileManager.default.removeItem(at: scratch.url("s/spool/unread"))
    try spool.setAside(item)
    #expect(try names(scratch) == ["unread"] && spool.count == 0)
  }

  /// Postponed items wait for their time, are counted, and do not stop others.
  @Test func postponedItemsComeLater() throws {
    let scratch = try Scratch()
    let spool = try open(scratch, limit: 8_192)
    _ = try add(spool, "a", "a")
    let first = try #require(spool.next(atMost: 1))
    spool.postpone(first)
    #expect(spool.count == 1 && spool.fault(for: "a") == .tokenIsFull && spool.wasPostponed(first[0]))
    _ = try add(spool, "b", "b")
    #expect(spool.next(atMost: 10)?.map(\.token) == ["b"] && spool.isFull)
    spool.remove(try #require(spool.next(atMost: 10)))
    let start = Moment.now
    #expect(spool.next(atMost: 10) == first && Moment.now.seconds(since: start) > 0.5)
    spool.remove(first)
    #expect(spool.count == 0 && spool.fault(for: "a") == nil)
    #expect(try names(scratch).isEmpty)
  }

  @Test func aTokenHasHalfOfTheSpool() throws {
    let scratch = try Scratch()
    var spool: Spool? = try open(scratch, limit: 16_384)
    _ = try add(try #require(spool), "a")
    _ = try add(try #require(spool), "b")
    spool = nil
    // Also of bodies of an earlier run.
    let again = try open(scratch, limit: 16_384)
    #expect(throws: Spool.Fault.tokenIsFull) { try again.write("app") }
    let writer = try again.write("other")
    try writer.append([UInt8](repeating: 1, count: 8_192)[...])
    #expect(throws: Spool.Fault.full) { try writer.append([1]) }
    #expect(again.fault(for: "third") == .full)
  }

  /// Only the body that was being read when the process ended is named; recording and waiting are not reading.
  @Test func endsWhileReadingSurviveARestart() throws {
    let scratch = try Scratch()
    let spool = try open(scratch)
    let ids = try (0..<3).map { _ in try add(spool, "a") }
    let items = try #require(spool.next(atMost: 3))
    #expect(items.map(\.id) == ids)
    // As after a kill, which nothing announces.
    func killed(_ steps: (SpoolAttempts) -> Void) -> [Int] {
      steps(SpoolAttempts(spool))
      return items.map { SpoolAttempts(spool).count(of: $0) }
    }
    func reading(_ attempts: SpoolAttempts, _ items: ArraySlice<SpoolItem>) {
      for item in items {
        attempts.begin(item)
        if item != items.last { attempts.finish() }
      }
    }
    #expect(killed { reading($0, items[...]) } == [0, 0, 1])
    #expect(killed { reading($0, items[..<1]) } == [1, 0, 1])
    #expect(killed { reading($0, items[..<1]) } == [2, 0, 1])
    let attempts = SpoolAttempts(spool)
    #expect(attempts.items == [items[0], items[2]])
    for item in items {
      attempts.begin(item)
      attempts.finish()
    }
    #expect(items.map { SpoolAttempts(spool).count(of: $0) } == [2, 0, 1], "killed while it recorded")
    for _ in 0..<30 {
      #expect(
        killed {
          $0.begin(items[1]); $0.finish()
        } == [2, 0, 1])
    }
    SpoolAttempts(spool).forget([items[0]])
    #expect(items.map { SpoolAttempts(spool).count(of: $0) } == [0, 0, 1])
    // Bodies that are gone have no ends, and other lines none.
    spool.remove([items[2]])
    let file = scratch.url("s/spool/reading")
    try Data((try String(contentsOf: file, encoding: .utf8) + "noise\n../x\n\u{0}").utf8).write(to: file)
    #expect(SpoolAttempts(spool).items.isEmpty)
  }

  /// A program that reads for a long time does not write a long file.
  @Test func theFileOfReadBodiesIsShort() throws {
    let scratch = try Scratch()
    let spool = try open(scratch)
    _ = try add(spool, "a")
    let item = try #require(spool.next(atMost: 1)?.first)
    let attempts = SpoolAttempts(spool)
    for _ in 0..<4_000 {
      attempts.begin(item)
      attempts.finish()
    }
    let size = try Data(contentsOf: scratch.url("s/spool/reading")).count
    #expect(size < 70_000 && SpoolAttempts(spool).items.isEmpty)
  }
}
