/// A strict pull parser for one JSON text (RFC 8259), for the documents of this program.
///
/// Unlike reports, documents are written by programs and not pasted by people, so the first deviation from the
/// standard stops the reader; `fault` has its location. After a fault every call reports the end of the input.
package struct JSONReader {
  private var cursor: JSONCursor
  /// The number of array elements and object members read so far. Two bytes of text may be an element that takes
  /// hundreds of bytes in memory, so these counts are limited independently of the length of the text.
  private var elements = 0
  private var members = 0
  private static let maxElements = 1_000_000
  private static let maxMembers = 8_000_000

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - bytes: The text; there may be other bytes around it.
  ///   - range: The range of the text; `nil` for all of `bytes`.
  ///   - line: The line of the first byte, from 1.
  ///   - depth: The maximum depth of nesting.
  package init(_ bytes: [UInt8], range: Range<Int>? = nil, line: Int = 1, depth: Int = 64) {
    cursor = JSONCursor(bytes, range: range ?? 0..<bytes.count, line: line, depthLimit: depth, isStrict: true)
  }

  /// The line of the next value, from 1.
  package var line: Int {
    mutating get {
      _ = cursor.peek()
      return cursor.line
    }
  }

  /// The error that stopped the reader; `nil` if there is none.
  package var fault: DecodingFault? {
    guard let fault = cursor.fault else { return nil }
    let code: DecodingFault.Code
    let text: String
    switch fault.reason {
    case .truncated: (code, text) = (.incomplete, "ends inside a JSON value")
    case .mismatch: (code, text) = (.damaged, "a JSON bracket is closed but was not opened")
    case .tooDeep where elements > Self.maxElements || members > Self.maxMembers:
      (code, text) = (
        .limitReached,
        "its JSON exceeds the limit of \(Self.maxElements) array elements or \(Self.maxMembers) object members"
      )
    case .tooDeep:
      (code, text) = (.limitReached, "its JSON is nested deeper than the limit of \(cursor.depthLimit) levels")
    case .syntax: (code, text) = (.damaged, "not valid JSON from this point on")
    }
    return DecodingFault(code, text, line: fault.line, offset: fault.offset)
  }

  /// True if only white space follows and there is no fault.
  package var isAtEnd: Bool {
    mutating get { cursor.peek() == nil && cursor.fault == nil }
  }

  /// Reads the next value if it is an object, and calls `member` for each member; `member` must consume its value. For
  /// any other value, consumes it and returns false.
  @discardableResult
  package mutating func object(_ member: (_ name: String, _ reader: inout JSONReader) -> Void) -> Bool {
    guard enterObject() else { return false }
    while let name = nextMember() { member(name, &self) }
    return true
  }

  /// Enters the next value if it is an object; otherwise consumes the value and returns false.
  package mutating func enterObject() -> Bool { cursor.enterObject() }

  /// Returns the name of the next member of the innermost open object; the caller must consume its value. `nil` at the
  /// end of the object.
  package mutating func nextMember() -> String? {
    guard let key = cursor.nextKey() else { return nil }
    members += 1
    if members > Self.maxMembers { cursor.stop(.tooDeep) }
    return cursor.string(key)
  }

  /// Reads the next value if it is an array, and returns the non-`nil` results of `element` for its elements; `element`
  /// must consume the element. For any other value, consumes it and returns `nil`.
  package mutating func array<Element>(_ element: (_ reader: inout JSONReader) -> Element?) -> [Element]? {
    guard enterArray() else { return nil }
    var elements: [Element] = []
    while nextElement() {
      if let value = element(&self) { elements.append(value) }
    }
    return elements
  }

  /// Enters the next value if it is an array; otherwise consumes the value and returns false.
  package mutating func enterArray() -> Bool { cursor.enterArray() }

  /// Returns whether the innermost open array has another element; the caller must consume it.
  package mutating func nextElement() -> Bool {
    guard cursor.nextElement() else { return false }
    elements += 1
    guard elements <= Self.maxElements else {
      cursor.stop(.tooDeep)
      return false
    }
    return true
  }

  /// Consumes the next value, of any kind.
  package mutating func skip() { cursor.skipValue() }

  /// Consumes the next value and returns it if it is a string; `nil` for anything else.
  package mutating func text() -> String? {
    guard cursor.peek() == UInt8(ascii: "\"") else {
      cursor.skipValue()
      return nil
    }
    return cursor.scanString().map { cursor.string($0) }
  }

  /// Consumes the next value and returns the strings in it if it is an array; other elements are dropped. `nil` for
  /// anything but an array.
  package mutating func texts() -> [String]? { array { $0.text() } }

  /// Consumes the next value and returns it if it is a Boolean; `nil` for anything else.
  package mutating func flag() -> Bool? {
    if case .bool(let value)? = scalar() { return value }
    return nil
  }

  /// Consumes the next value and returns it if it is an integer in the range of `Int`; `nil` for anything else.
  package mutating func integer() -> Int? {
    switch number() {
    case .unsigned(let value)?: Int(exactly: value)
    case .negative(let value)?: Int(exactly: value)
    case .double(let value)?: Int(exactly: value)
    case nil: nil
    }
  }

  /// Consumes the next value and returns it if it is an integer from 0 to `UInt64.max`, also written with an exponent
  /// or a fraction of zero (`1e3`, `2.0`); `nil` for anything else.
  package mutating func unsigned() -> UInt64? {
    switch number() {
    case .unsigned(let value)?: value
    case .double(let value)?: UInt64(exactly: value)
    case .negative?, nil: nil
    }
  }

  /// Consumes the next value and returns it if it is a number: as `Double`, and as `Int` if it is written as an integer
  /// in that range. `nil` for anything else.
  package mutating func decimal() -> (value: Double, whole: Int?)? {
    switch number() {
    case .unsigned(let value)?: (Double(value), Int(exactly: value))
    case .negative(let value)?: (Double(value), Int(exactly: value))
    case .double(let value)?: (value, nil)
    case nil: nil
    }
  }

  /// Consumes the next value and returns it if it is a line number from 1 to 2^53; `nil` for anything else.
  package mutating func lineNumber() -> Int? {
    guard let line = integer(), line >= 1, line <= 1 << 53 else { return nil }
    return line
  }

  /// Consumes the next value and returns it if it is an address: a string of `0x` and hexadecimal digits. `nil` for
  /// anything else.
  package mutating func address() -> UInt64? {
    guard let text = text(), text.hasPrefix("0x"), text.utf8.count <= 18 else { return nil }
    return UInt64(text.dropFirst(2), radix: 16)
  }

  /// A kind of JSON value.
  package enum Kind { case object, array, text, number, flag, null }

  /// The kind of the next value, by its first character; the value is not consumed. `nil` at the end and after a fault.
  /// Characters that cannot begin a value count as `number`; reading them causes a fault.
  package var kind: Kind? {
    mutating get {
      switch cursor.peek() {
      case UInt8(ascii: "{"): .object
      case UInt8(ascii: "["): .array
      case UInt8(ascii: "\""): .text
      case UInt8(ascii: "t"), UInt8(ascii: "f"): .flag
      case UInt8(ascii: "n"): .null
      case nil: nil
      default: .number
      }
    }
  }

  private mutating func number() -> JSONNumber? {
    if case .number(let number)? = scalar() { return number }
    return nil
  }

  private mutating func scalar() -> JSONScalar? {
    switch cursor.peek() {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), nil:
      cursor.skipValue()
      return nil
    default: return cursor.scanScalar()
    }
  }
}
