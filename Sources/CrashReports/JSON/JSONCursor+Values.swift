import Bytes

/// A JSON number. Integers are exact over the full range of 64 bits, signed and unsigned.
enum JSONNumber: Equatable {
  case unsigned(UInt64)
  case negative(Int64)
  case double(Double)
}

/// A JSON value that is neither a string nor a container.
enum JSONScalar: Equatable {
  case number(JSONNumber)
  case bool(Bool)
  case null
}

extension JSONCursor {
  /// Consumes a number, `true`, `false` or `null`; anything else is skipped and recorded as a repair.
  mutating func scanScalar() -> JSONScalar? {
    guard let first = peek() else {
      stop(.truncated)
      return nil
    }
    let start = offset
    var at = offset
    while at < end, isScalarByte(bytes[at]) { at += 1 }
    // A number or word that ends with the input may have been cut off.
    if at == end && depth > 0 {
      offset = end
      stop(.truncated)
      return nil
    }
    offset = at
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      if let number = number(start..<at) { return .number(number) }
    case UInt8(ascii: "t") where matches("true", start..<at): return .bool(true)
    case UInt8(ascii: "f") where matches("false", start..<at): return .bool(false)
    case UInt8(ascii: "n") where matches("null", start..<at): return .null
    default: break
    }
    offset = start
    skipGarbage(.badValue)
    return nil
  }

  private func isScalarByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: "\""),
      UInt8(ascii: "{"), UInt8(ascii: "["), 0...0x20:
      false
    default: true
    }
  }

  private func matches(_ word: StaticString, _ range: Range<Int>) -> Bool {
    ByteSearch.matches(bytes, at: range.lowerBound, end: range.upperBound, word)
      && range.count == word.utf8CodeUnitCount
  }

  /// Parses a number (RFC 8259, section 6). Leading zeros are accepted except in strict mode.
  private func number(_ range: Range<Int>) -> JSONNumber? {
    var at = range.lowerBound
    let end = range.upperBound
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    let firstDigit = at
    var value: UInt64 = 0
    var overflows = false
    while at < end, case let digit = bytes[at] &- 0x30, digit < 10 {
      let (product, tooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      overflows = overflows || tooBig || carry
      value = sum
      at += 1
    }
    guard at > firstDigit else { return nil }
    if isStrict && at - firstDigit > 1 && bytes[firstDigit] == UInt8(ascii: "0") { return nil }
    if at == end && !overflows {
      if !isNegative { return .unsigned(value) }
      if value == 0 { return .double(-0.0) }
      if value <= UInt64(Int64.max) { return .negative(-Int64(value)) }
      if value == UInt64(Int64.max) + 1 { return .negative(.min) }
    }
    guard isFraction(at..<end) else { return nil }
    return Double(String(streamSafe: bytes[range])).map(JSONNumber.double)
  }

  /// Returns whether the range has the form `[.digits][e[±]digits]`.
  private func isFraction(_ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    func digits() -> Bool {
      let start = at
      while at < range.upperBound, bytes[at] &- 0x30 < 10 { at += 1 }
      return at > start
    }
    if at < range.upperBound, bytes[at] == UInt8(ascii: ".") {
      at += 1
      guard digits() else { return false }
    }
    if at < range.upperBound, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < range.upperBound, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      guard digits() else { return false }
    }
    return at == range.upperBound
  }
}

// MARK: - Typed values: systems write the same member as a number, a string or a Boolean

extension JSONCursor {
  /// Consumes the next value and returns it as text: a string, or the digits of a number. `nil` for anything else.
  mutating func readString(limit: Int = .max) -> String? {
    guard let byte = peek() else {
      stop(.truncated)
      return nil
    }
    if byte == UInt8(ascii: "\"") { return scanString().map { string($0, limit: limit) } }
    guard byte != UInt8(ascii: "{"), byte != UInt8(ascii: "["), byte != UInt8(ascii: "t"), byte != UInt8(ascii: "f")
    else {
      skipMismatch()
      return nil
    }
    let start = offset
    guard case .number? = scanScalar() else { return nil }
    return String(streamSafe: bytes[start..<offset])
  }

  /// Consumes the next value and returns it as text unless it is empty: reports write "" for unknown values.
  mutating func readNonEmpty(limit: Int = .max) -> String? {
    guard let text = readString(limit: limit), !text.isEmpty else { return nil }
    return text
  }

  /// Consumes the next value and returns it as 64 bits: negative numbers as their bit pattern, strings if they are
  /// decimal or `0x…`.
  @inline(__always)
  mutating func readUInt64() -> UInt64? {
    guard let byte = peek() else {
      stop(.truncated)
      return nil
    }
    // Fast path: nearly every number of a report is a short run of digits.
    var value = UInt64(byte &- 0x30)
    if value < 10 {
      var at = offset + 1
      let last = min(end, offset + 19)
      while at < last, case let digit = bytes[at] &- 0x30, digit < 10 {
        value = value &* 10 &+ UInt64(digit)
        at += 1
      }
      if at < last, !isScalarByte(bytes[at]) {
        offset = at
        return value
      }
    }
    return readUInt64Slowly(byte)
  }

  @inline(never)
  private mutating func readUInt64Slowly(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "\""):
      guard let text = scanString() else { return nil }
      return ByteSearch.integer(bytes, text.range)
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "t"), UInt8(ascii: "f"):
      skipMismatch()
      return nil
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
      skipValue()
      return nil
    default:
      switch scanScalar() {
      case .number(.unsigned(let value))?: return value
      case .number(.negative(let value))?: return UInt64(bitPattern: value)
      case .number(.double(let value))?: return UInt64(exactly: value)
      default: return nil
      }
    }
  }

  mutating func readInt() -> Int? { readUInt64().flatMap(Int.init(exactly:)) }

  /// Consumes the next value and returns it as a Boolean: `true`, numbers other than 0, and strings that contain one of
  /// these are true.
  mutating func readBool() -> Bool? {
    guard let byte = peek() else {
      stop(.truncated)
      return nil
    }
    if byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") || byte == UInt8(ascii: "n") {
      guard case .bool(let value)? = scanScalar() else { return nil }
      return value
    }
    if byte == UInt8(ascii: "\"") {
      guard let text = scanString() else { return nil }
      if ByteSearch.matches(bytes, at: text.range.lowerBound, end: text.range.upperBound, "true") { return true }
      return ByteSearch.integer(bytes, text.range).map { $0 != 0 }
    }
    return readUInt64().map { $0 != 0 }
  }

  /// Consumes a message. If the input ends inside it, returns its beginning: unlike a partial name, a partial message
  /// is useful.
  mutating func readMessage(limit: Int) -> String? {
    guard peek() == UInt8(ascii: "\"") else { return readString(limit: limit) }
    let start = offset + 1
    if let text = scanString() { return string(text, limit: limit) }
    guard fault?.reason == .truncated, start < offset else { return nil }
    // If the closing quotation mark is missing, the lines below are not part of the message. A trailing backslash is
    // half an escape and would be reported as damage.
    var last = ByteSearch.lineEnd(bytes, from: start, end: offset)
    if bytes[last - 1] == UInt8(ascii: "\\") { last -= 1 }
    let cut = string(JSONText(range: start..<last, isVerbatim: false, isASCII: false), limit: limit)
    return cut.isEmpty ? nil : cut
  }

  /// Consumes an array of strings, or a single string, and returns at most `count` of them.
  mutating func readStrings(limit: Int, count: Int = 4096) -> [String] {
    guard peek() == UInt8(ascii: "[") else { return readMessage(limit: limit).map { [$0] } ?? [] }
    var texts: [String] = []
    guard enterArray() else { return texts }
    while nextElement() {
      if texts.count < count, let text = readMessage(limit: limit) {
        texts.append(text)
      } else if texts.count >= count {
        skipValue()
      }
    }
    return texts
  }
}
