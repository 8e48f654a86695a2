import Bytes

/// Phrases after which personal data stands, with all uses of each. ASCII letters are compared without case.
struct CueTrie: Sendable {
  private struct Node: Sendable {
    var letter: UInt8
    /// Indices in `nodes`; 0, the index of the root, means none.
    var child: Int32 = 0
    var sibling: Int32 = 0
    /// The uses of the phrase that ends here.
    var cues = PrivacyWords.Cues()
  }

  private var nodes = [Node(letter: 0)]
  /// The children of the root by letter.
  private var first = [Int32](repeating: 0, count: 256)

  /// Returns whether a phrase begins with a byte.
  func begins(with byte: UInt8) -> Bool { first[Int(byte.lowercased)] != 0 }

  mutating func insert(_ phrase: [UInt8], _ cues: PrivacyWords.Cues) {
    var at = 0
    for letter in phrase.lazy.map(\.lowercased) {
      if let next = child(of: at, letter) {
        at = next
        continue
      }
      nodes.append(Node(letter: letter, sibling: at == 0 ? 0 : nodes[at].child))
      let new = Int32(truncatingIfNeeded: nodes.count - 1)
      if at == 0 { first[Int(letter)] = new } else { nodes[at].child = new }
      at = Int(new)
    }
    nodes[at].cues.formUnion(cues)
  }

  private func child(of node: Int, _ letter: UInt8) -> Int? {
    if node == 0 {
      let next = Int(first[Int(letter)])
      return next == 0 ? nil : next
    }
    var next = Int(nodes[node].child)
    while next > 0 {
      if nodes[next].letter == letter { return next }
      next = Int(nodes[next].sibling)
    }
    return nil
  }

  /// Returns the phrases that begin at an offset and end with a word, the longest first.
  func matches(_ bytes: [UInt8], _ start: Int) -> [(end: Int, cues: PrivacyWords.Cues)] {
    var node = 0
    var at = start
    var found: [(end: Int, cues: PrivacyWords.Cues)] = []
    while at < bytes.count, let next = child(of: node, bytes[at].lowercased) {
      node = next
      at += 1
      guard !nodes[node].cues.isEmpty else { continue }
      // Texts in Chinese and Japanese have no blanks between words.
      let isThai = bytes[start] == 0xE0 && (0xB8...0xBB).contains(bytes[start + 1])
      let isWord =
        at == bytes.count || !bytes[at].isIdentifier || bytes[at - 1] < 0x80 && [0xE2, 0xE3, 0xEF].contains(bytes[at])
        || bytes[at - 1] >= 0x80 && (bytes[start] >= 0xE3 || isThai)
      if isWord || !bytes[at - 1].isIdentifier { found.insert((at, nodes[node].cues), at: 0) }
    }
    return found
  }
}
