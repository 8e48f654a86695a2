/// The sequences of four bytes (grams) that occur in some texts, ignoring the case of ASCII letters: a filter before a
/// search.
///
/// Patterns look for hundreds of texts and names, of which a report contains two or three. The cost of a test does not
/// depend on the length of the report, so adding patterns costs hardly any time.
package struct GramSet: Sendable {
  /// 2^16 bits, or none before the first gram: most reports have no texts. With the few thousand grams of a report, about
  /// one needle in a hundred passes by chance and is searched.
  private var bits: [UInt64] = []

  /// Creates an empty set.
  package init() {}

  /// Adds the grams of `text`.
  package mutating func insert(_ text: [UInt8]) { text.withUnsafeBufferPointer { insert($0) } }

  private mutating func insert(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count >= 4 else { return }
    if bits.isEmpty { bits = Array(repeating: 0, count: 1024) }
    bits.withUnsafeMutableBufferPointer { bits in
      var window = UInt32(text[0].lowercased) << 16 | UInt32(text[1].lowercased) << 8 | UInt32(text[2].lowercased)
      for position in 3..<text.count {
        window = window << 8 | UInt32(text[position].lowercased)
        let index = Self.hash(window)
        bits[Int(index >> 6)] |= 1 << UInt64(index & 63)
      }
    }
  }

  /// Adds the grams of the UTF-8 of `text`.
  package mutating func insert(_ text: String) {
    var text = text
    text.withUTF8 { insert($0) }
  }

  /// Returns false if one of `grams` does not occur.
  package func mayContain(_ grams: [UInt16]) -> Bool { mayContain(grams[...]) }

  /// Returns false if one of `grams` does not occur.
  package func mayContain(_ grams: ArraySlice<UInt16>) -> Bool {
    guard !bits.isEmpty else { return grams.isEmpty }
    for gram in grams where !contains(gram) { return false }
    return true
  }

  /// Calls `body` with the index of each of `grams` that is in the set.
  package func forEachIndex(of grams: [UInt16], _ body: (Int) -> Void) {
    guard !bits.isEmpty else { return }
    for index in grams.indices where contains(grams[index]) { body(index) }
  }

  private func contains(_ gram: UInt16) -> Bool { bits[Int(gram >> 6)] & (1 << UInt64(gram & 63)) != 0 }

  /// Returns the grams to test before a search for `needle`: at most three, spread over it; none for fewer than four
  /// bytes.
  package static func grams(of needle: some Collection<UInt8>) -> [UInt16] {
    // Generic code of this module is not specialized in others, and this runs a thousand times at each start.
    needle.withContiguousStorageIfAvailable(grams(ofBytes:)) ?? Array(needle).withUnsafeBufferPointer(grams(ofBytes:))
  }

  private static func grams(ofBytes bytes: UnsafeBufferPointer<UInt8>) -> [UInt16] {
    guard bytes.count >= 4 else { return [] }
    let last = bytes.count - 4
    var grams = [hash(window(bytes, 0))]
    if last >= 2 { grams.append(hash(window(bytes, last / 2))) }
    if last >= 1 { grams.append(hash(window(bytes, last))) }
    return grams
  }

  private static func window(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32 {
    UInt32(bytes[start].lowercased) << 24 | UInt32(bytes[start + 1].lowercased) << 16
      | UInt32(bytes[start + 2].lowercased) << 8 | UInt32(bytes[start + 3].lowercased)
  }

  /// Fibonacci hashing: the upper bits of the product are well mixed.
  @inline(__always)
  private static func hash(_ window: UInt32) -> UInt16 {
    UInt16(truncatingIfNeeded: (window &* 2_654_435_769) >> 16)
  }
}
