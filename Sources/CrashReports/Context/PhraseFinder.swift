import Bytes

/// Finds phrases in lower case in a text, in one pass and in any case of ASCII letters.
struct PhraseFinder: Sendable {
  /// The phrases with their lists, by the first two bytes.
  private let phrases: [UInt16: [(text: [UInt8], list: Int)]]
  private let bitmap: [Bool]

  /// Creates a finder for lists of phrases; phrases of less than two bytes are left out.
  init(_ lists: [[[UInt8]]]) {
    var phrases: [UInt16: [(text: [UInt8], list: Int)]] = [:]
    var bitmap = [Bool](repeating: false, count: 1 << 16)
    for (list, texts) in lists.enumerated() {
      for text in texts where text.count >= 2 {
        let key = UInt16(text[0]) << 8 | UInt16(text[1])
        phrases[key, default: []].append((text, list))
        bitmap[Int(key)] = true
      }
    }
    self.phrases = phrases
    self.bitmap = bitmap
  }

  /// Returns which lists have a phrase in a line, as bits.
  func lists(in text: ByteText, _ line: Slice) -> Int {
    var found = 0
    var at = line.start
    var first = text[at].lowercased
    while at + 1 < line.end {
      let second = text[at + 1].lowercased
      let key = UInt16(first) << 8 | UInt16(second)
      if bitmap[Int(key)] {
        for phrase in phrases[key] ?? [] where found & 1 << phrase.list == 0 && at + phrase.text.count <= line.end {
          let isEqual = phrase.text.indices.allSatisfy { text[at + $0].lowercased == phrase.text[$0] }
          if isEqual { found |= 1 << phrase.list }
        }
      }
      first = second
      at += 1
    }
    return found
  }
}
