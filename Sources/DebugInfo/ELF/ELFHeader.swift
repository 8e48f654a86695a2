/// The header of an ELF file (`Elf32_Ehdr`, `Elf64_Ehdr`; System V ABI, chapter 4), little-endian.
struct ELFHeader {
  /// `e_type`.
  let type: ELFFile.Kind
  /// `e_machine`.
  let machine: UInt16
  /// True for `ELFCLASS64`, which determines the layout of all structures.
  let is64Bit: Bool
  /// The offset, the size of an entry and the number of entries of the program headers, as stated.
  let segments: Table
  /// The same of the section headers. A number of 0 may stand for one that does not fit into 16 bits.
  let sections: Table
  /// `e_shstrndx`: the section with the names of sections.
  let nameSection: UInt16

  struct Table {
    var offset: UInt64
    var entrySize: Int
    var count: Int
  }

  /// The first bytes of every ELF file.
  static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]

  /// Reads the header at the start of `bytes`.
  init(_ bytes: RawSpan) throws(ELFFault) {
    var cursor = ByteCursor(bytes, 0..<bytes.byteCount)
    for byte in Self.magic where cursor.u8() != byte { throw ELFFault("not an ELF file", at: 0) }
    let fileClass = cursor.u8()
    let encoding = cursor.u8()
    cursor.skip(10)
    guard !cursor.isOverrun else { throw ELFFault("a truncated ELF header", at: 0) }
    if encoding == 2 { throw ELFFault("a big-endian ELF file, which is not supported", at: 5) }
    guard encoding == 1 else { throw ELFFault("an ELF file with an unknown byte order", at: 5) }
    guard fileClass == 1 || fileClass == 2 else { throw ELFFault("an ELF file of an unknown class", at: 4) }
    is64Bit = fileClass == 2
    let word = is64Bit ? 8 : 4
    type = ELFFile.Kind(cursor.u16())
    machine = cursor.u16()
    cursor.skip(4 + word)  // e_version, e_entry
    let segmentOffset = cursor.unsigned(size: word)
    let sectionOffset = cursor.unsigned(size: word)
    cursor.skip(6)  // e_flags, e_ehsize
    segments = Table(offset: segmentOffset, entrySize: Int(cursor.u16()), count: Int(cursor.u16()))
    sections = Table(offset: sectionOffset, entrySize: Int(cursor.u16()), count: Int(cursor.u16()))
    nameSection = cursor.u16()
    guard !cursor.isOverrun else { throw ELFFault("a truncated ELF header", at: 0) }
  }
}
