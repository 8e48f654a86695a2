import DebugInfo
import Testing

/// Files that are rejected with a reason, and damaged files with a partial answer.
@Suite struct RefusalTests {
  static func explanation(_ bytes: [UInt8]) -> String? {
    do throws(MachOFault) {
      _ = try MachOFile.read(FileBytes(bytes))
      return nil
    } catch {
      return error.explanation
    }
  }

  static func thin(_ bytes: [UInt8]) throws -> MachOFile {
    try #require(try MachOFile.read(FileBytes(bytes)).slices.first)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    /// The first bytes, followed by zero bytes.
    var start: [UInt8]
    var zeros = 0
    var reason: String
    var testDescription: String { reason }

    static let powerPC = "a big-endian Mach-O file (PowerPC), which is not supported"
    static let java = "a Java class file, not a Mach-O file"

    static let all: [Refusal] = [
      Refusal(start: [], reason: "an empty file, not a Mach-O file"),
      Refusal(start: [0xCF, 0xFA, 0xED], reason: "not a Mach-O file"),
      Refusal(start: [], zeros: 100, reason: "not a Mach-O file"),
      Refusal(start: Array("bplist00".utf8), reason: "not a Mach-O file"),
      Refusal(start: Array("!<arch>\n".utf8), reason: "a static library, not a Mach-O file"),
      Refusal(start: [0x7F, 0x45, 0x4C, 0x46], zeros: 60, reason: "an ELF file, not a Mach-O file"),
      Refusal(start: [0xCF, 0xFA, 0xED, 0xFE], reason: "a truncated Mach-O header"),
      Refusal(start: [0xCE, 0xFA, 0xED, 0xFE], zeros: 23, reason: "a truncated Mach-O header"),
      Refusal(start: [0xFE, 0xED, 0xFA, 0xCF], zeros: 28, reason: powerPC),
      Refusal(start: [0xFE, 0xED, 0xFA, 0xCE], zeros: 24, reason: powerPC),
      Refusal(start: [0xCA, 0xFE, 0xBA, 0xBE], reason: "a truncated universal file"),
      Refusal(start: [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 0x34], zeros: 3_000, reason: java),
      Refusal(start: [0xCA, 0xFE, 0xBA, 0xBE, 0xFF, 0xFF, 0xFF, 0xFF], reason: java),
      Refusal(
        start: [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2], zeros: 39, reason: "more architectures than fit in the file"),
      Refusal(
        start: [0xCA, 0xFE, 0xBA, 0xBF, 0, 0, 0, 2], zeros: 63, reason: "more architectures than fit in the file"),
      Refusal(start: [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 0], reason: "a universal file without architectures"),
    ]
  }

  @Test(arguments: Refusal.all)
  func reasons(_ refusal: Refusal) {
    let bytes = refusal.start + [UInt8](repeating: 0, count: refusal.zeros)
    #expect(Self.explanation(bytes) == refusal.reason)
  }

  @Test func loadCommandsThatDoNotFit() {
    let room = "load commands that extend beyond the end of the file"
    let count = "more load commands than fit in their declared size"
    let size = "a load command with an invalid size"
    let uuid = little(0x1B as UInt32) + little(24 as UInt32) + [UInt8](repeating: 7, count: 16)
    func file(_ commands: [UInt8], count: UInt32, size: UInt32? = nil) -> [UInt8] {
      MachOBuilder().file(commandCount: count, commandSize: size ?? UInt32(commands.count)) + commands
    }
    #expect(Self.explanation(file(uuid, count: 1)) == nil)
    #expect(Self.explanation(file(uuid, count: 1, size: 25)) == room)
    #expect(Self.explanation(file(uuid, count: .max, size: .max)) == room)
    #expect(Self.explanation(file(uuid, count: 4)) == count)
    #expect(Self.explanation(file([], count: 0x2000_0000)) == count)
    // The second command is missing, or begins too near the end.
    #expect(Self.explanation(file(uuid, count: 2)) == size)
    #expect(Self.explanation(file(uuid + [1, 0, 0, 0], count: 2)) == size)
    for wrong in [0, 1, 7, 25, .max] as [UInt32] {
      var commands = uuid
      commands.replaceSubrange(4..<8, with: little(wrong))
      #expect(Self.explanation(file(commands, count: 1)) == size)
    }
    // Odd sizes are invalid, but harmless.
    #expect(Self.explanation(file(little(0x99 as UInt32) + little(9 as UInt32) + [0] + uuid, count: 2)) == nil)
  }

  @Test(arguments: [0x1B, 0x2, 0xB, 0x26, 0x32, 0x24, 0x19, 0x1] as [UInt32])
  func commandsThatAreTooShort(_ command: UInt32) {
    var builder = MachOBuilder()
    builder.add(command, [0, 0, 0, 0])
    #expect(Self.explanation(builder.file()) == "a load command that is too short")
  }

  @Test func moreSectionsThanHaveRoom() {
    for count in [1, 0x1999_9999, .max] as [UInt32] {
      var builder = MachOBuilder()
      builder.addSegment("__DWARF", 0, 0, count: count)
      #expect(Self.explanation(builder.file()) == "more sections than fit in their segment command")
    }
  }

  @Test func contentBeyondTheEndIsCutOff() throws {
    var builder = MachOBuilder()
    builder.addSegment(
      "__DWARF", .max - 15, .max, offset: .max, fileSize: 2,
      sections: [
        .init(segment: "__DWARF", name: "__debug_info", address: .max, size: .max, offset: 40),
        .init(segment: "__DWARF", name: "__debug_line", address: 0, size: 4, offset: .max),
      ])
    builder.add(
      0x2,
      little(0xFFFF_FFF0 as UInt32) + little(.max as UInt32) + little(0xFFFF_FFF0 as UInt32) + little(.max as UInt32))
    builder.add(0x26, little(64 as UInt32) + little(.max as UInt32))
    let bytes = builder.file()
    let file = try Self.thin(bytes)
    #expect(file.isTruncated)
    #expect(file.debugSection("__debug_info") == 40..<bytes.count)
    #expect(file.debugSection("__debug_line").isEmpty)
    #expect(file.segments[0].fileRange.isEmpty)
    #expect(file.linkEdit.symbols.isEmpty && file.linkEdit.strings.isEmpty)
    #expect(file.linkEdit.functionStarts == 64..<bytes.count)
    #expect(file.sections[0].endAddress == .max && file.sections[0].contains(.max))
  }

  @Test func symbolsAreWholeEntries() throws {
    var builder = MachOBuilder()
    builder.addSymbols([.init(name: "_a", value: 0), .init(name: "_b", value: 0)])
    let bytes = builder.file()
    let symbols = try Self.thin(bytes).linkEdit.symbols
    #expect(symbols.count == 32)
    let cut = try Self.thin(Array(bytes.prefix(symbols.upperBound - 1)))
    #expect(cut.linkEdit.symbols.count == 16 && cut.isTruncated)
  }

  @Test func namesOfSegmentsMayBeAnything() throws {
    var builder = MachOBuilder()
    builder.addSegment(
      String(repeating: "A", count: 16), 0, 0,
      sections: [.init(segment: "", name: "sixteen bytes ok", address: 0, size: 0)])
    let file = try Self.thin(builder.file())
    #expect(file.segments[0].name == "AAAAAAAAAAAAAAAA" && file.sections[0].name == "sixteen bytes ok")
    var bytes = builder.file()
    bytes.replaceSubrange(40..<56, with: [0xFF, 0x00, 0xFF] + [UInt8](repeating: 0xFF, count: 13))
    #expect(try Self.thin(bytes).segments[0].name == "\u{FFFD}")
  }

  @Test func brokenSlicesAreLeftOut() throws {
    var good = MachOBuilder()
    good.addUUID(Array(1...16))
    let broken = Array(good.file().prefix(30))
    let powerPC: [UInt8] = [0xFE, 0xED, 0xFA, 0xCE] + [UInt8](repeating: 0, count: 24)
    let file = try MachOFile.read(FileBytes(universal([broken, powerPC, good.file()])))
    #expect(file.slices.count == 1 && file.slices[0].uuid != nil)
    #expect(
      file.faults.map(\.explanation) == [
        "a truncated Mach-O header", "a big-endian Mach-O file (PowerPC), which is not supported",
      ])
    #expect(file.faults.map(\.offset) == [68, 98])
    #expect(Self.explanation(universal([broken])) == "a truncated Mach-O header")
  }

  @Test func universalInsideUniversalIsRefused() {
    let inner = universal([MachOBuilder().file()])
    #expect(Self.explanation(universal([inner])) == "a universal file inside a universal file")
    // A slice that is the complete file.
    var itself = universal([MachOBuilder().file()])
    itself.replaceSubrange(16..<20, with: [0, 0, 0, 0])
    #expect(Self.explanation(itself) == "a universal file inside a universal file")
  }

  @Test func slicesMayOverlapOrReachBeyondTheEnd() throws {
    var builder = MachOBuilder()
    builder.addUUID(Array(1...16))
    let one = builder.file()
    var twice = universal([one, one])
    twice.replaceSubrange(8 + 20 + 8..<8 + 20 + 12, with: big(UInt32(48)))
    #expect(try MachOFile.read(FileBytes(twice)).slices.map(\.range) == [48..<(48 + one.count), 48..<(48 + one.count)])
    let cut = try MachOFile.read(FileBytes(Array(universal([one, one + [0, 0, 0, 0]]).dropLast(4))))
    #expect(cut.slices.count == 2 && cut.faults.map(\.explanation) == ["the slice for arm64 is truncated"])
    let gone = try MachOFile.read(FileBytes(Array(universal([one, one]).dropLast(one.count))))
    #expect(gone.slices.count == 1 && gone.faults.map(\.explanation) == ["the slice for arm64 is outside the file"])
  }
}
