internal import Bytes
internal import Foundation
internal import GRDB

/// A type of values in the columns of a history.
///
/// GRDB's subscripts stop the process when a value does not have the type of its column. SQLite's checks prevent this
/// in an intact file that this program wrote, but not in a damaged or malicious one. The checked subscripts below return
/// a placeholder instead, and the transaction throws an error at its end.
protocol StoredValue: DatabaseValueConvertible, StatementColumnConvertible {
  /// The value returned in place of an invalid one.
  static var placeholder: Self { get }
  /// False for values that this program never stores.
  var isPossible: Bool { get }
  /// The value in the form in which it is used. The author of a file controls its text.
  var admitted: Self { get }
}

extension StoredValue {
  var isPossible: Bool { true }
  var admitted: Self { self }
}

/// The limit for seconds, days, counts and row numbers: small enough that days can be converted to seconds, and values
/// added, without an overflow check.
private let largest: Int64 = 1 << 46

extension Int: StoredValue {
  static var placeholder: Int { 0 }
  var isPossible: Bool { magnitude <= largest.magnitude }
}
extension Int64: StoredValue {
  static var placeholder: Int64 { 0 }
  var isPossible: Bool { magnitude <= largest.magnitude }
}
extension Bool: StoredValue { static var placeholder: Bool { false } }
extension String: StoredValue {
  static var placeholder: String { "" }
  var admitted: String { streamSafe }
}
extension Data: StoredValue { static var placeholder: Data { Data() } }

extension Row {
  subscript<Value: StoredValue>(checked column: String) -> Value {
    checked { try decode(Value.self, forColumn: column) }
  }

  /// Also `nil` for a number out of range, because a report may state any number.
  subscript<Value: StoredValue>(checked column: String) -> Value? {
    checkedOptional { try decode(Value?.self, forColumn: column) }
  }

  subscript<Value: StoredValue>(checked index: Int) -> Value {
    checked { try decode(Value.self, atIndex: index) }
  }

  subscript<Value: StoredValue>(checked index: Int) -> Value? {
    checkedOptional { try decode(Value?.self, atIndex: index) }
  }

  private func checked<Value: StoredValue>(_ read: () throws -> Value) -> Value {
    do {
      let value = try read()
      if value.isPossible { return value.admitted }
      RowFault.record(DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a number is out of range"))
    } catch { RowFault.record(error) }
    return .placeholder
  }

  private func checkedOptional<Value: StoredValue>(_ read: () throws -> Value?) -> Value? {
    do { return try read().flatMap { $0.isPossible ? $0.admitted : nil } } catch {
      RowFault.record(error)
      return nil
    }
  }
}

/// Reads columns of text in the Stream-Safe Text Format. The functions have the names and parameters of GRDB's.
enum StoredText {
  static func fetchOne(
    _ database: Database, sql: String, arguments: StatementArguments = []
  ) throws -> String? {
    try String.fetchOne(database, sql: sql, arguments: arguments)?.streamSafe
  }

  static func fetchOne(_ statement: GRDB.Statement, arguments: StatementArguments? = nil) throws -> String? {
    try String.fetchOne(statement, arguments: arguments)?.streamSafe
  }

  static func fetchAll(
    _ database: Database, sql: String, arguments: StatementArguments = []
  ) throws -> [String] {
    try String.fetchAll(database, sql: sql, arguments: arguments).map(\.streamSafe)
  }

  static func fetchAll(_ statement: GRDB.Statement, arguments: StatementArguments? = nil) throws -> [String] {
    try String.fetchAll(statement, arguments: arguments).map(\.streamSafe)
  }

  static func fetchSet(
    _ database: Database, sql: String, arguments: StatementArguments = []
  ) throws -> Set<String> {
    Set(try fetchAll(database, sql: sql, arguments: arguments))
  }

  static func fetchCursor(_ database: Database, sql: String) throws -> MapCursor<
    FastDatabaseValueCursor<String>, String
  > {
    try String.fetchCursor(database, sql: sql).map(\.streamSafe)
  }
}

/// Collects errors of the checked subscripts during a transaction.
enum RowFault {
  /// The storage for the first error of the transaction on this thread.
  private final class Box: @unchecked Sendable {
    // Accessed only by the thread that runs the transaction.
    var error: (any Error)?
  }

  @TaskLocal private static var box: Box?

  static func record(_ error: any Error) {
    if let box, box.error == nil { box.error = error }
  }

  /// Runs the body of a transaction. Throws if a row contained an invalid value.
  static func checked<Value>(_ body: () throws -> Value) throws -> Value {
    let box = Box()
    return try $box.withValue(box) {
      let value = try body()
      if let error = box.error { throw error }
      return value
    }
  }
}
