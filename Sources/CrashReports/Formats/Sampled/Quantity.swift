import Bytes

/// Amounts as the tools print them: `90 seconds`, `2.10s`, `100ms`, `85%`, `1073.74 MB`, `213.8M`.
enum Quantity {
  /// The number at the start of `slice`, and what follows it. Digits beyond those of a `Double` are lost.
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

  /// `2.10s`, `180 seconds`, `9850ms`, `3 min`.
  static func seconds(_ text: ByteText, _ slice: Slice) -> Double? {
    guard let (value, rest) = number(text, slice) else { return nil }
    if text.hasPrefix("ms", rest) || text.hasPrefix("millisecond", rest) { return value / 1000 }
    if text.hasPrefix("us", rest) || text.hasPrefix("microsecond", rest) { return value / 1_000_000 }
    if text.hasPrefix("min", rest) { return value * 60 }
    if text.hasPrefix("h", rest) { return value * 3600 }
    if text.hasPrefix("s", rest) { return value }
    return nil
  }

  /// `1073.74 MB`, `213.8M`, `3680 KB`, `512 bytes`.
  ///
  /// - Parameter isDecimal: amounts written to disk count a kilobyte as 1000 bytes (1 GiB is printed as `1073.74 MB`);
  ///   amounts of memory are multiples of pages and count it as 1024.
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
