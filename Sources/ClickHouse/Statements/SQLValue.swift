internal import Bytes
internal import Vocabulary
internal import Transfer

/// A value in a statement or a row. It is rendered here only, in a form that means the same in every supported version.
package enum SQLValue: Hashable, Sendable {
  case null
  /// A signed integer.
  case int(Int64)
  /// An unsigned integer.
  case uint(UInt64)
  /// A floating-point number, also infinite or not a number.
  case double(Double)
  /// A string: any bytes, including NUL and invalid UTF-8.
  case bytes([UInt8])
  /// A string of exactly this length (`FixedString`), such as a digest.
  case fixed([UInt8])
  /// A UTC day, counted from 1970-01-01. Days outside 1970-01-01 to 2105-12-31, the range of `Date` in every version,
  /// are replaced by the nearest day in it.
  case day(Int)
  /// An array; its elements have the same type.
  case array([SQLValue])
  /// A tuple.
  case tuple([SQLValue])

  /// A string in UTF-8.
  package static func text(_ text: String) -> SQLValue { .bytes(Array(text.utf8)) }

  /// A number.
  package static func int(_ number: Int) -> SQLValue { .int(Int64(number)) }

  /// The last day of `Date`: 2105-12-31. The type is wider, but older versions have no calendar for later days.
  static let lastDay = 49_672
}

// MARK: - As a literal

extension SQLValue {
  /// Appends the value as a literal of SQL. The result is printable ASCII.
  func writeLiteral(to sql: inout [UInt8]) {
    switch self {
    case .null: sql += "NULL".utf8
    // Without parentheses, a sign after a minus would begin a comment.
    case .int(let number): sql += (number < 0 ? "(\(number))" : "\(number)").utf8
    case .uint(let number): sql += "\(number)".utf8
    case .double(let number): Self.write(number, to: &sql)
    case .bytes(let bytes): Self.write(bytes, to: &sql)
    case .fixed(let bytes):
      sql += "toFixedString(".utf8
      Self.write(bytes, to: &sql)
      sql += ", \(bytes.count))".utf8
    case .day: sql += "toDate('\(date)')".utf8
    case .array(let elements): Self.write(elements, "[", "]", to: &sql)
    // Parentheses around one element would not be a tuple.
    case .tuple(let elements): Self.write(elements, "tuple(", ")", to: &sql)
    }
  }

  /// The date of `day`, `2026-01-31`.
  private var date: String {
    guard case .day(let day) = self else { return "" }
    return Timestamp(day: min(max(day, 0), Self.lastDay)).date
  }

  static func write(_ elements: [SQLValue], _ open: String, _ close: String, to sql: inout [UInt8]) {
    sql += open.utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { sql += ", ".utf8 }
      element.writeLiteral(to: &sql)
    }
    sql += close.utf8
  }

  private static func write(_ number: Double, to sql: inout [UInt8]) {
    if number.isNaN {
      sql += "nan".utf8
    } else if number.isInfinite {
      sql += (number < 0 ? "(-inf)" : "inf").utf8
    } else {
      sql += (number.sign == .minus ? "(\(number))" : "\(number)").utf8
    }
  }

  /// Every byte except printable ASCII is written as `\xHH`, so that the encoding of the statement does not matter.
  private static func write(_ bytes: [UInt8], to sql: inout [UInt8]) {
    sql.append(UInt8(ascii: "'"))
    for byte in bytes {
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\") {
        sql.append(UInt8(ascii: "\\"))
        sql.append(byte)
      } else if byte >= 0x20, byte < 0x7F {
        sql.append(byte)
      } else {
        sql += "\\x".utf8
        sql += Hex.text(byte).utf8
      }
    }
    sql.append(UInt8(ascii: "'"))
  }
}

// MARK: - As a field of a row

extension SQLValue {
  /// Appends the value as a field of TabSeparated.
  func writeField(to row: inout [UInt8]) {
    switch self {
    case .null: row += "\\N".utf8
    case .int(let number):
      if number < 0 { row.append(UInt8(ascii: "-")) }
      Self.write(number.magnitude, to: &row)
    case .uint(let number): Self.write(number, to: &row)
    case .double(let number): row += (number.isInfinite ? (number < 0 ? "-inf" : "inf") : "\(number)").utf8
    case .bytes(let bytes), .fixed(let bytes): Self.writeEscaped(bytes, to: &row)
    case .day: row += date.utf8
    case .array(let elements): Self.writeFields(elements, "[", "]", to: &row)
    case .tuple(let elements): Self.writeFields(elements, "(", ")", to: &row)
    }
  }

  private static func writeFields(_ elements: [SQLValue], _ open: String, _ close: String, to row: inout [UInt8]) {
    row += open.utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { row.append(UInt8(ascii: ",")) }
      switch element {
      case .null: row += "NULL".utf8
      case .bytes(let bytes), .fixed(let bytes):
        row.append(UInt8(ascii: "'"))
        writeEscaped(bytes, to: &row)
        row.append(UInt8(ascii: "'"))
      case .day: row += "'\(element.date)'".utf8
      default: element.writeField(to: &row)
      }
    }
    row += close.utf8
  }

  /// Appends decimal digits: without a string, which would take most of the time of a row.
  private static func write(_ number: UInt64, to row: inout [UInt8]) {
    var rest = number
    let start = row.count
    repeat {
      row.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    row[start...].reverse()
  }

  /// All other bytes are written as they are, also those that are not UTF-8.
  static func writeEscaped(_ bytes: [UInt8], to row: inout [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      // The bytes before the next one to be escaped are appended together.
      var start = 0
      for index in bytes.indices {
        let byte = bytes[index]
        guard byte < 0x20 || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\"), let letter = escape(byte) else {
          continue
        }
        row += bytes[start..<index]
        row.append(UInt8(ascii: "\\"))
        row.append(letter)
        start = index + 1
      }
      row += bytes[start...]
    }
  }

  /// Returns the byte after the backslash; `nil` for a byte that is written as it is.
  private static func escape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x00: UInt8(ascii: "0")
    case 0x08: UInt8(ascii: "b")
    case 0x09: UInt8(ascii: "t")
    case 0x0A: UInt8(ascii: "n")
    case 0x0C: UInt8(ascii: "f")
    case 0x0D: UInt8(ascii: "r")
    case UInt8(ascii: "'"), UInt8(ascii: "\\"): byte
    default: nil
    }
  }
}
