import Bytes
import Foundation

/// A trie of words, with ASCII letters in lower case, which finds all words in one pass over a text.
struct RedactionWords: Sendable {
  private struct Node: Sendable {
    var byte: UInt8
    /// Indices in `nodes`; 0, the index of the root, means none.
    var child: Int32 = 0
    var sibling: Int32 = 0
    /// The index of the word that ends here; -1 if there is none.
    var word: Int32 = -1
  }

  private var nodes: [Node] = [Node(byte: 0)]
  private var begins = [Bool](repeating: false, count: 256)

  /// The maximum length of a word in bytes; longer ones are not names, and would slow the search.
  static let maxLength = 128
  /// The maximum number of nodes. Later words are replaced only where the scanner recognizes them by their form.
  private static let maxNodes = 4_000_000

  var isEmpty: Bool { nodes.count == 1 }

  /// Adds a word, unless it is empty or too long. A word that exists keeps its index.
  mutating func insert(_ word: [UInt8], index: Int) {
    guard !word.isEmpty, word.count <= Self.maxLength, nodes.count < Self.maxNodes else { return }
    begins[Int(word[0].lowercased)] = true
    var at = 0
    for byte in word {
      let byte = byte.lowercased
      if let next = child(of: at, byte) {
        at = next
        continue
      }
      nodes.append(Node(byte: byte, sibling: nodes[at].child))
      nodes[at].child = Int32(truncatingIfNeeded: nodes.count - 1)
      at = nodes.count - 1
    }
    if nodes[at].word < 0 { nodes[at].word = Int32(truncatingIfNeeded: index) }
  }

  private func child(of node: Int, _ byte: UInt8) -> Int? {
    var next = Int(nodes[node].child)
    while next > 0 {
      if nodes[next].byte == byte { return next }
      next = Int(nodes[next].sibling)
    }
    return nil
  }

  /// Returns the longest word that begins at `at`; with `asWord` only between word boundaries.
  func match(_ bytes: [UInt8], _ at: Int, asWord: Bool) -> (count: Int, index: Int)? {
    guard begins[Int(bytes[at].lowercased)], !asWord || Self.begins(bytes, at) else { return nil }
    var node = 0
    var best: (count: Int, index: Int)?
    var index = at
    while index < bytes.count, let next = child(of: node, bytes[index].lowercased) {
      node = next
      index += 1
      if nodes[node].word >= 0, !asWord || Self.ends(bytes, index) && !Self.isPartOfUUID(bytes, at..<index) {
        best = (index - at, Int(nodes[node].word))
      }
    }
    return best ?? (asWord && index - at >= Self.minCut ? cut(node, bytes, at, index) : nil)
  }

  /// The length from which the beginning of a word tells the word, in bytes.
  private static let minCut = 5

  /// Returns the beginning of a word before an ellipsis: derived texts are shortened, also within a name.
  private func cut(_ node: Int, _ bytes: [UInt8], _ at: Int, _ end: Int) -> (count: Int, index: Int)? {
    guard Self.ellipses.contains(where: { bytes.hasBytes($0, at: end) }) else { return nil }
    var node = node
    while nodes[node].word < 0 {
      guard nodes[node].child > 0 else { return nil }
      node = Int(nodes[node].child)
    }
    return (end - at, Int(nodes[node].word))
  }

  private static let ellipses: [StaticString] = ["\u{2026}", "\\u2026", "&hellip;", "&#8230;"]

  /// Returns whether a word can begin at `at`. `_` is a boundary: `backup_jane` contains the name Jane.
  private static func begins(_ bytes: [UInt8], _ at: Int) -> Bool {
    RedactionScanner.beginsWord(bytes, at) || bytes[at - 1] == UInt8(ascii: "_") || hasNoBlanks(bytes[at])
      || bytes[at] == 0xE0 && at + 1 < bytes.count && (0xB8...0xBB).contains(bytes[at + 1])
  }

  /// Returns whether the script of a letter with a first byte has no blanks between words, or joins them with particles:
  /// Thai, Chinese, Japanese, Korean.
  private static func hasNoBlanks(_ byte: UInt8) -> Bool { (0xE3...0xED).contains(byte) }

  /// Returns whether the letter that ends at an offset is of Thai, Chinese, Japanese or Korean.
  private static func endsWithoutBlank(_ bytes: [UInt8], _ end: Int) -> Bool {
    end >= 3 && (hasNoBlanks(bytes[end - 3]) || bytes[end - 3] == 0xE0 && (0xB8...0xBB).contains(bytes[end - 2]))
  }

  /// Returns whether a word can end at `end`. The `s` in `Janes-MacBook` does not belong to the name.
  private static func ends(_ bytes: [UInt8], _ end: Int) -> Bool {
    guard end < bytes.count, bytes[end].isIdentifier, bytes[end] != UInt8(ascii: "_") else { return true }
    if endsWithoutBlank(bytes, end) { return true }
    return bytes[end] | 0x20 == UInt8(ascii: "s") && end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "-")
  }

  /// Returns whether a word is a group of a UUID: `cafe` may be a name, and is part of many UUIDs.
  private static func isPartOfUUID(_ bytes: [UInt8], _ word: Range<Int>) -> Bool {
    func isDigit(_ at: Int) -> Bool { bytes.indices.contains(at) && bytes[at].isHexDigit }
    func isDash(_ at: Int) -> Bool { bytes.indices.contains(at) && bytes[at] == UInt8(ascii: "-") }
    guard [4, 8, 12].contains(word.count), bytes[word].allSatisfy(\.isHexDigit) else { return false }
    return isDash(word.lowerBound - 1) && isDigit(word.lowerBound - 2)
      || isDash(word.upperBound) && isDigit(word.upperBound + 1)
  }
}

/// The spellings of a name: composed and decomposed, in UTF-8, with JSON escapes, in markup and in URLs.
enum RedactionSpelling {
  static func all(of text: String) -> [[UInt8]] {
    let plain = Array(text.utf8)
    var found: [[UInt8]] = [plain]
    if let reduced = reduced(plain) { found.append(reduced) }
    if plain.allSatisfy({ $0.isIdentifier && $0 < 0x7F || $0 == 0x2D || $0 == 0x2E }) { return found }
    for form in [text, text.precomposedStringWithCanonicalMapping] {
      for spelling in [markup(form), percent(form)] where !found.contains(spelling) { found.append(spelling) }
    }
    if plain.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C && $0 != 0x2F }) { return found }
    // The search ignores case in ASCII only.
    let cased = [text.lowercased(), text.uppercased(), text.capitalized].map(\.precomposedStringWithCanonicalMapping)
    for form in [text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping] + cased {
      let escaped = escaped(form)
      // In JSON, and in a JSON string that contains JSON.
      let twice = escaped.flatMap { $0 == 0x5C ? [$0, $0] : [$0] }
      for spelling in [Array(form.utf8), escaped, twice] where !found.contains(spelling) { found.append(spelling) }
    }
    return found
  }

  /// Returns the text as keys of issues contain it, with `#` for each number; `nil` if it has none, or if what remains
  /// could be anything.
  private static func reduced(_ text: [UInt8]) -> [UInt8]? {
    guard text.contains(where: \.isDigit), text.count(where: \.isLetter) >= 5 else { return nil }
    var result: [UInt8] = []
    for byte in text {
      if !byte.isDigit {
        result.append(byte)
      } else if result.last != UInt8(ascii: "#") {
        result.append(UInt8(ascii: "#"))
      }
    }
    return result
  }

  /// Returns the text as pages contain it.
  private static func markup(_ text: String) -> [UInt8] {
    text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x26: Array("&amp;".utf8)
      case 0x3C: Array("&lt;".utf8)
      case 0x3E: Array("&gt;".utf8)
      case 0x22: Array("&quot;".utf8)
      case 0x27: Array("&#39;".utf8)
      default: [byte]
      }
    }
  }

  /// Returns the text with percent escapes, as in a path of a URL.
  private static func percent(_ text: String) -> [UInt8] {
    text.utf8.flatMap { byte -> [UInt8] in
      if byte.isIdentifier, byte < 0x80 { return [byte] }
      if [0x2D, 0x2E, 0x7E, 0x40, 0x3A, 0x2F, 0x2B].contains(byte) { return [byte] }
      return Array(("%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
    }
  }

  /// Returns the text with JSON escapes in ASCII. The case of hexadecimal digits does not matter, because the search
  /// ignores case.
  private static func escaped(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    for unit in text.utf16 {
      switch unit {
      case 0x22, 0x5C, 0x2F: result += [0x5C, UInt8(truncatingIfNeeded: unit)]
      case 0x20..<0x7F: result.append(UInt8(truncatingIfNeeded: unit))
      default:
        let digits = String(unit, radix: 16)
        result += Array(("\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits).utf8)
      }
    }
    return result
  }

  /// Returns a value with its JSON escapes decoded.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(0x5C) else { return String(streamSafe: bytes) }
    var units: [UInt16] = []
    var rest = bytes
    var plain: [UInt8] = []
    func flush() {
      units += Array(String(streamSafe: plain).utf16)
      plain = []
    }
    while let byte = rest.first {
      let marks = rest.prefix { $0 == 0x5C }.count
      let letter = rest.dropFirst(marks)
      if marks > 0, letter.count >= 5, letter.first == UInt8(ascii: "u"),
        let unit = UInt16(String(streamSafe: letter.dropFirst().prefix(4)), radix: 16)
      {
        flush()
        units.append(unit)
        rest = letter.dropFirst(5)
      } else if byte == 0x5C, rest.count >= 2, [0x22, 0x5C, 0x2F].contains(rest[rest.startIndex + 1]) {
        plain.append(rest[rest.startIndex + 1])
        rest = rest.dropFirst(2)
      } else {
        plain.append(byte)
        rest = rest.dropFirst()
      }
    }
    flush()
    return String(decoding: units, as: UTF16.self).streamSafe
  }
}
