import DebugInfo
import Testing
import Vocabulary

@testable import DebugInfo

/// A format of debug information: version, and 32-bit or 64-bit.
struct DWARFFormat: Sendable, CustomTestStringConvertible {
  var version: UInt16
  var is64Bit: Bool
  var testDescription: String { "DWARF \(version), \(is64Bit ? 64 : 32)-bit" }

  static let all = [
    DWARFFormat(version: 2, is64Bit: false), DWARFFormat(version: 3, is64Bit: false),
    DWARFFormat(version: 3, is64Bit: true), DWARFFormat(version: 4, is64Bit: false),
    DWARFFormat(version: 4, is64Bit: true), DWARFFormat(version: 5, is64Bit: false),
    DWARFFormat(version: 5, is64Bit: true),
  ]

  var builder: DWARFBuilder { DWARFBuilder(version: version, is64Bit: is64Bit) }
}

/// The same value in all valid forms.
@Suite struct FormTests {
  private static func function(_ values: [(UInt64, DWARFValue)], at address: UInt64 = 0x1000) -> DWARFEntry {
    DWARFEntry(
      Tag.subprogram, nil, [(Attribute.lowPC, .address(address)), (Attribute.highPC, .address(address + 16))] + values)
  }

  @Test(arguments: DWARFFormat.all)
  func textsInPlaceAndByOffset(_ format: DWARFFormat) throws {
    var builder = format.builder
    let byOffset = builder.strp("strp")
    let inLines = builder.lineStrp("line_strp")
    builder.addUnit([
      Self.function([(Attribute.name, .string("in place"))]),
      Self.function([(Attribute.name, byOffset)], at: 0x2000),
      Self.function([(Attribute.name, inLines)], at: 0x3000),
      Self.function([(Attribute.name, .string("indirectly").indirect)], at: 0x4000),
      Self.function([(Attribute.name, byOffset.indirect)], at: 0x5000),
    ])
    let file = try builder.file()
    #expect(try Asking.answer(file, 0x1000) == ["in place ??:0:0"])
    #expect(try Asking.answer(file, 0x2008) == ["strp ??:0:0"])
    #expect(try Asking.answer(file, 0x300F) == ["line_strp ??:0:0"])
    // An inline string after an indirect form is skipped, not stored.
    #expect(try Asking.answer(file, 0x4001) == [" ??:0:0"])
    #expect(try Asking.answer(file, 0x5001) == ["strp ??:0:0"])
    #expect(try Asking.answer(file, 0x1010) == [] && Asking.answer(file, 0xFFF) == [])
  }

  @Test(arguments: [false, true])
  func textsByNumber(_ is64Bit: Bool) throws {
    var builder = DWARFBuilder(version: 5, is64Bit: is64Bit)
    // Preceded by numbers of another unit, so that the base is not zero.
    _ = builder.beginStringOffsets()
    _ = builder.strx("other unit's", DWARFForm.strx, index: 0)
    let base = builder.beginStringOffsets()
    let forms = [DWARFForm.strx, DWARFForm.strx1, DWARFForm.strx2, DWARFForm.strx3, DWARFForm.strx4]
    let children = forms.enumerated().map { index, form in
      Self.function(
        [(Attribute.name, builder.strx("number \(index)", form, index: UInt64(index)))], at: UInt64(index + 1) << 12)
    }
    // The base may follow the attributes that need it.
    builder.addUnit(
      DWARFEntry(
        Tag.compileUnit, nil, [(Attribute.name, .string("unit.c")), (Attribute.strOffsetsBase, base)], children))
    let file = try builder.file()
    for index in forms.indices {
      #expect(try Asking.answer(file, UInt64(index + 1) << 12) == ["number \(index) ??:0:0"])
    }
  }

  @Test func numbersWithoutABase() throws {
    var builder = DWARFBuilder(version: 5)
    _ = builder.beginStringOffsets()
    _ = builder.beginAddresses()
    let name = builder.strx("first", DWARFForm.strx1, index: 0)
    let low = builder.addrx(0x1000, DWARFForm.addrx, index: 0)
    let far = DWARFValue(form: DWARFForm.strx, bytes: uleb(.max))
    builder.addUnit([
      DWARFEntry(Tag.subprogram, nil, [(Attribute.name, name), (Attribute.lowPC, low), (Attribute.highPC, .data1(4))]),
      Self.function([(Attribute.name, far)], at: 0x2000),
    ])
    let file = try builder.file()
    #expect(try Asking.answer(file, 0x1003) == ["first ??:0:0"])
    #expect(try Asking.answer(file, 0x2000) == [" ??:0:0"])
  }

  @Test(arguments: [false, true])
  func addressesByNumber(_ is64Bit: Bool) throws {
    var builder = DWARFBuilder(version: 5, is64Bit: is64Bit)
    _ = builder.beginAddresses()
    _ = builder.addrx(0xBAD, DWARFForm.addrx, index: 0)
    let base = builder.beginAddresses()
    let forms = [
      DWARFForm.addrx, DWARFForm.addrx1, DWARFForm.addrx2, DWARFForm.addrx3, DWARFForm.addrx4, DWARFForm.gnuAddrIndex,
    ]
    var children: [DWARFEntry] = []
    for (index, form) in forms.enumerated() {
      let low = builder.addrx(UInt64(index + 1) << 12, form, index: UInt64(2 * index))
      let high = builder.addrx(UInt64(index + 1) << 12 | 8, form, index: UInt64(2 * index + 1))
      children.append(
        DWARFEntry(
          Tag.subprogram, nil,
          [(Attribute.name, .string("f\(index)")), (Attribute.lowPC, low), (Attribute.highPC, high)]))
    }
    builder.addUnit(DWARFEntry(Tag.compileUnit, nil, [(Attribute.addrBase, base)], children))
    let file = try builder.file()
    for index in forms.indices {
      let start = UInt64(index + 1) << 12
      #expect(try Asking.answer(file, start) == ["f\(index) ??:0:0"])
      #expect(try Asking.answer(file, start + 7) == ["f\(index) ??:0:0"] && Asking.answer(file, start + 8) == [])
    }
  }

  /// `DW_AT_high_pc` is an address, or an offset from the lowest address.
  @Test func endsOfFunctions() throws {
    let ends: [DWARFValue] = [
      .address(0x1020), .data1(0x20), .data2(0x20), .data4(0x20), .data8(0x20), .udata(0x20), .sdata(0x20),
      .implicit(0x20), .data4(0x20).indirect, .address(0x1020).indirect,
    ]
    for end in ends {
      var builder = DWARFBuilder()
      builder.addUnit([
        DWARFEntry(
          Tag.subprogram, nil,
          [(Attribute.highPC, end), (Attribute.name, .string("f")), (Attribute.lowPC, .address(0x1000))])
      ])
      let file = try builder.file()
      #expect(try Asking.answer(file, 0x101F) == ["f ??:0:0"], "form \(end.form)")
      #expect(try Asking.answer(file, 0x1020) == [], "form \(end.form)")
    }
  }

  /// Empty ranges, ends before the start, and sums beyond 64 bits are ignored.
  @Test(arguments: [DWARFValue.data4(0), .address(0xF00), .data8(.max), .udata(.max), .sdata(-1), .block(3)])
  func endsOfNothing(_ end: DWARFValue) throws {
    var builder = DWARFBuilder()
    builder.addUnit([
      DWARFEntry(
        Tag.subprogram, nil,
        [(Attribute.name, .string("f")), (Attribute.lowPC, .address(0x1000)), (Attribute.highPC, end)]),
      .function("g", 0x2000..<0x2008),
    ])
    let file = try builder.file()
    #expect(try Asking.answer(file, 0x1000) == [])
    #expect(try Asking.answer(file, 0x2000) == ["g ??:0:0"])
  }

  @Test(arguments: DWARFFormat.all)
  func references(_ format: DWARFFormat) throws {
    var builder = format.builder
    // DWARF 2 stores a reference between units as an address.
    let global = format.version == 2 ? 8 : format.is64Bit ? 8 : 4
    let forms: [DWARFValue] = [
      .reference("f", DWARFForm.ref1), .reference("f", DWARFForm.ref2), .reference("f", DWARFForm.ref4),
      .reference("f", DWARFForm.ref8), .reference("f", DWARFForm.refUdata),
      .reference("f", DWARFForm.refAddr, size: global), .reference("f", DWARFForm.ref4).indirect,
      .reference("f", DWARFForm.refAddr, size: global).indirect,
    ]
    let callers = forms.enumerated().flatMap { index, form in
      let start = UInt64(index + 1) << 12
      return [
        Self.function([(Attribute.specification, form)], at: start),
        Self.function([(Attribute.abstractOrigin, form)], at: start + 0x100),
      ]
    }
    builder.addUnit([.abstract("f", "f")] + callers)
    let file = try builder.file()
    for index in forms.indices {
      let start = UInt64(index + 1) << 12
      #expect(try Asking.answer(file, start) == ["f ??:0:0"], "form \(forms[index].form)")
      #expect(try Asking.answer(file, start + 0x100) == ["f ??:0:0"], "form \(forms[index].form)")
    }
  }

  @Test(arguments: DWARFFormat.all)
  func referencesBetweenUnits(_ format: DWARFFormat) throws {
    var builder = format.builder
    let size = format.version == 2 ? 8 : format.is64Bit ? 8 : 4
    let before = DWARFValue.reference("before", DWARFForm.refAddr, size: size)
    let after = DWARFValue.reference("after", DWARFForm.refAddr, size: size)
    // Bases are those of the referenced unit.
    if format.version == 5 { _ = builder.beginStringOffsets() }
    builder.addUnit([.abstract("earlier", "before")])
    builder.addUnit([
      Self.function([(Attribute.abstractOrigin, before)]),
      Self.function([(Attribute.abstractOrigin, after)], at: 0x2000),
    ])
    builder.addUnit([.function("other", 0x3000..<0x3004)])
    var later = DWARFEntry.abstract("later", "after")
    if format.version == 5 {
      let base = builder.beginStringOffsets()
      later.values = [(Attribute.linkageName, builder.strx("_Zlater", DWARFForm.strx1, index: 0))]
      builder.addUnit(DWARFEntry(Tag.compileUnit, nil, [(Attribute.strOffsetsBase, base)], [later]))
    } else {
      builder.addUnit([later])
    }
    let file = try builder.file()
    #expect(try Asking.answer(file, 0x1000) == ["earlier ??:0:0"])
    #expect(try Asking.answer(file, 0x2000) == [format.version == 5 ? "_Zlater ??:0:0" : "later ??:0:0"])
  }

  @Test func constantsOfCalls() throws {
    let constants: [(DWARFValue) -> DWARFValue] = [{ $0 }, { $0.indirect }]
    let lines: [DWARFValue] = [.data1(77), .data2(77), .data4(77), .data8(77), .udata(77), .sdata(77), .implicit(77)]
    for line in lines {
      for wrap in constants where line.implicit == nil || wrap(line).form == line.form {
        var builder = DWARFBuilder()
        let call = DWARFEntry(
          Tag.inlined, nil,
          [
            (Attribute.location, .block(300)), (Attribute.abstractOrigin, .reference("in")),
            (Attribute.lowPC, .address(0x1004)), (Attribute.highPC, .data4(4)), (Attribute.callFile, .implicit(1)),
            (Attribute.callLine, wrap(line)), (Attribute.callColumn, .udata(9)),
          ])
        var lines = LineBuilder(files: [("a.c", 0)])
        lines.sequence([(0x1000, 3)], end: 0x1010)
        builder.addUnit([.abstract("in", "in"), .function("out", 0x1000..<0x1010, nil, [call])], lines: lines)
        #expect(
          try Asking.answer(builder.file(), 0x1004) == ["in /home/a.c:3:0", "out /home/a.c:77:9"], "form \(line.form)")
      }
    }
  }

  @Test func addressesOf32Bits() throws {
    var builder = DWARFBuilder(addressSize: 4)
    var lines = LineBuilder()
    lines.setAddress32(0x1000)
    lines.advanceLine(6)
    lines.copy()
    lines.advance(32)
    lines.endSequence()
    builder.addUnit(
      [
        DWARFEntry(
          Tag.subprogram, nil,
          [
            (Attribute.name, .string("f")), (Attribute.lowPC, .address32(0x1000)),
            (Attribute.highPC, .address32(0x1020)),
          ])
      ], lines: lines)
    let file = try builder.file()
    #expect(try Asking.answer(file, 0x1000) == ["f /home/a.c:7:0"] && Asking.answer(file, 0x1020) == [])
  }

  /// Unknown forms end the table; the abbreviations before them are used.
  @Test func unknownFormsAreFaults() throws {
    var builder = DWARFBuilder()
    builder.addUnit([.function("f", 0x1000..<0x1010), Self.function([(0x9999, DWARFValue(form: 0x7777))], at: 0x2000)])
    let file = try builder.file()
    #expect(try Asking.faults(file) == ["unknown form 30583"])
    #expect(try Asking.answer(file, 0x1000) == [])
  }
}
