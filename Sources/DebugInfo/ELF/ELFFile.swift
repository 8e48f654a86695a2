package import Vocabulary

/// The headers of an ELF file: a program, a shared library, a file of debug information, or a `.dwo` or `.dwp` file.
///
/// All ranges are within the file, but nothing else was checked: addresses may overlap, overflow or be outside all
/// segments.
package struct ELFFile: Sendable {
  /// The bytes of the file.
  package let bytes: FileBytes
  /// `e_type`.
  package let kind: Kind
  /// The architecture, with the number that Mach-O files have for it.
  package let architecture: Architecture
  /// True for `ELFCLASS64`.
  package let is64Bit: Bool
  /// The sections in file order. Symbols refer to them by their number in this order, from 0.
  package let sections: [ELFSection]
  /// The segments in file order.
  package let segments: [ELFSegment]
  /// The build ID of the note `NT_GNU_BUILD_ID`; `nil` if it is missing or all zeros.
  package let buildID: BuildID?
  /// The name and checksum of the file with the debug information (`.gnu_debuglink`); `nil` if it is missing.
  package let debugLink: DebugLink?
  /// The name of the file that shares debug information of several programs (`.gnu_debugaltlink`, written by `dwz`), which
  /// is not read; `nil` without one.
  package let sharedDebugFile: String?
  /// True if headers refer to content beyond the end of the file: it was truncated, and symbols may be missing.
  package let isTruncated: Bool

  /// The linked address of the first byte that is loaded, which is at the load address of the image; 0 without segments.
  package let textAddress: UInt64
  /// The size in memory from there to the end of the last segment, in bytes.
  package let textSize: UInt64

  /// The kinds of files.
  package enum Kind: Sendable, Equatable {
    /// An object file (`ET_REL`), as `.dwo` and `.dwp` files are.
    case object
    /// A program that is linked to fixed addresses (`ET_EXEC`).
    case program
    /// A shared library, or a program that may be loaded anywhere (`ET_DYN`).
    case shared
    /// The memory of a process (`ET_CORE`).
    case core
    /// Any other number.
    case other(UInt16)

    init(_ number: UInt16) {
      switch number {
      case 1: self = .object
      case 2: self = .program
      case 3: self = .shared
      case 4: self = .core
      default: self = .other(number)
      }
    }
  }

  /// Reads the headers of a file of any kind.
  package init(_ bytes: FileBytes) throws(ELFFault) {
    let header = try ELFHeader(bytes.span)
    var reader = ELFSectionReader(bytes, header)
    try reader.read()
    self.bytes = bytes
    kind = header.type
    architecture = Architecture(elfMachine: header.machine, is64Bit: header.is64Bit)
    is64Bit = header.is64Bit
    sections = reader.sections
    segments = reader.segments
    isTruncated = reader.isTruncated
    buildID = ELFNotes.buildID(sections: reader.sections, segments: reader.segments, bytes)
    debugLink = reader.section(".gnu_debuglink").flatMap { DebugLink(bytes.span, $0.fileRange) }
    sharedDebugFile = reader.section(".gnu_debugaltlink").flatMap {
      let name = zeroTerminatedText(bytes.span, at: $0.fileRange.lowerBound, in: $0.fileRange)
      return name.isEmpty ? nil : name
    }
    let loaded = reader.segments.filter { $0.type == ELFSegment.load && $0.size > 0 }
    // The loader maps complete pages of at least 4 KB.
    let first = (loaded.map(\.address).min() ?? 0) & ~0xFFF
    textAddress = first
    textSize =
      (loaded.map { $0.address.addingReportingOverflow($0.size) }.map { $0.overflow ? .max : $0.partialValue }
        .max() ?? first) &- first
  }

  /// Reads a file in which addresses can be looked up. Throws for object files, whose addresses are not those of a
  /// process, and for the memory of a process.
  package static func linked(_ bytes: FileBytes) throws(ELFFault) -> ELFFile {
    let file = try ELFFile(bytes)
    switch file.kind {
    case .program, .shared: return file
    case .object:
      let isSplit = file.sections.contains { $0.name == ".debug_info.dwo" || $0.name == ".debug_cu_index" }
      throw ELFFault(
        isSplit
          ? "split debug information (.dwo, .dwp), which is read with the program that refers to it"
          : "an ELF object file, which has no linked addresses: use the program or library it was linked into",
        at: 16)
    case .core: throw ELFFault("an ELF core file: the memory of a process, not a program", at: 16)
    case .other: throw ELFFault("an ELF file of an unknown kind", at: 16)
    }
  }

  /// Returns true if the first bytes of a file are the magic number of ELF.
  package static func begins(_ head: [UInt8]) -> Bool { head.starts(with: ELFHeader.magic) }

  /// Returns the first section with this name.
  package func section(_ name: String) -> ELFSection? { sections.first { $0.name == name } }

  /// The symbol table, or that of the dynamic linker where it was stripped; `nil` without either.
  var symbolSection: ELFSection? {
    func table(_ type: UInt32) -> ELFSection? { sections.first { $0.type == type && !$0.fileRange.isEmpty } }
    return table(ELFSection.symbolTable) ?? table(ELFSection.dynamicSymbols)
  }

  /// True if the file has the code of the image: a file of separate debug information states only where it is.
  package var hasCode: Bool { sections.contains { $0.isCode && !$0.fileRange.isEmpty } }

  /// The size of the debug information in the file, in bytes; 0 if it has none.
  package var debugInfoSize: Int {
    for name in [".debug_info", ".zdebug_info"] {
      if let size = section(name)?.fileRange.count, size > 0 { return size }
    }
    return 0
  }

  /// The size of the symbol table in bytes; 0 if the file has only that of the dynamic linker.
  package var symbolTableSize: Int {
    sections.first { $0.type == ELFSection.symbolTable }?.fileRange.count ?? 0
  }
}

extension ELFFile: CustomStringConvertible {
  /// The architecture and the build ID: `x86_64 2a69…`, or `x86_64 without a build ID`.
  package var description: String { "\(architecture) \(buildID?.digits ?? "without a build ID")" }
}

extension Architecture {
  /// The `e_machine` numbers (System V ABI) of the architectures for which Mach-O files have a number, too.
  private static let elfMachines: [UInt16: Architecture] = [
    3: Architecture(cpuType: 7, cpuSubtype: 3),
    62: Architecture(cpuType: 0x0100_0007, cpuSubtype: 3),
    40: Architecture(cpuType: 12, cpuSubtype: 0),
    183: Architecture(cpuType: 0x0100_000C, cpuSubtype: 0),
    20: Architecture(cpuType: 18, cpuSubtype: 0),
    21: Architecture(cpuType: 0x0100_0012, cpuSubtype: 0),
  ]

  /// Creates the architecture of an ELF file. One that Mach-O files do not have gets a number outside their range.
  init(elfMachine machine: UInt16, is64Bit: Bool) {
    self =
      Self.elfMachines[machine]
      ?? Architecture(cpuType: (is64Bit ? 0x7F00_0000 | 0x0100_0000 : 0x7E00_0000) | UInt32(machine), cpuSubtype: 0)
  }
}
