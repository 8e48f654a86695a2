import Archives
import Testing
import Vocabulary

@testable import DebugInfo

/// Code with lines and without a function in the debug information.
@Suite struct ELFLineTests {
  /// A unit of 0x80 bytes with one function, and rows up to 0x20 bytes behind the unit's end.
  private static func file() throws -> ELFFile {
    var lines = LineBuilder()
    lines.sequence([(0x1000, 1), (0x1020, 5), (0x1060, 9)], end: 0x10A0)
    var dwarf = DWARFBuilder()
    let root: [(UInt64, DWARFValue)] = [
      (Attribute.name, .string("unit.c")), (Attribute.compDir, .string("/home")),
      (Attribute.stmtList, dwarf.addLines(lines)), (Attribute.lowPC, .address(0x1000)),
      (Attribute.highPC, .data4(0x80)),
    ]
    dwarf.addUnit(DWARFEntry(Tag.compileUnit, nil, root, [.function("first", 0x1000..<0x1010)]))
    var builder = ELFBuilder.withSymbols([
      .init(name: "first", value: 0x1000, size: 0x10), .init(name: "assembly", value: 0x1020, size: 8),
      .init(name: "open", value: 0x1060, size: 0),
    ])
    for (name, bytes) in [
      ("info", dwarf.info), ("abbrev", dwarf.abbreviations), ("line", dwarf.lines), ("str", dwarf.strings),
    ] {
      builder.sections.append(.init(name: ".debug_" + name, bytes: bytes))
    }
    return try ELFFile.linked(FileBytes(builder.file()))
  }

  private static func text(_ frames: [SymbolFrame]) -> String {
    frames.map { "\($0.name) \($0.file?.split(separator: "/").last ?? "??"):\($0.line)" }.joined(separator: ", ")
  }

  @Test func namesEndWithTheirSymbolsAndLinesWithTheirUnit() throws {
    let expected: [(address: UInt64, answer: String)] = [
      (0x1000, "first a.c:1"), (0x100F, "first a.c:1"),
      // Padding has the line of its row, and belongs to no function.
      (0x1010, " a.c:1"), (0x101F, " a.c:1"),
      (0x1020, "assembly a.c:5"), (0x1027, "assembly a.c:5"), (0x1028, " a.c:5"), (0x105F, " a.c:5"),
      // A symbol without a size extends to the next one.
      (0x1060, "open a.c:9"), (0x107F, "open a.c:9"),
      // The unit does not claim this code, and debug information has code at the start of the symbol.
      (0x1080, ""), (0x109F, ""),
    ]
    let few = SymbolFile(.elf(try Self.file()))
    let all = SymbolFile(.elf(try Self.file()))
    _ = all.completeIndex(identity: all.identity(sourceSize: 0, sourceState: 0))
    for (address, answer) in expected {
      let frames = few.frames(at: LinkedAddress(address))
      #expect(Self.text(frames) == answer, "\(address.hexadecimal)")
      #expect(all.frames(at: LinkedAddress(address)) == frames, "\(address.hexadecimal)")
      #expect(
        (frames.first?.functionStart == nil) == (answer.isEmpty || answer.hasPrefix(" ")), "\(address.hexadecimal)")
    }
  }

  // MARK: - The size of a copy

  private static func packed(_ sizes: [Int]) throws -> ELFFile {
    var builder = ELFBuilder.withSymbols([])
    for (name, size) in zip(["str", "line_str", "abbrev"], sizes) {
      let header = ELFBuilder.little(UInt32(1)) + ELFBuilder.little(UInt32(0)) + ELFBuilder.little(UInt64(size))
      let content = try #require(Zlib.deflated([UInt8](repeating: 7, count: size)))
      builder.sections.append(
        .init(name: ".debug_" + name, flags: 0x800, bytes: header + ELFBuilder.little(UInt64(1)) + content))
    }
    return try ELFFile(FileBytes(builder.file()))
  }

  @Test func theLimitOfACopyDependsOnTheFiles() throws {
    typealias Limits = ELFContent.Limits
    let (free, ratio) = (Limits.freeTotal, Limits.totalRatio)
    #expect(Limits.total(ofFiles: 0) == free && Limits.total(ofFiles: free / ratio) == free)
    #expect(Limits.total(ofFiles: free / ratio + 1) == free + ratio)
    #expect(Limits.total(ofFiles: Limits.total / ratio - 1) == Limits.total - ratio)
    #expect(Limits.total(ofFiles: Limits.total / ratio + 1) == Limits.total)
    #expect(Limits.total(ofFiles: .max) == Limits.total)
    var copy = ContentCopy(capacity: 16, fileSize: free / ratio)
    copy.allow(fileOf: 10)
    #expect(copy.limit == free + 10 * ratio)
    copy.allow(fileOf: .max)
    #expect(copy.limit == Limits.total)
  }

  /// The copy has a byte before its first section and one behind each section.
  @Test(arguments: [(-1, true), (0, true), (1, false)])
  func sectionsAreCopiedUpToTheLimit(_ more: Int, _ fits: Bool) throws {
    let part = 1 << 20
    let rest = part - 1 - 2 + more
    let file = try Self.packed([part, rest])
    var copy = ContentCopy(capacity: 16, fileSize: 0, limit: 2 * part)
    #expect(copy.add(".debug_str", of: file).count == part)
    #expect(copy.add(".debug_line_str", of: file).count == (fits ? rest : 0))
    #expect(copy.faults.map(\.explanation) == (fits ? [] : ["its sections unpack to more than 2 MB"]))
    var plain = ContentCopy(capacity: 16, fileSize: 0, limit: 2 * part)
    let bytes = FileBytes([UInt8](repeating: 1, count: 2 * part))
    _ = plain.add(0..<part, of: bytes)
    #expect(plain.add(0..<rest, of: bytes).count == (fits ? rest : 0))
    #expect(plain.faults.isEmpty == fits)
  }
}
