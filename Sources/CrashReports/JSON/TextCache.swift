/// Hands out one string for equal bytes: symbols and files recur in every thread of a report.
///
/// Direct-mapped and small; a miss only costs what a string costs anyway.
struct TextCache {
  private var ranges: [Range<Int>]
  private var texts: [String]
  private static let slots = 1024

  init() {
    ranges = Array(repeating: 0..<0, count: Self.slots)
    texts = Array(repeating: "", count: Self.slots)
  }

  @inline(__always)
  mutating func string(_ text: JSONText, _ cursor: inout JSONCursor, limit: Int) -> String {
    let range = text.range
    let count = range.count
    guard text.isVerbatim, count > 0, count <= 512 else { return cursor.string(text, limit: limit) }
    let slot = Self.slot(cursor.bytes, range)
    let known = ranges[slot]
    if known.count == count, Self.areEqual(cursor.bytes, known.lowerBound, range) { return texts[slot] }
    let value = cursor.string(text, limit: limit)
    ranges[slot] = range
    texts[slot] = value
    return value
  }

  @inline(__always)
  private static func slot(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    let count = range.count
    let low = range.lowerBound
    var hash = UInt64(count)
    hash = hash &* 31 &+ UInt64(bytes[low])
    hash = hash &* 31 &+ UInt64(bytes[low + count / 4])
    hash = hash &* 31 &+ UInt64(bytes[low + count / 2])
    hash = hash &* 31 &+ UInt64(bytes[low + count / 2 + count / 4])
    hash = hash &* 31 &+ UInt64(bytes[low + count - 1])
    return Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 54)
  }

  @inline(__always)
  private static func areEqual(_ bytes: [UInt8], _ start: Int, _ range: Range<Int>) -> Bool {
    var other = start
    for at in range {
      if bytes[at] != bytes[other] { return false }
      other += 1
    }
    return true
  }
}
