import Testing
import Vocabulary

@testable import DebugInfo

/// Breakpad symbol files.
@Suite struct BreakpadTests {
  static let file = """
    MODULE Linux x86_64 4C5A2A69C0DE0BADF00D0123456789AB0 MyServer
    INFO CODE_ID 692A5A4CDEC0AD0BF00D0123456789ABCDEF0123 MyServer
    INFO GENERATOR made for tests
    FILE 0 /app/Sources/main.swift
    FILE 1 /app/Sources/Shelf.swift
    INLINE_ORIGIN 0 Shelf.item(_:)
    INLINE_ORIGIN 1 Shelf.check(_:)
    FUNC 1000 40 0 Loader.load(_:)
    INLINE 0 12 0 0 1010 10 1028 8
    INLINE 1 3 1 1 1018 8
    1000 10 11 0
    1010 8 3 1
    1018 8 6 1
    1028 8 4 1
    1030 10 14 0
    FUNC m 1040 10 0 merged
    1040 10 20 0
    PUBLIC 1100 0 exported
    PUBLIC m 1200 0 other
    STACK CFI INIT 1000 40 .cfa: $rsp 8 + .ra: .cfa -8 + ^

    """

  static func symbols(_ text: String) throws -> SymbolFile {
    SymbolFile(try #require(try ImageFile.read(FileBytes(Array(text.utf8))).first))
  }

  static func frames(_ text: String, _ address: UInt64) throws -> [String] {
    try symbols(text).frames(at: LinkedAddress(address)).map { "\($0.name) \($0.file ?? "??"):\($0.line)" }
  }

  @Test(arguments: ["\n", "\r\n"])
  func functionsLinesAndInlines(_ lineEnd: String) throws {
    let text = Self.file.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd)
    let (main, shelf) = ("/app/Sources/main.swift", "/app/Sources/Shelf.swift")
    #expect(try Self.frames(text, 0x1000) == ["Loader.load(_:) \(main):11"])
    #expect(try Self.frames(text, 0x1010) == ["Shelf.item(_:) \(shelf):3", "Loader.load(_:) \(main):12"])
    #expect(
      try Self.frames(text, 0x101F)
        == ["Shelf.check(_:) \(shelf):6", "Shelf.item(_:) \(shelf):3", "Loader.load(_:) \(main):12"])
    #expect(try Self.frames(text, 0x1020) == ["Loader.load(_:) ??:0"])
    #expect(try Self.frames(text, 0x1028) == ["Shelf.item(_:) \(shelf):4", "Loader.load(_:) \(main):12"])
    #expect(try Self.frames(text, 0x1040) == ["merged \(main):20"])
    #expect(try Self.frames(text, 0x1050) == [])
    #expect(try Self.frames(text, 0x1100) == ["exported ??:0"] && Self.frames(text, 0x1200) == ["other ??:0"])
    #expect(try Self.frames(text, 0xFFF) == [])
    #expect(try Self.symbols(text).faults.isEmpty)
  }

  @Test func theBuildIDIsThatOfTheCode() throws {
    let file = try BreakpadFile(FileBytes(Array(Self.file.utf8)))
    #expect(file.identifier?.digits == "692a5a4cdec0ad0bf00d0123456789abcdef0123" && !file.isPrefix)
    #expect(file.identifier?.breakpadID(isMachO: false) == "4C5A2A69C0DE0BADF00D0123456789AB0")
    #expect(file.name == "MyServer" && file.architecture.name == "x86_64")
    // Without it, the first 16 bytes are known.
    let short = Self.file.split(separator: "\n").filter { !$0.hasPrefix("INFO CODE_ID") }.joined(separator: "\n")
    let prefix = try BreakpadFile(FileBytes(Array(short.utf8)))
    #expect(prefix.identifier?.digits == "692a5a4cdec0ad0bf00d0123456789ab" && prefix.isPrefix)
    let mac = "MODULE mac arm64 00112233445566778899AABBCCDDEEFF0 App\n"
    #expect(
      try BreakpadFile(FileBytes(Array(mac.utf8))).identifier?.description == "00112233-4455-6677-8899-AABBCCDDEEFF")
  }

  @Test func otherSystemsAreRefusedByName() {
    func explanation(_ line: String) -> String? {
      do {
        _ = try ImageFile.read(FileBytes(Array(line.utf8)))
        return nil
      } catch { return error.explanation }
    }
    #expect(
      explanation("MODULE windows x86_64 00112233445566778899AABBCCDDEEFF1 a.pdb")
        == "Breakpad symbols for windows, which is not supported")
    #expect(explanation("MODULE Linux vax 00112233445566778899AABBCCDDEEFF0 a")?.contains("architecture") == true)
  }

  @Test func linesThatAreNoRecordsAreCounted() throws {
    let symbols = try Self.symbols(Self.file + "FUNC zz 4 0 a\nnonsense\n1 2\nFILE x y\n")
    #expect(symbols.frames(at: LinkedAddress(0x1000)).first?.name == "Loader.load(_:)")
    #expect(symbols.faults.map(\.explanation) == ["4 lines are not records"])
  }

  @Test func damagedFilesEnd() {
    let bytes = Array(Self.file.utf8)
    for length in 0..<bytes.count { HostileELFTests.exercise(Array(bytes.prefix(length))) }
    var numbers = SeededNumbers(3)
    for _ in 0..<2_000 {
      var changed = bytes
      for _ in 0..<6 {
        changed[Int.random(in: 0..<changed.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      HostileELFTests.exercise(changed)
    }
    // Values at the limits of numbers.
    for number in ["ffffffffffffffff", "ffffffff", "fffffffe", "7fffffffffffffff", "10000000000000000"] {
      HostileELFTests.exercise(
        Array(
          "MODULE Linux x86_64 \(String(repeating: "1", count: 33)) a\nFUNC \(number) \(number) 0 a\n\(number) \(number) 1 0\nINLINE \(number) 1 1 1 \(number) 1\nPUBLIC \(number) 0 b\n"
            .utf8))
    }
  }
}
