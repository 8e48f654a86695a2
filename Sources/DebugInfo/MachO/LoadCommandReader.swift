import Vocabulary

extension MachOFile {
  /// Reads the header and the load commands of the single architecture in `range` of `bytes`, and nothing else.
  ///
  /// Throws if it is not a little-endian Mach-O file, or if the sizes of its load commands are inconsistent. Content
  /// beyond the end of the range is cut off, and `isTruncated` is set.
  package init(_ bytes: FileBytes, range: Range<Int>) throws(MachOFault) {
    let slice = range.clamped(to: bytes.range)
    let header = try MachOHeader(bytes.span, slice)
    var reader = LoadCommandReader(header: header, slice: slice)
    try reader.read(bytes.span)
    let text = reader.segments.first { $0.name == "__TEXT" }
    self.init(
      bytes: bytes, range: slice, architecture: header.architecture, is64Bit: header.is64Bit,
      fileType: header.fileType, uuid: reader.uuid, build: reader.build, segments: reader.segments,
      sections: reader.sections, linkEdit: reader.linkEdit, isTruncated: reader.isTruncated,
      textAddress: text?.address ?? 0, textSize: text?.size ?? 0)
  }
}

/// Collects the contents of the load commands.
private struct LoadCommandReader {
  let header: MachOHeader
  let slice: Range<Int>

  var uuid: ImageUUID?
  var build: BuildVersion?
  var segments: [MachOSegment] = []
  var sections: [MachOSection] = []
  var linkEdit = LinkEdit()
  var isTruncated = false

  init(header: MachOHeader, slice: Range<Int>) {
    self.header = header
    self.slice = slice
  }

  mutating func read(_ bytes: RawSpan) throws(MachOFault) {
    var start = header.commands.lowerBound
    for _ in 0..<header.commandCount {
      var cursor = ByteCursor(bytes, start..<header.commands.upperBound)
      let command = cursor.u32()
      let size = Int(cursor.u32())
      guard !cursor.isOverrun, size >= 8, size <= header.commands.upperBound &- start else {
        throw MachOFault("a load command with an invalid size", at: start)
      }
      let range = start..<(start &+ size)
      if let handler = Self.handlers[command] { try handler.read(&self, bytes, range) }
      start = range.upperBound
    }
  }

  private struct Handler: Sendable {
    let read: @Sendable (inout LoadCommandReader, RawSpan, Range<Int>) throws(MachOFault) -> Void
  }

  /// The handlers by `LC_…` of `mach-o/loader.h`. Other commands are not relevant to symbolication.
  private static let handlers: [UInt32: Handler] = [
    0x1: Handler { reader, bytes, range throws(MachOFault) in try reader.readSegment(bytes, range, is64Bit: false) },
    0x19: Handler { reader, bytes, range throws(MachOFault) in try reader.readSegment(bytes, range, is64Bit: true) },
    0x2: Handler { reader, bytes, range throws(MachOFault) in try reader.readSymbolTable(bytes, range) },
    0xB: Handler { reader, bytes, range throws(MachOFault) in try reader.readDynamicSymbolTable(bytes, range) },
    0x1B: Handler { reader, bytes, range throws(MachOFault) in try reader.readUUID(bytes, range) },
    0x26: Handler { reader, bytes, range throws(MachOFault) in try reader.readFunctionStarts(bytes, range) },
    0x22: Handler { reader, bytes, range throws(MachOFault) in try reader.readExports(bytes, range, at: 40) },
    0x8000_0022: Handler { reader, bytes, range throws(MachOFault) in try reader.readExports(bytes, range, at: 40) },
    0x8000_0033: Handler { reader, bytes, range throws(MachOFault) in try reader.readExports(bytes, range, at: 8) },
    0x32: Handler { reader, bytes, range throws(MachOFault) in try reader.readBuildVersion(bytes, range) },
    0x24: minimum(.macOS, intel: .macOS),
    // Before LC_BUILD_VERSION, only the processor distinguished images of simulators.
    0x25: minimum(.iOS, intel: .iOSSimulator),
    0x2F: minimum(.tvOS, intel: .tvOSSimulator),
    0x30: minimum(.watchOS, intel: .watchOSSimulator),
  ]

  /// `LC_VERSION_MIN_…`.
  private static func minimum(_ platform: BuildVersion.Platform, intel: BuildVersion.Platform) -> Handler {
    Handler { reader, bytes, range throws(MachOFault) in
      var cursor = try Self.body(bytes, range, least: 16)
      guard reader.build == nil else { return }
      let minimum = BuildVersion.Version(packed: cursor.u32())
      reader.build = BuildVersion(
        platform: reader.header.architecture.isIntel ? intel : platform, minimumOS: minimum,
        sdk: BuildVersion.Version(packed: cursor.u32()))
    }
  }

  /// Returns a cursor after `cmd` and `cmdsize`. Throws if the command has fewer than `least` bytes.
  @_lifetime(copy bytes)
  private static func body(_ bytes: RawSpan, _ range: Range<Int>, least: Int) throws(MachOFault) -> ByteCursor {
    guard range.count >= least else { throw MachOFault("a load command that is too short", at: range.lowerBound) }
    var cursor = ByteCursor(bytes, range)
    cursor.skip(8)
    return cursor
  }

  private mutating func readUUID(_ bytes: RawSpan, _ range: Range<Int>) throws(MachOFault) {
    var cursor = try Self.body(bytes, range, least: 24)
    let high = cursor.u64().byteSwapped
    let found = ImageUUID(high: high, low: cursor.u64().byteSwapped)
    if uuid == nil, !found.isNull { uuid = found }
  }

  private mutating func readBuildVersion(_ bytes: RawSpan, _ range: Range<Int>) throws(MachOFault) {
    var cursor = try Self.body(bytes, range, least: 24)
    guard build == nil else { return }
    let platform = BuildVersion.Platform(cursor.u32())
    let minimum = BuildVersion.Version(packed: cursor.u32())
    build = BuildVersion(
      platform: platform, minimumOS: minimum, sdk: BuildVersion.Version(packed: cursor.u32()))
  }

  private mutating func readSymbolTable(_ bytes: RawSpan, _ range: Range<Int>) throws(MachOFault) {
    var cursor = try Self.body(bytes, range, least: 24)
    let symbols = UInt64(cursor.u32())
    let count = UInt64(cursor.u32())
    let strings = UInt64(cursor.u32())
    let entry = header.is64Bit ? 16 : 12
    linkEdit.symbols = content(symbols, count &* UInt64(entry), entrySize: entry)
    linkEdit.strings = content(strings, UInt64(cursor.u32()))
  }

  private mutating func readDynamicSymbolTable(_ bytes: RawSpan, _ range: Range<Int>) throws(MachOFault) {
    var cursor = try Self.body(bytes, range, least: 80)
    // Twelve numbers: groups of symbols, and tables of old libraries.
    cursor.skip(12 * 4)
    let offset = UInt64(cursor.u32())
    linkEdit.indirectSymbols = content(offset, UInt64(cursor.u32()) &* 4, entrySize: 4)
  }

  private mutating func readFunctionStarts(_ bytes: RawSpan, _ range: Range<Int>) throws(MachOFault) {
    var cursor = try Self.body(bytes, range, least: 16)
    let offset = UInt64(cursor.u32())
    linkEdit.functionStarts = content(offset, UInt64(cursor.u32()))
  }

  /// Reads the offset and size of the exports, which are at `start` of `LC_DYLD_INFO` or `LC_DYLD_EXPORTS_TRIE`.
  private mutating func readExports(_ bytes: RawSpan, _ range: Range<Int>, at start: Int) throws(MachOFault) {
    var cursor = try Self.body(bytes, range, least: start + 8)
    cursor.skip(start - 8)
    let offset = UInt64(cursor.u32())
    let size = UInt64(cursor.u32())
    // A file may have both commands; only one of them has exports.
    if size > 0 { linkEdit.exports = content(offset, size) }
  }

  private mutating func readSegment(_ bytes: RawSpan, _ range: Range<Int>, is64Bit: Bool) throws(MachOFault) {
    let word = is64Bit ? 8 : 4
    let (fixed, entry) = is64Bit ? (72, 80) : (56, 68)
    var cursor = try Self.body(bytes, range, least: fixed)
    let name = Self.name(bytes, &cursor)
    let address = cursor.unsigned(size: word)
    let size = cursor.unsigned(size: word)
    let fileOffset = cursor.unsigned(size: word)
    let fileSize = cursor.unsigned(size: word)
    cursor.skip(8)
    let count = Int(cursor.u32())
    cursor.skip(4)
    guard count <= (range.count &- fixed) / entry else {
      throw MachOFault("more sections than fit in their segment command", at: range.lowerBound)
    }
    segments.append(
      MachOSegment(name: name, address: address, size: size, fileRange: clamped(fileOffset, fileSize).range))
    for _ in 0..<count {
      sections.append(readSection(bytes, &cursor, is64Bit: is64Bit, hasContent: fileSize > 0))
    }
  }

  /// Reads a section. In a dSYM, the segments of the image have no content, although their sections retain offsets.
  private mutating func readSection(
    _ bytes: RawSpan, _ cursor: inout ByteCursor, is64Bit: Bool, hasContent: Bool
  ) -> MachOSection {
    let word = is64Bit ? 8 : 4
    let name = Self.name(bytes, &cursor)
    let segment = Self.name(bytes, &cursor)
    let address = cursor.unsigned(size: word)
    let size = cursor.unsigned(size: word)
    let offset = UInt64(cursor.u32())
    // Alignment and relocations. Compilers for Apple's systems write addresses of the object file into its debug
    // sections, so these need no relocation.
    cursor.skip(12)
    let flags = cursor.u32()
    let reserved1 = cursor.u32()
    let reserved2 = cursor.u32()
    if is64Bit { cursor.skip(4) }
    var section = MachOSection(
      segment: segment, name: name, address: address, size: size, fileRange: slice.lowerBound..<slice.lowerBound,
      flags: flags, reserved1: reserved1, reserved2: reserved2)
    if hasContent, offset > 0, !section.isZeroFill { section.fileRange = content(offset, size) }
    return section
  }

  /// Reads a name of sixteen bytes, or fewer before a zero byte.
  private static func name(_ bytes: RawSpan, _ cursor: inout ByteCursor) -> String {
    let start = cursor.position
    cursor.skip(16)
    let length = zeroTerminatedLength(bytes, start..<cursor.position)
    return text(bytes, start..<(start &+ length))
  }

  /// Returns the part of `size` bytes at `offset` that is within the slice.
  private func clamped(_ offset: UInt64, _ size: UInt64) -> (range: Range<Int>, isComplete: Bool) {
    let count = UInt64(slice.count)
    guard offset <= count else { return (slice.upperBound..<slice.upperBound, size == 0) }
    // Both are at most the size of the slice.
    let length = min(size, count &- offset)
    let start = slice.lowerBound &+ Int(offset)
    return (start..<(start &+ Int(length)), length == size)
  }

  /// Returns the clamped range, rounded down to complete entries, and sets `isTruncated` if bytes are missing.
  private mutating func content(_ offset: UInt64, _ size: UInt64, entrySize entry: Int = 1) -> Range<Int> {
    let (range, isComplete) = clamped(offset, size)
    if !isComplete { isTruncated = true }
    return range.lowerBound..<(range.lowerBound &+ range.count / entry &* entry)
  }
}
