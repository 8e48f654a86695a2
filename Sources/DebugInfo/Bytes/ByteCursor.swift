/// A place in bytes that moves forward as values are read. All values are little-endian.
///
/// Reading past the end gives zero, moves to the end and sets `isOverrun`: no read traps, and a loop that runs while
/// `hasMore` ends. Callers look at `isOverrun` once a structure is read, instead of at every value.
package struct ByteCursor: ~Escapable {
  /// All bytes of the file; positions count from their first.
  package let bytes: RawSpan
  /// Offset in `bytes` of the next value, from 0 to `end`.
  package private(set) var position: Int
  /// Offset behind the last byte that may be read.
  package let end: Int
  /// True once a read or move went beyond `end`; never reset.
  package private(set) var isOverrun = false

  /// A cursor over `range`, clamped to `bytes`.
  @_lifetime(copy bytes)
  @inline(__always)
  package init(_ bytes: RawSpan, _ range: Range<Int>) {
    self.bytes = bytes
    end = max(0, min(range.upperBound, bytes.byteCount))
    position = max(0, min(range.lowerBound, end))
    if range.lowerBound < 0 || range.upperBound > bytes.byteCount { isOverrun = true }
  }

  /// True while at least one byte is left.
  @inline(__always) package var hasMore: Bool { position < end }
  /// Bytes from `position` to `end`.
  @inline(__always) package var remaining: Int { end &- position }

  @inline(never)
  @_lifetime(self: copy self)
  private mutating func overrun() {
    position = end
    isOverrun = true
  }

  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func load<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type) -> Value {
    let size = MemoryLayout<Value>.size
    guard end &- position >= size else {
      overrun()
      return 0
    }
    // Within `bytes`: `end` is at most its size, and the line above has asked.
    let value = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: Value.self)
    position &+= size
    return Value(littleEndian: value)
  }

  /// The next byte; 0 and an overrun if none is left.
  @inline(__always) @_lifetime(self: copy self) package mutating func u8() -> UInt8 { load(UInt8.self) }
  /// The next two bytes, little-endian; 0 and an overrun if there are fewer.
  @inline(__always) @_lifetime(self: copy self) package mutating func u16() -> UInt16 { load(UInt16.self) }
  /// The next four bytes, little-endian; 0 and an overrun if there are fewer.
  @inline(__always) @_lifetime(self: copy self) package mutating func u32() -> UInt32 { load(UInt32.self) }
  /// The next eight bytes, little-endian; 0 and an overrun if there are fewer.
  @inline(__always) @_lifetime(self: copy self) package mutating func u64() -> UInt64 { load(UInt64.self) }

  /// An unsigned integer of `size` bytes: 1 to 8.
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func unsigned(size: Int) -> UInt64 {
    switch size {
    case 1: return UInt64(u8())
    case 2: return UInt64(u16())
    case 3:
      let low = UInt64(u16())
      return low | UInt64(u8()) << 16
    case 4: return UInt64(u32())
    case 8: return u64()
    default:
      var value: UInt64 = 0
      for index in 0..<max(0, min(size, 8)) { value |= UInt64(u8()) << UInt64(8 &* index) }
      return value
    }
  }

  /// An unsigned LEB128 number (DWARF 5, section 7.6), the bits beyond 64 dropped.
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func uleb() -> UInt64 {
    let first = u8()
    if first < 0x80 { return UInt64(first) }
    let second = u8()
    let low = UInt64(first & 0x7F) | UInt64(second & 0x7F) << 7
    return second < 0x80 ? low : longULEB(low)
  }

  @inline(never)
  @_lifetime(self: copy self)
  private mutating func longULEB(_ low: UInt64) -> UInt64 {
    var value = low
    var shift: UInt64 = 14
    while true {
      let byte = u8()
      if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
      if byte < 0x80 { return value }
      shift &+= 7
    }
  }

  /// A signed LEB128 number (DWARF 5, section 7.6), the bits beyond 64 dropped.
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func sleb() -> Int64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = u8()
      if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
      shift &+= 7
      if byte < 0x80 {
        if shift < 64, byte & 0x40 != 0 { value |= ~0 << shift }
        return Int64(bitPattern: value)
      }
    }
  }

  /// Moves past a LEB128 number, signed or not (DWARF 5, section 7.6).
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func skipLEB() {
    while u8() >= 0x80 {}
  }

  /// Moves forward by `count` bytes; a negative count, or more than `remaining`, is an overrun.
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func skip(_ count: Int) {
    guard count >= 0, count <= end &- position else { return overrun() }
    position &+= count
  }

  /// Moves to `offset` of the bytes, forwards or back.
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func move(to offset: Int) {
    guard offset >= 0, offset <= end else { return overrun() }
    position = offset
  }

  /// Moves past a text that a zero byte ends; the range of its bytes, without the zero.
  @_lifetime(self: copy self)
  package mutating func text() -> Range<Int> {
    let start = position
    let length = zeroTerminatedLength(bytes, start..<end)
    guard start &+ length < end else {
      overrun()
      return start..<end
    }
    position = start &+ length &+ 1
    return start..<(start &+ length)
  }
}

/// Bytes from the start of `range` to its first zero byte, or to its end.
package func zeroTerminatedLength(_ bytes: RawSpan, _ range: Range<Int>) -> Int {
  let end = min(range.upperBound, bytes.byteCount)
  let start = range.lowerBound
  guard start >= 0, start < end else { return 0 }
  var position = start
  // Eight bytes at a time; the trick finds a zero byte in a word (Hacker's Delight, 6-1).
  while end &- position >= 8 {
    let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self))
    let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    if zeros != 0 { return position &+ zeros.trailingZeroBitCount / 8 &- start }
    position &+= 8
  }
  while position < end, bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt8.self) != 0 {
    position &+= 1
  }
  return position &- start
}

/// The bytes of `range` as text; bytes that are not UTF-8 are repaired, as names come from anywhere.
package func text(_ bytes: RawSpan, _ range: Range<Int>) -> String {
  guard range.lowerBound >= 0, range.upperBound <= bytes.byteCount, !range.isEmpty else { return "" }
  return bytes.extracting(range).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}

/// The text that starts at `offset` and ends with a zero byte within `range`.
package func zeroTerminatedText(_ bytes: RawSpan, at offset: Int, in range: Range<Int>) -> String {
  guard range.contains(offset) else { return "" }
  let length = zeroTerminatedLength(bytes, offset..<range.upperBound)
  return text(bytes, offset..<(offset &+ length))
}
