internal import GRDB

/// The prepared statements of one transaction, looked up by the address of their text, so that no text is compared or
/// hashed for a row.
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
    statement.setUncheckedArguments(StatementArguments(arguments))
    try statement.execute()
  }

  /// Runs a statement whose parameters are all integers, which is the most frequent case.
  func run(_ sql: StaticString, integers: [Int64]) throws {
    let statement = try self(sql)
    statement.setUncheckedArguments(StatementArguments(integers))
    try statement.execute()
  }

  func row(_ sql: StaticString, _ arguments: [(any DatabaseValueConvertible)?]) throws -> Row? {
    try Row.fetchOne(try self(sql), arguments: StatementArguments(arguments))
  }

  func rows(_ sql: StaticString, _ arguments: [(any DatabaseValueConvertible)?]) throws -> [Row] {
    try Row.fetchAll(try self(sql), arguments: StatementArguments(arguments))
  }

  func number(_ sql: StaticString, _ arguments: [(any DatabaseValueConvertible)?]) throws -> Int64? {
    try Int64.fetchOne(try self(sql), arguments: StatementArguments(arguments))
  }
}
