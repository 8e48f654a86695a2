import DebugInfo
import Testing

@Suite struct StaticLibraryTests {
  static let arm64 = Architecture(cpuType: 0x0100_000C, cpuSubtype: 0)

  static func header(_ name: String, _ size: String, time: String = "0") -> [UInt8] {
    func field(_ text: String, _ width: Int) -> [UInt8] {
      Array((text + String(repeating: " ", count: width)).utf8.prefix(width))
    }
    return field(name, 16) + field(time, 12) + field("0", 6) + field("0", 6) + field("100644", 8) + field(size, 10)
      + Array("`\n".utf8)
  }

  static func library(_ parts: [UInt8]...) -> [UInt8] { Array("!<arch>\n".utf8) + parts.flatMap { $0 } }

  static func members(_ bytes: [UInt8]) throws -> [String] {
    let file = FileBytes(bytes)
    return try StaticLibrary.read(file, for: arm64).members.map { member in
      "\(member.name) \(member.modificationTime) " + String(decoding: bytes[member.range], as: UTF8.self)
    }
  }

  @Test func libraryOfTheFixtures() throws {
    let bytes = FileBytes(try SymbolFixtures.bytes("debugmap-x86_64-sim/objs/libFonts.a"))
    let library = try StaticLibrary.read(bytes, for: Self.arm64)
    #expect(library.members.map(\.name) == ["3FontRegistry.o"])
    for member in library.members {
      let object = try #require(try MachOFile.read(bytes, range: member.range).slices.first)
      #expect(object.fileType == .object && object.architecture.name == "x86_64" && !object.isTruncated)
      #expect(object.range == member.range)
      let line = object.debugSection("__debug_info")
      #expect(line.lowerBound >= member.range.lowerBound && line.upperBound <= member.range.upperBound)
    }
    #expect(library.member("nothing.o", modificationTime: 0) == nil)
  }

  @Test func namesOfEveryKind() throws {
    let bytes = Self.library(
      Self.header("__.SYMDEF", "2"), Array("xx".utf8), Self.header("/", "2"), Array("xx".utf8),
      Self.header("//", "16"), Array("first-long.o/\n12".utf8), Self.header("short.o", "3", time: "17"),
      Array("abc\n".utf8), Self.header("gnu.o/", "2"), Array("de".utf8), Self.header("/0", "2"), Array("fg".utf8),
      Self.header("#1/8", "11"), Array("bsd.o\0\0\0hij\n".utf8), Self.header("#1/20", "20"),
      Array("__.SYMDEF SORTED\0\0\0\0".utf8), Self.header("with blank.o", "0"))
    #expect(
      try Self.members(bytes) == [
        "short.o 17 abc", "gnu.o 0 de", "first-long.o 0 fg", "bsd.o 0 hij", "with blank.o 0 ",
      ])
  }

  @Test func memberOfTheRightTimeIsPreferred() throws {
    let bytes = Self.library(
      Self.header("a.o", "2", time: "5"), Array("xx".utf8), Self.header("a.o", "2", time: "7"), Array("yy".utf8))
    let library = try StaticLibrary.read(FileBytes(bytes), for: Self.arm64)
    #expect(library.member("a.o", modificationTime: 7) == library.members[1])
    #expect(library.member("a.o", modificationTime: 9) == library.members[0])
  }

  @Test func universalLibraryIsReadBySlice() throws {
    // The architectures are in the table of the universal file, because a library has no Mach-O header.
    let first = Self.library(Self.header("x.o", "2"), Array("xx".utf8))
    let second = Self.library(Self.header("a.o", "2"), Array("yy".utf8))
    let start = 8 + 2 * 20
    let bytes =
      big(0xCAFE_BABE as UInt32) + big(2 as UInt32) + big(0x0100_0007 as UInt32) + big(3 as UInt32)
      + big(UInt32(start)) + big(UInt32(first.count)) + big(0 as UInt32) + big(0x0100_000C as UInt32)
      + big(0 as UInt32) + big(UInt32(start + first.count)) + big(UInt32(second.count)) + big(0 as UInt32) + first
      + second
    #expect(try Self.members(bytes) == ["a.o 0 yy"])
    #expect(throws: MachOFault("a universal library without arm64e", at: 0)) {
      try StaticLibrary.read(FileBytes(bytes), for: Architecture(cpuType: 0x0100_000C, cpuSubtype: 2))
    }
  }

  @Test func whatLiesBehindDamageIsLeftOut() throws {
    let good = Self.header("a.o", "2") + Array("xx".utf8)
    // A size that is not a number, negative, or too large; no terminator after the header; a name outside the table.
    #expect(try Self.members(Self.library(good, Self.header("b.o", "2x"), Array("xx".utf8))) == ["a.o 0 xx"])
    #expect(try Self.members(Self.library(good, Self.header("b.o", "-2"), Array("xx".utf8))) == ["a.o 0 xx"])
    #expect(
      try Self.members(Self.library(good, Self.header("b.o", "9999999999"), Array("yyy".utf8)))
        == ["a.o 0 xx", "b.o 0 yyy"])
    #expect(try Self.members(Self.library(good, [UInt8](repeating: 0, count: 60))) == ["a.o 0 xx"])
    for name in ["#1/99", "#1/-1", "#1/x", "#1/0", "#1/99999999999999999999", "/5", "/-1", "/x", ""] {
      #expect(try Self.members(Self.library(Self.header(name, "2"), Array("xx".utf8), good)) == ["a.o 0 xx"], "\(name)")
    }
    #expect(try Self.members(Self.library()).isEmpty)
  }

  @Test func otherFilesAreRefused() throws {
    for bytes in [[], Array("!<thin>\n".utf8), Array("!<arch".utf8), try SymbolFixtures.bytes("uuids.csv")] {
      #expect(throws: MachOFault("not a static library", at: 0)) {
        try StaticLibrary.read(FileBytes(bytes), for: Self.arm64)
      }
    }
  }
}
