import Bytes
import Testing

@Suite struct TextLimitTests {
  @Test func bytesAreCutBetweenScalars() {
    let text = "aé漢😀b"
    let expected = ["", "a", "a", "aé", "aé", "aé", "aé漢", "aé漢", "aé漢", "aé漢", "aé漢😀", "aé漢😀b", "aé漢😀b"]
    for (count, part) in expected.enumerated() {
      #expect(String(text.prefix(bytes: count)) == part, "\(count)")
      #expect(String(("x" + text).dropFirst().prefix(bytes: count)) == part, "of a substring: \(count)")
    }
    #expect(text.prefix(bytes: -1) == "" && text.prefix(bytes: .max) == text)
  }

  @Test func charactersOfOneScalarAreCounted() {
    for text in ["", "abc", "漢字かな", "😀😀😀😀", "e\u{301}e\u{301}"] {
      for count in 0...6 { #expect(text.prefix(characters: count) == text.prefix(count)) }
    }
    #expect("abcdef".shortened(to: 6) == "abcdef" && "abcdef".shortened(to: 5) == "abcde…")
    #expect("abcdef".shortened(to: 5, keeping: 4) == "abcd…" && "".shortened(to: 0) == "")
  }

  /// One character of any length: marks, joiners, variation selectors, flags of tags, conjuncts, and others.
  @Test(arguments: [
    "\u{301}", "\u{301}\u{316}", "\u{200D}", "\u{FE0F}", "\u{E0100}", "\u{20E3}", "\u{34F}", "\u{E0061}",
    "\u{94D}\u{915}",
    "\u{1F3FB}", "\u{903}", "\u{200D}👩", "\u{11A8}", "\u{FF9E}",
  ])
  func oneCharacterIsLimited(_ part: String) {
    let text = "क" + String(repeating: part, count: 100_000)
    #expect(text.prefix(characters: 10).utf8.count <= 40)
    #expect(text.shortened(to: 10).utf8.count <= 43)
    #expect(text.prefix(bytes: 10).utf8.count <= 10)
  }
}
