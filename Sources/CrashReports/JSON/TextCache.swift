/// A cache that returns the same string for equal bytes: symbols and file names recur in every thread of a report.
///
/// It is direct-mapped and small; a miss costs little more than creating the string.
struct TextCache {
  private struct Entry {
    var start: Int
    var count: Int
    var text: String
  }

  private var entries: [Entry] = []
  /// The number of each slot's entry, from 1; 0 if the slot is empty. Entries are allocated on demand because most
  /// reports are short.
  private var slots = [UInt16](repeating: 0, count: 1024)

  /// Returns the decoded text, from the cache if equal bytes were decoded before.
  @inline(__always)
  mutating func string(_ text: JSONText, _ cursor: inout JSONCursor, limit: Int) -> String {
    let start = text.range.lowerBound
    let count = text.range.count
    guard text.isVerbatim, count > 0, count <= 512 else { return cursor.string(text, limit: limit) }
    let slot = Self.slot(cursor.bytes, start, count)
    let number = Int(slots[slot])
    if number > 0, entries[number - 1].count == count,
      ByteWord.areEqual(cursor.bytes, entries[number - 1].start, start, count: count)
    {
      return entries[number - 1].text
    }
    let value = cursor.string(text, limit: limit)
    store(Entry(start: start, count: count, text: value), slot, number)
    return value
  }

  @inline(never)
  private mutating func store(_ entry: Entry, _ slot: Int, _ number: Int) {
    if number > 0 {
      entries[number - 1] = entry
    } else {
      if entries.isEmpty { entries.reserveCapacity(64) }
      entries.append(entry)
      slots[slot] = UInt16(truncatingIfNeeded: entries.count)
    }
  }

  @inline(__always)
  private static func slot(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
    var hash = UInt64(truncatingIfNeeded: count)
    if count >= ByteWord.size {
      hash ^= ByteWord.load(bytes, start)
      hash = (hash &* 31) ^ ByteWord.load(bytes, start + (count - ByteWord.size) / 2)
      hash = (hash &* 31) ^ ByteWord.load(bytes, start + count - ByteWord.size)
    } else {
      for index in start..<start + count { hash = hash &* 31 &+ UInt64(bytes[index]) }
    }
    return Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) &>> 54)
  }
}
