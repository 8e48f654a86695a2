import Bytes
import Testing

@Suite struct ByteSearchTests {
  private func offset(_ word: StaticString, _ text: String, _ start: Int, _ end: Int) -> Int? {
    Array(text.utf8).firstOffset(of: word, from: start, to: end)
  }

  @Test func firstAndLast() {
    #expect(offset("ab", "xabab", 0, 5) == 1)
    #expect(offset("ab", "xabab", 2, 5) == 3)
    #expect(offset("ab", "xabab", 2, 4) == nil)
    #expect(offset("ab", "xabab", 2, .max) == 3)
    #expect(offset("", "xabab", 0, 5) == nil)
    let slice = Array("ab ab".utf8)[1...]
    #expect(slice.position(of: "ab") == 3)
    #expect(slice.lastPosition(of: "b") == 4)
    #expect(slice.begins(with: "b ") && slice.ends(with: " ab") && !slice.begins(with: "ab"))
    #expect(!slice.ends(with: "ab ab"))
    #expect(slice.matches("a", at: 3) && !slice.matches("a", at: 0))
  }

  /// Offsets are computed from numbers in the input, so they may be invalid.
  @Test(arguments: [Int.min, -1, 6, 7, .max])
  func offsetsOutsideFindNothing(_ offset: Int) {
    let bytes = Array("xabab".utf8)
    bytes.withUnsafeBufferPointer { bytes in
      #expect(bytes.firstOffset(of: "ab", from: offset) == nil)
      #expect(bytes.lastOffset(of: "ab", from: offset) == nil)
      #expect(bytes.firstOffset(of: UInt8(ascii: "a"), from: offset) == nil)
    }
    #expect(!bytes.hasBytes("ab", at: offset))
    #expect(!bytes.hasBytes([0x61], at: offset))
    #expect(BytePattern(Array("ab".utf8)).firstOffset(in: bytes, from: offset) == nil)
  }

  @Test func caseOfASCIIOnly() {
    #expect("Stack GUARD".containsBytes(ignoringCase: "stack guard"))
    #expect(!"É".containsBytes(ignoringCase: "é"))
    #expect("é".containsBytes("é"))
    #expect(!"[".containsBytes(ignoringCase: "{"))
  }

  /// Every word of up to four bytes over two letters in every text of up to eight bytes, compared with a naive search.
  @Test func patternsAreFound() {
    func words(upTo length: Int) -> [[UInt8]] {
      (0..<length).reduce(into: [[[]]]) { all, _ in
        all.append(all[all.count - 1].flatMap { word in [word + [0x61], word + [0x62]] })
      }.flatMap { $0 }
    }
    for word in words(upTo: 4) {
      let pattern = BytePattern(word)
      for text in words(upTo: 8) {
        let expected = (0...text.count).first { text[$0...].starts(with: word) }
        if pattern.firstOffset(in: text) != expected { Issue.record("\(word) in \(text)") }
      }
    }
  }
}

@Suite struct ASCIITests {
  @Test func classes() {
    for byte in UInt8.min...UInt8.max {
      let scalar = Unicode.Scalar(byte)
      let character = byte < 0x80 ? Character(scalar) : "\u{80}"
      #expect(byte.isDigit == ("0"..."9").contains(scalar))
      #expect(byte.isLetter == (("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)))
      #expect(byte.isBlank == [0x20, 0x09].contains(byte))
      #expect(byte.isLetterOrDigit == (byte.isLetter || byte.isDigit))
      #expect(byte.isIdentifier == (byte.isLetterOrDigit || scalar == "_" || byte >= 0x80))
      #expect(byte.isHexDigit == character.isHexDigit)
      #expect(byte.hexDigitValue.map(Int.init) == character.hexDigitValue)
      #expect(byte.isWhitespace == (byte < 0x80 && [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D].contains(byte)))
      #expect(byte.lowercased == (byte < 0x80 ? Array(character.lowercased().utf8)[0] : byte))
    }
  }
}
