import DebugInfo
import TestSupport
import Testing
import Vocabulary

/// Damaged and malicious files: reading them ends with an error or fewer names, and always terminates.
@Suite struct HostileELFTests {
  static let addresses = Array(stride(from: UInt64(0x1000), to: 0x1100, by: 16)).map { LinkedAddress($0) }

  static func exercise(_ bytes: [UInt8], split: [UInt8]? = nil) {
    let file = FileBytes(bytes)
    guard let images = try? ImageFile.read(file) else { return }
    let files = SplitFiles(open: { _ in split.map { FileBytes($0) } }, package: { split.map { FileBytes($0) } })
    for image in images {
      let symbols = SymbolFile(image, splitFiles: files)
      var asked = addresses.map { LinkedAddress($0.value &+ image.textAddress) }
      // The jumps to other images are in several sections.
      for section in image.elf?.sections.filter(\.isCode).prefix(8) ?? [] {
        asked += [section.address, section.address &+ 16, section.endAddress &- 1].map { LinkedAddress($0) }
      }
      _ = symbols.frames(at: asked)
      _ = symbols.completeIndex(identity: symbols.identity(sourceSize: 0, sourceState: 0))
    }
  }

  static let small = ["i386.so", "zstd.so", "stripped.so.debug", "calls-i386.so"]

  @Test(arguments: small)
  func everyByteMayBeTheLast(_ name: String) throws {
    let bytes = try Repository.bytes(of: ELFFixtureTests.folder + name)
    for length in stride(from: 0, to: bytes.count, by: bytes.count > 6_000 ? 7 : 3) {
      Self.exercise(Array(bytes.prefix(length)))
    }
    #expect(throws: ImageFault.self) { try ImageFile.read(FileBytes(Array(bytes.prefix(40)))) }
  }

  @Test func aMadeFileMayEndAtEveryByte() {
    let bytes = ELFBuilder.withSymbols([.init(name: "a", value: 0x1000, size: 4)]).file()
    for length in 0...bytes.count { Self.exercise(Array(bytes.prefix(length))) }
  }

  @Test(arguments: [
    "i386.so", "zlib.so", "zdebug.so", "shelf5.so", "calls-x86_64.so", "calls-i386.so", "calls-aarch64.so",
  ])
  func anyBitMayBeWrong(_ name: String) throws {
    let good = try Repository.bytes(of: ELFFixtureTests.folder + name)
    var numbers = SeededNumbers(1)
    for _ in 0..<1_000 {
      var bytes = good
      for _ in 0..<8 {
        bytes[Int.random(in: 0..<bytes.count, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      }
      Self.exercise(bytes)
    }
  }

  @Test(arguments: [4, 5])
  func splitUnitsMayBeDamaged(_ version: Int) throws {
    let program = try Repository.bytes(of: ELFFixtureTests.folder + "split\(version).so")
    var numbers = SeededNumbers(2)
    for name in ["split\(version)-shelf.dwo", "package\(version).dwp"] {
      let good = try Repository.bytes(of: ELFFixtureTests.folder + name)
      for length in stride(from: 0, to: good.count, by: 9) { Self.exercise(program, split: Array(good.prefix(length))) }
      for _ in 0..<300 {
        var bytes = good
        for _ in 0..<4 {
          bytes[Int.random(in: 0..<bytes.count, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        }
        Self.exercise(program, split: bytes)
      }
    }
  }
}

/// A generator with a seed, so that a failure can be repeated (xorshift64*).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
