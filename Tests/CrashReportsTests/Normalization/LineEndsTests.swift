import Testing

@testable import CrashReports

/// What follows the text of a line is removed, and nothing else.
@Suite struct LineEndsTests {
  private static let blanks: [[UInt8]] =
    [[0x20], [0x09], [0x0B], [0x0C], [0x0D]]
    + [
      "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}", "\u{2009}", "\u{200B}", "\u{200F}", "\u{2028}", "\u{2029}",
      "\u{202F}",
      "\u{205F}", "\u{2060}", "\u{3000}", "\u{FEFF}",
    ].map { Array($0.utf8) }

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
