internal import Foundation
internal import GRDB
import Vocabulary

/// What redaction removes from a report everywhere, one name for each line, as `Redactor.learnedNames` returns it.
///
/// Much of what teaches a name is not stored, such as the path of the executable. The names are therefore learned when a
/// report is recorded, and stored beside it. They concern only one machine: no export, shared history, snapshot or summary
/// contains them, and pruning removes those of the reports that it removes.
package struct PrivateNames: Sendable {
  let text: String
  let digest: ContentDigest

  /// Creates the names of a report; `nil` if there are none.
  package init?(lines: [String]) {
    guard !lines.isEmpty else { return nil }
    self.init(text: lines.joined(separator: "\n"))
  }

  private init(text: String) {
    self.text = text
    digest = ContentDigest(Array(text.utf8))
  }

  private var lines: Set<Substring> { Set(text.split(separator: "\n")) }

  /// Returns the names of both. The same bytes may have been read under two paths.
  fileprivate func union(_ other: PrivateNames) -> PrivateNames {
    let sorted = lines.union(other.lines).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return PrivateNames(text: sorted.joined(separator: "\n"))
  }
}

/// The tables of names. A history has them once a report with names was recorded. Reports of one machine usually share
/// their names, which are therefore stored once.
final class PrivateNameTable {
  static let tables: Set<String> = ["private_name", "report_name"]

  /// `report` is the digest of a report, which remains when a snapshot replaces the rows of reports. The ids of names only
  /// ascend, so that a reader can continue after the last one that it knows.
  private static let schema = """
    CREATE TABLE IF NOT EXISTS private_name (
      id     INTEGER PRIMARY KEY AUTOINCREMENT,
      digest BLOB NOT NULL UNIQUE,
      text   TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS report_name (
      report BLOB PRIMARY KEY,
      names  INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  private let statements: Statements
  private var isCreated: Bool
  private var ids: [ContentDigest: Int64] = [:]

  init(_ statements: Statements) throws {
    self.statements = statements
    isCreated = try Self.exists(statements.database)
  }

  static func exists(_ database: Database) throws -> Bool { try database.tableExists("report_name") }

  /// Stores the names of a report, with those that are stored for it already.
  func add(_ names: PrivateNames, to report: SHA256Digest) throws {
    if !isCreated {
      try statements.database.execute(sql: Self.schema)
      isCreated = true
    }
    let key = Data(report.bytes)
    var (names, id) = (names, try id(of: names))
    if let stored = try statements.number("SELECT names FROM report_name WHERE report = ?", bind: { $0.add(report) }) {
      if stored == id { return }
      if let row = try statements.row("SELECT text FROM private_name WHERE id = ?", [stored]) {
        names = names.union(PrivateNames(stored: row[checked: 0]))
        id = try self.id(of: names)
      }
    }
    try statements.run("INSERT OR REPLACE INTO report_name (report, names) VALUES (?, ?)", [key, id])
  }

  private func id(of names: PrivateNames) throws -> Int64 {
    if let id = ids[names.digest] { return id }
    if let id = try statements.number("SELECT id FROM private_name WHERE digest = ?", bind: { $0.add(names.digest) }) {
      ids[names.digest] = id
      return id
    }
    try statements.run("INSERT INTO private_name (digest, text) VALUES (?, ?)", [names.digest.data, names.text])
    let id = statements.database.lastInsertedRowID
    ids[names.digest] = id
    return id
  }

  /// Removes the names of reports that are not stored any more.
  static func removeUnused(_ database: Database) throws {
    guard try exists(database) else { return }
    try database.execute(
      sql: """
        DELETE FROM report_name WHERE NOT EXISTS (
          SELECT 1 FROM report WHERE substr(report.digest, 1, 8) = substr(report_name.report, 1, 8)
            AND report.digest = report_name.report);
        DELETE FROM private_name WHERE id NOT IN (SELECT names FROM report_name);
        """)
  }
}

extension PrivateNames {
  fileprivate init(stored text: String) { self.init(text: text) }
}

/// The names that a history has learned.
package struct LearnedNames: Sendable {
  /// One name for each line, without duplicates.
  package var lines: [String]
  /// The state up to which they are read.
  package var last: Int64
}

extension HistoryStore {
  /// Returns the names that were learned from all stored reports.
  ///
  /// - Parameter last: The state that an earlier call returned, for what was learned since.
  package func privateNames(after last: Int64 = 0) throws(HistoryError) -> LearnedNames {
    try read(otherwise: LearnedNames(lines: [], last: last)) { database in
      guard try PrivateNameTable.exists(database) else { return LearnedNames(lines: [], last: last) }
      var names = LearnedNames(lines: [], last: last)
      var seen: Set<String> = []
      let rows = try Row.fetchCursor(
        database, sql: "SELECT id, text FROM private_name WHERE id > ? ORDER BY id", arguments: [last])
      while let row = try rows.next() {
        names.last = row[checked: 0]
        for line in (row[checked: 1] as String).split(separator: "\n") where seen.insert(String(line)).inserted {
          names.lines.append(String(line))
        }
      }
      return names
    }
  }

  /// Passes the bytes of each report whose names were not learned, deflated: reports that were recorded before names were,
  /// or that have none.
  package func reportsWithoutNames(_ body: ([UInt8]) -> Void) throws(HistoryError) {
    try read(otherwise: ()) { database in
      let condition =
        try PrivateNameTable.exists(database)
        ? "WHERE report.digest NOT IN (SELECT report FROM report_name)" : ""
      let rows = try Row.fetchCursor(
        database, sql: "SELECT raw.bytes FROM raw JOIN report ON report.id = raw.report \(condition) ORDER BY report.id"
      )
      while let row = try rows.next() { body(Array(row[checked: 0] as Data)) }
    }
  }

  /// Returns the names of processes, which may also be names of accounts.
  package func namesOfProcesses() throws(HistoryError) -> [String] {
    try read(otherwise: []) { try StoredText.fetchAll($0, sql: "SELECT DISTINCT process FROM build ORDER BY process") }
  }
}
