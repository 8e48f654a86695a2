import Bytes

/// A position in bytes that moves forward as values are read. All values are little-endian.
///
/// A read past the end returns zero, moves to the end and sets `isOverrun`. No read traps, and a loop that runs while
/// `hasMore` terminates. Callers check `isOverrun` once per structure instead of once per value.
package struct ByteCursor: ~Escapable {
  /// All bytes of the file; positions count from their first.
  package let bytes: RawSpan
  /// The offset in `bytes` of the next value, from 0 to `end`.
  package private(set) var position: Int
  /// The offset after the last byte that may be read.
  package let end: Int
  /// True after a read or move beyond `end`; never reset.
  package private(set) var isOverrun = false

  /// Creates a cursor over `range`, clamped to `bytes`.
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
  /// The number of bytes from `position` to `end`.
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
    // Within `bytes`: `end` is at most its size, and the guard above checked the rest.
    let value = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: Value.self)
    position &+= size
    return Value(littleEndian: value)
  }

  /// Reads the next byte; 0 and an overrun if none is left.
  @inline(__always) @_lifetime(self: copy self) package mutating func u8() -> UInt8 { load(UInt8.self) }
  /// Reads the next two bytes, little-endian; 0 and an overrun if there are fewer.
  @inline(__always) @_lifetime(self: copy self) package mutating func u16() -> UInt16 { load(UInt16.self) }
  /// Reads the next four bytes, little-endian; 0 and an overrun if there are fewer.
  @inline(__always) @_lifetime(self: copy self) package mutating func u32() -> UInt32 { load(UInt32.self) }
  /// Reads the next eight bytes, little-endian; 0 and an overrun if there are fewer.
  @inline(__always) @_lifetime(self: copy self) package mutating func u64() -> UInt64 { load(UInt64.self) }

  /// Reads an unsigned integer of `size` bytes, 1 to 8.
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

  /// Reads an unsigned LEB128 number (DWARF 5, section 7.6). Bits beyond 64 are dropped.
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

  /// Reads a signed LEB128 number (DWARF 5, section 7.6). Bits beyond 64 are dropped.
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

  /// Moves past a signed or unsigned LEB128 number (DWARF 5, section 7.6).
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func skipLEB() {
    while u8() >= 0x80 {}
  }

  /// Moves forward by `count` bytes. A negative count, or one larger than `remaining`, is an overrun.
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func skip(_ count: Int) {
    guard count >= 0, count <= end &- position else { return overrun() }
    position &+= count
  }

  /// Moves forward or backward to `offset` in `bytes`.
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func move(to offset: Int) {
    guard offset >= 0, offset <= end else { return overrun() }
    position = offset
  }

  /// Moves past a zero-terminated string and returns the range of its bytes, without the terminator.
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

/// Returns the number of bytes from the start of `range` to its first zero byte, or to its end.
package func zeroTerminatedLength(_ bytes: RawSpan, _ range: Range<Int>) -> Int {
  let end = min(range.upperBound, bytes.byteCount)
  let start = range.lowerBound
  guard start >= 0, start < end else { return 0 }
  var position = start
  // Eight bytes at a time: finds a zero byte in a word (Hacker's Delight, 6-1).
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

/// Returns the bytes of `range` as text. Invalid UTF-8 is repaired because names are untrusted.
package func text(_ bytes: RawSpan, _ range: Range<Int>) -> String {
  guard range.lowerBound >= 0, range.upperBound <= bytes.byteCount, !range.isEmpty else { return "" }
  return bytes.extracting(range).withUnsafeBytes { String(streamSafe: $0) }
}

/// Returns the zero-terminated string at `offset` within `range`.
package func zeroTerminatedText(_ bytes: RawSpan, at offset: Int, in range: Range<Int>) -> String {
  guard range.contains(offset) else { return "" }
  let length = zeroTerminatedLength(bytes, offset..<range.upperBound)
  return text(bytes, offset..<(offset &+ length))
}
