import DebugInfo
import TestSupport
import Testing
import Vocabulary

@Suite struct MachOFileTests {
  static let rows = SymbolFixtures.rows.filter { $0.path.contains("/") }

  @Test func tableIsThere() { #expect(Self.rows.count == 38) }

  @Test(arguments: rows)
  func identityIsRead(_ row: SymbolFixtures.Row) throws {
    let file = try SymbolFixtures.read(row.path)
    let uuid = try #require(ImageUUID(row.uuid))
    let slice = try #require(file.slice(uuid: uuid))
    #expect(slice.architecture.name == row.architecture)
    #expect(slice.architecture == Architecture(name: row.architecture))
    #expect(slice.textAddress == row.textAddress)
    #expect(!slice.isTruncated)
    #expect(file.faults.isEmpty)
    #expect(file.description.contains("\(row.architecture) \(row.uuid)"))
    #expect(slice.fileType == (row.path.contains(".dSYM/") ? .dsym : row.path.hasPrefix("exe") ? .executable : .dylib))
  }

  @Test func uuidThatNoFileHasIsNotFound() throws {
    let lost = try #require(SymbolFixtures.rows.first { !$0.path.contains("/") })
    let uuid = try #require(ImageUUID(lost.uuid))
    for path in SymbolFixtures.paths { #expect(try SymbolFixtures.read(path).slice(uuid: uuid) == nil) }
  }

  @Test func universalFileHasSlicesInItsOrder() throws {
    let file = try SymbolFixtures.read("universal-ios-dw4/XXXCoreTestHost")
    #expect(
      file.description
        == "arm64 4C4C4465-5555-3144-A1B0-5F256D8B5A75, arm64e 4C4C4482-5555-3144-A124-FD173C2AFE84")
    let arm64e = try #require(Architecture(name: "arm64e"))
    #expect(file.slice(architecture: arm64e)?.uuid == file.slices[1].uuid)
    // A slice has the same content as the thin file it was created from.
    let thin = try SymbolFixtures.thin("arm64e-ios-dw4/XXXCoreTestHost")
    #expect(file.slices[1].sections.map(\.address) == thin.sections.map(\.address))
    let text = try #require(file.slices[1].section("__TEXT", "__text"))
    let thinText = try #require(thin.section("__TEXT", "__text"))
    #expect(text.fileRange.lowerBound - file.slices[1].range.lowerBound == thinText.fileRange.lowerBound)
    #expect(text.fileRange.count == Int(text.size))
  }

  @Test func buildVersionIsRead() throws {
    let simulator = try SymbolFixtures.thin("x86_64-sim-dw5/XXXCoreTestHost")
    #expect(simulator.build?.platform == .iOSSimulator)
    #expect(simulator.build?.platform.name == "iOS Simulator")
    #expect(simulator.build?.minimumOS.description == "14.0")
    #expect(simulator.build?.sdk.description == "17.0")
    #expect(try SymbolFixtures.thin("x86_64-macos-dw5/XXXCoreTestHost").build?.platform == .macOS)
    // LC_VERSION_MIN_IPHONEOS for a processor that is not used in iPhones.
    #expect(try SymbolFixtures.thin("oldswift-x86_64-sim/MyProject").build?.platform == .iOSSimulator)
  }

  @Test func sectionsOfAnImage() throws {
    let file = try SymbolFixtures.thin("x86_64-sim-dw5/XXXCoreTestHost")
    let text = try #require(file.section("__TEXT", "__text"))
    #expect(text.address == 0xC30 && text.contains(0x1DD6) && text.hasInstructions && !text.isSymbolStubs)
    #expect(!text.contains(text.endAddress) && text.contains(text.endAddress - 1))
    let stubs = try #require(file.section("__TEXT", "__stubs"))
    #expect(stubs.isSymbolStubs && stubs.reserved2 == 6 && stubs.contains(0x240C))
    let common = try #require(file.section("__DATA", "__common"))
    #expect(common.isZeroFill && common.fileRange.isEmpty && common.size > 0)
    #expect(file.debugSection("__debug_info").isEmpty)
    #expect(file.textSize == file.segments.first { $0.name == "__TEXT" }?.size)
  }

  @Test func sectionsOfADSYM() throws {
    let file = try SymbolFixtures.thin(SymbolFixtures.dwarf("x86_64-sim-dw5", "XXXCoreTestHost"))
    // Its other segments have addresses, but no content.
    let text = try #require(file.section("__TEXT", "__text"))
    #expect(text.address == 0xC30 && text.fileRange.isEmpty)
    for name in ["__debug_info", "__debug_abbrev", "__debug_line", "__debug_str", "__debug_addr"] {
      let range = file.debugSection(name)
      #expect(!range.isEmpty && range.upperBound <= file.bytes.count, "\(name)")
      #expect(range.count == Int(try #require(file.section("__DWARF", name)).size))
    }
    // The name does not fit into 16 bytes.
    #expect(!file.debugSection("__debug_str_offs").isEmpty)
    #expect(file.debugSection("__debug_str_offsets") == file.debugSection("__debug_str_offs"))
    #expect(file.debugSection("__debug_nothing").isEmpty)
  }

  @Test func sectionsOfAnObjectNameTheirSegments() throws {
    let file = try SymbolFixtures.thin("debugmap-x86_64-sim/objs/1XXXCore.o")
    #expect(file.fileType == .object && file.uuid == nil && file.textAddress == 0)
    #expect(file.segments.map(\.name) == [""])
    #expect(file.section("__TEXT", "__text") != nil)
    #expect(!file.debugSection("__debug_info").isEmpty)
    #expect(file.description == "x86_64 without a UUID")
  }

  @Test func architectures() {
    for name in ["i386", "x86_64", "x86_64h", "armv7", "armv7s", "armv7k", "arm64", "arm64e", "arm64_32", "ppc"] {
      #expect(Architecture(name: name)?.name == name)
    }
    #expect(Architecture(name: "arm65") == nil)
    // arm64e with a version of pointer authentication in the capability bits.
    #expect(Architecture(cpuType: 0x0100_000C, cpuSubtype: 0x8000_0002).name == "arm64e")
    #expect(Architecture(cpuType: 23, cpuSubtype: 1).name == "cpu 0x17 sub 0x1")
    #expect(Architecture(name: "arm64_32")?.is64Bit == false)
    #expect(Architecture(name: "arm64_32")?.isARM64 == true)
    #expect(Architecture(name: "armv7")?.isARM32 == true)
    #expect(Architecture(name: "x86_64h")?.isIntel == true)
    #expect(Architecture(name: "arm64")?.isIntel == false)
  }

  @Test func narrowFileIsRead() throws {
    var builder = MachOBuilder(is64Bit: false, cpuType: 12, cpuSubtype: 9, fileType: 2)
    builder.addSegment("__TEXT", 0x4000, 0x8000, sections: [.text(0x5000, 0x1000)])
    builder.addUUID(Array(1...16))
    builder.add(0x25, little(UInt32(0x0009_0003)) + little(UInt32(0x000A_0000)))
    let file = try #require(try MachOFile.read(FileBytes(builder.file())).slices.first)
    #expect(file.architecture.name == "armv7" && file.fileType == .executable)
    #expect(file.textAddress == 0x4000 && file.textSize == 0x8000)
    #expect(file.sections.map(\.address) == [0x5000])
    #expect(file.uuid?.description == "01020304-0506-0708-090A-0B0C0D0E0F10")
    #expect(file.build?.platform == .iOS && file.build?.minimumOS.description == "9.0.3")
  }

  @Test func wideUniversalFileIsRead() throws {
    var first = MachOBuilder()
    first.addUUID(Array(1...16))
    var second = MachOBuilder(cpuType: 0x0100_0007, cpuSubtype: 3)
    second.addUUID(Array(17...32))
    let file = try MachOFile.read(FileBytes(universal([first.file(), second.file()], wide: true)))
    #expect(file.slices.map(\.architecture.name) == ["arm64", "x86_64"])
    #expect(file.slices.map { $0.uuid?.low } == [0x090A_0B0C_0D0E_0F10, 0x191A_1B1C_1D1E_1F20])
  }

  @Test func uuidOfZerosIsNone() throws {
    var builder = MachOBuilder()
    builder.addUUID([UInt8](repeating: 0, count: 16))
    builder.addUUID(Array(1...16))
    builder.addUUID(Array(17...32))
    // Of several, the first valid one.
    #expect(try MachOFile.read(FileBytes(builder.file())).slices[0].uuid?.low == 0x090A_0B0C_0D0E_0F10)
  }
}
