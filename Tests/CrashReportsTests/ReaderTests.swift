import TestSupport
import Testing

@testable import CrashReports

/// Inputs with several reports, or with a report among other text.
struct ReaderTests {
  private func read(_ text: String) -> ReadOutcome { ReportReader.read(IPSSample.bytes(text)) }

  private func sample(_ name: String) -> String { IPSSample.report.replacing("MyApp", with: name) }

  @Test func concatenatedReportsAreAllRead() throws {
    let text = sample("First") + sample("Second") + "\n" + sample("Third")
    let outcome = read(text)
    #expect(outcome.reports.map(\.value.process?.name) == ["First", "Second", "Third"])
    #expect(outcome.reports.map(\.value.source.index) == [0, 1, 2])
    #expect(outcome.faults.isEmpty)
    let lines = IPSSample.report.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    #expect(outcome.reports.map(\.value.source.firstLine) == [1, lines + 1, 2 * lines + 2])
    #expect(outcome.reports.map(\.value.source.lastLine) == [lines, 2 * lines, 3 * lines + 1])
    let bytes = IPSSample.bytes(text)
    for report in outcome.reports {
      let range = try #require(report.value.source.byteRange)
      #expect(bytes[range.lowerBound] == UInt8(ascii: "{"))
      #expect(bytes[range.upperBound - 1] == UInt8(ascii: "}"))
      #expect(report.notes.isEmpty)
    }
    #expect(
      outcome.reports[1].value.lines[.exceptionType] == (outcome.reports[0].value.lines[.exceptionType] ?? 0) + lines)
  }

  @Test func aCutReportDoesNotSwallowTheNext() throws {
    let cut = try #require(IPSSample.report.firstRange(of: "\"Widget.dr")?.upperBound)
    let outcome = read(String(sample("Other").prefix(3000)) + "\n" + sample("Second"))
    #expect(outcome.reports.map(\.value.process?.name) == ["Other", "Second"])
    #expect(outcome.reports[0].notes.contains { $0.code == "truncated" })
    #expect(outcome.reports[1].notes.isEmpty)
    let inString = read(String(IPSSample.report[..<cut]) + "\n" + sample("Second"))
    #expect(inString.reports.map(\.value.process?.name) == ["MyApp", "Second"])
    #expect(inString.reports[1].value.images?.count == 3)
  }

  @Test func linesAndListsOfBodiesAreRead() {
    let body = IPSSample.body.replacing("\n", with: " ")
    let one = body.replacing("MyApp", with: "One")
    let two = body.replacing("MyApp", with: "Two")
    #expect(read(one + "\n" + two + "\n").reports.map(\.value.process?.name) == ["One", "Two"])
    #expect(read("[" + one + "," + two + "]").reports.map(\.value.process?.name) == ["One", "Two"])
    #expect(read("[\n  " + one + ",\n  " + two + "\n]\n").reports.map(\.value.process?.name) == ["One", "Two"])
    #expect(read(one + two).reports.map(\.value.process?.name) == ["One", "Two"])
    #expect(read("[" + one + "," + two + "]").faults.isEmpty)
  }

  @Test func aHeaderAloneIsAReport() throws {
    for text in [IPSSample.header, IPSSample.header + "\n\n", IPSSample.header + "\r\n"] {
      let decoded = try #require(read(text).reports.first)
      #expect(decoded.value.process?.name == "MyApp")
      #expect(decoded.value.host.osBuild == "25D125")
      #expect(decoded.notes.map(\.code) == ["header-only"])
      #expect(decoded.value.threads == nil)
    }
    let two = read(IPSSample.header + "\n" + sample("Second"))
    #expect(two.reports.map(\.value.process?.name) == ["MyApp", "Second"])
    #expect(two.reports[0].notes.map(\.code) == ["header-only"])
  }

  @Test func membersWithoutBracesAreRead() throws {
    let text = #"""
        "fatalDyldError" : 1,
        "exception" : {"codes":"0x0, 0x0","rawCodes":[0,0],"type":"EXC_CRASH","signal":"SIGABRT"},
        "termination" : {"code":1,"namespace":"DYLD","indicator":"Library missing","reasons":["Library not loaded: @rpath/Kit","Refer
      """#
    let outcome = read(text)
    #expect(outcome.reports.count == 1)
    let decoded = try #require(outcome.reports.first)
    #expect(decoded.value.source.format == "ips-members")
    #expect(decoded.value.exception?.signal == "SIGABRT")
    #expect(decoded.value.termination?.namespace == "DYLD")
    #expect(decoded.value.termination?.reasons == ["Library not loaded: @rpath/Kit", "Refer"])
    #expect(decoded.value.source.firstLine == 1)
    #expect(decoded.value.lines[.exceptionType] == 2)
    #expect(decoded.notes.contains { $0.code == "fragment" })
    #expect(decoded.notes.contains { $0.code == "truncated" })
  }

  @Test func textBehindTheReportIsKeptApart() throws {
    let profile = read(IPSSample.report + "\nModel: Mac16,5, BootROM 1, 14 processors\nBluetooth: Version 9\n")
    #expect(profile.reports.count == 1)
    #expect(profile.reports[0].notes.isEmpty)
    #expect(profile.faults.isEmpty)
    let full = read(IPSSample.report + "System Profile:\nWi-Fi: en0\n" + sample("Second"))
    #expect(full.reports.map(\.value.process?.name) == ["MyApp", "Second"])
  }

  @Test func proseAroundTheReportIsIgnoredWithANote() throws {
    let outcome = read("~~ ok ~~ 1\n" + IPSSample.report + "\n~~ zz 2\n")
    let decoded = try #require(outcome.reports.first)
    #expect(outcome.faults.isEmpty)
    #expect(
      decoded.notes.filter { $0.code == "ignored-text" }.map(\.line) == [
        1, decoded.value.source.lastLine.map { $0 + 2 },
      ])
    #expect(decoded.value.source.firstLine == 2)
    let fenced = read("```json\n" + IPSSample.report + "```\n")
    #expect(fenced.reports.first?.notes.isEmpty == true)
  }

  @Test func whatIsReadAndWhatIsNotComeBackTogether() {
    let unknown = #"{"bug_type":"747","os_version":"iPhone OS 26.1 (23B85)"}"# + "\n{\n  \"counts\" : []\n}\n"
    for text in [unknown + IPSSample.report, IPSSample.report + unknown] {
      let outcome = read(text)
      #expect(outcome.reports.map(\.value.process?.name) == ["MyApp"])
      #expect(outcome.faults.map(\.code) == [.unsupportedFormat])
    }
    let second = read(IPSSample.report + unknown).faults.first?.line
    #expect(second == IPSSample.report.split(separator: "\n", omittingEmptySubsequences: false).count)
  }

  @Test func aTranslatedReportIsOneReport() throws {
    let banner =
      "-------------------------------------\nTranslated Report (Full Report Below)\n"
      + "-------------------------------------\n\nProcess:               MyApp [4711]\n\nThread 0 Crashed:\n"
      + "0   MyApp                         \t       0x1041c3de0 Widget.draw() + 12\n\n"
    let rule = "-----------\nFull Report\n-----------\n\n"
    for text in [banner + rule + IPSSample.report, String(banner.dropFirst(38)) + rule + IPSSample.report] {
      let outcome = read(text)
      #expect(outcome.reports.count == 1)
      let decoded = try #require(outcome.reports.first)
      #expect(decoded.value.source.format == "ips")
      #expect(decoded.notes.map(\.code) == ["translated"])
      #expect(decoded.value.threads?.count == 2)
    }
    // Only the title is above the JSON.
    #expect(read(rule + IPSSample.report).reports.first?.notes.isEmpty == true)
  }

  @Test func otherEncodingsAreRead() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(ReportReader.read(mark + IPSSample.bytes(IPSSample.report)).reports.first?.value.threads?.count == 2)
    let windows = IPSSample.report.replacing("\n", with: "\r\n")
    let crlf = try #require(read(windows).reports.first)
    #expect(crlf.value.lines == (try #require(read(IPSSample.report).reports.first)).value.lines)
    #expect(crlf.notes.isEmpty)
    for (isLittle, hasMark) in [(true, true), (false, true), (true, false), (false, false)] {
      var bytes: [UInt8] = hasMark ? (isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]) : []
      for unit in IPSSample.report.utf16 {
        let pair = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
        bytes += isLittle ? pair : pair.reversed()
      }
      let decoded = try #require(ReportReader.read(bytes).reports.first)
      #expect(decoded.notes.map(\.code) == ["utf-16"])
      #expect(decoded.value.applicationSpecificInformation?.last?.text == "second \"quoted\" – dash")
    }
  }

  @Test func otherLineEndsAndQuotedMailAreRead() throws {
    let classic = try #require(read(IPSSample.report.replacing("\n", with: "\r")).reports.first)
    #expect(classic.value.lines == (try #require(read(IPSSample.report).reports.first)).value.lines)
    let quoted = IPSSample.report.split(separator: "\n", omittingEmptySubsequences: false).map { "> " + $0 }
    let decoded = try #require(read(quoted.joined(separator: "\n")).reports.first)
    #expect(decoded.notes.map(\.code) == ["unwrapped"])
    #expect(decoded.value.threads?.count == 2)
    #expect(decoded.value.source.byteRange?.lowerBound == 0)
  }

  @Test func aHeaderOfSeveralLinesIsAHeader() throws {
    let wrapped = IPSSample.header.replacing(",", with: ",\n  ") + "\n" + IPSSample.body
    let decoded = try #require(read(wrapped).reports.first)
    #expect(read(wrapped).reports.count == 1)
    #expect(decoded.value.host.isSimulator == false)
    #expect(decoded.value.threads?.count == 2)
    let edited = IPSSample.report.replacing("\"bug_type\":\"309\",", with: "")
    #expect(read(edited).reports.count == 1)
  }

  @Test func aHeaderAboveTextAddsWhatTheTextLeavesOut() throws {
    let text = """
      Process:             MyApp [4711]
      Path:                /Applications/MyApp.app/MyApp

      Exception Type:  EXC_BREAKPOINT (SIGTRAP)
      Triggered by Thread:  0

      Thread 0 Crashed:
      0   MyApp                         \t0x00000001041c3de0 Widget.draw() + 12
      1   MyApp                         \t0x00000001041c3ed0 main + 128

      EOF

      """
    let outcome = read(IPSSample.header.replacing("309", with: "109") + "\n" + text + IPSSample.report)
    #expect(outcome.faults.isEmpty)
    #expect(outcome.reports.count == 2)
    let report = try #require(outcome.reports.first).value
    #expect(report.source.format == "ips-text")
    #expect(report.source.bugType == "109")
    #expect(report.source.firstLine == 1)
    #expect(report.incident == "7C3F21A0-0B7D-4D7E-8A55-1F6E2C9D4B10")
    #expect(report.host.osBuild == "25D125")
    #expect(report.process?.bundleID == "com.example.MyApp")
    #expect(report.lines[.bundleID] == 1)
    #expect(report.exception?.type == "EXC_BREAKPOINT")
    #expect(report.threads?.first?.frames.first?.line == 9)
    #expect(outcome.reports.last?.value.source.format == "ips")
  }

  /// If the JSON half of a translated report is damaged, the text half is used.
  @Test func theTextHalfServesWhereTheJSONIsCut() throws {
    let banner =
      "-------------------------------------\nTranslated Report (Full Report Below)\n"
      + "-------------------------------------\n\nProcess:               MyApp [4711]\n"
      + "Exception Type:        EXC_BAD_ACCESS (SIGSEGV)\n\nThread 0 Crashed:\n"
      + "0   MyApp                         \t       0x1041c3de0 Widget.draw() + 12\n\n"
      + "-----------\nFull Report\n-----------\n\n"
    let outcome = read(banner + String(IPSSample.report.prefix(900)))
    #expect(outcome.reports.count == 1)
    let decoded = try #require(outcome.reports.first)
    #expect(decoded.value.threads?.count == 1)
    #expect(decoded.value.source.format != "ips")
    #expect(decoded.notes.contains { $0.code == "translated" })
  }

  @Test func aLongListStopsAtTheLimit() {
    var limits = DecodingLimits()
    limits.reports = 3
    let text = String(repeating: IPSSample.header + "\n", count: 10)
    let outcome = ReportReader.read(IPSSample.bytes(text), limits: limits)
    #expect(outcome.reports.count >= 3 && outcome.reports.count <= 4)
    #expect(outcome.faults.map(\.code) == [.limitReached])
  }

  /// The time is proportional to the size, for any braces.
  @Test
  func hostileBracesDoNotTrap() {
    for line in [
      "{\"a\":\n", "{\n", "{\"a\":[\n", "[\n{\n", "{\"bug_type\":\"309\"\n", "\"threads\" : [\n", "{\"threads\":\n",
    ] {
      _ = read(String(repeating: line, count: 20_000))
    }
  }
}
