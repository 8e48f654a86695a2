/// How a text that stands in an input writes certain characters.
package enum TextEscaping: Sendable {
  /// As they are.
  case none
  /// `&lt;` for `<`, as a copy from a web page has it.
  case html
  /// As in a string of JSON (RFC 8259, section 7).
  case json
}

/// A short stretch of an input with its escapes undone, and where each byte of it stands.
struct MappedText {
  private(set) var bytes: [UInt8] = []
  /// Place in the input of each byte; `nil` if they follow one another.
  private var places: [Int]?
  private let range: Range<Int>
  /// A line of a text report.
  init(line range: Range<Int>, of text: [UInt8]) {
    self.range = range
    guard text[range].contains(where: { $0 == UInt8(ascii: "&") || $0 == 0xC2 }) else {
      bytes = Array(text[range])
      return
    }
    var places: [Int] = []
    var at = range.lowerBound
    while at < range.upperBound {
      places.append(at)
      if let (byte, length) = UnescapedText.escape(text, at, range.upperBound) {
        bytes.append(byte)
        at += length
      } else {
        bytes.append(text[at])
        at += 1
      }
    }
    self.places = places
  }

  /// The inside of a JSON string. Of an escape beyond ASCII only the place matters, so U+FFFD stands for it.
  init(jsonString range: Range<Int>, of text: [UInt8]) {
    self.range = range
    guard text[range].contains(UInt8(ascii: "\\")) else {
      bytes = Array(text[range])
      return
    }
    var places: [Int] = []
    var at = range.lowerBound
    while at < range.upperBound {
      let (written, length) = Self.jsonEscape(text, at, range.upperBound)
      for byte in written {
        bytes.append(byte)
        places.append(at)
      }
      at += length
    }
    self.places = places
  }

  /// What stands at `at`, and how many bytes it takes there.
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

  /// The place in the input of the byte at `index`; of the end, the end of the stretch.
  func place(_ index: Int) -> Int {
    guard let places else { return min(range.lowerBound + max(0, index), range.upperBound) }
    return places.indices.contains(index) ? places[index] : range.upperBound
  }

  func places(_ slice: Slice) -> Range<Int> {
    let start = place(slice.start)
    return start..<max(start, place(slice.end))
  }
}
