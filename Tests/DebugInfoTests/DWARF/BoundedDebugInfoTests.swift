import DebugInfo
import Testing
import Vocabulary

@testable import DebugInfo

/// Debug information designed to use time or memory out of proportion to its size.
@Suite struct BoundedDebugInfoTests {
  /// Abbreviations of these tests, by code.
  private static let abbreviations: [UInt8] = {
    var bytes: [UInt8] = []
    func add(_ code: UInt64, _ tag: UInt64, _ hasChildren: Bool, _ values: [(UInt64, UInt16)]) {
      bytes += joined(uleb(code), uleb(tag), [hasChildren ? 1 : 0])
      for (attribute, form) in values { bytes += uleb(attribute) + uleb(UInt64(form)) }
      bytes += [0, 0]
    }
    add(1, Tag.compileUnit, true, [(Attribute.stmtList, DWARFForm.secOffset)])
    add(2, Tag.subprogram, false, [(Attribute.lowPC, DWARFForm.addr), (Attribute.highPC, DWARFForm.data4)])
    add(3, Tag.subprogram, true, [(Attribute.lowPC, DWARFForm.addr), (Attribute.highPC, DWARFForm.data4)])
    add(4, Tag.subprogram, true, [(Attribute.ranges, DWARFForm.secOffset)])
    add(5, Tag.lexicalBlock, true, [])
    add(
      6, Tag.inlined, true,
      [
        (Attribute.abstractOrigin, DWARFForm.ref4), (Attribute.lowPC, DWARFForm.addr),
        (Attribute.highPC, DWARFForm.data4),
      ])
    add(
      7, Tag.subprogram, false,
      [(Attribute.lowPC, DWARFForm.addr), (Attribute.highPC, DWARFForm.data4), (Attribute.name, DWARFForm.strp)])
    add(8, Tag.inlined, false, [(Attribute.abstractOrigin, DWARFForm.ref4), (Attribute.ranges, DWARFForm.secOffset)])
    add(9, Tag.subprogram, false, [(Attribute.name, DWARFForm.string)])
    add(10, Tag.inlined, false, [(Attribute.lowPC, DWARFForm.addr), (Attribute.highPC, DWARFForm.data1)])
    add(
      11, Tag.subprogram, false,
      [
        (Attribute.lowPC, DWARFForm.addr), (Attribute.highPC, DWARFForm.data1),
        (Attribute.specification, DWARFForm.ref4),
      ])
    return bytes + [0]
  }()

  private static func unit(_ entries: [UInt8], lines: UInt32 = 0, abbreviations: UInt32 = 0) -> [UInt8] {
    let header = joined(little(UInt16(4)), little(abbreviations), [8])
    let size = header.count + 5 + entries.count
    return joined(little(UInt32(size)), header, [1], little(lines), entries)
  }

  private static func function(_ code: UInt8, _ low: UInt64, _ size: UInt32) -> [UInt8] {
    joined([code], little(low), little(size))
  }

  private static func file(_ make: (inout DWARFBuilder) -> Void) -> [UInt8] {
    var builder = DWARFBuilder()
    builder.abbreviations = abbreviations
    make(&builder)
    return builder.bytes()
  }

  private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(bytes.count * count)
    for _ in 0..<count { all += bytes }
    return all
  }

  private static let asked: [UInt64] = [0x1000, 0x1001, 0x8000, 0x10_0000, 0x8000_0000]

  // MARK: - Entries

  @Test func aMillionNestedBlocks() {
    let entries = joined(
      Self.function(3, 0x1000, 0x100), [UInt8](repeating: 5, count: 1_000_000), Self.function(2, 0x8000, 16))
    Hostile.exercise(Self.file { $0.info = Self.unit(entries) }, Self.asked)
    Hostile.exercise(Self.file { $0.info = Self.unit(entries + [UInt8](repeating: 0, count: 1_000_002)) }, Self.asked)
  }

  @Test func nestedFunctions() {
    let nested = Self.repeated(Self.function(3, 0x1000, 0x100), 100_000)
    Hostile.exercise(Self.file { $0.info = Self.unit(nested) }, Self.asked)
    let closed = nested + [UInt8](repeating: 0, count: 100_001)
    Hostile.exercise(Self.file { $0.info = Self.repeated(Self.unit(closed), 3) }, Self.asked)
  }

  @Test func nestedInlinedFunctions() {
    let call = joined([6], little(UInt32(17)), little(UInt64(0x1000)), little(UInt32(0x7000)))
    let entries = joined(Self.function(3, 0x1000, 0x8000), Self.repeated(call, 100_000))
    Hostile.exercise(Self.file { $0.info = Self.unit(entries) }, Self.asked)
    let siblings = joined(Self.function(3, 0x1000, 0x8000), Self.repeated(call + [0], 100_000))
    Hostile.exercise(Self.file { $0.info = Self.unit(siblings) }, Self.asked)
  }

  /// All functions refer to the same long entry for their name.
  @Test func namesThatCostMuch() {
    let long = joined([9], [UInt8](repeating: 65, count: 500_000), [0])
    let location = UInt32(11 + 5)
    var entries = long
    for index in 0..<50_000 as Range<UInt64> {
      entries += joined([11], little(0x1000 + index * 16), [16], little(location))
    }
    Hostile.exercise(Self.file { $0.info = Self.unit(entries) }, Self.asked)
  }

  @Test func stringsWithoutAnEnd() {
    var entries: [UInt8] = []
    for index in 0..<100_000 as Range<UInt32> {
      entries += joined([7], little(0x1000 + UInt64(index) * 16), little(UInt32(16)), little(index * 20))
    }
    Hostile.exercise(
      Self.file {
        $0.info = Self.unit(entries)
        $0.strings = [UInt8](repeating: 0x61, count: 2_000_000)
      }, Self.asked)
  }

  // MARK: - Abbreviations

  /// The abbreviations of each unit begin at another offset in the same bytes.
  @Test func setsInsideSets() {
    let one = joined(uleb(1), uleb(Tag.variable), [0, 0, 0])
    let table = Self.repeated(one, 200_000)
    var units: [UInt8] = []
    for index in 0..<20_000 as Range<UInt32> { units += Self.unit([0], abbreviations: index * 5) }
    Hostile.exercise(
      Self.file {
        $0.info = units; $0.abbreviations = table
      }, Self.asked)
    // The same, each ending with an unknown form.
    let wrong = table + joined(uleb(2), uleb(Tag.variable), [0], uleb(3), uleb(0x7777), [0, 0, 0])
    Hostile.exercise(
      Self.file {
        $0.info = units; $0.abbreviations = wrong
      }, Self.asked)
    let same = Self.repeated(Self.unit([0]), 50_000)
    Hostile.exercise(
      Self.file {
        $0.info = same; $0.abbreviations = wrong
      }, Self.asked)
  }

  @Test func abbreviationsOfAMillionAttributes() {
    for form in [DWARFForm.flagPresent, DWARFForm.udata, DWARFForm.implicitConst, DWARFForm.data16] {
      var attribute = joined(uleb(0x99), uleb(UInt64(form)))
      if form == DWARFForm.implicitConst { attribute.append(0) }
      var table = joined(uleb(1), uleb(Tag.compileUnit), [1, 0, 0], uleb(2), uleb(Tag.subprogram), [0])
      table += Self.repeated(attribute, 500_000) + [0, 0, 0]
      let unit = joined(little(UInt32(7 + 1 + 300_000)), little(UInt16(4)), little(UInt32(0)), [8, 1])
      Hostile.exercise(
        Self.file {
          $0.info = unit + [UInt8](repeating: 2, count: 300_000)
          $0.abbreviations = table
        }, Self.asked)
    }
  }

  // MARK: - Ranges

  @Test func rangeListsThatAllShare() {
    var list: [UInt8] = []
    for index in 0..<50_000 as Range<UInt64> { list += little(0x1000 + index * 8) + little(0x1004 + index * 8) }
    let functions = Self.repeated([4, 0, 0, 0, 0, 0], 50_000)
    let calls = joined(Self.function(3, 0x1000, 0x1000_0000), Self.repeated([8, 11, 0, 0, 0, 0, 0, 0, 0], 50_000))
    for entries in [functions, calls] {
      Hostile.exercise(
        Self.file {
          $0.info = Self.unit(entries); $0.ranges = list
        }, Self.asked)
    }
  }

  /// One function with many pieces and many calls: each piece is compared with each call.
  @Test func piecesTimesCalls() {
    var list: [UInt8] = []
    for index in 0..<30_000 as Range<UInt64> { list += little(0x1000 + index * 8) + little(0x1004 + index * 8) }
    list += [UInt8](repeating: 0, count: 16)
    var calls: [UInt8] = [4, 0, 0, 0, 0]
    for index in 0..<100_000 as Range<UInt64> { calls += joined([10], little(0x1000 + index * 4), [4]) }
    Hostile.exercise(
      Self.file {
        $0.info = Self.unit(calls); $0.ranges = list
      }, Self.asked)
  }

  // MARK: - Lines

  private static func lines(_ make: (inout LineBuilder) -> Void) -> [UInt8] {
    var lines = LineBuilder()
    make(&lines)
    return lines.bytes
  }

  /// Functions that all cover all code, with a line table of a million rows.
  @Test func functionsThatShareAllRows() {
    let table = Self.lines {
      $0.setAddress(0x1000)
      $0.program += [UInt8](repeating: 0x20, count: 1_000_000)
      $0.endSequence()
    }
    let entries = Self.repeated(Self.function(2, 0x1000, 0x8000_0000), 50_000)
    Hostile.exercise(
      Self.file {
        $0.info = Self.unit(entries); $0.lines = table
      }, Self.asked)
  }

  /// A line table shared by all units, and one of which each unit runs the end.
  @Test func unitsThatShareALineTable() {
    let table = Self.lines {
      $0.setAddress(0x1000)
      $0.program += [UInt8](repeating: 0x20, count: 500_000)
      $0.endSequence()
    }
    let units = Self.repeated(Self.unit(Self.function(2, 0x1000, 0x10) + [0]), 20_000)
    Hostile.exercise(
      Self.file {
        $0.info = units; $0.lines = table
      }, Self.asked)
    let files = Self.lines { $0.files = Array(repeating: ("abc.c", 0), count: 100_000) }
    Hostile.exercise(
      Self.file {
        $0.info = units; $0.lines = files
      }, Self.asked)
    // An unreadable table counts, too.
    var wrong = LineBuilder(version: 5)
    wrong.tables = joined([0, 0, 1, 1, 8], uleb(400_000), [UInt8](repeating: 0, count: 399_999))
    Hostile.exercise(
      Self.file {
        $0.info = units; $0.lines = wrong.bytes
      }, Self.asked)
  }

  @Test func sequencesThatOverlap() {
    let table = Self.lines { lines in
      for index in 0..<60_000 as Range<UInt64> {
        lines.setAddress(0x1000 + index)
        lines.copy()
        lines.advance(0x8000_0000)
        lines.endSequence()
      }
    }
    Hostile.exercise(
      Self.file {
        $0.info = Self.unit([0]); $0.lines = table
      }, Self.asked)
    let functions = Self.repeated(Self.function(2, 0x1000, 0x4000_0000), 10_000)
    Hostile.exercise(
      Self.file {
        $0.info = Self.unit(functions); $0.lines = table
      }, Self.asked)
  }

  @Test func numbersOf64Bits() {
    let table = Self.lines { lines in
      lines.setAddress(0x1000)
      for _ in 0..<100_000 {
        lines.advance(.max)
        lines.advanceLine(.min)
        lines.setFile(.max)
        lines.setColumn(.max)
        lines.copy()
        lines.advance(2)
        lines.copy()
      }
      lines.setAddress(.max)
      lines.copy()
      lines.endSequence()
      lines.setAddress(0x1000)
      lines.copy()
      lines.advance(.max - 0xFFF)
      lines.endSequence()
    }
    let entries = joined(Self.function(2, 0x1000, .max), Self.function(2, .max, .max), Self.function(2, 0, .max))
    Hostile.exercise(
      Self.file {
        $0.info = Self.unit(entries); $0.lines = table
      }, Self.asked + [.max, 0xFFFF_FFFE])
  }

  /// As many files as rows, each with a long path.
  @Test func longPaths() {
    var lines = LineBuilder(version: 5, directories: [String(repeating: "d", count: 16_000)], files: [])
    lines.tables = joined([1, 1, 8, 1], [UInt8](repeating: 0x64, count: 16_000), [0, 2, 1, 8, 2, 0x0b], uleb(60_000))
    lines.tables? += Self.repeated([0x66, 0, 0], 60_000)
    lines.setAddress(0x1000)
    for index in 0..<60_000 as Range<UInt64> {
      lines.setFile(index)
      lines.special(address: 1, line: 0)
    }
    lines.endSequence()
    let bytes = lines.bytes
    Hostile.exercise(
      Self.file {
        $0.info = Self.unit(Self.function(2, 0x1000, 0x10_0000)); $0.lines = bytes
      }, Self.asked)
  }

  // MARK: - Tables

  /// A table of ranges that refers to the middle of units; each offset is a unit that extends to the end.
  @Test func unitsInsideUnits() {
    var info: [UInt8] = []
    let count = 20_000
    for index in 0..<count {
      let header = joined(little(UInt16(4)), little(UInt32(0)), [8, 1], little(UInt32(0)))
      info += joined(little(UInt32((count - index) * 32 - 4)), header, Self.function(2, 0x1000, 0x100), [5, 5, 5, 5])
      while info.count % 32 != 0 { info.append(5) }
    }
    var table: [UInt8] = []
    for index in 0..<count {
      let body = joined(little(UInt16(2)), little(UInt32(index * 32)), [8, 0, 0, 0, 0, 0])
      table += joined(little(UInt32(body.count + 32)), body, little(UInt64(0x1000)), little(UInt64(0x100)))
      table += [UInt8](repeating: 0, count: 16)
    }
    Hostile.exercise(
      Self.file {
        $0.info = info; $0.unitRanges = table
      }, [0x1000])
  }

  /// Symbols with long names that have a common prefix, compared with the name of each function.
  @Test func symbolsWithLongNames() throws {
    let name = String(repeating: "n", count: 60_000)
    var builder = DWARFBuilder()
    builder.abbreviations = Self.abbreviations
    builder.strings = Array(name.utf8) + [0x6d, 0]
    var entries: [UInt8] = []
    for index in 0..<50_000 as Range<UInt64> {
      entries += joined([7], little(UInt64(0x1000)), little(UInt32(0x100)), little(UInt32(index % 1000)))
    }
    builder.info = Self.unit(entries)
    Hostile.exercise(builder.bytes(symbols: [.init(name: "_" + name, value: 0x1000)]), Self.asked)
  }
}
