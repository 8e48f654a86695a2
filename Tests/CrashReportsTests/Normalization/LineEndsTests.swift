import Testing

@testable import CrashReports

/// What follows the text of a line is removed, and nothing else.
@Suite struct LineEndsTests {
  /// All characters with the property White_Space (UAX #44) except the line feed, and those that have no width.
  private static let blanks: [[UInt8]] = {
    let scalars = (0...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }.filter {
      $0.properties.isWhitespace && $0 != "\n"
    }
    let invisible: [Unicode.Scalar] = [
      "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{2060}", "\u{FEFF}",
    ]
    return (scalars + invisible).map { Array(String(Character($0)).utf8) }
  }()

  private func removal(_ bytes: [UInt8]) -> TextRemoval? { bytes.withUnsafeBufferPointer { LineEnds.removal($0) } }

  /// The rule, without regard to time.
  private static func expected(_ bytes: [UInt8]) -> [UInt8] {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      var line = line
      while let blank = blanks.first(where: { line.count >= $0.count && line.suffix($0.count).elementsEqual($0) }) {
        line = line.dropLast(blank.count)
      }
      return line
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  /// Texts of words, blanks, line ends, marks, and parts of characters.
  @Test func onlyTheEndsOfLinesAreRemoved() {
    let parts =
      Self.blanks + [[0x0A], [0x0A], [0x0D, 0x0A], [0xEF, 0xBB, 0xBF]]
      + ["a", "Fatal error", "é", "日", "\u{2010}", "\u{3001}", "\u{AF}"].map { Array($0.utf8) }
      + [[0xA0], [0x80], [0xC2], [0xE2, 0x80], [0xE3], [0xEF, 0xBB], [0x00]]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).flatMap { _ in
        parts.randomElement(using: &generator) ?? []
      }
      let expected = Self.expected(text)
      let found = removal(text)
      #expect((found?.text.bytes ?? text) == expected, "\(text)")
      #expect((found == nil) == (expected == text), "\(text)")
      guard let found else { continue }
      for (offset, byte) in found.text.bytes.enumerated() {
        #expect(text[found.text.map.source(of: offset)] == byte, "\(text) \(offset)")
      }
      #expect(found.keepsLines && text.count { $0 == 0x0A } == found.text.bytes.count { $0 == 0x0A }, "\(text)")
    }
  }

  /// Usual text costs one search for line ends, and no copy.
  @Test func otherTextIsNotCopied() {
    for text in ["", "a", "a\n", "\n\n", " a\n\tb\n\n", "日本\n\u{2010}\nc"] {
      #expect(removal(Array(text.utf8)) == nil, "\(text.debugDescription)")
    }
    #expect(InputNormalizer.normalize(Array("Fatal error: a\n b\n".utf8)).isPlain)
  }
}
