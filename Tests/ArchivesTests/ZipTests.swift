import Archives
import TestSupport
import Testing

@Suite struct ZipTests {
  private let long = Made.text(200_000)

  @Test func storedAndDeflatedFilesAreRead() {
    let reading = Reading(
      Made.zip([
        .init("a/one.ips", Made.report), Made.File("two.ips", long).with { $0.method = 0 },
        Made.File("a/", []).with { $0.method = 0 }, .init("three.crash", long), Made.File("empty", []),
      ]))
    #expect(reading.names == ["a/one.ips", "two.ips", "three.crash", "empty"])
    #expect(reading.bytes("a/one.ips") == Made.report)
    #expect(reading.bytes("two.ips") == long)
    #expect(reading.bytes("three.crash") == long)
    #expect(reading.bytes("empty") == [])
    #expect(reading.contents.skippedCount == 0)
  }

  @Test func commentsAndLeadingDataAreAccepted() {
    let lead = Array("#!/bin/sh\n# unpacks itself\n".utf8)
    let comment = Array("made; PK\u{5}\u{6} is no end".utf8)
    let bytes = Made.zip([.init("a.ips", Made.report)], comment: comment)
    #expect(Reading(bytes).names == ["a.ips"])
    // The first bytes are those of a zip archive; other data follows before the first file.
    let shifted = Made.zip([.init("a.ips", Made.report)], lead: [0x50, 0x4B, 3, 4] + lead)
    #expect(Reading(shifted).names == ["a.ips"])
  }

  @Test(arguments: [0, 8], [false, true])
  func zip64AndDescriptorsAreRead(_ method: Int, _ hasDescriptor: Bool) {
    let file = Made.File("a.ips", long).with {
      $0.method = method
      $0.isZip64 = true
      $0.flags = hasDescriptor ? 8 : 0
    }
    let small = Made.File("b.ips", Made.report).with { $0.flags = hasDescriptor ? 8 : 0 }
    let reading = Reading(Made.zip([file, small], isZip64: true))
    #expect(reading.bytes("a.ips") == long)
    #expect(reading.bytes("b.ips") == Made.report)
    #expect(reading.faults.isEmpty)
  }

  @Test func namesHaveTheirEncoding() {
    let legacy = Made.File("", Made.report).with { $0.name = [0x43, 0x81, 0x9A, 0xE1, 0x2E, 0x69, 0x70, 0x73] }
    let marked = Made.File("Übung.ips", Made.report).with { $0.flags = 1 << 11 }
    let unmarked = Made.File("日本.ips", Made.report)
    let stated = Array("Ä.ips".utf8)
    let extra = [1] + Made.little(UInt64(Made.checksum([0x41, 0x2E])), 4) + stated
    let twice = Made.File("A.", Made.report).with {
      $0.extra = Made.little(0x7075, 2) + Made.little(UInt64(extra.count), 2) + extra
    }
    let reading = Reading(Made.zip([legacy, marked, unmarked, twice]))
    #expect(reading.names == ["CüÜß.ips", "Übung.ips", "日本.ips", "Ä.ips"])
  }

  @Test func hostileNamesAreOnlyNames() {
    let names = [
      "../../etc/passwd", "/etc/passwd", "a\u{1B}[31m\u{202E}.ips", "C:\\x.ips", String(repeating: "n", count: 60_000),
    ]
    #expect(Reading(Made.zip(names.map { .init($0, Made.report) })).names == names)
  }

  @Test(arguments: MarkClass.catalog)
  func namesHaveShortRuns(_ kind: MarkClass) {
    let reading = Reading(Made.zip([.init(kind.text(50_000) + ".ips", Made.report)]))
    #expect(reading.names.count == 1)
    for name in reading.names.compactMap(\.self) {
      #expect(MarkClass.longestRun(name) <= 30 && name.hasSuffix(".ips"))
    }
  }

  @Test func hiddenFilesAndLinksArePassedOver() {
    let reading = Reading(
      Made.zip([
        .init("__MACOSX/a/._one.ips", Made.report), .init("a/.DS_Store", Made.report),
        Made.File("link.ips", Array("/etc/passwd".utf8)).with { $0.mode = 0o120777 }, .init("one.ips", Made.report),
      ]))
    #expect(reading.names == ["one.ips"])
    #expect(reading.contents.skippedCount == 1)
    #expect(reading.contents.examples == ["link.ips"])
  }

  @Test func encryptedAndUnknownFilesAreNamed() {
    let reading = Reading(
      Made.zip([
        Made.File("secret.ips", Made.report).with { $0.flags = 1 }, Made.File("old.ips", long).with { $0.method = 9 },
        .init("one.ips", Made.report),
      ]))
    #expect(reading.names == ["one.ips"])
    #expect(reading.faults.map(\.code) == [.encrypted, .unsupported])
    #expect(reading.members.filter { $0.fault != nil }.map(\.name) == ["secret.ips", "old.ips"])
    #expect(reading.faults[1].message.contains("Deflate64"))
  }

  @Test func wrongChecksumsAndSizesAreDamage() {
    let reading = Reading(
      Made.zip([
        Made.File("sum.ips", long).with { $0.checksum = 1 },
        Made.File("short.ips", long).with { $0.stated = 100 },
        Made.File("long.ips", long).with { $0.stated = 300_000 }, .init("good.ips", Made.report),
      ]))
    #expect(reading.names == ["good.ips"])
    #expect(reading.faults.map(\.code) == [.damaged, .damaged, .damaged])
    #expect(reading.members.allSatisfy { $0.fault == nil || $0.bytes.isEmpty })
  }

  @Test func filesBeforeATruncationAreRead() {
    for flags in [0, 8] {
      let files = ["a.ips", "b.ips", "c.ips"].map { name in Made.File(name, long).with { $0.flags = flags } }
      let whole = Made.zip(files)
      let reading = Reading(Array(whole[..<(whole.count * 2 / 3 - 200)]))
      #expect(reading.bytes("a.ips") == long)
      let cut = reading.members.first { $0.name == "b.ips" || $0.name == "c.ips" && $0.fault != nil }
      #expect(cut != nil)
      #expect(reading.faults.contains { $0.code == .endsEarly })
    }
  }

  /// A local header may state the size although a descriptor follows. Then the end of the file is known, even without the
  /// list of files and without a stream that ends by itself.
  @Test(arguments: [0, 8], [false, true])
  func sizesInFrontOfADescriptorAreUsed(_ method: Int, _ isOpen: Bool) {
    let one = Made.zip([Made.File("a.ips", long).with { $0.method = method }])
    var bytes = Array(one[..<one.lastRange(of: [0x50, 0x4B, 1, 2])])
    bytes[6] = 8
    let values = Array(bytes[14..<26])
    if isOpen { bytes.replaceSubrange(14..<26, with: [UInt8](repeating: 0, count: 12)) }
    bytes += [0x50, 0x4B, 7, 8] + values
    let next = Made.zip([.init("b.ips", Made.report)])
    bytes += next[..<next.lastRange(of: [0x50, 0x4B, 1, 2])]
    let reading = Reading(bytes)
    // Without a size, the end of a stored file cannot be found.
    let isFound = method == 8 || !isOpen
    #expect(reading.names == (isFound ? ["a.ips", "b.ips"] : []))
    #expect(reading.bytes("a.ips") == (isFound ? long : nil))
    #expect(reading.faults.map(\.code) == (isFound ? [.endsEarly] : [.damaged, .endsEarly]))
  }

  @Test func overlappingFilesAreRejected() {
    // Many entries of the central directory that refer to one file.
    let kernel = Made.zip([Made.File("a.ips", long)])
    let list = kernel.lastRange(of: [0x50, 0x4B, 1, 2])
    let one = Array(kernel[list..<(list + 46 + 5)])
    let body = Array(kernel[..<list])
    let bomb = body + Made.end(Array(repeatElement(one, count: 500).joined()), at: body.count, 500)
    let reading = Reading(bomb)
    #expect(reading.names.isEmpty)
    #expect(reading.faults.map(\.code) == [.tooLarge])
    #expect(reading.faults.first?.message.contains("overlap") == true)
  }

  @Test func aSplitArchiveIsNamed() throws {
    var bytes = Made.zip([.init("a.ips", Made.report)])
    bytes[bytes.count - 18] = 2
    #expect(Reading(bytes).faults.map(\.code) == [.unsupported])
  }

  @Test func anEmptyArchiveHasNoMembers() {
    let reading = Reading(Made.zip([]))
    #expect(Archive.kind(of: Made.zip([])) == .zip)
    #expect(reading.members.isEmpty)
  }
}

extension [UInt8] {
  /// Returns the offset of the last occurrence of a word; the end if there is none.
  func lastRange(of word: [UInt8]) -> Int {
    indices.reversed().first { self[$0...].starts(with: word) } ?? count
  }
}
