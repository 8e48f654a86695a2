import Foundation
import GRDB
import History
import Platform
import Testing

@testable import Monitoring
@testable import Workflow

/// A watcher does not open files again that an earlier run read.
@Suite struct WatchRestartTests {
  private static let arguments = ["watch", "--once", "--database", "h.sqlite", "reports"]

  /// Returns a folder with reports that are as old as a watcher requires: the time of the last change cannot be set.
  private static func folder(_ count: Int, isOld: Bool = true) throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(at: scratch.url("reports"), withIntermediateDirectories: false)
    for number in 0..<count {
      try Data(Sample.json(number).utf8).write(to: scratch.url("reports/\(number).ips"))
    }
    if isOld { Thread.sleep(forTimeInterval: 3.1) }
    return scratch
  }

  private static func inTables<Value>(_ scratch: Scratch, _ body: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: scratch.url("h.sqlite").path)
    defer { try? queue.close() }
    return try queue.write(body)
  }

  private static func readFiles(_ scratch: Scratch) throws -> Int {
    try inTables(scratch) { database in
      guard try database.tableExists("read_file") else { return 0 }
      return try Int.fetchOne(database, sql: "SELECT count(*) FROM read_file") ?? 0
    }
  }

  @Test(arguments: [3, 130]) func knownFilesAreNotOpened(count: Int) throws {
    let scratch = try Self.folder(count)
    #expect(try Tool.run(Self.arguments, in: scratch.folder).out.contains("\(count) reports, "))
    #expect(try Self.readFiles(scratch) == count)
    // A file whose stored digest is that of another report is known without its content, which shows that it is not read.
    try Data(Sample.json(1_000).utf8).write(to: scratch.url("reports/new.ips"))
    Thread.sleep(forTimeInterval: 3.1)
    let state = FileState(try FileStatus(of: FilePath(scratch.url("reports/new.ips").path)))
    let history = try HistoryStore(path: scratch.url("h.sqlite").path)
    let other = try #require(try history.readFiles().values.first)
    try history.note([ReadFile(state: state, digest: other)])
    history.close()
    #expect(try Tool.run(Self.arguments, in: scratch.folder).out.contains("0 reports, "))
    // With other content, the same file has another state.
    try Data(Sample.json(1_001).utf8).write(to: scratch.url("reports/new.ips"), options: [])
    #expect(try Tool.run(Self.arguments, in: scratch.folder).out.contains("1 report, "))
    // A history that lacks the reports reads them again, whatever it knows about the files.
    try Self.inTables(scratch) { try $0.execute(sql: "DELETE FROM report") }
    #expect(try Tool.run(Self.arguments, in: scratch.folder).out.contains("\(count + 1) reports, "))
  }

  @Test func aFileThatJustChangedIsReadAgain() throws {
    let scratch = try Self.folder(2, isOld: false)
    #expect(try Tool.run(Self.arguments, in: scratch.folder).out.contains("2 reports, "))
    #expect(try Self.readFiles(scratch) == 0)
    Thread.sleep(forTimeInterval: 3.1)
    #expect(try Tool.run(Self.arguments, in: scratch.folder).out.contains("0 reports, "))
    #expect(try Self.readFiles(scratch) == 2)
  }

  @Test func aDamagedTableOfFilesCostsOnlyTime() throws {
    let scratch = try Self.folder(2)
    #expect(try Tool.run(Self.arguments, in: scratch.folder).out.contains("2 reports, "))
    try Self.inTables(scratch) { database in
      try database.execute(sql: "DROP TABLE read_file; CREATE TABLE read_file (device, inode TEXT)")
    }
    let answer = try Tool.run(Self.arguments, in: scratch.folder)
    #expect(answer.status == 0 && answer.out.contains("0 reports, "), "\(answer.err)")
  }
}
