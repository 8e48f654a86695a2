import DebugInfo
import Testing
import Vocabulary

@Suite struct ExportsTrieTests {
  /// A dylib whose symbol table was stripped: three exports below a common prefix.
  private static func builder(_ command: UInt32 = 0x8000_0033, _ trie: [UInt8] = tree) -> MachOBuilder {
    var builder = MachOBuilder()
    builder.addSegment("__TEXT", 0x1000, 0x1000, sections: [.text(0x1100, 0x300)])
    builder.addFunctionStarts([0x100, 0x80, 0x80])
    builder.addExports(trie, command: command)
    return builder
  }

  /// `_card` with the children `Deal` (0x1100), `Shuffle` (0x1180) and `Other`, which is another library's.
  private static let tree: [UInt8] = {
    let prefix: [UInt8] = [0, 1] + Array("_card".utf8) + [0, 9]
    let children: [UInt8] =
      [0, 3] + Array("Deal".utf8) + [0, 33] + Array("Shuffle".utf8) + [0, 38] + Array("Other".utf8) + [0, 43]
    return prefix + children + [3, 0, 0x80, 0x02, 0] + [3, 0, 0x80, 0x03, 0] + [3, 8, 1, 0, 0]
  }()

  private static func file(_ builder: MachOBuilder) throws -> MachOFile {
    try MachOFile.read(FileBytes(builder.file())).slices[0]
  }

  @Test(arguments: [0x22, 0x8000_0022, 0x8000_0033] as [UInt32])
  func namesOfAStrippedImage(_ command: UInt32) throws {
    let file = try Self.file(Self.builder(command))
    let trie = ExportsTrie(file)
    #expect(trie.count == 2)
    #expect(trie.symbol(at: 0x1104)?.name == "cardDeal")
    #expect(trie.symbol(at: 0x1104)?.end == 0x1180)
    #expect(trie.symbol(at: 0x10FF) == nil && trie.symbol(at: 0x1400) == nil)
    let symbols = try #require(SymbolFile(debug: nil, image: file))
    let names = symbols.frames(at: [0x1104, 0x1180, 0x1200].map { LinkedAddress($0) }).map { $0.first?.name }
    // The third function has no name: it is not the second one.
    #expect(names == ["cardDeal", "cardShuffle", "function at 0x1200"])
  }

  @Test func symbolTablePrecedesExports() throws {
    var builder = Self.builder()
    builder.addSymbols([.init(name: "_deal", value: 0x1100)])
    let symbols = try #require(SymbolFile(debug: nil, image: try Self.file(builder)))
    let names = symbols.frames(at: [0x1104, 0x1184].map { LinkedAddress($0) }).map { $0.first?.name }
    #expect(names == ["deal", "cardShuffle"])
  }

  /// Cycles, shared nodes, and every truncated or changed byte: the work stays in proportion to the size.
  @Test func damage() throws {
    let cycle: [UInt8] = [0, 2] + Array("_a".utf8) + [0, 0] + Array("_b".utf8) + [0, 0]
    #expect(ExportsTrie(try Self.file(Self.builder(0x8000_0033, cycle))).isEmpty)
    for length in Self.tree.indices {
      _ = ExportsTrie(try Self.file(Self.builder(0x8000_0033, Array(Self.tree[..<length])))).symbol(at: 0x1104)
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = Self.tree
        changed[length] = value
        _ = ExportsTrie(try Self.file(Self.builder(0x8000_0033, changed))).symbol(at: 0x1104)
      }
    }
  }
}

extension MachOBuilder {
  /// Adds `LC_DYLD_EXPORTS_TRIE`, or `LC_DYLD_INFO` with exports.
  mutating func addExports(_ trie: [UInt8], command: UInt32) {
    let start = end
    let padding = command == 0x8000_0033 ? 0 : 32
    append(trie)
    add(command, [UInt8](repeating: 0, count: padding) + little(start) + little(UInt32(trie.count)))
  }
}
