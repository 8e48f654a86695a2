/// Finds which of a few known keys stands at a place of the input, without making a string of it.
///
/// Keys are sorted into 64 slots by length and outer bytes; a slot's few candidates are compared byte by byte.
struct JSONKeyTable<Key: RawRepresentable & CaseIterable & Sendable>: Sendable where Key.RawValue == String {
  private let slots: [[UInt8]]
  private let spellings: [[UInt8]]
  private let keys: [Key]

  init() {
    let keys = Array(Key.allCases)
    let spellings = keys.map { Array($0.rawValue.utf8) }
    var slots = [[UInt8]](repeating: [], count: 64)
    for (index, spelling) in spellings.enumerated() {
      guard let first = spelling.first, let last = spelling.last, let number = UInt8(exactly: index) else { continue }
      slots[Self.slot(spelling.count, first, last)].append(number)
    }
    self.keys = keys
    self.spellings = spellings
    self.slots = slots
  }

  @inline(__always)
  private static func slot(_ length: Int, _ first: UInt8, _ last: UInt8) -> Int {
    (length &* 7 &+ Int(first) &* 3 &+ Int(last)) & 63
  }

  /// The key at `range`, and its number among all cases; `nil` for a key that is not known.
  @inline(__always)
  func find(_ bytes: [UInt8], _ range: Range<Int>) -> (key: Key, number: Int)? {
    guard !range.isEmpty else { return nil }
    let slot = Self.slot(range.count, bytes[range.lowerBound], bytes[range.upperBound - 1])
    candidates: for candidate in slots[slot] {
      let number = Int(candidate)
      let spelling = spellings[number]
      guard spelling.count == range.count else { continue }
      var at = range.lowerBound
      for byte in spelling {
        if bytes[at] != byte { continue candidates }
        at += 1
      }
      return (keys[number], number)
    }
    return nil
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
