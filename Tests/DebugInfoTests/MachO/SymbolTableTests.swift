import DebugInfo
import TestSupport
import Testing
import Vocabulary

@Suite struct SymbolTableTests {
  static func table(_ file: MachOFile) -> SymbolTable { SymbolTable(file, functionStarts: FunctionStarts(file)) }

  static func names(_ file: MachOFile, _ addresses: [UInt64]) -> [String?] {
    let table = table(file)
    return addresses.map { address in table.symbol(at: address).map { table.name(of: $0) } }
  }

  static func image(
    _ symbols: [MachOBuilder.Symbol], starts: [UInt64] = [], cpuType: UInt32 = 0x0100_000C
  ) throws -> MachOFile {
    var builder = MachOBuilder(is64Bit: cpuType & 0x0100_0000 != 0, cpuType: cpuType)
    builder.addSegment(
      "__TEXT", 0x1000, 0x1000,
      sections: [.text(0x1100, 0x200), MachOBuilder.Section(name: "__const", address: 0x1400, size: 0x100)])
    builder.addSymbols(symbols)
    if !starts.isEmpty { builder.addFunctionStarts(starts) }
    return try #require(try MachOFile.read(FileBytes(builder.file())).slices.first)
  }

  @Test func namesOfAnImage() throws {
    let file = try SymbolFixtures.thin("x86_64-sim-dw5/XXXCoreTestHost")
    #expect(
      Self.names(file, [0x1C10, 0x1DD6, 0x1EA9, 0x1FA0, 0x218D])
        == [
          "LoadFonts", "LoadFonts", "-[BottomCommentView loadContent]",
          "__32-[BottomCommentView loadContent]_block_invoke",
          "_ZN8overlays12_GLOBAL__N_16hiddenERNS_4RingIPKvLi8EEE",
        ].map { $0 })
    let symbol = try #require(Self.table(file).symbol(at: 0x1DD6))
    #expect(symbol.start == 0x1C10 && symbol.end == 0x1DF0 && symbol.isExternal && !symbol.isThumb)
  }

  @Test func imageStrippedImageAndDSYMAgree() throws {
    let file = try SymbolFixtures.thin("x86_64-sim-dw5/XXXCoreTestHost")
    let others = [
      try SymbolFixtures.thin("x86_64-sim-dw5/XXXCoreTestHost.stripped"),
      try SymbolFixtures.thin(SymbolFixtures.dwarf("x86_64-sim-dw5", "XXXCoreTestHost")),
    ]
    let text = try #require(file.section("__TEXT", "__text"))
    let addresses = Array(stride(from: text.address, to: text.endAddress, by: 16))
    let names = Self.names(file, addresses)
    #expect(Set(names).count == 27)
    for other in others { #expect(Self.names(other, addresses) == names) }
  }

  /// Ends of symbols, which other tools get wrong.
  @Test func symbolDoesNotReachOverTheNextFunctionStart() throws {
    let file = try SymbolFixtures.thin("functionstarts-x86_64-sim/XXXCoreTestHost")
    #expect(
      Self.names(file, [0x21DF, 0x21E0, 0x21E4, 0x227F, 0x2280, 0x2281, 0x1DD7, 0x240E])
        == [nil, "FontRegistryEntry", "FontRegistryEntry", "FontRegistryEntry", nil, nil, nil, nil])
    let blind = try Self.image([], starts: [])
    // Without the list, the end is unknown.
    let table = SymbolTable(file, functionStarts: FunctionStarts(blind))
    #expect(table.symbol(at: 0x2281).map { table.name(of: $0) } == "FontRegistryEntry")
  }

  @Test func objectiveCStubsHaveSymbols() throws {
    for path in ["objcstubs-arm64-sim/PreviewKit", SymbolFixtures.dwarf("objcstubs-arm64-sim", "PreviewKit")] {
      let file = try SymbolFixtures.thin(path)
      #expect(
        Self.names(file, [0x664, 0x644])
          == ["objc_msgSend$prepareForInterfaceBuilder", "objc_msgSend$layoutIfNeeded"])
      #expect(Self.table(file).symbol(at: 0x664)?.start == 0x660)
    }
  }

  @Test func symbolEndsWithItsSection() throws {
    let file = try Self.image([
      .init(name: "_late", value: 0x12F0), .init(name: "_data", section: 2, value: 0x1410),
    ])
    #expect(
      Self.names(file, [0x10FF, 0x12EF, 0x12F0, 0x12FF, 0x1300, 0x13FF, 0x1400, 0x1410, 0x14FF, 0x1500])
        == [nil, nil, "late", "late", nil, nil, nil, "data", "data", nil])
  }

  @Test func onlyDefinedSymbolsCount() throws {
    let file = try Self.image([
      .init(name: "_undefined", type: 0x01, section: 0, value: 0x1200),
      .init(name: "_absolute", type: 0x03, section: 0, value: 0x1204),
      .init(name: "_indirect", type: 0x0B, section: 0, value: 0x1208),
      .init(name: "_stab", type: 0x24, section: 1, value: 0x120C),
      .init(name: "", section: 1, value: 0x1210),
      .init(name: "__mh_execute_header", section: 1, value: 0x1000),
      .init(name: "_nowhere", section: 9, value: 0x1214),
      .init(name: "_none", section: 0, value: 0x1214),
      .init(name: "_real", section: 1, value: 0x1180),
    ])
    #expect(Self.table(file).count == 1)
    #expect(Self.names(file, [0x1000, 0x1180, 0x1220]) == [nil, "real", "real"])
  }

  /// As in `llvm-symbolizer`: the last of equal candidates.
  @Test func oneNameForEachAddress() throws {
    let file = try Self.image([
      .init(name: "_local", type: 0x0E, value: 0x1100), .init(name: "_beta", value: 0x1100),
      .init(name: "ltmp0", type: 0x0E, value: 0x1100), .init(name: "_alpha", value: 0x1100),
      .init(name: "_other", type: 0x0E, value: 0x1100),
      .init(name: "_static", type: 0x0E, value: 0x1120), .init(name: "ltmp1", value: 0x1120),
      .init(name: "l_label", type: 0x0E, value: 0x1120), .init(name: "Lloop", type: 0x0E, value: 0x1120),
      .init(name: "_private", type: 0x1E, value: 0x1140), .init(name: "_second", type: 0x0E, value: 0x1140),
      .init(name: "ltmp2", type: 0x0E, value: 0x1160),
    ])
    #expect(Self.names(file, [0x1100, 0x1124, 0x1148, 0x1160]) == ["alpha", "static", "private", "ltmp2"])
    #expect(Self.table(file).count == 4)
    let order = (0..<4).compactMap { Self.table(file).symbol($0)?.start }
    #expect(order == [0x1100, 0x1120, 0x1140, 0x1160])
    #expect(Self.table(file).symbol(4) == nil && Self.table(file).symbol(-1) == nil)
  }

  @Test func onlyOneUnderscoreIsMachOs() throws {
    let file = try Self.image([
      .init(name: "__ZN3fooEv", value: 0x1100), .init(name: "-[A b]", value: 0x1110),
      .init(name: "_$s1a", value: 0x1120), .init(name: "bare", value: 0x1130), .init(name: "_", value: 0x1140),
    ])
    #expect(
      Self.names(file, [0x1100, 0x1110, 0x1120, 0x1130, 0x1140]) == ["_ZN3fooEv", "-[A b]", "$s1a", "bare", ""])
  }

  @Test func thumbIsNoted() throws {
    let symbols = [
      MachOBuilder.Symbol(name: "_thumb", description: 8, value: 0x1100),
      MachOBuilder.Symbol(name: "_arm", value: 0x1140),
    ]
    // In the list of starts, the addresses contain the Thumb bit, and therefore the distances, too.
    let file = try Self.image(symbols, starts: [0x101, 0x1F, 0x21], cpuType: 12)
    let table = Self.table(file)
    #expect(table.symbol(at: 0x1100)?.isThumb == true)
    #expect(table.symbol(at: 0x111E)?.end == 0x1120)
    #expect(table.symbol(at: 0x1120) == nil)
    #expect(table.symbol(at: 0x1144)?.isThumb == false)
    let starts = FunctionStarts(file)
    #expect((0..<3).compactMap { starts.function($0)?.start } == [0x1100, 0x1120, 0x1140])
    #expect((0..<3).compactMap { starts.function($0)?.isThumb } == [true, false, true])
    #expect(starts.function(at: 0x1100)?.start == 0x1100)
  }

  /// Addresses in any order, with distances of more than 32 bits.
  @Test func farApartAddressesAreFound() throws {
    var builder = MachOBuilder()
    let locations: [UInt64] = [0x1000, 0x1_0000_0000, 0x0F00_0000_0700_4000, 0x7_0000_0000]
    builder.addSegment(
      "__TEXT", 0, .max,
      sections: locations.enumerated().map {
        MachOBuilder.Section(name: "s\($0.offset)", address: $0.element, size: 64)
      })
    builder.addSymbols(
      locations.enumerated().map {
        .init(name: "_f\($0.offset)", section: UInt8($0.offset + 1), value: $0.element + 16)
      })
    let file = try #require(try MachOFile.read(FileBytes(builder.file())).slices.first)
    #expect(Self.names(file, locations.map { $0 + 20 }) == ["f0", "f1", "f2", "f3"])
    #expect(Self.names(file, locations.map { $0 + 15 } + [0, .max]) == [nil, nil, nil, nil, nil, nil])
  }

  /// More symbols than one sorting pass covers, in random order.
  @Test func manySymbols() throws {
    var builder = MachOBuilder()
    let count = 5_000
    builder.addSegment("__TEXT", 0, 1 << 40, sections: [.text(0x4000, UInt64(count) << 24)])
    let order = (0..<count).shuffled()
    builder.addSymbols(order.map { .init(name: "_f\($0)", value: 0x4000 + UInt64($0) << 24) })
    let file = try #require(try MachOFile.read(FileBytes(builder.file())).slices.first)
    let table = Self.table(file)
    #expect(table.count == count)
    for number in stride(from: 0, to: count, by: 7) {
      let symbol = try #require(table.symbol(at: 0x4000 + UInt64(number) << 24 + 5))
      #expect(table.name(of: symbol) == "f\(number)")
    }
  }
}
