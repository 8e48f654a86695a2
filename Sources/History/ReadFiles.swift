internal import Foundation
internal import GRDB
package import Vocabulary

/// The state of a file on one machine. A file whose content changes gets another state, because no program can set the
/// time of the last change of status (`st_ctime`).
package struct FileState: Sendable, Hashable {
  /// The number of the volume (`st_dev`).
  package var device: UInt64
  /// The number of the file on its volume (`st_ino`).
  package var inode: UInt64
  /// The size in bytes.
  package var size: Int
  /// The time of the last modification, in nanoseconds since 1970.
  package var modified: Int
  /// The time of the last change of the file or its status, in nanoseconds since 1970.
  package var changed: Int

  /// Creates a state.
  package init(device: UInt64, inode: UInt64, size: Int, modified: Int, changed: Int) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }
}

/// The content of a file that was read.
package struct ReadFile: Sendable {
  /// The state in which it was read.
  package var state: FileState
  /// The digest of its bytes.
  package var digest: SHA256Digest

  /// The maximum number of files that a history remembers; those that changed first are forgotten.
  package static let most = 300_000

  /// Creates a value.
  package init(state: FileState, digest: SHA256Digest) {
    self.state = state
    self.digest = digest
  }
}

extension FileState {
  /// Device and inode, 8 bytes each.
  fileprivate var file: Data { Self.bytes([device, inode]) }

  /// Size and times, 8 bytes each.
  fileprivate var rest: Data { Self.bytes([size, modified, changed].map { UInt64(bitPattern: Int64($0)) }) }

  fileprivate init?(file: Data, rest: Data) {
    let numbers = Self.numbers(file + rest)
    guard file.count == 16, rest.count == 24, numbers.count == 5 else { return nil }
    self.init(
      device: numbers[0], inode: numbers[1], size: Int(Int64(bitPattern: numbers[2])),
      modified: Int(Int64(bitPattern: numbers[3])), changed: Int(Int64(bitPattern: numbers[4])))
  }

  private static func bytes(_ numbers: [UInt64]) -> Data {
    Data(numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } })
  }

  private static func numbers(_ data: Data) -> [UInt64] {
    let bytes = Array(data)
    return stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map { start in
      (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * $1) }
    }
  }
}

/// The table of read files. It says what a file contains, and not that its reports are stored; without it, files are
/// read again. A history has it once a watcher has read files.
private enum ReadFileTable {
  /// `file` is device and inode, `state` are size and times. Numbers of a volume can be larger than those that the other
  /// tables contain, so they are not columns. `changed` is in seconds since 1970.
  static let schema = """
    CREATE TABLE IF NOT EXISTS read_file (
      file    BLOB PRIMARY KEY,
      state   BLOB NOT NULL,
      changed INTEGER NOT NULL,
      digest  BLOB NOT NULL
    ) STRICT, WITHOUT ROWID
    """

  static func read(_ row: Row) -> ReadFile? {
    guard let state = FileState(file: row[checked: "file"], rest: row[checked: "state"]),
      let digest = SHA256Digest(bytes: Array(row[checked: "digest"] as Data))
    else { return nil }
    return ReadFile(state: state, digest: digest)
  }
}

extension HistoryStore {
  /// Remembers what files contain.
  package func note(_ files: [ReadFile]) throws(HistoryError) {
    guard !files.isEmpty else { return }
    try write { database in
      try database.execute(sql: ReadFileTable.schema)
      let statements = Statements(database)
      for file in files {
        try statements.run(
          "INSERT OR REPLACE INTO read_file (file, state, changed, digest) VALUES (?, ?, ?, ?)",
          [file.state.file, file.state.rest, file.state.changed / 1_000_000_000, Data(file.digest.bytes)])
      }
      try statements.run(
        """
        DELETE FROM read_file WHERE file IN (
          SELECT file FROM read_file ORDER BY changed LIMIT max(0, (SELECT count(*) FROM read_file) - ?))
        """, [ReadFile.most])
    }
  }

  /// Returns the digests of all files that were read, by their states.
  package func readFiles() throws(HistoryError) -> [FileState: SHA256Digest] {
    try read(otherwise: [:]) { database in
      guard try database.tableExists("read_file") else { return [:] }
      var files: [FileState: SHA256Digest] = [:]
      let rows = try Row.fetchCursor(
        database, sql: "SELECT file, state, digest FROM read_file LIMIT ?", arguments: [ReadFile.most])
      while let row = try rows.next() {
        if let file = ReadFileTable.read(row) { files[file.state] = file.digest }
      }
      return files
    }
  }

  /// Returns the digest of a file that was read in this state; `nil` if there is none.
  package func digest(ofFile state: FileState) throws(HistoryError) -> SHA256Digest? {
    try read(otherwise: nil) { database in
      guard try database.tableExists("read_file") else { return nil }
      let row = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT file, state, digest FROM read_file WHERE file = ?"),
        arguments: [state.file])
      guard let file = row.flatMap(ReadFileTable.read), file.state == state else { return nil }
      return file.digest
    }
  }
}
