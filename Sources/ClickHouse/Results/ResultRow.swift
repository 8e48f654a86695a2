internal import Bytes
internal import Vocabulary

/// The columns of a result.
package final class ResultColumns: Sendable {
  /// The names in order.
  package let names: [String]
  /// The types as the server states them: `Nullable(UInt64)`.
  package let types: [String]
  private let indices: [String: Int]

  init(names: [String], types: [String]) {
    self.names = names
    self.types = types
    indices = Dictionary(names.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the index of the column; `nil` if there is none with this name.
  package func index(of name: String) -> Int? { indices[name] }

  /// Whether the type of the last column is a number or a date. Text that a server inserts after an error is then never
  /// a valid row.
  var endsInNumber: Bool {
    guard var type = types.last?[...] else { return false }
    while let inner = ["Nullable(", "LowCardinality("].first(where: { type.hasPrefix($0) }) {
      type = type.dropFirst(inner.count)
    }
    return ["UInt", "Int", "Float", "Date"].contains { type.hasPrefix($0) }
  }
}

/// A row of a result. Values are read by the name of the column, or by an index of `columns` in loops over many rows.
///
/// Reading throws `notUnderstood` if the column does not exist or has another type.
package struct ResultRow: Sendable {
  /// The columns.
  package let columns: ResultColumns
  /// The line without the line break, escaped.
  private let line: [UInt8]
  /// The offset after each field.
  private let ends: [Int]

  /// Creates a row; `nil` if it does not have as many fields as there are columns.
  init?(_ line: ArraySlice<UInt8>, _ columns: ResultColumns) {
    var ends: [Int] = []
    ends.reserveCapacity(columns.names.count)
    for (offset, byte) in line.enumerated() where byte == 0x09 { ends.append(offset) }
    ends.append(line.count)
    guard ends.count == columns.names.count else { return nil }
    self.line = Array(line)
    self.ends = ends
    self.columns = columns
  }

  /// The escaped field.
  func field(_ index: Int) -> ArraySlice<UInt8> {
    guard ends.indices.contains(index) else { return [] }
    return line[(index == 0 ? 0 : ends[index - 1] + 1)..<ends[index]]
  }

  /// Whether the last field is a number, a date or NULL.
  var endsInNumber: Bool {
    let last = field(ends.count - 1)
    let isNumber = last.allSatisfy { $0.isDigit || Self.punctuation.contains($0) }
    return !last.isEmpty && (isNumber || Self.words.contains { last.elementsEqual($0.utf8) })
  }

  /// The characters of numbers and dates other than digits.
  private static let punctuation = Array("-+.e: ".utf8)
  /// Values of numbers that are words.
  private static let words = ["\\N", "inf", "-inf", "nan", "-nan"]
}

// MARK: - Values by name

extension ResultRow {
  /// Returns the index of a column.
  private func index(_ name: String) throws(ServerError) -> Int {
    guard let index = columns.index(of: name) else {
      throw ServerError(.notUnderstood, "the answer has no column \(name)")
    }
    return index
  }

  /// Returns whether the value is NULL.
  package func isNull(_ name: String) throws(ServerError) -> Bool { isNull(try index(name)) }

  /// Returns the bytes of a string.
  package func bytes(_ name: String) throws(ServerError) -> [UInt8] { bytes(try index(name)) }

  /// Returns a string; invalid UTF-8 is replaced by U+FFFD.
  package func text(_ name: String) throws(ServerError) -> String { String(streamSafe: try bytes(name)) }

  /// Returns a signed integer.
  package func int(_ name: String) throws(ServerError) -> Int { try int(at: try index(name)) }

  /// Returns an unsigned integer.
  package func uint(_ name: String) throws(ServerError) -> UInt64 { try uint(at: try index(name)) }

  /// Returns a floating-point number.
  package func double(_ name: String) throws(ServerError) -> Double { try double(at: try index(name)) }

  /// Returns a UTC day, counted from 1970-01-01.
  package func day(_ name: String) throws(ServerError) -> Int { try day(at: try index(name)) }

  /// Returns an array of strings.
  package func array(_ name: String) throws(ServerError) -> [[UInt8]] { try array(at: try index(name)) }
}

// MARK: - Values by index

extension ResultRow {
  /// Returns whether the value is NULL.
  package func isNull(_ index: Int) -> Bool { field(index).elementsEqual("\\N".utf8) }

  /// Returns the bytes of a string, or the text of another value.
  package func bytes(_ index: Int) -> [UInt8] { Self.unescaped(field(index)) }

  /// Returns a signed integer.
  package func int(at index: Int) throws(ServerError) -> Int {
    guard let number = Int(field(index).text) else { throw unexpected(index, "an integer") }
    return number
  }

  /// Returns an unsigned integer.
  package func uint(at index: Int) throws(ServerError) -> UInt64 {
    guard let number = UInt64(field(index).text) else { throw unexpected(index, "an unsigned integer") }
    return number
  }

  /// Returns a floating-point number.
  package func double(at index: Int) throws(ServerError) -> Double {
    guard let number = Double(field(index).text) else { throw unexpected(index, "a number") }
    return number
  }

  /// Returns a UTC day, counted from 1970-01-01.
  package func day(at index: Int) throws(ServerError) -> Int {
    let field = field(index)
    // Before version 20, the first day of the type was written like this.
    if field.elementsEqual("0000-00-00".utf8) { return 0 }
    guard field.count == 10, let time = Timestamp(rfc3339: field.text) else { throw unexpected(index, "a date") }
    return time.day
  }

  /// Returns the elements of an array of strings or numbers, as bytes.
  package func array(at index: Int) throws(ServerError) -> [[UInt8]] {
    let field = field(index)
    guard field.first == UInt8(ascii: "["), field.last == UInt8(ascii: "]"), field.count >= 2 else {
      throw unexpected(index, "an array")
    }
    var elements: [[UInt8]] = []
    var rest = field.dropFirst().dropLast()
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: "'") {
        var end = rest.startIndex + 1
        while end < rest.endIndex, rest[end] != UInt8(ascii: "'") { end += rest[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < rest.endIndex else { throw unexpected(index, "an array") }
        elements.append(Self.unescaped(rest[(rest.startIndex + 1)..<end]))
        rest = rest[(end + 1)...]
      } else {
        let element = rest.prefix { $0 != UInt8(ascii: ",") }
        elements.append(Array(element))
        rest = rest[element.endIndex...]
      }
      if rest.isEmpty { break }
      guard rest.popFirst() == UInt8(ascii: ","), !rest.isEmpty else { throw unexpected(index, "an array") }
    }
    return elements
  }

  private func unexpected(_ index: Int, _ what: String) -> ServerError {
    // The name is text of the server.
    let name =
      columns.names.indices.contains(index)
      ? Terminal.escaped(String(columns.names[index].prefix(characters: 40))) : "\(index)"
    return ServerError(.notUnderstood, "the column \(name) of the answer is not \(what)")
  }

  /// Returns the bytes of an escaped field (TabSeparated).
  static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
    guard field.contains(UInt8(ascii: "\\")) else { return Array(field) }
    var result: [UInt8] = []
    result.reserveCapacity(field.count)
    var rest = field
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch letter {
      case UInt8(ascii: "0"): result.append(0x00)
      case UInt8(ascii: "a"): result.append(0x07)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "v"): result.append(0x0B)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "r"): result.append(0x0D)
      default: result.append(letter)
      }
    }
    return result
  }
}
