/// A decoder of Zstandard (RFC 8878): frames in memory, without dictionaries.
///
/// The decoded bytes are the window, so that the limit on them also limits the memory.
struct ZstandardDecoder {
  private let bytes: [UInt8]
  private let limit: Int
  private var at = 0
  /// What was decoded so far, also if a fault follows.
  private(set) var output: [UInt8] = []
  /// The number of bytes behind the frames.
  private(set) var trailing = 0

  // The state of a frame, which its blocks share.
  private var frameStart = 0
  private var huffman: HuffmanTable?
  private var tables = Tables()
  private var recent = [1, 4, 8]

  private struct Tables {
    var literals: EntropyTable?
    var offsets: EntropyTable?
    var matches: EntropyTable?
  }

  static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
  /// RFC 8878, 3.1.1.2: a block has at most 128 KiB.
  private static let maxBlock = 1 << 17
  private static let damaged = ArchiveFault(.damaged, "damaged: its compressed data is invalid")

  /// Creates a decoder; it decodes at most `limit` bytes.
  init(_ bytes: [UInt8], limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  /// Decodes all frames. After a fault, `output` has what precedes it.
  mutating func decode() throws(ArchiveFault) {
    while at < bytes.count {
      let rest = bytes.count - at
      guard rest >= 4 else {
        trailing = rest
        return
      }
      let magic = integer(4)
      if magic == 0xFD2F_B528 {
        try decodeFrame()
      } else if magic & 0xFFFF_FFF0 == 0x184D_2A50 {
        let size = try take(4)
        guard size <= bytes.count - at else { throw .endsEarly }
        at += size
      } else {
        trailing = rest
        return
      }
    }
  }

  // MARK: - Numbers

  /// Returns the next `count` bytes, at most 8, as a number, and moves behind them; 0 for bytes that are missing.
  private mutating func integer(_ count: Int) -> Int {
    var value: UInt64 = 0
    for index in 0..<count where at + index < bytes.count { value |= UInt64(bytes[at + index]) << UInt64(8 * index) }
    at += count
    return Int(truncatingIfNeeded: value)
  }

  private mutating func take(_ count: Int) throws(ArchiveFault) -> Int {
    guard count <= bytes.count - at else { throw .endsEarly }
    return integer(count)
  }

  // MARK: - Frames

  private mutating func decodeFrame() throws(ArchiveFault) {
    let descriptor = try take(1)
    // The window is not needed: all decoded bytes are in memory.
    let isSingle = descriptor & 0x20 != 0
    if !isSingle { _ = try take(1) }
    guard descriptor & 0x08 == 0 else { throw Self.damaged }
    let dictionary = try take([0, 1, 2, 4][descriptor & 3])
    guard dictionary == 0 else { throw ArchiveFault(.unsupported, "needs a dictionary, which is not supported") }
    let sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]
    let stated = try take(sizeBytes) + (sizeBytes == 2 ? 256 : 0)
    if sizeBytes > 0, stated < 0 || stated > limit - output.count { throw tooLarge }
    frameStart = output.count
    (huffman, tables, recent) = (nil, Tables(), [1, 4, 8])
    while true {
      let header = try take(3)
      try decodeBlock(kind: header >> 1 & 3, size: header >> 3)
      if header & 1 != 0 { break }
    }
    if sizeBytes > 0, output.count - frameStart != stated { throw Self.damaged }
    guard descriptor & 0x04 != 0 else { return }
    let checksum = try take(4)
    guard UInt32(truncatingIfNeeded: XXHash64.of(output[frameStart...])) == UInt32(truncatingIfNeeded: checksum) else {
      throw ArchiveFault(.damaged, "damaged: its checksum does not match")
    }
  }

  private var tooLarge: ArchiveFault { ArchiveFault(.tooLarge, "unpacks to more than \(ArchiveBudget.size(limit))") }

  private mutating func decodeBlock(kind: Int, size: Int) throws(ArchiveFault) {
    guard size <= Self.maxBlock else { throw Self.damaged }
    switch kind {
    case 0:
      let count = min(size, bytes.count - at)
      try reserve(count)
      output += bytes[at..<at + count]
      at += count
      if count < size { throw .endsEarly }
    case 1:
      let byte = try take(1)
      try reserve(size)
      output += repeatElement(UInt8(truncatingIfNeeded: byte), count: size)
    case 2:
      guard size <= bytes.count - at else { throw .endsEarly }
      let end = at + size
      let start = output.count
      let literals = try readLiterals(end)
      try decodeSequences(literals, end)
      guard output.count - start <= Self.maxBlock else { throw Self.damaged }
      at = end
    default: throw Self.damaged
    }
  }

  private func reserve(_ count: Int) throws(ArchiveFault) {
    if count > limit - output.count { throw tooLarge }
  }

  // MARK: - Literals

  private mutating func readLiterals(_ end: Int) throws(ArchiveFault) -> [UInt8] {
    guard at < end else { throw Self.damaged }
    let first = Int(bytes[at])
    let (kind, format) = (first & 3, first >> 2 & 3)
    guard kind >= 2 else {
      let length = [1, 2, 1, 3][format]
      guard length <= end - at else { throw Self.damaged }
      let size = integer(length) >> (length == 1 ? 3 : 4)
      guard size <= Self.maxBlock else { throw Self.damaged }
      if kind == 1 {
        guard at < end else { throw Self.damaged }
        at += 1
        return Array(repeating: bytes[at - 1], count: size)
      }
      guard size <= end - at else { throw Self.damaged }
      at += size
      return Array(bytes[at - size..<at])
    }
    let length = [3, 3, 4, 5][format]
    let width = [10, 10, 14, 18][format]
    guard length <= end - at else { throw Self.damaged }
    let header = integer(length) >> 4
    let size = header & (1 << width - 1)
    let compressed = header >> width & (1 << width - 1)
    guard size <= Self.maxBlock, compressed <= end - at else { throw Self.damaged }
    let last = at + compressed
    if kind == 2 { huffman = HuffmanTable.read(bytes, &at, end: last) }
    guard let huffman, at <= last else { throw Self.damaged }
    defer { at = last }
    return try decode(at..<last, size: size, isSingle: format == 0, huffman)
  }

  /// Decodes literals from one stream, or from four, whose sizes precede them.
  private func decode(
    _ range: Range<Int>, size: Int, isSingle: Bool, _ huffman: HuffmanTable
  ) throws(ArchiveFault) -> [UInt8] {
    var literals: [UInt8] = []
    literals.reserveCapacity(size)
    if isSingle {
      guard huffman.decode(bytes, range, count: size, into: &literals) else { throw Self.damaged }
      return literals
    }
    guard range.count >= 6, size >= 6 else { throw Self.damaged }
    let part = (size + 3) / 4
    var start = range.lowerBound + 6
    for stream in 0..<4 {
      let table = range.lowerBound + 2 * min(stream, 2)
      let stated = Int(bytes[table]) | Int(bytes[table + 1]) << 8
      let end = stream < 3 ? start + stated : range.upperBound
      let count = stream < 3 ? part : size - 3 * part
      guard end <= range.upperBound, end > start, count >= 0,
        huffman.decode(bytes, start..<end, count: count, into: &literals)
      else { throw Self.damaged }
      start = end
    }
    return literals
  }

  // MARK: - Sequences

  private mutating func decodeSequences(_ literals: [UInt8], _ end: Int) throws(ArchiveFault) {
    guard at < end else { throw Self.damaged }
    var count = integer(1)
    if count >= 128 {
      guard end - at >= (count == 255 ? 2 : 1) else { throw Self.damaged }
      count = count == 255 ? integer(2) + 0x7F00 : (count - 128) << 8 + integer(1)
    }
    guard count > 0 else {
      guard at == end else { throw Self.damaged }
      try reserve(literals.count)
      output += literals
      return
    }
    guard at < end else { throw Self.damaged }
    let modes = integer(1)
    guard modes & 3 == 0 else { throw Self.damaged }
    tables.literals = try table(modes >> 6, .literals, tables.literals, end)
    tables.offsets = try table(modes >> 4 & 3, .offsets, tables.offsets, end)
    tables.matches = try table(modes >> 2 & 3, .matches, tables.matches, end)
    guard let literalTable = tables.literals, let offsetTable = tables.offsets, let matchTable = tables.matches,
      at < end, var bits = BackwardBits(bytes, at..<end), var literalState = bits.read(literalTable.accuracy),
      var offsetState = bits.read(offsetTable.accuracy), var matchState = bits.read(matchTable.accuracy)
    else { throw Self.damaged }
    var used = 0
    for index in 0..<count {
      let entries = (
        literalTable.entries[literalState], offsetTable.entries[offsetState], matchTable.entries[matchState]
      )
      let offsetCode = Int(entries.1.symbol)
      let (literalBase, literalBits) = ZstandardCodes.literalLengths[Int(entries.0.symbol)]
      let (matchBase, matchBits) = ZstandardCodes.matchLengths[Int(entries.2.symbol)]
      guard let offsetRest = bits.read(offsetCode), let matchRest = bits.read(matchBits),
        let literalRest = bits.read(literalBits)
      else { throw Self.damaged }
      let literalCount = literalBase + literalRest
      guard literalCount <= literals.count - used else { throw Self.damaged }
      let offset = try offset(1 << offsetCode + offsetRest, hasLiterals: literalCount > 0)
      try reserve(literalCount + matchBase + matchRest)
      output += literals[used..<used + literalCount]
      used += literalCount
      try copy(offset: offset, count: matchBase + matchRest)
      guard index < count - 1 else { break }
      guard let literalAdded = bits.read(Int(entries.0.bits)), let matchAdded = bits.read(Int(entries.2.bits)),
        let offsetAdded = bits.read(Int(entries.1.bits))
      else { throw Self.damaged }
      literalState = Int(entries.0.base) + literalAdded
      matchState = Int(entries.2.base) + matchAdded
      offsetState = Int(entries.1.base) + offsetAdded
    }
    guard bits.left == 0 else { throw Self.damaged }
    try reserve(literals.count - used)
    output += literals[used...]
  }

  private mutating func table(
    _ mode: Int, _ kind: ZstandardCodes.Kind, _ previous: EntropyTable?, _ end: Int
  ) throws(ArchiveFault) -> EntropyTable? {
    switch mode {
    case 0: return kind.predefined
    case 1:
      guard at < end, Int(bytes[at]) <= kind.maxSymbol else { throw Self.damaged }
      at += 1
      return EntropyTable(symbol: bytes[at - 1])
    case 2:
      guard
        let table = EntropyTable.read(
          bytes, &at, end: end, maxAccuracy: kind.maxAccuracy, maxSymbol: kind.maxSymbol)
      else { throw Self.damaged }
      return table
    default: return previous
    }
  }

  /// Returns the distance for the value of a sequence, of which 1 to 3 stand for recent ones (RFC 8878, 3.1.2.5).
  private mutating func offset(_ value: Int, hasLiterals: Bool) throws(ArchiveFault) -> Int {
    if value > 3 {
      recent = [value - 3, recent[0], recent[1]]
      return value - 3
    }
    let index = value - 1 + (hasLiterals ? 0 : 1)
    guard index > 0 else { return recent[0] }
    let offset = index < 3 ? recent[index] : recent[0] - 1
    guard offset > 0 else { throw Self.damaged }
    recent = index == 1 ? [offset, recent[0], recent[2]] : [offset, recent[0], recent[1]]
    return offset
  }

  private mutating func copy(offset: Int, count: Int) throws(ArchiveFault) {
    guard offset <= output.count - frameStart else { throw Self.damaged }
    if offset >= count {
      let start = output.count - offset
      output += output[start..<start + count]
      return
    }
    for _ in 0..<count { output.append(output[output.count - offset]) }
  }
}
