import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Documents of services that have several records, of which some are reports.
struct ServiceDocumentTests {
  private func sample(_ path: String) throws -> ReadOutcome {
    ReportReader.read(try Repository.bytes(of: "sample-logs/" + path))
  }

  private func read(_ text: String) -> ReadOutcome { ReportReader.read(Array(text.utf8)) }

  // MARK: - App Store Connect

  @Test func diagnosticLogsAreReports() throws {
    let reports = try sample("app-store-connect/diagnostic-logs.json").reports.map(\.value)
    #expect(reports.map(\.kind) == [.hang, .resource])
    #expect(reports.map(\.source.format) == ["app-store-connect", "app-store-connect"])
    #expect(reports[0].detail(.duration)?.value == .seconds(2.83))
    #expect(reports[0].detail(.cause)?.value == .text("A file is read on the main thread"))
    #expect(reports[1].detail(.writtenBytes)?.value == .bytes(1_073_740_000))
    let frames = try #require(reports[0].crashedThread?.frames)
    #expect(frames.map { $0.symbol?.name } == ["CardStore.load()", "MyApp.main()"])
    #expect(frames.first?.source == SourceLocation(file: "CardStore.swift", line: 42))
    #expect(reports[0].process?.bundleID == "com.example.MyApp")
    #expect(reports[0].process?.build == "412")
  }

  @Test func signaturesAreNamed() {
    let outcome = read(
      #"{"data":[{"type":"diagnosticSignatures","id":"x","attributes":{"diagnosticType":"HANGS","signature":"a"}}]}"#)
    #expect(outcome.reports.isEmpty)
    #expect(outcome.faults.first?.explanation.contains("diagnostic signatures") == true)
    #expect(outcome.faults.first?.hint?.contains("/logs") == true)
  }

  @Test func theCommentOfATesterIsAFact() throws {
    let outcome = try sample("app-store-connect/tester-feedback.json")
    #expect(outcome.reports.count == 1)
    let report = try #require(outcome.reports.first).value
    #expect(report.exception?.type == "EXC_GUARD")
    #expect(report.detail(.testerComment)?.value == .text("It closed when I shuffled the deck"))
  }

  // MARK: - Crashlytics

  @Test func eventsOfCrashlyticsAreReports() throws {
    let outcome = try sample("crashlytics-event/events.json")
    let reports = outcome.reports.map(\.value)
    #expect(reports.map(\.kind) == [.crash, .fault])
    #expect(reports[0].exception?.type == "EXC_BAD_ACCESS")
    #expect(reports[0].exception?.signal == "SIGSEGV")
    #expect(reports[0].exception?.faultAddress == RuntimeAddress(0x18))
    #expect(reports[0].process?.bundleID == "com.example.MyApp")
    #expect(reports[0].host.os == "iOS 27.0")
    #expect(reports[0].times?.crashed?.rfc3339 == "2026-11-20T08:12:43.501Z")
    let frame = try #require(reports[0].crashedThread?.frames.first)
    #expect(frame.symbol?.name == "-[CardStore load]")
    #expect(frame.source == SourceLocation(file: "CardStore.m", line: 42))
    #expect(frame.image == "MyApp")
    #expect(reports[1].eventSummary == "Non-fatal: NSCocoaErrorDomain 260")
    #expect(reports[1].crashedThread?.frames.count == 2)
    #expect(outcome.reports[1].notes.contains { $0.code == "other-events" })
  }

  @Test func aRowOfBigQueryIsAReport() throws {
    let report = try #require(try sample("crashlytics-event/bigquery-row.json").reports.first).value
    #expect(report.source.format == "crashlytics-event")
    #expect(report.kind == .crash)
    #expect(report.exception?.name == "NSRangeException")
    #expect(report.exception?.reason?.hasSuffix("[0 .. 2]") == true)
    #expect(report.exception?.type == "SIGABRT")
    #expect(report.process?.version == "2.4")
    #expect(report.times?.crashed?.asWritten == "2026-11-20 08:12:43.501000 UTC")
    #expect(report.crashedThread?.queue == "com.apple.main-thread")
  }

  @Test func everyPrefixOfAnEventIsReadAsAnEvent() throws {
    let bytes = try Repository.bytes(of: "sample-logs/crashlytics-event/bigquery-row.json")
    for end in stride(from: 400, to: bytes.count, by: 29) {
      let outcome = ReportReader.read(Array(bytes[..<end]))
      #expect(outcome.reports.allSatisfy { $0.value.source.format == "crashlytics-event" }, "\(end)")
    }
  }

  // MARK: - OpenTelemetry

  @Test func recordsOfCrashesAreReports() throws {
    let outcome = try sample("open-telemetry/logs.json")
    let reports = outcome.reports.map(\.value)
    #expect(reports.map(\.kind) == [.crash, .hang, .crash, .jetsam])
    #expect(reports.allSatisfy { $0.source.format == "open-telemetry" })
    #expect(reports[0].exception?.name == "NSRangeException")
    // Attributes of the record replace those of the resource: another version reported the crash.
    #expect(reports[0].process?.version == "2.4")
    #expect(reports[0].host.os == "iOS 26.4")
    #expect(reports[0].process?.name == "MyApp")
    #expect(reports[0].incident == "7D1F5C0E-3F44-4B6A-9A52-6C1D0E9B7A10")
    #expect(reports[0].times?.crashed?.rfc3339 == "2026-11-24T06:00:00.123456789Z")
    #expect((reports[0].lastExceptionBacktrace ?? reports[0].crashedThread?.frames)?.isEmpty == false)
    #expect(reports[1].detail(.duration)?.value == .seconds(2.5))
    #expect(reports[1].process?.version == "9.9")
    let frames = try #require(reports[2].crashedThread?.frames)
    #expect(frames.map(\.image) == ["libsystem_kernel.dylib", "MyApp"])
    #expect(frames.map(\.imageOffset) == [ImageOffset(144), ImageOffset(129856)])
    #expect(reports[2].exception?.signal == "SIGSEGV")
    #expect(reports[2].termination?.namespace == "SIGNAL")
    #expect(reports[3].eventSummary == "killed: out of memory")
    #expect(outcome.reports[3].notes.contains { $0.code == "other-records" && $0.text.contains("app.screen.click") })
  }

  @Test func anExceptionOfASpanIsNoCrash() throws {
    let outcome = try sample("open-telemetry/collector.ndjson")
    #expect(outcome.reports.map(\.value.kind) == [.unknown])
    #expect(outcome.reports.first?.value.exception?.name == "NSInvalidArgumentException")
    // The second line has a record, but none of a crash.
    #expect(outcome.faults.isEmpty)
    #expect(outcome.reports.first?.notes.contains { $0.code == "other-records" } == true)
  }

  @Test func aBadPayloadDoesNotSpoilTheOthers() throws {
    let crash = #"{"eventName":"app.crash","attributes":[{"key":"exception.type","value":{"stringValue":"E"}}]}"#
    let bad = #"{"attributes":[{"key":"emb.payload","value":{"stringValue":"{\"report\":"}}]}"#
    let outcome = read(
      #"{"resourceLogs":[17,{"scopeLogs":[null,{"logRecords":["x",\#(bad),\#(crash)]}]},{"scopeLogs":7}]}"#)
    #expect(outcome.reports.map { $0.value.exception?.name } == ["E"])
    #expect(outcome.reports.first?.notes.contains { $0.code == "other-records" } == true)
  }

  @Test func documentsInDocumentsEnd() {
    var text = #"{"resourceLogs":[]}"#
    for _ in 0..<6 {
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      text =
        #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"attributes":[{"key":"emb.payload","value":{"stringValue":""#
        + escaped + #""}}]}]}]}]}"#
    }
    #expect(read(text).reports.isEmpty)
  }

  @Test func recordsAreReadInLinearTime() {
    let record =
      #"{"eventName":"app.crash","attributes":[{"key":"exception.stacktrace","value":{"stringValue":"#
      + #""0 MyApp 0x0000000100801d40 main + 64\n1 dyld 0x000000018e304604 start + 2104"}}]},"#
    let growth = Growth(
      from: 250,
      of: { count in
        Array(#"{"resourceLogs":[{"scopeLogs":[{"logRecords":[\#(String(repeating: record, count: count))1]}]}]}"#.utf8)
      }
    ) { bytes in #expect(ReportReader.read(bytes).reports.count >= 250) }
    #expect(growth.ratio < 16, "\(growth)")
  }

  // MARK: - Sentry

  @Test func anEventAndItsAttachmentAreOneReport() throws {
    let outcome = try sample("sentry-envelope/hang.envelope")
    #expect(outcome.faults.isEmpty)
    #expect(outcome.reports.map(\.value.kind) == [.hang])
    let decoded = try #require(outcome.reports.first)
    #expect(decoded.value.source.format == "metrickit")
    #expect(decoded.value.source.firstLine == 5)
    #expect(decoded.value.process?.name == "MyApp")
    #expect(decoded.value.host.device == "iPhone18,1")
    #expect(decoded.notes.contains { $0.code == "unread-items" && $0.text.contains("session") })
  }

  private func envelope(_ items: [(header: String, payload: String)]) -> String {
    #"{"event_id":"9a1c6d20f3f04a0f8f1f2d3c4b5a6978"}"# + "\n"
      + items.map { $0.header.replacing("LENGTH", with: "\($0.payload.utf8.count)") + "\n" + $0.payload + "\n" }
      .joined()
  }

  private let emptyEvent = (#"{"type":"event","length":LENGTH}"#, #"{"event_id":"9a","platform":"native"}"#)

  @Test func aMinidumpIsNamed() {
    let dump = (
      #"{"type":"attachment","attachment_type":"event.minidump","filename":"a.dmp","length":LENGTH}"#, "MDMP\0\n{\0}"
    )
    let outcome = read(envelope([emptyEvent, dump]))
    #expect(outcome.reports.isEmpty)
    #expect(outcome.faults.first?.code == .unsupportedFormat)
    #expect(outcome.faults.first?.explanation.contains("a.dmp") == true)
  }

  @Test func anEnvelopeWithoutAnEventIsNoFailure() {
    let outcome = read(envelope([(#"{"type":"transaction"}"#, #"{"type":"transaction","spans":[]}"#)]))
    #expect(outcome.reports.isEmpty)
    #expect(outcome.faults.map(\.code) == [.notAReport])
    #expect(outcome.faults.first?.explanation.contains("transaction") == true)
  }

  @Test func aHandledErrorIsNoCrash() throws {
    let error =
      #"{"event_id":"9a","exception":{"values":[{"type":"CardError","value":"x","mechanism":{"type":"generic","handled":true}}]}}"#
    let outcome = read(envelope([(#"{"type":"event","length":LENGTH}"#, error)]))
    #expect(outcome.reports.map(\.value.kind) == [.fault])
  }

  @Test func lengthsThatAreTooLargeAreNoted() throws {
    let text = try Repository.text(of: "sample-logs/sentry-envelope/hang.envelope")
    let bytes = Array(text.utf8)
    for end in stride(from: 200, to: bytes.count, by: 41) {
      let outcome = ReportReader.read(Array(bytes[..<end]))
      #expect(!outcome.reports.isEmpty || !outcome.faults.isEmpty, "\(end)")
      for report in outcome.reports { #expect((report.value.source.byteRange?.upperBound ?? 0) <= end) }
    }
  }

  @Test func itemsAreFoundInLinearTime() {
    let growth = Growth(
      from: 50_000,
      of: { Array(envelope([(#"{"type":"log"}"#, String(repeating: "\n{\"type\":\"log\"}\n", count: $0))]).utf8) }
    ) { bytes in #expect(!ReportReader.read(bytes).faults.isEmpty) }
    #expect(growth.ratio < 16, "\(growth)")
  }

  /// A document may state the kind in this program's words; another text is not a kind.
  @Test(arguments: [("hang", "hang"), ("jetsam", "jetsam"), ("Hang", "crash"), ("\u{1b}[31m", "crash"), ("", "crash")])
  func onlyAKnownKindIsStated(_ word: String, _ kind: String) throws {
    let text = try String(decoding: JSONEncoder().encode(word), as: UTF8.self)
    let event =
      #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"eventName":"app.crash","attributes":["#
      + #"{"key":"exception.type","value":{"stringValue":"E"}},"#
      + #"{"key":"diagnose.kind","value":{"stringValue":\#(text)}}]}]}]}]}"#
    #expect(ReportReader.read(Array(event.utf8)).reports.map(\.value.kind.rawValue) == [kind], "\(word)")
    let sentry =
      #"{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","platform":"cocoa","exception":{"values":[{"type":"E","value":"v"}]},"#
      + #""debug_meta":{"images":[]},"contexts":{"diagnose":{"kind":\#(text)}}}"#
    let expected = kind == "crash" ? ReportReader.read(Array(sentry.replacing(text, with: "0").utf8)) : nil
    let found = ReportReader.read(Array(sentry.utf8)).reports.map(\.value.kind.rawValue)
    #expect(found == (expected?.reports.map(\.value.kind.rawValue) ?? [kind]), "\(word)")
  }

}
