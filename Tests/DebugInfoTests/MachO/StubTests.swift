import DebugInfo
import TestSupport
import Testing

@Suite struct StubTests {
  @Test(arguments: [
    (0x240C, "DYLD-STUB$$CFRelease"), (0x240E, "DYLD-STUB$$CFRelease"), (0x2430, "DYLD-STUB$$objc_msgSendSuper2"),
    (0x2418, "DYLD-STUB$$CTFontManagerRegisterFontsForURL"),
  ])
  func stubsOfAnImage(_ address: Int, _ name: String) throws {
    for path in ["XXXCoreTestHost", "XXXCoreTestHost.stripped"] {
      let stubs = Stubs(try SymbolFixtures.thin("x86_64-sim-dw5/" + path))
      let stub = try #require(stubs.stub(at: UInt64(address)))
      #expect(stub.name == name)
      #expect(stub.end - stub.start == 6 && stub.start <= address && address < stub.end)
    }
  }

  @Test func everyStubOfEveryImageHasAName() throws {
    for path in SymbolFixtures.paths where !path.contains(".dSYM/") {
      for file in try SymbolFixtures.read(path).slices {
        let stubs = Stubs(file)
        for section in file.sections where section.isSymbolStubs {
          for start in stride(from: section.address, to: section.endAddress, by: Int(section.reserved2)) {
            let stub = try #require(stubs.stub(at: start), "\(path) \(start)")
            #expect(stub.start == start)
          }
          #expect(stubs.stub(at: section.endAddress) == nil)
        }
      }
    }
  }

  @Test func dSYMHasNoTable() throws {
    let file = try SymbolFixtures.thin(SymbolFixtures.dwarf("x86_64-sim-dw5", "XXXCoreTestHost"))
    #expect(Stubs(file).isEmpty && Stubs(file).stub(at: 0x240C) == nil)
  }

  @Test func wrongTablesGiveNoName() throws {
    var builder = MachOBuilder()
    builder.addSegment(
      "__TEXT", 0, 0x2000,
      sections: [
        .init(name: "__auth_stubs", address: 0x1000, size: 6 * 16, flags: 0x8000_0408, reserved1: 1, reserved2: 16),
        .init(name: "__stubs", address: 0x1800, size: 64, flags: 8, reserved1: .max, reserved2: 16),
        .init(name: "__none", address: 0x1900, size: 64, flags: 8, reserved1: 0, reserved2: 0),
      ])
    builder.addSymbols([
      .init(name: "_open", type: 1, section: 0, value: 0), .init(name: "", type: 1, section: 0, value: 0),
    ])
    builder.addIndirectSymbols([7, 0, 1, 2, 0x8000_0000, 0x4000_0000])
    let stubs = Stubs(try #require(try MachOFile.read(FileBytes(builder.file())).slices.first))
    let names = stride(from: 0x1000, to: 0x1060, by: 16).map { stubs.stub(at: UInt64($0))?.name }
    // A name; an empty one; no such symbol; stripped; absolute; after the table.
    #expect(names == ["DYLD-STUB$$open", nil, nil, nil, nil, nil])
    #expect(stubs.stub(at: 0x1800) == nil && stubs.stub(at: 0x1900) == nil && stubs.stub(at: .max) == nil)
  }
}
