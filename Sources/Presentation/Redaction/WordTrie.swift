/// Words to be found in a text in one pass, however many they are: a history of many users has as many names.
struct WordTrie: Sendable {
  /// From a node by a byte to the next node. Node 0 is the root.
  private var edges: [UInt64: UInt32] = [:]
  private var kinds: [UInt32: Redactor.Kind] = [:]
  private var nodes: UInt32 = 1

  mutating func insert(_ word: [UInt8], _ kind: Redactor.Kind) {
    var node: UInt32 = 0
    for byte in word {
      let key = Self.key(node, byte)
      if let next = edges[key] {
        node = next
      } else {
        guard nodes < .max else { return }
        edges[key] = nodes
        node = nodes
        nodes += 1
      }
    }
    if node != 0, kinds[node] == nil { kinds[node] = kind }
  }

  /// The longest word that begins at `at` and ends where a word may end.
  func match(in bytes: [UInt8], at: Int) -> (count: Int, kind: Redactor.Kind)? {
    var node: UInt32 = 0
    var place = at
    var found: (count: Int, kind: Redactor.Kind)?
    while place < bytes.count, let next = edges[Self.key(node, bytes[place])] {
      node = next
      place += 1
      if let kind = kinds[node], place == bytes.count || !RedactionScanner.isWord(bytes[place]) {
        found = (place - at, kind)
      }
    }
    return found
  }

  private static func key(_ node: UInt32, _ byte: UInt8) -> UInt64 { UInt64(node) << 8 | UInt64(byte) }
}
