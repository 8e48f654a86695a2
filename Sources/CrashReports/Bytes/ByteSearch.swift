import Bytes

/// Searches and conversions over a byte array; each runs in time linear in the range it is given.
enum ByteSearch {
  /// Returns whether `word` begins at `offset` and ends at or before `end`.
  static func matches(_ bytes: [UInt8], at offset: Int, end: Int, _ word: StaticString) -> Bool {
    word.utf8CodeUnitCount <= Swift.min(end, bytes.count) - Swift.max(offset, 0) && bytes.hasBytes(word, at: offset)
  }

  /// Returns the bytes as text, with invalid UTF-8 replaced by U+FFFD.
  @inline(__always)
  static func string(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    // A slice of the array would retain and release it; extracting from a span is bounds-checked without that cost.
    bytes.withUnsafeBufferPointer { all in
      all.span.extracting(range).withUnsafeBufferPointer { String(streamSafe: $0) }
    }
  }

  /// Returns the offset of the first occurrence of `word` within `range`.
  static func find(_ word: StaticString, _ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    bytes.firstOffset(of: word, from: range.lowerBound, to: range.upperBound)
  }

  /// Returns whether `word` occurs within `range`.
  static func contains(_ word: StaticString, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    find(word, bytes, range) != nil
  }

  /// Returns the end of the line that begins at `start`: the offset of its line feed, or `end`.
  static func lineEnd(_ bytes: [UInt8], from start: Int, end: Int) -> Int {
    bytes.withUnsafeBufferPointer { $0.firstOffset(of: UInt8(ascii: "\n"), from: start, to: end) } ?? max(start, end)
  }

  /// Returns the number of line feeds in `range`.
  static func lineBreaks(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var count = 0
      var at = range.lowerBound
      while let found = bytes.firstOffset(of: UInt8(ascii: "\n"), from: at, to: range.upperBound) {
        count += 1
        at = found + 1
      }
      return count
    }
  }

  /// Returns the range without leading and trailing white space.
  static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high, bytes[low] <= 0x20 { low += 1 }
    while high > low, bytes[high - 1] <= 0x20 { high -= 1 }
    return low..<high
  }

  /// Parses an unsigned integer, decimal or `0x…`; `nil` if the text is anything else or the value does not fit.
  static func integer(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64? {
    let range = trimmed(bytes, range)
    var at = range.lowerBound
    var radix: UInt64 = 10
    if range.count > 2, bytes[at] == UInt8(ascii: "0"), bytes[at + 1] | 0x20 == UInt8(ascii: "x") {
      radix = 16
      at += 2
    }
    guard at < range.upperBound else { return nil }
    var value: UInt64 = 0
    while at < range.upperBound {
      guard let digit = bytes[at].hexDigitValue, UInt64(digit) < radix else { return nil }
      let (product, tooBig) = value.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      if tooBig || carry { return nil }
      value = sum
      at += 1
    }
    return value
  }

  /// Returns the bytes of `range` verbatim, at most `limit` of them, for quoting in a note or an error.
  static func quotation(_ bytes: [UInt8], _ range: Range<Int>, limit: Int = 120) -> String {
    let range = range.clamped(to: 0..<bytes.count)
    return String(streamSafe: bytes[range.prefix(limit)])
  }
}
