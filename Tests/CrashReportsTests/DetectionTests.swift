import TestSupport
import Testing

@testable import CrashReports

/// Detection of formats by content alone.
struct DetectionTests {
  private func read(_ text: String) -> ReadOutcome { ReportReader.read(IPSSample.bytes(text)) }

  @Test func theCatalogDescribesItself() {
    let ids = ReportFormat.catalog.map(\.id)
    #expect(Set(ids).count == ids.count)
    for format in ReportFormat.catalog {
      #expect(!format.title.isEmpty && !format.summary.isEmpty && !format.example.isEmpty)
      #expect(format.id.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
    }
  }

  /// Formats that are recognized and not read, each with a word of the explanation.
  static let named: [(input: String, word: String)] = [
    (#"{"bug_type":"999"}"# + "\n{\n\"a\":1\n}", "bug_type 999")
  ]

  /// Kinds other than crashes, each with the expected format and kind.
  static let diagnostics: [(input: String, format: String, kind: CrashReport.Kind)] = [
    (
      #"{"bug_type":"298","os_version":"iPhone OS 26.1 (23B85)"}"# + "\n{\n\"memoryStatus\":{},\"processes\":[]\n}",
      "jetsam", .jetsam
    ),
    (#"{"bug_type":"198","os_version":"iPhone OS 9.0 (13A344)"}"# + "\n", "jetsam", .jetsam),
    ("{\"memoryStatus\":{},\n\"largestProcess\":\"MyApp\",\"processes\":[]}", "jetsam", .jetsam),
    (
      #"{"bug_type":"210","os_version":"macOS 26.3 (25D125)"}"# + "\n{\n\"panicString\":\"panic(cpu 0)\"\n}", "panic",
      .panic
    ),
    (#"{"bug_type":"151","os_version":"iPhone OS 26.1"}"# + "\n{\n\"string\":\"x\"\n}", "panic", .panic),
    (#"{"macOSPanicString":"panic(cpu 0 caller 0x1): x"}"#, "panic", .panic),
    ("panic(cpu 1 caller 0xfffffff00812ab34): watchdog timeout\nDebugger message: panic\n", "panic", .panic),
    (#"{"bug_type":"288","os_version":"iPhone OS 26.1"}"# + "\n{\n\"processByPid\":{}\n}", "stackshot", .sample),
    (#"{"bug_type":"509","os_version":"iPhone OS 26.1"}"# + "\n{\n\"processByPid\":{}\n}", "stackshot", .hang),
    ("{\"callStacks\":[{\"callStackRootFrames\":[]}],\"callStackPerThread\":true}", "metrickit", .unknown),
    (#"{"_marker":"<metadata>","a":1}"# + "\n" + #"{"_marker":"<end-of-file>"}"#, "analytics", .statistics),
    (#"{"bug_type":"211","os_version":"iPhone OS 26.1"}"# + "\n" + #"{"_marker":"x"}"#, "analytics", .statistics),
    (#"{"bug_type":"224","os_version":"iPhone OS 26.1"}"# + "\nsome log text\n", "system-record", .statistics),
    (#"{"bug_type":"115","os_version":"iPhone OS 26.1"}"# + "\n{\n\"a\":1\n}", "system-record", .statistics),
    (#"{"bug_type":"238","os_version":"iPhone OS 26.1"}"# + "\n{\n\"a\":1\n}", "system-record", .launch),
    (
      #"{"bug_type":"202","os_version":"iPhone OS 26.1"}"# + "\nDate/Time: x\nEvent: cpu usage\n", "resource", .resource
    ),
    (#"{"eventMessage":"x","timestamp":"2026-03-02","processID":1}"#, "unified-log-json", .unknown),
    (#"{"report":{},"binary_images":[],"crash":{"error":{"signal":{"signal":6}}}}"#, "third-party-json", .crash),
  ]

  @Test(arguments: diagnostics.indices)
  func diagnosticsAreReadAsWhatTheyAre(_ index: Int) throws {
    let (input, format, kind) = Self.diagnostics[index]
    let outcome = read(input)
    #expect(outcome.faults.isEmpty)
    let report = try #require(outcome.reports.first).value
    #expect(outcome.reports.count == 1)
    #expect(report.source.format == format)
    #expect(report.kind == kind)
    #expect(report.source.firstLine == 1)
  }

  @Test func otherNumbersWithTheBodyOfACrashAreReadAsThat() throws {
    let kinds: [(String, CrashReport.Kind)] = [
      ("308", .fault), ("409", .watchdog), ("385", .resource), ("22", .resource), ("227", .resource), ("298", .crash),
    ]
    for (bugType, kind) in kinds {
      let text = IPSSample.report.replacing("\"bug_type\":\"309\"", with: "\"bug_type\":\"\(bugType)\"")
        .replacing("  \"bug_type\" : \"309\",\n", with: "")
      let report = try #require(read(text).reports.first).value
      #expect(report.source.format == "ips")
      #expect(report.threads?.count == 2)
      #expect(report.kind == kind, "\(bugType)")
    }
  }

  @Test(arguments: named.indices)
  func unreadKindsAreNamed(_ index: Int) throws {
    let (input, word) = Self.named[index]
    let outcome = read(input)
    #expect(outcome.reports.isEmpty)
    let fault = try #require(outcome.faults.first)
    #expect(fault.code == .unsupportedFormat)
    #expect(fault.explanation.contains(word))
    #expect(fault.explanation.contains("does not read it"))
    #expect(fault.line == 1)
  }

  static let foreign: [(bytes: [UInt8], code: DecodingFault.Code, word: String)] = [
    ([], .notAReport, "empty"),
    (Array(" \n\t\r\n".utf8), .notAReport, "white space"),
    (Array("plcrash\u{1}\u{0}\u{0}".utf8), .damaged, "PLCrashReporter"),
    (Array("plcrash\u{2}\u{0}\u{0}".utf8), .unsupportedFormat, "version 2"),
    (Array("bplist00\u{1}".utf8), .unsupportedFormat, "binary property list"),
    ([0x1F, 0x8B, 8, 0], .unsupportedFormat, "gzip"),
    (Array("PK\u{3}\u{4}abc".utf8), .unsupportedFormat, "zip"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 1], .unsupportedFormat, "xz"),
    ([0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1], .notAReport, "Mach-O"),
    ([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2], .notAReport, "Mach-O"),
    ([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], .notAReport, "picture"),
    ([0xFF, 0xD8, 0xFF, 0xE0], .notAReport, "picture"),
    (
      Array("Use spindump -i to generate textual report\nSpindump binary format\n\u{0}".utf8), .unsupportedFormat,
      "spindump"
    ),
    (Array("abc\u{0}def".utf8), .notAReport, "zero byte at offset 3"),
    (Array("<!DOCTYPE html>\n<html>".utf8), .notAReport, "HTML"),
    (Array("# How to crash\n\nCall `abort()`.\n".utf8), .notAReport, "Markdown"),
    (Array("No Example.\n".utf8), .notAReport, "No Example."),
    (Array(#"{"name":"left-pad","version":"1.0.0"}"#.utf8), .notAReport, "\"name\", \"version\""),
    (Array(#"[{"platform":"ios","type":"crash"}]"#.utf8), .notAReport, "\"platform\", \"type\""),
    (Array("<?xml version=\"1.0\"?><plist/>".utf8), .notAReport, "XML"),
  ]

  @Test(arguments: foreign.indices)
  func inputsThatAreNotReportsAreDescribed(_ index: Int) throws {
    let (bytes, code, word) = Self.foreign[index]
    let outcome = ReportReader.read(bytes)
    #expect(outcome.reports.isEmpty)
    let fault = try #require(outcome.faults.first)
    #expect(fault.code == code)
    #expect(fault.explanation.contains(word), "\(fault.explanation)")
  }

  @Test func aBodyWithAnotherBugTypeIsACrash() throws {
    let text = IPSSample.report.replacing("\"bug_type\":\"309\"", with: "\"bug_type\":\"385\"")
      .replacing("  \"bug_type\" : \"309\",\n", with: "")
    let report = try #require(read(text).reports.first).value
    #expect(report.source.bugType == "385")
    #expect(report.kind == .resource)
    #expect(report.threads?.count == 2)
    let unknown = IPSSample.report.replacing("\"bug_type\":\"309\"", with: "\"bug_type\":\"747\"")
    #expect(read(unknown).reports.first?.value.threads?.count == 2)
  }

  @Test func aHeaderlessBodyIsACrash() throws {
    let report = try #require(read(IPSSample.body).reports.first).value
    #expect(report.process?.name == "MyApp")
    #expect(report.source.bugType == "309")
    #expect(report.threads?.count == 2)
    // Also if truncated.
    let cut = try #require(read(String(IPSSample.body.prefix(3500))).reports.first)
    #expect(cut.notes.contains { $0.code == "truncated" })
  }
}
