import Vocabulary

/// A stretch of bytes by offsets. Unlike `Range` it may be empty or backwards without trapping, so that arithmetic on
/// hostile lines needs no checks of its own.
struct Slice: Equatable {
  var start: Int
  var end: Int

  init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  var isEmpty: Bool { end <= start }
  var count: Int { end > start ? end - start : 0 }
}

/// Bytes of a text and the few questions the line grammars ask of them. No question traps, whatever the offsets.
struct ByteText {
  let bytes: [UInt8]
  /// Bytes kept of one text.
  let limit: Int

  init(_ bytes: [UInt8], limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  /// The byte at `index`, or 0 outside the text.
  @inline(__always)
  subscript(index: Int) -> UInt8 {
    index >= 0 && index < bytes.count ? bytes[index] : 0
  }

  /// The text of `slice`; bytes that are no UTF-8 become U+FFFD.
  func string(_ slice: Slice) -> String {
    let end = min(slice.end, bytes.count)
    guard slice.start >= 0, slice.start < end else { return "" }
    return String(decoding: bytes[slice.start..<min(end, slice.start + limit)], as: UTF8.self)
  }

  /// As `string`, but `nil` where a report says nothing: an empty text or question marks.
  func value(_ slice: Slice) -> String? {
    let text = trimmed(slice)
    if text.isEmpty || isUnknown(text) { return nil }
    return string(text)
  }

  /// `???` or `?`, as reports print what they do not know.
  func isUnknown(_ slice: Slice) -> Bool {
    guard !slice.isEmpty, slice.count <= 3 else { return false }
    return (slice.start..<slice.end).allSatisfy { self[$0] == UInt8(ascii: "?") }
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inline(__always)
  static func hexValue(_ byte: UInt8) -> UInt64? {
    if byte &- 0x30 < 10 { return UInt64(byte &- 0x30) }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? UInt64(letter + 10) : nil
  }

  func isIdentifier(_ byte: UInt8) -> Bool {
    Self.isLetter(byte) || Self.isDigit(byte) || byte == UInt8(ascii: "_")
  }

  func trimmed(_ slice: Slice) -> Slice {
    var slice = slice
    while slice.start < slice.end, Self.isBlank(self[slice.start]) { slice.start += 1 }
    while slice.end > slice.start, Self.isBlank(self[slice.end - 1]) { slice.end -= 1 }
    return slice
  }

  @inline(__always)
  func skipBlanks(_ index: Int, _ end: Int) -> Int {
    var index = index
    while index < end, Self.isBlank(self[index]) { index += 1 }
    return index
  }

  func hasPrefix(_ prefix: StaticString, _ slice: Slice) -> Bool {
    prefix.utf8CodeUnitCount <= slice.count && matches(prefix, at: slice.start)
  }

  func hasSuffix(_ suffix: StaticString, _ slice: Slice) -> Bool {
    suffix.utf8CodeUnitCount <= slice.count && matches(suffix, at: slice.end - suffix.utf8CodeUnitCount)
  }

  func equals(_ slice: Slice, _ text: StaticString) -> Bool {
    slice.count == text.utf8CodeUnitCount && matches(text, at: slice.start)
  }

  /// ASCII letters compare without regard to case.
  func hasPrefix(ignoringCase prefix: StaticString, _ slice: Slice) -> Bool {
    guard prefix.utf8CodeUnitCount <= slice.count else { return false }
    return prefix.withUTF8Buffer { buffer in
      for (offset, byte) in buffer.enumerated() where Self.lowered(byte) != Self.lowered(self[slice.start + offset]) {
        return false
      }
      return true
    }
  }

  static func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  private func matches(_ text: StaticString, at start: Int) -> Bool {
    text.withUTF8Buffer { buffer in
      for (offset, byte) in buffer.enumerated() where byte != self[start + offset] { return false }
      return true
    }
  }

  func contains(_ needle: StaticString, _ slice: Slice) -> Bool { find(needle, slice) != nil }

  /// First place of `needle`.
  func find(_ needle: StaticString, _ slice: Slice) -> Int? {
    let length = needle.utf8CodeUnitCount
    guard length > 0, slice.count >= length else { return nil }
    let first = needle.withUTF8Buffer { $0[0] }
    var index = slice.start
    let last = slice.end - length
    while index <= last {
      if self[index] == first, matches(needle, at: index) { return index }
      index += 1
    }
    return nil
  }

  /// First place of `needle`, ASCII case ignored.
  func find(ignoringCase needle: StaticString, _ slice: Slice) -> Int? {
    let length = needle.utf8CodeUnitCount
    guard length > 0, slice.count >= length else { return nil }
    let first = needle.withUTF8Buffer { Self.lowered($0[0]) }
    var index = slice.start
    let last = slice.end - length
    while index <= last {
      if Self.lowered(self[index]) == first, hasPrefix(ignoringCase: needle, Slice(index, slice.end)) { return index }
      index += 1
    }
    return nil
  }

  func findLast(_ needle: StaticString, _ slice: Slice) -> Int? {
    let length = needle.utf8CodeUnitCount
    guard length > 0, slice.count >= length else { return nil }
    var index = slice.end - length
    while index >= slice.start {
      if matches(needle, at: index) { return index }
      index -= 1
    }
    return nil
  }

  func first(_ byte: UInt8, _ slice: Slice) -> Int? {
    var index = slice.start
    while index < slice.end {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  func last(_ byte: UInt8, _ slice: Slice) -> Int? {
    var index = slice.end - 1
    while index >= slice.start {
      if self[index] == byte { return index }
      index -= 1
    }
    return nil
  }

  /// The parenthesis that the one just before `slice.end` closes.
  func openingParenthesis(_ slice: Slice) -> Int? {
    var depth = 0
    var index = slice.end - 1
    while index >= slice.start {
      switch self[index] {
      case UInt8(ascii: ")"): depth += 1
      case UInt8(ascii: "("):
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
      index -= 1
    }
    return nil
  }

  /// All of `slice` as an unsigned decimal number.
  func decimal(_ slice: Slice) -> UInt64? {
    guard !slice.isEmpty, slice.count <= 20 else { return nil }
    var value: UInt64 = 0
    for index in slice.start..<slice.end {
      let byte = self[index]
      guard Self.isDigit(byte) else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(byte &- 0x30))
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }

  func integer(_ slice: Slice) -> Int? { decimal(slice).flatMap { Int(exactly: $0) } }

  /// All of `slice` as hexadecimal digits, without `0x`.
  func hexadecimal(_ slice: Slice) -> UInt64? {
    guard !slice.isEmpty, slice.count <= 18 else { return nil }
    var value: UInt64 = 0
    for index in slice.start..<slice.end {
      guard let digit = Self.hexValue(self[index]), value >> 60 == 0 else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  /// All of `slice` as `0x…` or decimal.
  func number(_ slice: Slice) -> UInt64? {
    if self[slice.start] == UInt8(ascii: "0"), self[slice.start + 1] | 0x20 == UInt8(ascii: "x"), slice.count > 2 {
      return hexadecimal(Slice(slice.start + 2, slice.end))
    }
    return decimal(slice)
  }

  /// Text up to the next blank.
  func token(_ slice: Slice) -> Slice {
    let start = skipBlanks(slice.start, slice.end)
    var end = start
    while end < slice.end, !Self.isBlank(self[end]) { end += 1 }
    return Slice(start, end)
  }

  /// `name [pid]`; either part may be missing.
  func nameAndNumber(_ slice: Slice) -> (name: Slice, number: Int?) {
    let slice = trimmed(slice)
    guard self[slice.end - 1] == UInt8(ascii: "]"), let open = last(UInt8(ascii: "["), slice),
      let number = integer(Slice(open + 1, slice.end - 1))
    else { return (slice, nil) }
    return (trimmed(Slice(slice.start, open)), number)
  }

  /// FNV-1a over the bytes; a key for tables of known words.
  func hash(_ slice: Slice) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var index = slice.start
    while index < slice.end {
      hash = (hash ^ UInt64(self[index])) &* 0x100_0000_01b3
      index += 1
    }
    return hash
  }

  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// All of `slice` as 32 hexadecimal digits, dashes between them ignored.
  ///
  /// Reports have hundreds of these; the vocabulary's generic initializer costs more than all else in their lines.
  func uuid(_ slice: Slice) -> ImageUUID? {
    guard slice.count == 32 || slice.count == 36 else { return nil }
    var digits = 0
    var high: UInt64 = 0
    var low: UInt64 = 0
    var index = slice.start
    while index < slice.end {
      let byte = self[index]
      index += 1
      if byte == UInt8(ascii: "-") { continue }
      guard let digit = Self.hexValue(byte) else { return nil }
      if digits < 16 { high = high << 4 | digit } else { low = low << 4 | digit }
      digits += 1
    }
    return digits == 32 ? ImageUUID(high: high, low: low) : nil
  }

  /// The same bytes at two places.
  func same(_ left: Slice, _ right: Slice) -> Bool {
    guard left.count == right.count else { return false }
    var index = 0
    while index < left.count {
      if self[left.start + index] != self[right.start + index] { return false }
      index += 1
    }
    return true
  }

  /// True if a line looks like words of a language rather than of a machine: letters outside ASCII prevail.
  func isMostlyForeign(_ slice: Slice) -> Bool {
    var foreign = 0
    for index in slice.start..<max(slice.start, slice.end) where self[index] >= 0x80 { foreign += 1 }
    return foreign * 3 > slice.count
  }
}
