/// Reads the tables of sections and segments.
struct ELFSectionReader {
  private let bytes: FileBytes
  private let header: ELFHeader
  private(set) var sections: [ELFSection] = []
  private(set) var segments: [ELFSegment] = []
  private(set) var isTruncated = false

  /// The maximum number of bytes of a section's name that are read. Names overlap in hostile files.
  static let maxNameLength = 64
  /// The maximum number of sections and of segments. A program has about 40.
  static let maxCount = 100_000

  init(_ bytes: FileBytes, _ header: ELFHeader) {
    self.bytes = bytes
    self.header = header
  }

  func section(_ name: String) -> ELFSection? { sections.first { $0.name == name } }

  mutating func read() throws(ELFFault) {
    let names = try readSections()
    if let names { setNames(names) }
    try readSegments()
  }

  /// Returns the range of a table; `nil` if there is none.
  private mutating func range(_ table: ELFHeader.Table, count: Int, least: Int) throws(ELFFault) -> Range<Int>? {
    guard table.offset > 0, count > 0 else { return nil }
    guard table.entrySize >= least else { throw ELFFault("an ELF header with entries that are too small", at: 0) }
    guard count <= Self.maxCount else { throw ELFFault("more than \(Self.maxCount) sections or segments", at: 0) }
    guard let start = Int(exactly: table.offset), start < bytes.count else {
      isTruncated = true
      return nil
    }
    // Both factors have at most 17 bits.
    let size = count &* table.entrySize
    let complete = min(size, (bytes.count &- start) / table.entrySize &* table.entrySize)
    if complete < size { isTruncated = true }
    return start..<(start &+ complete)
  }

  /// Reads the sections; returns the names' file range and each section's offset there.
  private mutating func readSections() throws(ELFFault) -> (range: Range<Int>, offsets: [UInt32])? {
    let least = header.is64Bit ? 64 : 40
    var count = header.sections.count
    var nameSection = UInt32(header.nameSection)
    // The first entry has the numbers that do not fit into the header (gABI, `SHN_UNDEF` entry).
    if let first = try range(header.sections, count: 1, least: least), !first.isEmpty {
      let entry = readSection(at: first.lowerBound)
      if count == 0 { count = Int(clamping: entry.section.size) }
      if nameSection == 0xFFFF { nameSection = entry.section.link }
    }
    guard let table = try range(header.sections, count: count, least: least) else { return nil }
    var offsets: [UInt32] = []
    for start in stride(from: table.lowerBound, to: table.upperBound, by: header.sections.entrySize) {
      let entry = readSection(at: start)
      sections.append(entry.section)
      offsets.append(entry.name)
    }
    // The first entry is not a section, and may have these numbers.
    if !sections.isEmpty { sections[0].fileRange = 0..<0 }
    guard Int(nameSection) < sections.count, nameSection > 0 else { return nil }
    return (sections[Int(nameSection)].fileRange, offsets)
  }

  private mutating func setNames(_ names: (range: Range<Int>, offsets: [UInt32])) {
    for (index, offset) in names.offsets.enumerated() where Int(offset) < names.range.count {
      let start = names.range.lowerBound &+ Int(offset)
      let end = min(names.range.upperBound, start &+ Self.maxNameLength)
      sections[index].name = zeroTerminatedText(bytes.span, at: start, in: start..<end)
    }
  }

  private mutating func readSection(at start: Int) -> (section: ELFSection, name: UInt32) {
    let word = header.is64Bit ? 8 : 4
    var cursor = ByteCursor(bytes.span, start..<min(bytes.count, start &+ header.sections.entrySize))
    let name = cursor.u32()
    let type = cursor.u32()
    let flags = cursor.unsigned(size: word)
    let address = cursor.unsigned(size: word)
    let offset = cursor.unsigned(size: word)
    let size = cursor.unsigned(size: word)
    let link = cursor.u32()
    let info = cursor.u32()
    // SHT_NULL and SHT_NOBITS have no content.
    let hasContent = type != 0 && type != ELFSection.noContent
    let section = ELFSection(
      name: "", type: type, flags: flags, address: address, size: size,
      fileRange: hasContent ? content(offset, size) : 0..<0, link: link, info: info)
    return (section, name)
  }

  private mutating func readSegments() throws(ELFFault) {
    let word = header.is64Bit ? 8 : 4
    var count = header.segments.count
    if count == 0xFFFF, let first = sections.first { count = Int(first.info) }
    guard let table = try range(header.segments, count: count, least: header.is64Bit ? 56 : 32) else { return }
    for start in stride(from: table.lowerBound, to: table.upperBound, by: header.segments.entrySize) {
      var cursor = ByteCursor(bytes.span, start..<min(bytes.count, start &+ header.segments.entrySize))
      let type = cursor.u32()
      if header.is64Bit { cursor.skip(4) }  // p_flags
      let offset = cursor.unsigned(size: word)
      let address = cursor.unsigned(size: word)
      cursor.skip(word)  // p_paddr
      let fileSize = cursor.unsigned(size: word)
      let size = cursor.unsigned(size: word)
      // Files of debug information state the sizes of the program, whose content they do not have.
      segments.append(
        ELFSegment(type: type, address: address, size: size, fileRange: clamped(offset, fileSize).range))
    }
  }

  /// Returns the part of `size` bytes at `offset` that is within the file.
  private func clamped(_ offset: UInt64, _ size: UInt64) -> (range: Range<Int>, isComplete: Bool) {
    let count = UInt64(bytes.count)
    guard offset <= count else { return (bytes.count..<bytes.count, size == 0) }
    // Both are at most the size of the file.
    let length = min(size, count &- offset)
    return (Int(offset)..<(Int(offset) &+ Int(length)), length == size)
  }

  private mutating func content(_ offset: UInt64, _ size: UInt64) -> Range<Int> {
    let (range, isComplete) = clamped(offset, size)
    if !isComplete { isTruncated = true }
    return range
  }
}
