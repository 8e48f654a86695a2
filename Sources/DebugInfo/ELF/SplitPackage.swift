/// A package of split units (`.dwp`): its sections are concatenations, and an index states which part belongs to which
/// unit (DWARF 5, section 7.3.5, and the GNU extension of DWARF 4).
struct SplitPackage {
  private let file: ELFFile
  /// The strings, which all units share, in the copy.
  private let strings: Range<Int>
  /// The row of each unit in the tables of offsets and sizes, from 1.
  private var rows: [UInt64: UInt32] = [:]
  /// The numbers of the sections, by column.
  private var columns: [UInt32] = []
  /// The file ranges of the sections that contain parts of units, by name. They are not searched for each unit, because a
  /// hostile file has many sections and units.
  private var parts: [String: Range<Int>] = [:]
  private let offsets: Range<Int>
  private let sizes: Range<Int>
  private let isOld: Bool

  /// The maximum number of columns; version 5 defines 8.
  private static let maxColumns = 16

  /// Reads the index of a package, and copies its strings.
  init(_ bytes: FileBytes, into copy: inout ContentCopy) throws(ELFFault) {
    file = try ELFFile(bytes)
    guard let index = file.section(".debug_cu_index"), !index.fileRange.isEmpty else {
      throw ELFFault("the package of split debug information has no index", at: 0)
    }
    if file.sections.contains(where: { $0.isCompressed }) {
      throw ELFFault("the package of split debug information has compressed sections, which are not read", at: 0)
    }
    var cursor = ByteCursor(bytes.span, index.fileRange)
    // A number of 4 bytes, or one of 2 and padding.
    let version = cursor.u32()
    guard version == 2 || version & 0xFFFF == 5 else {
      throw ELFFault("the package of split debug information has the unknown version \(version)", at: 0)
    }
    isOld = version == 2
    let columnCount = Int(cursor.u32())
    let unitCount = Int(cursor.u32())
    let slotCount = Int(cursor.u32())
    let damaged = ELFFault("the index of the package of split debug information is damaged", at: cursor.position)
    guard columnCount <= Self.maxColumns, slotCount <= cursor.remaining / 12, unitCount <= slotCount else {
      throw damaged
    }
    let hashes = cursor.position
    var identifiers = ByteCursor(bytes.span, hashes..<(hashes + 8 * slotCount))
    var numbers = ByteCursor(bytes.span, (hashes + 8 * slotCount)..<(hashes + 12 * slotCount))
    for _ in 0..<slotCount {
      let (id, row) = (identifiers.u64(), numbers.u32())
      if row > 0, Int(row) <= unitCount { rows[id] = row }
    }
    cursor.skip(12 * slotCount)
    for _ in 0..<columnCount { columns.append(cursor.u32()) }
    let table = 4 * columnCount * unitCount
    guard !cursor.isOverrun, 2 * table <= cursor.remaining else { throw damaged }
    for name in [".debug_info.dwo", ".debug_abbrev.dwo", ".debug_str_offsets.dwo", ".debug_rnglists.dwo"] {
      parts[name] = file.section(name)?.fileRange
    }
    offsets = cursor.position..<(cursor.position + table)
    sizes = offsets.upperBound..<(offsets.upperBound + table)
    strings = copy.add(".debug_str.dwo", of: file)
  }

  /// Copies the sections of the unit with an identifier; `nil` if the package does not have it.
  func sections(of id: UInt64, main: DebugSections, into copy: inout ContentCopy) -> DebugSections? {
    guard let row = rows[id] else { return nil }
    var sections = DebugSections { _ in 0..<0 }
    sections.info = copy.add(part(1, ".debug_info.dwo", row), of: file.bytes)
    sections.abbreviations = copy.add(part(3, ".debug_abbrev.dwo", row), of: file.bytes)
    sections.stringOffsets = copy.add(part(6, ".debug_str_offsets.dwo", row), of: file.bytes)
    // In the older version, 8 means .debug_macro.dwo.
    if !isOld { sections.rangeLists = copy.add(part(8, ".debug_rnglists.dwo", row), of: file.bytes) }
    sections.strings = strings
    sections.use(main)
    return sections
  }

  /// Returns the file range of a unit's part of a section.
  private func part(_ number: UInt32, _ name: String, _ row: UInt32) -> Range<Int> {
    guard let column = columns.firstIndex(of: number), let section = parts[name] else { return 0..<0 }
    let entry = 4 * ((Int(row) - 1) * columns.count + column)
    var cursor = ByteCursor(file.bytes.span, (offsets.lowerBound + entry)..<offsets.upperBound)
    let offset = Int(cursor.u32())
    cursor = ByteCursor(file.bytes.span, (sizes.lowerBound + entry)..<sizes.upperBound)
    let size = Int(cursor.u32())
    guard offset <= section.count, size <= section.count - offset else { return 0..<0 }
    let start = section.lowerBound + offset
    return start..<(start + size)
  }
}
