/// The attribute values of one entry that a lookup needs, as stored. Reused for every entry.
struct AttributeValues {
  /// A bit mask: bit `DWARFAttribute.rawValue` is set if the entry has the attribute.
  private(set) var present: UInt32 = 0
  /// By `DWARFAttribute.rawValue`. `InlineArray` would need macOS 26, and is about as fast as one array for both members.
  private var values = [Stored](repeating: Stored(raw: 0, form: 0), count: DWARFAttribute.count)

  private struct Stored {
    var raw: UInt64
    var form: UInt16
  }

  @inline(__always)
  func has(_ attribute: DWARFAttribute) -> Bool { present & (1 << UInt32(attribute.rawValue)) != 0 }

  /// Returns the value as stored: an address, a constant, an offset, an index or, for `DW_FORM_string`, the offset of
  /// the string in the file.
  @inline(__always)
  func value(_ attribute: DWARFAttribute) -> UInt64 { values[attribute.rawValue].raw }

  @inline(__always)
  func form(_ attribute: DWARFAttribute) -> UInt16 { values[attribute.rawValue].form }

  /// Reads the values of an entry. The cursor must be after the entry's code; it is moved to the end of the entry.
  @inline(__always)
  mutating func read(
    _ abbreviation: Abbreviation, steps: Span<AbbreviationStep>, encoding: DWARFEncoding, cursor: inout ByteCursor
  ) {
    present = 0
    let end = Int(abbreviation.endStep)
    var index = Int(abbreviation.firstStep)
    while index < end {
      let step = steps[index]
      cursor.skip(Int(step.skip))
      if step.attribute < 0 {
        skipVariable(step, encoding: encoding, cursor: &cursor)
      } else {
        let slot = Int(step.attribute) & (DWARFAttribute.count &- 1)
        present |= 1 << UInt32(slot)
        readValue(slot: slot, form: step.form, implicit: step.implicitValue, encoding: encoding, cursor: &cursor)
      }
      index &+= 1
    }
    cursor.skip(Int(abbreviation.tail))
  }

  @inline(__always)
  private mutating func readValue(
    slot: Int, form: UInt16, implicit: Int64, encoding: DWARFEncoding, cursor: inout ByteCursor
  ) {
    let raw: UInt64
    switch form {
    case DWARFForm.data1, DWARFForm.ref1, DWARFForm.flag, DWARFForm.strx1, DWARFForm.addrx1:
      raw = UInt64(cursor.u8())
    case DWARFForm.data2, DWARFForm.ref2, DWARFForm.strx2, DWARFForm.addrx2: raw = UInt64(cursor.u16())
    case DWARFForm.data4, DWARFForm.ref4, DWARFForm.strx4, DWARFForm.addrx4: raw = UInt64(cursor.u32())
    case DWARFForm.data8, DWARFForm.ref8: raw = cursor.u64()
    case DWARFForm.addr: raw = cursor.unsigned(size: Int(encoding.addressSize))
    case DWARFForm.strp, DWARFForm.secOffset, DWARFForm.lineStrp:
      raw = cursor.unsigned(size: Int(encoding.offsetSize))
    case DWARFForm.udata, DWARFForm.refUdata, DWARFForm.strx, DWARFForm.addrx, DWARFForm.rnglistx,
      DWARFForm.gnuAddrIndex, DWARFForm.gnuStrIndex:
      raw = cursor.uleb()
    default: return readRareValue(slot: slot, form: form, implicit: implicit, encoding: encoding, cursor: &cursor)
    }
    values[slot] = Stored(raw: raw, form: form)
  }

  @inline(never)
  private mutating func readRareValue(
    slot: Int, form: UInt16, implicit: Int64, encoding: DWARFEncoding, cursor: inout ByteCursor
  ) {
    switch form {
    case DWARFForm.implicitConst: values[slot] = Stored(raw: UInt64(bitPattern: implicit), form: form)
    case DWARFForm.flagPresent: values[slot] = Stored(raw: 1, form: form)
    case DWARFForm.sdata: values[slot] = Stored(raw: UInt64(bitPattern: cursor.sleb()), form: form)
    case DWARFForm.strx3, DWARFForm.addrx3: values[slot] = Stored(raw: cursor.unsigned(size: 3), form: form)
    case DWARFForm.refAddr:
      values[slot] = Stored(raw: cursor.unsigned(size: encoding.fixedSize(of: form) ?? 4), form: form)
    case DWARFForm.string: values[slot] = Stored(raw: UInt64(cursor.text().lowerBound), form: form)
    case DWARFForm.indirect:
      // The form precedes the value (DWARF 5, section 7.5.3). DW_FORM_indirect and DW_FORM_implicit_const are invalid
      // there.
      let actual = cursor.uleb()
      guard let actual = UInt16(exactly: actual), actual != DWARFForm.indirect, actual != DWARFForm.implicitConst
      else {
        present &= ~(1 << UInt32(slot))
        cursor.skip(Int.max)
        return
      }
      if let size = encoding.fixedSize(of: actual), size <= 8 {
        values[slot] = Stored(raw: size == 0 ? 1 : cursor.unsigned(size: size), form: actual)
      } else if encoding.skip(of: actual) == .leb {
        let raw = actual == DWARFForm.sdata ? UInt64(bitPattern: cursor.sleb()) : cursor.uleb()
        values[slot] = Stored(raw: raw, form: actual)
      } else {
        present &= ~(1 << UInt32(slot))
        skipValue(form: actual, encoding: encoding, cursor: &cursor)
      }
    default:
      // A block or a reference into another file, which a lookup does not use.
      present &= ~(1 << UInt32(slot))
      skipValue(form: form, encoding: encoding, cursor: &cursor)
    }
  }
}

/// Moves past one value of `form`.
@inline(never)
func skipValue(form: UInt16, encoding: DWARFEncoding, cursor: inout ByteCursor) {
  if let size = encoding.fixedSize(of: form) { return cursor.skip(size) }
  switch encoding.skip(of: form) {
  case .leb: cursor.skipLEB()
  case .text: _ = cursor.text()
  case .block1: cursor.skip(Int(cursor.u8()))
  case .block2: cursor.skip(Int(cursor.u16()))
  case .block4: cursor.skip(Int(cursor.u32()))
  case .block: cursor.skip(Int(exactly: cursor.uleb()) ?? .max)
  case .indirect:
    let actual = cursor.uleb()
    guard let actual = UInt16(exactly: actual), actual != DWARFForm.indirect else { return cursor.skip(.max) }
    skipValue(form: actual, encoding: encoding, cursor: &cursor)
  case nil, .fixed: cursor.skip(.max)
  }
}

/// Moves past one value whose size is not fixed.
@inline(__always)
func skipVariable(_ step: AbbreviationStep, encoding: DWARFEncoding, cursor: inout ByteCursor) {
  switch step.variable {
  case .block:
    // Nearly all values of variable size are location expressions.
    let size = cursor.uleb()
    cursor.skip(size < UInt64(Int32.max) ? Int(truncatingIfNeeded: size) : .max)
  case .leb: cursor.skipLEB()
  default: skipValue(form: step.form, encoding: encoding, cursor: &cursor)
  }
}

/// Moves past an entry that a lookup does not need.
@inline(__always)
func skipEntry(
  _ abbreviation: Abbreviation, steps: Span<AbbreviationStep>, encoding: DWARFEncoding, cursor: inout ByteCursor
) {
  if abbreviation.fixedSize >= 0 { return cursor.skip(Int(abbreviation.fixedSize)) }
  var index = Int(abbreviation.firstStep)
  let end = Int(abbreviation.endStep)
  while index < end {
    let step = steps[index]
    cursor.skip(Int(step.skip))
    // An attribute that other lookups read may have a fixed size.
    if step.variable == .fixed {
      skipValue(form: step.form, encoding: encoding, cursor: &cursor)
    } else {
      skipVariable(step, encoding: encoding, cursor: &cursor)
    }
    index &+= 1
  }
  cursor.skip(Int(abbreviation.tail))
}
