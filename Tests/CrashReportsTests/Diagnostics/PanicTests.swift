import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Kernel panics and forced resets.
struct PanicTests {
  private func sample(_ name: String) throws -> Decoded<CrashReport> {
    try #require(ReportReader.read(try Repository.bytes(of: "sample-logs/panic/" + name)).reports.first)
  }

  @Test func messageTaskAndBacktraceAreRead() throws {
    let report = try sample("with-backtrace.ips").value
    #expect(report.kind == .panic)
    #expect(
      report.eventSummary
        == "watchdog timeout: no checkins from watchdogd in 184 seconds (4 totalcheckins since monitoring last enabled)"
    )
    #expect(report.detail(.panickedTask)?.value == .text("watchdogd [64]"))
    #expect(report.detail(.panicCaller)?.value == .text("0xfffffff02e156784"))
    #expect(report.process == nil)
    #expect(report.host.architecture == "arm64")
    let frames = try #require(report.crashedThread?.frames)
    #expect(
      frames.map(\.address?.value) == [
        0xffff_fff0_2cfc_6ba8, 0xffff_fff0_2cfc_697c, 0xffff_fff0_2e14_30a4, 0xffff_fff0_2cf8_c7c0,
      ])
    #expect(frames.map(\.image) == ["kernel", "kernel", "com.example.driver.ExampleButtons", "kernel"])
    #expect(frames[2].imageOffset == ImageOffset(0xffff_fff0_2e14_30a4 - 0xffff_fff0_2e13_c800))
    #expect(frames.allSatisfy { $0.addressKind == .return && $0.line == 10 })
    // Dependencies of an extension are not in the backtrace.
    guard case .rows(let extensions)? = report.detail(.kernelExtensions)?.value else {
      Issue.record("no extensions")
      return
    }
    #expect(extensions == [[Detail(.processName, .text("com.example.driver.ExampleButtons 1.0d1"), line: 10)]])
  }

  @Test func aForcedResetHasItsTextElsewhere() throws {
    let report = try sample("forced-reset-151.ips").value
    #expect(report.kind == .panic)
    #expect(report.eventSummary == "forced reset: btn_rst")
    #expect(report.detail(.resetReason)?.value == .text("btn_rst"))
    #expect(report.threads?.first?.frames.count == 4)
  }

  @Test func theTextOfAnIntelMacIsRead() throws {
    let report = try sample("intel.panic").value
    #expect(report.eventSummary == "userspace watchdog timeout: no successful checkins from exampled in 120 seconds")
    #expect(report.host.osBuild == "20F71")
    #expect(report.host.device == "MacBookPro16,1")
    #expect(report.host.architecture == "x86_64")
    #expect(report.detail(.panickedTask)?.value == .text("kernel_task"))
    #expect(report.threads?.first?.frames.map(\.line) == [4, 5])
    #expect(report.threads?.first?.frames.map(\.image) == ["kernel", "com.example.driver"])
  }

  @Test func quotationMarksAndLineBreaksInsideTheTextAreRepaired() throws {
    let decoded = try sample("unescaped-text.ips")
    #expect(decoded.value.eventSummary?.hasPrefix("watchdog timeout: no checkins from \"watchdogd\" in 184") == true)
    #expect(decoded.value.threads?.first?.frames.count == 4)
    // The members after the text are read, too.
    #expect(decoded.value.detail(.panicFlags)?.value == .text("0x802"))
    #expect(decoded.value.detail(.processesCount)?.value == .number(1))
    #expect(decoded.notes.contains { $0.code == "damaged" })
    #expect(decoded.notes.contains { $0.code == "control-character" })
  }

  @Test func aTextOfQuotationMarksTakesNoLongerThanItIs() {
    let marks = String(repeating: "\",\"", count: 200_000)
    let outcome = ReportReader.read(Array(("{\"panicString\" : \"panic(cpu 0 caller 0x1): " + marks).utf8))
    #expect(outcome.reports.first?.value.kind == .panic)
  }

  @Test func theFirstCopyOfAMemberCounts() throws {
    let text = #"{"panicString":"panic(cpu 0 caller 0x1): one","panicString":"panic(cpu 0 caller 0x1): two"}"#
    let decoded = try #require(ReportReader.read(Array(text.utf8)).reports.first)
    #expect(decoded.value.eventSummary == "one")
    #expect(decoded.notes.contains { $0.code == "duplicate-key" })
  }
}
