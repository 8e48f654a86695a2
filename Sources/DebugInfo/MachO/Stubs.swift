/// The jumps to functions of other images: `__TEXT,__stubs`, `__auth_stubs` and every other section of symbol stubs.
///
/// They have no symbols of their own. The image's indirect symbol table says whose they are; a dSYM has none.
/// (`__objc_stubs` are no symbol stubs and have symbols.)
package struct Stubs: Sendable {
  /// One jump to a function of another image.
  package struct Stub: Hashable, Sendable {
    /// Address of the first byte, as the linker placed it.
    package var start: UInt64
    /// Address behind the last byte.
    package var end: UInt64
    /// As `atos` writes it: `DYLD-STUB$$CFRelease`.
    package var name: String
  }

  private let bytes: FileBytes
  private let entries: SymbolEntries
  private let indirectSymbols: Range<Int>
  /// Sections of stubs, sorted by address.
  private let sections: [MachOSection]

  /// Finds the sections of stubs in `file`; empty for a dSYM.
  package init(_ file: MachOFile) {
    bytes = file.bytes
    entries = SymbolEntries(file)
    indirectSymbols = file.linkEdit.indirectSymbols
    sections = file.sections.filter { $0.isSymbolStubs && $0.reserved2 > 0 && $0.size > 0 }
      .sorted { $0.address < $1.address }
  }

  /// True if the file has no stubs, or no indirect symbol table to name them.
  package var isEmpty: Bool { sections.isEmpty || indirectSymbols.isEmpty }

  /// The stub that includes `address`; `nil` if none does, or if it has no name.
  package func stub(at address: UInt64) -> Stub? {
    let after = sections.partitioningIndex { $0.address > address }
    guard after > 0, sections[after - 1].contains(address) else { return nil }
    let section = sections[after - 1]
    let size = UInt64(section.reserved2)
    let number = (address &- section.address) / size
    let (entry, overflow) = number.addingReportingOverflow(UInt64(section.reserved1))
    guard !overflow, entry < UInt64(indirectSymbols.count / 4), let name = name(Int(entry)) else { return nil }
    let start = section.address &+ number &* size
    let (end, beyond) = start.addingReportingOverflow(size)
    return Stub(start: start, end: beyond ? section.endAddress : min(end, section.endAddress), name: name)
  }

  /// The name that entry `index` of the indirect symbol table stands for.
  private func name(_ index: Int) -> String? {
    let span = bytes.span
    let place = indirectSymbols.lowerBound &+ index &* 4
    var cursor = ByteCursor(span, place..<(place &+ 4))
    let number = cursor.u32()
    // INDIRECT_SYMBOL_LOCAL, INDIRECT_SYMBOL_ABS: the name was stripped.
    guard !cursor.isOverrun, number & 0xC000_0000 == 0, let entry = entries.entry(Int(number), in: span),
      !entry.isDebugging
    else { return nil }
    let name = entries.name(entry.name)
    return name.isEmpty ? nil : "DYLD-STUB$$" + name
  }
}
