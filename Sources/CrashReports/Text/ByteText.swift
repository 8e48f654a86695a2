import Platform
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
///
/// The bytes are borrowed: a reader asks them several times a byte, and an array would be retained and released with
/// each question. Whoever makes one keeps the bytes in place for as long as it is used.
struct ByteText {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Bytes kept of one text.
  let limit: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  var count: Int { bytes.count }

  /// The byte at `index`, or 0 outside the text.
  @inline(__always)
  subscript(index: Int) -> UInt8 {
    UInt(bitPattern: index) < UInt(bitPattern: bytes.count) ? bytes[index] : 0
  }

  /// `slice` without what lies outside the text.
  @inline(__always)
  private func clamped(_ slice: Slice) -> UnsafeBufferPointer<UInt8> {
    let end = min(slice.end, bytes.count)
    guard slice.start >= 0, slice.start < end else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(rebasing: bytes[slice.start..<end])
  }

  /// The text of `slice`; bytes that are no UTF-8 become U+FFFD.
  func string(_ slice: Slice) -> String {
    let part = clamped(slice)
    let kept = part.count <= limit ? part : UnsafeBufferPointer(rebasing: part.prefix(limit))
    return String(decoding: kept, as: UTF8.self)
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

  @inline(__always)
  func hasPrefix(_ prefix: StaticString, _ slice: Slice) -> Bool {
    prefix.utf8CodeUnitCount <= slice.count && matches(prefix, at: slice.start)
  }

  @inline(__always)
  func hasSuffix(_ suffix: StaticString, _ slice: Slice) -> Bool {
    suffix.utf8CodeUnitCount <= slice.count && matches(suffix, at: slice.end - suffix.utf8CodeUnitCount)
  }

  @inline(__always)
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

  /// Most questions are answered by the first byte, so that one is looked at before anything is called.
  @inline(__always)
  private func matches(_ text: StaticString, at start: Int) -> Bool {
    text.withUTF8Buffer { word in
      guard let first = word.first else { return true }
      return self[start] == first && stands(word, at: start)
    }
  }

  private func stands(_ word: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    guard start >= 0, word.count <= bytes.count - start, let base = bytes.baseAddress, let pattern = word.baseAddress
    else { return false }
    return memcmp(base + start, pattern, word.count) == 0
  }

  func contains(_ needle: StaticString, _ slice: Slice) -> Bool { find(needle, slice) != nil }

  /// First place of `needle`.
  func find(_ needle: StaticString, _ slice: Slice) -> Int? {
    let length = needle.utf8CodeUnitCount
    guard length > 0, slice.count >= length else { return nil }
    let first = needle.withUTF8Buffer { $0[0] }
    var index = slice.start
    let end = slice.end - length + 1
    while let place = self.first(first, Slice(index, end)) {
      if matches(needle, at: place) { return place }
      index = place + 1
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

  /// By the C library's vectorised search.
  func first(_ byte: UInt8, _ slice: Slice) -> Int? {
    let end = min(slice.end, bytes.count)
    guard slice.start >= 0, slice.start < end, let base = bytes.baseAddress,
      let found = memchr(base + slice.start, Int32(byte), end - slice.start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
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

  /// A key for tables that may confuse texts: of the length and at most sixteen bytes.
  func fingerprint(_ slice: Slice) -> UInt64 {
    let part = UnsafeRawBufferPointer(clamped(slice))
    guard part.count >= 8 else { return hash(slice) &* 0x9e37_79b9_7f4a_7c15 }
    let first = part.loadUnaligned(as: UInt64.self)
    let last = part.loadUnaligned(fromByteOffset: part.count - 8, as: UInt64.self)
    let mixed = (first ^ UInt64(truncatingIfNeeded: part.count)) &* 0xff51_afd7_ed55_8ccd ^ last
    return (mixed ^ mixed >> 32) &* 0x9e37_79b9_7f4a_7c15
  }

  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// All of `slice` as 32 hexadecimal digits, dashes between them ignored.
  ///
  /// Reports have hundreds of these; the vocabulary's generic initializer costs more than all else in their lines.
  func uuid(_ slice: Slice) -> ImageUUID? {
    guard slice.count == 32 || slice.count == 36 else { return nil }
    if let uuid = groupedUUID(slice) { return uuid }
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

  /// The two forms that are printed, eight digits at a time: 32 digits, or groups of 8-4-4-4-12.
  private func groupedUUID(_ slice: Slice) -> ImageUUID? {
    let part = UnsafeRawBufferPointer(clamped(slice))
    func eight(_ offset: Int) -> UInt64 {
      UInt64(bigEndian: part.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    func four(_ offset: Int) -> UInt64 {
      UInt64(UInt32(bigEndian: part.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    switch part.count {
    case 32:
      guard let a = Self.eightDigits(eight(0)), let b = Self.eightDigits(eight(8)),
        let c = Self.eightDigits(eight(16)), let d = Self.eightDigits(eight(24))
      else { return nil }
      return ImageUUID(high: a << 32 | b, low: c << 32 | d)
    case 36:
      let dash = UInt8(ascii: "-")
      guard part[8] == dash, part[13] == dash, part[18] == dash, part[23] == dash,
        let a = Self.eightDigits(eight(0)), let b = Self.eightDigits(four(9) << 32 | four(14)),
        let c = Self.eightDigits(four(19) << 32 | four(24)), let d = Self.eightDigits(eight(28))
      else { return nil }
      return ImageUUID(high: a << 32 | b, low: c << 32 | d)
    default: return nil
    }
  }

  /// Eight hexadecimal digits at once, the first in the highest byte; `nil` if one is none.
  ///
  /// A byte below 0x80 plus 0x80 - n has its highest bit set if it is n or more, and nothing is carried into the next.
  @inline(__always)
  static func eightDigits(_ text: UInt64) -> UInt64? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x80 &* ones
    guard text & tops == 0 else { return nil }
    let lowered = text | 0x20 &* ones
    let isDigit = (text &+ 0x50 &* ones) & ~(text &+ 0x46 &* ones) & tops
    let isLetter = (lowered &+ 0x1f &* ones) & ~(lowered &+ 0x19 &* ones) & tops
    guard isDigit | isLetter == tops else { return nil }
    var value = (text & (0x0f &* ones)) &+ (isLetter >> 7) &* 9
    value = (value | value >> 4) & 0x00ff_00ff_00ff_00ff
    value = (value | value >> 8) & 0x0000_ffff_0000_ffff
    return (value | value >> 16) & 0xffff_ffff
  }

  /// The same bytes at two places.
  func same(_ left: Slice, _ right: Slice) -> Bool {
    let (one, other) = (clamped(left), clamped(right))
    guard one.count == other.count, let begin = one.baseAddress, let otherBegin = other.baseAddress else {
      return left.isEmpty && right.isEmpty
    }
    return memcmp(begin, otherBegin, one.count) == 0
  }

  /// True if a line looks like words of a language rather than of a machine: letters outside ASCII prevail.
  func isMostlyForeign(_ slice: Slice) -> Bool {
    var foreign = 0
    for index in slice.start..<max(slice.start, slice.end) where self[index] >= 0x80 { foreign += 1 }
    return foreign * 3 > slice.count
  }
}
