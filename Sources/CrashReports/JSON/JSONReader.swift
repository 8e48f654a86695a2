/// Pulls the values of one JSON text (RFC 8259) in the order in which they stand, for documents of this program.
///
/// Unlike reports, documents are written by programs and not pasted by people, so the first deviation from the
/// standard ends the reading: `fault` then says where. After that every call answers "nothing more".
package struct JSONReader {
  private var cursor: JSONCursor
  /// Elements of arrays and members of objects met so far. Two bytes of text may be an element that takes hundreds of
  /// bytes in memory, so their number is limited apart from the text's length.
  private var elements = 0
  private var members = 0
  private static let longestArrays = 1_000_000
  private static let mostMembers = 8_000_000

  /// - Parameters:
  ///   - bytes: The text, and perhaps others around it.
  ///   - range: Where the text stands; `nil`: everywhere.
  ///   - line: Line of its first byte, from 1.
  ///   - depth: Levels of nesting that are entered.
  package init(_ bytes: [UInt8], range: Range<Int>? = nil, line: Int = 1, depth: Int = 64) {
    cursor = JSONCursor(bytes, range: range ?? 0..<bytes.count, line: line, depthLimit: depth, isStrict: true)
  }

  /// Line of the next value, from 1.
  package var line: Int {
    mutating get {
      _ = cursor.peek()
      return cursor.line
    }
  }

  /// Why the reading ended early; `nil` while nothing is amiss.
  package var fault: DecodingFault? {
    guard let fault = cursor.fault else { return nil }
    let code: DecodingFault.Code
    let text: String
    switch fault.reason {
    case .truncated: (code, text) = (.incomplete, "ends inside a JSON value")
    case .mismatch: (code, text) = (.damaged, "its JSON closes a bracket that is not open")
    case .tooDeep where elements > Self.longestArrays || members > Self.mostMembers:
      (code, text) = (.limitReached, "its JSON has more parts than are read")
    case .tooDeep: (code, text) = (.limitReached, "its JSON is nested too deeply")
    case .syntax: (code, text) = (.damaged, "is no JSON from here on")
    }
    return DecodingFault(code, text, line: fault.line, offset: fault.offset)
  }

  /// True if nothing but white space follows.
  package var isAtEnd: Bool {
    mutating get { cursor.peek() == nil && cursor.fault == nil }
  }

  /// Enters the object that is next and calls `member` for each member; that must consume the value. `false`, and the
  /// value consumed, if something else is next.
  @discardableResult
  package mutating func object(_ member: (_ name: String, _ reader: inout JSONReader) -> Void) -> Bool {
    guard enterObject() else { return false }
    while let name = nextMember() { member(name, &self) }
    return true
  }

  /// Enters the object that is next. `false`, and the value consumed, if something else is next.
  package mutating func enterObject() -> Bool { cursor.enterObject() }

  /// The name of the next member of the object that was entered last; its value must be consumed. `nil` at the end.
  package mutating func nextMember() -> String? {
    guard let key = cursor.nextKey() else { return nil }
    members += 1
    if members > Self.mostMembers { cursor.stop(.tooDeep) }
    return cursor.string(key)
  }

  /// What `element` makes of each element of the array that is next, without those of which it makes nothing; it must
  /// consume the element. `nil`, and the value consumed, if something else is next.
  package mutating func array<Element>(_ element: (_ reader: inout JSONReader) -> Element?) -> [Element]? {
    guard enterArray() else { return nil }
    var elements: [Element] = []
    while nextElement() {
      if let value = element(&self) { elements.append(value) }
    }
    return elements
  }

  /// Enters the array that is next. `false`, and the value consumed, if something else is next.
  package mutating func enterArray() -> Bool { cursor.enterArray() }

  /// True if there is another element in the array that was entered last; it must be consumed.
  package mutating func nextElement() -> Bool {
    guard cursor.nextElement() else { return false }
    elements += 1
    guard elements <= Self.longestArrays else {
      cursor.stop(.tooDeep)
      return false
    }
    return true
  }

  /// Consumes the next value, whatever it is.
  package mutating func skip() { cursor.skipValue() }

  /// The text that is next. `nil`, and the value consumed, for anything else; so with all functions below.
  package mutating func text() -> String? {
    guard cursor.peek() == UInt8(ascii: "\"") else {
      cursor.skipValue()
      return nil
    }
    return cursor.scanString().map { cursor.string($0) }
  }

  /// The elements of the array that is next, those that are not texts left out; `nil` for anything but an array.
  package mutating func texts() -> [String]? { array { $0.text() } }

  /// The Boolean that is next.
  package mutating func flag() -> Bool? {
    if case .bool(let value)? = scalar() { return value }
    return nil
  }

  /// A whole number.
  package mutating func integer() -> Int? {
    switch number() {
    case .unsigned(let value)?: Int(exactly: value)
    case .negative(let value)?: Int(exactly: value)
    case .double(let value)?: Int(exactly: value)
    case nil: nil
    }
  }

  /// A whole number from 0 to `UInt64.max`, exponents and fractions of zero included (`1e3`, `2.0`).
  package mutating func unsigned() -> UInt64? {
    switch number() {
    case .unsigned(let value)?: value
    case .double(let value)?: UInt64(exactly: value)
    case .negative?, nil: nil
    }
  }

  /// A number as `Double`, and as whole number where it is one.
  package mutating func decimal() -> (value: Double, whole: Int?)? {
    switch number() {
    case .unsigned(let value)?: (Double(value), Int(exactly: value))
    case .negative(let value)?: (Double(value), Int(exactly: value))
    case .double(let value)?: (value, nil)
    case nil: nil
    }
  }

  /// The number of a line, from 1; `nil` for what is none, and for numbers that no input has.
  package mutating func lineNumber() -> Int? {
    guard let line = integer(), line >= 1, line <= 1 << 53 else { return nil }
    return line
  }

  /// An address as documents write it: `0x` and hexadecimal digits in a text.
  package mutating func address() -> UInt64? {
    guard let text = text(), text.hasPrefix("0x"), text.utf8.count <= 18 else { return nil }
    return UInt64(text.dropFirst(2), radix: 16)
  }

  /// What sort of value is next.
  package enum Kind { case object, array, text, number, flag, null }

  /// The sort of the next value by its first character; the value is not consumed. `nil` at the end and after a fault;
  /// characters that begin no value count as `number`, and reading them is a fault.
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
