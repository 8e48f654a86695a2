/// The names and paths of an index, without duplicates.
struct IndexTexts {
  /// The end of each text in `bytes`; text 0 is empty.
  private(set) var ends: [UInt32] = [0]
  private(set) var bytes: [UInt8] = []

  /// The text numbers by string offset in the file: a hash table with open addressing, because it is used for every
  /// function and every inlined call.
  private var slots: [(offset: UInt32, number: UInt32)]
  private var used = 0
  private var byContent: [String: UInt32] = [:]
  /// The number of bytes that may still be added. Strings at every offset of one long string would have quadratic size.
  private var budget: Int

  init(fileSize: Int) {
    slots = Array(repeating: (0, 0), count: 1024)
    budget = 4 * fileSize + 1_000_000
  }

  /// False after the limit was reached.
  var hasRoom: Bool { budget > 0 }

  /// Returns the number of `string`; 0 for none.
  @inline(__always)
  mutating func number(of string: StringReference, in file: RawSpan) -> UInt32 {
    if string.isNone { return 0 }
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: (string.offset &* 0x9E37_79B1) >> 7) & mask
    while true {
      let entry = slots[slot]
      if entry.offset == string.offset { return entry.number }
      if entry.offset == 0 { return add(string, slot: slot, in: file) }
      slot = (slot &+ 1) & mask
    }
  }

  @inline(never)
  private mutating func add(_ string: StringReference, slot: Int, in file: RawSpan) -> UInt32 {
    let start = Int(string.offset)
    let limit = min(start + min(IndexFormat.maxTextLength, budget), file.byteCount)
    let length = start < limit ? zeroTerminatedLength(file, start..<limit) : 0
    var number: UInt32 = 0
    // A string that exceeds the budget counts, too.
    budget -= length
    if length > 0, budget > 0 {
      number = UInt32(truncatingIfNeeded: ends.count)
      file.extracting(start..<(start + length)).withUnsafeBytes { bytes.append(contentsOf: $0) }
      ends.append(UInt32(truncatingIfNeeded: bytes.count))
    }
    slots[slot] = (string.offset, number)
    used += 1
    if used * 2 > slots.count { grow() }
    return number
  }

  private mutating func grow() {
    var larger: [(offset: UInt32, number: UInt32)] = Array(repeating: (0, 0), count: slots.count * 2)
    let mask = larger.count - 1
    for entry in slots where entry.offset != 0 {
      var slot = Int(truncatingIfNeeded: (entry.offset &* 0x9E37_79B1) >> 7) & mask
      while larger[slot].offset != 0 { slot = (slot + 1) & mask }
      larger[slot] = entry
    }
    slots = larger
  }

  /// Returns the number of a text that is not a string of the file, such as a joined path.
  mutating func number(of text: String) -> UInt32 {
    if text.isEmpty { return 0 }
    if let known = byContent[text] { return known }
    budget -= text.utf8.count
    guard budget > 0, text.utf8.count <= IndexFormat.maxTextLength else { return 0 }
    let number = UInt32(truncatingIfNeeded: ends.count)
    bytes.append(contentsOf: text.utf8)
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
    byContent[text] = number
    return number
  }
}
