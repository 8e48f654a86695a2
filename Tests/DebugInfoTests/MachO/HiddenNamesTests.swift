import DebugInfo
import Testing
import Vocabulary

@Suite struct HiddenNamesTests {
  static let folder = "hidden-arm64-ios/"
  static let map = folder + "BCSymbolMaps/0B1DDE11-5EED-3A11-9C0D-1D0C5AFE0001.bcsymbolmap"

  @Test func mapOfTheFixtures() throws {
    let names = try HiddenNames(try SymbolFixtures.bytes(Self.map))
    #expect(names.count == 78)
    #expect(names.name(for: "__hidden#0_") == "/Users/ci/XXXCore/XXXCore.m")
    #expect(names.name(for: "__hidden#28_") == "___32-[BottomCommentView loadContent]_block_invoke")
    #expect(names.name(for: "_hidden#28_") == "__32-[BottomCommentView loadContent]_block_invoke")
    #expect(names.name(for: "_hidden#27_") == "-[BottomCommentView loadContent]")
    #expect(names.name(for: "__hidden#77_") == "__destroy_helper_block_e8_32s")
    #expect(names.name(for: "__hidden#78_") == nil)
  }

  /// The symbol table of such a build has hidden names. With the map they equal those of another build of the same
  /// code.
  @Test func symbolsOfTheFixtures() throws {
    let names = try HiddenNames(try SymbolFixtures.bytes(Self.map))
    let file = try SymbolFixtures.thin(SymbolFixtures.dwarf("hidden-arm64-ios", "XXXCoreTestHost"))
    let table = SymbolTable(file, functionStarts: FunctionStarts(file))
    let symbol = try #require(table.symbol(at: 0x40FC))
    #expect(table.name(of: symbol).hasPrefix("_hidden#"))
    #expect(names.name(for: table.name(of: symbol)) == "-[BottomCommentView loadContent]")
    let text = try #require(file.section("__TEXT", "__text"))
    let found = (0..<table.count).compactMap { table.symbol($0) }.filter { text.contains($0.start) }
      .map { table.name(of: $0) }
    #expect(
      found.map { names.name(for: $0) ?? $0 } == [
        "-[BottomCommentView initWithFrame:]", "-[BottomCommentView initWithCoder:]",
        "-[BottomCommentView loadContent]",
        "__32-[BottomCommentView loadContent]_block_invoke", "__copy_helper_block_e8_32s",
        "__destroy_helper_block_e8_32s", "-[BottomCommentView .cxx_destruct]",
        "-[BottomCommentView(Designable) prepareForInterfaceBuilder]", "LoadFonts",
      ])
  }

  @Test func originalUUIDIsInThePropertyList() throws {
    let path = "hidden-arm64-ios/XXXCoreTestHost.dSYM/Contents/Resources/4C4C4423-5555-3144-A158-850E9C8B65C2.plist"
    let list = try SymbolFixtures.bytes(path)
    #expect(HiddenNames.originalUUID(propertyList: list)?.description == "0B1DDE11-5EED-3A11-9C0D-1D0C5AFE0001")
    for length in 0..<(list.count - 40) {
      let uuid = HiddenNames.originalUUID(propertyList: Array(list.prefix(length)))
      #expect(uuid == nil || uuid?.description == "0B1DDE11-5EED-3A11-9C0D-1D0C5AFE0001")
    }
    for text in [
      "", "<key>DBGOriginalUUID</key>", "<key>DBGOriginalUUID</key><string>",
      "<key>DBGOriginalUUID</key><string></string>",
      "<key>DBGOriginalUUID</key><true/>", "<key>DBGOriginalUUID</key><string>0B1DDE11</string>",
      "<key>Other</key><string>0B1DDE11-5EED-3A11-9C0D-1D0C5AFE0001</string>", "<key><key>DBGOriginal",
    ] { #expect(HiddenNames.originalUUID(propertyList: Array(text.utf8)) == nil, "\(text)") }
    let tight = "<key>DBGOriginalUUID<key>DBGOriginalUUID</key><string>0b1dde115eed3a119c0d1d0c5afe0001<"
    #expect(HiddenNames.originalUUID(propertyList: Array(tight.utf8)) != nil)
  }

  @Test func linesOfEveryKind() throws {
    let names = try HiddenNames(Array("BCSymbolMap Version: 2.0\r\n_main\r\n\n\u{1}-[A b]\nlast".utf8))
    #expect(names.count == 4)
    #expect(names.name(for: "__hidden#0_") == "_main")
    #expect(names.name(for: "_hidden#0_") == "main")
    #expect(names.name(for: "___hidden#0_") == "_main")
    #expect(names.name(for: "__hidden#1_") == nil)
    #expect(names.name(for: "__hidden#2_") == "-[A b]")
    #expect(names.name(for: "__hidden#3_") == "last")
    for name in [
      "", "_", "hidden#0_", "____hidden#0_", "__hidden#0", "__hidden#_", "__hidden#-1_", "__hidden#+1_", "__hidden#4_",
      "__hidden#99999999999999999999_", "__hidden#0x0_", "main", "__hidden#",
    ] { #expect(names.name(for: name) == nil, "\(name)") }
  }

  @Test func otherFilesAreRefused() throws {
    #expect(throws: MachOFault("not a BCSymbolMap file", at: 0)) { try HiddenNames([]) }
    #expect(throws: MachOFault("not a BCSymbolMap file", at: 0)) { try HiddenNames(Array("BCSymbolMap".utf8)) }
    #expect(throws: MachOFault("an unsupported version of BCSymbolMap", at: 21)) {
      try HiddenNames(Array("BCSymbolMap Version: 3.0\na".utf8))
    }
    for text in ["BCSymbolMap Version: 1.0", "BCSymbolMap Version: 2.0\n"] {
      #expect(try HiddenNames(Array(text.utf8)).count == 0)
    }
  }
}
