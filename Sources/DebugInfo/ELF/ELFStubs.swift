/// The jumps of an ELF image to functions of other images, which are in the sections `.plt`, `.plt.sec` and `.plt.got`.
///
/// They have no symbols. A jump loads its target from a slot of the global offset table, and a relocation of that slot
/// refers to the function whose address the dynamic linker stores there (psABIs of x86-64, i386 and AArch64, "Procedure
/// Linkage Table"). Not read: the code of other architectures.
package struct ELFStubs: Sendable {
  /// One jump to a function of another image.
  package struct Stub: Hashable, Sendable {
    /// The linked address of the first byte.
    package var start: UInt64
    /// The address after the last byte.
    package var end: UInt64
    /// The name as objdump and gdb print it: `free@plt`.
    package var name: String
  }

  /// A jump, with the file range of its name.
  private struct Jump {
    var start: UInt64
    var end: UInt64
    var name: Range<Int>
  }

  private let bytes: FileBytes
  /// The sections with jumps, sorted by address; they may overlap in hostile files.
  private let sections: [ELFSection]
  /// Sorted by start.
  private let jumps: [Jump]

  /// The maximum size of all sections that are read, in relation to the size of the file: in hostile files, thousands of
  /// sections have the same content.
  static let maxRepetition = 4
  /// The maximum number of jumps, and of slots with a name. A program has some thousands.
  static let maxCount = 1 << 18
  /// The maximum size of a name, in bytes.
  static let maxNameLength = 1 << 14

  /// Finds the jumps of `file`; none in a file that has only the debug information.
  package init(_ file: ELFFile) {
    bytes = file.bytes
    sections = file.sections.filter { $0.isCode && $0.name.hasPrefix(".plt") && !$0.fileRange.isEmpty }
      .sorted { $0.address < $1.address }
    guard !sections.isEmpty, let code = ELFStubCode(file) else {
      jumps = []
      return
    }
    let slots = ELFSlots(file)
    var found: [Jump] = []
    var budget = Self.maxRepetition &* file.bytes.count
    for section in sections {
      budget -= section.fileRange.count
      if budget < 0 { break }
      code.forEachJump(in: section) { start, end, target in
        guard found.count < Self.maxCount, let name = slots.name(of: target) else { return }
        found.append(Jump(start: start, end: end, name: name))
      }
    }
    jumps = found.sorted { $0.start < $1.start }
  }

  /// Returns the jump that contains `address`; `nil` if there is none, or if its target is unknown.
  package func stub(at address: UInt64) -> Stub? {
    let after = jumps.partitioningIndex { $0.start > address }
    guard after > 0, address < jumps[after - 1].end else { return nil }
    let jump = jumps[after - 1]
    let name = zeroTerminatedText(bytes.span, at: jump.name.lowerBound, in: jump.name)
    return name.isEmpty ? nil : Stub(start: jump.start, end: jump.end, name: name + jumpSuffix)
  }
}

/// The names of the functions whose addresses the dynamic linker stores in slots of the global offset table.
private struct ELFSlots {
  private let file: ELFFile
  /// The file ranges of the names, by the address of the slot.
  private var bySlot: [UInt64: Range<Int>] = [:]
  /// The file ranges of the names in the order of `.rela.plt` or `.rel.plt`; `nil` for a relocation without a symbol.
  private var byNumber: [Range<Int>?] = []

  init(_ file: ELFFile) {
    self.file = file
    var budget = ELFStubs.maxRepetition &* file.bytes.count
    for section in file.sections
    where section.type == ELFSection.relocationsWithAddend || section.type == ELFSection.relocations {
      budget -= section.fileRange.count
      if budget < 0 { break }
      switch section.type {
      case ELFSection.relocationsWithAddend: read(section, entrySize: file.is64Bit ? 24 : 12)
      case ELFSection.relocations: read(section, entrySize: file.is64Bit ? 16 : 8)
      default: break
      }
    }
  }

  private mutating func read(_ section: ELFSection, entrySize: Int) {
    guard let symbols = linked(section.link), symbols.type == ELFSection.dynamicSymbols,
      let strings = linked(symbols.link)
    else { return }
    let isNumbered = section.name == ".rela.plt" || section.name == ".rel.plt"
    let word = file.is64Bit ? 8 : 4
    for index in 0..<(section.fileRange.count / entrySize) {
      guard bySlot.count < ELFStubs.maxCount, byNumber.count < ELFStubs.maxCount else { return }
      let start = section.fileRange.lowerBound &+ index &* entrySize
      var cursor = ByteCursor(file.bytes.span, start..<(start &+ entrySize))
      let slot = cursor.unsigned(size: word)
      let info = cursor.unsigned(size: word)
      let name = name(UInt32(truncatingIfNeeded: info >> (file.is64Bit ? 32 : 8)), symbols, strings)
      if isNumbered { byNumber.append(name) }
      if let name { bySlot[slot] = name }
    }
  }

  private func linked(_ number: UInt32) -> ELFSection? {
    guard let index = Int(exactly: number), index > 0, index < file.sections.count else { return nil }
    return file.sections[index]
  }

  /// Returns the file range of the name of symbol `number`; `nil` for number 0, which is not a symbol.
  private func name(_ number: UInt32, _ symbols: ELFSection, _ strings: ELFSection) -> Range<Int>? {
    let entrySize = file.is64Bit ? 24 : 16
    guard number > 0, Int(number) < symbols.fileRange.count / entrySize else { return nil }
    let start = symbols.fileRange.lowerBound &+ Int(number) &* entrySize
    var cursor = ByteCursor(file.bytes.span, start..<(start &+ entrySize))
    let offset = Int(cursor.u32())
    guard offset > 0, offset < strings.fileRange.count else { return nil }
    let name = strings.fileRange.lowerBound &+ offset
    return name..<min(strings.fileRange.upperBound, name &+ ELFStubs.maxNameLength)
  }

  func name(of target: ELFStubCode.Target) -> Range<Int>? {
    switch target {
    case .slot(let address): return bySlot[address]
    case .number(let number): return number < byNumber.count ? byNumber[number] : nil
    }
  }
}
