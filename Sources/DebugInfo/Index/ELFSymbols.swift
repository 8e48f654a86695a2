/// The functions of an ELF symbol table, by address.
///
/// Uses the table of the file, or a copy of it: names are offsets in `bytes`.
struct ELFSymbols: Sendable {
  let bytes: FileBytes
  /// The file ranges of the entries and of their names.
  let entries: Range<Int>
  let strings: Range<Int>
  let is64Bit: Bool
  let architecture: Architecture
  /// The sections with code, sorted by address.
  private let code: [(start: UInt64, end: UInt64)]

  init(
    bytes: FileBytes, entries: Range<Int>, strings: Range<Int>, file: ELFFile
  ) {
    self.bytes = bytes
    self.entries = entries
    self.strings = strings
    is64Bit = file.is64Bit
    architecture = file.architecture
    code = file.codeRanges
  }

  /// The same table at another offset.
  init(bytes: FileBytes, entries: Range<Int>, strings: Range<Int>, like other: ELFSymbols) {
    self.bytes = bytes
    self.entries = entries
    self.strings = strings
    is64Bit = other.is64Bit
    architecture = other.architecture
    code = other.code
  }

  /// A symbol in a section with code.
  private struct Symbol {
    var start: UInt32
    /// The stated size in bytes; 0 if it is unknown.
    var size: UInt64
    var name: UInt32

    /// The order of addresses; of symbols of one address, the one that is preferred is the last: the largest, and of equal
    /// ones the last of the table, as in LLVM's tools.
    static func isBefore(_ left: Symbol, _ right: Symbol) -> Bool {
      left.start != right.start ? left.start < right.start : left.size < right.size
    }
  }

  private var entrySize: Int { is64Bit ? 24 : 16 }
  private var count: Int { entries.count / entrySize }

  /// Returns entry `index`, if it is a function or a label in a section with code, and has a name.
  private func symbol(_ index: Int, _ span: RawSpan, base: UInt64) -> Symbol? {
    let start = entries.lowerBound &+ index &* entrySize
    var cursor = ByteCursor(span, start..<(start &+ entrySize))
    let name = cursor.u32()
    var value: UInt64
    let size: UInt64
    let info: UInt8
    let section: UInt16
    if is64Bit {
      info = cursor.u8()
      cursor.skip(1)
      section = cursor.u16()
      value = cursor.u64()
      size = cursor.u64()
    } else {
      value = UInt64(cursor.u32())
      size = UInt64(cursor.u32())
      info = cursor.u8()
      cursor.skip(1)
      section = cursor.u16()
    }
    // STT_NOTYPE, which functions of assembly have, STT_OBJECT, STT_FUNC, STT_GNU_IFUNC; not undefined or absolute.
    guard Self.types.contains(info & 0xF), section != 0, section != 0xFFF1, name > 0, Int(name) < strings.count else {
      return nil
    }
    // The low bit means Thumb.
    if architecture.isARM32, info & 0xF == 2 { value &= ~1 }
    guard isCode(value), let offset = CodeOffset.of(value, base: base), hasName(name, info & 0xF, span) else {
      return nil
    }
    return Symbol(start: offset, size: size, name: name)
  }

  private static let types: Set<UInt8> = [0, 1, 2, 10]

  /// Returns false for empty names, and for the marks that ARM's and RISC-V's tools put into code: `$x`, `$d.12`.
  private func hasName(_ offset: UInt32, _ type: UInt8, _ span: RawSpan) -> Bool {
    let start = strings.lowerBound &+ Int(offset)
    var cursor = ByteCursor(span, start..<strings.upperBound)
    let first = cursor.u8()
    guard first == UInt8(ascii: "$"), type == 0, !architecture.isIntel else { return first != 0 }
    _ = cursor.u8()
    let third = cursor.u8()
    return third != 0 && third != UInt8(ascii: ".")
  }

  /// Returns the end of the section with code that contains `address`; `nil` if there is none.
  private func codeEnd(_ address: UInt64) -> UInt64? {
    let after = code.partitioningIndex { $0.start > address }
    guard after > 0, address < code[after - 1].end else { return nil }
    return code[after - 1].end
  }

  private func isCode(_ address: UInt64) -> Bool { codeEnd(address) != nil }

  /// Returns all symbols, sorted by start and not overlapping.
  func all(base: UInt64) -> [CodeSymbol] {
    let bytes = bytes
    let span = bytes.span
    var found: [Symbol] = []
    for index in 0..<count { if let symbol = symbol(index, span, base: base) { found.append(symbol) } }
    // The position breaks ties: `sort` need not be stable.
    let order = found.indices.sorted {
      let (left, right) = (found[$0], found[$1])
      return Symbol.isBefore(left, right) || !Symbol.isBefore(right, left) && $0 < $1
    }
    var result: [CodeSymbol] = []
    for (position, index) in order.enumerated() {
      let next = position + 1 < order.count ? found[order[position + 1]].start : nil
      // Only the last of an address is used.
      if next == found[index].start { continue }
      append(found[index], next: next, base: base, to: &result)
    }
    return result
  }

  /// Returns the symbols of `all(base:)` that contain one of a few addresses, in one pass without sorting.
  /// - Parameter offsets: Offsets from `base` in bytes, sorted.
  func near(_ offsets: [UInt32], base: UInt64) -> [CodeSymbol] {
    guard !offsets.isEmpty else { return [] }
    let bytes = bytes
    let span = bytes.span
    /// For each offset, the last symbol at or before it and after the previous offset.
    var best: [Symbol?] = Array(repeating: nil, count: offsets.count)
    /// For each offset, the first symbol's start after it and not after the next offset.
    var next: [UInt32] = Array(repeating: .max, count: offsets.count)
    for index in 0..<count {
      guard let symbol = symbol(index, span, base: base) else { continue }
      let slot = offsets.partitioningIndex { $0 >= symbol.start }
      if slot > 0 { next[slot - 1] = min(next[slot - 1], symbol.start) }
      guard slot < offsets.count else { continue }
      if let known = best[slot], Symbol.isBefore(symbol, known) { continue }
      best[slot] = symbol
    }
    for index in next.indices.dropLast().reversed() { next[index] = min(next[index], next[index + 1]) }
    var result: [CodeSymbol] = []
    var last: Symbol?
    for (index, offset) in offsets.enumerated() {
      last = best[index] ?? last
      guard let symbol = last, result.last?.start != symbol.start else { continue }
      let limit = next[index] == .max ? nil : next[index]
      var found: [CodeSymbol] = []
      append(symbol, next: limit, base: base, to: &found)
      if let found = found.first, offset < found.end { result.append(found) }
    }
    return result
  }

  private func append(_ symbol: Symbol, next: UInt32?, base: UInt64, to result: inout [CodeSymbol]) {
    let start = base &+ UInt64(symbol.start)
    guard let sectionEnd = codeEnd(start) else { return }
    let (stated, overflow) = start.addingReportingOverflow(symbol.size)
    var end = symbol.size > 0 && !overflow ? min(stated, sectionEnd) : sectionEnd
    if let next { end = min(end, base &+ UInt64(next)) }
    guard end > start, symbol.start < .max - 1 else { return }
    result.append(
      CodeSymbol(
        start: symbol.start, end: UInt32(clamping: end &- base),
        name: StringReference(offset: UInt32(exactly: strings.lowerBound &+ Int(symbol.name)) ?? 0), kind: .symbol))
  }
}

extension ELFFile {
  /// The address ranges of the sections with code, sorted by start.
  var codeRanges: [(start: UInt64, end: UInt64)] {
    sections.filter { $0.isCode && $0.size > 0 }.map { ($0.address, $0.endAddress) }.sorted { $0 < $1 }
  }
}
