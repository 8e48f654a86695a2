import DebugInfo
import Testing
import Vocabulary

@testable import DebugInfo

/// Functions, inlined subroutines, and their names.
@Suite struct FunctionTests {
  private static func lines(_ end: UInt64 = 0x1100, from start: UInt64 = 0x1000) -> LineBuilder {
    var lines = LineBuilder()
    lines.sequence([(start, 1)], end: end)
    return lines
  }

  // MARK: - Names

  @Test func linkageNamesComeFirst() throws {
    var builder = DWARFBuilder()
    let code: [(UInt64, DWARFValue)] = [(Attribute.lowPC, .address(0x1000)), (Attribute.highPC, .data4(16))]
    func at(_ address: UInt64, _ values: [(UInt64, DWARFValue)]) -> DWARFEntry {
      DWARFEntry(Tag.subprogram, nil, [(Attribute.lowPC, .address(address)), (Attribute.highPC, .data4(16))] + values)
    }
    builder.addUnit([
      DWARFEntry(
        Tag.subprogram, "declared", [(Attribute.name, .string("run")), (Attribute.linkageName, .string("_Z3runv"))]),
      DWARFEntry(Tag.subprogram, "old", [(Attribute.mipsLinkageName, .string("_Z3oldv"))]),
      DWARFEntry(Tag.subprogram, "defined", [(Attribute.specification, .reference("declared"))]),
      DWARFEntry(Tag.subprogram, "plain", [(Attribute.name, .string("plain"))]),
      DWARFEntry(
        Tag.subprogram, nil, code + [(Attribute.name, .string("a")), (Attribute.linkageName, .string("_Za"))]),
      at(0x2000, [(Attribute.specification, .reference("declared")), (Attribute.name, .string("mine"))]),
      at(0x3000, [(Attribute.abstractOrigin, .reference("defined"))]),
      at(0x4000, [(Attribute.abstractOrigin, .reference("old"))]),
      // Its own name is used if the declaration has no linkage name.
      at(0x5000, [(Attribute.specification, .reference("plain")), (Attribute.name, .string("mine"))]),
      at(0x6000, []),
    ])
    let file = try builder.file()
    let names = try (1...6).map { try Asking.answer(file, UInt64($0) << 12) }
    #expect(
      names == [
        ["_Za ??:0:0"], ["_Z3runv ??:0:0"], ["_Z3runv ??:0:0"], ["_Z3oldv ??:0:0"], ["mine ??:0:0"], [" ??:0:0"],
      ])
  }

  /// The symbol's name is used for exactly its address, and the name in the debug information elsewhere.
  @Test func symbolsNameFunctions() throws {
    var builder = DWARFBuilder()
    builder.addUnit([.function("Update", 0x1000..<0x1010), .function("next", 0x1010..<0x1020)])
    let file = try builder.file(symbols: [
      .init(name: "__ZN4View6UpdateEv", value: 0x1000), .init(name: "_alone", value: 0x1030),
      .init(name: "_inside", value: 0x1014),
    ])
    #expect(try Asking.answer(file, 0x1008) == ["_ZN4View6UpdateEv ??:0:0"])
    #expect(try Asking.answer(file, 0x1018) == ["next ??:0:0"])
    #expect(try Asking.answer(file, 0x1030) == ["alone ??:0:0"])
    // A function of the debug information is followed by padding up to the next symbol.
    #expect(try Asking.answer(file, 0x1020) == [])
  }

  /// Labels inside a function, closer to the code than the function's symbol.
  @Test func labelsInsideFunctions() throws {
    var builder = DWARFBuilder()
    builder.addUnit([.function("f", 0x1000..<0x1040), .function("tail", 0x1060..<0x1070)])
    let file = try builder.file(symbols: [
      .init(name: "__Zf", value: 0x1000), .init(name: "_entry", value: 0x1020), .init(name: "_after", value: 0x1050),
    ])
    #expect(try Asking.answer(file, 0x1010) == ["_Zf ??:0:0"])
    #expect(try Asking.answer(file, 0x1030) == ["_Zf ??:0:0"])
    #expect(try Asking.answer(file, 0x1040) == [])
    #expect(try Asking.answer(file, 0x1050) == ["after ??:0:0"])
    #expect(try Asking.answer(file, 0x1060) == ["tail ??:0:0"])
  }

  @Test func namesThatGoRoundInCircles() throws {
    var builder = DWARFBuilder()
    builder.addUnit([
      DWARFEntry(Tag.subprogram, "self", [(Attribute.specification, .reference("self"))]),
      DWARFEntry(Tag.subprogram, "a", [(Attribute.specification, .reference("b"))]),
      DWARFEntry(Tag.subprogram, "b", [(Attribute.abstractOrigin, .reference("a"))]),
      .function(
        "out", 0x1000..<0x1100, nil,
        [
          .inlined("self", 0x1000..<0x1010, line: 1), .inlined("a", 0x1010..<0x1020, line: 2),
        ]),
    ])
    let file = try builder.file()
    #expect(try Asking.answer(file, 0x1000) == [" ??:0:0", "out ??:1:0"])
    #expect(try Asking.answer(file, 0x1010) == [" ??:0:0", "out ??:2:0"])
  }

  // MARK: - Inlined functions

  /// All ranges of an inlined subroutine precede the subroutines inlined into it.
  @Test func severalRangesBeforeTheirChildren() throws {
    var builder = DWARFBuilder()
    let pieces = builder.addRanges([(0x1010, 0x1020), (0x1040, 0x1050), (0x1080, 0x1090)])
    let middle = DWARFEntry(
      Tag.inlined, nil,
      [
        (Attribute.abstractOrigin, .reference("middle")), (Attribute.ranges, pieces), (Attribute.callFile, .data1(1)),
        (Attribute.callLine, .data1(10)),
      ],
      [
        .inlined("deep", 0x1014..<0x1018, line: 20), .inlined("deep", 0x1044..<0x1048, line: 21),
        .inlined("deep", 0x1084..<0x1088, line: 22),
      ])
    builder.addUnit(
      [
        .abstract("middle", "middle"), .abstract("deep", "deep"), .abstract("sibling", "sibling"),
        .function("out", 0x1000..<0x1100, nil, [middle, .inlined("sibling", 0x10A0..<0x10B0, line: 30)]),
      ], lines: Self.lines())
    let file = try builder.file()
    let row = "/home/a.c:1:0"
    for start: UInt64 in [0x1010, 0x1040, 0x1080] {
      #expect(try Asking.answer(file, start) == ["middle \(row)", "out /home/a.c:10:0"])
      let line = start == 0x1010 ? 20 : start == 0x1040 ? 21 : 22
      #expect(
        try Asking.answer(file, start + 4) == ["deep \(row)", "middle /home/a.c:\(line):0", "out /home/a.c:10:0"])
      #expect(try Asking.answer(file, start + 16) == ["out \(row)"])
    }
    #expect(try Asking.answer(file, 0x10A0) == ["sibling \(row)", "out /home/a.c:30:0"])
  }

  @Test func chainsThroughBlocksAndEmptyCalls() throws {
    var builder = DWARFBuilder()
    let noCode = DWARFEntry(
      Tag.inlined, nil, [(Attribute.abstractOrigin, .reference("gone"))], [.inlined("kept", 0x1020..<0x1030, line: 5)])
    let block = DWARFEntry(
      Tag.lexicalBlock, nil, [], [DWARFEntry(Tag.variable, nil, [(Attribute.location, .block(2))]), noCode])
    builder.addUnit([
      .abstract("gone", "gone"), .abstract("kept", "kept"),
      .function("out", 0x1000..<0x1100, nil, [block, .inlined("kept", 0x1040..<0x1050, line: 6, [])]),
    ])
    let file = try builder.file()
    #expect(try Asking.answer(file, 0x1020) == ["kept ??:0:0", "out ??:5:0"])
    #expect(try Asking.answer(file, 0x1040) == ["kept ??:0:0", "out ??:6:0"])
    #expect(try Asking.answer(file, 0x1030) == ["out ??:0:0"])
  }

  /// A chain deeper than compilers write, in which every level calls the next.
  @Test func deepChains() throws {
    let depth = 200
    var entry = DWARFEntry.inlined("in", 0x1000 + UInt64(depth)..<0x2000, line: 1)
    for level in (1..<depth).reversed() {
      entry = .inlined("in", 0x1000 + UInt64(level)..<0x2000, line: UInt8(level % 200), [entry])
    }
    var builder = DWARFBuilder()
    builder.addUnit([.abstract("in", "in"), .function("out", 0x1000..<0x2000, nil, [entry])])
    let file = try builder.file()
    for level in [0, 1, 17, 199, 200] {
      #expect(try Asking.answer(file, 0x1000 + UInt64(level)).count == level + 1)
    }
  }

  // MARK: - Functions

  @Test func functionsOfSeveralPieces() throws {
    var builder = DWARFBuilder()
    let pieces = builder.addRanges([(0x1000, 0x1020), (0x3000, 0x3010)])
    var lines = LineBuilder()
    lines.sequence([(0x1000, 10), (0x1010, 11)], end: 0x1020)
    lines.sequence([(0x3000, 90)], end: 0x3010)
    let calls = builder.addRanges([(0x1018, 0x1020), (0x3008, 0x3010)])
    let split = DWARFEntry(
      Tag.inlined, nil,
      [
        (Attribute.abstractOrigin, .reference("in")), (Attribute.ranges, calls), (Attribute.callFile, .data1(1)),
        (Attribute.callLine, .data1(12)),
      ],
      [.inlined("deep", 0x300C..<0x3010, line: 13)])
    builder.addUnit(
      [
        .abstract("in", "in"), .abstract("deep", "deep"),
        DWARFEntry(Tag.subprogram, nil, [(Attribute.name, .string("f")), (Attribute.ranges, pieces)], [split]),
        .function("between", 0x2000..<0x2010),
      ], lines: lines)
    let file = try builder.file()
    #expect(try Asking.answer(file, 0x1000) == ["f /home/a.c:10:0"])
    #expect(try Asking.answer(file, 0x1018) == ["in /home/a.c:11:0", "f /home/a.c:12:0"])
    #expect(try Asking.answer(file, 0x3000) == ["f /home/a.c:90:0"])
    #expect(try Asking.answer(file, 0x3008) == ["in /home/a.c:90:0", "f /home/a.c:12:0"])
    #expect(try Asking.answer(file, 0x300C) == ["deep /home/a.c:90:0", "in /home/a.c:13:0", "f /home/a.c:12:0"])
    #expect(try Asking.answer(file, 0x2000) == ["between ??:0:0"] && Asking.answer(file, 0x1020) == [])
  }

  /// Functions inside functions and inside types.
  @Test func nestedFunctions() throws {
    var builder = DWARFBuilder()
    let inner = DWARFEntry.function(
      "inner", 0x1040..<0x1060, nil, [.inlined("in", 0x1048..<0x1050, line: 4), .function("core", 0x1080..<0x1090)])
    builder.addUnit([
      .abstract("in", "in"),
      .function(
        "outer", 0x1000..<0x1020, nil,
        [
          .inlined("in", 0x1008..<0x1010, line: 3, [inner]), .inlined("in", 0x1018..<0x1020, line: 5),
        ]),
      DWARFEntry(Tag.structure, nil, [], [.function("method", 0x2000..<0x2010)]),
      DWARFEntry(Tag.subprogram, nil, [(Attribute.name, .string("no code"))], [.function("local", 0x3000..<0x3010)]),
    ])
    let file = try builder.file()
    #expect(try Asking.answer(file, 0x1008) == ["in ??:0:0", "outer ??:3:0"])
    #expect(try Asking.answer(file, 0x1018) == ["in ??:0:0", "outer ??:5:0"])
    #expect(try Asking.answer(file, 0x1040) == ["inner ??:0:0"])
    #expect(try Asking.answer(file, 0x1048) == ["in ??:0:0", "inner ??:4:0"])
    #expect(try Asking.answer(file, 0x1080) == ["core ??:0:0"])
    #expect(try Asking.answer(file, 0x2000) == ["method ??:0:0"])
    #expect(try Asking.answer(file, 0x3000) == ["local ??:0:0"])
  }

  /// Of two functions that share code, the one that starts later takes precedence; after it the outer one continues.
  @Test func overlappingFunctions() throws {
    var builder = DWARFBuilder()
    builder.addUnit([
      .function("wide", 0x1000..<0x1100), .function("inner", 0x1040..<0x1060), .function("late", 0x10F0..<0x1120),
    ])
    builder.addUnit([.function("other unit's", 0x1050..<0x1058)])
    let file = try builder.file()
    let asked: [UInt64] = [0x1000, 0x1040, 0x1050, 0x1058, 0x1060, 0x10EF, 0x10F0, 0x1110, 0x1120]
    let names = try asked.map { try Asking.answer(file, $0).first }
    #expect(
      names == [
        "wide ??:0:0", "inner ??:0:0", "other unit's ??:0:0", "inner ??:0:0", "wide ??:0:0", "wide ??:0:0",
        "late ??:0:0", "late ??:0:0", nil,
      ])
  }

  /// Code before the image's base, or more than 4 GB after it, does not belong to the image.
  @Test func codeOutOfReach() throws {
    var builder = DWARFBuilder()
    builder.addUnit([
      .function("far", 0x1_0000_0000..<0x1_0000_0010), .function("last", 0xEFFF_FF00..<0xEFFF_FFF0),
      .function("dead", 0xFFFF_FFFF_FFFF_FFF0..<0xFFFF_FFFF_FFFF_FFF8),
    ])
    let file = try builder.file()
    #expect(try Asking.answer(file, 0xEFFF_FF00) == ["last ??:0:0"])
    #expect(try Asking.answer(file, 0x1_0000_0000) == [] && Asking.answer(file, 0xFFFF_FFFF_FFFF_FFF4) == [])
    #expect(try Asking.answer(file, .max) == [] && Asking.answer(file, 0) == [])
  }
}
