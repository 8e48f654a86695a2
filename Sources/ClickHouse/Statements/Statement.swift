internal import Bytes
internal import Transfer

/// A name of a database, table, column, cluster or user in a statement.
package struct SQLIdentifier: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  package let name: String

  /// Creates a name: any text.
  package init(_ name: String) { self.name = name }

  /// Creates a name from a literal.
  package init(stringLiteral name: String) { self.init(name) }

  /// Appends the name in backquotes.
  func write(to sql: inout [UInt8]) {
    sql.append(UInt8(ascii: "`"))
    for byte in name.utf8 {
      if byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\\") {
        sql.append(UInt8(ascii: "\\"))
        sql.append(byte)
      } else if byte < 0x20 || byte == 0x7F {
        sql += "\\x".utf8
        sql += Hex.text(byte).utf8
      } else {
        sql.append(byte)
      }
    }
    sql.append(UInt8(ascii: "`"))
  }
}

/// A statement of SQL, written as a string literal with interpolated values, names and other statements.
///
/// A `String` cannot be interpolated, so that text from outside never becomes SQL by accident: `\(.text(name))` is a
/// value, `\(table: name)` a name.
package struct Statement: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The text.
  package private(set) var sql: [UInt8]

  /// Creates a statement from a literal.
  package init(stringLiteral sql: StaticString) { self.init(sql) }

  /// Creates a statement from constant text.
  package init(_ sql: StaticString) { self.sql = sql.withUTF8Buffer { Array($0) } }

  /// Creates a statement from its parts.
  package init(stringInterpolation parts: StringInterpolation) { sql = parts.sql }

  /// Returns the statements one after the other, with `separator` between them.
  package static func joined(_ statements: [Statement], by separator: StaticString) -> Statement {
    var result = Statement("")
    for (index, statement) in statements.enumerated() {
      if index > 0 { result.sql += separator.withUTF8Buffer { Array($0) } }
      result.sql += statement.sql
    }
    return result
  }

  /// Appends `other`.
  package static func + (left: Statement, right: Statement) -> Statement { joined([left, right], by: "") }

  /// The text, with invalid UTF-8 replaced; for tests and `--verbose`.
  package var text: String { String(decoding: sql, as: UTF8.self) }
}

extension Statement {
  /// The parts of an interpolated statement.
  package struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate(set) var sql: [UInt8] = []

    /// Reserves memory for the parts.
    package init(literalCapacity: Int, interpolationCount: Int) {
      sql.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// Appends a part of the literal.
    package mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { sql += $0 }
    }

    /// Appends a value as a literal.
    package mutating func appendInterpolation(_ value: SQLValue) { value.writeLiteral(to: &sql) }

    /// Appends a number as a literal.
    package mutating func appendInterpolation(_ number: Int) { SQLValue.int(number).writeLiteral(to: &sql) }

    /// Appends a list in parentheses, for the right side of `IN`; an empty list matches nothing.
    package mutating func appendInterpolation(list values: [SQLValue]) {
      SQLValue.write(values.isEmpty ? [.null] : values, "(", ")", to: &sql)
    }

    /// Appends a name.
    package mutating func appendInterpolation(_ name: SQLIdentifier) { name.write(to: &sql) }

    /// Appends the name of a table, column or cluster.
    package mutating func appendInterpolation(table name: String) { SQLIdentifier(name).write(to: &sql) }

    /// Appends another statement or a part of one.
    package mutating func appendInterpolation(_ statement: Statement) { sql += statement.sql }
  }
}
