/// Finds the units that contain a few addresses.
enum UnitSearch {
  /// Returns the units that contain `offsets`, in section order without duplicates.
  /// - Parameter offsets: Offsets from `base` in bytes, sorted.
  static func units(with offsets: [UInt32], base: UInt64, reader: inout DebugInfoReader) -> [Unit] {
    guard !offsets.isEmpty, !reader.sections.info.isEmpty else { return [] }
    var wanted = Wanted(offsets: offsets, base: base)
    var hits = readTable(&wanted, reader: &reader)
    // The table may be incomplete. Addresses that it does not contain are searched in the units themselves.
    if wanted.isComplete { return units(at: Set(hits), reader: &reader) }
    var found: [Unit] = []
    var units: [Unit] = []
    reader.forEachUnit {
      units.append($0)
      return true
    }
    hits.sort()
    for unit in units {
      let offset = unit.offset
      if hits.binarySearch(offset) {
        found.append(unit)
        continue
      }
      var rooted = unit
      guard (try? reader.readRoot(&rooted)) == true else { continue }
      if covers(rooted, &wanted, reader: &reader) { found.append(unit) }
    }
    return found
  }

  /// The addresses, and whether a unit was found for each.
  private struct Wanted {
    let offsets: [UInt32]
    let base: UInt64
    private var isFound: [Bool]
    private var missing: Int

    init(offsets: [UInt32], base: UInt64) {
      self.offsets = offsets
      self.base = base
      isFound = Array(repeating: false, count: offsets.count)
      missing = offsets.count
    }

    var isComplete: Bool { missing == 0 }

    /// Marks the addresses in the range as found; returns true if there are any.
    mutating func markFound(_ low: UInt64, _ high: UInt64) -> Bool {
      guard high > base, low < high else { return false }
      let start = low > base ? low &- base : 0
      let end = high &- base
      guard start <= UInt64(UInt32.max) else { return false }
      var index = offsets.partitioningIndex { UInt64($0) >= start }
      let first = index
      while index < offsets.count, UInt64(offsets[index]) < end {
        if !isFound[index] {
          isFound[index] = true
          missing -= 1
        }
        index += 1
      }
      return index > first
    }
  }

  /// Reads `__debug_aranges` (DWARF 5, section 6.1.2); returns the offsets of units that contain wanted addresses.
  private static func readTable(_ wanted: inout Wanted, reader: inout DebugInfoReader) -> [Int] {
    let section = reader.sections.unitRanges
    let file = reader.file
    var hits: [Int] = []
    var offset = section.lowerBound
    while offset < section.upperBound {
      var cursor = ByteCursor(file.span, offset..<section.upperBound)
      let (length, offsetSize) = cursor.initialLength()
      guard !cursor.isOverrun, length <= UInt64(cursor.remaining) else { break }
      let end = cursor.position + Int(length)
      cursor.skip(2)
      let unit = cursor.unsigned(size: Int(offsetSize))
      let addressSize = Int(cursor.u8())
      cursor.skip(1)
      if addressSize == 4 || addressSize == 8, unit < UInt64(reader.sections.info.count) {
        // The first tuple is aligned to the size of a tuple, relative to the header.
        let header = cursor.position - offset
        let pair = 2 * addressSize
        cursor.skip((pair - header % pair) % pair)
        let unitOffset = reader.sections.info.lowerBound + Int(unit)
        var isHit = false
        while cursor.position &+ pair <= end {
          let low = cursor.unsigned(size: addressSize)
          let size = cursor.unsigned(size: addressSize)
          if low == 0, size == 0 { break }
          if wanted.markFound(low, low &+ size) { isHit = true }
        }
        if isHit, hits.last != unitOffset { hits.append(unitOffset) }
      }
      offset = end
    }
    return hits
  }

  private static func units(at offsets: Set<Int>, reader: inout DebugInfoReader) -> [Unit] {
    let file = reader.file
    return offsets.sorted().compactMap {
      (try? UnitHeader.read(file.span, section: reader.sections.info, at: $0))?.unit
    }
  }

  /// Returns true if the unit has code at a wanted address, or does not state its address ranges.
  private static func covers(_ unit: Unit, _ wanted: inout Wanted, reader: inout DebugInfoReader) -> Bool {
    if let value = unit.rangesValue {
      var isHit = false
      for range in reader.ranges(form: unit.rangesForm, value: value, in: unit)
      where wanted.markFound(range.lowerBound, range.upperBound) {
        isHit = true
      }
      return isHit
    }
    // A unit without address ranges may still have functions with code.
    return unit.hasRange ? wanted.markFound(unit.lowPC, unit.highPC) : true
  }
}

extension [Int] {
  /// Returns true if the sorted array contains `value`.
  fileprivate func binarySearch(_ value: Int) -> Bool {
    let index = partitioningIndex { $0 >= value }
    return index < count && self[index] == value
  }
}
