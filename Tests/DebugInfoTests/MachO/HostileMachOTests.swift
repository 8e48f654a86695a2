import DebugInfo
import TestSupport
import Testing

/// Malicious files: reading them ends with an error or a partial answer, and always terminates.
@Suite struct HostileMachOTests {
  /// Calls all queries of a file.
  static func exercise(_ bytes: [UInt8]) {
    let file = FileBytes(bytes)
    if let library = try? StaticLibrary.read(file, for: Architecture(cpuType: 0x0100_0007, cpuSubtype: 3)) {
      for member in library.members { exercise(file, member.range) }
    }
    exercise(file, file.range)
  }

  private static func exercise(_ bytes: FileBytes, _ range: Range<Int>) {
    guard let file = try? MachOFile.read(bytes, range: range) else { return }
    #expect(!file.slices.isEmpty)
    for slice in file.slices {
      #expect(range.lowerBound <= slice.range.lowerBound && slice.range.upperBound <= range.upperBound)
      var addresses: [UInt64] = [0, 1, slice.textAddress, .max]
      for section in slice.sections {
        #expect(slice.range.lowerBound <= section.fileRange.lowerBound)
        #expect(section.fileRange.upperBound <= slice.range.upperBound)
        addresses += [section.address, section.address &+ 1, section.endAddress &- 1, section.endAddress]
      }
      let starts = FunctionStarts(slice)
      let symbols = SymbolTable(slice, functionStarts: starts)
      let stubs = Stubs(slice)
      let map = DebugMap(slice)
      let objects = ObjectSymbols(slice)
      for address in addresses {
        if let symbol = symbols.symbol(at: address) {
          #expect(symbol.start <= address && address < symbol.end)
          _ = objects.address(of: "_" + symbols.name(of: symbol))
        }
        if let function = starts.function(at: address) {
          #expect(function.start <= address && address < function.end)
        }
        if let stub = stubs.stub(at: address) { #expect(stub.start <= address && address < stub.end) }
        if let index = map.indexOfFunction(at: address) { _ = map.address(ofFunction: index, in: objects) }
      }
      for index in 0..<min(map.objectCount, 20) { _ = map.object(index) }
      for index in 0..<min(map.functionCount, 20) { _ = map.function(index) }
    }
  }

  static let small = [
    "exe-arm64-sim-dw5/XXXCoreApp.dSYM/Contents/Resources/DWARF/XXXCoreApp", "debugmap-x86_64-sim/objs/1XXXCore.o",
    "debugmap-x86_64-sim/objs/4Globals.o", "debugmap-x86_64-sim/objs/libFonts.a",
  ]

  /// Every byte of the header and the load commands, and some of the rest, where only ranges end earlier.
  @Test(arguments: small)
  func everyByteMayBeTheLast(_ path: String) throws {
    let bytes = try SymbolFixtures.bytes(path)
    let lengths = Array(0..<min(bytes.count, 2_200)) + Array(stride(from: 2_200, to: bytes.count, by: 13))
    for length in lengths { Self.exercise(Array(bytes.prefix(length))) }
  }

  /// The relevant parts of images, truncated at every byte: symbols, debug map, function starts and stubs.
  @Test(arguments: ["debugmap-x86_64-sim/XXXCoreTestHost", "functionstarts-x86_64-sim/XXXCoreTestHost"])
  func linkEditMayEndAnywhere(_ path: String) throws {
    let bytes = try SymbolFixtures.bytes(path)
    let linkEdit = try SymbolFixtures.thin(path).linkEdit
    let tables = [linkEdit.symbols, linkEdit.strings, linkEdit.indirectSymbols, linkEdit.functionStarts]
    let start = tables.map(\.lowerBound).min() ?? 0
    for length in stride(from: start, to: bytes.count, by: 31) {
      Self.exercise(Array(bytes.prefix(length)))
    }
    #expect(try MachOFile.read(FileBytes(Array(bytes.prefix(start + 1)))).slices[0].isTruncated)
  }

  @Test(arguments: [
    "debugmap-x86_64-sim/objs/4Globals.o", "objcstubs-arm64-sim/PreviewKit",
    "functionstarts-x86_64-sim/XXXCoreTestHost", "universal-sim-dw5/XXXCoreTestHost",
  ])
  func everyWordMayLie(_ path: String) throws {
    let good = try SymbolFixtures.bytes(path)
    let slice = try #require(try MachOFile.read(FileBytes(good)).slices.first)
    // Header and load commands, or the table of a universal file.
    let start = slice.range.lowerBound
    let commands = Int(good[start + 20]) | Int(good[start + 21]) << 8
    let words = stride(from: 0, to: start > 0 ? 48 : 32 + commands, by: 4)
    var random = UInt32(12_345)
    for word in words {
      random = random &* 1_664_525 &+ 1_013_904_223
      for value in [0, .max, 0x7FFF_FFFF, random] as [UInt32] {
        var bytes = good
        bytes.replaceSubrange(word..<(word + 4), with: little(value))
        Self.exercise(bytes)
      }
    }
  }

  /// Entries of the symbol table, string offsets, indices and numbers of every kind.
  @Test(arguments: ["debugmap-x86_64-sim/XXXCoreTestHost", "objcstubs-arm64-sim/PreviewKit"])
  func everyTableMayLie(_ path: String) throws {
    let good = try SymbolFixtures.bytes(path)
    let linkEdit = try SymbolFixtures.thin(path).linkEdit
    for table in [linkEdit.symbols, linkEdit.indirectSymbols, linkEdit.functionStarts] {
      for location in stride(from: table.lowerBound, to: table.upperBound - 4, by: 12) {
        for value in [0, .max, 0x7FFF_FFFF] as [UInt32] {
          var bytes = good
          bytes.replaceSubrange(location..<(location + 4), with: little(value))
          Self.exercise(bytes)
        }
      }
    }
  }

  @Test(arguments: small + ["universal-sim-dw5/XXXCoreTestHost", "debugmap-x86_64-sim/XXXCoreTestHost"])
  func mutants(_ path: String) throws {
    for bytes in Mutants(of: try SymbolFixtures.bytes(path), count: 150, seed: 7) { Self.exercise(bytes) }
  }
}
