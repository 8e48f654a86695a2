/// One unit of `__debug_info` (DWARF 5, section 7.5.1), with the attributes of its root entry.
struct Unit {
  /// The offset of the header from the start of the file.
  var offset: Int
  /// The end of the unit, as an offset from the start of the file.
  var end: Int
  /// The offset of the first entry from the start of the file.
  var firstEntry: Int
  var encoding: DWARFEncoding
  /// The offset into `__debug_abbrev`.
  var abbreviationOffset: Int

  // Attributes of the root entry, set by `DebugInfoReader.readRoot`.
  /// The base address of range lists and of the unit (DWARF 5, section 3.1.1): `DW_AT_low_pc`, or in units of Apple's
  /// compilers before 2013 `DW_AT_entry_pc`.
  var lowPC: UInt64 = 0
  var highPC: UInt64 = 0
  var hasRange = false
  var rangesValue: UInt64?
  var rangesForm: UInt16 = 0
  /// The offset into `__debug_line`.
  var lineOffset: Int?
  var compilationDirectory = StringReference.none
  var name = StringReference.none
  var strOffsetsBase = 0
  var addrBase = 0
  var rnglistsBase = 0
  /// The identifier and the file of the split unit that a skeleton unit refers to, or the identifier of a split unit.
  var splitID: UInt64?
  var splitName = StringReference.none
  /// `DW_AT_GNU_ranges_base` of a skeleton unit: the base of the range lists of its split unit.
  var splitRangesBase = 0
  /// The base of range lists in `.debug_ranges`; not 0 only for split units.
  var rangesBase = 0
}

/// The header of a unit.
enum UnitHeader {
  /// Reads the header at `offset`. `next` is the offset of the following header; `unit` is `nil` for types without code
  /// and for unsupported versions.
  /// - Parameter isSplit: Whether the section is that of split units.
  static func read(
    _ bytes: RawSpan, section: Range<Int>, at offset: Int, isSplit: Bool = false
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
    var splitID: UInt64?
    if version == 5 {
      kind = cursor.u8()
      addressSize = cursor.u8()
      abbreviations = cursor.unsigned(size: Int(offsetSize))
      // These have an 8-byte identifier. Type units contain no code.
      if kind == DW_UT_skeleton || kind == DW_UT_split_compile { splitID = cursor.u64() }
    } else {
      abbreviations = cursor.unsigned(size: Int(offsetSize))
      addressSize = cursor.u8()
    }
    let isKnown = kind == DW_UT_compile || kind == DW_UT_partial || kind == DW_UT_skeleton
    guard isKnown || isSplit && kind == DW_UT_split_compile else { return (nil, end) }
    guard addressSize == 4 || addressSize == 8, cursor.position <= end, !cursor.isOverrun,
      let abbreviationOffset = Int(exactly: abbreviations)
    else { throw DWARFFault("a unit's header is damaged", at: offset) }
    let encoding = DWARFEncoding(version: version, addressSize: addressSize, offsetSize: offsetSize)
    var unit = Unit(
      offset: offset, end: end, firstEntry: cursor.position, encoding: encoding,
      abbreviationOffset: abbreviationOffset)
    unit.splitID = splitID
    return (unit, end)
  }
}
