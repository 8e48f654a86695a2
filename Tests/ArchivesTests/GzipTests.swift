import Archives
import Testing

@Suite struct GzipTests {
  private let long = Made.text(300_000)

  @Test func aFileIsRead() {
    let bytes = Made.gzip(long)
    #expect(Archive.kind(of: bytes) == .gzip)
    #expect(Reading(bytes).members.map(\.name) == [nil])
    #expect(Reading(bytes).bytes(nil) == long)
  }

  @Test func severalMembersAreOneFile() {
    #expect(Reading(Made.gzip(long) + Made.gzip([]) + Made.gzip(Made.report)).bytes(nil) == long + Made.report)
  }

  @Test func dataAfterTheEndIsNotedUnlessItIsPadding() {
    let padded = Reading(Made.gzip(long) + [UInt8](repeating: 0, count: 700))
    #expect(padded.bytes(nil) == long)
    #expect(padded.contents.notes.isEmpty)
    let trailing = Reading(Made.gzip(long) + Array("rubbish".utf8))
    #expect(trailing.bytes(nil) == long)
    #expect(trailing.contents.notes.count == 1)
    #expect(trailing.faults.isEmpty)
  }

  @Test func aTruncatedFileIsDeliveredWithItsFault() throws {
    let bytes = Made.gzip(long)
    let reading = Reading(Array(bytes.prefix(bytes.count / 2)))
    let member = try #require(reading.members.first)
    #expect(reading.members.count == 1)
    #expect(member.fault?.code == .endsEarly)
    #expect(member.bytes.count > 10_000)
    #expect(long.starts(with: member.bytes))
  }

  @Test(arguments: [8, 4])
  func wrongChecksumsAndLengthsAreDamage(_ fromEnd: Int) {
    var bytes = Made.gzip(long)
    bytes[bytes.count - fromEnd] ^= 1
    let reading = Reading(bytes)
    #expect(reading.faults.map(\.code) == [.damaged])
    #expect(reading.members.allSatisfy { $0.bytes.isEmpty })
  }
}
