import TestSupport

/// Builds ELF files byte by byte.
struct ELFBuilder {
  struct Section {
    var name: String
    var type: UInt32 = 1
    var flags: UInt64 = 0
    var address: UInt64 = 0
    var bytes: [UInt8] = []
    /// The stated size, if it is not that of the bytes.
    var size: UInt64?
    var link: UInt32 = 0
  }

  struct Symbol {
    var name: String
    var value: UInt64
    var size: UInt64 = 0
    var info: UInt8 = 2
    var section: UInt16 = 1
  }

  var is64Bit = true
  var type: UInt16 = 3
  var machine: UInt16 = 62
  var dataEncoding: UInt8 = 1
  var sections: [Section] = []
  /// Each one is loaded: address and size in memory.
  var loads: [(address: UInt64, size: UInt64)] = []

  /// A file with code at 0x1000, 0x100 bytes, and symbols.
  static func withSymbols(_ symbols: [Symbol], buildID: [UInt8]? = Array(1...20)) -> ELFBuilder {
    var builder = ELFBuilder()
    builder.loads = [(0, 0x1000), (0x1000, 0x1000)]
    builder.sections.append(
      Section(name: ".text", flags: 6, address: 0x1000, bytes: [UInt8](repeating: 0xC3, count: 0x100)))
    if let buildID {
      builder.sections.append(Section(name: ".note.gnu.build-id", type: 7, flags: 2, bytes: note(buildID)))
    }
    builder.addSymbols(symbols)
    return builder
  }

  static func note(_ id: [UInt8], name: String = "GNU", type: UInt32 = 3) -> [UInt8] {
    let padded = Array(name.utf8) + [0]
    return little(UInt32(padded.count)) + little(UInt32(id.count)) + little(type) + padded
      + [UInt8](repeating: 0, count: (4 - padded.count % 4) % 4) + id
      + [UInt8](repeating: 0, count: (4 - id.count % 4) % 4)
  }

  mutating func addSymbols(_ symbols: [Symbol], type: UInt32 = 2) {
    var names: [UInt8] = [0]
    var entries = [UInt8](repeating: 0, count: is64Bit ? 24 : 16)
    for symbol in symbols {
      let name = little(UInt32(names.count))
      names += Array(symbol.name.utf8) + [0]
      if is64Bit {
        entries += name + [symbol.info, 0] + little(symbol.section) + little(symbol.value) + little(symbol.size)
      } else {
        entries += name + little(UInt32(symbol.value)) + little(UInt32(symbol.size)) + [symbol.info, 0]
        entries += little(symbol.section)
      }
    }
    // The first section has number 1; the names follow the entries.
    let link = UInt32(sections.count + 2)
    sections.append(Section(name: type == 2 ? ".symtab" : ".dynsym", type: type, bytes: entries, link: link))
    sections.append(Section(name: type == 2 ? ".strtab" : ".dynstr", type: 3, bytes: names))
  }

  func file() -> [UInt8] {
    let headerSize = is64Bit ? 64 : 52
    let segmentSize = is64Bit ? 56 : 32
    var body: [UInt8] = []
    let start = headerSize + segmentSize * loads.count
    var names: [UInt8] = [0]
    var headers = [UInt8](repeating: 0, count: is64Bit ? 64 : 40)
    func header(_ section: Section, _ name: Int, _ offset: Int) -> [UInt8] {
      let numbers = [section.flags, section.address, UInt64(offset), section.size ?? UInt64(section.bytes.count)]
      return little(UInt32(name)) + little(section.type) + numbers.flatMap { word($0) } + little(section.link)
        + little(UInt32(0)) + word(1) + word(0)
    }
    for section in sections {
      headers += header(section, names.count, start + body.count)
      names += Array(section.name.utf8) + [0]
      body += section.bytes
    }
    let table = Section(name: ".shstrtab", type: 3, bytes: names + Array(".shstrtab".utf8) + [0])
    headers += header(table, names.count, start + body.count)
    body += table.bytes
    let ident: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, is64Bit ? 2 : 1, dataEncoding, 1] + [UInt8](repeating: 0, count: 9)
    var bytes = ident + little(type) + little(machine) + little(UInt32(1)) + word(0)
    bytes += word(loads.isEmpty ? 0 : UInt64(headerSize)) + word(UInt64(start + body.count)) + little(UInt32(0))
    for number in [headerSize, segmentSize, loads.count, is64Bit ? 64 : 40, sections.count + 2, sections.count + 1] {
      bytes += little(UInt16(number))
    }
    for load in loads {
      let numbers = [0, load.address, load.address, load.size, load.size]
      bytes += little(UInt32(1)) + (is64Bit ? little(UInt32(5)) : []) + numbers.flatMap { word($0) }
      bytes += (is64Bit ? [] : little(UInt32(5))) + word(0x1000)
    }
    return bytes + body + headers
  }

  private func word(_ value: UInt64) -> [UInt8] {
    is64Bit ? Self.little(value) : Self.little(UInt32(truncatingIfNeeded: value))
  }

  private func little(_ value: some FixedWidthInteger) -> [UInt8] { Self.little(value) }

  static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
