/// The symbol stubs of an image, which jump to functions of other images: `__TEXT,__stubs`, `__auth_stubs` and all
/// other sections of symbol stubs.
///
/// Stubs have no symbols. The image's indirect symbol table contains their targets; a dSYM has no such table.
/// (`__objc_stubs` are not symbol stubs and have symbols.)
package struct Stubs: Sendable {
  /// One jump to a function of another image.
  package struct Stub: Hashable, Sendable {
    /// The linked address of the first byte.
    package var start: UInt64
    /// The address after the last byte.
    package var end: UInt64
    /// The name as `atos` prints it: `DYLD-STUB$$CFRelease`.
    package var name: String
  }

  private let bytes: FileBytes
  private let entries: SymbolEntries
  private let indirectSymbols: Range<Int>
  /// The sections of stubs, sorted by address.
  private let sections: [MachOSection]

  /// Finds the stub sections of `file`; empty for a dSYM.
  package init(_ file: MachOFile) {
    bytes = file.bytes
    entries = SymbolEntries(file)
    indirectSymbols = file.linkEdit.indirectSymbols
    sections = file.sections.filter { $0.isSymbolStubs && $0.reserved2 > 0 && $0.size > 0 }
      .sorted { $0.address < $1.address }
  }

  /// True if the file has no stubs, or no indirect symbol table with their names.
  package var isEmpty: Bool { sections.isEmpty || indirectSymbols.isEmpty }

  /// Returns the stub that contains `address`; `nil` if there is none, or if it has no name.
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

  /// Returns the name that entry `index` of the indirect symbol table refers to.
  private func name(_ index: Int) -> String? {
    let span = bytes.span
    let offset = indirectSymbols.lowerBound &+ index &* 4
    var cursor = ByteCursor(span, offset..<(offset &+ 4))
    let number = cursor.u32()
    // INDIRECT_SYMBOL_LOCAL, INDIRECT_SYMBOL_ABS: the name was stripped.
    guard !cursor.isOverrun, number & 0xC000_0000 == 0, let entry = entries.entry(Int(number), in: span),
      !entry.isDebugging
    else { return nil }
    let name = entries.name(entry.name)
    return name.isEmpty ? nil : "DYLD-STUB$$" + name
  }
}
