/// A section of an ELF file (`Elf32_Shdr`, `Elf64_Shdr`).
package struct ELFSection: Hashable, Sendable {
  /// The name, at most `ELFSectionReader.maxNameLength` bytes: `.debug_info`; empty if the names are missing.
  package var name: String
  /// `sh_type`.
  package var type: UInt32
  /// `sh_flags`.
  package var flags: UInt64
  /// The address that the linker assigned; 0 for a section that is not loaded.
  package var address: UInt64
  /// The size in bytes: in memory, or that of the content in the file.
  package var size: UInt64
  /// The file range of its content, clamped to the file; empty for a section without content (`SHT_NOBITS`), which all
  /// sections with code are in a file of debug information.
  package var fileRange: Range<Int>
  /// `sh_link`: for a symbol table, the number of the section with its names.
  package var link: UInt32
  /// `sh_info`.
  package var info: UInt32

  /// `SHT_SYMTAB`, `SHT_RELA`, `SHT_NOTE`, `SHT_NOBITS`, `SHT_REL`, `SHT_DYNSYM`.
  static let symbolTable: UInt32 = 2
  static let relocationsWithAddend: UInt32 = 4
  static let note: UInt32 = 7
  static let noContent: UInt32 = 8
  static let relocations: UInt32 = 9
  static let dynamicSymbols: UInt32 = 11

  /// True if it is loaded and contains instructions (`SHF_ALLOC`, `SHF_EXECINSTR`).
  package var isCode: Bool { flags & 0x6 == 0x6 }
  /// True if its content begins with a header that states how it is compressed (`SHF_COMPRESSED`).
  package var isCompressed: Bool { flags & 0x800 != 0 && type != Self.noContent }

  /// The address after its end, at most the largest address.
  package var endAddress: UInt64 {
    let (end, overflow) = address.addingReportingOverflow(size)
    return overflow ? .max : end
  }

  /// Returns true if the linked `address` is in the section.
  package func contains(_ address: UInt64) -> Bool { address >= self.address && address &- self.address < size }
}

/// A segment of an ELF file (`Elf32_Phdr`, `Elf64_Phdr`).
package struct ELFSegment: Hashable, Sendable {
  /// `p_type`.
  package var type: UInt32
  /// The address that the linker assigned (`p_vaddr`).
  package var address: UInt64
  /// The size in memory in bytes.
  package var size: UInt64
  /// The file range of its content, clamped to the file.
  package var fileRange: Range<Int>

  /// `PT_LOAD`, `PT_NOTE`.
  static let load: UInt32 = 1
  static let note: UInt32 = 4
}
