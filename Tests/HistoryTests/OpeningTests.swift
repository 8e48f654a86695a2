import Foundation
import History
import Testing
import Vocabulary

@Suite struct OpeningTests {
  private let world: World

  init() throws { world = try World() }

  private func code(_ body: () throws -> Void) -> HistoryError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? HistoryError)?.code }
  }

  @Test func fileAndFolderAreTheUsersAlone() throws {
    let store = try world.store()
    try store.record(World.recording("a"))
    let manager = FileManager.default
    for (path, mode) in [(world.path, 0o600), (world.path + "-wal", 0o600), (world.folder.path + "/data", 0o700)] {
      let attributes = try manager.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode, "\(path)")
    }
  }

  @Test func whatIsNoHistoryIsRefusedUntouched() throws {
    let text = Data(String(repeating: "hello\n", count: 100).utf8)
    var foreign = Data("SQLite format 3\0".utf8)
    foreign.append(Data(count: 4080))
    for (content, name) in [(text, "text"), (foreign, "another program's"), (Data(count: 8192), "zeros")] {
      let path = world.folder.appendingPathComponent(name).path
      try content.write(to: URL(fileURLWithPath: path))
      #expect(code { _ = try HistoryStore(path: path) } == .foreign, "\(name)")
      #expect(code { _ = try HistoryStore(path: path, access: .read) } == .foreign, "\(name)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content, "\(name)")
      #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    }
  }

  @Test func aNewerHistoryIsRefusedUntouched() throws {
    let store = try world.store()
    try store.record(World.recording("a"))
    store.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: world.path))
    // SQLite file format 1.3: the user version is the big-endian number at offset 60.
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    try bytes.write(to: URL(fileURLWithPath: world.path))
    #expect(code { _ = try HistoryStore(path: world.path) } == .newer)
    #expect(code { _ = try HistoryStore(path: world.path, access: .read) } == .newer)
    #expect(try Data(contentsOf: URL(fileURLWithPath: world.path)) == bytes)
  }

  @Test func aDamagedHistoryIsAnError() throws {
    let store = try world.store()
    for number in 0..<50 { try store.record(World.recording("r\(number)")) }
    store.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: world.path))
    bytes.replaceSubrange(4096..<bytes.count, with: Data(repeating: 0xFF, count: bytes.count - 4096))
    try bytes.write(to: URL(fileURLWithPath: world.path))
    #expect(code { _ = try HistoryStore(path: world.path).record(World.recording("z")) } == .damaged)
  }

  @Test func anEmptyFileBecomesAHistoryOnlyWhenWritten() throws {
    try FileManager.default.createDirectory(
      at: world.folder.appendingPathComponent("data"), withIntermediateDirectories: true)
    #expect(try HistoryStore(path: world.path, access: .read).issues().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: world.path))
    try Data().write(to: URL(fileURLWithPath: world.path))
    #expect(try HistoryStore(path: world.path, access: .read).issues().isEmpty)
    #expect(try world.store().record(World.recording("a")).status == .new)
    #expect(try HistoryStore(path: world.path, access: .read).issues().count == 1)
  }

  @Test(arguments: ["/", "/dev/null", "/dev/zero"])
  func aFolderOrDeviceIsNoHistory(path: String) {
    #expect(code { _ = try HistoryStore(path: path) } == .cannotOpen)
  }

  @Test func whatWasOpenedForReadingCannotBeWritten() throws {
    try world.store().close()
    let store = try HistoryStore(path: world.path, access: .read)
    #expect(code { try store.record(World.recording("a")) } == .readOnly)
  }

  /// Threads of a failed command may still read after the command closed the history.
  @Test func whoeverAsksAClosedHistoryGetsAnError() throws {
    let world = try World()
    let store = try world.store()
    try store.record(World.recording("a"))
    let reader = try store.reader()
    let readers = DispatchGroup()
    for _ in 0..<3 {
      readers.enter()
      Thread.detachNewThread {
        while (try? reader.count()) != nil {}
        readers.leave()
      }
    }
    Thread.sleep(forTimeInterval: 0.02)
    reader.close()
    #expect(readers.wait(timeout: .now() + 120) == .success)
    store.close()
    #expect(throws: HistoryError.self) { try store.record(World.recording("b")) }
    #expect(throws: HistoryError.self) { try store.issues() }
    store.close()
  }
}

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-04-01T12:39:56.0657-07:00", 1_775_072_396),
    ("2026-08-01T12:00:00+0200", 1_785_578_400), ("2024-02-29", 1_709_164_800),
    ("9999-12-31T23:59:60Z", 253_402_300_800),
  ])
  func reads(text: String, seconds: Int) { #expect(Timestamp(rfc3339: text)?.seconds == seconds) }

  @Test(arguments: [
    "", "2026", "2026-13-01T00:00:00Z", "2023-02-29", "2026-01-01T00:00:00", "2026-01-01T24:00:00Z",
    "2026-01-01T00:00:00Z!", "0001-01-01T00:00:00Z", "2026-01-01T00:00:00+99:00",
  ])
  func refuses(text: String) { #expect(Timestamp(rfc3339: text) == nil) }

  /// Days of the complete range survive a round trip.
  @Test func writesWhatItReads() {
    for day in stride(from: 0, through: 2_932_896, by: 29) {
      let time = Timestamp(seconds: day * 86_400 + 3661)
      if Timestamp(rfc3339: time.rfc3339) != time {
        Issue.record("\(time.rfc3339)")
        return
      }
    }
    #expect(Timestamp(seconds: 1_775_072_396).rfc3339 == "2026-04-01T19:39:56Z")
  }
}
