import TestSupport
import Testing

@testable import CrashReports

/// Truncated, edited and damaged reports: the readable part is read, and notes state what is missing.
struct IPSDamageTests {
  private func read(_ text: String) -> ReadOutcome { ReportReader.read(IPSSample.bytes(text)) }

  @Test func everyTruncationKeepsWhatWasRead() throws {
    let bytes = IPSSample.bytes(IPSSample.report)
    let headerEnd = IPSSample.header.utf8.count
    var threads = 0
    var images = 0
    for end in 0..<bytes.count {
      let outcome = ReportReader.read(Array(bytes[..<end]))
      guard end > headerEnd + 1 else { continue }
      let decoded = try #require(outcome.reports.first, "cut at \(end)")
      #expect(outcome.reports.count == 1, "cut at \(end)")
      #expect(decoded.value.process?.name == "MyApp")
      #expect(decoded.value.source.bugType == "309")
      // Only a missing final line break needs no note.
      #expect(end == bytes.count - 1 || decoded.notes.contains { $0.code == "truncated" }, "cut at \(end)")
      // A longer prefix never yields less than a shorter one.
      #expect((decoded.value.threads?.count ?? 0) >= threads)
      #expect((decoded.value.images?.count ?? 0) >= images)
      threads = decoded.value.threads?.count ?? 0
      images = decoded.value.images?.count ?? 0
    }
    #expect(threads == 2)
    #expect(images == 3)
  }

  @Test func everyCutHeaderIsStillAReport() {
    let header = IPSSample.bytes(IPSSample.header)
    for end in 70..<header.count {
      let outcome = ReportReader.read(Array(header[..<end]))
      #expect(outcome.reports.first?.value.process?.name == "MyApp", "cut at \(end)")
      #expect(outcome.reports.first?.notes.contains { $0.code == "header-only" } == true)
      #expect(outcome.reports.first?.notes.contains { $0.code == "truncated" } == true)
    }
  }

  @Test func everyByteChangedSurvives() {
    let bytes = IPSSample.bytes(IPSSample.header + "\n" + IPSSample.body)
    for location in stride(from: 0, to: bytes.count, by: 7) {
      for replacement: UInt8 in [0x00, 0x22, 0x2c, 0x5b, 0x5c, 0x7b, 0x7d, 0xff] {
        var mutant = bytes
        mutant[location] = replacement
        let outcome = ReportReader.read(mutant)
        #expect(!outcome.reports.isEmpty || !outcome.faults.isEmpty)
      }
    }
  }

  @Test func theNoteSaysWhereItEnds() throws {
    let text = IPSSample.report
    let cut = try #require(text.firstRange(of: "{\"imageOffset\":16080,\"imageIndex\":0}")?.lowerBound)
    let decoded = try #require(read(String(text[..<cut])).reports.first)
    let note = try #require(decoded.notes.first { $0.code == "truncated" })
    #expect(note.text.contains("\"threads\""))
    #expect(note.text.contains("2 threads"))
    let line = text[..<cut].split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(note.line == line)
    #expect(decoded.value.threads?.last?.frames.count == 2)
    #expect(decoded.value.threads?.last?.crashed == true)
  }

  @Test func aLostBracketLosesOneMember() throws {
    // The array of threads is not closed.
    let text = IPSSample.report.replacing("\"imageIndex\":3}]}],", with: "\"imageIndex\":3}]},")
    let decoded = try #require(read(text).reports.first)
    #expect(read(text).reports.count == 1)
    #expect(decoded.value.threads?.count == 2)
    #expect(decoded.value.images?.count == 3)
    #expect(decoded.notes.contains { $0.code == "damaged" })
  }

  @Test func aLostQuotationMarkLosesOneMember() throws {
    let text = IPSSample.report.replacing("\"Segmentation fault: 11\"", with: "\"Segmentation fault: 11")
    let decoded = try #require(read(text).reports.first)
    #expect(decoded.value.threads?.count == 2)
    #expect(decoded.value.images?.count == 3)
    #expect(decoded.value.exception?.type == "EXC_BAD_ACCESS")
  }

  @Test func aBraceTooManyLosesNothing() throws {
    let text = IPSSample.report.replacing("\"byPid\":4711},", with: "\"byPid\":4711}},")
    let outcome = read(text)
    let decoded = try #require(outcome.reports.first)
    #expect(outcome.reports.count == 1)
    #expect(decoded.value.threads?.count == 2)
    #expect(decoded.value.images?.count == 3)
    #expect(decoded.notes.map(\.code) == ["damaged"])
  }

  @Test func aLostOpeningBraceLosesOneMember() throws {
    let text = IPSSample.report.replacing("\"usedImages\" : [", with: "")
    let outcome = read(text)
    #expect(outcome.reports.count == 1)
    #expect(outcome.reports.first?.value.threads?.count == 2)
    let thread = IPSSample.report.replacing("\"threads\" : [{\"id\":101,", with: "\"threads\" : [\"id\":101,")
    let decoded = try #require(read(thread).reports.first)
    #expect(read(thread).reports.count == 1)
    #expect(decoded.value.images?.count == 3)
  }

  @Test func aHoleOfZeroBytesLosesWhatItCovers() throws {
    var bytes = IPSSample.bytes(IPSSample.report)
    let location = try #require(ByteSearch.find("\"procRole\"", bytes, 0..<bytes.count))
    bytes.replaceSubrange(location..<location + 40, with: Array(repeating: 0, count: 40))
    let decoded = try #require(ReportReader.read(bytes).reports.first)
    #expect(decoded.value.threads?.count == 2)
    #expect(decoded.notes.contains { $0.code == "damaged" })
  }

  @Test func placeholdersAreLeftOut() throws {
    let text = IPSSample.report.replacing("{\"imageOffset\":16080,", with: "{\"imageOffset\": @main@,")
    let decoded = try #require(read(text).reports.first)
    #expect(decoded.notes.contains { $0.code == "damaged" && $0.quotation == "@main@" })
    #expect(decoded.value.threads?.count == 2)
    #expect(decoded.value.images?.count == 3)
  }

  @Test func theFirstOfTwoEqualKeysWins() throws {
    let text = IPSSample.report.replacing("  \"pid\" : 4711,", with: "  \"pid\" : 4711,\n  \"pid\" : 12,")
    let decoded = try #require(read(text).reports.first)
    #expect(decoded.value.process?.pid == 4711)
    let note = try #require(decoded.notes.first)
    #expect(note.code == "duplicate-key")
    #expect(note.text.contains("\"pid\""))
    #expect(note.line == 14)
  }

  @Test func oddTextIsReadWithANote() throws {
    let text = IPSSample.report.replacing("\"abort() called\"", with: "\"abort()\ncalled \\ud800 \\q \u{1}\"")
    let decoded = try #require(read(text).reports.first)
    #expect(decoded.value.applicationSpecificInformation?.first?.text == "abort()\ncalled \u{FFFD} q \u{1}")
    #expect(Set(decoded.notes.map(\.code)) == ["control-character", "bad-escape"])
    // A raw line break counts as a line.
    let sound = try #require(read(IPSSample.report).reports.first?.value.lines[.faultingThread])
    #expect(decoded.value.lines[.faultingThread] == sound + 1)
  }

  @Test func badUTF8IsReplaced() throws {
    var bytes = IPSSample.bytes(IPSSample.report)
    let location = try #require(ByteSearch.find("abort() called", bytes, 0..<bytes.count))
    bytes.replaceSubrange(location..<location + 5, with: [0xF0, 0x9F, 0x98])
    let decoded = try #require(ReportReader.read(bytes).reports.first)
    #expect(decoded.value.applicationSpecificInformation?.first?.text == "\u{FFFD}() called")
    #expect(decoded.notes.map(\.code) == ["invalid-utf8"])
  }

  @Test func longTextsAreCutWithANote() throws {
    let long = String(repeating: "é", count: 40_000)
    let decoded = try #require(read(IPSSample.report.replacing("abort() called", with: "x" + long)).reports.first)
    let text = try #require(decoded.value.applicationSpecificInformation?.first?.text)
    #expect(text.utf8.count == 65_535)
    #expect(!text.contains("\u{FFFD}"))
    #expect(decoded.notes.map(\.code) == ["text-cut"])
    let escapes = String(repeating: "\\u00e9", count: 20_000)
    let cut = try #require(read(IPSSample.report.replacing("abort() called", with: escapes)).reports.first)
    #expect(cut.value.applicationSpecificInformation?.first?.text.allSatisfy { $0 == "é" } == true)
    #expect(cut.notes.map(\.code) == ["text-cut"])
  }

  @Test func depthIsLimitedWhileScanning() throws {
    let bomb = String(repeating: "[", count: 200_000)
    let text = IPSSample.report.replacing("\"uptime\" : 1900", with: "\"vmSummary\" : \(bomb)")
    let decoded = try #require(read(text).reports.first)
    #expect(decoded.notes.contains { $0.code == "limit-reached" })
    // Reading resumes after it.
    #expect(decoded.value.images?.count == 3)
  }

  @Test func wrongTypesAreNoReasonToStop() throws {
    let body = #"""
      {"pid":"4711","procName":["MyApp"],"exception":"EXC_CRASH","termination":[1,2],"faultingThread":{"a":1},
      "asi":["text"],"bundleInfo":7,"osVersion":null,"usedImages":{"x":[]},"uptime":-3,"incident":42,
      "threads":[null,5,"x",[],{"frames":{"a":1}},{"frames":[null,7,{},{"symbol":5,"imageIndex":"0"}]}]}
      """#
    let decoded = try #require(read(IPSSample.header + "\n" + body).reports.first)
    #expect(decoded.value.process?.pid == 4711)
    #expect(decoded.value.process?.name == "MyApp")
    #expect(decoded.value.threads?.count == 2)
    #expect(decoded.value.threads?.last?.frames.map(\.symbol?.name) == ["5"])
  }
}
