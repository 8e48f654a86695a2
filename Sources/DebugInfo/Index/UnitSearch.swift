/// Which units have the code at a few addresses.
enum UnitSearch {
  /// - Parameter offsets: Sorted, in bytes from `base`.
  /// - Returns: Units in the order of the section, each once.
  static func units(with offsets: [UInt32], base: UInt64, reader: inout DebugInfoReader) -> [Unit] {
    guard !offsets.isEmpty, !reader.sections.info.isEmpty else { return [] }
    var wanted = Wanted(offsets: offsets, base: base)
    var hits = readTable(&wanted, reader: &reader)
    // The table need not be complete: units that it does not mention, and addresses that it does not have, are looked
    // for in the units themselves.
    if wanted.isComplete { return units(at: Set(hits), reader: &reader) }
    var found: [Unit] = []
    var units: [Unit] = []
    reader.forEachUnit {
      units.append($0)
      return true
    }
    hits.sort()
    for unit in units {
      let place = unit.offset
      if hits.binarySearch(place) {
        found.append(unit)
        continue
      }
      var rooted = unit
      guard (try? reader.readRoot(&rooted)) == true else { continue }
      if covers(rooted, &wanted, reader: &reader) { found.append(unit) }
    }
    return found
  }

  /// The addresses, and which of them have a unit.
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

    /// True if an address is in the range; those are marked.
    mutating func take(_ low: UInt64, _ high: UInt64) -> Bool {
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

  /// Reads `__debug_aranges` (DWARF 5, section 6.1.2): the places of units with wanted addresses.
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
        // Pairs begin at a multiple of their size, from the start of the header.
        let header = cursor.position - offset
        let pair = 2 * addressSize
        cursor.skip((pair - header % pair) % pair)
        let place = reader.sections.info.lowerBound + Int(unit)
        var isHit = false
        while cursor.position &+ pair <= end {
          let low = cursor.unsigned(size: addressSize)
          let size = cursor.unsigned(size: addressSize)
          if low == 0, size == 0 { break }
          if wanted.take(low, low &+ size) { isHit = true }
        }
        if isHit, hits.last != place { hits.append(place) }
      }
      offset = end
    }
    return hits
  }

  private static func units(at places: Set<Int>, reader: inout DebugInfoReader) -> [Unit] {
    let file = reader.file
    return places.sorted().compactMap {
      (try? UnitHeader.read(file.span, section: reader.sections.info, at: $0))?.unit
    }
  }

  /// True if the unit says that it has code at a wanted address, or does not say where its code is.
  private static func covers(_ unit: Unit, _ wanted: inout Wanted, reader: inout DebugInfoReader) -> Bool {
    if let value = unit.rangesValue {
      var isHit = false
      for range in reader.ranges(form: unit.rangesForm, value: value, in: unit)
      where wanted.take(range.lowerBound, range.upperBound) {
        isHit = true
      }
      return isHit
    }
    // Without ranges of its own a unit may still have functions with code.
    return unit.hasRange ? wanted.take(unit.lowPC, unit.highPC) : true
  }
}

extension [Int] {
  /// True if the sorted array has `value`.
  fileprivate func binarySearch(_ value: Int) -> Bool {
    let index = partitioningIndex { $0 >= value }
    return index < count && self[index] == value
  }
}
