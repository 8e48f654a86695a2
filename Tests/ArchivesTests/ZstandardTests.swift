import TestSupport
import Testing

@testable import Archives

/// Zstandard files, which the reference implementation wrote from samples.
@Suite struct ZstandardTests {
  private func fixture(_ name: String) throws -> [UInt8] { try Repository.bytes(of: "Tests/Fixtures/zstd/" + name) }

  private func sample() throws -> [UInt8] { try Repository.bytes(of: "sample-logs/ips/macos-app.ips") }

  @Test(arguments: ["huffman.zst", "fast.zst", "small.zst", "repeats.zst"])
  func filesAreRead(_ name: String) throws {
    let bytes = try fixture(name)
    #expect(Archive.kind(of: bytes) == .zstd)
    let reading = Reading(bytes)
    #expect(reading.faults.isEmpty)
    let whole = try sample()
    let expected =
      switch name {
      case "small.zst": Array(whole.prefix(600))
      case "repeats.zst": Array((0..<12).map { _ in whole.prefix(20_000) }.joined())
      default: whole
      }
    #expect(reading.bytes(nil) == expected)
  }

  @Test func severalFramesAreOneFile() throws {
    let skippable: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
    let small = try fixture("small.zst")
    let text = Array(try sample().prefix(600))
    #expect(Reading(small + skippable + small).bytes(nil) == text + text)
    let trailing = Reading(small + Array("rubbish".utf8))
    #expect(trailing.bytes(nil) == text)
    #expect(trailing.contents.notes.count == 1)
  }

  @Test func aTruncatedFileIsDeliveredWithItsFault() throws {
    let bytes = try fixture("repeats.zst")
    let member = try #require(Reading(Array(bytes.prefix(bytes.count - 20))).members.first)
    #expect(member.fault?.code == .endsEarly)
  }

  @Test func aWrongChecksumIsDamage() throws {
    var bytes = try fixture("small.zst")
    bytes[bytes.count - 1] ^= 1
    #expect(Reading(bytes).faults.map(\.code) == [.damaged])
  }

  @Test func aDictionaryIsNotSupported() {
    // RFC 8878, 3.1.1.1: a descriptor with an identifier of one byte.
    #expect(Reading([0x28, 0xB5, 0x2F, 0xFD, 0x21, 7, 0, 1, 0, 0]).faults.map(\.code) == [.unsupported])
  }

  @Test func bombsAreRefused() throws {
    let zeros = try fixture("zeros.zst")
    #expect(Reading(zeros).faults.map(\.code) == [.tooLarge])
    // A block may repeat one byte 131,072 times, and a file may have any number of them.
    let block: [UInt8] = [0x02, 0, 0x10, 0]
    let bomb = ZstandardDecoder.magic + [0x00, 0x50] + (0..<100_000).flatMap { _ in block } + [0x01, 0, 0]
    #expect(Reading(bomb).faults.map(\.code) == [.tooLarge])
  }

  @Test func everyPrefixAndEveryChangedByteIsReadWithoutATrap() throws {
    for name in ["small.zst", "literals.zst"] {
      let bytes = try fixture(name)
      for end in bytes.indices { _ = Reading(Array(bytes[..<end])) }
      for index in bytes.indices {
        for mask: UInt8 in [0x01, 0x40, 0xFF] {
          var changed = bytes
          changed[index] ^= mask
          _ = Reading(changed)
        }
      }
    }
  }

  @Test func checksumsAreThoseOfTheReference() {
    // Known values of XXH64 with the seed 0.
    #expect(XXHash64.of([]) == 0xEF46_DB37_51D8_E999)
    #expect(XXHash64.of(Array("a".utf8)[...]) == 0xD24E_C4F1_A98C_6E5B)
  }
}
