import DebugInfo
import Testing

@testable import DebugInfo

/// `DW_TAG_…` and `DW_AT_…` with the numbers of the standard (DWARF 5, section 7.5).
enum Tag {
  static let compileUnit: UInt64 = 0x11
  static let structure: UInt64 = 0x13
  static let lexicalBlock: UInt64 = 0x0b
  static let inlined: UInt64 = 0x1d
  static let subprogram: UInt64 = 0x2e
  static let variable: UInt64 = 0x34
}

enum Attribute {
  static let location: UInt64 = 0x02
  static let name: UInt64 = 0x03
  static let stmtList: UInt64 = 0x10
  static let lowPC: UInt64 = 0x11
  static let highPC: UInt64 = 0x12
  static let compDir: UInt64 = 0x1b
  static let abstractOrigin: UInt64 = 0x31
  static let external: UInt64 = 0x3f
  static let specification: UInt64 = 0x47
  static let ranges: UInt64 = 0x55
  static let callColumn: UInt64 = 0x57
  static let callFile: UInt64 = 0x58
  static let callLine: UInt64 = 0x59
  static let linkageName: UInt64 = 0x6e
  static let strOffsetsBase: UInt64 = 0x72
  static let addrBase: UInt64 = 0x73
  static let rnglistsBase: UInt64 = 0x74
  static let mipsLinkageName: UInt64 = 0x2007
}

/// A value and its form.
struct DWARFValue {
  var form: UInt16
  var bytes: [UInt8] = []
  var implicit: Int64?
  /// A reference to the entry with this label; `bytes` reserve the space.
  var label: String?

  static func address(_ value: UInt64) -> DWARFValue { .init(form: DWARFForm.addr, bytes: little(value)) }
  static func address32(_ value: UInt32) -> DWARFValue { .init(form: DWARFForm.addr, bytes: little(value)) }
  static func data1(_ value: UInt8) -> DWARFValue { .init(form: DWARFForm.data1, bytes: [value]) }
  static func data2(_ value: UInt16) -> DWARFValue { .init(form: DWARFForm.data2, bytes: little(value)) }
  static func data4(_ value: UInt32) -> DWARFValue { .init(form: DWARFForm.data4, bytes: little(value)) }
  static func data8(_ value: UInt64) -> DWARFValue { .init(form: DWARFForm.data8, bytes: little(value)) }
  static func udata(_ value: UInt64) -> DWARFValue { .init(form: DWARFForm.udata, bytes: uleb(value)) }
  static func sdata(_ value: Int64) -> DWARFValue { .init(form: DWARFForm.sdata, bytes: sleb(value)) }
  static func implicit(_ value: Int64) -> DWARFValue { .init(form: DWARFForm.implicitConst, implicit: value) }
  static func string(_ text: String) -> DWARFValue { .init(form: DWARFForm.string, bytes: Array(text.utf8) + [0]) }
  static func block(_ count: Int) -> DWARFValue {
    .init(form: DWARFForm.exprloc, bytes: uleb(UInt64(count)) + [UInt8](repeating: 0x96, count: count))
  }
  static let flag = DWARFValue(form: DWARFForm.flagPresent)

  /// A reference to the entry with this label, in any reference form.
  static func reference(_ label: String, _ form: UInt16 = DWARFForm.ref4, size: Int? = nil) -> DWARFValue {
    let usual =
      switch form {
      case DWARFForm.ref1: 1
      case DWARFForm.ref2: 2
      case DWARFForm.ref8: 8
      case DWARFForm.refUdata: 5
      default: 4
      }
    return .init(form: form, bytes: [UInt8](repeating: 0, count: size ?? usual), label: label)
  }

  /// The same value, preceded by its form.
  var indirect: DWARFValue {
    .init(form: DWARFForm.indirect, bytes: uleb(UInt64(form)) + bytes, implicit: nil, label: label)
  }
}

/// An entry with its children.
struct DWARFEntry {
  var tag: UInt64
  var label: String?
  var values: [(attribute: UInt64, value: DWARFValue)]
  /// The children; `nil` if the entry has no list of children.
  var children: [DWARFEntry]?

  init(_ tag: UInt64, _ label: String? = nil, _ values: [(UInt64, DWARFValue)], _ children: [DWARFEntry]? = nil) {
    self.tag = tag
    self.label = label
    self.values = values
    self.children = children
  }

  /// A function with an address range.
  static func function(
    _ name: String, _ code: Range<UInt64>, _ label: String? = nil, _ children: [DWARFEntry]? = nil
  ) -> DWARFEntry {
    DWARFEntry(
      Tag.subprogram, label,
      [
        (Attribute.lowPC, .address(code.lowerBound)),
        (Attribute.highPC, .data4(UInt32(code.upperBound - code.lowerBound))), (Attribute.name, .string(name)),
      ], children)
  }

  /// An abstract instance: a function without code.
  static func abstract(_ name: String, _ label: String) -> DWARFEntry {
    DWARFEntry(Tag.subprogram, label, [(Attribute.name, .string(name))])
  }

  /// An inlined subroutine with an address range, called from a line of file 1.
  static func inlined(
    _ origin: String, _ code: Range<UInt64>, line: UInt8, _ children: [DWARFEntry]? = nil
  ) -> DWARFEntry {
    DWARFEntry(
      Tag.inlined, nil,
      [
        (Attribute.abstractOrigin, .reference(origin)), (Attribute.lowPC, .address(code.lowerBound)),
        (Attribute.highPC, .data4(UInt32(code.upperBound - code.lowerBound))), (Attribute.callFile, .data1(1)),
        (Attribute.callLine, .data1(line)),
      ], children)
  }
}

/// Writes debug information, both valid and invalid.
struct DWARFBuilder {
  var version: UInt16 = 4
  var addressSize: UInt8 = 8
  /// The 64-bit format (DWARF 5, section 7.4).
  var is64Bit = false

  var info: [UInt8] = []
  var abbreviations: [UInt8] = []
  var strings: [UInt8] = [0]
  var lineStrings: [UInt8] = [0]
  var stringOffsets: [UInt8] = []
  var addresses: [UInt8] = []
  var lines: [UInt8] = []
  var ranges: [UInt8] = []
  var rangeLists: [UInt8] = []
  var unitRanges: [UInt8] = []

  private var labels: [String: Int] = [:]
  private var fixups: [(location: Int, value: DWARFValue, unit: Int)] = []

  init(version: UInt16 = 4, addressSize: UInt8 = 8, is64Bit: Bool = false) {
    self.version = version
    self.addressSize = addressSize
    self.is64Bit = is64Bit
  }

  /// An offset into a section.
  func offset(_ value: Int) -> [UInt8] { is64Bit ? little(UInt64(value)) : little(UInt32(value)) }

  func length(_ value: Int) -> [UInt8] { is64Bit ? little(UInt32.max) + little(UInt64(value)) : little(UInt32(value)) }

  /// A value that is an offset into another section.
  func sectionOffset(_ value: Int) -> DWARFValue {
    let form = version >= 4 ? DWARFForm.secOffset : is64Bit ? DWARFForm.data8 : DWARFForm.data4
    return DWARFValue(form: form, bytes: offset(value))
  }

  // MARK: - Texts and addresses

  mutating func strp(_ text: String) -> DWARFValue {
    let location = strings.count
    strings += Array(text.utf8) + [0]
    return DWARFValue(form: DWARFForm.strp, bytes: offset(location))
  }

  mutating func lineStrp(_ text: String) -> DWARFValue {
    let location = lineStrings.count
    lineStrings += Array(text.utf8) + [0]
    return DWARFValue(form: DWARFForm.lineStrp, bytes: offset(location))
  }

  /// Begins the unit's part of `__debug_str_offs`; the value of `DW_AT_str_offsets_base`.
  mutating func beginStringOffsets() -> DWARFValue {
    stringOffsets += length(4) + little(UInt16(5)) + [0, 0]
    return sectionOffset(stringOffsets.count)
  }

  /// A string by its number in the table: the count of preceding numbers plus `index`.
  mutating func strx(_ text: String, _ form: UInt16, index: UInt64) -> DWARFValue {
    let location = strings.count
    strings += Array(text.utf8) + [0]
    stringOffsets += offset(location)
    return DWARFValue(form: form, bytes: Self.indexBytes(index, form))
  }

  static func indexBytes(_ index: UInt64, _ form: UInt16) -> [UInt8] {
    switch form {
    case DWARFForm.strx1, DWARFForm.addrx1: Array(little(index).prefix(1))
    case DWARFForm.strx2, DWARFForm.addrx2: Array(little(index).prefix(2))
    case DWARFForm.strx3, DWARFForm.addrx3: Array(little(index).prefix(3))
    case DWARFForm.strx4, DWARFForm.addrx4: Array(little(index).prefix(4))
    default: uleb(index)
    }
  }

  /// Begins the unit's part of `__debug_addr`; the value of `DW_AT_addr_base`.
  mutating func beginAddresses() -> DWARFValue {
    addresses += length(4) + little(UInt16(5)) + [addressSize, 0]
    return sectionOffset(addresses.count)
  }

  mutating func addrx(_ address: UInt64, _ form: UInt16, index: UInt64) -> DWARFValue {
    addresses += little(address).prefix(Int(addressSize))
    return DWARFValue(form: form, bytes: Self.indexBytes(index, form))
  }

  /// A list of `__debug_ranges`, with pairs as stored there.
  mutating func addRanges(_ pairs: [(UInt64, UInt64)]) -> DWARFValue {
    let location = ranges.count
    for (low, high) in pairs + [(0, 0)] {
      ranges += little(low).prefix(Int(addressSize)) + little(high).prefix(Int(addressSize))
    }
    return sectionOffset(location)
  }

  // MARK: - Units

  /// Adds a unit with these entries. Only the attributes of its functions contain addresses.
  mutating func addUnit(_ children: [DWARFEntry], lines: LineBuilder? = nil) {
    var values: [(UInt64, DWARFValue)] = [
      (Attribute.name, .string("unit.c")), (Attribute.compDir, .string("/home")), (Attribute.lowPC, address(0)),
    ]
    if let lines { values.append((Attribute.stmtList, addLines(lines))) }
    addUnit(DWARFEntry(Tag.compileUnit, nil, values, children))
  }

  /// An address in the form of this unit.
  func address(_ value: UInt64) -> DWARFValue {
    DWARFValue(form: DWARFForm.addr, bytes: Array(little(value).prefix(Int(addressSize))))
  }

  /// Adds a unit; each entry has a separate abbreviation.
  mutating func addUnit(_ root: DWARFEntry, kind: UInt8 = 1, length wrong: [UInt8]? = nil) {
    let start = info.count
    let table = abbreviations.count
    var body = little(version)
    if version >= 5 {
      body += [kind, addressSize] + offset(table)
      if kind == 4 { body += [UInt8](repeating: 0, count: 8) }
    } else {
      body += offset(table) + [addressSize]
    }
    let header = (is64Bit ? 12 : 4) + body.count
    var code: UInt64 = 0
    var entries: [UInt8] = []
    add(root, to: &entries, at: start + header, unit: start, code: &code)
    abbreviations.append(0)
    body += entries
    info += (wrong ?? length(body.count)) + body
  }

  private mutating func add(_ entry: DWARFEntry, to bytes: inout [UInt8], at base: Int, unit: Int, code: inout UInt64) {
    code += 1
    if let label = entry.label { labels[label] = base + bytes.count }
    bytes += uleb(code)
    abbreviations += uleb(code) + uleb(entry.tag) + [entry.children == nil ? 0 : 1]
    for (attribute, value) in entry.values {
      abbreviations += uleb(attribute) + uleb(UInt64(value.form))
      if let implicit = value.implicit { abbreviations += sleb(implicit) }
      if value.label != nil { fixups.append((base + bytes.count, value, unit)) }
      bytes += value.bytes
    }
    abbreviations += [0, 0]
    guard let children = entry.children else { return }
    for child in children { add(child, to: &bytes, at: base, unit: unit, code: &code) }
    bytes.append(0)
  }

  // MARK: - Files

  /// Returns all sections, with resolved references.
  var sections: [(name: String, bytes: [UInt8])] {
    var info = info
    for (location, value, unit) in fixups {
      guard let target = value.label.flatMap({ labels[$0] }) else { continue }
      var form = value.form
      var start = location
      if form == DWARFForm.indirect {
        form = UInt16(value.bytes[0])
        start += 1
      }
      let isGlobal = form == DWARFForm.refAddr
      let number = UInt64(isGlobal ? target : target - unit)
      let size = value.bytes.count - (start - location)
      let bytes = form == DWARFForm.refUdata ? paddedULEB(number, size) : Array(little(number).prefix(size))
      info.replaceSubrange(start..<(start + size), with: bytes)
    }
    return [
      ("__debug_info", info), ("__debug_abbrev", abbreviations), ("__debug_str", strings),
      ("__debug_line_str", lineStrings), ("__debug_str_offs", stringOffsets), ("__debug_addr", addresses),
      ("__debug_line", lines), ("__debug_ranges", ranges), ("__debug_rnglists", rangeLists),
      ("__debug_aranges", unitRanges),
    ]
  }

  /// Returns a dSYM with these sections, and code from 0x1000 up to 4 GB.
  func bytes(symbols: [MachOBuilder.Symbol] = [], starts: [UInt64] = []) -> [UInt8] {
    var builder = MachOBuilder(is64Bit: addressSize == 8, fileType: 10)
    builder.addSegment("__TEXT", 0, 0xF000_0000, sections: [.text(0x1000, 0xE000_0000)])
    if !symbols.isEmpty { builder.addSymbols(symbols) }
    if !starts.isEmpty { builder.addFunctionStarts(starts) }
    builder.addDebugSections(sections.filter { !$0.bytes.isEmpty })
    return builder.file()
  }

  func file(symbols: [MachOBuilder.Symbol] = [], starts: [UInt64] = []) throws -> MachOFile {
    try #require(try MachOFile.read(FileBytes(bytes(symbols: symbols, starts: starts))).slices.first)
  }
}

/// Joins parts. A sum of arrays would take the compiler minutes.
func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

func sleb(_ value: Int64) -> [UInt8] {
  var rest = value
  var bytes: [UInt8] = []
  while true {
    let byte = UInt8(truncatingIfNeeded: rest & 0x7F)
    rest >>= 7
    if (rest == 0 && byte & 0x40 == 0) || (rest == -1 && byte & 0x40 != 0) { return bytes + [byte] }
    bytes.append(byte | 0x80)
  }
}

/// An unsigned LEB128 number of exactly `size` bytes.
func paddedULEB(_ value: UInt64, _ size: Int) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: value >> (7 * $0)) & 0x7F | ($0 + 1 < size ? 0x80 : 0) }
}
