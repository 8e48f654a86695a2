/// The checksums of an index's pages. With them a lookup detects damage although it reads only the few pages it needs.
///
/// They detect accidental damage by disks and copies. A forged index gives wrong answers, but reading it is as safe as
/// reading any other file.
enum PageChecksums {
  /// Returns the checksum of the bytes of `range`, which must be within `bytes`.
  static func checksum(_ bytes: RawSpan, _ range: Range<Int>) -> UInt32 {
    // Four independent chains of multiplications use the processor fully: a page takes about 0.25 microseconds.
    var chains: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var position = range.lowerBound
    let end = min(range.upperBound, bytes.byteCount)
    while end &- position >= 32 {
      chains.0 = mixed(chains.0, word(bytes, position), factor)
      chains.1 = mixed(chains.1, word(bytes, position &+ 8), factor)
      chains.2 = mixed(chains.2, word(bytes, position &+ 16), factor)
      chains.3 = mixed(chains.3, word(bytes, position &+ 24), factor)
      position &+= 32
    }
    var cursor = ByteCursor(bytes, position..<end)
    while cursor.hasMore { chains.0 = mixed(chains.0, UInt64(cursor.u8()), factor) }
    var sum = mixed(chains.0, chains.1, factor)
    sum = mixed(sum, chains.2, factor)
    sum = mixed(sum, chains.3, factor)
    return UInt32(truncatingIfNeeded: sum ^ sum >> 32)
  }

  @inline(__always)
  private static func word(_ bytes: RawSpan, _ position: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self))
  }

  @inline(__always)
  private static func mixed(_ chain: UInt64, _ word: UInt64, _ factor: UInt64) -> UInt64 {
    let product = (chain ^ word) &* factor
    return product ^ product >> 29
  }

  static func pageCount(ofSize size: Int) -> Int {
    (max(size - IndexFormat.headerSize, 0) + IndexFormat.pageSize - 1) / IndexFormat.pageSize
  }

  /// Returns the byte range of a page of an index whose size without the page checksums is `size`.
  static func page(_ number: Int, ofSize size: Int) -> Range<Int> {
    let start = IndexFormat.headerSize + number * IndexFormat.pageSize
    return start..<min(start + IndexFormat.pageSize, size)
  }

  /// Returns the checksums of all pages of an index, as they are stored after it.
  static func ofPages(_ index: RawSpan) -> [UInt8] {
    var output: [UInt8] = []
    for number in 0..<pageCount(ofSize: index.byteCount) {
      let value = checksum(index, page(number, ofSize: index.byteCount)).littleEndian
      Swift.withUnsafeBytes(of: value) { output.append(contentsOf: $0) }
    }
    return output
  }

  static func headerChecksum(_ index: RawSpan, pageChecksums: RawSpan) -> UInt32 {
    // Without the four bytes in which it is stored.
    checksum(index, 0..<12) &+ checksum(index, 16..<IndexFormat.headerSize) &* 31
      &+ checksum(pageChecksums, 0..<pageChecksums.byteCount) &* 961
  }
}
