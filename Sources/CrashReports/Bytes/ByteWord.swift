/// Operations on eight bytes at a time, loaded as one little-endian number ("SIMD within a register").
///
/// A mark is the top bit of a byte that matches. The lowest mark is exact: no match is missed below it, and it is
/// never a false positive. Marks above it may be false because the subtraction borrows, so only the lowest is used.
enum ByteWord {
  static let size = 8
  @inline(__always)
  private static var tops: UInt64 { 0x8080_8080_8080_8080 }

  /// Loads the eight bytes that begin at `offset`. Traps like a subscript if fewer than eight are left.
  @inline(__always)
  static func load(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
    // `Array.span` requires macOS 26. The load from a raw span is bounds-checked.
    let word = bytes.withUnsafeBytes { $0.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    return UInt64(littleEndian: word)
  }

  /// Returns the first `count` bytes of a word; the others become 0. `count` must be at least 1.
  @inline(__always)
  static func prefix(_ word: UInt64, _ count: Int) -> UInt64 {
    count >= size ? word : word & ~(UInt64.max << UInt64(truncatingIfNeeded: count &* 8))
  }

  /// Returns the number of bytes before the lowest mark.
  @inline(__always)
  static func offset(ofFirst marks: UInt64) -> Int { marks.trailingZeroBitCount &>> 3 }

  /// Returns a word of eight copies of `byte`.
  @inline(__always)
  static func `repeat`(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- `repeat`(1)) & ~word }

  /// Marks the bytes that end or interrupt the text of a JSON string: quotation mark, backslash, control character.
  @inline(__always)
  static func stringMarks(_ word: UInt64) -> UInt64 {
    let control = (word &- `repeat`(0x20)) & ~word
    return (control | zeros(word ^ `repeat`(0x22)) | zeros(word ^ `repeat`(0x5C))) & tops
  }

  /// Marks quotation marks, brackets, braces and line feeds. A few other characters whose bits resemble brackets are
  /// marked, too; the caller must check.
  @inline(__always)
  static func structureMarks(_ word: UInt64) -> UInt64 {
    // `[ ] { }` differ in three bits.
    let brackets = zeros(((word | `repeat`(0x20)) & `repeat`(0xF9)) ^ `repeat`(0x79))
    return (brackets | zeros(word ^ `repeat`(0x22)) | zeros(word ^ `repeat`(0x0A))) & tops
  }

  /// Returns whether the `count` bytes at offset `first` equal those at offset `second` of the same array.
  @inline(__always)
  static func areEqual(_ bytes: [UInt8], _ first: Int, _ second: Int, count: Int) -> Bool {
    guard count >= size else {
      for index in 0..<count where bytes[first + index] != bytes[second + index] { return false }
      return true
    }
    var index = 0
    while index < count - size {
      if load(bytes, first + index) != load(bytes, second + index) { return false }
      index += size
    }
    // The last word may overlap the previous one.
    return load(bytes, first + count - size) == load(bytes, second + count - size)
  }

  /// Returns the value of eight hexadecimal digits, most significant first; `nil` if one is not a digit.
  @inline(__always)
  static func hexadecimal(_ word: UInt64) -> UInt64? {
    let digit = (word ^ `repeat`(0x30)) &+ `repeat`(0x76)
    let letter = (word | `repeat`(0x20)) ^ `repeat`(0x60)
    let isLetter = (letter &+ `repeat`(0x7F)) & ~(letter &+ `repeat`(0x79))
    guard word & tops == 0, (~digit | isLetter) & tops == tops else {
      return nil
    }
    var value = (word & `repeat`(0x0F)) &+ (word &>> 6 & `repeat`(0x01)) &* 9
    value = value.byteSwapped
    value = (value | value &>> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value &>> 8) & 0x0000_FFFF_0000_FFFF
    return (value | value &>> 16) & 0xFFFF_FFFF
  }
}
