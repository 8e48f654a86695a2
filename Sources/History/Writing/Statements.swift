internal import GRDB
internal import GRDBSQLite

/// The prepared statements of one transaction, looked up by the address of their text, so that no text is compared or
/// hashed for a row.
///
/// Values are bound and statements are run directly with SQLite's functions: the arguments and rows of GRDB would take
/// longer than SQLite itself.
final class Statements {
  let database: Database
  private var cached: [UnsafeRawPointer: Statement] = [:]

  init(_ database: Database) { self.database = database }

  func callAsFunction(_ sql: StaticString) throws -> Statement {
    let location = UnsafeRawPointer(sql.utf8Start)
    if let statement = cached[location] { return statement }
    let statement = try database.cachedStatement(sql: sql.description)
    cached[location] = statement
    return statement
  }

  func run(_ sql: StaticString, _ arguments: [(any DatabaseValueConvertible)?]) throws {
    let statement = try self(sql)
    try bind(arguments, to: statement)
    while try step(statement) {}
    sqlite3_reset(statement.sqliteStatement)
  }

  /// Runs a statement whose first `count` parameters are integers, the most frequent case.
  func run(_ sql: StaticString, count: Int, integer: (Int) -> Int64) throws {
    let statement = try self(sql)
    let prepared = statement.sqliteStatement
    sqlite3_reset(prepared)
    for index in 0..<count {
      let code = sqlite3_bind_int64(prepared, Int32(index + 1), integer(index))
      if code != SQLITE_OK { throw failure(code, statement) }
    }
    while try step(statement) {}
    sqlite3_reset(prepared)
  }

  /// Returns the first row; `nil` if there is none.
  func row(_ sql: StaticString, _ arguments: [(any DatabaseValueConvertible)?]) throws -> Row? {
    let statement = try self(sql)
    try bind(arguments, to: statement)
    let isFound = try step(statement)
    sqlite3_reset(statement.sqliteStatement)
    // In most cases there is no row.
    return isFound ? try Row.fetchOne(statement, arguments: StatementArguments(arguments)) : nil
  }

  func rows(_ sql: StaticString, _ arguments: [(any DatabaseValueConvertible)?]) throws -> [Row] {
    try Row.fetchAll(try self(sql), arguments: StatementArguments(arguments))
  }

  /// Returns the integer in the first column of the first row; `nil` for NULL, and if there is no row.
  func number(_ sql: StaticString, _ arguments: [(any DatabaseValueConvertible)?]) throws -> Int64? {
    let statement = try self(sql)
    let prepared = statement.sqliteStatement
    try bind(arguments, to: statement)
    defer { sqlite3_reset(prepared) }
    guard try step(statement), sqlite3_column_type(prepared, 0) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(prepared, 0)
  }

  private func bind(_ arguments: [(any DatabaseValueConvertible)?], to statement: Statement) throws {
    let prepared = statement.sqliteStatement
    sqlite3_reset(prepared)
    for (index, argument) in arguments.enumerated() {
      let code = argument?.bind(to: prepared, at: Int32(index + 1)) ?? sqlite3_bind_null(prepared, Int32(index + 1))
      if code != SQLITE_OK { throw failure(code, statement) }
    }
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
    let message = sqlite3_db_handle(prepared).flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    sqlite3_reset(prepared)
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
  }
}
