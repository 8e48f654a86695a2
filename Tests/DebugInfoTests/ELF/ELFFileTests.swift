import Archives
import Testing
import Vocabulary

@testable import DebugInfo

/// Headers, sections, notes and symbols of ELF files.
@Suite struct ELFFileTests {
  static func names(_ builder: ELFBuilder, _ addresses: [UInt64]) throws -> [String] {
    let symbols = SymbolFile(.elf(try ELFFile.linked(FileBytes(builder.file()))))
    return symbols.frames(at: addresses.map { LinkedAddress($0) }).map { $0.first?.name ?? "-" }
  }

  @Test(arguments: [true, false])
  func headersAndBuildID(_ is64Bit: Bool) throws {
    var builder = ELFBuilder()
    builder.is64Bit = is64Bit
    builder.machine = is64Bit ? 183 : 3
    builder.loads = [(0x40_0123, 0x100), (0x50_0000, 0x2000)]
    builder.sections = [
      ELFBuilder.Section(name: ".note.other", type: 7, bytes: ELFBuilder.note([1, 2, 3], name: "Other")),
      ELFBuilder.Section(name: ".note.gnu.build-id", type: 7, bytes: ELFBuilder.note([0xAB, 0xCD, 0xEF])),
    ]
    let file = try ELFFile.linked(FileBytes(builder.file()))
    #expect(file.buildID?.digits == "abcdef")
    #expect(file.architecture.name == (is64Bit ? "arm64" : "i386"))
    #expect(file.textAddress == 0x40_0000 && file.textSize == 0x10_2000)
    #expect(file.description == (is64Bit ? "arm64 abcdef" : "i386 abcdef"))
    #expect(!file.isTruncated)
  }

  @Test func otherKindsAreRefusedByName() throws {
    func explanation(_ change: (inout ELFBuilder) -> Void) -> String? {
      var builder = ELFBuilder.withSymbols([])
      change(&builder)
      do {
        _ = try ImageFile.read(FileBytes(builder.file()))
        return nil
      } catch { return error.explanation }
    }
    #expect(explanation { _ in } == nil)
    #expect(explanation { $0.dataEncoding = 2 } == "a big-endian ELF file, which is not supported")
    #expect(explanation { $0.dataEncoding = 9 } == "an ELF file with an unknown byte order")
    #expect(explanation { $0.type = 1 }?.hasPrefix("an ELF object file") == true)
    #expect(explanation { $0.type = 4 }?.hasPrefix("an ELF core file") == true)
    #expect(explanation { $0.type = 77 } == "an ELF file of an unknown kind")
    let split = explanation {
      $0.type = 1
      $0.sections.append(ELFBuilder.Section(name: ".debug_info.dwo", bytes: [0]))
    }
    #expect(split?.hasPrefix("split debug information") == true)
  }

  @Test func aBuildIDHasUpTo64Bytes() throws {
    func id(_ count: Int) throws -> BuildID? {
      try ELFFile(FileBytes(ELFBuilder.withSymbols([], buildID: [UInt8](repeating: 7, count: count)).file())).buildID
    }
    #expect(try id(64)?.bytes.count == 64)
    #expect(try id(65) == nil)
    #expect(try id(0) == nil)
    #expect(try ELFFile(FileBytes(ELFBuilder.withSymbols([], buildID: [0, 0]).file())).buildID == nil)
  }

  @Test func symbolsEndWhereTheyState() throws {
    let builder = ELFBuilder.withSymbols([
      .init(name: "first", value: 0x1000, size: 0x10), .init(name: "second", value: 0x1020, size: 0),
      .init(name: "third", value: 0x1040, size: 0x1000), .init(name: "data", value: 0x8000, size: 8, info: 1),
    ])
    #expect(
      try Self.names(builder, [0x1000, 0x100F, 0x1010, 0x1020, 0x103F, 0x1040, 0x10FF, 0x1100, 0x8000])
        == ["first", "first", "-", "second", "second", "third", "third", "-", "-"])
  }

  @Test func theLargestSymbolOfAnAddressHasItsName() throws {
    let builder = ELFBuilder.withSymbols([
      .init(name: "small", value: 0x1000, size: 4), .init(name: "large", value: 0x1000, size: 8),
      .init(name: "label", value: 0x1000, size: 0, info: 0), .init(name: "undefined", value: 0x1010, section: 0),
      .init(name: "absolute", value: 0x1010, section: 0xFFF1), .init(name: "section", value: 0x1010, info: 3),
    ])
    #expect(try Self.names(builder, [0x1000, 0x1007, 0x1008, 0x1010]) == ["large", "large", "-", "-"])
  }

  @Test func dynamicSymbolsReplaceAStrippedTable() throws {
    var builder = ELFBuilder.withSymbols([])
    builder.sections.removeLast(2)
    builder.addSymbols([.init(name: "exported", value: 0x1000, size: 4)], type: 11)
    #expect(try Self.names(builder, [0x1000]) == ["exported"])
    #expect(try ELFFile(FileBytes(builder.file())).symbolTableSize == 0)
  }

  @Test func theDebugLinkNamesAFile() throws {
    func link(_ bytes: [UInt8]) throws -> DebugLink? {
      var builder = ELFBuilder.withSymbols([])
      builder.sections.append(ELFBuilder.Section(name: ".gnu_debuglink", bytes: bytes))
      return try ELFFile(FileBytes(builder.file())).debugLink
    }
    let name = Array("app.debug".utf8)
    let good = try #require(try link(name + [0, 0, 0] + ELFBuilder.little(UInt32(0x1234_5678))))
    #expect(good.name == "app.debug" && good.checksum == 0x1234_5678)
    #expect(try link(name + [0, 0, 0, 1, 2]) == nil)
    #expect(try link(Array("../a.debug".utf8) + [0, 0] + ELFBuilder.little(UInt32(1))) == nil)
    #expect(try link([0, 0, 0, 0] + ELFBuilder.little(UInt32(1))) == nil)
    let long = [UInt8](repeating: 0x61, count: 255)
    #expect(try link(long + [0] + ELFBuilder.little(UInt32(1)))?.name.utf8.count == 255)
    #expect(try link(long + [0x61, 0, 0, 0, 0] + ELFBuilder.little(UInt32(1))) == nil)
  }

  // MARK: - Compressed sections

  private static func content(_ section: ELFBuilder.Section) throws -> [UInt8] {
    var builder = ELFBuilder.withSymbols([])
    builder.sections.append(section)
    let file = try ELFFile(FileBytes(builder.file()))
    let content = try #require(try ELFContent.find(".debug_str", in: file))
    return try content.decompressed(file.bytes, name: ".debug_str")
  }

  private static func section(_ type: UInt32, size: Int, _ bytes: [UInt8]) -> ELFBuilder.Section {
    let header = ELFBuilder.little(type) + ELFBuilder.little(UInt32(0)) + ELFBuilder.little(UInt64(size))
    return .init(name: ".debug_str", flags: 0x800, bytes: header + ELFBuilder.little(UInt64(1)) + bytes)
  }

  @Test func compressedSectionsHaveExactlyTheStatedSize() throws {
    let text = Array("one\u{0}two\u{0}three\u{0}".utf8)
    let packed = try #require(Zlib.deflated(text))
    #expect(try Self.content(Self.section(1, size: text.count, packed)) == text)
    #expect(throws: ELFFault.self) { try Self.content(Self.section(1, size: text.count + 1, packed)) }
    #expect(throws: ELFFault.self) { try Self.content(Self.section(1, size: text.count - 1, packed)) }
    #expect(throws: ELFFault.self) { try Self.content(Self.section(1, size: text.count, Array(packed.dropLast()))) }
    #expect(throws: ELFFault.self) { try Self.content(Self.section(3, size: text.count, packed)) }
    let old = Array("ZLIB".utf8) + ELFBuilder.little(UInt64(text.count).byteSwapped) + packed
    #expect(try Self.content(.init(name: ".zdebug_str", bytes: old)) == text)
    #expect(throws: ELFFault.self) {
      try Self.content(.init(name: ".zdebug_str", bytes: Array("ZLIC".utf8) + old.dropFirst(4)))
    }
  }

  @Test func aStatedSizeMayBeTheLargestNumber() throws {
    let header = ELFBuilder.little(UInt32(1)) + ELFBuilder.little(UInt32(0)) + ELFBuilder.little(UInt64.max)
    var builder = ELFBuilder.withSymbols([])
    builder.sections.append(
      .init(name: ".debug_str", flags: 0x800, bytes: header + ELFBuilder.little(UInt64(1)) + [0]))
    let data = DebugData(try ELFFile(FileBytes(builder.file())))
    #expect(data.sections.strings.isEmpty)
    #expect(data.faults.contains { $0.explanation.contains("unpack to more than") })
  }

  @Test func aSectionDoesNotUnpackToMuchMoreThanItIs() {
    func isAllowed(_ size: Int, of count: Int) -> Bool {
      ELFContent(range: 0..<count, compression: .zlib, size: UInt64(size)).isAllowed
    }
    let (free, ratio) = (ELFContent.Limits.free, ELFContent.Limits.ratio)
    #expect(isAllowed(free, of: 1) && !isAllowed(free + 1, of: 1))
    #expect(isAllowed(1_000_000 * ratio, of: 1_000_000) && !isAllowed(1_000_000 * ratio + 1, of: 1_000_000))
    let total = ELFContent.Limits.total
    #expect(isAllowed(total, of: total) && !isAllowed(total + 1, of: total))
  }
}
