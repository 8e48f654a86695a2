/// What an index is built from: the debug information and the symbols of one image, in any file format.
struct DebugData: Sendable {
  /// The bytes that all ranges refer to: those of the file, or copies of its sections.
  var bytes: FileBytes
  var sections: DebugSections
  var symbols: CodeSymbolTable
  /// The base of all offsets: the address of `__TEXT`, or of the first loaded byte.
  var base: UInt64
  /// The lowest address with code. Linkers of ELF files leave address 0 in the debug information of functions that they
  /// discarded, which is a valid address if the base is 0.
  var lowestCode: UInt64
  /// The sections of the split units (`.dwo`), by the identifier in their skeleton units.
  var splitUnits: [UInt64: DebugSections] = [:]
  /// What could not be read.
  var faults: [DWARFFault] = []

  /// The data of a slice of a Mach-O file, which is read where it is.
  init(_ file: MachOFile) {
    bytes = file.bytes
    sections = DebugSections(file)
    symbols = .machO(file)
    base = file.textAddress
    lowestCode = base
  }

  init(bytes: FileBytes, sections: DebugSections, symbols: CodeSymbolTable, base: UInt64, lowestCode: UInt64) {
    self.bytes = bytes
    self.sections = sections
    self.symbols = symbols
    self.base = base
    self.lowestCode = lowestCode
  }
}

extension DebugInfoReader {
  /// Creates a reader of the debug information.
  init(_ data: DebugData) {
    self.init(
      data.bytes, sections: data.sections, lowestCode: data.lowestCode, splitUnits: data.splitUnits,
      faults: data.faults)
  }
}

/// The symbols of code, from the symbol table of any file format.
enum CodeSymbolTable: Sendable {
  case machO(MachOFile)
  case elf(ELFSymbols)
  case none

  /// True if the symbols state where their code ends, as in ELF files. In Mach-O files, a symbol ends at the next one.
  var hasSizes: Bool {
    switch self {
    case .machO: false
    case .elf, .none: true
    }
  }

  /// Returns all symbols, sorted by start and not overlapping.
  func all(base: UInt64) -> [CodeSymbol] {
    switch self {
    case .machO(let file): CodeSymbol.all(in: file, base: base)
    case .elf(let symbols): symbols.all(base: base)
    case .none: []
    }
  }

  /// Returns the symbols of `all(base:)` that contain one of a few addresses.
  /// - Parameter offsets: Offsets from `base` in bytes, sorted.
  func near(_ offsets: [UInt32], base: UInt64) -> [CodeSymbol] {
    switch self {
    case .machO(let file): CodeSymbol.near(offsets, in: file, base: base)
    case .elf(let symbols): symbols.near(offsets, base: base)
    case .none: []
    }
  }
}
