internal import Foundation
internal import GRDB

/// What columns of ours hold.
///
/// GRDB's own subscripts end the process when a row holds something else than the column's type, which SQLite's checks
/// prevent in a whole file of our making. A file that was damaged, or made to harm, is another matter: there these
/// give a stand-in, and the transaction ends with an error once its work is done.
protocol StoredValue: DatabaseValueConvertible, StatementColumnConvertible {
  /// Given in place of what is not there.
  static var placeholder: Self { get }
  /// False for what no history of ours holds.
  var isPossible: Bool { get }
}

extension StoredValue {
  var isPossible: Bool { true }
}

/// Seconds, days, counts and row numbers: so small that days can be made seconds, and sums be taken, without a look.
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
extension String: StoredValue { static var placeholder: String { "" } }
extension Data: StoredValue { static var placeholder: Data { Data() } }

extension Row {
  subscript<Value: StoredValue>(checked column: String) -> Value {
    checked { try decode(Value.self, forColumn: column) }
  }

  /// `nil` also for a number that cannot be: one that a report states may be any.
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
      if value.isPossible { return value }
      RowFault.record(DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a number is out of bounds"))
    } catch { RowFault.record(error) }
    return .placeholder
  }

  private func checkedOptional<Value: StoredValue>(_ read: () throws -> Value?) -> Value? {
    do { return try read().flatMap { $0.isPossible ? $0 : nil } } catch {
      RowFault.record(error)
      return nil
    }
  }
}

/// Whether rows of a transaction held what they must not.
enum RowFault {
  /// Where faults of the transaction that runs on this thread are kept.
  private final class Box: @unchecked Sendable {
    // Touched by the thread that runs the transaction alone.
    var error: (any Error)?
  }

  @TaskLocal private static var box: Box?

  static func record(_ error: any Error) {
    if let box, box.error == nil { box.error = error }
  }

  /// Runs the work of a transaction; throws when a row held something else than its columns may.
  static func checked<Value>(_ body: () throws -> Value) throws -> Value {
    let box = Box()
    return try $box.withValue(box) {
      let value = try body()
      if let error = box.error { throw error }
      return value
    }
  }
}
