/// The central directory at the end of a zip archive (APPNOTE 4.3.12 to 4.3.16).
struct ZipDirectory {
  private(set) var entries: [ZipEntry] = []
  /// The offset of the central directory; files end before it.
  private(set) var start = 0
  /// What is wrong with the central directory; the entries before the fault are valid.
  private(set) var fault: ArchiveFault?

  private static let endSize = 22
  private static let entrySize = 46

  /// The location of the central directory, as the end of central directory record states it.
  private struct Location {
    var offset: Int
    var size: Int
    /// The offset of the record itself, which follows the central directory.
    var end: Int
    var disk: Int
  }

  /// Reads the central directory.
  ///
  /// - Returns: `nil` if there is none, because the archive is truncated.
  init?(_ source: ByteSource, _ budget: ArchiveBudget) throws(ArchiveFault) {
    guard let location = Self.find(source) else { return nil }
    if location.disk != 0 && location.disk != 0xFFFF {
      throw ArchiveFault(.unsupported, "is one part of a split archive; join the parts first: zip -s 0")
    }
    if location.size > budget.limits.directoryBytes {
      throw ArchiveFault(
        .tooLarge, "has a list of files larger than \(ArchiveBudget.size(budget.limits.directoryBytes))")
    }
    // Other data may precede the archive, such as the program of a self-extracting archive.
    let actual = location.end - location.size
    guard actual >= 0, location.offset <= actual else { return nil }
    start = actual
    let shift = actual - location.offset
    let bytes = source.read(actual, location.size)
    try read(bytes, shift, budget)
    if bytes.count < location.size { fault = fault ?? .endsEarly }
    try rejectOverlaps()
  }

  private mutating func read(_ bytes: [UInt8], _ shift: Int, _ budget: ArchiveBudget) throws(ArchiveFault) {
    let numbers = LittleEndian(bytes: bytes)
    var at = 0
    while at + Self.entrySize <= bytes.count, bytes[at...].starts(with: [0x50, 0x4B, 1, 2]) {
      try budget.countEntry()
      var entry = ZipEntry()
      entry.flags = numbers.u16(at + 8)
      entry.method = numbers.u16(at + 10)
      entry.checksum = numbers.u32(at + 16)
      let (nameLength, extraLength) = (numbers.u16(at + 28), numbers.u16(at + 30))
      let length = Self.entrySize + nameLength + extraLength + numbers.u16(at + 32)
      guard length <= bytes.count - at else { break }
      let name = Array(bytes[(at + Self.entrySize)..<(at + Self.entrySize + nameLength)])
      entry.name = MemberName.text(name, isUnicode: entry.flags & (1 << 11) != 0)
      // 4.4.2 and 4.4.15: for archives created on Unix or macOS, the high half holds the bits of st_mode.
      let kind = numbers.u32(at + 38) >> 28
      entry.isSpecial = [3, 19].contains(numbers.u16(at + 4) >> 8) && ![0, 4, 8].contains(kind)
      var wide: [WritableKeyPath<ZipEntry, Int>] = []
      for (field, position) in [(\ZipEntry.size, 24), (\.compressedSize, 20), (\.offset, 42)] {
        let value = numbers.u32(at + position)
        entry[keyPath: field] = Int(value)
        if value == .max { wide.append(field) }
      }
      let extra = bytes[(at + Self.entrySize + nameLength)..<(at + Self.entrySize + nameLength + extraLength)]
      guard entry.readExtra(extra, needs: wide, rawName: name), entry.offset <= start - shift else {
        fault = ArchiveFault(.damaged, "damaged: its list of files is invalid at entry \(entries.count + 1)")
        at += length
        continue
      }
      entry.offset += shift
      entries.append(entry)
      at += length
    }
    if at < bytes.count {
      fault = fault ?? ArchiveFault(.damaged, "damaged: its list of files is invalid after \(entries.count) entries")
    }
  }

  /// Throws if entries share bytes: such an archive unpacks to a multiple of its size, and no regular writer creates
  /// it.
  private func rejectOverlaps() throws(ArchiveFault) {
    let ranges = entries.map { (start: $0.offset, size: $0.compressedSize) }.sorted { $0.start < $1.start }
    for (one, next) in zip(ranges, ranges.dropFirst()) {
      let (end, overflow) = (one.start + ZipReader.localSize).addingReportingOverflow(one.size)
      if overflow || end > next.start {
        throw ArchiveFault(.tooLarge, "was not read: its files overlap, as in a zip bomb")
      }
    }
  }

  // MARK: - End of central directory record

  private static func find(_ source: ByteSource) -> Location? {
    let tailStart = max(0, source.count - endSize - 0xFFFF)
    let tail = source.read(tailStart, source.count - tailStart)
    guard tail.count >= endSize else { return nil }
    let numbers = LittleEndian(bytes: tail)
    for at in stride(from: tail.count - endSize, through: 0, by: -1) where tail[at] == 0x50 {
      guard tail[at...].starts(with: [0x50, 0x4B, 5, 6]), numbers.u16(at + 20) <= tail.count - at - endSize else {
        continue
      }
      let end = tailStart + at
      if let wide = findWide(source, before: end) { return wide }
      let (size, offset) = (Int(numbers.u32(at + 12)), Int(numbers.u32(at + 16)))
      guard size <= end else { continue }
      return Location(offset: offset, size: size, end: end, disk: numbers.u16(at + 4))
    }
    return nil
  }

  /// Finds the Zip64 record, which a locator before the record at `end` points to (4.3.14 and 4.3.15).
  private static func findWide(_ source: ByteSource, before end: Int) -> Location? {
    let locator = LittleEndian(bytes: source.read(end - 20, 20))
    guard locator.bytes.starts(with: [0x50, 0x4B, 6, 7]), let stated = Int(exactly: locator.u64(8)) else { return nil }
    for start in [stated, end - 20 - 56] {
      let record = LittleEndian(bytes: source.read(start, 56))
      guard record.bytes.count == 56, record.bytes.starts(with: [0x50, 0x4B, 6, 6]),
        let size = Int(exactly: record.u64(40)), let offset = Int(exactly: record.u64(48)), size <= start
      else { continue }
      return Location(offset: offset, size: size, end: start, disk: Int(record.u32(16)))
    }
    return nil
  }
}
