import Bytes
import Foundation

/// Words to be found in a text in one walk, however many they are: a tree of their bytes, ASCII letters in lower case.
struct RedactionWords: Sendable {
  private struct Node: Sendable {
    var byte: UInt8
    /// Places in `nodes`; 0 is none, as the root is nobody's child.
    var child: Int32 = 0
    var sibling: Int32 = 0
    /// Index of the word that ends here; -1 for none.
    var word: Int32 = -1
  }

  private var nodes: [Node] = [Node(byte: 0)]
  private var begins = [Bool](repeating: false, count: 256)

  /// Longer ones are no names, and would make the walk long.
  static let longest = 128
  /// Bytes of all words; what comes later is replaced where its form tells it, and not as a word.
  private static let mostNodes = 4_000_000

  var isEmpty: Bool { nodes.count == 1 }

  /// Adds a word, if it is of a fitting length; one that is there keeps its index.
  mutating func insert(_ word: [UInt8], index: Int) {
    guard !word.isEmpty, word.count <= Self.longest, nodes.count < Self.mostNodes else { return }
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

  /// The longest word that begins at `at`; with `asWord` only where none goes on before and behind it.
  func match(_ bytes: [UInt8], _ at: Int, asWord: Bool) -> (count: Int, index: Int)? {
    guard begins[Int(bytes[at].lowercased)], !asWord || Self.begins(bytes, at) else { return nil }
    var node = 0
    var best: (count: Int, index: Int)?
    var place = at
    while place < bytes.count, let next = child(of: node, bytes[place].lowercased) {
      node = next
      place += 1
      if nodes[node].word >= 0, !asWord || Self.ends(bytes, place) && !Self.isPartOfUUID(bytes, at..<place) {
        best = (place - at, Int(nodes[node].word))
      }
    }
    return best
  }

  /// `_` is no letter here: `backup_jane` names Jane.
  private static func begins(_ bytes: [UInt8], _ at: Int) -> Bool {
    RedactionScanner.beginsWord(bytes, at) || bytes[at - 1] == UInt8(ascii: "_")
  }

  /// The `s` of `Janes-MacBook` is none of the name.
  private static func ends(_ bytes: [UInt8], _ end: Int) -> Bool {
    guard end < bytes.count, bytes[end].isIdentifier, bytes[end] != UInt8(ascii: "_") else { return true }
    return bytes[end] | 0x20 == UInt8(ascii: "s") && end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "-")
  }

  /// `cafe` is somebody's name, and a group of many UUIDs.
  private static func isPartOfUUID(_ bytes: [UInt8], _ word: Range<Int>) -> Bool {
    func isDigit(_ at: Int) -> Bool { bytes.indices.contains(at) && bytes[at].isHexDigit }
    func isDash(_ at: Int) -> Bool { bytes.indices.contains(at) && bytes[at] == UInt8(ascii: "-") }
    guard [4, 8, 12].contains(word.count), bytes[word].allSatisfy(\.isHexDigit) else { return false }
    return isDash(word.lowerBound - 1) && isDigit(word.lowerBound - 2)
      || isDash(word.upperBound) && isDigit(word.upperBound + 1)
  }
}

/// The ways in which one name is written: composed and decomposed, in UTF-8 and with the escapes of JSON.
enum RedactionSpelling {
  static func all(of text: String) -> [[UInt8]] {
    let plain = Array(text.utf8)
    if plain.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C && $0 != 0x2F }) { return [plain] }
    var found: [[UInt8]] = []
    for form in [text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping] {
      let escaped = escaped(form)
      // In JSON, and in JSON that is a text in JSON.
      let twice = escaped.flatMap { $0 == 0x5C ? [$0, $0] : [$0] }
      for spelling in [Array(form.utf8), escaped, twice] where !found.contains(spelling) { found.append(spelling) }
    }
    return found
  }

  /// As JSON writes it in ASCII. Letter case does not count, so neither does that of the digits.
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

  /// A value as it is meant: escapes of JSON undone.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(0x5C) else { return String(decoding: bytes, as: UTF8.self) }
    var units: [UInt16] = []
    var rest = bytes
    var plain: [UInt8] = []
    func flush() {
      units += Array(String(decoding: plain, as: UTF8.self).utf16)
      plain = []
    }
    while let byte = rest.first {
      let marks = rest.prefix { $0 == 0x5C }.count
      let letter = rest.dropFirst(marks)
      if marks > 0, letter.count >= 5, letter.first == UInt8(ascii: "u"),
        let unit = UInt16(String(decoding: letter.dropFirst().prefix(4), as: UTF8.self), radix: 16)
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
    return String(decoding: units, as: UTF16.self)
  }
}
