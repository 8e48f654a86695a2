import Archives
import Testing

/// The limits and ends of archives, each at its boundary.
@Suite struct BoundaryTests {
  private let end = [UInt8](repeating: 0, count: 1024)

  // MARK: Limits

  @Test func theSumMayBeReached() {
    var limits = ArchiveLimits()
    limits.totalBytes = 200_000
    let files = (0..<2).map { Made.File("\($0).ips", Made.text(100_000)) }
    let reading = Reading(Made.zip(files), limits: limits)
    #expect(reading.names == ["0.ips", "1.ips"] && reading.faults.isEmpty)
    limits.totalBytes -= 1
    #expect(Reading(Made.zip(files), limits: limits).names == ["0.ips"])
  }

  /// Without gzip, three archives in each other have fewer layers than are permitted.
  @Test func theDepthIsLimited() {
    let one = Made.zip([.init("a.ips", Made.report)])
    let two = Made.zip([.init("one.zip", one)])
    #expect(Reading(two).names == ["one.zip/a.ips"])
    let three = Reading(Made.zip([.init("two.zip", two), .init("b.ips", Made.report)]))
    #expect(three.names == ["b.ips"] && three.faults.map(\.code) == [.tooLarge])
    let tar = Reading(Made.tar([("two.zip", two), ("b.ips", Made.report)]))
    #expect(tar.names == ["b.ips"] && tar.faults.map(\.code) == [.tooLarge])
  }

  /// A member that states a size beyond the limit is not inflated: others can still be.
  @Test func aStatedSizeIsNotInflated() {
    var limits = ArchiveLimits()
    limits.memberBytes = 100_000
    limits.inflatedBytes = 120_000
    let files: [Made.File] = [.init("large.ips", Made.text(1_000_000)), .init("small.ips", Made.text(50_000))]
    let reading = Reading(Made.zip(files), limits: limits)
    #expect(reading.names == ["small.ips"] && reading.faults.map(\.code) == [.tooLarge])
  }

  @Test(arguments: [(500, false), (3_000, true)]) func theRatioIsLimited(_ period: Int, _ isRefused: Bool) {
    var bytes = [UInt8](repeating: 0x41, count: 3 << 20)
    var state: UInt32 = 1
    for index in stride(from: 0, to: bytes.count, by: period) {
      state = state &* 1_664_525 &+ 1_013_904_223
      bytes[index] = UInt8(truncatingIfNeeded: state >> 24)
    }
    let packed = Made.gzip(bytes)
    let ratio = bytes.count / packed.count
    #expect(isRefused ? (230...900).contains(ratio) : (60...190).contains(ratio), "\(ratio)")
    #expect(Reading(packed).faults.map(\.code) == (isRefused ? [.tooLarge] : []))
  }

  // MARK: Zip

  @Test func aMemberHasItsStatedSize() {
    for difference in [-1, 1] {
      for method in [0, 8] {
        let file = Made.File("a.ips", Made.text(500)).with {
          $0.method = method
          $0.stated = 500 + difference
        }
        let reading = Reading(Made.zip([file, .init("b.ips", Made.report)]))
        #expect(reading.names.contains("b.ips") && reading.faults.count == 1, "\(difference), method \(method)")
      }
    }
  }

  @Test func whatFinderAddsIsHidden() {
    let reading = Reading(
      Made.zip([
        .init("__MACOSX/a.ips", Made.report), .init("a.ips", Made.report), .init("b/.c.ips", Made.report),
        .init("b/__MACOSX.ips", Made.report),
      ]))
    #expect(reading.names == ["a.ips", "b/__MACOSX.ips"] && reading.contents.skippedCount == 0)
  }

  /// A comment may contain what looks like the end of an archive, unless it cannot be one.
  @Test func theEndOfTheArchiveHasItsComment() {
    let files: [Made.File] = [.init("a.ips", Made.report)]
    for length in [[0xFF, 0xFF], [5, 0]] as [[UInt8]] {
      let other = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 16) + length + Array("text".utf8)
      let reading = Reading(Made.zip(files, comment: other))
      #expect(reading.names == ["a.ips"] && reading.faults.isEmpty, "\(length)")
    }
  }

  @Test func anOffsetBehindTheFilesIsAFaultOfTheList() throws {
    var bytes = Made.zip([.init("a.ips", Made.report), .init("b.ips", Made.report)])
    let entry = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    bytes.replaceSubrange(entry + 42..<entry + 46, with: Made.little(UInt64(entry + 1), 4))
    let reading = Reading(bytes)
    #expect(reading.names == ["b.ips"] && reading.members.count == 2)
    #expect(reading.faults.map(\.message) == ["damaged: its list of files is invalid at entry 1"])
  }

  /// The bytes behind the last file are the list of files, and not a part of it.
  @Test func theLastFileEndsBeforeTheList() throws {
    var bytes = Made.zip([.init("a.ips", Made.report), .init("b.ips", Made.text(500))])
    let entry = try #require(bytes.indices.last { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    bytes[entry + 20] += 10
    let reading = Reading(bytes)
    #expect(reading.names == ["a.ips"])
    #expect(reading.faults.map(\.message) == ["damaged: it extends past the end of the archive's files"])
  }

  // MARK: Tar

  @Test func whatFollowsTheEndIsIgnored() {
    let bytes = Made.tar([("one.ips", Made.report)]) + Made.tar([("two.ips", Made.report)])
    #expect(Reading(bytes).names == ["one.ips"] && Reading(bytes).faults.isEmpty)
    // One empty block is none.
    let one = Made.header("one.ips", Made.report.count) + Made.padded(Made.report)
    let two = Made.header("two.ips", Made.report.count) + Made.padded(Made.report)
    #expect(Reading(one + end.prefix(512) + two + end).names == ["one.ips", "two.ips"])
  }

  @Test func aHeaderThatIsCutEndsTheArchive() {
    let bytes = Made.tar([("one.ips", Made.report), ("two.ips", Made.report)])
    for count in [1025, 1200, 1535] {
      let reading = Reading(Array(bytes.prefix(count)))
      #expect(reading.names == ["one.ips"] && reading.faults.map(\.code) == [.endsEarly], "\(count)")
    }
  }

  @Test func sparseFilesOfPaxAreSkipped() {
    let record = Array("22 GNU.sparse.major=1\n".utf8)
    let bytes =
      Made.header("PaxHeaders/x", record.count, type: "x") + Made.padded(record)
      + Made.header("sparse.ips", Made.report.count) + Made.padded(Made.report) + Made.tar([("one.ips", Made.report)])
    let reading = Reading(bytes)
    #expect(reading.names == ["one.ips"] && reading.contents.skippedCount == 1)
  }

  @Test func aNameIsAsLongAsAllowed() {
    func reading(_ count: Int) -> Reading {
      let name = [UInt8](repeating: 0x61, count: count)
      return Reading(
        Made.header("././@LongLink", count, type: "L") + Made.padded(name) + Made.header("cut", Made.report.count)
          + Made.padded(Made.report) + end)
    }
    #expect(reading(4_000).names.count == 1)
    let long = reading(8 << 20)
    #expect(long.names.isEmpty && long.faults.map(\.code) == [.damaged])
  }

  /// The stream ends inside a file: its fault is reported once.
  @Test func aFaultIsReportedOnce() {
    let packed = Made.gzip(Made.tar([("one.ips", Made.report), ("two.ips", Made.text(400_000))]))
    let reading = Reading(Array(packed.prefix(packed.count / 2)))
    #expect(reading.names == ["one.ips"])
    #expect(reading.members.filter { $0.name == "two.ips" }.count == 1)
    #expect(reading.faults.allSatisfy { $0.code == .endsEarly })
  }
}
