/// One unit of `__debug_info` (DWARF 5, section 7.5.1), with what its first entry says about the rest.
struct Unit {
  /// Place of the header, from the start of the file.
  var offset: Int
  /// End of the unit, from the start of the file.
  var end: Int
  /// Place of the first entry, from the start of the file.
  var firstEntry: Int
  var encoding: DWARFEncoding
  /// Offset into `__debug_abbrev`.
  var abbreviationOffset: Int

  // Of the unit's first entry, absent until `UnitReader.readRoot`.
  var lowPC: UInt64 = 0
  var highPC: UInt64 = 0
  var hasRange = false
  var rangesValue: UInt64?
  var rangesForm: UInt16 = 0
  /// Offset into `__debug_line`.
  var lineOffset: Int?
  var compilationDirectory = TextPlace.none
  var name = TextPlace.none
  var strOffsetsBase = 0
  var addrBase = 0
  var rnglistsBase = 0
}

/// A header as it stands, before anybody asks what is in the unit.
enum UnitHeader {
  /// Reads the header at `offset`; `next` is where the following one stands. `nil` for a unit of a kind or version that
  /// has no code.
  static func read(
    _ bytes: RawSpan, section: Range<Int>, at offset: Int
  ) throws(DWARFFault) -> (unit: Unit?, next: Int) {
    var cursor = ByteCursor(bytes, offset..<section.upperBound)
    let (length, offsetSize) = cursor.initialLength()
    if offsetSize == 4, length >= UInt64(DW_LENGTH_lo_reserved) {
      throw DWARFFault("a unit has a reserved length", at: offset)
    }
    guard !cursor.isOverrun, length <= UInt64(cursor.remaining) else {
      throw DWARFFault("a unit is longer than its section", at: offset)
    }
    let end = cursor.position + Int(length)
    let version = cursor.u16()
    guard (2...5).contains(version) else { return (nil, end) }
    var kind = DW_UT_compile
    var addressSize: UInt8 = 0
    var abbreviations: UInt64 = 0
    if version == 5 {
      kind = cursor.u8()
      addressSize = cursor.u8()
      abbreviations = cursor.unsigned(size: Int(offsetSize))
      // These carry an identifier; types have no code.
      if kind == DW_UT_skeleton || kind == DW_UT_split_compile { cursor.skip(8) }
    } else {
      abbreviations = cursor.unsigned(size: Int(offsetSize))
      addressSize = cursor.u8()
    }
    guard kind == DW_UT_compile || kind == DW_UT_partial || kind == DW_UT_skeleton else { return (nil, end) }
    guard addressSize == 4 || addressSize == 8, cursor.position <= end, !cursor.isOverrun,
      let abbreviationOffset = Int(exactly: abbreviations)
    else { throw DWARFFault("a unit's header is damaged", at: offset) }
    let encoding = DWARFEncoding(version: version, addressSize: addressSize, offsetSize: offsetSize)
    return (
      Unit(
        offset: offset, end: end, firstEntry: cursor.position, encoding: encoding,
        abbreviationOffset: abbreviationOffset),
      end
    )
  }
}
