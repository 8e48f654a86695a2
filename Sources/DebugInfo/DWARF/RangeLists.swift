extension DebugInfoReader {
  /// Returns the address ranges of a `DW_AT_ranges` attribute in file order, without empty ranges (DWARF 5,
  /// section 2.17.3; DWARF 4, section 2.17.3).
  mutating func ranges(form: UInt16, value: UInt64, in unit: Unit) -> [Range<UInt64>] {
    var found: [Range<UInt64>] = []
    appendRanges(form: form, value: value, in: unit, to: &found)
    return found
  }

  mutating func appendRanges(form: UInt16, value: UInt64, in unit: Unit, to found: inout [Range<UInt64>]) {
    if unit.encoding.version >= 5 {
      appendRangeList(form: form, value: value, in: unit, to: &found)
    } else {
      appendOldRanges(value, in: unit, to: &found)
    }
  }

  /// Reads a list of `__debug_ranges`: pairs of addresses relative to a base, terminated by a pair of zeros.
  private mutating func appendOldRanges(_ value: UInt64, in unit: Unit, to found: inout [Range<UInt64>]) {
    let (value, overflow) = value.addingReportingOverflow(UInt64(clamping: unit.rangesBase))
    guard !overflow, value < UInt64(sections.ranges.count) else { return }
    let file = file
    let size = Int(unit.encoding.addressSize)
    let largest: UInt64 = size == 4 ? UInt64(UInt32.max) : .max
    var base = unit.lowPC
    var cursor = ByteCursor(file.span, (sections.ranges.lowerBound + Int(value))..<sections.ranges.upperBound)
    while cursor.hasMore, rangeBudget > 0 {
      rangeBudget -= 1
      let low = cursor.unsigned(size: size)
      let high = cursor.unsigned(size: size)
      if cursor.isOverrun || (low == 0 && high == 0) { return }
      if low == largest {
        base = high
      } else if low < high {
        append(low &+ base, high &+ base, to: &found)
      }
    }
  }

  /// Reads a list of `__debug_rnglists`, whose entries have kinds (DWARF 5, section 7.25).
  private mutating func appendRangeList(
    form: UInt16, value: UInt64, in unit: Unit, to found: inout [Range<UInt64>]
  ) {
    let file = file
    let section = sections.rangeLists
    var start = value
    if form == DWARFForm.rnglistx {
      // The offsets table follows the header; offsets are relative to the start of that table.
      let size = Int(unit.encoding.offsetSize)
      let (scaled, overflow) = value.multipliedReportingOverflow(by: UInt64(size))
      guard !overflow, unit.rnglistsBase <= section.count, scaled <= UInt64(section.count - unit.rnglistsBase) else {
        return
      }
      let entry = section.lowerBound + unit.rnglistsBase + Int(scaled)
      var cursor = ByteCursor(file.span, entry..<section.upperBound)
      start = UInt64(unit.rnglistsBase) &+ cursor.unsigned(size: size)
      if cursor.isOverrun { return }
    }
    guard start < UInt64(section.count) else { return }
    let size = Int(unit.encoding.addressSize)
    var base = unit.lowPC
    var cursor = ByteCursor(file.span, (section.lowerBound + Int(start))..<section.upperBound)
    while cursor.hasMore, rangeBudget > 0 {
      rangeBudget -= 1
      var low: UInt64?
      var high: UInt64?
      switch cursor.u8() {
      case DW_RLE_end_of_list: return
      case DW_RLE_base_addressx:
        base = indexedAddress(form: DWARFForm.addrx, value: cursor.uleb(), in: unit) ?? 0
        continue
      case DW_RLE_startx_endx:
        low = indexedAddress(form: DWARFForm.addrx, value: cursor.uleb(), in: unit)
        high = indexedAddress(form: DWARFForm.addrx, value: cursor.uleb(), in: unit)
      case DW_RLE_startx_length:
        low = indexedAddress(form: DWARFForm.addrx, value: cursor.uleb(), in: unit)
        let length = cursor.uleb()
        high = low.map { $0 &+ length }
      case DW_RLE_offset_pair:
        low = base &+ cursor.uleb()
        high = base &+ cursor.uleb()
      case DW_RLE_base_address:
        base = cursor.unsigned(size: size)
        continue
      case DW_RLE_start_end:
        low = cursor.unsigned(size: size)
        high = cursor.unsigned(size: size)
      case DW_RLE_start_length:
        low = cursor.unsigned(size: size)
        let length = cursor.uleb()
        high = low.map { $0 &+ length }
      default: return
      }
      if cursor.isOverrun { return }
      if let low, let high { append(low, high, to: &found) }
    }
  }

  private func append(_ low: UInt64, _ high: UInt64, to found: inout [Range<UInt64>]) {
    if low < high { found.append(low..<high) }
  }
}
