import TestSupport
import Testing

@testable import CrashReports

/// Jetsam events: processes that were killed because memory ran out, and how much they used.
struct JetsamTests {
  private func read(_ text: String) throws -> Decoded<CrashReport> {
    let outcome = ReportReader.read(Array(text.utf8))
    #expect(outcome.reports.count == 1)
    return try #require(outcome.reports.first)
  }

  private func sample(_ name: String) throws -> Decoded<CrashReport> {
    try #require(ReportReader.read(try Repository.bytes(of: "sample-logs/jetsam/" + name)).reports.first)
  }

  @Test func theVictimIsTheProcessWithAReason() throws {
    let decoded = try sample("two-victims.ips")
    let report = decoded.value
    #expect(report.kind == .jetsam)
    #expect(report.process?.name == "com.example.photo-organiser.Shar")
    #expect(report.process?.pid == 4211)
    #expect(report.process?.role == "Foreground")
    #expect(decoded.notes.contains { $0.code == "name-cut" })
    #expect(
      report.eventSummary
        == "killed: out of memory (per-process-limit), 336 MB in use; 1 more process was killed")
    #expect(report.detail(.victimBytes)?.value == .bytes(20480 * 16384))
    #expect(report.detail(.largestProcess)?.value == .text("MyApp"))
    #expect(report.detail(.largestProcessBytes)?.value == .bytes(70112 * 16384))
    #expect(report.detail(.freeBytes)?.value == .bytes(2718 * 16384))
    #expect(report.detail(.processesCount)?.value == .number(4))
    #expect(report.host.device == "iPhone14,5")
    guard case .rows(let victims)? = report.detail(.victims)?.value else {
      Issue.record("no table of victims")
      return
    }
    #expect(victims.count == 2)
    #expect(victims[1].first == Detail(.processName, .text("MyApp"), line: report.detail(.largestProcessBytes)?.line))
    guard case .rows(let processes)? = report.detail(.processes)?.value else {
      Issue.record("no table of processes")
      return
    }
    #expect(
      processes.compactMap { $0.first?.value } == [
        .text("MyApp"), .text("SpringBoard"), .text("com.example.photo-organiser.Shar"), .text("exampled"),
      ])
  }

  @Test func theOldTextIsRead() throws {
    let report = try sample("ios6.txt").value
    #expect(report.kind == .jetsam)
    #expect(report.process?.name == "MyApp")
    #expect(report.host.os == "iPhone OS 6.1.2")
    #expect(report.host.osBuild == "10B146")
    #expect(report.detail(.reason)?.value == .text("per-process-limit"))
    // The text does not state the page size.
    #expect(report.detail(.victimPages)?.value == .number(90112))
    #expect(report.detail(.victimBytes) == nil)
    #expect(report.detail(.processesCount)?.value == .number(2))
  }

  @Test func theOldestTextMarksVictimsInBrackets() throws {
    let text =
      "Largest process:   geod\n\nProcesses\n     Name   UUID   Count resident pages\n"
      + "  geod <00000000000040008000000000000a01>   900 (jettisoned) (active)\n"
      + "  kbd <00000000000040008000000000000a02>   100\n"
    let report = try read(text).value
    #expect(report.process?.name == "geod")
    #expect(report.detail(.reason)?.value == .text("jettisoned"))
    #expect(report.detail(.states)?.value == .text("active"))
  }

  @Test func withoutAVictimTheLargestIsNotBlamed() throws {
    let report = try read(
      #"{"memoryStatus":{"pageSize":4096},"largestProcess":"A","processes":[{"name":"A","pid":1,"rpages":5}]}"#)
    #expect(report.value.process == nil)
    #expect(
      report.value.eventSummary == "memory ran out; the report names no killed process; the largest was A")
  }

  @Test func numbersThatDoNotFitAreLeftOut() throws {
    let big = "18446744073709551615"
    let report = try read(
      #"{"memoryStatus":{"pageSize":\#(big),"memoryPages":{"free":\#(big)}},"largestProcess":"A","#
        + #""processes":[{"name":"A","pid":-1,"rpages":\#(big),"lifetimeMax":1e99,"reason":"x"}]}"#)
    #expect(report.value.detail(.victimBytes) == nil)
    #expect(report.value.detail(.freeBytes) == nil)
    #expect(report.notes.contains { $0.code == "number-overflow" })
    #expect(report.value.eventSummary == "killed: out of memory (x)")
  }

  @Test func manyProcessesAreCountedAndTheLargestKept() throws {
    let all = (0..<5000).map { #"{"name":"p\#($0)","pid":\#($0),"rpages":\#($0 % 977),"reason":"x"}"# }
    let decoded = try read(#"{"memoryStatus":{"pageSize":1},"processes":[\#(all.joined(separator: ","))]}"#)
    guard case .rows(let rows)? = decoded.value.detail(.processes)?.value else {
      Issue.record("no table of processes")
      return
    }
    #expect(rows.count == 20)
    #expect(decoded.value.detail(.processesCount)?.value == .number(5000))
    #expect(decoded.value.eventSummary?.hasSuffix("4999 more processes were killed") == true)
    #expect(decoded.notes.contains { $0.code == "limit-reached" })
  }
}
