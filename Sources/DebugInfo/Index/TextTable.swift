/// Names and paths, each once.
struct TextTable {
  /// Text 0 is empty.
  private(set) var ends: [UInt32] = [0]
  private(set) var bytes: [UInt8] = []

  /// Numbers by place in the file: open addressing, as this is asked for every function and every inlined call.
  private var slots: [(place: UInt32, number: UInt32)]
  private var used = 0
  private var byContent: [String: UInt32] = [:]
  /// Bytes that may still be added: texts at every offset of one long run of bytes would come to the square of its size.
  private var budget: Int

  init(fileSize: Int) {
    slots = Array(repeating: (0, 0), count: 1024)
    budget = 4 * fileSize + 1_000_000
  }

  /// False once no further text is taken.
  var hasRoom: Bool { budget > 0 }

  /// The number of the text at `place`; 0 for none.
  @inline(__always)
  mutating func number(of place: TextPlace, in file: RawSpan) -> UInt32 {
    if place.isNone { return 0 }
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: (place.offset &* 0x9E37_79B1) >> 7) & mask
    while true {
      let entry = slots[slot]
      if entry.place == place.offset { return entry.number }
      if entry.place == 0 { return add(place, slot: slot, in: file) }
      slot = (slot &+ 1) & mask
    }
  }

  @inline(never)
  private mutating func add(_ place: TextPlace, slot: Int, in file: RawSpan) -> UInt32 {
    let start = Int(place.offset)
    let limit = min(start + min(IndexFormat.longestText, budget), file.byteCount)
    let length = start < limit ? zeroTerminatedLength(file, start..<limit) : 0
    var number: UInt32 = 0
    // A text that finds no room costs as much as one that does.
    budget -= length
    if length > 0, budget > 0 {
      number = UInt32(truncatingIfNeeded: ends.count)
      file.extracting(start..<(start + length)).withUnsafeBytes { bytes.append(contentsOf: $0) }
      ends.append(UInt32(truncatingIfNeeded: bytes.count))
    }
    slots[slot] = (place.offset, number)
    used += 1
    if used * 2 > slots.count { grow() }
    return number
  }

  private mutating func grow() {
    var larger: [(place: UInt32, number: UInt32)] = Array(repeating: (0, 0), count: slots.count * 2)
    let mask = larger.count - 1
    for entry in slots where entry.place != 0 {
      var slot = Int(truncatingIfNeeded: (entry.place &* 0x9E37_79B1) >> 7) & mask
      while larger[slot].place != 0 { slot = (slot + 1) & mask }
      larger[slot] = entry
    }
    slots = larger
  }

  /// The number of a text that stands nowhere in the file as it is, as a path that is put together.
  mutating func number(of text: String) -> UInt32 {
    if text.isEmpty { return 0 }
    if let known = byContent[text] { return known }
    budget -= text.utf8.count
    guard budget > 0, text.utf8.count <= IndexFormat.longestText else { return 0 }
    let number = UInt32(truncatingIfNeeded: ends.count)
    bytes.append(contentsOf: text.utf8)
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
    byContent[text] = number
    return number
  }
}
