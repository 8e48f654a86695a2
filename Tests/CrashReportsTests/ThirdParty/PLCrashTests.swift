import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// The binary reports of PLCrashReporter.
struct PLCrashTests {
  private func bytes(_ name: String) throws -> [UInt8] { try Repository.bytes(of: "sample-logs/plcrash/" + name) }

  @Test func anUncaughtExceptionIsRead() throws {
    let outcome = ReportReader.read(try bytes("exception.plcrash"))
    #expect(outcome.faults.isEmpty)
    let decoded = try #require(outcome.reports.first)
    let report = decoded.value
    #expect(decoded.notes.isEmpty)
    #expect(report.source.format == "plcrash")
    #expect(report.incident == "00000000-0000-4000-8000-000000000501")
    #expect(report.process?.name == "MyApp")
    #expect(report.process?.pid == 4211)
    #expect(report.process?.bundleID == "com.example.MyApp")
    #expect(report.process?.version == "2.4")
    #expect(report.process?.build == "412")
    #expect(report.process?.parent == CrashReport.ProcessReference(name: "launchd", pid: 1))
    #expect(report.host.os == "iPhone OS 17.4.1")
    #expect(report.host.osBuild == "21E237")
    #expect(report.host.device == "iPhone14,5")
    #expect(report.host.architecture == "arm64")
    #expect(report.host.isTranslated == false)
    #expect(report.times?.crashed?.rfc3339 == "2024-04-18T08:42:07Z")
    #expect(report.times?.launched?.rfc3339 == "2024-04-18T08:41:58Z")
    #expect(report.exception?.type == "SIGABRT")
    #expect(report.exception?.name == "NSRangeException")
    #expect(report.lastExceptionBacktrace?.count == 5)
    #expect(report.lastExceptionBacktrace?.allSatisfy { $0.addressKind == .return } == true)
    let thread = try #require(report.crashedThread)
    // The symbol table has an underscore before C names.
    #expect(thread.frames.map(\.symbol?.name) == ["__pthread_kill", "CardStore.save()", "main"])
    #expect(thread.frames.map(\.symbol?.offset) == [8, 96, 64])
    #expect(thread.frames[1].imageOffset == ImageOffset(0x2B4E0))
    #expect(thread.registers?.map(\.name) == ["x0", "x1", "fp", "lr", "sp", "pc"])
    #expect(report.threads?.map(\.crashed) == [true, false])
    #expect(report.images?.map(\.name) == ["MyApp", "CoreFoundation", "libsystem_kernel.dylib"])
    #expect(report.images?.map(\.architecture) == ["arm64", "arm64", "arm64"])
    #expect(report.images?[0].uuid == ImageUUID("00000000-0000-4000-8000-0000000000F3"))
  }

  @Test func aMachExceptionIsRead() throws {
    let report = try #require(ReportReader.read(try bytes("signal.plcrash")).reports.first).value
    #expect(report.exception?.type == "EXC_BAD_ACCESS")
    #expect(report.exception?.signal == "SIGSEGV")
    #expect(report.exception?.codes == [1, 24])
    #expect(report.exception?.subtype == "SEGV_MAPERR at 0x18")
    #expect(report.exception?.faultAddress == RuntimeAddress(24))
  }

  @Test func everyPrefixIsReadOrDeclined() throws {
    let whole = try bytes("exception.plcrash")
    for length in 0..<whole.count {
      let outcome = ReportReader.read(Array(whole[..<length]))
      #expect(outcome.reports.count + outcome.faults.count == 1)
      if let decoded = outcome.reports.first, length < whole.count - 60 {
        #expect(decoded.value.threads?.isEmpty == false || decoded.value.exception != nil)
      }
    }
    let cut = try #require(ReportReader.read(try bytes("cut-off.plcrash")).reports.first)
    #expect(cut.notes.map(\.code) == ["damaged"])
    #expect(cut.value.threads?.count == 2)
  }

  @Test func everyChangedByteIsReadOrDeclined() throws {
    let whole = try bytes("signal.plcrash")
    for offset in whole.indices {
      for value: UInt8 in [0, 0x7F, 0x80, 0xFF, whole[offset] ^ 8] {
        var changed = whole
        changed[offset] = value
        let outcome = ReportReader.read(changed)
        #expect(!outcome.reports.isEmpty || !outcome.faults.isEmpty)
      }
    }
  }

  @Test(arguments: [
    ([], DecodingFault.Code.damaged), ([0x00], .damaged), ([0x1A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], .damaged),
    ([0x32] + [UInt8](repeating: 0xFF, count: 12), .damaged), ([0x0B, 0x0C], .damaged),
  ])
  func damagedReportsAreNamed(_ body: [UInt8], _ code: DecodingFault.Code) throws {
    let outcome = ReportReader.read(Array("plcrash\u{1}".utf8) + body)
    #expect(outcome.reports.isEmpty)
    let fault = try #require(outcome.faults.first)
    #expect(fault.code == code)
    #expect(fault.explanation.contains("PLCrashReporter"))
  }

  @Test func textThatBeginsWithTheWordIsText() {
    let outcome = ReportReader.read(Array("plcrash\nis the name of a file\n".utf8))
    #expect(outcome.faults.map(\.code) == [.notAReport])
    #expect(!UnsupportedInput.isBinaryReport(head: Array("plcrashutil convert".utf8)))
  }

  @Test func aRequestedReportIsNoCrash() throws {
    // CrashReport.signal SIGTRAP, and report_info.user_requested.
    let signal: [UInt8] = [0x0A, 7] + Array("SIGTRAP".utf8) + [0x12, 2] + Array("#0".utf8) + [0x18, 0]
    let body = [0x32, UInt8(signal.count)] + signal + [0x4A, 2, 0x08, 1]
    let report = try #require(ReportReader.read(Array("plcrash\u{1}".utf8) + body).reports.first).value
    #expect(report.kind == .sample)
    #expect(report.exception == nil)
  }
}
