/// Reads the files of a zip archive one by one.
struct ZipReader {
  private let source: ByteSource
  private let budget: ArchiveBudget

  /// The size of the local header before each file (4.3.7).
  static let localSize = 30

  init(_ source: ByteSource, _ budget: ArchiveBudget) {
    self.source = source
    self.budget = budget
  }

  /// The bytes of a file, and their stated number.
  struct Content {
    var stream: any ByteStream
    var size: Int?
  }

  /// Calls `visit` for each file with its entry and a function that opens it.
  ///
  /// - Throws: The fault that ends the reading of the archive.
  func forEach(
    _ visit: (ZipEntry?, () throws(ArchiveFault) -> Content) throws(ArchiveFault) -> Void
  ) throws(ArchiveFault) {
    guard let directory = try ZipDirectory(source, budget) else { return try recover(visit) }
    for entry in directory.entries where !entry.isFolder {
      try visit(entry) { () throws(ArchiveFault) in try open(entry, before: directory.start) }
      if let exhausted = budget.exhausted { throw exhausted }
    }
    if let fault = directory.fault { throw fault }
  }

  private func open(_ entry: ZipEntry, before limit: Int) throws(ArchiveFault) -> Content {
    if let fault = entry.fault { throw fault }
    let header = LittleEndian(bytes: source.read(entry.offset, Self.localSize))
    guard header.bytes.count == Self.localSize, header.bytes.starts(with: [0x50, 0x4B, 3, 4]) else {
      throw ArchiveFault(.damaged, "damaged: it does not begin at the offset that the archive states")
    }
    let start = entry.offset + Self.localSize + header.u16(26) + header.u16(28)
    guard start <= limit, entry.compressedSize <= limit - start else {
      throw ArchiveFault(.damaged, "damaged: it extends past the end of the archive's files")
    }
    return content(entry, start..<(start + entry.compressedSize), size: entry.size) { entry.checksum }
  }

  private func content(
    _ entry: ZipEntry, _ range: Range<Int>, size: Int?, _ checksum: @escaping () -> UInt32?
  ) -> Content {
    let stored = SourceStream(source, range)
    let stream: any ByteStream = entry.method == 8 ? InflateStream(stored, .raw, budget) : stored
    return Content(stream: CheckedStream(stream, size: size, checksum: checksum), size: size)
  }

  // MARK: - Truncated archives

  /// Reads the files of an archive without a central directory one after another, by their local headers.
  private func recover(
    _ visit: (ZipEntry?, () throws(ArchiveFault) -> Content) throws(ArchiveFault) -> Void
  ) throws(ArchiveFault) {
    var offset = source.read(0, 4) == [0x50, 0x4B, 7, 8] ? 4 : 0
    while let (entry, start) = local(at: offset) {
      try budget.countEntry()
      let isOpen = entry.hasDescriptor && entry.compressedSize == 0
      if isOpen, entry.method != 8 || entry.fault != nil {
        try visit(entry) { () throws(ArchiveFault) in
          throw entry.fault ?? ArchiveFault(.damaged, "cannot be found: the archive's list of files is missing")
        }
        break
      }
      let stored = SourceStream(
        source, start..<(isOpen ? max(start, source.count) : clamped(start, entry.compressedSize)))
      let inflated = entry.method == 8 ? InflateStream(stored, .raw, budget) : nil
      try visit(entry) { () throws(ArchiveFault) in
        if let fault = entry.fault { throw fault }
        let checked = CheckedStream(inflated ?? stored, size: isOpen ? nil : entry.size) {
          guard isOpen, let inflated else { return entry.checksum }
          return descriptor(at: start + inflated.consumed).checksum
        }
        return Content(stream: checked, size: isOpen ? nil : entry.size)
      }
      if let exhausted = budget.exhausted { throw exhausted }
      if isOpen, let inflated {
        // The file ends where its stream ends.
        do { try inflated.skip(.max) } catch { break }
        offset = descriptor(at: start + inflated.consumed).end
      } else {
        offset = clamped(start, entry.compressedSize)
        if entry.hasDescriptor { offset = descriptor(at: offset).end }
      }
    }
    throw ArchiveFault(.endsEarly, "damaged: its list of files is missing; the files before the damage were read")
  }

  private func local(at offset: Int) -> (ZipEntry, start: Int)? {
    let header = LittleEndian(bytes: source.read(offset, Self.localSize))
    guard header.bytes.count == Self.localSize, header.bytes.starts(with: [0x50, 0x4B, 3, 4]) else { return nil }
    var entry = ZipEntry()
    entry.offset = offset
    entry.flags = header.u16(6)
    entry.method = header.u16(8)
    entry.checksum = header.u32(14)
    entry.compressedSize = Int(header.u32(18))
    entry.size = Int(header.u32(22))
    let (nameLength, extraLength) = (header.u16(26), header.u16(28))
    let rest = source.read(offset + Self.localSize, nameLength + extraLength)
    let name = Array(rest.prefix(nameLength))
    entry.name = MemberName.text(name, isUnicode: entry.flags & (1 << 11) != 0)
    var wide: [WritableKeyPath<ZipEntry, Int>] = []
    if header.u32(22) == .max { wide.append(\.size) }
    if header.u32(18) == .max { wide.append(\.compressedSize) }
    guard entry.readExtra(rest.dropFirst(nameLength), needs: wide, rawName: name) else { return nil }
    return (entry, offset + Self.localSize + nameLength + extraLength)
  }

  /// Reads a data descriptor (4.3.9): an optional signature, the checksum, and both sizes in 4 or 8 bytes each.
  private func descriptor(at offset: Int) -> (checksum: UInt32?, end: Int) {
    let bytes = LittleEndian(bytes: source.read(offset, 28))
    let start = bytes.bytes.starts(with: [0x50, 0x4B, 7, 8]) ? 4 : 0
    guard bytes.bytes.count >= start + 12 else { return (nil, source.count) }
    for width in [12, 20] where bytes.bytes.count >= start + width + 2 {
      if bytes.bytes[(start + width)...].starts(with: [0x50, 0x4B]) {
        return (bytes.u32(start), offset + start + width)
      }
    }
    return (bytes.u32(start), offset + start + 12)
  }

  private func clamped(_ start: Int, _ length: Int) -> Int {
    min(length, source.count - min(start, source.count)) + start
  }
}
