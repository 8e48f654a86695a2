/// `DW_FORM_…`: the encodings of attribute values (DWARF 5, section 7.5.6; `0x1f…` are GNU extensions of DWARF 4).
enum DWARFForm {
  static let addr: UInt16 = 0x01
  static let block2: UInt16 = 0x03
  static let block4: UInt16 = 0x04
  static let data2: UInt16 = 0x05
  static let data4: UInt16 = 0x06
  static let data8: UInt16 = 0x07
  static let string: UInt16 = 0x08
  static let block: UInt16 = 0x09
  static let block1: UInt16 = 0x0a
  static let data1: UInt16 = 0x0b
  static let flag: UInt16 = 0x0c
  static let sdata: UInt16 = 0x0d
  static let strp: UInt16 = 0x0e
  static let udata: UInt16 = 0x0f
  static let refAddr: UInt16 = 0x10
  static let ref1: UInt16 = 0x11
  static let ref2: UInt16 = 0x12
  static let ref4: UInt16 = 0x13
  static let ref8: UInt16 = 0x14
  static let refUdata: UInt16 = 0x15
  static let indirect: UInt16 = 0x16
  static let secOffset: UInt16 = 0x17
  static let exprloc: UInt16 = 0x18
  static let flagPresent: UInt16 = 0x19
  static let strx: UInt16 = 0x1a
  static let addrx: UInt16 = 0x1b
  static let refSup4: UInt16 = 0x1c
  static let strpSup: UInt16 = 0x1d
  static let data16: UInt16 = 0x1e
  static let lineStrp: UInt16 = 0x1f
  static let refSig8: UInt16 = 0x20
  static let implicitConst: UInt16 = 0x21
  static let loclistx: UInt16 = 0x22
  static let rnglistx: UInt16 = 0x23
  static let refSup8: UInt16 = 0x24
  static let strx1: UInt16 = 0x25
  static let strx2: UInt16 = 0x26
  static let strx3: UInt16 = 0x27
  static let strx4: UInt16 = 0x28
  static let addrx1: UInt16 = 0x29
  static let addrx2: UInt16 = 0x2a
  static let addrx3: UInt16 = 0x2b
  static let addrx4: UInt16 = 0x2c
  static let gnuAddrIndex: UInt16 = 0x1f01
  static let gnuStrIndex: UInt16 = 0x1f02
  static let gnuRefAlt: UInt16 = 0x1f20
  static let gnuStrpAlt: UInt16 = 0x1f21
}

/// The version and the sizes of a unit, which determine the size of each form (DWARF 5, sections 7.4 and 7.5.6).
struct DWARFEncoding: Hashable {
  var version: UInt16
  /// The size of an address in bytes: 4 or 8.
  var addressSize: UInt8
  /// The size of a section offset in bytes: 4, or 8 in the 64-bit DWARF format.
  var offsetSize: UInt8

  /// Returns the size of a value of `form` in bytes; `nil` if it depends on the value, or if the form is unknown.
  func fixedSize(of form: UInt16) -> Int? {
    switch form {
    case DWARFForm.flagPresent, DWARFForm.implicitConst: return 0
    case DWARFForm.data1, DWARFForm.flag, DWARFForm.ref1, DWARFForm.strx1, DWARFForm.addrx1: return 1
    case DWARFForm.data2, DWARFForm.ref2, DWARFForm.strx2, DWARFForm.addrx2: return 2
    case DWARFForm.strx3, DWARFForm.addrx3: return 3
    case DWARFForm.data4, DWARFForm.ref4, DWARFForm.strx4, DWARFForm.addrx4, DWARFForm.refSup4: return 4
    case DWARFForm.data8, DWARFForm.ref8, DWARFForm.refSig8, DWARFForm.refSup8: return 8
    case DWARFForm.data16: return 16
    case DWARFForm.addr: return Int(addressSize)
    case DWARFForm.refAddr: return Int(version <= 2 ? addressSize : offsetSize)
    case DWARFForm.strp, DWARFForm.lineStrp, DWARFForm.secOffset, DWARFForm.strpSup, DWARFForm.gnuRefAlt,
      DWARFForm.gnuStrpAlt:
      return Int(offsetSize)
    default: return nil
    }
  }

  /// Returns how to skip a value of variable size; `nil` for an unknown form.
  func skip(of form: UInt16) -> VariableSkip? {
    switch form {
    case DWARFForm.udata, DWARFForm.sdata, DWARFForm.refUdata, DWARFForm.strx, DWARFForm.addrx, DWARFForm.loclistx,
      DWARFForm.rnglistx, DWARFForm.gnuAddrIndex, DWARFForm.gnuStrIndex:
      return .leb
    case DWARFForm.string: return .text
    case DWARFForm.block1: return .block1
    case DWARFForm.block2: return .block2
    case DWARFForm.block4: return .block4
    case DWARFForm.block, DWARFForm.exprloc: return .block
    case DWARFForm.indirect: return .indirect
    default: return nil
    }
  }
}

/// The ways to skip a value.
enum VariableSkip: UInt8 {
  /// The abbreviation determines the size.
  case fixed
  case leb, text, block1, block2, block4, block, indirect
}

/// `DW_TAG_…`: the tags of the entries that a lookup reads (DWARF 5, section 7.5.3).
enum DWARFTag {
  static let compileUnit: UInt64 = 0x11
  static let inlinedSubroutine: UInt64 = 0x1d
  static let subprogram: UInt64 = 0x2e
  static let partialUnit: UInt64 = 0x3c
  static let skeletonUnit: UInt64 = 0x4a
}

/// The attributes that a lookup reads, numbered consecutively for small tables.
enum DWARFAttribute: Int {
  case name, linkageName, lowPC, highPC, ranges, callFile, callLine, callColumn, abstractOrigin, specification
  case stmtList, compDir, strOffsetsBase, addrBase, rnglistsBase, entryPC, splitName, splitID, oldRangesBase

  static let count = 32

  /// Creates the attribute with a `DW_AT_…` code (DWARF 5, section 7.5.4); `nil` for every other attribute.
  init?(code: UInt64) {
    switch code {
    case 0x03: self = .name
    // 0x2007: DW_AT_MIPS_linkage_name, from compilers before DWARF 4.
    case 0x6e, 0x2007: self = .linkageName
    case 0x11: self = .lowPC
    case 0x12: self = .highPC
    case 0x52: self = .entryPC
    case 0x55: self = .ranges
    case 0x58: self = .callFile
    case 0x59: self = .callLine
    case 0x57: self = .callColumn
    case 0x31: self = .abstractOrigin
    case 0x47: self = .specification
    case 0x10: self = .stmtList
    case 0x1b: self = .compDir
    case 0x72: self = .strOffsetsBase
    // 0x2133: DW_AT_GNU_addr_base.
    case 0x73, 0x2133: self = .addrBase
    case 0x74: self = .rnglistsBase
    // DW_AT_dwo_name; 0x2130 to 0x2132: DW_AT_GNU_dwo_name, DW_AT_GNU_dwo_id, DW_AT_GNU_ranges_base.
    case 0x76, 0x2130: self = .splitName
    case 0x2131: self = .splitID
    case 0x2132: self = .oldRangesBase
    default: return nil
    }
  }
}

// MARK: Constants, named as in the standard

// Standard opcodes of line number programs (DWARF 5, section 7.22). 0 introduces an extended opcode.
let DW_LNS_extended_op: UInt8 = 0x00
let DW_LNS_copy: UInt8 = 0x01
let DW_LNS_advance_pc: UInt8 = 0x02
let DW_LNS_advance_line: UInt8 = 0x03
let DW_LNS_set_file: UInt8 = 0x04
let DW_LNS_set_column: UInt8 = 0x05
let DW_LNS_negate_stmt: UInt8 = 0x06
let DW_LNS_set_basic_block: UInt8 = 0x07
let DW_LNS_const_add_pc: UInt8 = 0x08
let DW_LNS_fixed_advance_pc: UInt8 = 0x09
let DW_LNS_set_prologue_end: UInt8 = 0x0a
let DW_LNS_set_epilogue_begin: UInt8 = 0x0b
let DW_LNS_set_isa: UInt8 = 0x0c

// Extended opcodes of line number programs (DWARF 5, section 7.22).
let DW_LNE_end_sequence: UInt8 = 0x01
let DW_LNE_set_address: UInt8 = 0x02

// Content type codes of the directory and file name tables (DWARF 5, section 7.22).
let DW_LNCT_path: UInt64 = 0x1
let DW_LNCT_directory_index: UInt64 = 0x2

// Range list entries (DWARF 5, section 7.25).
let DW_RLE_end_of_list: UInt8 = 0x00
let DW_RLE_base_addressx: UInt8 = 0x01
let DW_RLE_startx_endx: UInt8 = 0x02
let DW_RLE_startx_length: UInt8 = 0x03
let DW_RLE_offset_pair: UInt8 = 0x04
let DW_RLE_base_address: UInt8 = 0x05
let DW_RLE_start_end: UInt8 = 0x06
let DW_RLE_start_length: UInt8 = 0x07

// Unit types (DWARF 5, section 7.5.1).
let DW_UT_compile: UInt8 = 0x01
let DW_UT_partial: UInt8 = 0x03
let DW_UT_skeleton: UInt8 = 0x04
let DW_UT_split_compile: UInt8 = 0x05

// Reserved values of the initial length (DWARF 5, section 7.4), named as in LLVM.
let DW_LENGTH_lo_reserved: UInt32 = 0xffff_fff0
let DW_LENGTH_DWARF64: UInt32 = 0xffff_ffff

extension ByteCursor {
  /// Reads an initial length (DWARF 5, section 7.4): the length of the contribution in bytes, and the size of section
  /// offsets, 4, or 8 in the 64-bit DWARF format.
  @_lifetime(self: copy self)
  mutating func initialLength() -> (length: UInt64, offsetSize: UInt8) {
    let length = u32()
    return length == DW_LENGTH_DWARF64 ? (u64(), 8) : (UInt64(length), 4)
  }
}

/// The reason why debug information, or a part of it, cannot be used.
package struct DWARFFault: Error, Equatable, Sendable {
  /// A clause that completes "the debug information is damaged: …".
  package var explanation: String
  /// The offset of the fault in bytes from the start of the file.
  package var offset: Int

  /// Creates a fault found `offset` bytes from the start of the file.
  package init(_ explanation: String, at offset: Int) {
    self.explanation = explanation
    self.offset = offset
  }
}
