internal import Bytes
internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Vocabulary

/// The prepared statements of one transaction, looked up by the address of their text, so that no text is compared or
/// hashed for a row.
///
/// Values are bound and statements are run directly with SQLite's functions: the arguments and rows of GRDB would take
/// longer than SQLite itself.
final class Statements {
  let database: Database
  private var cached: [UnsafeRawPointer: Statement] = [:]
  private var composed: [ObjectIdentifier: Statement] = [:]

  init(_ database: Database) { self.database = database }

  func callAsFunction(_ sql: StaticString) throws -> Statement {
    let location = UnsafeRawPointer(sql.utf8Start)
    if let statement = cached[location] { return statement }
    let statement = try database.cachedStatement(sql: sql.description)
    cached[location] = statement
    return statement
  }

  /// Returns the statement of a text that is composed once.
  func callAsFunction(_ sql: SQLText) throws -> Statement {
    if let statement = composed[ObjectIdentifier(sql)] { return statement }
    let statement = try database.cachedStatement(sql: sql.text)
    composed[ObjectIdentifier(sql)] = statement
    return statement
  }

  func run(_ sql: StaticString, _ arguments: [(any DatabaseValueConvertible)?]) throws {
    try run(sql) { parameters in arguments.forEach { parameters.add($0) } }
  }

  /// Runs a statement whose parameters `bind` adds in their order. Faster than an array of values, each in a box.
  func run(_ sql: StaticString, bind: (inout Parameters) throws -> Void) throws { try run(self(sql), bind) }

  /// Runs a composed statement whose parameters `bind` adds in their order.
  func run(_ sql: SQLText, bind: (inout Parameters) throws -> Void) throws { try run(self(sql), bind) }

  private func run(_ statement: Statement, _ bind: (inout Parameters) throws -> Void) throws {
    try self.bind(statement, bind)
    while try step(statement) {}
    sqlite3_reset(statement.sqliteStatement)
  }

  /// Returns the first row; `nil` if there is none.
  func row(_ sql: StaticString, _ arguments: [(any DatabaseValueConvertible)?]) throws -> Row? {
    let statement = try self(sql)
    try bind(statement) { parameters in arguments.forEach { parameters.add($0) } }
    let isFound = try step(statement)
    sqlite3_reset(statement.sqliteStatement)
    // In most cases there is no row.
    return isFound ? try Row.fetchOne(statement, arguments: StatementArguments(arguments)) : nil
  }

  func rows(_ sql: StaticString, _ arguments: [(any DatabaseValueConvertible)?]) throws -> [Row] {
    try Row.fetchAll(try self(sql), arguments: StatementArguments(arguments))
  }

  /// Returns the rows of a statement with an id as its only parameter. Faster than `rows` if there are none.
  func rows(_ sql: StaticString, of id: Int64) throws -> [Row] {
    let statement = try self(sql)
    try bind(statement) { $0.add(id) }
    let isFound = try step(statement)
    sqlite3_reset(statement.sqliteStatement)
    return isFound ? try Row.fetchAll(statement, arguments: [id]) : []
  }

  /// Returns the bytes in the first column of the first row, for a statement with an id as its only parameter; `nil` for
  /// NULL, and if there is no row.
  func bytes(_ sql: StaticString, of id: Int64) throws -> [UInt8]? {
    let statement = try self(sql)
    let prepared = statement.sqliteStatement
    try bind(statement) { $0.add(id) }
    defer { sqlite3_reset(prepared) }
    guard try step(statement), sqlite3_column_type(prepared, 0) != SQLITE_NULL else { return nil }
    let bytes = sqlite3_column_blob(prepared, 0)
    return Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(sqlite3_column_bytes(prepared, 0))))
  }

  /// Returns the integer in the first column of the first row; `nil` for NULL, and if there is no row.
  func number(_ sql: StaticString, _ arguments: [(any DatabaseValueConvertible)?]) throws -> Int64? {
    try number(sql) { parameters in arguments.forEach { parameters.add($0) } }
  }

  /// Returns the integer in the first column of the first row; `nil` for NULL, and if there is no row. `bind` adds the
  /// parameters in their order.
  func number(_ sql: StaticString, bind: (inout Parameters) throws -> Void) throws -> Int64? {
    let statement = try self(sql)
    let prepared = statement.sqliteStatement
    try self.bind(statement, bind)
    defer { sqlite3_reset(prepared) }
    guard try step(statement), sqlite3_column_type(prepared, 0) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(prepared, 0)
  }

  private func bind(_ statement: Statement, _ bind: (inout Parameters) throws -> Void) throws {
    sqlite3_reset(statement.sqliteStatement)
    var parameters = Parameters(statement.sqliteStatement)
    try bind(&parameters)
    if parameters.code != SQLITE_OK { throw failure(parameters.code, statement) }
  }

  /// Advances a statement; returns false when it is done.
  private func step(_ statement: Statement) throws -> Bool {
    switch sqlite3_step(statement.sqliteStatement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code, statement)
    }
  }

  /// Returns the error of a call of SQLite, and resets the statement, so that it can be used again.
  private func failure(_ code: Int32, _ statement: Statement) -> DatabaseError {
    let prepared = statement.sqliteStatement
    let message = sqlite3_db_handle(prepared).flatMap { sqlite3_errmsg($0) }.map { String(cString: $0).streamSafe }
    sqlite3_reset(prepared)
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
  }
}

/// The text of a statement that is composed from a catalog: an object that is created once, so that its statement is found
/// without comparing texts.
final class SQLText: Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}

/// The parameters of a statement, which are bound in their order. SQLite copies text and bytes.
struct Parameters {
  private let statement: SQLiteStatement
  private var count: Int32 = 0
  /// The code of the last failure; `SQLITE_OK` if there was none.
  private(set) var code = SQLITE_OK

  init(_ statement: SQLiteStatement) { self.statement = statement }

  mutating func add(_ value: Int64) {
    count += 1
    note(sqlite3_bind_int64(statement, count, value))
  }

  mutating func add(_ value: Int64?) { if let value { add(value) } else { addNull() } }

  /// Adds a number of a report or of an import; 0 instead of one that could not be read again (`StoredValue`).
  mutating func add(_ value: Int) { add(value.isPossible ? Int64(value) : 0) }
  mutating func add(_ value: Int?) {
    if let value, value.isPossible { add(Int64(value)) } else { addNull() }
  }
  mutating func add(_ value: Bool) { add(value ? 1 as Int64 : 0) }

  mutating func add(_ text: String) {
    count += 1
    note(text.bind(to: statement, at: count))
  }

  mutating func add(_ text: String?) { if let text { add(text) } else { addNull() } }

  mutating func add(_ bytes: Data) {
    count += 1
    note(bytes.bind(to: statement, at: count))
  }

  mutating func add(_ bytes: Data?) { if let bytes { add(bytes) } else { addNull() } }
  mutating func add(_ digest: SHA256Digest) { add(Data(digest.bytes)) }
  mutating func add(_ digest: ContentDigest) { add(digest.data) }

  mutating func add(_ value: (any DatabaseValueConvertible)?) {
    guard let value else { return addNull() }
    count += 1
    note(value.bind(to: statement, at: count))
  }

  private mutating func addNull() {
    count += 1
    note(sqlite3_bind_null(statement, count))
  }

  private mutating func note(_ code: Int32) { if code != SQLITE_OK { self.code = code } }
}
