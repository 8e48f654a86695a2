/// The list of files at the end of a zip archive (APPNOTE 4.3.12 to 4.3.16).
struct ZipDirectory {
  private(set) var entries: [ZipEntry] = []
  /// Where the list begins; files end before it.
  private(set) var start = 0
  /// What is wrong with the list; the entries before that place are good.
  private(set) var fault: ArchiveFault?

  private static let endSize = 22
  private static let entrySize = 46

  /// Where the list stands, as the record at the end says.
  private struct Place {
    var offset: Int
    var size: Int
    /// Where the record that says so begins, which is behind the list.
    var end: Int
    var disk: Int
  }

  /// - Returns: `nil` if there is no list: the archive was cut.
  init?(_ source: ByteSource, _ budget: ArchiveBudget) throws(ArchiveFault) {
    guard let place = Self.find(source) else { return nil }
    if place.disk != 0 && place.disk != 0xFFFF {
      throw ArchiveFault(.unsupported, "is one part of a split archive; join the parts first: zip -s 0")
    }
    if place.size > budget.limits.directoryBytes {
      throw ArchiveFault(
        .tooLarge, "has a list of files larger than \(ArchiveBudget.size(budget.limits.directoryBytes))")
    }
    // Something may stand before the archive, such as the program that unpacks it.
    let actual = place.end - place.size
    guard actual >= 0, place.offset <= actual else { return nil }
    start = actual
    let shift = actual - place.offset
    let bytes = source.read(actual, place.size)
    try read(bytes, shift, budget)
    if bytes.count < place.size { fault = fault ?? .endsEarly }
    try refuseOverlaps()
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
      // 4.4.2 and 4.4.15: made on Unix or macOS, the high half are the bits of st_mode.
      let kind = numbers.u32(at + 38) >> 28
      entry.isSpecial = [3, 19].contains(numbers.u16(at + 4) >> 8) && ![0, 4, 8].contains(kind)
      var wide: [WritableKeyPath<ZipEntry, Int>] = []
      for (field, place) in [(\ZipEntry.size, 24), (\.compressedSize, 20), (\.offset, 42)] {
        let value = numbers.u32(at + place)
        entry[keyPath: field] = Int(value)
        if value == .max { wide.append(field) }
      }
      let extra = bytes[(at + Self.entrySize + nameLength)..<(at + Self.entrySize + nameLength + extraLength)]
      guard entry.readExtra(extra, needs: wide, rawName: name), entry.offset <= start - shift else {
        fault = ArchiveFault(.damaged, "damaged: its list of files is wrong at entry \(entries.count + 1)")
        at += length
        continue
      }
      entry.offset += shift
      entries.append(entry)
      at += length
    }
    if at < bytes.count {
      fault = fault ?? ArchiveFault(.damaged, "damaged: its list of files breaks off after \(entries.count)")
    }
  }

  /// Files that share bytes unpack to a multiple of what the archive is: a sound writer never makes them.
  private func refuseOverlaps() throws(ArchiveFault) {
    let places = entries.map { (start: $0.offset, size: $0.compressedSize) }.sorted { $0.start < $1.start }
    for (one, next) in zip(places, places.dropFirst()) {
      let (end, overflow) = (one.start + ZipReader.localSize).addingReportingOverflow(one.size)
      if overflow || end > next.start {
        throw ArchiveFault(.tooLarge, "was not read: files in it overlap, as in archives made to fill a disk")
      }
    }
  }

  // MARK: - The record at the end

  private static func find(_ source: ByteSource) -> Place? {
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
      return Place(offset: offset, size: size, end: end, disk: numbers.u16(at + 4))
    }
    return nil
  }

  /// Zip64: a locator before the record names a larger record.
  private static func findWide(_ source: ByteSource, before end: Int) -> Place? {
    let locator = LittleEndian(bytes: source.read(end - 20, 20))
    guard locator.bytes.starts(with: [0x50, 0x4B, 6, 7]), let stated = Int(exactly: locator.u64(8)) else { return nil }
    for place in [stated, end - 20 - 56] {
      let record = LittleEndian(bytes: source.read(place, 56))
      guard record.bytes.count == 56, record.bytes.starts(with: [0x50, 0x4B, 6, 6]),
        let size = Int(exactly: record.u64(40)), let offset = Int(exactly: record.u64(48)), size <= place
      else { continue }
      return Place(offset: offset, size: size, end: place, disk: Int(record.u32(16)))
    }
    return nil
  }
}
