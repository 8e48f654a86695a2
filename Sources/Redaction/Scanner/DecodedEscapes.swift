import Bytes

/// A text with its escapes decoded, and the offset of each byte in the original: `\u2019`, `\x2f`, `\057`, `\u{2f}`.
///
/// Encoders of JSON and dumps of programs write letters and separators as escapes. Recognizers read this form of the text, so that
/// none of them has to know how a letter was written. Escapes of quotation marks, backslashes and control characters remain, because
/// they are part of the structure of the text.
struct DecodedEscapes {
  /// An escape: where its character is in `bytes`, and its range in the original.
  private struct Escape {
    var decoded: Range<Int>
    var original: Range<Int>
  }

  private(set) var bytes: [UInt8] = []
  /// The escapes, ascending.
  private var escapes: [Escape] = []

  /// Decodes the escapes of a text; `nil` if there are none.
  init?(_ original: [UInt8]) {
    // Nearly all texts have none: nothing is copied for them.
    guard var next = Self.firstEscape(original, from: 0) else { return nil }
    var copied = 0
    bytes.reserveCapacity(original.count)
    while true {
      guard let (scalar, end) = Self.escape(original, next) else { break }
      bytes += original[copied..<next]
      let start = bytes.count
      bytes += Array(String(Character(scalar)).utf8)
      escapes.append(Escape(decoded: start..<bytes.count, original: next..<end))
      copied = end
      guard let following = Self.firstEscape(original, from: end) else { break }
      next = following
    }
    bytes += original[copied...]
  }

  private static func firstEscape(_ text: [UInt8], from start: Int) -> Int? {
    var at = start
    while at < text.count {
      if text[at] == UInt8(ascii: "\\") {
        if escape(text, at) != nil { return at }
        at += 1
      }
      at += 1
    }
    return nil
  }

  /// Returns the range of the original for a range of `bytes`; `nil` if it begins or ends within an escape.
  func original(_ range: Range<Int>) -> Range<Int>? {
    guard let begin = original(of: range.lowerBound), let end = original(of: range.upperBound) else { return nil }
    return begin..<max(begin, end)
  }

  /// Returns the offset in the original of an offset in `bytes`; `nil` within an escape.
  private func original(of offset: Int) -> Int? {
    // The number of escapes that end at or before the offset.
    var (low, high) = (0, escapes.count)
    while low < high {
      let middle = (low + high) / 2
      if escapes[middle].decoded.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    if low < escapes.count, escapes[low].decoded.lowerBound < offset { return nil }
    guard low > 0 else { return offset }
    return escapes[low - 1].original.upperBound + offset - escapes[low - 1].decoded.upperBound
  }

  /// Returns the character of the escape at an offset, and the offset behind it; `nil` for other escapes.
  private static func escape(_ text: [UInt8], _ at: Int) -> (Unicode.Scalar, Int)? {
    guard at + 3 < text.count else { return nil }
    switch text[at + 1] {
    case UInt8(ascii: "u") where text[at + 2] == UInt8(ascii: "{"):
      guard let (value, end) = number(text, at + 3, 1...6, radix: 16), end < text.count, text[end] == UInt8(ascii: "}")
      else { return nil }
      return readable(value).map { ($0, end + 1) }
    case UInt8(ascii: "u"):
      guard let (value, end) = number(text, at + 2, 4...4, radix: 16) else { return nil }
      if value >> 10 == 0x36, text[end...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
        let (low, next) = number(text, end + 2, 4...4, radix: 16), low >> 10 == 0x37
      {
        return readable(0x10000 + (value & 0x3ff) << 10 + low & 0x3ff).map { ($0, next) }
      }
      return readable(value).map { ($0, end) }
    case UInt8(ascii: "x"):
      guard let (value, end) = number(text, at + 2, 2...2, radix: 16), value < 0x80 else { return nil }
      return readable(value).map { ($0, end) }
    case UInt8(ascii: "0"), UInt8(ascii: "1"):
      guard let (value, end) = number(text, at + 1, 3...3, radix: 8), value < 0x80 else { return nil }
      return readable(value).map { ($0, end) }
    default: return nil
    }
  }

  private static func number(_ text: [UInt8], _ start: Int, _ digits: ClosedRange<Int>, radix: UInt32) -> (UInt32, Int)?
  {
    var at = start
    var value: UInt32 = 0
    while at < text.count, at - start < digits.upperBound, let digit = text[at].hexDigitValue, UInt32(digit) < radix {
      value = value * radix + UInt32(digit)
      at += 1
    }
    return digits.contains(at - start) ? (value, at) : nil
  }

  /// Returns a character that has no meaning in the structure of a text.
  private static func readable(_ value: UInt32) -> Unicode.Scalar? {
    guard value >= 0x20, value != 0x22, value != 0x5C, value != 0x7F else { return nil }
    return Unicode.Scalar(value)
  }
}
