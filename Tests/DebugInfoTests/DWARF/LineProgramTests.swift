import DebugInfo
import Testing
import Vocabulary

@testable import DebugInfo

/// Line number programs and their headers.
@Suite struct LineProgramTests {
  /// `file:line:column` of addresses in a function from 0x1000 to 0x2000, or "-" where there is none.
  private static func locations(
    _ lines: LineBuilder, _ addresses: [UInt64], version: UInt16? = nil, addressSize: UInt8 = 8
  ) throws -> [String] {
    var builder = DWARFBuilder(version: version ?? lines.version, addressSize: addressSize, is64Bit: lines.is64Bit)
    builder.addUnit(
      [
        DWARFEntry(
          Tag.subprogram, nil,
          [(Attribute.lowPC, builder.address(0x1000)), (Attribute.highPC, builder.address(0x2000))])
      ], lines: lines)
    let file = try builder.file()
    return try addresses.map { address in
      let answer = try Asking.answer(file, address)
      let location = String(answer.first?.dropFirst() ?? "-")
      return location == "??:0:0" ? "-" : location
    }
  }

  @Test(arguments: DWARFFormat.all)
  func everyOpcode(_ format: DWARFFormat) throws {
    var lines = LineBuilder(
      version: format.version, is64Bit: format.is64Bit, directories: [], files: [("a.c", 0), ("b.c", 0)])
    if format.version == 5 { lines.files = [("zero.c", 0), ("a.c", 0), ("b.c", 0)]; lines.directories = ["/home"] }
    lines.setAddress(0x1000)
    lines.copy()  // 1000: line 1
    lines.special(address: 4, line: 3)  // 1004: 4
    lines.special(address: 1, line: -5)  // 1005: -1, which is no line
    lines.advanceLine(40)
    lines.setColumn(7)
    lines.advance(11)
    lines.program += [6, 7]  // negate_stmt, set_basic_block
    lines.copy()  // 1010: 39:7
    lines.setFile(2)
    lines.constAddPC()  // (255 - 13) / 14 = 17
    lines.copy()  // 1021: b.c 39:7
    if format.version >= 3 { lines.program += [10, 11, 12, 0x81, 0x01] }  // prologue_end, epilogue_begin, set_isa
    lines.fixedAdvance(0x100)
    lines.advanceLine(-9)
    lines.setColumn(0)
    lines.copy()  // 1121: 30
    lines.program += [0, 5, 3] + Array("ab\0\u{1}".utf8)  // define_file, skipped
    lines.program += [0, 3, 0x80, 1, 2]  // an opcode of a vendor
    lines.advance(0x10)
    lines.endSequence()  // 1131
    let locations = try Self.locations(
      lines, [0x1000, 0x1003, 0x1004, 0x1010, 0x1020, 0x1021, 0x1120, 0x1121, 0x1130, 0x1131])
    #expect(
      locations == [
        "/home/a.c:1:0", "/home/a.c:1:0", "/home/a.c:4:0", "/home/a.c:39:7", "/home/a.c:39:7", "/home/b.c:39:7",
        "/home/b.c:39:7", "/home/b.c:30:0", "/home/b.c:30:0", "-",
      ])
  }

  @Test func instructionsOfFourBytes() throws {
    var lines = LineBuilder(minimumInstructionLength: 4)
    lines.setAddress(0x1000)
    lines.copy()
    lines.special(address: 2, line: 1)  // 1008
    lines.advance(2)
    lines.copy()  // 1010
    lines.advanceLine(1)
    lines.fixedAdvance(2)  // the one advance that is not multiplied
    lines.copy()  // 1012
    lines.advanceLine(1)
    lines.constAddPC()
    lines.copy()  // 1012 + 17 * 4 = 1056
    lines.advance(1)
    lines.endSequence()
    #expect(
      try Self.locations(lines, [0x1007, 0x1008, 0x1011, 0x1012, 0x1055, 0x1056, 0x105A]) == [
        "/home/a.c:1:0", "/home/a.c:2:0", "/home/a.c:2:0", "/home/a.c:3:0", "/home/a.c:3:0", "/home/a.c:4:0", "-",
      ])
  }

  /// Line 0 is a normal row, for code without a line.
  @Test func lineZero() throws {
    var lines = LineBuilder()
    lines.sequence([(0x1000, 5), (0x1010, 0), (0x1020, 6)], end: 0x1030)
    #expect(
      try Self.locations(lines, [0x100F, 0x1010, 0x101F, 0x1020]) == [
        "/home/a.c:5:0", "/home/a.c:0:0", "/home/a.c:0:0", "/home/a.c:6:0",
      ])
  }

  /// Sequences in any order, with unknown code between them.
  @Test func gapsBetweenSequences() throws {
    var lines = LineBuilder()
    lines.sequence([(0x1080, 8)], end: 0x1090)
    lines.sequence([(0x1000, 1), (0x1008, 2)], end: 0x1010)
    lines.sequence([(0x1040, 4)], end: 0x1050)
    lines.sequence([(0x5000, 50)], end: 0x5010)
    lines.sequence([(0, 99)], end: 0x10)
    #expect(
      try Self.locations(lines, [0x1000, 0x1008, 0x100F, 0x1010, 0x103F, 0x1040, 0x1050, 0x1080, 0x1090]) == [
        "/home/a.c:1:0", "/home/a.c:2:0", "/home/a.c:2:0", "-", "-", "/home/a.c:4:0", "-", "/home/a.c:8:0", "-",
      ])
  }

  /// If several rows have one address, the last counts; a row with a lower address is omitted.
  @Test func rowsAtOneAddress() throws {
    var lines = LineBuilder()
    lines.setAddress(0x1000)
    lines.copy()
    lines.advanceLine(4)
    lines.copy()
    lines.setAddress(0x1010)
    lines.advanceLine(1)
    lines.copy()
    lines.setAddress(0x1008)
    lines.advanceLine(1)
    lines.copy()
    lines.setAddress(0x1020)
    lines.endSequence()
    #expect(
      try Self.locations(lines, [0x1000, 0x1008, 0x1010, 0x101F]) == [
        "/home/a.c:5:0", "/home/a.c:5:0", "/home/a.c:6:0", "/home/a.c:6:0",
      ])
  }

  /// A sequence without an end is ignored, and so is one that ends before its start.
  @Test func sequencesWithoutAnEnd() throws {
    var lines = LineBuilder()
    lines.sequence([(0x1000, 1)], end: 0x1010)
    lines.setAddress(0x1020)
    lines.copy()
    lines.setAddress(0x1018)
    lines.endSequence()
    lines.setAddress(0x1040)
    lines.copy()
    lines.advance(0x10)
    #expect(try Self.locations(lines, [0x1000, 0x1018, 0x1020, 0x1040]) == ["/home/a.c:1:0", "-", "-", "-"])
  }

  @Test func standardOpcodesByTheHeader() throws {
    // DWARF 2 has nine standard opcodes, so 10 is a special opcode there.
    var old = LineBuilder(version: 2, opcodeBase: 10)
    old.setAddress(0x1000)
    old.special(address: 0, line: 0)
    old.special(address: 1, line: 8)
    #expect(old.program.last == 37)
    old.advance(1)
    old.endSequence()
    #expect(try Self.locations(old, [0x1000, 0x1001, 0x1002]) == ["/home/a.c:1:0", "/home/a.c:9:0", "-"])
    // Opcodes of a later standard: the header contains the number of their operands.
    var new = LineBuilder(opcodeBase: 16)
    new.operandCounts += [0, 2, 1]
    new.setAddress(0x1000)
    new.program += [13, 14, 0x81, 0x01, 0x05, 15, 0xFF, 0x7F]
    new.special(address: 0, line: 2)
    new.advance(1)
    new.endSequence()
    #expect(try Self.locations(new, [0x1000]) == ["/home/a.c:3:0"])
    // No standard opcodes at all.
    var none = LineBuilder(opcodeBase: 1)
    none.setAddress(0x1000)
    none.special(address: 0, line: 4)
    none.special(address: 3, line: 0)
    none.endSequence()
    #expect(try Self.locations(none, [0x1002, 0x1003]) == ["/home/a.c:5:0", "-"])
  }

  /// One byte makes a row, so a small file could fill the memory.
  @Test func aSequenceWithTooManyRowsIsOmitted() throws {
    var lines = LineBuilder()
    lines.setAddress(0x1000)
    lines.copy()
    lines.advance(4)
    lines.endSequence()
    lines.setAddress(0x1800)
    var row = LineBuilder()
    row.special(address: 1, line: 1)
    lines.program += [UInt8](repeating: row.program[0], count: LineRows.maxCount + 10)
    lines.endSequence()
    lines.setAddress(0x1100)
    lines.copy()
    lines.advance(4)
    lines.endSequence()
    #expect(try Self.locations(lines, [0x1000, 0x1810, 0x1100]) == ["/home/a.c:1:0", "-", "/home/a.c:1:0"])
  }

  @Test func specialOpcodesWithoutARange() throws {
    var lines = LineBuilder(lineRange: 0)
    lines.setAddress(0x1000)
    lines.program += [200, 255, 8]
    lines.advance(0x10)
    lines.endSequence()
    #expect(try Self.locations(lines, [0x1000]) == ["/home/a.c:1:0"])
  }

  // MARK: - Files

  @Test(arguments: [2, 3, 4] as [UInt16])
  func filesByDirectory(_ version: UInt16) throws {
    var lines = LineBuilder(
      version: version, directories: ["/abs", "rel", "/abs/"],
      files: [("here.c", 0), ("a.c", 1), ("r.c", 2), ("/own.c", 1), ("s.c", 3), ("lost.c", 9)])
    for index in 0...7 {
      lines.setAddress(0x1000 + UInt64(index) * 16)
      lines.setFile(UInt64(index))
      lines.copy()
    }
    lines.advance(16)
    lines.endSequence()
    // File 0 means none up to version 4; file 7 does not exist.
    #expect(
      try Self.locations(lines, (0...7).map { 0x1000 + $0 * 16 }) == [
        "??:1:0", "/home/here.c:1:0", "/abs/a.c:1:0", "/home/rel/r.c:1:0", "/own.c:1:0", "/abs/s.c:1:0",
        "/home/lost.c:1:0", "??:1:0",
      ])
  }

  @Test(arguments: [false, true])
  func filesOfVersionFive(_ is64Bit: Bool) throws {
    var builder = DWARFBuilder(version: 5, is64Bit: is64Bit)
    let main = builder.lineStrp("main.c")
    let folder = builder.lineStrp("/build")
    let md5 = [UInt8](repeating: 0xA5, count: 16)
    var lines = LineBuilder(version: 5, is64Bit: is64Bit)
    // Directories: path (line_strp). Files: path (line_strp), directory (udata), MD5 (data16), size (udata), and a
    // vendor's column (block).
    lines.tables = [1, 1, 0x1f, 3] + folder.bytes + builder.lineStrp("/include").bytes
    lines.tables? +=
      joined(builder.lineStrp("sub").bytes, [5, 1, 0x1f, 2, 0x0f, 5, 0x1e, 4, 0x0f], uleb(0x2001), [0x09, 4])
    lines.tables? += joined(main.bytes, [0], md5, [0x80, 1, 2, 9, 9])
    lines.tables? += joined(builder.lineStrp("b.c").bytes, [2], md5, [1, 0])
    lines.tables? += joined(builder.lineStrp("/own.c").bytes, [1], md5, [1, 0])
    lines.tables? += joined(builder.lineStrp("i.h").bytes, [1], md5, [1, 1, 7])
    for index in 0...4 {
      lines.setAddress(0x1000 + UInt64(index) * 16)
      lines.setFile(UInt64(index))
      lines.copy()
    }
    lines.advance(16)
    lines.endSequence()
    builder.addUnit([.function("f", 0x1000..<0x2000)], lines: lines)
    let file = try builder.file()
    #expect(
      try (0...4).map { try Asking.answer(file, 0x1000 + $0 * 16).first } == [
        "f /build/main.c:1:0", "f /home/sub/b.c:1:0", "f /own.c:1:0", "f /include/i.h:1:0", "f ??:1:0",
      ])
  }

  @Test func textFormsOfFiles() throws {
    var builder = DWARFBuilder(version: 5)
    let base = builder.beginStringOffsets()
    let byNumber = builder.strx("x.c", DWARFForm.strx1, index: 0)
    let byOffset = builder.strp("p.c")
    var lines = LineBuilder(version: 5)
    let tables: [(UInt8, [UInt8], String)] = [
      (0x08, Array("s.c".utf8) + [0], "s.c"), (0x0e, byOffset.bytes, "p.c"), (0x25, byNumber.bytes, "x.c"),
      (0x1a, [0], "x.c"),
    ]
    var values: [(UInt64, DWARFValue)] = [(Attribute.strOffsetsBase, base)]
    for (index, table) in tables.enumerated() {
      var one = lines
      one.tables = [1, 1, 8, 1] + Array("/d\0".utf8)
      one.tables? += [1, 1, table.0, 1] + table.1
      one.setAddress(UInt64(index + 1) << 12)
      one.setFile(0)
      one.copy()
      one.advance(16)
      one.endSequence()
      lines.program = []
      let start = UInt64(index + 1) << 12
      builder.addUnit(
        DWARFEntry(
          Tag.compileUnit, nil, values + [(Attribute.stmtList, builder.addLines(one))],
          [.function("f", start..<(start + 16))]))
    }
    values.removeAll()
    let file = try builder.file()
    for (index, table) in tables.enumerated() {
      #expect(try Asking.answer(file, UInt64(index + 1) << 12) == ["f /d/\(table.2):1:0"])
    }
  }

  // MARK: - Invalid headers

  /// Names remain, lines are missing, and the reason is reported.
  @Test func damagedHeaders() throws {
    var good = LineBuilder()
    good.sequence([(0x1000, 1)], end: 0x1010)
    let bytes = good.bytes
    func faults(_ bytes: [UInt8], offset: UInt32 = 0) throws -> [String] {
      var builder = DWARFBuilder()
      builder.lines = bytes
      builder.addUnit(
        DWARFEntry(
          Tag.compileUnit, nil, [(Attribute.stmtList, .data4(offset))], [.function("f", 0x1000..<0x1010)]))
      let file = try builder.file()
      #expect(try Asking.answer(file, 0x1000) == ["f ??:0:0"])
      return try Asking.faults(file)
    }
    func patched(_ location: Int, _ value: [UInt8]) -> [UInt8] {
      var copy = bytes
      copy.replaceSubrange(location..<(location + value.count), with: value)
      return copy
    }
    #expect(try faults(bytes, offset: 0xFFFF) == ["a unit's line table is outside __debug_line"])
    #expect(try faults(patched(0, little(UInt32(bytes.count)))) == ["a line table is longer than its section"])
    #expect(try faults(patched(0, little(UInt32.max))) == ["a line table is longer than its section"])
    #expect(try faults(patched(0, little(UInt32(1)))).count == 1)
    #expect(try faults(patched(0, little(UInt32(0)))).count == 1)
    #expect(try faults(patched(4, [1, 0])) == ["unsupported line table version 1"])
    #expect(try faults(patched(4, [6, 0])) == ["unsupported line table version 6"])
    #expect(try faults(patched(6, little(UInt32.max))) == ["a line table's header is longer than the table"])
    #expect(try faults(patched(6, little(UInt32(0)))) == ["a line table's header ends early"])
    #expect(try faults(patched(6, little(UInt32(17)))) == ["a line table's header ends early"])
    for length in 1..<bytes.count { _ = try faults(Array(bytes.prefix(length))) }
  }

  /// In version 5, the tables state their own format, which may be invalid.
  @Test func damagedFileLists() throws {
    let tables: [[UInt8]] = [
      [1, 1, 0x19, 1],  // a column of no size
      [1, 1, 0x16, 1, 8, 0],  // an indirect column
      joined([1, 1], uleb(0x7777), [1]),  // an unknown form
      [0, 5],  // entries without columns
      joined([1, 1, 8], uleb(.max)),  // more directories than bytes
      joined([0, 0, 1, 1, 8], uleb(1 << 40)),
      [0, 0, 1, 1, 8, 1, 65, 66],  // a name without an end
      [255],
    ]
    for table in tables {
      var lines = LineBuilder(version: 5)
      lines.tables = table
      lines.sequence([(0x1000, 1)], end: 0x1010)
      var builder = DWARFBuilder(version: 5)
      builder.addUnit([.function("f", 0x1000..<0x1010)], lines: lines)
      let file = try builder.file()
      #expect(try Asking.answer(file, 0x1000) == ["f ??:0:0"], "\(table)")
      #expect(try Asking.faults(file).count == 1, "\(table)")
    }
  }
}
