import Bytes

/// Small questions to bytes; each looks at a byte a fixed number of times.
enum ByteSearch {
  /// True if `word` stands at `place` and ends at or before `end`.
  static func matches(_ bytes: [UInt8], at place: Int, end: Int, _ word: StaticString) -> Bool {
    word.utf8CodeUnitCount <= Swift.min(end, bytes.count) - Swift.max(place, 0) && bytes.hasBytes(word, at: place)
  }

  /// The bytes as text, those that are no UTF-8 replaced by U+FFFD.
  @inline(__always)
  static func string(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    // A slice of the array would count references; that of a span is checked against its bounds, too.
    bytes.withUnsafeBufferPointer { all in
      all.span.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// First place of `word` within `range`.
  static func find(_ word: StaticString, _ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    bytes.firstOffset(of: word, from: range.lowerBound, to: range.upperBound)
  }

  static func contains(_ word: StaticString, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    find(word, bytes, range) != nil
  }

  /// The end of the line that begins at `start`: the place of its line feed, or `end`.
  static func lineEnd(_ bytes: [UInt8], from start: Int, end: Int) -> Int {
    var at = start
    while at <= end - ByteWord.size {
      let marks = ByteWord.lineFeedMarks(ByteWord.load(bytes, at))
      if marks != 0 { return at + ByteWord.offset(ofFirst: marks) }
      at += ByteWord.size
    }
    while at < end, bytes[at] != UInt8(ascii: "\n") { at += 1 }
    return at
  }

  static func lineBreaks(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var count = 0
    for at in range where bytes[at] == UInt8(ascii: "\n") { count += 1 }
    return count
  }

  /// The range without white space at its ends.
  static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high, bytes[low] <= 0x20 { low += 1 }
    while high > low, bytes[high - 1] <= 0x20 { high -= 1 }
    return low..<high
  }

  /// An unsigned integer, decimal or `0x…`; `nil` if anything else stands there or it does not fit.
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

  /// A line as it stands, at most `limit` bytes of it, for a quotation.
  static func quotation(_ bytes: [UInt8], _ range: Range<Int>, limit: Int = 120) -> String {
    let range = range.clamped(to: 0..<bytes.count)
    return String(decoding: bytes[range.prefix(limit)], as: UTF8.self)
  }
}
