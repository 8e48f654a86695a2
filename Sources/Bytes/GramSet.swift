/// Which sequences of four bytes occur in some texts, letter case of ASCII aside: a filter that says "certainly not".
///
/// Patterns look for hundreds of wordings and names of which a report holds two or three. Asking this set costs the same
/// for every needle however long the report is, so that adding patterns adds next to nothing to the time for a report.
package struct GramSet: Sendable {
  /// 2^16 bits. With the few thousand grams of a report one needle in a hundred passes by chance, and is then searched.
  private var bits: [UInt64] = Array(repeating: 0, count: 1024)

  /// A set of no texts.
  package init() {}

  /// Adds the sequences of `text`.
  package mutating func insert(_ text: some Sequence<UInt8>) {
    var window: UInt32 = 0
    var length = 0
    for byte in text {
      window = window << 8 | UInt32(byte.lowercased)
      length += 1
      if length >= 4 {
        let index = Self.hash(window)
        bits[Int(index >> 6)] |= 1 << UInt64(index & 63)
      }
    }
  }

  /// Adds the sequences of the UTF-8 of `text`.
  package mutating func insert(_ text: String) {
    var text = text
    text.withUTF8 { insert($0) }
  }

  /// False if one of `grams` does not occur.
  package func mayContain(_ grams: [UInt16]) -> Bool {
    for gram in grams where bits[Int(gram >> 6)] & (1 << UInt64(gram & 63)) == 0 { return false }
    return true
  }

  /// Bits that are set in both, word by word; a word holds 64 grams.
  package func forEachCommonGram(with other: GramSet, _ body: (UInt16) -> Void) {
    for word in bits.indices {
      var common = bits[word] & other.bits[word]
      while common != 0 {
        body(UInt16(truncatingIfNeeded: word &* 64 &+ common.trailingZeroBitCount))
        common &= common &- 1
      }
    }
  }

  /// Adds one gram, as `grams(of:)` gives it.
  package mutating func insert(gram: UInt16) { bits[Int(gram >> 6)] |= 1 << UInt64(gram & 63) }

  /// The grams to ask for before a search for `needle`: three at most, spread over it; none for less than four bytes.
  package static func grams(of needle: some Collection<UInt8>) -> [UInt16] {
    // Other modules cannot have generic code of this one made for their types, and each start asks a thousand times.
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
    bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1.lowercased) }
  }

  /// Fibonacci hashing: the upper bits of the product are well mixed.
  @inline(__always)
  private static func hash(_ window: UInt32) -> UInt16 {
    UInt16(truncatingIfNeeded: (window &* 2_654_435_769) >> 16)
  }
}
