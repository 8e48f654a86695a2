import Bytes
import Platform
import Vocabulary

/// A range of byte offsets. Unlike with `Range`, `end` may be less than `start` without a trap, so that arithmetic on
/// hostile lines needs no extra checks.
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

/// The bytes of a text, with the operations that the line grammars need. No operation traps, for any offset.
///
/// The bytes are borrowed: readers access each byte several times, and an array would be retained and released on each
/// access. The creator must keep the bytes in memory as long as the value is used.
struct ByteText {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The maximum length of a string in bytes; longer ones are truncated.
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

  /// Returns the bytes of `slice` that are inside the text.
  @inline(__always)
  private func clamped(_ slice: Slice) -> UnsafeBufferPointer<UInt8> {
    let end = min(slice.end, bytes.count)
    guard slice.start >= 0, slice.start < end else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(rebasing: bytes[slice.start..<end])
  }

  /// Returns the text of `slice`; invalid UTF-8 becomes U+FFFD.
  func string(_ slice: Slice) -> String {
    let part = clamped(slice)
    let kept = part.count <= limit ? part : UnsafeBufferPointer(rebasing: part.prefix(limit))
    return String(streamSafe: kept)
  }

  /// Returns the trimmed text of `slice`; `nil` for an unknown value: an empty text or question marks.
  func value(_ slice: Slice) -> String? {
    let text = trimmed(slice)
    if text.isEmpty || isUnknown(text) { return nil }
    return string(text)
  }

  /// Returns whether `slice` is `???` or `?`, which reports print for unknown values.
  func isUnknown(_ slice: Slice) -> Bool {
    guard !slice.isEmpty, slice.count <= 3 else { return false }
    return (slice.start..<slice.end).allSatisfy { self[$0] == UInt8(ascii: "?") }
  }

  /// Returns whether `byte` is an ASCII letter, a digit or `_`.
  func isIdentifier(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || byte == UInt8(ascii: "_") }

  func trimmed(_ slice: Slice) -> Slice {
    var slice = slice
    while slice.start < slice.end, self[slice.start].isBlank { slice.start += 1 }
    while slice.end > slice.start, self[slice.end - 1].isBlank { slice.end -= 1 }
    return slice
  }

  /// Returns the slice without blanks and characters that are not seen at its ends, such as a byte order mark.
  func visible(_ slice: Slice) -> Slice {
    var slice = trimmed(slice)
    while slice.count >= 2 {
      let end = slice.end
      if isUnseen(slice.start) {
        slice.start += self[slice.start] == 0xC2 ? 2 : 3
      } else if self[end - 2] == 0xC2, isUnseen(end - 2) {
        slice.end -= 2
      } else if slice.count >= 3, self[end - 3] >= 0xE0, isUnseen(end - 3) {
        slice.end -= 3
      } else {
        break
      }
      slice = trimmed(slice)
    }
    return slice
  }

  /// Returns whether the character at an index is a no-break space or has no width.
  private func isUnseen(_ index: Int) -> Bool {
    switch (self[index], self[index + 1], self[index + 2]) {
    case (0xC2, 0xA0, _), (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x81, 0xA0), (0xEF, 0xBB, 0xBF): true
    default: false
    }
  }

  @inline(__always)
  func skipBlanks(_ index: Int, _ end: Int) -> Int {
    var index = index
    while index < end, self[index].isBlank { index += 1 }
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

  /// Compares without regard to the case of ASCII letters.
  func hasPrefix(ignoringCase prefix: StaticString, _ slice: Slice) -> Bool {
    prefix.utf8CodeUnitCount <= slice.count
      && prefix.withUTF8Buffer { bytes.hasBytes(ignoringCase: $0, at: slice.start) }
  }

  /// Returns whether `text` is at `start`. The first byte is compared inline, because it decides most comparisons.
  @inline(__always)
  private func matches(_ text: StaticString, at start: Int) -> Bool {
    text.withUTF8Buffer { word in
      guard let first = word.first else { return true }
      return self[start] == first && bytes.hasBytes(word, at: start)
    }
  }

  func contains(_ needle: StaticString, _ slice: Slice) -> Bool { find(needle, slice) != nil }

  /// Offset of the first `needle`.
  func find(_ needle: StaticString, _ slice: Slice) -> Int? {
    bytes.firstOffset(of: needle, from: slice.start, to: slice.end)
  }

  /// Offset of the first `needle`, ASCII case ignored.
  func find(ignoringCase needle: StaticString, _ slice: Slice) -> Int? {
    needle.withUTF8Buffer { bytes.firstOffset(ignoringCase: $0, from: slice.start, to: slice.end) }
  }

  /// Offset of the last `needle`.
  func findLast(_ needle: StaticString, _ slice: Slice) -> Int? {
    bytes.lastOffset(of: needle, from: slice.start, to: slice.end)
  }

  /// Offset of the first `byte`.
  func first(_ byte: UInt8, _ slice: Slice) -> Int? { bytes.firstOffset(of: byte, from: slice.start, to: slice.end) }

  func last(_ byte: UInt8, _ slice: Slice) -> Int? {
    var index = slice.end - 1
    while index >= slice.start {
      if self[index] == byte { return index }
      index -= 1
    }
    return nil
  }

  /// Returns the offset of the opening parenthesis that matches the closing one just before `slice.end`.
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

  /// Parses all of `slice` as an unsigned decimal number.
  func decimal(_ slice: Slice) -> UInt64? {
    guard !slice.isEmpty, slice.count <= 20 else { return nil }
    var value: UInt64 = 0
    for index in slice.start..<slice.end {
      let byte = self[index]
      guard byte.isDigit else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(byte &- 0x30))
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }

  func integer(_ slice: Slice) -> Int? { decimal(slice).flatMap { Int(exactly: $0) } }

  /// Parses all of `slice` as hexadecimal digits, without `0x`.
  func hexadecimal(_ slice: Slice) -> UInt64? {
    guard !slice.isEmpty, slice.count <= 18 else { return nil }
    var value: UInt64 = 0
    for index in slice.start..<slice.end {
      guard let digit = self[index].hexDigitValue, value >> 60 == 0 else { return nil }
      value = value << 4 | UInt64(digit)
    }
    return value
  }

  /// Parses all of `slice` as a hexadecimal number with `0x`, or as a decimal number.
  func number(_ slice: Slice) -> UInt64? {
    if self[slice.start] == UInt8(ascii: "0"), self[slice.start + 1] | 0x20 == UInt8(ascii: "x"), slice.count > 2 {
      return hexadecimal(Slice(slice.start + 2, slice.end))
    }
    return decimal(slice)
  }

  /// Returns the text up to the next blank, without leading blanks.
  func token(_ slice: Slice) -> Slice {
    let start = skipBlanks(slice.start, slice.end)
    var end = start
    while end < slice.end, !self[end].isBlank { end += 1 }
    return Slice(start, end)
  }

  /// Splits `name [pid]`; either part may be missing.
  func nameAndNumber(_ slice: Slice) -> (name: Slice, number: Int?) {
    let slice = trimmed(slice)
    guard self[slice.end - 1] == UInt8(ascii: "]"), let open = last(UInt8(ascii: "["), slice),
      let number = integer(Slice(open + 1, slice.end - 1))
    else { return (slice, nil) }
    return (trimmed(Slice(slice.start, open)), number)
  }

  /// Returns the FNV-1a hash of the bytes, the key for tables of known words.
  func hash(_ slice: Slice) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var index = slice.start
    while index < slice.end {
      hash = (hash ^ UInt64(self[index])) &* 0x100_0000_01b3
      index += 1
    }
    return hash
  }

  /// Returns a hash of the length and at most sixteen bytes, for tables that compare the texts on a match.
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

  /// Parses all of `slice` as 32 hexadecimal digits, ignoring dashes.
  ///
  /// Reports have hundreds of UUIDs; the generic initializer of `ImageUUID` takes longer than the rest of their lines.
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
      guard let digit = byte.hexDigitValue else { return nil }
      if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
      digits += 1
    }
    return digits == 32 ? ImageUUID(high: high, low: low) : nil
  }

  /// Parses the two common forms, eight digits at a time: 32 digits, or groups of 8-4-4-4-12.
  private func groupedUUID(_ slice: Slice) -> ImageUUID? {
    let part = UnsafeRawBufferPointer(clamped(slice))
    func eight(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: part.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    func four(_ offset: Int) -> UInt64 {
      UInt64(UInt32(littleEndian: part.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    switch part.count {
    case 32:
      guard let a = ByteWord.hexadecimal(eight(0)), let b = ByteWord.hexadecimal(eight(8)),
        let c = ByteWord.hexadecimal(eight(16)), let d = ByteWord.hexadecimal(eight(24))
      else { return nil }
      return ImageUUID(high: a << 32 | b, low: c << 32 | d)
    case 36:
      let dash = UInt8(ascii: "-")
      guard part[8] == dash, part[13] == dash, part[18] == dash, part[23] == dash,
        let a = ByteWord.hexadecimal(eight(0)), let b = ByteWord.hexadecimal(four(14) << 32 | four(9)),
        let c = ByteWord.hexadecimal(four(24) << 32 | four(19)), let d = ByteWord.hexadecimal(eight(28))
      else { return nil }
      return ImageUUID(high: a << 32 | b, low: c << 32 | d)
    default: return nil
    }
  }

  /// Returns whether two slices have the same bytes.
  func same(_ left: Slice, _ right: Slice) -> Bool {
    let (one, other) = (clamped(left), clamped(right))
    return one.count == other.count && one.hasBytes(other, at: 0) && (!one.isEmpty || left.isEmpty && right.isEmpty)
  }

  /// Returns whether more than a third of the bytes are outside ASCII, as in prose of many languages.
  func isMostlyForeign(_ slice: Slice) -> Bool {
    var foreign = 0
    for index in slice.start..<max(slice.start, slice.end) where self[index] >= 0x80 { foreign += 1 }
    return foreign * 3 > slice.count
  }
}
