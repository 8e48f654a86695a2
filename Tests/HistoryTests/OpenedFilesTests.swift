import Foundation
import Platform
import TestSupport
import Testing
import Vocabulary

@testable import History

/// The files that a connection has open are those at its path.
@Suite struct OpenedFilesTests {
  private let scratch: ScratchFolder
  private var path: String { scratch.url("h.sqlite").path }

  init() throws { scratch = try ScratchFolder() }

  private func note(_ store: HistoryStore, _ number: Int) throws {
    try store.note([HistoryProblem(path: "/\(number)", code: "empty", message: "is empty", at: Timestamp(seconds: 0))])
  }

  @Test func everyCallFailsAfterAReplacement() throws {
    let store = try HistoryStore(path: path)
    try note(store, 1)
    let reader = try store.reader()
    try store.verify()
    try reader.verify()
    #expect(store.isAtItsPath)
    #expect(rename(path, path + ".moved") == 0)
    for store in [store, reader] {
      for _ in 0..<2 {
        do {
          try store.verify()
          #expect(Bool(false), "the change was not found")
        } catch { #expect(error.code == .replaced && error.path == path) }
        #expect(throws: HistoryError.self) { try store.count() }
      }
      #expect(!store.isAtItsPath)
    }
    #expect(throws: HistoryError.self) { try note(store, 2) }
    store.close()
    reader.close()
    // The moved file is complete without a log.
    #expect(!FileManager.default.fileExists(atPath: path + ".moved-wal"))
    let moved = try HistoryStore(path: path + ".moved", access: .read)
    #expect(try moved.problems().map(\.path) == ["/1"])
  }

  /// Other connections write, checkpoint, compact and close; this is no replacement.
  @Test func otherWritersAreNoReplacement() throws {
    let store = try HistoryStore(path: path)
    for round in 0..<30 {
      try note(store, round)
      let other = try HistoryStore(path: path)
      for number in 0..<20 { try note(other, 1_000 * (round + 1) + number) }
      if round % 5 == 0 { try other.compact() }
      other.close()
      try store.verify()
    }
    #expect(try store.problems(limit: 100_000).count == 30 * 21)
  }

  /// Closing a second descriptor of the file would drop the locks that SQLite holds for the first connection.
  @Test(.enabled(if: FileManager.default.isReadableFile(atPath: "/proc/locks"), "only Linux lists locks"))
  func openingAgainKeepsTheLocks() throws {
    let store = try HistoryStore(path: path)
    try note(store, 1)
    let inode = try FileStatus(of: FilePath(path)).inode
    func locks() throws -> Int {
      try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
        .count { $0.contains(":\(inode) ") && $0.contains(" \(getpid()) ") }
    }
    let before = try locks()
    #expect(before > 0)
    for access in [HistoryStore.Access.read, .write] {
      let other = try HistoryStore(path: path, access: access)
      #expect(try other.problems().count == 1)
      other.close()
      #expect(try locks() >= before, "\(access)")
    }
    try note(store, 2)
  }
}
