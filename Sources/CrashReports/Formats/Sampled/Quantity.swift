import Bytes

/// Parsing of amounts that the tools print: `90 seconds`, `2.10s`, `100ms`, `85%`, `1073.74 MB`, `213.8M`.
enum Quantity {
  /// Parses the number at the start of `slice`; also returns the rest. Digits beyond the precision of a `Double` are
  /// lost.
  static func number(_ text: ByteText, _ slice: Slice) -> (value: Double, rest: Slice)? {
    var index = text.skipBlanks(slice.start, slice.end)
    let start = index
    while index < slice.end, text[index].isDigit || text[index] == UInt8(ascii: ".") { index += 1 }
    guard index > start, index - start <= 32, let value = Double(text.string(Slice(start, index))), value.isFinite
    else {
      return nil
    }
    return (value, text.trimmed(Slice(index, slice.end)))
  }

  /// Parses a duration and returns it in seconds: `2.10s`, `180 seconds`, `9850ms`, `3 min`.
  static func seconds(_ text: ByteText, _ slice: Slice) -> Double? {
    guard let (value, rest) = number(text, slice) else { return nil }
    if text.hasPrefix("ms", rest) || text.hasPrefix("millisecond", rest) { return value / 1000 }
    if text.hasPrefix("us", rest) || text.hasPrefix("microsecond", rest) { return value / 1_000_000 }
    if text.hasPrefix("min", rest) { return value * 60 }
    if text.hasPrefix("h", rest) { return value * 3600 }
    if text.hasPrefix("s", rest) { return value }
    return nil
  }

  /// Parses an amount of data and returns it in bytes: `1073.74 MB`, `213.8M`, `3680 KB`, `512 bytes`.
  ///
  /// - Parameter isDecimal: True for amounts written to disk, in which a kilobyte is 1000 bytes (1 GiB is printed as
  ///   `1073.74 MB`); false for amounts of memory, which are multiples of pages and count 1024 bytes.
  static func bytes(_ text: ByteText, _ slice: Slice, isDecimal: Bool) -> UInt64? {
    guard let (value, rest) = number(text, slice) else { return nil }
    let step = isDecimal ? 1000.0 : 1024.0
    let factor: Double
    switch text[rest.start] | 0x20 {
    case UInt8(ascii: "k"): factor = step
    case UInt8(ascii: "m"): factor = step * step
    case UInt8(ascii: "g"): factor = step * step * step
    case UInt8(ascii: "t"): factor = step * step * step * step
    case UInt8(ascii: "b") where !rest.isEmpty: factor = 1
    default: return nil
    }
    return UInt64(exactly: (value * factor).rounded())
  }
}
