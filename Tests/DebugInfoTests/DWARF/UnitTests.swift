import DebugInfo
import Testing
import Vocabulary

@testable import DebugInfo

/// Unit headers, and the search for the units that contain an address.
@Suite struct UnitTests {
  private static func function(_ index: Int) -> DWARFEntry {
    .function("f\(index)", UInt64(index) << 12..<UInt64(index) << 12 | 16)
  }

  private static func named(_ file: MachOFile, _ count: Int) throws -> [Int] {
    try (1...count).filter { try Asking.answer(file, UInt64($0) << 12) == ["f\($0) ??:0:0"] }
  }

  @Test(arguments: DWARFFormat.all)
  func everyVersion(_ format: DWARFFormat) throws {
    var builder = format.builder
    builder.addUnit([Self.function(1), Self.function(2)])
    builder.addUnit([Self.function(3)])
    #expect(try Self.named(builder.file(), 4) == [1, 2, 3])
  }

  /// Units of all versions and formats in one file, as with third-party libraries.
  @Test func mixedVersions() throws {
    var builder = DWARFBuilder()
    for (index, format) in DWARFFormat.all.enumerated() {
      builder.version = format.version
      builder.is64Bit = format.is64Bit
      builder.addUnit([Self.function(index + 1)])
    }
    #expect(try Self.named(builder.file(), 8) == Array(1...7))
  }

  /// Unit types of version 5 (section 7.5.1): type units have no code; units of later versions are ignored.
  @Test func kindsOfUnits() throws {
    var builder = DWARFBuilder(version: 5)
    for (index, kind) in [1, 2, 3, 4, 6, 0x80].enumerated() as EnumeratedSequence<[UInt8]> {
      builder.addUnit(
        DWARFEntry(kind == 4 ? 0x4a : kind == 3 ? 0x3c : Tag.compileUnit, nil, [], [Self.function(index + 1)]),
        kind: kind)
    }
    builder.version = 6
    builder.addUnit([Self.function(7)])
    builder.version = 5
    builder.addUnit([Self.function(8)])
    #expect(try Self.named(builder.file(), 9) == [1, 3, 4, 8])
  }

  /// The units before a damaged unit are used.
  @Test func lengthsThatLie() throws {
    var lengths: [[UInt8]] = [little(UInt32(0xFFFF_FFF0)), little(UInt32(0x7FFF_FFFF)), little(UInt32.max) + [1, 2]]
    for length: UInt64 in [.max, 1 << 63, .max - 11] { lengths.append(little(UInt32.max) + little(length)) }
    for length in lengths {
      var builder = DWARFBuilder()
      builder.addUnit([Self.function(1)])
      builder.addUnit(DWARFEntry(Tag.compileUnit, nil, [], [Self.function(2)]), length: length)
      let file = try builder.file()
      #expect(try Self.named(file, 2) == [1])
      #expect(try Asking.faults(file).count == 1)
    }
    // Lengths that end in the middle of a header, and a length of zero.
    for length in 0..<12 as Range<UInt32> {
      var builder = DWARFBuilder()
      builder.addUnit([Self.function(1)])
      builder.addUnit(DWARFEntry(Tag.compileUnit, nil, [], [Self.function(2)]), length: little(length))
      #expect(try Self.named(builder.file(), 1) == [1])
    }
  }

  @Test func abbreviationsThatAreNotThere() throws {
    var builder = DWARFBuilder()
    builder.addUnit([Self.function(1)])
    let second = builder.info.count
    builder.addUnit([Self.function(2)])
    builder.addUnit([Self.function(3)])
    builder.info.replaceSubrange((second + 6)..<(second + 10), with: little(UInt32.max))
    let file = try builder.file()
    #expect(try Self.named(file, 3) == [1, 3])
    #expect(try Asking.faults(file) == ["a unit's abbreviations are outside __debug_abbrev"])
  }

  /// Codes may be unordered and have gaps; if a code is declared twice, the first declaration counts.
  @Test func abbreviationCodes() throws {
    var builder = DWARFBuilder()
    let function: [UInt8] = uleb(Tag.subprogram) + [0] + [0x11, 0x01, 0x12, 0x0b, 0x03, 0x08, 0, 0]
    let variable: [UInt8] = uleb(Tag.variable) + [0, 0, 0]
    builder.abbreviations = joined(uleb(3), variable, uleb(1), uleb(Tag.compileUnit), [1, 0, 0])
    for code: UInt64 in [2, .max, 1 << 32] { builder.abbreviations += uleb(code) + function }
    builder.abbreviations += joined(uleb(2), variable, uleb(.max), variable, [0])
    var entries: [UInt8] = uleb(1) + [3]
    for (index, code) in ([2, .max, 1 << 32, 77] as [UInt64]).enumerated() {
      let name = Array("f\(index + 1)\0".utf8)
      entries += joined(uleb(code), little(UInt64(index + 1) << 12), [16], name)
    }
    entries.append(0)
    let header = joined(little(UInt16(4)), little(UInt32(0)), [8])
    builder.info = little(UInt32(header.count + entries.count)) + header + entries
    let file = try builder.file()
    #expect(try Self.named(file, 4) == [1, 2, 3])
    #expect(try Asking.faults(file) == ["an entry has an unknown abbreviation"])
  }

  // MARK: - Units by address

  private static func table(_ sets: [(unit: Int, ranges: [(UInt64, UInt64)])], addressSize: Int = 8) -> [UInt8] {
    sets.flatMap { set in
      var body = joined(little(UInt16(2)), little(UInt32(set.unit)), [UInt8(addressSize), 0])
      while (body.count + 4) % (2 * addressSize) != 0 { body.append(0) }
      for (low, size) in set.ranges + [(0, 0)] {
        body += little(low).prefix(addressSize) + little(size).prefix(addressSize)
      }
      return little(UInt32(body.count)) + body
    }
  }

  /// Four units that state their addresses in different ways, and a table with none, some or all of them.
  @Test func tablesThatAreNotComplete() throws {
    var builder = DWARFBuilder()
    let pieces = builder.addRanges([(0x1000, 0x1010), (0x4000, 0x4010)])
    var starts: [Int] = [0]
    // In pieces, with code of another unit between them.
    builder.addUnit(
      DWARFEntry(
        Tag.compileUnit, nil, [(Attribute.lowPC, .address(0)), (Attribute.ranges, pieces)],
        [Self.function(1), Self.function(4)]))
    starts.append(builder.info.count)
    builder.addUnit(
      DWARFEntry(
        Tag.compileUnit, nil, [(Attribute.lowPC, .address(0x2000)), (Attribute.highPC, .data4(16))], [Self.function(2)])
    )
    starts.append(builder.info.count)
    // Without address ranges, but with lines.
    var lines = LineBuilder()
    lines.sequence([(0x3000, 0)], end: 0x3001)
    builder.addUnit(
      DWARFEntry(
        Tag.compileUnit, nil, [(Attribute.stmtList, builder.addLines(lines))], [.function("f3", 0x3001..<0x3010)]))
    starts.append(builder.info.count)
    builder.addUnit([Self.function(5)], lines: lines)
    let all: [(unit: Int, ranges: [(UInt64, UInt64)])] = [
      (starts[0], [(0x1000, 16), (0x4000, 16)]), (starts[1], [(0x2000, 16)]), (starts[2], [(0x3000, 16)]),
      (starts[3], [(0x5000, 16)]),
    ]
    let tables: [[(unit: Int, ranges: [(UInt64, UInt64)])]] = [
      [], all, [all[1]], [all[0], all[3]], [(starts[0], [(0x1000, 16)]), all[2]],
      [(9_999_999, [(0x1000, 0xFFFF)])], [(starts[1], [(0x2000, 0), (.max, .max)])],
    ]
    for table in tables {
      builder.unitRanges = Self.table(table)
      let file = try builder.file()
      for (address, name) in [(0x1000, "f1"), (0x2000, "f2"), (0x3008, "f3"), (0x4000, "f4"), (0x5000, "f5")] {
        #expect(try Asking.answer(file, UInt64(address)).first?.hasPrefix(name + " ") == true, "\(name), \(table)")
      }
      // All at once, in any order.
      let asked = [0x5000, 0x1000, 0x9000, 0x4000, 0x2000, 0x1000].map { LinkedAddress($0) }
      let part = try #require(SymbolIndex.part(file, for: asked, identity: Asking.identity)).index
      #expect(asked.map { part.frames(at: $0).first?.name } == ["f5", "f1", nil, "f4", "f2", "f1"])
    }
  }

  /// Only the units that contain the addresses are read: a damaged unit elsewhere is not reported.
  @Test func otherUnitsAreNotRead() throws {
    var builder = DWARFBuilder()
    builder.addUnit([Self.function(1)])
    let second = builder.info.count
    builder.addUnit([Self.function(2)])
    builder.info.replaceSubrange((second + 6)..<(second + 10), with: little(UInt32.max))
    builder.unitRanges = Self.table([(0, [(0x1000, 16)])])
    let file = try builder.file()
    let part = try #require(SymbolIndex.part(file, for: [LinkedAddress(0x1000)], identity: Asking.identity))
    #expect(part.faults == [] && part.index.frames(at: LinkedAddress(0x1000)).first?.name == "f1")
    // An offset of the table in the middle of a unit is ignored.
    builder.unitRanges = Self.table([(1, [(0x1000, 16)]), (5, [(0x1000, 16)])])
    let misled = try #require(
      SymbolIndex.part(try builder.file(), for: [LinkedAddress(0x1000)], identity: Asking.identity))
    #expect(misled.index.frames(at: LinkedAddress(0x1000)).isEmpty)
  }

  @Test func tablesThatLie() throws {
    var tables: [[UInt8]] = [[0xFF], little(UInt32(0)), [8, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0]]
    tables.append(little(UInt32.max) + little(UInt64.max))
    tables += [0, 0xFF].map { [UInt8](repeating: $0, count: 200) }
    for table in tables {
      var builder = DWARFBuilder()
      builder.addUnit([Self.function(1)])
      builder.unitRanges = table
      #expect(try Self.named(builder.file(), 2) == [1])
    }
  }
}
