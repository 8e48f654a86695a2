import Bytes

/// Reading of the words of names in any script.
extension RedactionScanner {
  /// A word that may be part of a name.
  struct NameWord {
    var range: Range<Int>
    var roles: PrivacyWords.Roles
    /// Whether its script has no capital letters.
    var isCaseless: Bool
    /// Whether it is one letter with a dot.
    var isInitial = false
  }

  /// Returns the length of the letter at an offset, in bytes; 0 if there is none.
  func lengthOfLetter(_ at: Int) -> Int {
    guard let byte = byte(at) else { return 0 }
    if byte < 0x80 { return byte.isLetter ? 1 : 0 }
    switch byte {
    case 0xC3...0xDF: return min(2, bytes.count - at)
    case 0xE3:
      // Punctuation of Chinese and Japanese.
      return byte == 0xE3 && self.byte(at + 1) == 0x80 && self.byte(at + 2) != 0x85 ? 0 : min(3, bytes.count - at)
    case 0xE0, 0xE1, 0xE4...0xED: return min(3, bytes.count - at)
    default: return 0
    }
  }

  /// Whether the letter at an offset is a capital one, or of a script without them. A letter that JSON escapes is
  /// regarded as a capital one.
  func beginsName(_ at: Int) -> (isCapital: Bool, isCaseless: Bool) {
    guard let byte = byte(at) else { return (false, false) }
    if byte < 0x80 {
      if byte == UInt8(ascii: "\\") { return (endOfUnicodeEscape(at) != nil, false) }
      return (byte.isLetter && byte & 0x20 == 0, false)
    }
    guard lengthOfLetter(at) > 1, let next = self.byte(at + 1) else { return (false, false) }
    let scalar = UInt32(byte & 0x1F) << 6 | UInt32(next & 0x3F)
    switch byte {
    case 0xC3: return (scalar < 0xDF, false)
    case 0xC4, 0xC5:
      let isOdd = (0x139...0x148).contains(scalar) || (0x178...0x17E).contains(scalar)
      return (scalar & 1 == (isOdd ? 1 : 0) || scalar == 0x178, false)
    case 0xC6...0xCD: return (false, false)
    case 0xCE, 0xCF: return (scalar < 0x3AC, false)
    case 0xD0, 0xD1: return (scalar < 0x430 || scalar >= 0x490 && scalar & 1 == 0, false)
    case 0xD2...0xD6: return (scalar < 0x561, scalar >= 0x591)
    case 0xD7...0xDF: return (true, true)
    case 0xE1: return (true, next != 0xBA && next != 0xBB)
    default: return (true, true)
    }
  }

  /// Returns the end of a word of letters, with apostrophes and dashes between them. A possessive `'s` does not belong to
  /// it.
  func endOfNameWord(_ start: Int) -> Int {
    var at = start
    while at - start < 64 {
      let length = lengthOfLetter(at)
      if length > 0 {
        at += length
      } else if let mark = byte(at), at > start, mark == 0x27 || mark == 0x2D || has("\u{2019}", at) {
        let next = mark == 0x27 || mark == 0x2D ? at + 1 : at + 3
        let isPossessive = mark != 0x2D && byte(next).map { $0 | 0x20 == 0x73 } == true && lengthOfLetter(next + 1) == 0
        guard lengthOfLetter(next) > 0, !isPossessive else { break }
        at = next
      } else if isByte("\\", at), let end = endOfUnicodeEscape(at) {
        at = end
      } else {
        break
      }
    }
    return at
  }

  /// Returns what a word can be; its JSON escapes are decoded.
  func roles(_ range: Range<Int>) -> PrivacyWords.Roles {
    let word = bytes[range]
    guard word.contains(0x5C) else { return PrivacyWords.shared.roles(word) }
    return PrivacyWords.shared.roles(Array(RedactionSpelling.decoded(word).utf8)[...])
  }

  /// Returns the word at an offset if it begins like a name.
  func nameWord(_ at: Int) -> NameWord? {
    let (isCapital, isCaseless) = beginsName(at)
    guard isCapital else { return nil }
    let end = endOfNameWord(at)
    guard end > at else { return nil }
    if end == at + 1, isByte(".", end) {
      return NameWord(range: at..<end + 1, roles: [], isCaseless: false, isInitial: true)
    }
    guard end - at >= 2, !(byte(end)?.isIdentifier ?? false) || bytes[end] >= 0xE2 else { return nil }
    let word = at..<end
    // `NSString` and `URL` are not names.
    let tail = bytes[at..<min(end, at + 2)]
    if tail.allSatisfy({ $0 < 0x80 && $0.isLetter && $0 & 0x20 == 0 }) { return nil }
    if bytes[word].dropFirst().dropLast().contains(where: { $0.isLetter && $0 & 0x20 == 0 }), !hasInnerCapital(word) {
      return nil
    }
    return NameWord(range: word, roles: roles(word), isCaseless: isCaseless)
  }

  /// Returns whether the capital letters in a word are those of `McDonald`, `O'Brien` and `Jean-Luc`.
  private func hasInnerCapital(_ word: Range<Int>) -> Bool {
    word.dropFirst().allSatisfy { at in
      guard bytes[at].isLetter, bytes[at] & 0x20 == 0 else { return true }
      return [0x27, 0x2D, 0x99].contains(bytes[at - 1]) || has("Mc", at - 2) || has("Mac", at - 3) || has("De", at - 2)
        || bytes[word].contains(0x5C)
    }
  }

  private static let particles: Set<String> = [
    "von", "van", "de", "der", "den", "da", "di", "del", "della", "la", "le", "el", "bin", "ibn", "al", "dos", "du",
    "ten", "ter", "zu", "af",
  ]

  /// Returns up to four words of a name from an offset, with single blanks between them, and particles before later ones.
  func nameWords(_ start: Int, atMost limit: Int = 4) -> [NameWord] {
    var words: [NameWord] = []
    var at = start
    while words.count < limit {
      if let word = nameWord(at), !isCommon(word), words.isEmpty || words[0].isCaseless == word.isCaseless {
        words.append(word)
        at = word.range.upperBound
      } else if !words.isEmpty {
        // `van den`: one or two particles, and a word after them.
        let end = endOfNameWord(at)
        guard end > at, isByte(" ", end), Self.particles.contains(string(at..<end)) else { break }
        let next = end + 1
        let second = endOfNameWord(next)
        let isSecond = second > next && isByte(" ", second) && Self.particles.contains(string(next..<second))
        guard let word = nameWord(isSecond ? second + 1 : next), !isCommon(word) else { break }
        words.append(word)
        at = word.range.upperBound
      } else {
        break
      }
      guard isByte(" ", at) else { break }
      at += 1
    }
    // An initial at the end belongs to the name only after another word.
    return words.allSatisfy(\.isInitial) ? [] : words
  }

  /// Returns whether a word is not a name, although it begins with a capital letter: of a report, a product, or a sentence.
  func isCommon(_ word: NameWord) -> Bool {
    if word.isInitial || word.isCaseless { return false }
    if word.roles.contains(.notPerson) { return true }
    if word.roles.contains(.given), !word.roles.contains(.word) || word.roles.contains(.surname) { return false }
    let text = string(word.range)
    if Self.isCapitalizedWord(text) { return true }
    return !word.roles.contains(.given) && RedactionVocabulary.isOfReports(text.lowercased())
  }

  /// Returns whether a name in a sentence can begin at an offset.
  func beginsPhrase(_ at: Int) -> Bool {
    guard let before = byte(at - 1) else { return true }
    if before <= 0x20 { return true }
    if [0x22, 0x27, 0x28, 0x5B, 0x2C, 0x3A, 0x3B, 0x3E, 0x2D, 0x2A, 0x7C].contains(before) {
      return before != 0x3A || !isByte(":", at - 2)
    }
    if Self.followsEscape(bytes, at) { return true }
    return before >= 0x80 && at >= 3 && (bytes[at - 3] == 0xE2 || bytes[at - 3] == 0xE3 || bytes[at - 3] == 0xEF)
      || hasBefore("\u{AB}", at) || hasBefore("\u{A0}", at)
  }

  /// Returns the offset after an end of line at an offset, in a text or as an escape, and blanks after it.
  func afterLineBreak(_ start: Int) -> Int? {
    var at = end(from: start, atMost: 8) { !$0.isBlank }
    var isBreak = false
    for _ in 0..<4 {
      if let byte = byte(at), byte == 0x0A || byte == 0x0D {
        at += 1
      } else if isByte("\\", at), let letter = byte(at + backslashes(at)), letter == 0x6E || letter == 0x72 {
        at += backslashes(at) + 1
      } else {
        break
      }
      isBreak = true
      at = end(from: at, atMost: 8) { !$0.isBlank && $0 != 0x3E }
    }
    return isBreak ? at : nil
  }

  /// Returns whether a line or a string ends at an offset, after punctuation.
  func endsLine(_ start: Int) -> Bool {
    let at = end(from: start, atMost: 4) { ![0x20, 0x2C, 0x2E, 0x21, 0x0D, 0x09].contains($0) }
    return at == bytes.count || bytes[at] < 0x20 || bytes[at] == 0x22 || afterLineBreak(at) != nil
  }
}
