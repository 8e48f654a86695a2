import DebugInfo
import Testing

@Suite struct FunctionStartTests {
  @Test(arguments: [
    ("functionstarts-x86_64-sim/XXXCoreTestHost", 27), ("x86_64-sim-dw5/XXXCoreTestHost", 27),
    ("hidden-arm64-ios/XXXCoreTestHost", 9), ("exe-arm64-sim-dw5/XXXCoreApp", 2),
    ("swift-arm64-sim/DesignKit", 2207), ("swift-traps-arm64/Traps", 16), ("oldswift-x86_64-sim/MyProject", 32),
    ("objcstubs-arm64-sim/PreviewKit", 2),
  ])
  func counts(_ path: String, _ count: Int) throws {
    #expect(FunctionStarts(try SymbolFixtures.thin(path)).count == count)
  }

  @Test func startsOfAStrippedImage() throws {
    let starts = FunctionStarts(try SymbolFixtures.thin("functionstarts-x86_64-sim/XXXCoreTestHost"))
    let expected: [UInt64] = [
      0xC30, 0x1C10, 0x1DF0, 0x1E50, 0x1EA0, 0x1F90, 0x2000, 0x2010, 0x2020, 0x2040, 0x2060, 0x20B0, 0x2100, 0x2180,
      0x21A0, 0x21E0, 0x2280, 0x22B0, 0x2300, 0x2310, 0x2340, 0x2360, 0x2370, 0x23A0, 0x23D0, 0x23E0, 0x2400,
    ]
    #expect((0..<starts.count).compactMap { starts.function($0)?.start } == expected)
    #expect(starts.function(at: 0x1DD7)?.start == 0x1C10)
    #expect(starts.function(at: 0x1EA9)?.start == 0x1EA0)
    #expect(starts.function(at: 0x2281)?.start == 0x2280)
    // Before the first function, and after the end of the section, where the stubs are.
    #expect(starts.function(at: 0xC2F) == nil)
    #expect(starts.function(at: 0x240E) == nil)
    #expect(starts.start(after: 0x2281) == 0x22B0 && starts.start(after: 0x2400) == nil)
    #expect(starts.start(after: 0) == 0xC30)
  }

  @Test func executableCountsFromItsText() throws {
    let starts = FunctionStarts(try SymbolFixtures.thin("exe-arm64-sim-dw5/XXXCoreApp"))
    #expect(starts.function(at: 0x1_0000_0688)?.start == 0x1_0000_0680)
  }

  @Test func dSYMHasNone() throws {
    let file = try SymbolFixtures.thin(SymbolFixtures.dwarf("x86_64-sim-dw5", "XXXCoreTestHost"))
    #expect(FunctionStarts(file).isEmpty && FunctionStarts(file).function(at: 0x1DD6) == nil)
  }

  private func starts(_ distances: [UInt64], cut: Int = 0) throws -> [UInt64] {
    var builder = MachOBuilder()
    builder.addSegment("__TEXT", 0x1000, 0x1_0000_0000, sections: [.text(0x1000, 0xFFFF_FFFF)])
    builder.addFunctionStarts(distances)
    let file = try #require(try MachOFile.read(FileBytes(Array(builder.file().dropLast(cut)))).slices.first)
    let starts = FunctionStarts(file)
    return (0..<starts.count).compactMap { starts.function($0)?.start }
  }

  @Test func listEndsWhereItMakesNoSense() throws {
    #expect(try starts([16, 16, 0, 16]) == [0x1010, 0x1020])
    #expect(try starts([16, 0xFFFF_FFF0]) == [0x1010])
    #expect(try starts([16, .max, 16]) == [0x1010])
    // The last number and the zero are missing, or half of a number is.
    #expect(try starts([16, 16], cut: 2) == [0x1010])
    #expect(try starts([16, 300], cut: 2) == [0x1010])
  }
}
