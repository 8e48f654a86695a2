import Testing
import Vocabulary

/// Noncharacters have no glyph: they hide what they separate.
@Suite struct NoncharacterTests {
  @Test func everyOneIsEscaped() {
    let values = (0...16).flatMap { [UInt32($0) << 16 | 0xFFFE, UInt32($0) << 16 | 0xFFFF] } + Array(0xFDD0...0xFDEF)
    #expect(values.count == 66)
    for value in values {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(VisibleText.mustEscape(scalar), "U+\(String(value, radix: 16))")
      #expect(Terminal.escaped("a\(scalar)b") == "a\\u{\(String(value, radix: 16))}b")
    }
    for value: UInt32 in [0xFDCF, 0xFDF0, 0xFFFD, 0x1_FFFD, 0x2_0000] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(!VisibleText.mustEscape(scalar), "U+\(String(value, radix: 16))")
    }
  }
}
