import Archives
import TestSupport
import Testing

/// Archives that exceed limits.
@Suite struct LimitTests {
  private let zeros = [UInt8](repeating: 0x41, count: 4 << 20)

  @Test func aRatioThatNoReportHasIsRefused() {
    for bytes in [Made.gzip(zeros), Made.zip([.init("bomb.ips", zeros)])] {
      let reading = Reading(bytes)
      #expect(reading.names.isEmpty)
      #expect(reading.faults.map(\.code) == [.tooLarge])
      #expect(reading.faults.first?.message.contains("200 times") == true)
    }
  }

  /// Each stream of these archives is within its limit; together they unpack to 100 or 400 times the size of the archive.
  @Test func theRatioOfAllStreamsIsLimited() {
    let stream = Made.gzip([UInt8](repeating: 0x41, count: ArchiveLimits().ratioFree))
    func reading(_ count: Int) -> Reading {
      Reading(Made.zip((0..<count).map { Made.File("\($0).ips.gz", stream).with { $0.method = 0 } }))
    }
    let few = reading(18)
    #expect(few.names.count == 18 && few.faults.isEmpty)
    let many = reading(40)
    #expect(many.names.count < 40)
    #expect(many.faults.last?.message.contains("unpacks to more than 200 times its size") == true)
  }

  @Test func oneBombDoesNotHideTheOthers() {
    let reading = Reading(
      Made.zip([.init("a.ips", Made.report), .init("bomb.ips", zeros), .init("c.ips", Made.text(100_000))]))
    #expect(reading.names == ["a.ips", "c.ips"])
  }

  @Test func aMemberIsAsLargeAsAllowed() {
    var limits = ArchiveLimits()
    limits.memberBytes = 100_000
    let files: [Made.File] = [.init("a.ips", Made.text(100_000)), .init("b.ips", Made.text(100_001))]
    let reading = Reading(Made.zip(files), limits: limits)
    #expect(reading.names == ["a.ips"])
    #expect(reading.faults.map(\.code) == [.tooLarge])
    // A member without a stated size.
    #expect(Reading(Made.gzip(Made.text(100_001)), limits: limits).faults.map(\.code) == [.tooLarge])
    #expect(Reading(Made.gzip(Made.text(100_000)), limits: limits).faults.isEmpty)
  }

  @Test func theSumIsLimited() {
    var limits = ArchiveLimits()
    limits.totalBytes = 250_000
    let files = (0..<5).map { Made.File("\($0).ips", Made.text(100_000)) }
    let reading = Reading(Made.zip(files), limits: limits)
    #expect(reading.names == ["0.ips", "1.ips"])
    #expect(reading.faults.map(\.code) == [.tooLarge])
    limits = ArchiveLimits()
    limits.inflatedBytes = 250_000
    let tar = Made.gzip(Made.tar((0..<5).map { ("\($0).ips", Made.text(100_000)) }))
    #expect(Reading(tar, limits: limits).names == ["0.ips", "1.ips"])
  }

  @Test func theNumberIsLimited() {
    var limits = ArchiveLimits()
    limits.members = 10
    let files = (0..<20).map { Made.File("\($0).ips", Made.report) }
    let reading = Reading(Made.zip(files), limits: limits)
    #expect(reading.names.count == 10)
    #expect(reading.faults.map(\.code) == [.tooLarge])
    limits = ArchiveLimits()
    limits.entries = 10
    #expect(Reading(Made.zip(files), limits: limits).names.isEmpty)
    #expect(
      Reading(Made.tar(files.map { (String(decoding: $0.name, as: UTF8.self), $0.bytes) }), limits: limits).names.count
        == 10)
  }

  @Test func archivesInArchivesAreReadTwoDeep() {
    let one = Made.zip([.init("a.ips.gz", Made.gzip(Made.report))])
    #expect(Reading(one).names == ["a.ips.gz"])
    #expect(Reading(one).bytes("a.ips.gz") == Made.report)
    let two = Made.zip([.init("logs.tar.gz", Made.gzip(Made.tar([("b.ips", Made.report)]))), .init("one.zip", one)])
    #expect(Reading(two).names == ["logs.tar.gz/b.ips", "one.zip/a.ips.gz"])
    let three = Reading(Made.gzip(Made.tar([("two.zip", two), ("c.ips", Made.report)])))
    #expect(three.names == ["c.ips"])
    #expect(three.faults.map(\.code) == [.tooLarge, .tooLarge])
  }

  @Test func aTreeOfBombsCostsLittle() {
    // As in 42.zip: sixteen archives in each, five levels deep.
    var bytes = Made.zip([.init("0", zeros)])
    for _ in 0..<5 { bytes = Made.zip((0..<16).map { .init("lib \($0).zip", bytes) }) }
    let time = ProcessorTime.seconds {
      let reading = Reading(bytes)
      #expect(reading.names.isEmpty)
      #expect(!reading.faults.isEmpty)
    }
    #expect(time < 2)
  }

  @Test func gzipInGzipEnds() {
    var bytes = Made.report
    for _ in 0..<4 { bytes = Made.gzip(bytes) }
    #expect(Reading(bytes).bytes(nil) == Made.report)
    #expect(Reading(Made.gzip(bytes)).faults.map(\.code) == [.tooLarge])
  }

  @Test func onlySelectedMembersAreDelivered() {
    let files: [Made.File] = [
      .init("a.ips", Made.report), .init("photo.png", [0x89, 0x50] + Made.text(90_000)),
      .init("notes/b.ips", Made.report),
    ]
    let tar = Made.tar(files.map { (String(decoding: $0.name, as: UTF8.self), $0.bytes) })
    for bytes in [Made.zip(files), tar, Made.gzip(tar)] {
      let byHead = Reading(bytes, selection: ArchiveSelection(byHead: { $0.first != 0x89 }))
      #expect(byHead.names == ["a.ips", "notes/b.ips"])
      #expect(byHead.contents.skippedCount == 1)
      let byName = Reading(bytes, selection: ArchiveSelection(byName: { $0.hasPrefix("notes/") }))
      #expect(byName.names == ["notes/b.ips"])
      #expect(byName.contents.examples == ["a.ips", "photo.png"])
    }
  }

  @Test func readingEndsWhenTheVisitorStops() {
    let files = (0..<20).map { Made.File("\($0).ips", Made.report) }
    for bytes in [Made.zip(files), Made.tar(files.map { (String(decoding: $0.name, as: UTF8.self), $0.bytes) })] {
      var seen = 0
      _ = Archive.read(ByteSource(bytes)) { member in
        #expect(member.fault == nil)
        seen += 1
        return seen < 3
      }
      #expect(seen == 3)
    }
  }
}
