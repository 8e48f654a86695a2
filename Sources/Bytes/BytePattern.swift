/// A sequence of bytes to search for, in time linear in the text for any sequence (Knuth, Morris and Pratt, "Fast
/// Pattern Matching in Strings", 1977).
package struct BytePattern: Sendable {
  /// The bytes to search for; empty matches everywhere.
  package let bytes: [UInt8]
  private let borders: [Int32]

  /// Prepares a search for `bytes`, in time linear in their number.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var borders: [Int32] = []
    borders.reserveCapacity(bytes.count)
    for end in bytes.indices { Self.appendBorder(of: bytes, from: 0, to: end, &borders) }
    self.borders = borders
  }

  /// Returns the index of the first occurrence in `text` at or after `start`; `start` for an empty pattern, and `nil`
  /// if there is none.
  package func firstOffset(in text: [UInt8], from start: Int = 0) -> Int? {
    text.withUnsafeBufferPointer { text in
      bytes.withUnsafeBufferPointer { word in
        borders.withUnsafeBufferPointer { borders in
          var steps = 0
          return Self.end(of: word, borders, in: text, from: start, steps: &steps).map { $0 - word.count }
        }
      }
    }
  }

  /// Appends the length of the longest proper prefix of `word[start...end]` that is also its suffix. `borders` contains
  /// the lengths for the bytes before `end`, so its count is `end`.
  static func appendBorder(of word: [UInt8], from start: Int, to end: Int, _ borders: inout [Int32]) {
    guard end > start else { return borders.append(0) }
    var border = Int(borders[end - 1])
    while border > 0, word[start + border] != word[end] { border = Int(borders[start + border - 1]) }
    if word[start + border] == word[end] { border += 1 }
    borders.append(Int32(truncatingIfNeeded: border))
  }

  /// Returns the end of the first occurrence of `word` at or after `start`; `nil` if there is none. The search never
  /// goes back in the text, so there are at most twice as many steps as bytes.
  @inline(__always)
  static func end(
    of word: UnsafeBufferPointer<UInt8>, _ borders: UnsafeBufferPointer<Int32>, in text: UnsafeBufferPointer<UInt8>,
    from start: Int, steps: inout Int
  ) -> Int? {
    guard let first = word.first else { return start }
    guard start >= 0, text.count - start >= word.count else { return nil }
    var at = start
    var matched = 0
    while at < text.count {
      if matched == 0 {
        // This handles nearly every byte, so it must be fast.
        guard let found = text.firstOffset(of: first, from: at) else {
          steps &+= text.count - at
          return nil
        }
        steps &+= found - at
        at = found
      }
      steps &+= 1
      if matched > 0, text[at] != word[matched] {
        matched = Int(borders[matched - 1])
        continue
      }
      at += 1
      matched += 1
      if matched == word.count { return at }
    }
    return nil
  }
}
