import Foundation
import GRDB
import Testing

@testable import History

/// Histories that somebody else made, and places that somebody else may write to.
@Suite struct HostileDatabaseTests {
  private let world: World

  init() throws { world = try World() }

  private func failure(_ body: () throws -> Void) -> HistoryError? {
    do {
      try body()
      return nil
    } catch { return error as? HistoryError }
  }

  @Test(arguments: [
    "CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM meta; END", "CREATE VIEW v AS SELECT 1",
    "CREATE VIRTUAL TABLE f USING fts5(a)",
  ])
  func plantedSchemaIsRefused(_ statement: String) throws {
    let store = try world.store()
    try store.record(World.recording("a"))
    store.close()
    let queue = try DatabaseQueue(path: world.path)
    let planted = try queue.write { database in
      do { try database.execute(sql: statement.replacing("meta", with: try Self.anyTable(database))) } catch {
        return false
      }
      return true
    }
    try queue.close()
    // A system's SQLite may be built without full text search.
    guard planted else {
      #expect(statement.contains("fts5"))
      return
    }
    for access in [HistoryStore.Access.write, .read] {
      #expect(failure { _ = try HistoryStore(path: world.path, access: access) }?.code == .foreign)
    }
  }

  private static func anyTable(_ database: Database) throws -> String {
    try String.fetchOne(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") ?? ""
  }

  @Test func settingsAreThoseForForeignFiles() throws {
    let store = try world.store()
    try store.record(World.recording("a"))
    let values = try store.read(otherwise: []) { database in
      try ["trusted_schema", "cell_size_check", "mmap_size", "synchronous"].map {
        try Int.fetchOne(database, sql: "PRAGMA \($0)") ?? 0
      }
    }
    // FULL is 2: what is acknowledged is on disk.
    #expect(values == [0, 1, 0, 2])
    #expect(failure { try store.read(otherwise: ()) { try $0.execute(sql: "SELECT load_extension('x')") } } != nil)
  }

  @Test func aFolderThatEveryoneMayChangeIsRefused() throws {
    let folder = world.folder.appendingPathComponent("open")
    let manager = FileManager.default
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("history.sqlite").path
    try manager.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let refusal = failure { _ = try HistoryStore(path: path) }
    #expect(refusal?.code == .cannotOpen)
    #expect(refusal?.message.contains("every user may replace files") == true)
    #expect(!manager.fileExists(atPath: path))
    // As /tmp is: everybody may put files there, and nobody may touch those of others.
    try manager.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: folder.path)
    #expect(failure { try HistoryStore(path: path).close() } == nil)
  }

  @Test func networkVolumesAreKnown() {
    let mounts = """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      40 22 0:40 / /home rw shared:2 - nfs4 server:/home rw
      41 40 8:2 / /home/local\\040disk rw - xfs /dev/sdb1 rw
      broken line
      """
    func type(_ folder: String) -> String? { DatabasePlace.fileSystem(of: folder, mounts: mounts) }
    #expect(type("/home/jane/.local") == "nfs4")
    #expect(type("/home/local disk/x") == "xfs")
    #expect(type("/homes") == "ext4")
    #expect(DatabasePlace.ifNetwork("nfs4") == "nfs4")
    #expect(DatabasePlace.ifNetwork("ext4") == nil && DatabasePlace.ifNetwork("overlay") == nil)
    #expect(DatabasePlace.networkVolume(of: "/proc/x.sqlite") == nil)
  }

  /// Writers of one history wait for each other, and none loses a report.
  @Test func writersAtOnceLoseNothing() async throws {
    let path = world.path
    try HistoryStore(path: path).close()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let store = try HistoryStore(path: path)
          for number in 0..<10 { try store.record(World.recording("w\(writer) r\(number)")) }
          store.close()
        }
      }
      try await group.waitForAll()
    }
    let store = try HistoryStore(path: path, access: .read)
    #expect(try store.count() == 40)
    #expect(try store.check() == [])
  }
}
