import DebugInfo
import Testing

@Suite struct DebugMapTests {
  static let folder = "debugmap-x86_64-sim/"

  @Test func objectsOfAnImage() throws {
    let map = DebugMap(try SymbolFixtures.thin(Self.folder + "XXXCoreTestHost"))
    let objects = (0..<map.objectCount).compactMap { map.object($0) }
    #expect(
      objects.map(\.path) == [
        "objs/1XXXCore.o", "objs/2BottomCommentView.o", "objs/4Globals.o", "objs/5Designable.o", "objs/libFonts.a",
      ])
    #expect(objects.map(\.member) == [nil, nil, nil, nil, "3FontRegistry.o"])
    #expect(objects.map(\.modificationTime) == [0, 0, 0, 0, 0])
    #expect(objects.map(\.functions) == [0..<1, 1..<9, 9..<9, 9..<18, 18..<26])
    #expect(map.functionCount == 26 && map.object(5) == nil && map.object(-1) == nil)
  }

  @Test func functionsOfAnImage() throws {
    let map = DebugMap(try SymbolFixtures.thin(Self.folder + "XXXCoreTestHost"))
    let index = try #require(map.indexOfFunction(at: 0x1DD6))
    let first = try #require(map.function(index))
    #expect(first.address == 0x1C10 && first.size == 472 && first.object == 0 && first.name == "LoadFonts")
    let second = try #require(map.indexOfFunction(at: 0x1F90))
    #expect(map.function(second)?.name == "__32-[BottomCommentView loadContent]_block_invoke")
    #expect(map.function(second)?.object == 1)
    // Before all functions, between two (padding), and after all.
    #expect(map.indexOfFunction(at: 0x1C0F) == nil)
    #expect(map.indexOfFunction(at: 0x1C10 + 472) == nil)
    #expect(map.indexOfFunction(at: 0x9000) == nil)
  }

  /// Each function is found in the object file of the map, with the same code as in the image.
  @Test func everyFunctionIsInItsObject() throws {
    let image = try SymbolFixtures.thin(Self.folder + "XXXCoreTestHost")
    let map = DebugMap(image)
    let table = SymbolTable(image, functionStarts: FunctionStarts(image))
    for number in 0..<map.objectCount {
      let reference = try #require(map.object(number))
      let bytes = FileBytes(try SymbolFixtures.bytes(Self.folder + reference.path))
      var range = bytes.range
      if let name = reference.member {
        let library = try StaticLibrary.read(bytes, for: image.architecture)
        range = try #require(library.member(name, modificationTime: reference.modificationTime)).range
      }
      let object = try #require(try MachOFile.read(bytes, range: range).slices.first)
      #expect(object.fileType == .object && object.architecture == image.architecture && !object.isTruncated)
      let symbols = ObjectSymbols(object)
      let names = SymbolTable(object, functionStarts: FunctionStarts(object))
      for index in reference.functions {
        let function = try #require(map.function(index))
        let address = try #require(map.address(ofFunction: index, in: symbols), "\(function.name)")
        #expect(symbols.address(of: function.name.hasPrefix("-") ? function.name : "_" + function.name) == address)
        let inObject = try #require(names.symbol(at: address))
        #expect(names.name(of: inObject) == function.name)
        let linked = try #require(table.symbol(at: function.address))
        #expect(table.name(of: linked) == function.name && linked.start == function.address)
        // The linker does not change the bytes, except for relocations.
        #expect(inObject.end - address >= function.size)
      }
    }
  }

  @Test func addressInAnObject() throws {
    let image = try SymbolFixtures.thin(Self.folder + "XXXCoreTestHost")
    let map = DebugMap(image)
    let object = try SymbolFixtures.thin(Self.folder + "objs/2BottomCommentView.o")
    let symbols = ObjectSymbols(object)
    let index = try #require(map.indexOfFunction(at: 0x1EA9))
    #expect(map.function(index)?.name == "-[BottomCommentView loadContent]")
    #expect(map.address(ofFunction: index, in: symbols) == 0xB0)
    // LoadFonts came from another object.
    #expect(map.address(ofFunction: 0, in: symbols) == nil)
    #expect(symbols.address(of: "_LoadFonts") == nil && symbols.address(of: "") == nil)
    #expect(map.address(ofFunction: 999, in: symbols) == nil)
  }

  @Test(arguments: [
    "x86_64-sim-dw5/XXXCoreTestHost.stripped", SymbolFixtures.dwarf("x86_64-sim-dw5", "XXXCoreTestHost"),
    "functionstarts-x86_64-sim/XXXCoreTestHost", "debugmap-x86_64-sim/objs/1XXXCore.o",
  ])
  func otherFilesHaveNone(_ path: String) throws {
    let map = DebugMap(try SymbolFixtures.thin(path))
    #expect(map.isEmpty && map.functionCount == 0 && map.indexOfFunction(at: 0x1DD6) == nil)
  }

  @Test(arguments: [
    ("a.o", "a.o", nil), ("/b/lib c.a(x.o)", "/b/lib c.a", "x.o"), ("lib.a(x(1).o)", "lib.a", "x(1).o"),
    ("/Kit.framework/Kit(x.o)", "/Kit.framework/Kit", "x.o"), ("(x.o)", "(x.o)", nil), ("lib.a()", "lib.a()", nil),
    ("/a(b)/c.o", "/a(b)/c.o", nil), ("", "", nil), (")", ")", nil),
  ])
  func membersAreToldFromPaths(_ location: String, _ path: String, _ member: String?) throws {
    var builder = MachOBuilder()
    builder.addSymbols([.init(name: location, type: 0x66, section: 0, value: 1_600_000_000)])
    let map = DebugMap(try #require(try MachOFile.read(FileBytes(builder.file())).slices.first))
    let object = try #require(map.object(0))
    #expect(object.path == path && object.member == member && object.modificationTime == 1_600_000_000)
  }

  /// Entries in an order that linkers do not write.
  @Test func damagedMapsGiveWhatTheyHave() throws {
    typealias Symbol = MachOBuilder.Symbol
    var builder = MachOBuilder()
    builder.addSymbols([
      Symbol(name: "_orphan", type: 0x24, value: 0x100),  // before any object
      Symbol(name: "", type: 0x24, section: 0, value: 0x10),
      Symbol(name: "a.o", type: 0x66, section: 0, value: 0),
      Symbol(name: "", type: 0x24, section: 0, value: 0x10),  // a size of nothing
      Symbol(name: "_first", type: 0x24, value: 0x300),  // no size
      Symbol(name: "_second", type: 0x24, value: 0x200),
      Symbol(name: "", type: 0x24, section: 0, value: .max),
      Symbol(name: "", type: 0x24, section: 0, value: 1),  // a second size
      Symbol(name: "b.o", type: 0x66, section: 0, value: 0),  // the N_SO between them is missing
      Symbol(name: "_third", type: 0x24, value: 0x400),
      Symbol(name: "", type: 0x64, section: 1, value: 0),
      Symbol(name: "", type: 0x24, section: 0, value: 8),  // behind the object's end
    ])
    let map = DebugMap(try #require(try MachOFile.read(FileBytes(builder.file())).slices.first))
    #expect((0..<map.objectCount).compactMap { map.object($0)?.functions } == [0..<2, 2..<3])
    let functions = (0..<map.functionCount).compactMap { map.function($0) }
    #expect(functions.map(\.name) == ["first", "second", "third"])
    #expect(functions.map(\.size) == [0, UInt64(UInt32.max), 0])
    let found = [0x1FF, 0x200, 0x2FF, 0x300, 0x3FF, 0x400, 0xFFFF].map { map.indexOfFunction(at: $0) }
    #expect(found == [nil, 1, 1, 0, 0, 2, 2])
  }
}
