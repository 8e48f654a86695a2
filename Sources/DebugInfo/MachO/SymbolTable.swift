/// A name that the symbol table gives an address.
package struct MachOSymbol: Hashable, Sendable {
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
  /// Of a key: how many of its low bits are the entry's index. The others are the distance from `base`.
  private let indexBits: Int
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
      guard let entry = entries.entry(index, in: span), entry.isDefined, entry.section > 0 else { return nil }
      let number = Int(entry.section) - 1
      // `__mh_execute_header` states the first section and lies before it.
      guard number < bounds.count, entry.value >= bounds[number].start,
        entry.value &- bounds[number].start < bounds[number].size, entries.hasName(entry.name, in: span)
      else { return nil }
      return entry.value
    }

    var lowest = UInt64.max
    var count = 0
    for index in 0..<entries.count {
      guard let value = address(index) else { continue }
      lowest = min(lowest, value)
      count += 1
    }
    let bits = Int.bitWidth - max(entries.count, 1).leadingZeroBitCount
    var keys: [UInt64] = []
    keys.reserveCapacity(count)
    for index in 0..<entries.count {
      guard let value = address(index), value >= lowest else { continue }
      let distance = value &- lowest
      // A table of a million symbols leaves 44 bits: far more than any image spans.
      guard distance >> UInt64(64 - bits) == 0 else { continue }
      keys.append(distance << UInt64(bits) | UInt64(index))
    }
    keys.sortStably(byBitsFrom: bits)
    Self.keepBest(of: &keys, indexBits: bits, entries, span)
    self.file = file
    self.entries = entries
    self.keys = keys
    starts = functionStarts
    base = lowest
    indexBits = bits
  }

  /// Leaves one name for each address: external ones before others, labels of the assembler last, and of equals the
  /// last in the table, which is the one that LLVM's tools print.
  private static func keepBest(
    of keys: inout [UInt64], indexBits: Int, _ entries: SymbolEntries, _ span: RawSpan
  ) {
    func rank(_ key: UInt64) -> Int {
      let index = Int(key & ((1 << UInt64(indexBits)) &- 1))
      guard let entry = entries.entry(index, in: span) else { return 0 }
      if entries.isLabel(entry.name, in: span) { return 0 }
      return entry.isExternal ? 2 : 1
    }
    var kept = 0
    var keptRank: Int?
    for index in keys.indices {
      let key = keys[index]
      if kept > 0, keys[kept - 1] >> UInt64(indexBits) == key >> UInt64(indexBits) {
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

  package var count: Int { keys.count }

  package var isEmpty: Bool { keys.isEmpty }

  /// Symbol `index` in the order of addresses; `nil` if there is none.
  package func symbol(_ index: Int) -> MachOSymbol? {
    guard keys.indices.contains(index) else { return nil }
    let number = Int(keys[index] & ((1 << UInt64(indexBits)) &- 1))
    guard let entry = entries.entry(number, in: file.bytes.span),
      file.sections.indices.contains(Int(entry.section) - 1)
    else { return nil }
    let start = address(keys[index])
    var end = file.sections[Int(entry.section) - 1].endAddress
    if index + 1 < keys.count { end = min(end, address(keys[index + 1])) }
    if let next = starts.start(after: start) { end = min(end, next) }
    guard start < end else { return nil }
    return MachOSymbol(
      start: start, end: end, name: entry.name, isExternal: entry.isExternal,
      isThumb: entry.isThumb && file.architecture.isARM32)
  }

  /// The symbol that includes `address`; `nil` if none does.
  package func symbol(at address: UInt64) -> MachOSymbol? {
    guard address >= base else { return nil }
    let distance = address &- base
    let after = keys.partitioningIndex { $0 >> UInt64(indexBits) > distance }
    guard after > 0, let symbol = symbol(after - 1), address < symbol.end else { return nil }
    return symbol
  }

  /// The name without Mach-O's underscore: `LoadFonts`, `-[A b]`, `_ZN…`, `$s…`.
  package func name(of symbol: MachOSymbol) -> String { entries.name(symbol.name) }

  private func address(_ key: UInt64) -> UInt64 { base &+ (key >> UInt64(indexBits)) }
}
