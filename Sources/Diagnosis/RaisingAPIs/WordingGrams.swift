import Bytes

/// Grams of the wordings of a catalog: they tell which wordings may occur in a text, so that the others are not read.
struct WordingGrams: Sendable {
  /// The grams of all wordings, one after the other.
  private var grams: [UInt16] = []
  /// The end of each wording's grams, and the number of the entry that has the wording.
  private var wordings: [(end: Int, entry: Int)] = []

  init() {
    grams.reserveCapacity(16_384)
    wordings.reserveCapacity(4096)
  }

  /// Adds a wording, of which `{…}` is any text.
  ///
  /// Texts are compared without case, and their white space and quotation marks are simplified. Letters alone are not
  /// changed by that, so that only words count.
  mutating func add(_ wording: UnsafeBufferPointer<UInt8>, of entry: Int) {
    var longest = (first: 0..<0, second: 0..<0)
    var depth = 0
    var position = 0
    while position < wording.count {
      let byte = wording[position]
      let start = position
      position += 1
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth = max(0, depth - 1) }
      guard depth == 0, byte.isLetter else { continue }
      while position < wording.count, wording[position].isLetter { position += 1 }
      if position - start > longest.first.count {
        longest = (start..<position, longest.first)
      } else if position - start > longest.second.count {
        longest.second = start..<position
      }
    }
    for word in [longest.first, longest.second] { grams += GramSet.grams(of: wording[word]) }
    wordings.append((grams.count, entry))
  }

  /// Returns the numbers of the entries with a wording that may occur, in the order in which they were added.
  func entries(in texts: GramSet) -> [Int] {
    var entries: [Int] = []
    var begin = 0
    for (end, entry) in wordings {
      defer { begin = end }
      guard entries.last != entry, texts.mayContain(grams[begin..<end]) else { continue }
      entries.append(entry)
    }
    return entries
  }
}
