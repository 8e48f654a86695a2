/// A hash table that finds which of a few known keys is at a range of the input, without creating a string.
///
/// Keys are hashed into 64 slots by length and first bytes. The candidates of a slot are compared as two words, their
/// first and their last eight bytes. Everything is in flat arrays because this runs for every member of every frame.
struct JSONKeyTable<Key: RawRepresentable & CaseIterable & Sendable>: Sendable where Key.RawValue == String {
  private struct Entry: Sendable {
    /// The first eight bytes, padded with zeros.
    var head: UInt64
    /// The last eight bytes of a longer key.
    var tail: UInt64
    var count: Int
    /// The offset of the complete spelling in `spellings`.
    var start: Int
    /// The index of the next entry in the same slot, or -1.
    var next: Int
    var key: Key
  }

  private let entries: [Entry]
  /// The index of the first entry of each slot, or -1.
  private let slots: [Int]
  private let spellings: [UInt8]

  init() {
    var entries: [Entry] = []
    var slots = [Int](repeating: -1, count: 64)
    var spellings: [UInt8] = []
    for (index, key) in Key.allCases.enumerated() {
      let spelling = Array(key.rawValue.utf8)
      let (head, tail) = Self.words(spelling, 0..<spelling.count)
      let slot = Self.slot(spelling.count, head)
      entries.append(
        Entry(
          head: head, tail: tail, count: spelling.count, start: spellings.count, next: slots[slot], key: key))
      slots[slot] = index
      spellings += spelling
    }
    self.entries = entries
    self.slots = slots
    self.spellings = spellings
  }

  @inline(__always)
  private static func slot(_ length: Int, _ head: UInt64) -> Int {
    Int(truncatingIfNeeded: ((head ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }

  @inline(__always)
  private static func words(_ bytes: [UInt8], _ range: Range<Int>) -> (head: UInt64, tail: UInt64) {
    let count = range.count
    if range.lowerBound <= bytes.count - ByteWord.size {
      let head = ByteWord.prefix(ByteWord.load(bytes, range.lowerBound), count)
      return (head, count > ByteWord.size ? ByteWord.load(bytes, range.upperBound - ByteWord.size) : 0)
    }
    // Fewer than eight bytes of input are left to load.
    var head: UInt64 = 0
    for index in range { head |= UInt64(bytes[index]) << UInt64((index - range.lowerBound) * 8) }
    return (head, 0)
  }

  /// Returns the key at `range` and its index in `allCases`; `nil` if it is not a known key.
  @inline(__always)
  func find(_ bytes: [UInt8], _ range: Range<Int>) -> (key: Key, number: Int)? {
    guard !range.isEmpty else { return nil }
    let count = range.count
    let (head, tail) = Self.words(bytes, range)
    var number = slots[Self.slot(count, head)]
    while number >= 0 {
      let entry = entries[number]
      if entry.head == head, entry.tail == tail, entry.count == count,
        count <= 2 * ByteWord.size || areEqual(entry.start, bytes, range)
      {
        return (entry.key, number)
      }
      number = entry.next
    }
    return nil
  }

  private func areEqual(_ start: Int, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var other = start
    for at in range {
      if bytes[at] != spellings[other] { return false }
      other += 1
    }
    return true
  }
}

extension JSONCursor {
  /// Returns the key that `text` spells and its index in `allCases`; `nil` if it is not a known key.
  @inline(__always)
  func find<Key>(_ text: JSONText, in table: JSONKeyTable<Key>) -> (key: Key, number: Int)? {
    table.find(bytes, text.range)
  }
}

/// The set of keys already read in an object, so that the first of two equal keys is used.
struct SeenKeys {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  @inline(__always)
  func contains(_ number: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(number & 63)
    return (number < 64 ? low : high) & bit != 0
  }

  /// Adds the key and returns true; returns false if it was already in the set.
  @inline(__always)
  mutating func insert(_ number: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(number & 63)
    if number < 64 {
      defer { low |= bit }
      return low & bit == 0
    }
    defer { high |= bit }
    return high & bit == 0
  }
}
