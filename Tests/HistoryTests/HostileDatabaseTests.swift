import Foundation
import GRDB
import Platform
import Testing

@testable import History
import Vocabulary

/// Histories created by other users, and folders that other users can write to.
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
    // The system's SQLite may lack full-text search.
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
    // 2 is FULL: acknowledged transactions are on disk.
    #expect(values == [0, 1, 0, 2])
    #expect(failure { try store.read(otherwise: ()) { try $0.execute(sql: "SELECT load_extension('x')") } } != nil)
  }

  /// Values of which most columns cannot have one.
  private static let values = ["NULL", "'text'", "x'00'", "9223372036854775807", "-9223372036854775808"]

  /// Rows with invalid values, under a schema without checks, cause a result or an error, not a crash. Each column has two of
  /// the values.
  @Test(arguments: values.indices) func rowsThatCannotBeAreErrors(number: Int) throws {
    let value = Self.values[number]
    let store = try world.store()
    try store.record(World.recording("a", labels: ["machine": "ci-1"], os: "iOS 17", device: "iPhone"))
    try store.record(World.recording("b", function: "draw", build: "413"))
    try store.add([
      IssueEvent(
        issue: try #require(try store.issues().first?.id), at: HistoryStore.noon, what: .resolve, value: "412",
        by: "user", note: "")
    ])
    try store.note([HistoryProblem(path: "c.ips", code: "damaged", message: "is damaged", at: HistoryStore.noon)])
    _ = try store.note((0...40).map { BuildRuns(app: "MyApp", build: "413", day: HistoryStore.noon.day - $0, runs: 9) })
    store.close()
    var outcomes = 0
    for (index, (table, column)) in try columns().enumerated() where (index + number) % Self.values.count < 2 {
      let path = world.folder.appendingPathComponent("\(table)-\(column).sqlite").path
      guard try plant(value, table, column, path) else { continue }
      for question in Self.questions {
        if let error = failure({
          let store = try HistoryStore(path: path, access: .write)
          defer { store.close() }
          try question(store)
        }) {
          #expect(error.code == .damaged || error.code == .failed, "\(table).\(column): \(error.message)")
        }
        outcomes += 1
      }
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(outcomes > 200)
  }

  private static let questions: [@Sendable (HistoryStore) throws -> Void] = [
    { _ = try $0.reports() },
    { store in for issue in try store.issues() { _ = try (store.facets(of: issue), store.spread(of: issue)) } },
    { _ = try $0.trends(now: HistoryStore.noon) },
    { store in
      // Issues with few reports are not read.
      let issues = try store.issues().map { issue in
        var issue = issue
        issue.count = 100
        return issue
      }
      _ = try (store.associations(of: issues), store.releases(from: Timestamp(day: 0), to: HistoryStore.noon))
    },
    { _ = try ($0.facetTrends(by: .os, now: HistoryStore.noon), $0.facetTrends(by: .device, now: HistoryStore.noon)) },
    { _ = try $0.records() },
    {
      for facet in Facet.catalog { _ = try $0.counts(by: facet, from: Timestamp(seconds: 0), to: HistoryStore.noon) }
    },
    { _ = try ($0.check(), $0.info(), $0.problems(limit: 0), $0.allEvents()) },
    { store in for text in ["a", "1"] { _ = try store.matches(text) } },
    {
      _ = try $0.issues(
        {
          var filter = HistoryFilter(); filter.limit = 5; return filter
        }())
    },
    { _ = try ($0.allRuns(), $0.trends(by: .build, now: HistoryStore.noon)) },
    { _ = try $0.note(["413", "9"].map { BuildRuns(app: "MyApp", build: $0, day: 9, runs: 9) }) },
    { try $0.record(World.recording("c", function: "draw")) },
    { try $0.record(World.recording("a", function: nil)) },
  ]

  private func columns() throws -> [(table: String, column: String)] {
    let queue = try DatabaseQueue(path: world.path)
    defer { try? queue.close() }
    return try queue.read { database in
      try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
      ).flatMap { table in try database.columns(in: table).map { (table, $0.name) } }
    }
  }

  /// Sets a column of every row of a copy to `value`, under a relaxed schema. Returns false if SQLite rejects it.
  private func plant(_ value: String, _ table: String, _ column: String, _ path: String) throws -> Bool {
    try FileManager.default.copyItem(atPath: world.path, toPath: path)
    let schema = "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?"
    func change(_ body: (Database) throws -> Void) throws {
      let queue = try DatabaseQueue(path: path)
      defer { try? queue.close() }
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA writable_schema = ON; PRAGMA foreign_keys = OFF")
        try body(database)
      }
    }
    var sql = ""
    try change { database in
      sql = try #require(
        try String.fetchOne(database, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [table]))
      let loose = sql.replacing(" NOT NULL", with: "").replacing("STRICT, ", with: "").replacing(" STRICT", with: "")
      try database.execute(sql: schema, arguments: [loose, table])
    }
    var isPlanted = false
    try change { database in
      do {
        try database.execute(sql: "UPDATE \(table) SET \(column) = \(value)")
        isPlanted = database.changesCount > 0
      } catch {}
      try database.execute(sql: schema, arguments: [sql, table])
    }
    if !isPlanted { try FileManager.default.removeItem(atPath: path) }
    return isPlanted
  }

  @Test func aFolderThatEveryoneMayChangeIsRefused() throws {
    let folder = world.folder.appendingPathComponent("open")
    let manager = FileManager.default
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("history.sqlite").path
    try manager.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let refusal = failure { _ = try HistoryStore(path: path) }
    #expect(refusal?.code == .cannotOpen)
    #expect(refusal?.message.contains("every user can replace files") == true)
    #expect(!manager.fileExists(atPath: path))
    // Like /tmp: every user can create files, but not change those of others.
    try manager.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: folder.path)
    #expect(failure { try HistoryStore(path: path).close() } == nil)
  }

  /// A file of another name must not become part of a history. The history itself may have several names.
  @Test(arguments: ["-wal", "-shm", "-journal", ".exchange"], [HistoryStore.Access.write, .read])
  func aHardLinkBesideAHistoryIsRefused(_ suffix: String, _ access: HistoryStore.Access) throws {
    let store = try world.store()
    try store.record(World.recording("a"))
    store.close()
    try FileManager.default.linkItem(atPath: world.path, toPath: world.path + ".backup")
    try HistoryStore(path: world.path, access: access).close()

    let other = world.path + ".txt"
    try "text of the user\n".write(toFile: other, atomically: false, encoding: .utf8)
    try? FileManager.default.removeItem(atPath: world.path + suffix)
    try FileManager.default.linkItem(atPath: other, toPath: world.path + suffix)
    let link = FileManager.default.temporaryDirectory.path + "/link-\(UInt64.random(in: 0...UInt64.max)).sqlite"
    defer { try? FileManager.default.removeItem(atPath: link) }
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: world.path)
    for path in [world.path, link] {
      let failure = failure { _ = try HistoryStore(path: path, access: access) }
      #expect(failure?.code == .cannotOpen)
      #expect(failure?.message.contains(suffix) == true)
    }
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "text of the user\n")
  }

  @Test func networkVolumesAreKnown() {
    let mounts = """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      40 22 0:40 / /home rw shared:2 - nfs4 server:/home rw
      41 40 8:2 / /home/local\\040disk rw - xfs /dev/sdb1 rw
      broken line
      """
    func type(_ folder: String) -> String? { Volume.fileSystem(of: folder, mounts: mounts) }
    #expect(type("/home/jane/.local") == "nfs4")
    #expect(type("/home/local disk/x") == "xfs")
    #expect(type("/homes") == "ext4")
    #expect(Volume.isNetwork("nfs4"))
    #expect(!Volume.isNetwork("ext4") && !Volume.isNetwork("overlay"))
    #expect(DatabaseLocation.networkVolume(of: "/proc/x.sqlite") == nil)
  }

  /// Writers of one history wait for each other and lose no reports.
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

  /// A writer whose run is canceled does not wait any longer.
  @Test func aCanceledWriterDoesNotWait() throws {
    let store = try HistoryStore(path: world.path) { true }
    let other = try DatabaseQueue(path: world.path)
    try other.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN IMMEDIATE")
      #expect(failure { try store.record(World.recording("a")) } != nil)
      try database.execute(sql: "ROLLBACK")
    }
    #expect(try store.count() == 0)
  }
}
