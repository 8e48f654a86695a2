import CrashReports
import Diagnosis
import Documents
import Foundation
import GRDB
import HistoryPresentation
import Testing
import Vocabulary

@testable import History

/// The class of the address whose access failed, and the role of the process: what is stored, compared and completed.
@Suite struct AddressClassTests {
  private static func report(
    _ address: UInt64?, type: String = "EXC_BAD_ACCESS", codes: String = "KERN_INVALID_ADDRESS", region: String? = nil,
    registers: [(String, UInt64)] = []
  ) -> CrashReport {
    var report = CrashReport(source: .init(format: "ips"))
    report.host.architecture = "arm64"
    report.exception = .init()
    report.exception?.type = type
    report.exception?.subtype = codes
    report.exception?.faultAddress = address.map { RuntimeAddress($0) }
    report.exception?.region = region
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    thread.registers = registers.map { .init(name: $0.0, value: $0.1) }
    report.threads = [thread]
    return report
  }

  static let examples: [(CrashReport, AddressClass?)] = [
    (report(0), .null), (report(1), .nullOffset), (report(0x10), .nullOffset), (report(0x3FFF), .nullOffset),
    (report(0x4000), .small), (report(0xFFFF_EFFF), .small),
    (report(0x5555_5555_5555_5555), .fill), (report(UInt64.max - 7), .negative),
    (report(0x0000_656D_616E_7974), .text), (report(0x9000_0000_0000_0000), .outside),
    (report(0x2_8000_0000), .unmapped), (report(0x2_8000_0000, codes: "KERN_PROTECTION_FAILURE"), .protected),
    (report(0x2_8000_0000, codes: "EXC_ARM_DA"), .other),
    (
      report(
        0x1_0000_4000, codes: "KERN_PROTECTION_FAILURE",
        region: "__TEXT  100000000-100004000  [ 16K] r-x/r-x SM=COW  …/MyApp"), .code
    ),
    (
      report(
        0x1_6F00_3FF0, codes: "KERN_PROTECTION_FAILURE",
        region: "STACK GUARD  16f000000-16f004000  [ 16K] ---/rwx SM=NUL"), .stackGuard
    ),
    // No address is stated, it is not a memory access, or something else explains it.
    (report(nil), nil), (report(0x10, type: "EXC_BREAKPOINT"), nil), (report(0x10, type: "EXC_CRASH"), nil),
    (report(0x2_8000_0000, codes: "EXC_BAD_ACCESS (code=257, KERN_MEMORY_ERROR)"), nil),
  ]

  @Test func everyAddressHasItsClass() {
    for (report, expected) in Self.examples {
      let address = report.exception?.faultAddress.map { "\($0)" } ?? "none"
      #expect(AddressClass(report) == expected, "\(address) \(report.exception?.subtype ?? "")")
    }
  }

  /// Stored evidence has no addresses that differ from run to run, but their class.
  @Test func evidenceHasTheClassOfItsReport() throws {
    for (report, expected) in Self.examples {
      let assessment = Assessment(report: report, notes: [], findings: [], summary: "", blame: nil, blamedFrame: nil)
      let stored = try StoredEvidence.decode(StoredEvidence.encode(assessment))
      #expect(AddressClass(stored) == expected, "\(report.exception?.faultAddress.map { "\($0)" } ?? "none")")
    }
  }

  private static func recording(_ bytes: String, role: String? = "Background") -> Recording {
    var recording = World.recording(bytes, exceptionType: "EXC_BAD_ACCESS")
    recording.assessment.report.process?.role = role
    recording.assessment.report.host.architecture = "arm64"
    recording.assessment.report.exception?.faultAddress = RuntimeAddress(0x10)
    return recording
  }

  @Test func roleAndClassAreStored() throws {
    let world = try World()
    let store = try world.store()
    _ = try store.record(Self.recording("a"))
    let report = try #require(try store.reports().first)
    #expect(report.record.role == "Background" && report.record.addressClass == "small offset from NULL")
    // Also of a report that is read again from a document, which has no address.
    #expect(report.presented.assessment.report.process?.role == "Background")
    #expect(report.presented.assessment.report.storedAddressClass == "small offset from NULL")
  }

  @Test func textsAreLimited() throws {
    for length in [ReportColumn.shortLimit - 1, ReportColumn.shortLimit, ReportColumn.shortLimit + 1] {
      let world = try World()
      let store = try world.store()
      _ = try store.record(Self.recording("a", role: String(repeating: "r", count: length)))
      #expect(try store.reports().first?.record.role?.utf8.count == min(length, ReportColumn.shortLimit))
    }
  }

  /// A history of the schema before gets the columns; diagnosing its reports again fills what their evidence states.
  @Test func aHistoryOfTheSchemaBeforeIsCompleted() throws {
    let world = try World()
    let recording = Self.recording("a")
    do {
      let store = try world.store()
      _ = try store.record(recording)
      store.close()
    }
    try world.undoSchema(to: 8)
    let store = try world.store()
    let before = try #require(try store.reports().first)
    #expect(before.record.role == nil && before.record.addressClass == nil)
    let additions = try #require(
      ReportAdditions(recording.assessment.report, missingIn: before.record))
    #expect(additions.role == "Background" && additions.addressClass == "small offset from NULL")
    try store.replaceFindings(
      with: [
        RediagnosedReport(
          digest: before.digest, findings: before.record.findings, summary: before.record.summary,
          location: before.record.location, additions: additions)
      ], by: "diagnose test 2")
    let after = try #require(try store.reports().first)
    #expect(after.record.role == "Background" && after.record.addressClass == "small offset from NULL")
    #expect(ReportAdditions(recording.assessment.report, missingIn: after.record) == nil)
    // What is stored is not replaced.
    let other = try #require(
      ReportAdditions(Self.recording("a", role: "Foreground").assessment.report, missingIn: before.record))
    try store.replaceFindings(
      with: [
        RediagnosedReport(
          digest: before.digest, findings: before.record.findings, summary: before.record.summary,
          location: before.record.location, additions: other)
      ], by: "diagnose test 3")
    #expect(try store.reports().first?.record.role == "Background")
  }

  /// A reading without them does not remove them, in any order.
  @Test(arguments: [true, false]) func aReadingWithoutThemRemovesNothing(isBetterFirst: Bool) throws {
    let readings = [(Self.recording("a"), "diagnose 1.0"), (World.recording("a"), "diagnose 2.0")]
    let world = try World()
    let store = try world.store()
    for (recording, program) in isBetterFirst ? readings.reversed() : readings {
      _ = try store.record(recording, now: HistoryStore.noon, program: program)
    }
    let records = try store.reports().map(\.record)
    #expect(records.map(\.role) == ["Background"] && records.map(\.addressClass) == ["small offset from NULL"])
  }
}
