import Testing
import Vocabulary

@testable import DebugInfo

/// The names of jumps to functions of other images (`.plt`), in the forms that GNU ld and lld write.
@Suite struct ELFStubTests {
  /// The functions that the jumps refer to; symbol numbers count from 1.
  private static let names = ["free", "_ZdlPv", "puts", "abort", "exit"]

  /// A file with sections of jumps, and relocations of the slots at `0x8000 + 8 * n` for symbol `n`.
  private static func file(
    _ machine: UInt16, is64Bit: Bool = true, _ code: [(name: String, address: UInt64, bytes: [UInt8])],
    symbols: [UInt64] = [1, 2, 3, 4, 5], relocations: String = ".rela.plt"
  ) throws -> ELFFile {
    var builder = ELFBuilder()
    builder.machine = machine
    builder.is64Bit = is64Bit
    builder.loads = [(0x1000, 0x8000)]
    builder.addSymbols(names.map { .init(name: $0, value: 0, info: 0x12, section: 0) }, type: 11)
    var entries: [UInt8] = []
    for (number, symbol) in zip(1..., symbols) {
      let slot = 0x8000 + 8 * UInt64(number)
      if is64Bit {
        entries += ELFBuilder.little(slot) + ELFBuilder.little(symbol << 32 | 7) + ELFBuilder.little(UInt64(0))
      } else {
        entries += ELFBuilder.little(UInt32(slot)) + ELFBuilder.little(UInt32(symbol << 8 | 7))
      }
    }
    builder.sections.append(.init(name: relocations, type: is64Bit ? 4 : 9, bytes: entries, link: 1))
    builder.sections.append(.init(name: ".got.plt", flags: 3, address: 0x8000, bytes: [UInt8](repeating: 0, count: 64)))
    for section in code {
      builder.sections.append(.init(name: section.name, flags: 6, address: section.address, bytes: section.bytes))
    }
    return try ELFFile.linked(FileBytes(builder.file()))
  }

  private static func found(_ file: ELFFile, _ addresses: [UInt64]) -> [String] {
    SymbolFile(.elf(file)).frames(at: addresses.map { LinkedAddress($0) }).map { $0.first?.name ?? "-" }
  }

  private static func slot(_ number: UInt64) -> UInt64 { 0x8000 + 8 * number }

  /// `jmp *slot(%rip)`, after a prefix, with padding up to 16 bytes.
  private static func jump(_ number: UInt64, at address: UInt64, prefix: [UInt8] = [], size: Int = 16) -> [UInt8] {
    let next = address + UInt64(prefix.count) + 6
    let displacement = Int32(truncatingIfNeeded: Int64(Self.slot(number)) - Int64(next))
    let bytes = prefix + [0xFF, 0x25] + ELFBuilder.little(displacement)
    return bytes + [UInt8](repeating: 0x90, count: size - bytes.count)
  }

  private static let first: [UInt8] = [0xFF, 0x35, 2, 0, 0, 0, 0xFF, 0x25, 4, 0, 0, 0, 0x0F, 0x1F, 0x40, 0]
  private static let endbr: [UInt8] = [0xF3, 0x0F, 0x1E, 0xFA]

  @Test func jumpsOfX86AreNamed() throws {
    let plain = Self.first + Self.jump(1, at: 0x2010) + Self.jump(2, at: 0x2020)
    // With `-z ibtplt`: what the first call uses, and the jumps themselves.
    let lazy = Self.first + Self.endbr + [0x68, 2, 0, 0, 0, 0xF2, 0xE9, 0, 0, 0, 0, 0x90]
    let second = Self.jump(4, at: 0x4000, prefix: Self.endbr + [0xF2]) + Self.jump(5, at: 0x4010, prefix: Self.endbr)
    let short = Self.jump(1, at: 0x5000, size: 8) + Self.jump(3, at: 0x5008, size: 8)
    let long = Self.jump(2, at: 0x6000, prefix: Self.endbr) + Self.jump(9, at: 0x6010, prefix: Self.endbr)
    let file = try Self.file(
      62,
      [
        (".plt", 0x2000, plain), (".plt.lazy", 0x3000, lazy), (".plt.sec", 0x4000, second),
        (".plt.got", 0x5000, short), (".plt.got.long", 0x6000, long), (".other", 0x7000, Self.jump(1, at: 0x7000)),
      ])
    #expect(
      Self.found(file, [0x1FFF, 0x2000, 0x200F, 0x2010, 0x201F, 0x2020, 0x202F, 0x2030])
        == ["-", "-", "-", "free@plt", "free@plt", "_ZdlPv@plt", "_ZdlPv@plt", "-"])
    #expect(Self.found(file, [0x3000, 0x3010, 0x301F]) == ["-", "puts@plt", "puts@plt"])
    #expect(Self.found(file, [0x4000, 0x400F, 0x4010]) == ["abort@plt", "abort@plt", "exit@plt"])
    #expect(Self.found(file, [0x5000, 0x5007, 0x5008, 0x500F]) == ["free@plt", "free@plt", "puts@plt", "puts@plt"])
    // A slot without a relocation, and code that is not in a section of jumps.
    #expect(Self.found(file, [0x6000, 0x6010, 0x7000]) == ["_ZdlPv@plt", "-", "-"])
    #expect(demangled("_ZdlPv@plt") == "operator delete(void*)@plt")
    #expect(demangled("free@plt") == nil && demangled("@plt") == nil)
    let frame = try #require(SymbolFile(.elf(file)).frames(at: LinkedAddress(0x2018)).first)
    #expect(frame.origin == .stub && frame.functionStart?.value == 0x2010 && frame.file == nil)
  }

  @Test func jumpsOfI386AreNamed() throws {
    let absolute: [UInt8] =
      [0xFF, 0x25] + ELFBuilder.little(UInt32(Self.slot(1))) + [UInt8](repeating: 0x90, count: 10)
    let relative: [UInt8] = [0xFF, 0xA3, 0x10, 0, 0, 0] + [UInt8](repeating: 0x90, count: 10)
    let lazy: [UInt8] = [0xF3, 0x0F, 0x1E, 0xFB, 0x68, 16, 0, 0, 0] + [UInt8](repeating: 0x90, count: 7)
    let file = try Self.file(3, is64Bit: false, [(".plt", 0x2000, absolute + relative + lazy)], relocations: ".rel.plt")
    #expect(
      Self.found(file, [0x2000, 0x2010, 0x201F, 0x2020]) == ["free@plt", "_ZdlPv@plt", "_ZdlPv@plt", "puts@plt"])
  }

  /// `adrp x16, page; ldr x17, [x16, #offset]; add x16, x16, #offset; br x17`.
  private static func armJump(_ slot: UInt64, at address: UInt64, prefix: [UInt32] = []) -> [UInt8] {
    let own = (address + 4 * UInt64(prefix.count)) >> 12
    let pages = UInt32(bitPattern: Int32(truncatingIfNeeded: Int64(slot >> 12) - Int64(own)))
    let page = 0x9000_0010 | (pages & 3) << 29 | (pages >> 2 & 0x7_FFFF) << 5
    let offset = UInt32(slot & 0xFFF)
    let words = prefix + [page, 0xF940_0211 | (offset / 8) << 10, 0x9100_0210 | offset << 10, 0xD61F_0220]
    return words.flatMap { ELFBuilder.little($0) }
  }

  @Test func jumpsOfAArch64AreNamed() throws {
    // stp x16, x30, [sp, #-16]!, a jump through a slot without a relocation, and three nops.
    let nops = [UInt32](repeating: 0xD503_201F, count: 3).flatMap { ELFBuilder.little($0) }
    let head = Self.armJump(0x8010 + 0x100, at: 0x2000, prefix: [0xA9BF_7BF0]) + nops
    let code =
      head + Self.armJump(Self.slot(1), at: 0x2020) + Self.armJump(Self.slot(3), at: 0x2030, prefix: [0xD503_245F])
    // Code above its slots: the page is negative.
    let above = Self.armJump(Self.slot(4), at: 0x20_0000)
    let file = try Self.file(183, [(".plt", 0x2000, code), (".plt.above", 0x20_0000, above)])
    #expect(
      Self.found(file, [0x2000, 0x2010, 0x201C, 0x2020, 0x202F, 0x2030, 0x2043, 0x2044, 0x20_0000])
        == ["-", "-", "-", "free@plt", "free@plt", "puts@plt", "puts@plt", "-", "abort@plt"])
  }

  @Test func whatIsNotAJumpHasNoName() throws {
    let code = Self.jump(1, at: 0x2000)
    // RISC-V; a relocation without a symbol; a symbol beyond the table; a section that ends in an instruction.
    #expect(Self.found(try Self.file(243, [(".plt", 0x2000, code)]), [0x2000]) == ["-"])
    #expect(Self.found(try Self.file(62, [(".plt", 0x2000, code)], symbols: [0, 2]), [0x2000]) == ["-"])
    #expect(Self.found(try Self.file(62, [(".plt", 0x2000, code)], symbols: [6]), [0x2000]) == ["-"])
    #expect(Self.found(try Self.file(62, [(".plt", 0x2000, code)], symbols: [5]), [0x2000]) == ["exit@plt"])
    for length in 0..<16 {
      let short = try Self.file(62, [(".plt", 0x2000, Array(code.prefix(length)))])
      #expect(Self.found(short, [0x2000]) == ["-"])
    }
  }

  /// The debug information is in another file, which has no code.
  @Test func jumpsAreThoseOfTheImage() throws {
    let image = try Self.file(62, [(".plt", 0x2000, Self.jump(1, at: 0x2000))])
    var builder = ELFBuilder.withSymbols([])
    builder.sections.append(.init(name: ".plt", type: 8, flags: 6, address: 0x2000, size: 16))
    let debug = try ELFFile.linked(FileBytes(builder.file()))
    #expect(Self.found(debug, [0x2000]) == ["-"])
    #expect(SymbolFile(.elf(debug), elfImage: image).frames(at: LinkedAddress(0x2000)).first?.name == "free@plt")
  }

  /// Sections with the same content are read a few times, not thousands of times.
  @Test func repeatedSectionsAreReadAFewTimes() throws {
    var builder = ELFBuilder.withSymbols([])
    builder.addSymbols([.init(name: "free", value: 0, section: 0)], type: 11)
    let dynamic = UInt32(builder.sections.count - 1)
    let entries = (0..<40_000).flatMap { _ in
      ELFBuilder.little(UInt64(0x8008)) + ELFBuilder.little(UInt64(1) << 32 | 7) + [0, 0, 0, 0, 0, 0, 0, 0]
    }
    builder.sections.append(.init(name: ".rela.dyn", type: 4, bytes: entries, link: dynamic))
    builder.sections.append(.init(name: ".plt", flags: 6, address: 0x2000, bytes: Self.jump(1, at: 0x2000)))
    var bytes = builder.file()
    // Copies of the header of the relocations, behind the last one: 20,000 times a megabyte.
    let table = Int(bytes[40..<48].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    let header = Array(bytes[(table + 64 * 7)..<(table + 64 * 8)])
    let count = builder.sections.count + 2
    for _ in 0..<20_000 { bytes += header }
    let total = UInt16(count + 20_000)
    bytes.replaceSubrange(60..<62, with: ELFBuilder.little(total))
    let file = try ELFFile.linked(FileBytes(bytes))
    #expect(file.sections.filter { $0.type == 4 }.count > 20_000)
    #expect(Self.found(file, [0x2000]) == ["free@plt"])
  }
}
