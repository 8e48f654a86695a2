import Foundation
import TestSupport
import Testing

/// Archives that cannot be part of a case.
@Suite struct ArchiveTests {
  private let scratch: Scratch
  private static let samples = Repository.url("sample-logs/archives")

  init() throws { scratch = try Scratch() }

  private func copy(_ name: String, _ to: String? = nil) throws {
    try FileManager.default.copyItem(at: Self.samples.appendingPathComponent(name), to: scratch.url(to ?? name))
  }

  @Test func standardInputMayBeAnArchive() throws {
    let input = Self.samples.appendingPathComponent("logs.tar.gz")
    let answer = try Tool.run(["--no-database", "-q", "-"], in: scratch.folder, input: input)
    #expect(answer.status == 0)
    #expect(answer.out.hasPrefix("standard input: logs/MyApp.ips: "), "\(answer.out)")
  }

  @Test func jsonSaysWhereAReportStood() throws {
    try copy("encrypted.zip")
    let answer = try Tool.run(["--no-database", "-f", "json", "encrypted.zip"], in: scratch.folder)
    let document = try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [String: Any]
    let source = ((document?["reports"] as? [[String: Any]])?.first)?["source"] as? [String: Any]
    #expect(source?["path"] as? String == "encrypted.zip")
    #expect(source?["member"] as? String == "b.crash")
    let error = (document?["errors"] as? [[String: Any]])?.first
    #expect(error?["path"] as? String == "encrypted.zip")
    #expect(error?["member"] as? String == "a.ips")
    #expect(error?["code"] as? String == "encrypted")
  }

  /// The archive may exceed the maximum size of an input; its members may not.
  @Test func theSizeLimitIsThatOfMembers() throws {
    try copy("reports.zip")
    let answer = try Tool.run(["--no-database", "-q", "--max-size", "4000", "reports.zip"], in: scratch.folder)
    #expect(answer.status == 3)
    #expect(answer.out.contains("reports/MyApp-2026-08-01.ips: "))
    #expect(answer.err.contains("reports/old/macos-version-6.crash: larger than 4000 bytes (--max-size)"))
  }

  @Test func theSameReportInAnArchiveIsOne() throws {
    try copy("reports.zip")
    let report = Repository.url("sample-logs/symbols/font-without-names.ips")
    try FileManager.default.copyItem(at: report, to: scratch.url("MyApp.ips"))
    let first = try Tool.run(["ingest", "--database", "h.sqlite", "reports.zip"], in: scratch.folder)
    #expect(first.err.contains("3 reports recorded"), "\(first.err)")
    let second = try Tool.run(["ingest", "--database", "h.sqlite", "MyApp.ips"], in: scratch.folder)
    #expect(second.err.contains("0 reports recorded, 1 already recorded"), "\(second.err)")
  }

  @Test func theWatcherReadsArchives() throws {
    try FileManager.default.createDirectory(at: scratch.url("reports"), withIntermediateDirectories: false)
    for name in ["reports.zip", "holiday.zip", "cut.zip"] { try copy(name, "reports/" + name) }
    let answer = try Tool.run(
      ["watch", "--once", "--settle", "100ms", "--database", "h.sqlite", "--format", "jsonl", "reports"],
      in: scratch.folder)
    #expect(answer.status == 0)
    let events = answer.out.split(separator: "\n")
    // Two reports of reports.zip are also in cut.zip. The third is truncated there and therefore another report.
    #expect(events.count { $0.contains("\"event\":\"report\"") } == 4, "\(answer.out)")
    #expect(events.contains { $0.contains("\"member\":\"reports/old/macos-version-6.crash\"") })
    #expect(events.count { $0.contains("\"event\":\"unreadable\"") } == 2)
    #expect(!answer.out.contains("holiday.zip"))
    #expect(answer.err.contains("cut.zip: c.crash: is truncated"))
  }

  @Test func controlCharactersInNamesOfMembersAreShownAsEscapes() throws {
    // Both occurrences of the name are replaced by a name of the same length.
    var bytes = [UInt8](try Data(contentsOf: Self.samples.appendingPathComponent("encrypted.zip")))
    for (name, evil) in [("a.ips", "\u{1B}[2Jx"), ("b.crash", "\u{1B}[31m\u{202E}".prefix(6) + "")] {
      let (old, new) = (Array(name.utf8), Array(evil.utf8))
      guard old.count >= new.count else { continue }
      for at in bytes.indices where bytes[at...].starts(with: old) {
        bytes.replaceSubrange(at..<(at + old.count), with: new + old.suffix(old.count - new.count))
      }
    }
    try Data(bytes).write(to: scratch.url("evil.zip"))
    for format in ["text", "json", "jsonl", "github", "markdown"] {
      let answer = try Tool.run(["--no-database", "-f", format, "evil.zip"], in: scratch.folder)
      #expect(answer.status == 3)
      #expect(!(answer.out + answer.err).unicodeScalars.contains { $0.value == 0x1B }, "\(format)")
      #expect(answer.err.contains("\"\\u{1b}[2Jx\": is encrypted"), "\(answer.err)")
    }
  }

  @Test func bundlesInAFolderAreReadWithAllThatIsInThem() throws {
    let report = Repository.url("sample-logs/symbols/font-without-names.ips")
    let locations = [
      "in/MyApp.crash/Reports/one.json": true, "in/sysdiagnose_2026/crashes_and_spins/Retired/x": true,
      "in/sysdiagnose_2026/logs/panic-full.ips": true, "in/sysdiagnose_2026/logs/notes.log": false,
      "in/system.logarchive/a.ips": false, "in/MyApp.app/a.ips": false,
    ]
    for location in locations.keys {
      let url = scratch.url(location)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: report, to: url)
    }
    for arguments in [["in"], ["in/MyApp.crash", "in/sysdiagnose_2026/"]] {
      let answer = try Tool.run(["--no-database", "-q"] + arguments, in: scratch.folder)
      #expect(answer.status == 0)
      for (location, isRead) in locations {
        #expect(answer.out.contains(location + ": error") == isRead, "\(location)")
      }
    }
  }

  @Test func aFileThatIsNoReportIsExplainedThroughGzip() throws {
    try scratch.write("just a note\n", "note.txt")
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", scratch.url("note.txt").path]
    try gzip.run()
    gzip.waitUntilExit()
    try #require(gzip.terminationStatus == 0)
    let answer = try Tool.run(["--no-database", "note.txt.gz"], in: scratch.folder)
    #expect(answer.status == 2)
    #expect(answer.err.contains("note.txt.gz: not a supported crash report or log"), "\(answer.err)")
  }

  @Test func anEndlessArchiveEnds() throws {
    // gzip compresses 40 MB of zeros to 39 kB, a thousandth.
    let zeros = scratch.url("zeros.ips")
    #expect(FileManager.default.createFile(atPath: zeros.path, contents: Data(count: 40 << 20)))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-9", zeros.path]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let answer = try Tool.run(["--no-database", "zeros.ips.gz"], in: scratch.folder)
    #expect(answer.status == 2)
    #expect(answer.err.contains("contains no report") || answer.err.contains("200 times its size"), "\(answer.err)")
    #expect(answer.seconds < 2)
  }
}
