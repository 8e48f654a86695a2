/// One entry of a symbol table: `nlist` or `nlist_64` of `mach-o/nlist.h`.
struct SymbolEntry {
  /// `n_strx`: the offset of the name in the string table.
  var name: UInt32
  /// `n_type`.
  var type: UInt8
  /// `n_sect`: the number of the section, from 1; 0 for none.
  var section: UInt8
  /// `n_desc`.
  var description: UInt16
  /// `n_value`: the address, or another value in a debugging entry.
  var value: UInt64

  /// True for a debugging entry (`N_STAB`).
  var isDebugging: Bool { type & 0xE0 != 0 }
  /// True for a symbol defined in a section (`N_SECT`): not absolute, undefined or debugging.
  var isDefined: Bool { type & 0xEE == 0x0E }
  /// True for `N_EXT` and `N_PEXT`: other files of the same image can refer to it.
  var isExternal: Bool { type & 0x11 != 0 }
  /// `N_ARM_THUMB_DEF`.
  var isThumb: Bool { description & 0x8 != 0 }
}

/// The entries of a file's symbol table and their names.
struct SymbolEntries {
  let bytes: FileBytes
  let count: Int
  private let start: Int
  private let entrySize: Int
  private let is64Bit: Bool
  private let strings: Range<Int>

  init(_ file: MachOFile) {
    bytes = file.bytes
    is64Bit = file.is64Bit
    entrySize = file.is64Bit ? 16 : 12
    start = file.linkEdit.symbols.lowerBound
    count = file.linkEdit.symbols.count / entrySize
    strings = file.linkEdit.strings
  }

  /// Returns entry `index`; `nil` if there is none. `span` must be the span of `bytes`.
  @inline(__always)
  func entry(_ index: Int, in span: RawSpan) -> SymbolEntry? {
    guard index >= 0, index < count else { return nil }
    let offset = start &+ index &* entrySize
    var cursor = ByteCursor(span, offset..<(offset &+ entrySize))
    return SymbolEntry(
      name: cursor.u32(), type: cursor.u8(), section: cursor.u8(), description: cursor.u16(),
      value: is64Bit ? cursor.u64() : UInt64(cursor.u32()))
  }

  /// The maximum length of a name in bytes. Compilers write long names, but a longer string is damaged data.
  private static let maxNameLength = 65_536

  /// Returns the file offset of the name at `offset` of the string table; `nil` if there is none.
  func nameStart(_ offset: UInt32) -> Int? {
    offset > 0 && Int(offset) < strings.count ? strings.lowerBound &+ Int(offset) : nil
  }

  /// Returns the file range of the name at `offset` of the string table; empty if there is none.
  func nameRange(_ offset: UInt32, in span: RawSpan) -> Range<Int> {
    // Offset 0 means "no name", regardless of the bytes there.
    guard offset > 0, Int(offset) < strings.count else { return strings.lowerBound..<strings.lowerBound }
    let first = strings.lowerBound &+ Int(offset)
    let length = zeroTerminatedLength(span, first..<min(strings.upperBound, first &+ Self.maxNameLength))
    return first..<(first &+ length)
  }

  /// Returns the name at `offset` of the string table, without the leading underscore of C names.
  func name(_ offset: UInt32) -> String {
    let span = bytes.span
    let range = nameRange(offset, in: span)
    return text(span, Self.withoutUnderscore(range, in: span))
  }

  /// Returns true if there is a name at `offset`.
  @inline(__always)
  func hasName(_ offset: UInt32, in span: RawSpan) -> Bool { firstBytes(offset, count: 1, in: span) != 0 }

  /// Returns true for assembler labels, which are not functions: `ltmp0`, `L…` and `l_…`.
  ///
  /// Reads only the first bytes, because many symbols can share one very long name.
  func isLabel(_ offset: UInt32, in span: RawSpan) -> Bool {
    let start = firstBytes(offset, count: 4, in: span)
    return start & 0xFF == UInt64(UInt8(ascii: "L")) || start & 0xFFFF == Self.l_ || start == Self.ltmp
  }

  /// `l_` and `ltmp`, the first letter in the low bits.
  private static let l_: UInt64 = 0x5F6C
  private static let ltmp: UInt64 = 0x706D_746C

  /// Returns up to eight bytes at `offset` of the string table, the first in the low bits; 0 if there is no name.
  @inline(__always)
  private func firstBytes(_ offset: UInt32, count: Int, in span: RawSpan) -> UInt64 {
    guard offset > 0, Int(offset) < strings.count else { return 0 }
    let first = strings.lowerBound &+ Int(offset)
    var cursor = ByteCursor(span, first..<min(first &+ count, strings.upperBound))
    return cursor.unsigned(size: cursor.remaining)
  }

  private static func withoutUnderscore(_ range: Range<Int>, in span: RawSpan) -> Range<Int> {
    var cursor = ByteCursor(span, range)
    return cursor.u8() == UInt8(ascii: "_") ? (range.lowerBound &+ 1)..<range.upperBound : range
  }
}
