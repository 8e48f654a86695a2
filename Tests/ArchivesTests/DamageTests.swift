import Archives
import TestSupport
import Testing

/// Reading a damaged archive ends, and members that are delivered without a fault are correct.
@Suite struct DamageTests {
  static let files: [Made.File] = [
    .init("a.ips", Made.report), Made.File("b.ips", Made.text(300)).with { $0.method = 0 },
    Made.File("c.ips", Made.text(900)).with { $0.flags = 8 },
    Made.File("d.ips", Made.text(200)).with { $0.isZip64 = true },
  ]
  static let tar = Made.tar(files.map { (String(decoding: $0.name, as: UTF8.self), $0.bytes) })
  static let archives: [[UInt8]] = [
    Made.zip(files), Made.zip(files, isZip64: true), tar, Made.gzip(tar), Made.gzip(Made.text(2_000)),
    Made.zip([.init("t.tar.gz", Made.gzip(tar)), .init("z.zip", Made.zip(files))]),
  ]

  @Test(arguments: archives)
  func cutAtEveryByte(_ archive: [UInt8]) {
    let whole = Reading(archive)
    #expect(whole.faults.isEmpty)
    for count in archive.indices where Archive.kind(of: Array(archive[..<count])) != nil {
      let reading = Reading(Array(archive[..<count]))
      for member in reading.members where member.fault == nil {
        // A tar archive has no checksums of its files, but a truncated one is detected.
        if let original = whole.bytes(member.name) { #expect(original.starts(with: member.bytes), "cut at \(count)") }
      }
    }
  }

  /// Zip and gzip have checksums.
  @Test(arguments: [0, 1, 3, 4])
  func everyChangedByteIsDetected(_ index: Int) {
    let archive = Self.archives[index]
    let whole = Set(Reading(archive).members.map(\.bytes))
    for offset in archive.indices {
      var bytes = archive
      bytes[offset] ^= 0x55
      guard Archive.kind(of: bytes) != nil else { continue }
      let reading = Reading(bytes)
      let isAsBefore = reading.members.allSatisfy { $0.fault != nil || whole.contains($0.bytes) }
      // The checksum of gzip follows the entire tar archive, and files are delivered before it is read.
      #expect(isAsBefore || index == 3 && !reading.faults.isEmpty, "changed at \(offset)")
    }
  }

  @Test(arguments: archives.indices)
  func mutantsAreHarmless(_ index: Int) {
    for mutant in Mutants(of: Self.archives[index], count: 3_000, seed: UInt64(index) + 7) {
      var count = 0
      _ = Archive.read(ByteSource(mutant)) { member in
        count += member.bytes.count
        return true
      }
      #expect(count < 1 << 26)
    }
  }

  @Test func aSourceThatShrinksIsATruncatedArchive() {
    for archive in Self.archives {
      let source = ByteSource(count: archive.count) { offset, count in
        offset >= archive.count / 2 ? [] : Array(archive[offset..<min(offset + count, archive.count / 2)])
      }
      var faults = 0
      _ = Archive.read(source) { member in
        if member.fault != nil { faults += 1 }
        return true
      }
      #expect(faults > 0)
    }
  }

  @Test func textIsNotAnArchive() {
    for sample in SampleLog.forms {
      guard let bytes = try? sample.bytes() else { continue }
      #expect(Archive.kind(of: bytes) == nil, "\(sample.path)")
    }
  }
}
