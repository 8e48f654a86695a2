/// Code that is listed in the symbol table or the function starts.
struct CodeSymbol {
  /// The range in bytes from the image's base. `end` is the start of the next symbol or the end of the section.
  var start: UInt32
  var end: UInt32
  /// The name without Mach-O's leading underscore; none for a function start.
  var name: StringReference
  var kind: RecordKind

  /// Returns all symbols of `file`, sorted by start and not overlapping.
  static func all(in file: MachOFile, base: UInt64) -> [CodeSymbol] {
    let starts = FunctionStarts(file)
    let table = SymbolTable(file, functionStarts: starts)
    let entries = SymbolEntries(file)
    let span = file.bytes.span
    var found: [CodeSymbol] = []
    found.reserveCapacity(table.count)
    var next = 0
    var covered: UInt64 = 0
    func addStarts(before limit: UInt64) {
      while next < starts.count {
        guard let function = starts.function(next) else {
          next += 1
          continue
        }
        if function.start >= limit { return }
        next += 1
        if function.start < covered { continue }
        found.append(function.start, min(function.end, limit), name: .none, kind: .functionStart, base: base)
      }
    }
    for index in 0..<table.count {
      guard let symbol = table.symbol(index), symbol.start >= covered else { continue }
      addStarts(before: symbol.start)
      found.append(
        symbol.start, symbol.end, name: entries.string(symbol.name, in: span), kind: .symbol, base: base)
      covered = symbol.end
    }
    addStarts(before: .max)
    return found
  }
}

extension CodeSymbol {
  /// Returns the symbols of `all(in:base:)` that contain one of a few addresses, in one pass without sorting.
  /// - Parameter offsets: Offsets from `base` in bytes, sorted.
  static func near(_ offsets: [UInt32], in file: MachOFile, base: UInt64) -> [CodeSymbol] {
    guard !offsets.isEmpty else { return [] }
    let entries = SymbolEntries(file)
    let starts = FunctionStarts(file)
    let span = file.bytes.span
    let sections = file.sections
    /// For each offset, the last symbol at or before it and after the previous offset.
    var best: [Candidate?] = Array(repeating: nil, count: offsets.count)
    /// For each offset, the address of the first symbol after it and not after the next offset.
    var next: [UInt64] = Array(repeating: .max, count: offsets.count)
    for index in 0..<entries.count {
      guard let entry = entries.entry(index, in: span), entry.isDefined, entry.section > 0,
        Int(entry.section) <= sections.count, entry.value >= base,
        sections[Int(entry.section) - 1].contains(entry.value), entries.hasName(entry.name, in: span)
      else { continue }
      let distance = entry.value &- base
      let slot = offsets.partitioningIndex { UInt64($0) >= distance }
      if slot > 0 { next[slot - 1] = min(next[slot - 1], entry.value) }
      if slot < offsets.count {
        let new = Candidate(entry, index: index)
        if let known = best[slot], !new.isBetter(than: known, entries, span) { continue }
        best[slot] = new
      }
    }
    return found(best, next, offsets, starts: starts, entries: entries, sections: sections, base: base)
  }

  /// A symbol that may contain an address.
  private struct Candidate {
    var entry: SymbolEntry
    var index: Int

    init(_ entry: SymbolEntry, index: Int) {
      self.entry = entry
      self.index = index
    }

    /// Returns true if this symbol is closer to the address, or at the same address and preferred by `SymbolTable`.
    func isBetter(than other: Candidate, _ entries: SymbolEntries, _ span: RawSpan) -> Bool {
      if entry.value != other.entry.value { return entry.value > other.entry.value }
      return rank(entries, span) >= other.rank(entries, span)
    }

    private func rank(_ entries: SymbolEntries, _ span: RawSpan) -> Int {
      entries.isLabel(entry.name, in: span) ? 0 : entry.isExternal ? 2 : 1
    }
  }

  private static func found(
    _ best: [Candidate?], _ next: [UInt64], _ offsets: [UInt32], starts: FunctionStarts, entries: SymbolEntries,
    sections: [MachOSection], base: UInt64
  ) -> [CodeSymbol] {
    // A symbol after the last offset is after all previous offsets, too.
    var next = next
    for index in next.indices.dropLast().reversed() { next[index] = min(next[index], next[index + 1]) }
    let span = entries.bytes.span
    var symbols: [CodeSymbol] = []
    var last: Candidate?
    for (index, offset) in offsets.enumerated() {
      last = best[index] ?? last
      let address = base &+ UInt64(offset)
      var isNamed = false
      if let symbol = last {
        var end = min(sections[Int(symbol.entry.section) - 1].endAddress, next[index])
        if let start = starts.start(after: symbol.entry.value) { end = min(end, start) }
        if address < end {
          isNamed = true
          symbols.append(
            symbol.entry.value, end, name: entries.string(symbol.entry.name, in: span), kind: .symbol, base: base)
        }
      }
      if !isNamed, let function = starts.function(at: address) {
        symbols.append(
          function.start, min(function.end, next[index]), name: .none, kind: .functionStart, base: base)
      }
    }
    return symbols
  }
}

extension [CodeSymbol] {
  fileprivate mutating func append(
    _ start: UInt64, _ end: UInt64, name: StringReference, kind: RecordKind, base: UInt64
  ) {
    guard start >= base, end > start, let offset = CodeOffset.of(start, base: base), offset < .max - 1 else { return }
    // One function may contain several of the addresses.
    if let last, last.start >= offset { return }
    append(CodeSymbol(start: offset, end: UInt32(clamping: end &- base), name: name, kind: kind))
  }
}

extension SymbolEntries {
  /// Returns the name at `offset` of the string table, after the leading underscore of C names.
  func string(_ offset: UInt32, in span: RawSpan) -> StringReference {
    guard let start = nameStart(offset) else { return .none }
    var cursor = ByteCursor(span, start..<span.byteCount)
    let first = cursor.u8() == UInt8(ascii: "_") ? start + 1 : start
    return StringReference(offset: UInt32(exactly: first) ?? 0)
  }
}
