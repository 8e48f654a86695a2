internal import Bytes

/// Percent encoding (RFC 3986, 2.1).
package enum PercentEncoding {
  /// Returns `bytes` with everything except unreserved characters encoded.
  package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    for byte in bytes {
      if byte.isLetterOrDigit || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E {
        result.append(byte)
      } else {
        result.append(UInt8(ascii: "%"))
        result += Array(Hex.text(byte).utf8)
      }
    }
    return result
  }

  /// Returns the decoded bytes; `nil` if a `%` is not followed by two hexadecimal digits.
  package static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue else { return nil }
      result.append(high << 4 | low)
    }
    return result
  }
}

/// Hexadecimal digits.
package enum Hex {
  /// Returns two uppercase digits.
  package static func text(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }
}

/// Base64 (RFC 4648, 4), to recognize credentials that a server repeats.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the encoded bytes without padding, so that they are found with and without it.
  package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let part = bytes[index..<min(index + 3, bytes.count)]
      var bits = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
      bits <<= 8
      for _ in 0...part.count {
        result.append(alphabet[Int(bits >> 26)])
        bits <<= 6
      }
      index += 3
    }
    return result
  }
}
