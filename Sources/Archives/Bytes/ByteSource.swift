/// The bytes of an archive with random access: a file that is read in parts, or memory.
package struct ByteSource {
  /// The size of the archive in bytes.
  package let count: Int
  private let fetch: (_ offset: Int, _ count: Int) -> [UInt8]

  /// Creates a source from a function that reads bytes.
  ///
  /// - Parameter fetch: Returns the bytes from an offset on; fewer than requested at the end.
  package init(count: Int, fetch: @escaping (_ offset: Int, _ count: Int) -> [UInt8]) {
    self.count = max(0, count)
    self.fetch = fetch
  }

  /// Creates a source of bytes in memory.
  package init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { offset, count in
      guard offset < bytes.count else { return [] }
      return Array(bytes[offset..<(offset + min(count, bytes.count - offset))])
    }
  }

  /// Returns up to `count` bytes from `offset` on.
  func read(_ offset: Int, _ count: Int) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    let wanted = min(count, self.count - offset)
    let bytes = fetch(offset, wanted)
    return bytes.count > wanted ? Array(bytes[..<wanted]) : bytes
  }
}

/// Little-endian numbers, as in zip archives. Reading beyond the end returns 0.
struct LittleEndian {
  let bytes: [UInt8]

  func u16(_ offset: Int) -> Int { Int(truncatingIfNeeded: number(offset, 2)) }
  func u32(_ offset: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(offset, 4)) }
  func u64(_ offset: Int) -> UInt64 { number(offset, 8) }

  private func number(_ offset: Int, _ width: Int) -> UInt64 {
    guard offset >= 0, offset <= bytes.count - width else { return 0 }
    return bytes[offset..<(offset + width)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
