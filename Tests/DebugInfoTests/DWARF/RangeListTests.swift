import DebugInfo
import Testing
import Vocabulary

@testable import DebugInfo

/// `DW_AT_ranges`, up to version 4 and since version 5.
@Suite struct RangeListTests {
  private static func function(_ ranges: DWARFValue) -> DWARFEntry {
    DWARFEntry(Tag.subprogram, nil, [(Attribute.name, .string("f")), (Attribute.ranges, ranges)])
  }

  private static func covered(_ file: MachOFile, _ addresses: [UInt64]) throws -> [UInt64] {
    try addresses.filter { try Asking.answer(file, $0) == ["f ??:0:0"] }
  }

  @Test(arguments: DWARFFormat.all.filter { $0.version < 5 })
  func pairs(_ format: DWARFFormat) throws {
    var builder = format.builder
    // Relative to the unit's lowest address, unless another base is given.
    let ranges = builder.addRanges([
      (0x10, 0x20), (0x30, 0x30), (0x50, 0x40), (.max, 0x8000), (0x0, 0x10), (.max, 0), (0x9000, 0x9004),
    ])
    builder.addUnit(
      DWARFEntry(
        Tag.compileUnit, nil, [(Attribute.lowPC, .address(0x1000))], [Self.function(ranges)]))
    let asked: [UInt64] = [
      0x1000, 0x1010, 0x101F, 0x1020, 0x1030, 0x1040, 0x1050, 0x8000, 0x800F, 0x8010, 0x9000, 0x9004,
    ]
    #expect(try Self.covered(builder.file(), asked) == [0x1010, 0x101F, 0x8000, 0x800F, 0x9000])
  }

  /// Old compilers of Apple write `DW_AT_entry_pc` (0x52) instead of `DW_AT_low_pc`, which otherwise takes precedence.
  @Test(arguments: [true, false])
  func entryPCIsTheBase(_ isAlone: Bool) throws {
    var builder = DWARFBuilder(version: 2)
    let ranges = builder.addRanges([(0x10, 0x20)])
    var attributes: [(UInt64, DWARFValue)] = [(0x52, .address(0x1000))]
    if !isAlone { attributes.append((Attribute.lowPC, .address(0x2000))) }
    builder.addUnit(DWARFEntry(Tag.compileUnit, nil, attributes, [Self.function(ranges)]))
    #expect(try Self.covered(builder.file(), [0x1010, 0x2010]) == [isAlone ? 0x1010 : 0x2010])
  }

  /// Every kind of entry (DWARF 5, section 7.25), by offset and by number.
  @Test(arguments: [false, true], [false, true])
  func lists(_ is64Bit: Bool, byNumber: Bool) throws {
    var builder = DWARFBuilder(version: 5, is64Bit: is64Bit)
    let addressBase = builder.beginAddresses()
    for (index, address) in [0x2000, 0x2010, 0x3000, 0x4000].enumerated() {
      _ = builder.addrx(UInt64(address), DWARFForm.addrx, index: UInt64(index))
    }
    var list = joined([0x04], uleb(0x10), uleb(0x18))  // offset_pair, from the unit's lowest address
    list += joined([0x02], uleb(0), uleb(1))  // startx_endx
    list += joined([0x03], uleb(2), uleb(0x20))  // startx_length
    list += joined([0x01], uleb(3), [0x04], uleb(0), uleb(8))  // base_addressx, offset_pair
    list += joined([0x05], little(UInt64(0x5000)), [0x04], uleb(4), uleb(8))  // base_address, offset_pair
    list += joined([0x06], little(UInt64(0x6000)), little(UInt64(0x6008)))  // start_end
    list += joined([0x07], little(UInt64(0x7000)), uleb(8))  // start_length
    list += joined([0x02], uleb(99), uleb(1))  // a number that there is no address of
    list += joined([0x07], little(UInt64(0x8000)), uleb(8), [0x00])
    list += joined([0x07], little(UInt64(0x9000)), uleb(8))  // behind the end
    // A header with a table of one offset, relative to the start of the table.
    let size = is64Bit ? 8 : 4
    builder.rangeLists = joined(
      builder.length(8 + size + list.count), little(UInt16(5)), [8, 0], little(UInt32(1)))
    let base = builder.rangeLists.count
    builder.rangeLists += builder.offset(size) + list
    let ranges =
      byNumber ? DWARFValue(form: DWARFForm.rnglistx, bytes: [0]) : builder.sectionOffset(base + size)
    builder.addUnit(
      DWARFEntry(
        Tag.compileUnit, nil,
        [
          (Attribute.addrBase, addressBase), (Attribute.rnglistsBase, builder.sectionOffset(base)),
          (Attribute.lowPC, .address(0x1000)),
        ], [Self.function(ranges)]))
    var asked: [UInt64] = []
    for page in 1...9 as ClosedRange<UInt64> { asked += [page << 12, page << 12 | 4, page << 12 | 0x10] }
    #expect(
      try Self.covered(builder.file(), asked) == [
        0x1010, 0x2000, 0x2004, 0x3000, 0x3004, 0x3010, 0x4000, 0x4004, 0x5004, 0x6000, 0x6004, 0x7000, 0x7004, 0x8000,
        0x8004,
      ])
  }

  /// Lists that end early, unknown kinds, and offsets outside the section.
  @Test func listsThatLie() throws {
    var lists: [[UInt8]] = [[], [0x04], [0x04, 0x80], [0x06, 1, 2, 3], [0x99, 0x04, 0, 1]]
    lists.append(joined([0x07], little(UInt64.max), uleb(.max)))
    lists.append(joined([0x05], little(UInt64.max), [0x04, 0x80]))
    for list in lists {
      for offset in [0, 1, list.count, Int(UInt32.max)] {
        var builder = DWARFBuilder(version: 5)
        builder.rangeLists = list
        builder.addUnit([Self.function(builder.sectionOffset(offset)), .function("g", 0x1000..<0x1004)])
        #expect(try Asking.answer(builder.file(), 0x1000) == ["g ??:0:0"])
        var old = DWARFBuilder(version: 4)
        old.ranges = list
        old.addUnit([Self.function(old.sectionOffset(offset)), .function("g", 0x1000..<0x1004)])
        #expect(try Asking.answer(old.file(), 0x1000) == ["g ??:0:0"])
      }
    }
    for number: UInt64 in [0, 1, 0xFFFF_FFFF, .max, 1 << 61] {
      var builder = DWARFBuilder(version: 5)
      builder.rangeLists = [UInt8](repeating: 0xFF, count: 40)
      let value = DWARFValue(form: DWARFForm.rnglistx, bytes: uleb(number))
      builder.addUnit([Self.function(value), .function("g", 0x1000..<0x1004)])
      #expect(try Asking.answer(builder.file(), 0x1000) == ["g ??:0:0"])
    }
  }
}
