import Bytes

/// A text with its escapes decoded, and the place of each byte in the original: `\u2019`, `\x2f`, `\057`, `\u{2f}`.
///
/// Encoders of JSON and dumps of programs write letters and separators as escapes. Recognizers read this form of the text, so that
/// none of them has to know how a letter was written. Escapes of quotation marks, backslashes and control characters remain, because
/// they are part of the structure of the text.
struct DecodedEscapes {
  private(set) var bytes: [UInt8] = []
  /// For each byte, the offset in the original at which it, or its escape, begins; and the end of the original.
  private var starts: [Int] = []
  /// For each byte, the number of escapes before it; and the number of all escapes.
  private var counts: [Int] = []

  /// Decodes the escapes of a text; `nil` if there are none.
  init?(_ original: [UInt8]) {
    guard original.contains(UInt8(ascii: "\\")) else { return nil }
    var at = 0
    var count = 0
    bytes.reserveCapacity(original.count)
    while at < original.count {
      if original[at] == UInt8(ascii: "\\"), let (scalar, end) = Self.escape(original, at) {
        for byte in String(Character(scalar)).utf8 {
          starts.append(at)
          counts.append(count)
          bytes.append(byte)
        }
        count += 1
        at = end
      } else {
        let isPair = original[at] == UInt8(ascii: "\\") && at + 1 < original.count
        for offset in at..<at + (isPair ? 2 : 1) {
          starts.append(offset)
          counts.append(count)
          bytes.append(original[offset])
        }
        at += isPair ? 2 : 1
      }
    }
    guard count > 0 else { return nil }
    starts.append(original.count)
    counts.append(count)
  }

  /// Returns the range of the original for a range of `bytes` that contains an escape; `nil` if it contains none, or divides one.
  func original(_ range: Range<Int>) -> Range<Int>? {
    guard counts[range.upperBound] > counts[range.lowerBound] else { return nil }
    let begin = starts[range.lowerBound]
    if range.lowerBound > 0, starts[range.lowerBound - 1] == begin { return nil }
    let end = starts[range.upperBound]
    if range.upperBound > 0, starts[range.upperBound - 1] == end { return nil }
    return begin..<end
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
