/// Finds which of a few known keys stands at a place of the input, without making a string of it.
///
/// Keys are sorted into 64 slots by length and outer bytes; a slot's few candidates are compared byte by byte. All lies
/// in flat arrays, because this runs for every member of every frame.
struct JSONKeyTable<Key: RawRepresentable & CaseIterable & Sendable>: Sendable where Key.RawValue == String {
  private struct Entry: Sendable {
    var start: Int
    var count: Int
    /// The next key of the same slot, or -1.
    var next: Int
  }

  private let keys: [Key]
  private let entries: [Entry]
  /// The first key of each slot, or -1.
  private let slots: [Int]
  private let spellings: [UInt8]

  init() {
    let keys = Array(Key.allCases)
    var entries: [Entry] = []
    var slots = [Int](repeating: -1, count: 64)
    var spellings: [UInt8] = []
    for (index, key) in keys.enumerated() {
      let spelling = Array(key.rawValue.utf8)
      let slot = Self.slot(spelling.count, spelling.first ?? 0, spelling.last ?? 0)
      entries.append(Entry(start: spellings.count, count: spelling.count, next: slots[slot]))
      slots[slot] = index
      spellings += spelling
    }
    self.keys = keys
    self.entries = entries
    self.slots = slots
    self.spellings = spellings
  }

  @inline(__always)
  private static func slot(_ length: Int, _ first: UInt8, _ last: UInt8) -> Int {
    (length &* 7 &+ Int(first) &* 3 &+ Int(last)) & 63
  }

  /// The key at `range`, and its number among all cases; `nil` for a key that is not known.
  @inline(__always)
  func find(_ bytes: [UInt8], _ range: Range<Int>) -> (key: Key, number: Int)? {
    guard !range.isEmpty else { return nil }
    var number = slots[Self.slot(range.count, bytes[range.lowerBound], bytes[range.upperBound - 1])]
    while number >= 0 {
      let entry = entries[number]
      if entry.count == range.count, areEqual(entry.start, bytes, range) { return (keys[number], number) }
      number = entry.next
    }
    return nil
  }

  @inline(__always)
  private func areEqual(_ start: Int, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var other = start
    for at in range {
      if bytes[at] != spellings[other] { return false }
      other += 1
    }
    return true
  }
}

/// Which keys of an object were met, so that the first of two equal ones wins.
struct SeenKeys {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  func contains(_ number: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(number & 63)
    return (number < 64 ? low : high) & bit != 0
  }

  /// False if the key was there before.
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
