import CrashReports
@testable import Rewriting
import TestSupport
import Testing
import Vocabulary

/// Properties that hold for every report.
@Suite struct RewritingPropertyTests {
  static let inputs: [SampleLog] =
    SampleLog.forms
    + Repository.files(below: "Tests/Fixtures/symbols/reports").map(SampleLog.init)

  @Test(arguments: inputs)
  func withoutNamesTheInputDoesNotChange(_ log: SampleLog) throws {
    let bytes = try log.bytes()
    #expect(Named.rewrite(bytes) { _ in }.bytes == bytes)
    // A demangled form of a name in the report is not a change.
    let demangled = Named.rewrite(bytes) { report in
      Named.each(&report) { frame in
        var frame = frame
        frame.symbol?.demangled = "readable"
        return [frame]
      }
    }
    #expect(demangled.bytes == bytes)
  }

  @Test(arguments: inputs)
  func readingGivesTheNamesBack(_ log: SampleLog) throws {
    let bytes = try log.bytes()
    let result = Named.rewrite(bytes, Named.fillUnnamed)
    var expected = ReportReader.read(bytes).reports.map(\.value)
    if expected.contains(where: \.hasNoPlaces) {
      #expect(result.bytes == bytes)
      return
    }
    for index in expected.indices { Named.fillUnnamed(&expected[index]) }
    let read = ReportReader.read(result.bytes).reports.map(\.value)
    #expect(result.unwritten == 0)
    #expect(read.map(Named.words) == expected.map(Named.words))
    // Only stacks have changed.
    for (before, after) in zip(expected, read) {
      var after = after
      after.threads = before.threads
      after.lastExceptionBacktrace = before.lastExceptionBacktrace
      after.applicationSpecificBacktraces = before.applicationSpecificBacktraces
      #expect(after.withoutPlaces == before.withoutPlaces)
    }
    #expect(Named.rewrite(result.bytes, Named.fillUnnamed).bytes == result.bytes, "twice is not once")
  }

  /// Only in rows of debuggers, and in the frames of macOS 11, which are rows, too, names cannot be written.
  @Test(arguments: inputs)
  func everyNameCanBeReplaced(_ log: SampleLog) throws {
    let bytes = try log.bytes()
    let result = Named.rewrite(bytes, Named.fillAll)
    var expected = ReportReader.read(bytes).reports.map(\.value)
    if expected.contains(where: { $0.source.format == "lldb" && $0.hasFrames }) {
      #expect(result.unwritten > 0 && result.bytes == bytes)
      return
    }
    if log.path.hasSuffix("macos11-rows.ips") {
      #expect(result.unwritten > 0)
      return
    }
    if expected.contains(where: \.hasNoPlaces) {
      #expect(result.bytes == bytes)
      return
    }
    for index in expected.indices { Named.fillAll(&expected[index]) }
    #expect(result.unwritten == 0)
    #expect(ReportReader.read(result.bytes).reports.map { Named.words($0.value) } == expected.map(Named.words))
    #expect(Named.rewrite(result.bytes, Named.fillAll).bytes == result.bytes)
  }

  /// A report that was mailed, pasted or saved by another system changes in the same locations.
  @Test(arguments: inputs)
  func copiesInOtherFormsChangeAlike(_ log: SampleLog) throws {
    let text = String(decoding: try log.bytes(), as: UTF8.self)
    let names = Named.fillUnnamed
    let named = String(decoding: Named.rewrite(Array(text.utf8), names).bytes, as: UTF8.self)
    for copy in Copy.all where copy.isReadAlike(text) {
      let result = Named.rewrite(copy.make(text), names)
      // The reader decodes HTML escapes only in text, and treats indentation of JSON as part of the quotation, so that
      // added lines have none.
      let isJSON = text.hasPrefix("{")
      if copy.name == "web page", isJSON || copy.make(text) == Array(text.utf8) { continue }
      let blanks = copy.name == "quoted" && isJSON ? [UInt8(ascii: " ")] : []
      let isAlike = result.bytes.filter { !blanks.contains($0) } == copy.make(named).filter { !blanks.contains($0) }
      #expect(isAlike, "\(copy.name)")
    }
  }

  @Test(arguments: inputs.filter { ((try? $0.bytes().count) ?? .max) < 8_000 })
  func damagedReportsAreWrittenWithoutATrap(_ log: SampleLog) throws {
    for bytes in Mutants(of: try log.bytes(), count: 25, seed: 7) {
      let result = Named.rewrite(bytes, Named.fillUnnamed)
      #expect(result.bytes.count <= bytes.count * 12 + 1024)
      let reports = ReportReader.read(bytes).reports.map(\.value)
      let text = AppleTextLayout.text(reports, style: NameStyle())
      let json = IPSLayout.bytes(reports, style: NameStyle())
      #expect(!text.unicodeScalars.contains(where: HostileNameTests.isUnsafe))
      _ = ReportReader.read(Array(text.utf8))
      _ = ReportReader.read(json)
    }
  }
}

extension CrashReport {
  /// True for a format that cannot be rewritten.
  var hasNoPlaces: Bool { ReportFormat.with(id: source.format)?.canRewriteFrames == false }

  fileprivate var hasFrames: Bool { threads?.contains { !$0.frames.isEmpty } ?? false }
}

/// A form in which copies of reports occur.
struct Copy: Sendable {
  var name: String
  /// The number of times that the copy contains the report.
  var count = 1
  var make: @Sendable (String) -> [UInt8]

  /// Returns whether the same stacks are read from the copy; otherwise there is nothing to compare.
  func isReadAlike(_ text: String) -> Bool {
    let own = ReportReader.read(Array(text.utf8)).reports.map { Named.words($0.value) }
    return Array(repeatElement(own, count: count).joined())
      == ReportReader.read(make(text)).reports.map { Named.words($0.value) }
  }

  private static func lines(_ text: String, _ change: @Sendable (Substring) -> String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(change).joined(separator: "\n")
  }

  static let all: [Copy] = [
    Copy(name: "byte order mark") { [0xEF, 0xBB, 0xBF] + Array($0.utf8) },
    Copy(name: "CR LF") { Array(lines($0) { $0.isEmpty ? "\r" : $0 + "\r" }.utf8) },
    Copy(name: "CR") { $0.utf8.map { $0 == 0x0A ? 0x0D : $0 } },
    Copy(name: "indented") { Array(lines($0) { $0.isEmpty ? "" : "    " + $0 }.utf8) },
    Copy(name: "quoted") { Array(lines($0) { "> " + $0 }.utf8) },
    Copy(name: "commented") { Array(lines($0) { $0.isEmpty ? "" : "// " + $0 }.utf8) },
    Copy(name: "web page") { text in
      Array(text.utf8).flatMap { byte in
        switch byte {
        case UInt8(ascii: "<"): Array("&lt;".utf8)
        case UInt8(ascii: ">"): Array("&gt;".utf8)
        case UInt8(ascii: "&"): Array("&amp;".utf8)
        default: [byte]
        }
      }
    },
    Copy(name: "UTF-16 with mark") { text in [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } },
    Copy(name: "UTF-16, high byte first") { text in
      [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    },
    Copy(name: "twice", count: 2) { Array(($0 + "\n\n" + $0).utf8) },
  ]
}

extension CrashReport {
  /// Returns the report without lines and ranges, which change when rows are added.
  var withoutPlaces: CrashReport {
    var report = self
    report.source.lastLine = nil
    report.source.firstLine = nil
    report.source.byteRange = nil
    report.lines = [:]
    report.images = report.images?.map { image in
      var image = image
      image.line = nil
      return image
    }
    report.threads = nil
    report.lastExceptionBacktrace = nil
    report.applicationSpecificBacktraces = nil
    report.applicationSpecificInformation = report.applicationSpecificInformation?.map {
      .init(image: $0.image, text: $0.text)
    }
    for index in report.details.indices { report.details[index].line = nil }
    for index in report.consoleLines.indices { report.consoleLines[index].line = 0 }
    for index in report.loaderMessages.indices {
      (report.loaderMessages[index].line, report.loaderMessages[index].pid) = (0, nil)
    }
    for index in report.previewMessages.indices {
      report.previewMessages[index].line = 0
      report.previewMessages[index].lastLine = 0
    }
    for index in report.documentMessages.indices { report.documentMessages[index].line = 0 }
    return report
  }
}
