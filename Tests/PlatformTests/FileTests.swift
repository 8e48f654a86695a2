import Foundation
import Platform
import TestSupport
import Testing
import Vocabulary

@Suite struct FileDescriptorTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test func writtenBytesAreRead() throws {
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let file = try FileDescriptor(opening: scratch.path("file"), [.writeOnly, .create, .exclusive], mode: 0o600)
    try file.write(content)
    try file.synchronize()
    try file.close()
    let again = try FileDescriptor(opening: scratch.path("file"))
    defer { try? again.close() }
    let status = try again.status()
    #expect(status.kind == .regular && status.size == content.count && status.isOwnedByUser && !status.isWritableByAll)
    #expect(abs(status.modifiedSeconds - SystemClock.secondsSince1970) < 60)
    #expect(try again.bytes(at: 299_990, count: 100) == Array(content.suffix(10)))
    #expect(try again.bytesToEnd(expecting: 10, limit: 300_000) == content)
    try again.rewind()
    #expect(try again.bytesToEnd(expecting: status.size, limit: 299_999) == nil)
    try again.rewind()
    #expect(try again.bytesToEnd(expecting: .max, limit: 300_000) == content)
  }

  @Test func errorsAreThoseOfTheSystem() throws {
    let path = try scratch.write([1], "file")
    #expect(throws: SystemError.noSuchFile) { try FileDescriptor(opening: scratch.path("none")) }
    #expect(throws: SystemError.fileExists) {
      try FileDescriptor(opening: path, [.writeOnly, .create, .exclusive])
    }
    #expect(throws: SystemError.notAFolder) { try FileDescriptor(opening: path, .folder) }
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link").text, withDestinationPath: path.text)
    #expect(throws: SystemError.tooManyLinks) { try FileDescriptor(opening: scratch.path("link"), .noFollow) }
    #expect(throws: SystemError.badFileDescriptor) { try FileDescriptor(rawValue: -1).close() }
    #expect(SystemError.noSpace.description == "No space left on device")
  }

  @Test func aLockExcludesOthers() throws {
    let path = try scratch.write([1], "file")
    let first = try FileDescriptor(opening: path)
    let second = try FileDescriptor(opening: path)
    defer { try? second.close() }
    try first.lock()
    #expect(throws: SystemError.wouldBlock) { try second.lock() }
    try first.close()
    try second.lock()
  }

  @Test func anEmptyPipeIsAnErrorUnlessItIsWaitedFor() throws {
    let path = scratch.path("pipe")
    #expect(mkfifo(path.text, 0o600) == 0)
    let reading = try FileDescriptor(opening: path, .nonBlocking)
    let writing = try FileDescriptor(opening: path, [.writeOnly, .nonBlocking])
    defer { try? reading.close() }
    #expect(throws: SystemError.wouldBlock) { try reading.bytesToEnd(expecting: 1, limit: 10) }
    let thread = Thread {
      Thread.sleep(forTimeInterval: 0.05)
      try? writing.write([1, 2])
      try? writing.close()
    }
    thread.start()
    #expect(try reading.bytesToEnd(expecting: 1, limit: 10, waits: true) == [1, 2])
  }

  /// Four times the bytes take about four times as long, not sixteen times.
  @Test func aPipeIsReadInLinearTime() throws {
    func seconds(_ megabytes: Int) throws -> Double {
      let pipe = Pipe()
      let writing = FileDescriptor(rawValue: pipe.fileHandleForWriting.fileDescriptor)
      let part = [UInt8](repeating: 0x61, count: 1 << 20)
      let thread = Thread {
        for _ in 0..<megabytes { try? writing.write(part) }
        try? pipe.fileHandleForWriting.close()
      }
      thread.start()
      let reading = FileDescriptor(rawValue: pipe.fileHandleForReading.fileDescriptor)
      return try ProcessorTime.seconds {
        let bytes = try reading.bytesToEnd(expecting: 1 << 16, limit: 64 << 20)
        #expect(bytes?.count == megabytes << 20)
      }
    }
    let short = try (0..<3).map { _ in try seconds(12) }.min() ?? 0
    let long = try (0..<3).map { _ in try seconds(48) }.min() ?? 0
    #expect(long < 9 * short + 0.05, "\(short) s, \(long) s")
  }

  /// Many small files are held in memory at the same time.
  @Test func aSmallFileTakesLittleMemory() throws {
    let path = try scratch.write(Array("let card = 1\n".utf8), "file")
    let file = try FileDescriptor(opening: path)
    defer { try? file.close() }
    let bytes = try #require(try file.bytesToEnd(expecting: 13, limit: 64 << 20))
    #expect(bytes.count == 13 && bytes.capacity < 4096)
  }

  @Test func pathsAreResolvedAndChanged() throws {
    let path = try scratch.write([1], "file")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link").text, withDestinationPath: "file")
    #expect(Files.resolved(scratch.path("link")) == Files.resolved(path))
    #expect(Files.resolved(scratch.path("none")) == nil)
    #expect(try FileStatus(of: scratch.path("link")).kind == .regular)
    #expect(try FileStatus(of: scratch.path("link"), followsLinks: false).kind == .link)
    try Files.rename(path, to: scratch.path("other"))
    #expect(!Files.exists(path) && Files.exists(scratch.path("other")))
    try Files.remove(scratch.path("other"))
    #expect(!Files.exists(scratch.path("link")))
    try Files.createFolder(path, mode: 0o700)
    #expect(throws: SystemError.fileExists) { try Files.createFolder(path, mode: 0o700) }
  }
}

@Suite struct FolderEntryTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test func everyEntryIsListedWithItsKind() throws {
    _ = try scratch.write([1], "file")
    try Files.createFolder(scratch.path("folder"), mode: 0o700)
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link").text, withDestinationPath: "folder")
    #expect(mkfifo(scratch.path("pipe").text, 0o600) == 0)
    let entries = try FolderEntry.list(scratch.path("folder").parent)
    let kinds = Dictionary(uniqueKeysWithValues: entries.map { (String(decoding: $0.name, as: UTF8.self), $0.kind) })
    #expect(kinds == ["file": .file, "folder": .folder, "link": .link, "pipe": .other])
    var count = 0
    let folder = try FileDescriptor(opening: scratch.path("folder").parent, .folder)
    defer { try? folder.close() }
    try FolderEntry.visit(folder) { _ in
      count += 1
      return count < 2
    }
    #expect(count == 2)
    #expect(throws: SystemError.self) {
      try FolderEntry.visit(scratch.path("link"), followsLink: false) { _ in true }
    }
    #expect(throws: SystemError.notAFolder) { try FolderEntry.list(scratch.path("file")) }
  }
}

@Suite struct FolderEventsTests {
  /// Events are received on a thread that ends with the process.
  @Test func aFileThatAppearsIsReported() async throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path("x").parent
    let events = FolderEvents { _ in true }
    events.watch(folder)
    let (stream, continuation) = AsyncStream.makeStream(of: FolderEvents.Event.self)
    let thread = Thread { events.deliver { continuation.yield($0) } }
    thread.start()
    let path = try scratch.write([1], "report.ips")
    var iterator = stream.makeAsyncIterator()
    let event = try #require(await iterator.next())
    switch event {
    // macOS reports only that the folder has changed.
    case .rescan: #expect(OperatingSystem.current == .macOS)
    case .changed(let changed): #expect(changed == path)
    }
  }
}
