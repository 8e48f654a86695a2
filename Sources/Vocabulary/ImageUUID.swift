import Bytes

/// The UUID of a binary: the 16 bytes of its `LC_UUID` load command (`mach-o/loader.h`).
///
/// Not a `Foundation.UUID`: reports write it with and without dashes, in upper and lower case, and it is only compared,
/// never generated.
package struct ImageUUID: Hashable, Sendable {
  /// The first 8 bytes, big-endian: the first 16 hexadecimal digits.
  package var high: UInt64
  /// The last 8 bytes, big-endian: the last 16 hexadecimal digits.
  package var low: UInt64

  /// Creates a UUID from its halves, both big-endian.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// True if all bytes are zero, as for the anonymous image of an `.ips` report; such a UUID identifies nothing.
  package var isNull: Bool { high == 0 && low == 0 }

  /// Reads 32 hexadecimal digits, with or without dashes, in either case; `nil` for anything else.
  package init?(_ text: some Sequence<UInt8>) {
    var digits = 0
    var high: UInt64 = 0
    var low: UInt64 = 0
    for byte in text {
      if byte == UInt8(ascii: "-") { continue }
      guard let digit = byte.hexDigitValue.map(UInt64.init) else { return nil }
      if digits < 16 { high = high << 4 | digit } else { low = low << 4 | digit }
      digits += 1
      if digits > 32 { return nil }
    }
    guard digits == 32 else { return nil }
    self.init(high: high, low: low)
  }

  /// Reads 32 hexadecimal digits, with or without dashes, in either case; `nil` for anything else.
  package init?(_ text: String) { self.init(text.utf8) }
}

extension ImageUUID: CustomStringConvertible {
  /// The UUID in upper case with dashes, regardless of the spelling in the input.
  package var description: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { bytes.append(UInt8(ascii: "-")) }
      let half = index < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (index % 16))) & 0xf
      bytes.append(digit < 10 ? 0x30 + digit : 0x37 + digit)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
