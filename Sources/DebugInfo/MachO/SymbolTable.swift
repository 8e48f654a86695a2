/// A symbol with an address.
package struct MachOSymbol: Hashable, Sendable {
  /// The linked address (`n_value`), even for Thumb.
  package var start: UInt64
  /// The upper bound of its end: the next symbol, the next function start, or the end of its section. Mach-O symbols
  /// have no sizes.
  package var end: UInt64
  /// The offset of its name in the string table; `SymbolTable.name(of:)` reads it.
  var name: UInt32
  /// True if other files can refer to it, or could before linking (`N_EXT`, `N_PEXT`).
  package var isExternal: Bool
  /// True for Thumb instructions of 32-bit ARM (`N_ARM_THUMB_DEF`); `start` is even in this case, too.
  package var isThumb: Bool
}

/// The defined symbols of a file by address: `LC_SYMTAB` without debugging, undefined and absolute entries.
///
/// Uses eight bytes per symbol. Names are read from the file on demand.
package struct SymbolTable: Sendable {
  private let file: MachOFile
  private let entries: SymbolEntries
  private let starts: FunctionStarts
  /// The lowest address.
  private let base: UInt64
  private let layout: KeyLayout
  /// The packed symbols in ascending order, one per address.
  private let keys: [UInt64]

  /// Reads the symbol table of `file`. `functionStarts` of the image end symbols that would otherwise cover functions
  /// without a name.
  package init(_ file: MachOFile, functionStarts: FunctionStarts) {
    let entries = SymbolEntries(file)
    let span = file.bytes.span
    let bounds = file.sections.prefix(255).map { (start: $0.address, size: $0.size) }

    /// Returns the address of entry `index`, if it is in the entry's section.
    func address(_ index: Int) -> UInt64? {
      guard let entry = entries.entry(index, in: span), entry.isDefined, entry.name > 0 else { return nil }
      let number = Int(entry.section) - 1
      // `__mh_execute_header` has the number of the first section, but an address before it.
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
    Self.removeDuplicates(of: &keys, layout, entries, span)
    Self.markEnds(of: &keys, layout, base, functionStarts)
    self.file = file
    self.entries = entries
    self.keys = keys
    self.base = base
    self.layout = layout
    starts = functionStarts
  }

  /// Keeps one symbol per address: preferably an external one, and a label of the assembler only if there is no other.
  /// Of equal candidates it keeps the last in the table, which is the one that LLVM's tools print.
  private static func removeDuplicates(
    of keys: inout [UInt64], _ layout: KeyLayout, _ entries: SymbolEntries, _ span: RawSpan
  ) {
    func rank(_ key: UInt64) -> Int {
      guard let entry = entries.entry(layout.entry(key), in: span) else { return 0 }
      if entries.isLabel(entry.name, in: span) { return 0 }
      return entry.isExternal ? 2 : 1
    }
    var count = 0
    var lastRank: Int?
    for index in keys.indices {
      let key = keys[index]
      if count > 0, layout.distance(keys[count - 1]) == layout.distance(key) {
        let before = lastRank ?? rank(keys[count - 1])
        let new = rank(key)
        lastRank = max(before, new)
        if new >= before { keys[count - 1] = key }
      } else {
        keys[count] = key
        count += 1
        lastRank = nil
      }
    }
    keys.removeSubrange(count...)
  }

  /// Marks the symbols with a function start before the next symbol. Most images have none, and then lookups need not
  /// search for one.
  private static func markEnds(
    of keys: inout [UInt64], _ layout: KeyLayout, _ base: UInt64, _ starts: FunctionStarts
  ) {
    var start = 0
    for index in keys.indices {
      let address = base &+ layout.distance(keys[index])
      while let next = starts.address(start), next <= address { start += 1 }
      guard let next = starts.address(start) else { return }
      if index + 1 == keys.count || next < base &+ layout.distance(keys[index + 1]) {
        keys[index] |= layout.endMark
      }
    }
  }

  /// The number of addresses with a name; several names of one address count once.
  package var count: Int { keys.count }

  /// True if no address has a name.
  package var isEmpty: Bool { keys.isEmpty }

  /// Returns symbol `index` in address order; `nil` if there is none.
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

  /// Returns the symbol that contains `address`; `nil` if there is none.
  package func symbol(at address: UInt64) -> MachOSymbol? {
    guard address >= base else { return nil }
    let limit = layout.limit(distance: address &- base)
    let after = keys.partitioningIndex { $0 > limit }
    guard after > 0, let symbol = symbol(after - 1), address < symbol.end else { return nil }
    return symbol
  }

  /// Returns the name without Mach-O's underscore: `LoadFonts`, `-[A b]`, `_ZN…`, `$s…`.
  package func name(of symbol: MachOSymbol) -> String { entries.name(symbol.name) }
}

/// The layout of a packed symbol, from the high bits: distance from the lowest address, end mark, and index of the
/// entry in as many bits as the table needs.
private struct KeyLayout {
  let endMark: UInt64

  init(entryCount: Int) {
    // One bit more than the largest index needs.
    endMark = 1 << UInt64(Int.bitWidth - max(entryCount, 1).leadingZeroBitCount)
  }

  var distanceShift: Int { endMark.trailingZeroBitCount + 1 }

  /// Returns the packed symbol; `nil` if the distance is too large. A table of a million symbols leaves 43 bits, more
  /// than any image needs.
  func key(distance: UInt64, entry: Int) -> UInt64? {
    let shift = UInt64(distanceShift)
    guard distance >> (64 - shift) == 0 else { return nil }
    return distance << shift | UInt64(entry)
  }

  func distance(_ key: UInt64) -> UInt64 { key &>> UInt64(distanceShift) }

  /// Returns the largest key of any symbol at `distance`.
  func limit(distance: UInt64) -> UInt64 {
    let shift = UInt64(distanceShift)
    return distance &>> (64 &- shift) == 0 ? distance &<< shift | (endMark &<< 1 &- 1) : .max
  }

  func entry(_ key: UInt64) -> Int { Int(key & (endMark &- 1)) }
}
