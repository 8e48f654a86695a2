import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// MetricKit's reports of iOS 27: one event per object.
struct DiagnosticReportTests {
  private func sample(_ name: String) throws -> ReadOutcome {
    ReportReader.read(try Repository.bytes(of: "sample-logs/metrickit/" + name))
  }

  private func read(_ text: String) -> ReadOutcome { ReportReader.read(Array(text.utf8)) }

  @Test func aCrashHasTheFactsOfItsEnvironment() throws {
    let report = try #require(try sample("diagnostic-report.json").reports.first).value
    #expect(report.source.format == "metrickit")
    #expect(report.kind == .crash)
    #expect(report.exception?.type == "EXC_BAD_ACCESS")
    #expect(report.exception?.signal == "SIGSEGV")
    #expect(report.exception?.faultAddress == RuntimeAddress(0x18))
    #expect(report.termination?.namespace == "SIGNAL")
    #expect(report.process?.bundleID == "com.example.MyApp")
    #expect(report.process?.version == "2.4")
    #expect(report.process?.build == "412")
    #expect(report.process?.pid == 4211)
    #expect(report.host.os == "iPhone OS 27.0")
    #expect(report.host.osBuild == "24A437")
    #expect(report.host.device == "iPhone18,1")
    #expect(report.images?.first?.architecture == "arm64e")
    #expect(report.detail(.distribution)?.value == .text("TestFlight"))
    #expect(report.detail(.terminationCategory)?.value == .text("badAccess"))
    // The times count from 2001.
    #expect(report.times?.crashed?.rfc3339 == "2026-12-03T14:13:20.5Z")
    #expect(report.times?.crashed?.asWritten == "818000000.5")
    #expect(report.threads?.map(\.crashed) == [true, false])
    let frames = try #require(report.crashedThread?.frames)
    #expect(frames.map(\.image) == ["MyApp", "MyApp", "MyApp"])
    #expect(frames.map(\.imageOffset) == [ImageOffset(177376), ImageOffset(129856), ImageOffset(1856)])
    #expect(report.images?.map(\.name) == ["MyApp", "libsystem_kernel.dylib"])
    #expect(report.images?.first?.loadAddress == RuntimeAddress(4_303_110_144))
  }

  @Test func oneCrashInBothFormsIsTheSame() throws {
    var new = try #require(try sample("diagnostic-report.json").reports.first).value
    var old = try #require(try sample("same-crash-as-payload.json").reports.first).value
    for form in [false, true] {
      let report = form ? old : new
      #expect(report.details.allSatisfy { $0.key == .distribution || $0.key == .terminationCategory })
    }
    (new.details, old.details) = ([], [])
    (new.times, old.times) = (nil, nil)
    (new.lines, old.lines) = ([:], [:])
    new.source = old.source
    new.changeLines { _ in 1 }
    old.changeLines { _ in 1 }
    #expect(new == old)
  }

  @Test func aFileHasReportsOfEveryKind() throws {
    let outcome = try sample("diagnostic-reports.ndjson")
    let reports = outcome.reports.map(\.value)
    #expect(outcome.faults.isEmpty)
    #expect(reports.map(\.kind) == [.hang, .jetsam, .resource, .resource, .launch, .unknown, .crash])
    #expect(reports.map(\.source.firstLine) == [1, 2, 3, 4, 5, 6, 7])
    #expect(
      reports.map(\.eventSummary) == [
        "the main thread did not respond for 2.75 s", "killed: it exceeded its memory limit",
        "used 48 s of processor time within 60 s", "wrote 1.3 GB to storage", "took 9.5 s to launch",
        "a diagnostic of the kind inkException", nil,
      ])
    #expect(reports[0].threads?.first?.samples == 40)
    #expect(outcome.reports[5].notes.contains { $0.code == "unknown-diagnostic" })
    // A frame without an image and an address is kept.
    #expect(reports[1].threads?.first?.frames.map(\.imageOffset) == [ImageOffset(512), ImageOffset(129856)])
    #expect(reports[1].threads?.first?.frames.map(\.image) == [nil, "MyApp"])
    #expect(reports[3].images?.map(\.name) == ["MyApp"])
    let termination = try #require(reports[6].termination)
    #expect(termination.namespace == "FRONTBOARD")
    #expect(termination.code == 0x8bad_f00d)
    #expect(termination.reasons?.first?.hasPrefix("scene-update watchdog transgression") == true)
    #expect(termination.reasons?.last == "WatchdogEvent: scene-update")
  }

  @Test func anArrayOfReportsIsAsManyReports() throws {
    let lines = try Repository.text(of: "sample-logs/metrickit/diagnostic-reports.ndjson").split(separator: "\n")
    let array = read("[" + lines.joined(separator: ",\n") + "]")
    #expect(array.reports.map(\.value.kind) == [.hang, .jetsam, .resource, .resource, .launch, .unknown, .crash])
  }

  @Test(arguments: [
    (#""begin":818000000,"end":818000000"#, "2026-12-03T14:13:20Z"),
    (#""begin":1796307200,"end":1796307200"#, "2026-12-03T14:13:20Z"),
    (#""begin":1796307200123,"end":1796307200123"#, "2026-12-03T14:13:20.123Z"),
    (#""begin":"2026-12-03T14:13:20Z","end":"2026-12-03T14:13:21Z""#, "2026-12-03T14:13:21Z"),
    (#""begin":818000000,"end":818100000"#, nil), (#""begin":"soon""#, nil),
  ]) func timesAreReadByTheirMagnitude(range: String, time: String?) throws {
    let report = try #require(read(#"{"timeRange":{\#(range)},"hangDiagnostic":{"hangDuration":3}}"#).reports.first)
    #expect(report.value.times?.crashed?.rfc3339 == time)
  }

  @Test func membersMayFollowInAnyOrderAndBeAbsent() throws {
    let tree =
      #""callStackTree":{"binaryInfo":{"00000000-0000-4000-8000-0000000000A1":"MyApp"},"callStackThreads":["#
      + #"{"rootFrames":[{"binaryUUID":"00000000-0000-4000-8000-0000000000a1","offsetIntoBinaryTextSegment":16}]}]}"#
    let alone = try #require(read(#"{"hangDiagnostic":{\#(tree)}}"#).reports.first).value
    #expect(alone.kind == .hang)
    #expect(alone.host == CrashReport.Host())
    #expect(alone.threads?.first?.frames.first?.image == "MyApp")
    let late = #"{"crashDiagnostic":{\#(tree),"signal":6},"environment":{"bundleIdentifier":"com.example.MyApp"}}"#
    let report = try #require(read(late).reports.first).value
    #expect(report.process?.bundleID == "com.example.MyApp")
    #expect(report.exception?.signal == "SIGABRT")
    let bare = try #require(read("{" + tree.dropFirst(17).dropLast() + "}").reports.first)
    #expect(bare.value.kind == .unknown)
    #expect(bare.notes.contains { $0.code == "fragment" })
  }

  @Test func measurementsHaveSeveralForms() throws {
    for (written, seconds) in [
      (#"{"value":2500,"unit":"ms"}"#, 2.5), (#"{"value":2.5e0,"unit":{"symbol":"s"}}"#, 2.5), (#""2.5 sec""#, 2.5),
      ("2.5", 2.5), (#"{"unit":"min","value":2}"#, 120),
    ] {
      let report = try #require(read(#"{"hangDiagnostic":{"hangDuration":\#(written)}}"#).reports.first).value
      #expect(report.detail(.duration)?.value == .seconds(seconds), "\(written)")
    }
  }

  @Test func metricsAreNoFailure() {
    let outcome = read(#"{"version":"2.0.0","timeRange":{"begin":1,"end":2},"intervalEntries":[],"stateEntries":[]}"#)
    #expect(outcome.reports.isEmpty)
    #expect(outcome.faults.first?.explanation.contains("metrics") == true)
  }

  @Test func aDiagnosticThatIsNoObjectIsNamed() {
    let outcome = read(#"{"timeRange":{"begin":1,"end":1},"environment":{},"hangDiagnostic":{},"crashDiagnostic":[1]}"#)
    #expect(outcome.reports.count == 1)
    #expect(outcome.reports.first?.notes.contains { $0.code == "member-type" } == true)
  }

  @Test func everyPrefixIsRead() throws {
    let bytes = try Repository.bytes(of: "sample-logs/metrickit/diagnostic-report.json")
    for end in stride(from: 1, to: bytes.count, by: 37) {
      let outcome = ReportReader.read(Array(bytes[..<end]))
      #expect(!outcome.reports.isEmpty || !outcome.faults.isEmpty)
    }
  }
}
