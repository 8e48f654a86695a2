/// A name that the symbol table gives an address.
package struct MachOSymbol: Hashable, Sendable {
  /// Address as the linker placed it (`n_value`), even for Thumb.
  package var start: UInt64
  /// Where it ends at the latest: the next symbol, the next function's start, or the end of its section. Mach-O states
  /// no sizes.
  package var end: UInt64
  /// Where its name starts in the string table; `SymbolTable.name(of:)` reads it.
  var name: UInt32
  /// True if other files can name it, or could before they were linked (`N_EXT`, `N_PEXT`).
  package var isExternal: Bool
  /// True for Thumb instructions of 32-bit ARM (`N_ARM_THUMB_DEF`); `start` is even all the same.
  package var isThumb: Bool
}

/// The defined symbols of a file by address: `LC_SYMTAB` without debugging, undefined and absolute entries.
///
/// Eight bytes a symbol; names are read from the file when they are asked for.
package struct SymbolTable: Sendable {
  private let file: MachOFile
  private let entries: SymbolEntries
  private let starts: FunctionStarts
  /// The lowest address.
  private let base: UInt64
  private let layout: KeyLayout
  /// Ascending; one for each address.
  private let keys: [UInt64]

  /// Reads the table of `file`. `functionStarts` are those of the image and end symbols that would otherwise reach over
  /// functions without a name.
  package init(_ file: MachOFile, functionStarts: FunctionStarts) {
    let entries = SymbolEntries(file)
    let span = file.bytes.span
    let bounds = file.sections.prefix(255).map { (start: $0.address, size: $0.size) }

    /// The address of entry `index`, if it lies in the section that it states.
    func address(_ index: Int) -> UInt64? {
      guard let entry = entries.entry(index, in: span), entry.isDefined, entry.name > 0 else { return nil }
      let number = Int(entry.section) - 1
      // `__mh_execute_header` states the first section and lies before it.
      guard bounds.indices.contains(number), entry.value >= bounds[number].start,
        entry.value &- bounds[number].start < bounds[number].size
      else { return nil }
      return entry.value
    }

    var base = UInt64.max
    var count = 0
    for index in 0..<entries.count {
      guard let value = address(index) else { continue }
      base = min(base, value)
      count += 1
    }
    let layout = KeyLayout(entryCount: entries.count)
    var keys: [UInt64] = []
    keys.reserveCapacity(count)
    for index in 0..<entries.count {
      guard let value = address(index), value >= base, let entry = entries.entry(index, in: span),
        entries.hasName(entry.name, in: span), let key = layout.key(distance: value &- base, entry: index)
      else { continue }
      keys.append(key)
    }
    keys.sortStably(byBitsFrom: layout.distanceShift)
    Self.keepBest(of: &keys, layout, entries, span)
    Self.markEnds(of: &keys, layout, base, functionStarts)
    self.file = file
    self.entries = entries
    self.keys = keys
    self.base = base
    self.layout = layout
    starts = functionStarts
  }

  /// Leaves one name for each address: external ones before others, labels of the assembler last, and of equals the
  /// last in the table, which is the one that LLVM's tools print.
  private static func keepBest(
    of keys: inout [UInt64], _ layout: KeyLayout, _ entries: SymbolEntries, _ span: RawSpan
  ) {
    func rank(_ key: UInt64) -> Int {
      guard let entry = entries.entry(layout.entry(key), in: span) else { return 0 }
      if entries.isLabel(entry.name, in: span) { return 0 }
      return entry.isExternal ? 2 : 1
    }
    var kept = 0
    var keptRank: Int?
    for index in keys.indices {
      let key = keys[index]
      if kept > 0, layout.distance(keys[kept - 1]) == layout.distance(key) {
        let before = keptRank ?? rank(keys[kept - 1])
        let new = rank(key)
        keptRank = max(before, new)
        if new >= before { keys[kept - 1] = key }
      } else {
        keys[kept] = key
        kept += 1
        keptRank = nil
      }
    }
    keys.removeSubrange(kept...)
  }

  /// Notes at each symbol whether a function starts between it and the next: in most images none does, and lookups
  /// need not search for one.
  private static func markEnds(
    of keys: inout [UInt64], _ layout: KeyLayout, _ base: UInt64, _ starts: FunctionStarts
  ) {
    var start = 0
    for index in keys.indices {
      let address = base &+ layout.distance(keys[index])
      while let place = starts.address(start), place <= address { start += 1 }
      guard let place = starts.address(start) else { return }
      if index + 1 == keys.count || place < base &+ layout.distance(keys[index + 1]) {
        keys[index] |= layout.endMark
      }
    }
  }

  /// Number of addresses with a name; several names of one address count once.
  package var count: Int { keys.count }

  /// True if no address has a name.
  package var isEmpty: Bool { keys.isEmpty }

  /// Symbol `index` in the order of addresses; `nil` if there is none.
  package func symbol(_ index: Int) -> MachOSymbol? {
    guard keys.indices.contains(index) else { return nil }
    let key = keys[index]
    let span = file.bytes.span
    guard let entry = entries.entry(layout.entry(key), in: span),
      file.sections.indices.contains(Int(entry.section) - 1)
    else { return nil }
    let start = base &+ layout.distance(key)
    var end = file.sections[Int(entry.section) - 1].endAddress
    if index + 1 < keys.count { end = min(end, base &+ layout.distance(keys[index + 1])) }
    if key & layout.endMark != 0, let next = starts.start(after: start) { end = min(end, next) }
    guard start < end else { return nil }
    return MachOSymbol(
      start: start, end: end, name: entry.name, isExternal: entry.isExternal,
      isThumb: entry.isThumb && file.architecture.isARM32)
  }

  /// The symbol that includes `address`; `nil` if none does.
  package func symbol(at address: UInt64) -> MachOSymbol? {
    guard address >= base else { return nil }
    let limit = layout.limit(distance: address &- base)
    let after = keys.partitioningIndex { $0 > limit }
    guard after > 0, let symbol = symbol(after - 1), address < symbol.end else { return nil }
    return symbol
  }

  /// The name without Mach-O's underscore: `LoadFonts`, `-[A b]`, `_ZN…`, `$s…`.
  package func name(of symbol: MachOSymbol) -> String { entries.name(symbol.name) }
}

/// How a symbol's place is packed: from the high bits its distance from the lowest address, a mark, and the index of its
/// entry in as many bits as the table needs.
private struct KeyLayout {
  let endMark: UInt64

  init(entryCount: Int) {
    // One bit more than the greatest index has.
    endMark = 1 << UInt64(Int.bitWidth - max(entryCount, 1).leadingZeroBitCount)
  }

  var distanceShift: Int { endMark.trailingZeroBitCount + 1 }

  /// `nil` if the distance is too long: a table of a million symbols leaves 43 bits, which no image spans.
  func key(distance: UInt64, entry: Int) -> UInt64? {
    let shift = UInt64(distanceShift)
    guard distance >> (64 - shift) == 0 else { return nil }
    return distance << shift | UInt64(entry)
  }

  func distance(_ key: UInt64) -> UInt64 { key &>> UInt64(distanceShift) }

  /// The greatest key that any symbol at `distance` can have.
  func limit(distance: UInt64) -> UInt64 {
    let shift = UInt64(distanceShift)
    return distance &>> (64 &- shift) == 0 ? distance &<< shift | (endMark &<< 1 &- 1) : .max
  }

  func entry(_ key: UInt64) -> Int { Int(key & (endMark &- 1)) }
}
