package import Vocabulary

/// The names, files and lines of an image's code, ready to be asked: built from its debug information and symbols, or
/// read from the cache.
package final class SymbolIndex: Sendable {
  let file: FileBytes
  /// The image and the file that the index was made from.
  package let identity: IndexIdentity
  /// Address that the index counts from.
  package let base: UInt64
  /// Changes with the layout; part of the names of stored files.
  package static let formatVersion = IndexFormat.version
  let recordCount: Int
  let textCount: Int
  private let records: Range<Int>
  private let textEnds: Range<Int>
  private let texts: Range<Int>
  private let blocks: Range<Int>
  /// Of an index that was stored; `nil` for one just made.
  private let pages: IndexPages?

  /// Reads the header; `nil` if these bytes are no whole index of this version.
  /// - Parameter isStored: Whether the checks stand behind it, which then are looked at.
  init?(_ file: FileBytes, isStored: Bool = false) {
    var cursor = ByteCursor(file.span, file.range)
    guard cursor.u64() == IndexFormat.magic, cursor.u32() == IndexFormat.version else { return nil }
    cursor.skip(4)
    let uuid = ImageUUID(high: cursor.u64(), low: cursor.u64())
    let architecture = Architecture(cpuType: cursor.u32(), cpuSubtype: cursor.u32())
    base = cursor.u64()
    identity = IndexIdentity(
      uuid: uuid, architecture: architecture, sourceSize: cursor.u64(),
      sourceTime: Int64(bitPattern: cursor.u64()))
    recordCount = Int(cursor.u32())
    textCount = Int(cursor.u32())
    let textBytes = Int(cursor.u32())
    let blockBytes = Int(cursor.u32())
    let size = cursor.u64()
    // Each number has 32 bits: the sums cannot overflow.
    records = IndexFormat.headerSize..<(IndexFormat.headerSize + recordCount * IndexFormat.recordSize)
    textEnds = records.upperBound..<(records.upperBound + textCount * 4)
    texts = textEnds.upperBound..<(textEnds.upperBound + textBytes)
    blocks = texts.upperBound..<(texts.upperBound + blockBytes)
    self.file = file
    guard !cursor.isOverrun, UInt64(blocks.upperBound) == size, blocks.upperBound <= file.count else { return nil }
    if isStored {
      guard let pages = IndexPages(file, size: blocks.upperBound) else { return nil }
      self.pages = pages
    } else {
      pages = nil
    }
  }

  /// Reads everything there is about an image.
  /// - Parameter file: A dSYM's slice, or an image or object with debug information or symbols of its own.
  package static func whole(
    _ file: MachOFile, identity: IndexIdentity
  ) -> (index: SymbolIndex, faults: [DWARFFault])? {
    let symbols = CodeSymbol.all(in: file, base: file.textAddress)
    return make(file, symbols, identity: identity, isWhole: true) { $0.addAll() }
  }

  /// Reads what is known about a few addresses: of the image's debug information only the parts that they lie in.
  package static func part(
    _ file: MachOFile, for addresses: [LinkedAddress], identity: IndexIdentity
  ) -> (index: SymbolIndex, faults: [DWARFFault])? {
    let base = file.textAddress
    let offsets = Set(addresses.compactMap { $0.value >= base ? UInt32(exactly: $0.value - base) : nil }).sorted()
    let symbols = CodeSymbol.near(offsets, in: file, base: base)
    return make(file, symbols, identity: identity, isWhole: false) { builder in
      builder.add(offsets: offsets) { CodeSymbol.near($0, in: file, base: base) }
    }
  }

  private static func make(
    _ file: MachOFile, _ symbols: [CodeSymbol], identity: IndexIdentity, isWhole: Bool,
    _ fill: (inout SymbolIndexBuilder) -> Void
  ) -> (index: SymbolIndex, faults: [DWARFFault])? {
    let base = file.textAddress
    var builder = SymbolIndexBuilder(
      file: file.bytes, sections: DebugSections(file), base: base, symbols: symbols,
      wholeIndex: isWhole)
    fill(&builder)
    let faults = builder.faults
    guard let index = SymbolIndex(builder.bytes(identity: identity)) else { return nil }
    return (index, faults)
  }

  /// An index as `stored()` wrote it; `nil` for anything else, and for one of another version.
  package static func stored(_ file: FileBytes) -> SymbolIndex? { SymbolIndex(file, isStored: true) }

  /// The bytes that `stored(_:)` reads: the index and its checks.
  package func storedForm() -> FileBytes {
    let file = file
    let index = file.span.extracting(0..<blocks.upperBound)
    let checks = FileBytes(PageChecks.ofPages(index))
    let headerCheck = PageChecks.headerCheck(index, checks: checks.span)
    var sink = ByteSink(capacity: index.byteCount + checks.count)
    index.withUnsafeBytes { sink.append(UnsafeRawBufferPointer(rebasing: $0[..<12])) }
    sink.reserve(4)
    sink.store(headerCheck)
    index.withUnsafeBytes { sink.append(UnsafeRawBufferPointer(rebasing: $0[16...])) }
    checks.span.withUnsafeBytes { sink.append($0) }
    return sink.finish()
  }

  /// True once a part of a stored index was found to be damaged: its answers are not to be used.
  package var isDamaged: Bool { pages?.isDamaged ?? false }

  @inline(__always)
  private func isWhole(_ range: Range<Int>) -> Bool { pages?.areWhole(range) ?? true }

  /// Looks at all pages of a stored index at once; false if one is damaged.
  package func checkAll() -> Bool { isWhole(records.lowerBound..<blocks.upperBound) }

  // MARK: - Parts

  @inline(__always)
  func record(_ index: Int) -> IndexRecord {
    let file = file
    // `indexOfRecord` has looked at its page, or the whole index was.
    var cursor = ByteCursor(file.span, records)
    cursor.skip(index &* IndexFormat.recordSize)
    let start = cursor.u32()
    let end = cursor.u32()
    let name = cursor.u32()
    return IndexRecord(
      start: start, end: end, name: name & IndexFormat.nameMask, kind: RecordKind(rawValue: name >> 29) ?? .symbol,
      block: cursor.u32())
  }

  /// Position of the record that starts last at or before `offset`; -1 if none does.
  func indexOfRecord(at offset: UInt32) -> Int {
    var low = 0
    var high = recordCount
    let file = file
    let span = file.span
    while low < high {
      let middle = (low &+ high) / 2
      let place = records.lowerBound &+ middle &* IndexFormat.recordSize
      guard isWhole(place..<(place &+ IndexFormat.recordSize)) else { return -1 }
      var cursor = ByteCursor(span, place..<records.upperBound)
      if cursor.u32() <= offset { low = middle &+ 1 } else { high = middle }
    }
    return low &- 1
  }

  /// Reads the block of a record; false if it has none or a damaged one.
  func decode(_ record: IndexRecord, into block: inout DecodedBlock) -> Bool {
    guard record.block != IndexFormat.noBlock, Int(record.block) < blocks.count else { return false }
    let start = blocks.lowerBound + Int(record.block)
    let file = file
    if let pages {
      // How long a block is only reading it tells: more is looked at until it is whole.
      var size = 512
      while true {
        let end = min(start + size, blocks.upperBound)
        guard pages.areWhole(start..<end) else { return false }
        if block.read(file.span, range: start..<end) { return true }
        if end == blocks.upperBound { return false }
        size *= 8
      }
    }
    return block.read(file.span, range: (blocks.lowerBound + Int(record.block))..<blocks.upperBound)
  }

  /// The bytes of text `number`; empty for 0 and for a number that there is no text of.
  @inline(__always)
  func textRange(_ number: UInt32) -> Range<Int> {
    guard number > 0, Int(number) < textCount else { return 0..<0 }
    let file = file
    let place = textEnds.lowerBound &+ (Int(number) &- 1) &* 4
    guard isWhole(place..<(place &+ 8)) else { return 0..<0 }
    var cursor = ByteCursor(file.span, place..<textEnds.upperBound)
    let start = Int(cursor.u32())
    let end = Int(cursor.u32())
    guard start <= end, end <= texts.count else { return 0..<0 }
    let range = (texts.lowerBound &+ start)..<(texts.lowerBound &+ end)
    return isWhole(range) ? range : 0..<0
  }

  func text(_ number: UInt32) -> String {
    let range = textRange(number)
    let file = file
    return DebugInfo.text(file.span, range)
  }
}
