/// The escaping of special characters in a part of an input.
package enum TextEscaping: Sendable {
  /// No escaping.
  case none
  /// HTML escapes such as `&lt;` for `<`, as in a copy from a web page.
  case html
  /// JSON string escapes (RFC 8259, section 7).
  case json
}

/// A short part of an input with its escapes decoded, and the offset of each byte in the input.
struct MappedText {
  private(set) var bytes: [UInt8] = []
  /// The offset of each byte in the input; `nil` if the bytes are consecutive.
  private var offsets: [Int]?
  private let range: Range<Int>

  /// Decodes a line of a text report.
  init(line range: Range<Int>, of text: [UInt8]) {
    self.range = range
    guard text[range].contains(where: { $0 == UInt8(ascii: "&") || $0 == 0xC2 }) else {
      bytes = Array(text[range])
      return
    }
    var offsets: [Int] = []
    var at = range.lowerBound
    while at < range.upperBound {
      offsets.append(at)
      if let (byte, length) = UnescapedText.escape(text, at, range.upperBound) {
        bytes.append(byte)
        at += length
      } else {
        bytes.append(text[at])
        at += 1
      }
    }
    self.offsets = offsets
  }

  /// Decodes the contents of a JSON string. An escape beyond ASCII becomes U+FFFD, because only its offset matters.
  init(jsonString range: Range<Int>, of text: [UInt8]) {
    self.range = range
    guard text[range].contains(UInt8(ascii: "\\")) else {
      bytes = Array(text[range])
      return
    }
    var offsets: [Int] = []
    var at = range.lowerBound
    while at < range.upperBound {
      let (written, length) = Self.jsonEscape(text, at, range.upperBound)
      for byte in written {
        bytes.append(byte)
        offsets.append(at)
      }
      at += length
    }
    self.offsets = offsets
  }

  /// Returns the decoded bytes at `at`, and the number of bytes that they take in the input.
  private static func jsonEscape(_ text: [UInt8], _ at: Int, _ end: Int) -> (bytes: [UInt8], length: Int) {
    guard text[at] == UInt8(ascii: "\\"), at + 1 < end else { return ([text[at]], 1) }
    switch text[at + 1] {
    case UInt8(ascii: "n"): return ([0x0A], 2)
    case UInt8(ascii: "t"): return ([0x09], 2)
    case UInt8(ascii: "r"): return ([0x0D], 2)
    case UInt8(ascii: "b"): return ([0x08], 2)
    case UInt8(ascii: "f"): return ([0x0C], 2)
    case UInt8(ascii: "u"):
      let digits = at + 2..<min(at + 6, end)
      guard digits.count == 4, let unit = ByteSearch.integer(Array("0x".utf8) + text[digits], 0..<6) else {
        return ([text[at + 1]], 2)
      }
      return (unit < 0x80 ? [UInt8(truncatingIfNeeded: unit)] : [0xEF, 0xBF, 0xBD], 6)
    case let byte: return ([byte], 2)
    }
  }

  /// Returns the offset in the input of the byte at `index`; for an index past the end, the end of the range.
  func inputOffset(_ index: Int) -> Int {
    guard let offsets else { return min(range.lowerBound + max(0, index), range.upperBound) }
    return offsets.indices.contains(index) ? offsets[index] : range.upperBound
  }

  func inputRange(_ slice: Slice) -> Range<Int> {
    let start = inputOffset(slice.start)
    return start..<max(start, inputOffset(slice.end))
  }
}
