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

  @Test func sizesAreCountedAgainAfterARestart() throws {
    let scratch = try Scratch()
    var spool: Spool? = try open(scratch, limit: 10_000)
    _ = try add(try #require(spool), String(repeating: "a", count: 5_904))
    #expect(spool?.isFull == false)
    spool = nil
    let again = try open(scratch, limit: 10_000)
    #expect(!again.isFull)
    _ = try add(again, "b")
    #expect(again.isFull)
    #expect(throws: Spool.Fault.full) { try again.write("app") }
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
    let scratch = try Scratch()
    let spool = try open(scratch)
    for number in 0..<3 {
      let item = try #require(
        SpoolItem(fileName: "\(String(repeating: "0", count: 16))-000000000000000\(number).a.report"))
      _ = try Data("x".utf8).write(to: scratch.url("s/spool/" + item.fileName))
      spool.setAside(item)
    }
    #expect(try names(scratch) == ["unread"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url("s/spool/unread").path).count == 3)
  }
}
