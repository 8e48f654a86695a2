internal import Bytes
internal import GRDB
internal import GRDBSQLite

/// Reads the rows of a query with SQLite's own functions: for hundreds of thousands of rows, those of GRDB take longer than SQLite
/// itself. Values are checked as by the checked subscripts of `Row`.
struct DirectRows {
  /// The current row. It is valid until `body` returns.
  struct Current {
    fileprivate let statement: SQLiteStatement

    /// Returns the number in a column that is not NULL.
    func number(_ column: Int32) -> Int64 {
      guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return Self.fault() }
      let value = sqlite3_column_int64(statement, column)
      return value.isPossible ? value : Self.fault()
    }

    /// Returns the number in a column; `nil` for NULL and for a number out of range.
    func optionalNumber(_ column: Int32) -> Int64? {
      switch sqlite3_column_type(statement, column) {
      case SQLITE_NULL: return nil
      case SQLITE_INTEGER:
        let value = sqlite3_column_int64(statement, column)
        return value.isPossible ? value : nil
      default: return Self.fault()
      }
    }

    /// Returns the text in a column; `nil` for NULL.
    func text(_ column: Int32) -> String? {
      switch sqlite3_column_type(statement, column) {
      case SQLITE_NULL: return nil
      case SQLITE_TEXT: return sqlite3_column_text(statement, column).map { String(cString: $0).streamSafe }
      default:
        Self.fault()
        return nil
      }
    }

    @discardableResult private static func fault() -> Int64 {
      RowFault.record(
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a value has another type or is out of range"))
      return 0
    }
  }

  /// Calls `body` with each row.
  static func read(
    _ database: Database, sql: String, _ arguments: StatementArguments, _ body: (Current) throws -> Void
  ) throws {
    let statement = try database.makeStatement(sql: sql)
    try statement.setArguments(arguments)
    let prepared = statement.sqliteStatement
    defer { sqlite3_reset(prepared) }
    while true {
      switch sqlite3_step(prepared) {
      case SQLITE_ROW: try body(Current(statement: prepared))
      case SQLITE_DONE: return
      case let code:
        let message = sqlite3_db_handle(prepared).flatMap { sqlite3_errmsg($0) }.map { String(cString: $0).streamSafe }
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
      }
    }
  }
}
