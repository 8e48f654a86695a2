package import Vocabulary

/// An index of the names, files and lines of an image's code, built from its debug information and symbols or read from
/// the cache.
package final class SymbolIndex: Sendable {
  let file: FileBytes
  /// The image and the file that the index was built from.
  package let identity: IndexIdentity
  /// The base address of all offsets in the index.
  package let base: UInt64
  /// The version of the format, which is part of the file names in the cache.
  package static let formatVersion = IndexFormat.version
  let recordCount: Int
  let textCount: Int
  private let records: Range<Int>
  private let textEnds: Range<Int>
  private let texts: Range<Int>
  private let blocks: Range<Int>
  /// The pages of a stored index; `nil` for an index that was just built.
  private let pages: IndexPages?

  /// Reads the header; `nil` if the bytes are not a complete index of this version.
  /// - Parameter isStored: Whether the index is followed by page checksums, which are then verified.
  init?(_ file: FileBytes, isStored: Bool = false) {
    var cursor = ByteCursor(file.span, file.range)
    guard cursor.u64() == IndexFormat.magic, cursor.u32() == IndexFormat.version else { return nil }
    cursor.skip(4)
    let uuid = ImageUUID(high: cursor.u64(), low: cursor.u64())
    let architecture = Architecture(cpuType: cursor.u32(), cpuSubtype: cursor.u32())
    base = cursor.u64()
    identity = IndexIdentity(
      uuid: uuid, architecture: architecture, sourceSize: cursor.u64(),
      sourceState: Int64(bitPattern: cursor.u64()))
    recordCount = Int(cursor.u32())
    textCount = Int(cursor.u32())
    let textBytes = Int(cursor.u32())
    let blockBytes = Int(cursor.u32())
    let size = cursor.u64()
    // Each number has 32 bits, so the sums cannot overflow.
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

  /// Builds an index of all debug information and symbols.
  /// - Parameter file: A slice of a dSYM, or an image or object file with debug information or symbols.
  package static func whole(
    _ file: MachOFile, identity: IndexIdentity
  ) -> (index: SymbolIndex, faults: [DWARFFault])? {
    whole(DebugData(file), identity: identity)
  }

  /// Builds an index for a few addresses from the compilation units that contain them.
  package static func part(
    _ file: MachOFile, for addresses: [LinkedAddress], identity: IndexIdentity
  ) -> (index: SymbolIndex, faults: [DWARFFault])? {
    part(DebugData(file), for: addresses, identity: identity)
  }

  /// Builds an index of all debug information and symbols.
  static func whole(
    _ data: DebugData, identity: IndexIdentity
  ) -> (index: SymbolIndex, faults: [DWARFFault])? {
    build(data, data.symbols.all(base: data.base), identity: identity, isComplete: true) { $0.addAll() }
  }

  /// Builds an index for a few addresses from the compilation units that contain them.
  static func part(
    _ data: DebugData, for addresses: [LinkedAddress], identity: IndexIdentity
  ) -> (index: SymbolIndex, faults: [DWARFFault])? {
    let base = data.base
    let offsets = Set(addresses.compactMap { $0.value >= base ? UInt32(exactly: $0.value - base) : nil }).sorted()
    let symbols = data.symbols.near(offsets, base: base)
    return build(data, symbols, identity: identity, isComplete: false) { builder in
      builder.add(offsets: offsets) { data.symbols.near($0, base: base) }
    }
  }

  private static func build(
    _ data: DebugData, _ symbols: [CodeSymbol], identity: IndexIdentity, isComplete: Bool,
    _ fill: (inout SymbolIndexBuilder) -> Void
  ) -> (index: SymbolIndex, faults: [DWARFFault])? {
    var builder = SymbolIndexBuilder(data, symbols: symbols, isComplete: isComplete)
    fill(&builder)
    let faults = builder.faults
    guard let index = SymbolIndex(builder.bytes(identity: identity)) else { return nil }
    return (index, faults)
  }

  /// Reads an index that `storedForm()` wrote; `nil` for anything else, including other versions.
  package static func stored(_ file: FileBytes) -> SymbolIndex? { SymbolIndex(file, isStored: true) }

  /// Returns the bytes that `stored(_:)` reads: the index and its page checksums.
  package func storedForm() -> FileBytes {
    let file = file
    let index = file.span.extracting(0..<blocks.upperBound)
    let checksums = FileBytes(PageChecksums.ofPages(index))
    let headerChecksum = PageChecksums.headerChecksum(index, pageChecksums: checksums.span)
    var sink = ByteSink(capacity: index.byteCount + checksums.count)
    index.withUnsafeBytes { sink.append(UnsafeRawBufferPointer(rebasing: $0[..<12])) }
    sink.reserve(4)
    sink.store(headerChecksum)
    index.withUnsafeBytes { sink.append(UnsafeRawBufferPointer(rebasing: $0[16...])) }
    checksums.span.withUnsafeBytes { sink.append($0) }
    return sink.finish()
  }

  /// True after a part of a stored index was found damaged. Its answers must not be used.
  package var isDamaged: Bool { pages?.isDamaged ?? false }

  @inline(__always)
  private func isIntact(_ range: Range<Int>) -> Bool { pages?.areIntact(range) ?? true }

  /// Verifies all pages of a stored index; false if one is damaged.
  package func checkAll() -> Bool { isIntact(records.lowerBound..<blocks.upperBound) }

  // MARK: - Parts

  @inline(__always)
  func record(_ index: Int) -> IndexRecord {
    let file = file
    // `indexOfRecord` verified its page, or the complete index was just built.
    var cursor = ByteCursor(file.span, records)
    cursor.skip(index &* IndexFormat.recordSize)
    let start = cursor.u32()
    let end = cursor.u32()
    let name = cursor.u32()
    return IndexRecord(
      start: start, end: end, name: name & IndexFormat.nameMask, kind: RecordKind(rawValue: name >> 29) ?? .symbol,
      block: cursor.u32())
  }

  /// Returns the index of the last record that starts at or before `offset`; -1 if there is none.
  func indexOfRecord(at offset: UInt32) -> Int {
    var low = 0
    var high = recordCount
    let file = file
    let span = file.span
    while low < high {
      let middle = (low &+ high) / 2
      let entry = records.lowerBound &+ middle &* IndexFormat.recordSize
      guard isIntact(entry..<(entry &+ IndexFormat.recordSize)) else { return -1 }
      var cursor = ByteCursor(span, entry..<records.upperBound)
      if cursor.u32() <= offset { low = middle &+ 1 } else { high = middle }
    }
    return low &- 1
  }

  /// Decodes the block of a record; false if it has none, or if the block is damaged.
  func decode(_ record: IndexRecord, into block: inout DecodedBlock) -> Bool {
    guard record.block != IndexFormat.noBlock, Int(record.block) < blocks.count else { return false }
    let start = blocks.lowerBound + Int(record.block)
    let file = file
    if let pages {
      // The length of a block is unknown until it is decoded, so larger ranges are tried until it is complete.
      var size = 512
      while true {
        let end = min(start + size, blocks.upperBound)
        guard pages.areIntact(start..<end) else { return false }
        if block.read(file.span, range: start..<end) { return true }
        if end == blocks.upperBound { return false }
        size *= 8
      }
    }
    return block.read(file.span, range: (blocks.lowerBound + Int(record.block))..<blocks.upperBound)
  }

  /// Returns the byte range of text `number`; empty for 0 and for numbers without a text.
  @inline(__always)
  func textRange(_ number: UInt32) -> Range<Int> {
    guard number > 0, Int(number) < textCount else { return 0..<0 }
    let file = file
    let entry = textEnds.lowerBound &+ (Int(number) &- 1) &* 4
    guard isIntact(entry..<(entry &+ 8)) else { return 0..<0 }
    var cursor = ByteCursor(file.span, entry..<textEnds.upperBound)
    let start = Int(cursor.u32())
    let end = Int(cursor.u32())
    guard start <= end, end <= texts.count else { return 0..<0 }
    let range = (texts.lowerBound &+ start)..<(texts.lowerBound &+ end)
    return isIntact(range) ? range : 0..<0
  }

  func text(_ number: UInt32) -> String {
    let range = textRange(number)
    let file = file
    return DebugInfo.text(file.span, range)
  }
}
