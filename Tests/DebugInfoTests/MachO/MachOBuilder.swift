/// Writes small Mach-O files, both valid and invalid.
struct MachOBuilder {
  struct Section {
    var segment = "__TEXT"
    var name: String
    var address: UInt64
    var size: UInt64
    var offset: UInt32 = 0
    var flags: UInt32 = 0
    var reserved1: UInt32 = 0
    var reserved2: UInt32 = 0

    static func text(_ address: UInt64, _ size: UInt64) -> Section {
      Section(name: "__text", address: address, size: size, flags: 0x8000_0400)
    }
  }

  struct Symbol {
    var name: String
    var type: UInt8 = 0x0F
    var section: UInt8 = 1
    var description: UInt16 = 0
    var value: UInt64
  }

  var is64Bit = true
  var cpuType: UInt32 = 0x0100_000C
  var cpuSubtype: UInt32 = 0
  var fileType: UInt32 = 6
  private(set) var commands: [[UInt8]] = []
  /// The content after the load commands, from `contentOffset` on.
  private(set) var content: [UInt8] = []

  /// The offset of the content; the load commands end before it.
  static let contentOffset = 4096

  var end: UInt32 { UInt32(Self.contentOffset + content.count) }

  /// Adds a command: `cmd`, `cmdsize` and the rest.
  mutating func add(_ command: UInt32, _ body: [UInt8], size: UInt32? = nil) {
    commands.append(little(command) + little(size ?? UInt32(body.count + 8)) + body)
  }

  mutating func addUUID(_ bytes: [UInt8]) { add(0x1B, bytes) }

  mutating func addSegment(
    _ name: String, _ address: UInt64, _ size: UInt64, offset: UInt64 = 0, fileSize: UInt64 = 1,
    sections: [Section] = [], count: UInt32? = nil
  ) {
    var body = fixed(name)
    for value in [address, size, offset, fileSize] { body += word(value) }
    body += little(UInt32(7)) + little(UInt32(5)) + little(count ?? UInt32(sections.count)) + little(UInt32(0))
    for section in sections {
      body += fixed(section.name) + fixed(section.segment) + word(section.address) + word(section.size)
      body += little(section.offset) + [UInt8](repeating: 0, count: 12) + little(section.flags)
      body += little(section.reserved1) + little(section.reserved2)
      if is64Bit { body += [0, 0, 0, 0] }
    }
    add(is64Bit ? 0x19 : 0x1, body)
  }

  /// Adds a segment `__DWARF` with these sections.
  mutating func addDebugSections(_ sections: [(name: String, bytes: [UInt8])]) {
    var headers: [Section] = []
    let start = end
    for section in sections {
      headers.append(
        Section(
          segment: "__DWARF", name: section.name, address: 1 << 40, size: UInt64(section.bytes.count), offset: end,
          flags: 0x0200_0000))
      content += section.bytes
    }
    addSegment(
      "__DWARF", 1 << 40, UInt64(end - start), offset: UInt64(start), fileSize: UInt64(end - start), sections: headers)
  }

  /// Adds `LC_SYMTAB` and its tables.
  mutating func addSymbols(_ symbols: [Symbol]) {
    var strings: [UInt8] = [0]
    var location: UInt32 = 0
    var entries: [UInt8] = []
    for (index, symbol) in symbols.enumerated() {
      // Adjacent symbols with the same name share it.
      if symbol.name.isEmpty {
        location = 0
      } else if index == 0 || symbols[index - 1].name != symbol.name {
        location = UInt32(strings.count)
        strings += Array(symbol.name.utf8) + [0]
      }
      entries += little(location)
      entries += [symbol.type, symbol.section]
      entries += little(symbol.description)
      entries += word(symbol.value)
    }
    let start = end
    content += entries + strings
    add(
      0x2,
      little(start) + little(UInt32(symbols.count)) + little(start + UInt32(entries.count))
        + little(UInt32(strings.count)))
  }

  /// Adds `LC_DYSYMTAB` with an indirect symbol table.
  mutating func addIndirectSymbols(_ indices: [UInt32]) {
    let start = end
    content += indices.flatMap(little)
    add(
      0xB,
      [UInt8](repeating: 0, count: 48) + little(start) + little(UInt32(indices.count))
        + [UInt8](repeating: 0, count: 16))
  }

  /// Adds content after the load commands.
  mutating func append(_ bytes: [UInt8]) { content += bytes }

  /// Adds `LC_FUNCTION_STARTS`.
  mutating func addFunctionStarts(_ distances: [UInt64]) {
    let start = end
    content += distances.flatMap(uleb) + [0]
    add(0x26, little(start) + little(end - start))
  }

  func file(commandCount: UInt32? = nil, commandSize: UInt32? = nil) -> [UInt8] {
    let all = commands.flatMap { $0 }
    var bytes = little(is64Bit ? 0xFEED_FACF : 0xFEED_FACE as UInt32) + little(cpuType) + little(cpuSubtype)
    bytes +=
      little(fileType) + little(commandCount ?? UInt32(commands.count)) + little(commandSize ?? UInt32(all.count))
    bytes += [UInt8](repeating: 0, count: is64Bit ? 8 : 4) + all
    guard !content.isEmpty else { return bytes }
    bytes += [UInt8](repeating: 0, count: max(0, Self.contentOffset - bytes.count))
    return bytes + content
  }

  private func word(_ value: UInt64) -> [UInt8] { is64Bit ? little(value) : little(UInt32(truncatingIfNeeded: value)) }

  private func fixed(_ name: String) -> [UInt8] {
    Array((Array(name.utf8) + [UInt8](repeating: 0, count: 16)).prefix(16))
  }
}

func little(_ value: some FixedWidthInteger) -> [UInt8] {
  (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

func big(_ value: some FixedWidthInteger) -> [UInt8] { little(value).reversed() }

func uleb(_ value: UInt64) -> [UInt8] {
  var rest = value
  var bytes: [UInt8] = []
  repeat {
    bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
    rest >>= 7
  } while rest > 0
  return bytes
}

/// Returns a universal file of `slices`, one after another.
func universal(_ slices: [[UInt8]], wide: Bool = false, count: UInt32? = nil) -> [UInt8] {
  var offset = 8 + slices.count * (wide ? 32 : 20)
  var header = big(UInt32(wide ? 0xCAFE_BABF : 0xCAFE_BABE)) + big(count ?? UInt32(slices.count))
  for slice in slices {
    let cpu = Array(slice.dropFirst(4).prefix(8))
    header += cpu.prefix(4).reversed() + cpu.suffix(4).reversed()
    header += wide ? big(UInt64(offset)) + big(UInt64(slice.count)) : big(UInt32(offset)) + big(UInt32(slice.count))
    header += big(UInt32(0)) + (wide ? big(UInt32(0)) : [])
    offset += slice.count
  }
  return header + slices.flatMap { $0 }
}
