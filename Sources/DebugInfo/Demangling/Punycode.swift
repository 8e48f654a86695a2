import Bytes

/// Punycode (RFC 3492) in the variants of the manglings of Swift and Rust: `_` is the delimiter, and in Swift `A`…`J` are
/// the digits `0`…`9`.
///
/// Swift encodes ASCII characters that identifiers must not contain with an offset of 0xD800.
enum Punycode {
  /// Decodes `bytes`; `nil` if they are not Punycode, or do not decode to text.
  /// - Parameter zero: The character of the digit 26.
  static func decoded(_ bytes: ArraySlice<UInt8>, zero: UInt8 = UInt8(ascii: "A")) -> String? {
    var output: [UInt32] = []
    var rest = bytes
    if let delimiter = bytes.lastIndex(of: UInt8(ascii: "_")) {
      guard bytes[..<delimiter].allSatisfy({ $0 < 0x80 }) else { return nil }
      output = bytes[..<delimiter].map(UInt32.init)
      rest = bytes[(delimiter + 1)...]
    }
    // Section 6.2 of the RFC, with its names.
    var n: UInt32 = 128
    var i = 0
    var bias = 72
    while !rest.isEmpty {
      let oldI = i
      var weight = 1
      var k = 36
      while true {
        guard let byte = rest.popFirst(), let digit = value(of: byte, zero) else { return nil }
        let (step, stepOverflow) = digit.multipliedReportingOverflow(by: weight)
        let (sum, sumOverflow) = i.addingReportingOverflow(step)
        guard !stepOverflow, !sumOverflow, sum <= Int(Int32.max) else { return nil }
        i = sum
        let threshold = min(max(k - bias, 1), 26)
        if digit < threshold { break }
        let (product, overflow) = weight.multipliedReportingOverflow(by: 36 - threshold)
        guard !overflow, product <= Int(Int32.max) else { return nil }
        weight = product
        k += 36
      }
      let count = output.count + 1
      bias = adapted(i - oldI, count, isFirst: oldI == 0)
      guard let advance = UInt32(exactly: i / count), advance <= 0x10FFFF - n else { return nil }
      n += advance
      i %= count
      output.insert(n, at: i)
      i += 1
    }
    return text(output)
  }

  private static func value(of byte: UInt8, _ zero: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
    case zero...(zero + 9): Int(byte - zero) + 26
    default: nil
    }
  }

  /// Section 6.1.
  private static func adapted(_ difference: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? difference / 700 : difference / 2
    delta += delta / count
    var k = 0
    while delta > 455 {
      delta /= 35
      k += 36
    }
    return k + 36 * delta / (delta + 38)
  }

  private static func text(_ points: [UInt32]) -> String? {
    var text = ""
    for point in points {
      let isMoved = (0xD800..<0xD880).contains(point)
      guard let scalar = UnicodeScalar(isMoved ? point - 0xD800 : point) else { return nil }
      text.unicodeScalars.append(scalar)
    }
    return text.isEmpty ? nil : text.streamSafe
  }
}
