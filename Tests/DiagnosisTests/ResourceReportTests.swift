import Analysis
import CrashReports
import Testing

@testable import Diagnosis

/// Reports that are not crash reports, as their readers return them: facts, and hardly any text.
@Suite struct ResourceReportTests {
  private func findings(
    kind: CrashReport.Kind, _ details: [(Detail.Key, String)], process: String = "MyApp"
  ) -> [Finding] {
    var report = CrashReport(source: .init(format: "resource"))
    report.kind = kind
    report.process = CrashReport.Process()
    report.process?.name = process
    for (index, detail) in details.enumerated() { report.add(detail.0, .text(detail.1), line: index + 1) }
    return Analysis.analyze(Decoded(report)).assessment.findings
  }

  @Test(arguments: [
    ("cpu usage", "exc-resource-cpu"), ("wakeups", "exc-resource-wakeups"), ("disk writes", "exc-resource-diskwrites"),
    ("memory", "exc-resource-memory"),
  ])
  func eventNamesTheLimit(_ event: String, _ pattern: String) throws {
    let warned = findings(kind: .resource, [(.event, event), (.action, "none"), (.observed, "94 %")])
    let warning = try #require(warned.first)
    #expect(warning.pattern == pattern && warning.confidence == .certain && warning.severity == .warning)
    #expect(FindingText(warning, .catalog).headline.contains("94 %"))
    #expect(warned.count == 1, "one event is one finding")
    let killed = try #require(findings(kind: .resource, [(.event, event), (.action, "Process killed")]).first)
    #expect(killed.pattern == pattern && killed.severity == .error)
  }

  @Test func otherEventsAreNotLimits() {
    #expect(findings(kind: .hang, [(.event, "hang")]).map(\.pattern) == ["app-hang"])
    #expect(findings(kind: .statistics, [(.event, "cpu usage")]).isEmpty)
  }

  @Test(arguments: [
    "per-process-limit", "highwater", "vm-pageshortage", "fc-thrashing", "vm-compressor-space-shortage",
  ])
  func jetsamWithAReason(_ reason: String) throws {
    let all = findings(kind: .jetsam, [(.victim, "MyApp"), (.reason, reason), (.largestProcess, "Other")])
    let finding = try #require(all.first)
    #expect(finding.pattern == "jetsam-memory" && finding.confidence == .certain)
    #expect(
      FindingText(finding, .catalog).headline.contains("MyApp")
        && FindingText(finding, .catalog).headline.contains(reason))
    #expect(FindingText(finding, .catalog).cause.contains("Other"))
  }

  @Test func vnodeLimitIsNotMemory() throws {
    let finding = try #require(findings(kind: .jetsam, [(.reason, "vnode-limit")]).first)
    #expect(FindingText(finding, .catalog).headline.contains("not a lack of memory"))
  }

  @Test func idleProcessesAreNotMissed() {
    #expect(findings(kind: .jetsam, [(.victim, "MyApp"), (.reason, "idle-exit")]).isEmpty)
  }
}
