import DebugInfo
import Testing

/// Files designed to use time or memory out of proportion to their size.
@Suite struct BoundedWorkTests {
  private static let count = 50_000

  /// An image with `count` entries, all with the same long name.
  private static func image(type: UInt8, fileType: UInt32 = 6, sameAddress: Bool) throws -> MachOFile {
    var builder = MachOBuilder(fileType: fileType)
    builder.addSegment("__TEXT", 0, 1 << 32, sections: [.text(0, 1 << 32)])
    let name = String(repeating: "l", count: 60_000)
    builder.addSymbols(
      (0..<count).map { .init(name: name, type: type, value: sameAddress ? 16 : UInt64($0) * 16) })
    return try #require(try MachOFile.read(FileBytes(builder.file())).slices.first)
  }

  @Test func aliasesWithOneLongName() throws {
    let file = try Self.image(type: 0x0F, sameAddress: true)
    let table = SymbolTable(file, functionStarts: FunctionStarts(file))
    #expect(table.count == 1)
    #expect(table.symbol(at: 20).map { table.name(of: $0).utf8.count } == 60_000)
  }

  @Test func objectsWithOneLongName() throws {
    let objects = DebugMap(try Self.image(type: 0x66, sameAddress: false))
    #expect(objects.objectCount == Self.count)
    let functions = DebugMap(try Self.image(type: 0x24, sameAddress: true))
    #expect(functions.functionCount == 0)
  }

  /// The names are longer in total than the file, so not all of them are read.
  @Test func symbolsByNameWithOneLongName() throws {
    let symbols = ObjectSymbols(try Self.image(type: 0x0F, fileType: 1, sameAddress: false))
    #expect(symbols.address(of: String(repeating: "l", count: 60_000)) != nil)
  }

  @Test func stringTableWithoutAnEnd() throws {
    var builder = MachOBuilder()
    builder.addSegment("__TEXT", 0, 1 << 32, sections: [.text(0, 1 << 32)])
    builder.addSymbols([.init(name: String(repeating: "a", count: 1_000_000), value: 0)])
    let bytes = Array(builder.file().dropLast())
    let file = try #require(try MachOFile.read(FileBytes(bytes)).slices.first)
    let table = SymbolTable(file, functionStarts: FunctionStarts(file))
    let symbol = try #require(table.symbol(at: 0))
    // Names are truncated at a length that valid names do not reach.
    #expect(table.name(of: symbol).utf8.count == 65_536)
  }

  @Test func longNumbersInFunctionStarts() throws {
    var builder = MachOBuilder()
    builder.addSegment("__TEXT", 0, 1 << 32, sections: [.text(0, 1 << 32)])
    builder.addFunctionStarts([])
    var bytes = builder.file()
    bytes.removeLast()
    let numbers = [UInt8](repeating: 0x80, count: 1_000_000)
    bytes += numbers
    let command = try #require(bytes.firstRange(of: little(0x26 as UInt32) + little(16 as UInt32)))
    bytes.replaceSubrange(command.upperBound + 4..<command.upperBound + 8, with: little(UInt32(numbers.count)))
    let file = try #require(try MachOFile.read(FileBytes(bytes)).slices.first)
    #expect(file.linkEdit.functionStarts.count == numbers.count)
    #expect(FunctionStarts(file).isEmpty)
  }

  @Test func libraryWhoseMembersShareALongName() throws {
    let header = StaticLibraryTests.header("//", "1000000")
    let member = StaticLibraryTests.header("/0", "0")
    let bytes =
      Array("!<arch>\n".utf8) + header + [UInt8](repeating: 0x61, count: 1_000_000)
      + (0..<2_000).flatMap { _ in member }
    let library = try StaticLibrary.read(FileBytes(bytes), for: StaticLibraryTests.arm64)
    #expect(library.members.count == 2_000)
    #expect(library.members.allSatisfy { $0.name.utf8.count == 1024 })
  }
}
