import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Diagnostics delivered by MetricKit.
struct MetricKitTests {
  private func sample(_ name: String) throws -> ReadOutcome {
    ReportReader.read(try Repository.bytes(of: "sample-logs/metrickit/" + name))
  }

  @Test func everyDiagnosticIsAReport() throws {
    let reports = try sample("all-kinds.json").reports.map(\.value)
    #expect(reports.map(\.kind) == [.crash, .hang, .resource, .resource, .launch])
    #expect(reports.map(\.source.index) == [0, 1, 2, 3, 4])
    #expect(reports.allSatisfy { $0.source.format == "metrickit" && $0.source.bugType == nil })
    #expect(
      reports.map(\.eventSummary) == [
        nil, "the main thread did not respond for 3.2 s", "used 82 s of processor time within 95 s",
        "wrote 1.1 GB to storage", "took 21 s to launch",
      ])
    #expect(reports[1].detail(.duration)?.value == .seconds(3.2))
    #expect(reports[2].detail(.cpuTime)?.value == .seconds(82))
    #expect(reports[3].detail(.writtenBytes)?.value == .bytes(1_073_741_000))
    #expect(reports[4].detail(.launchDuration)?.value == .seconds(21))
    let ranges = reports.compactMap(\.source.byteRange)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
  }

  @Test func membersInAnyOrderGiveTheSameReports() {
    let stack = #""callStackTree":{"callStackPerThread":true,"callStacks":[]}"#
    let lists = [
      ##""crashDiagnostics":[{\##(stack),"diagnosticMetaData":{"exceptionType":1,"signal":11}}]"##,
      ##""hangDiagnostics":[{\##(stack),"diagnosticMetaData":{"hangDuration":"3 sec"}}]"##,
      ##""diskWriteExceptionDiagnostics":[{\##(stack),"diagnosticMetaData":{"writesCaused":"9 kB"}}]"##,
    ]
    for members in [lists, lists.reversed(), [lists[1], lists[2], lists[0]]] {
      let reports = ReportReader.read(Array(("{" + members.joined(separator: ",") + "}").utf8)).reports.map(\.value)
      #expect(reports.map(\.kind) == [.crash, .hang, .resource])
      #expect(reports.map(\.source.index) == [0, 1, 2])
      #expect(reports.first?.exception?.signal == "SIGSEGV")
    }
  }

  @Test func numbersOfACrashGetTheirNames() throws {
    let report = try #require(try sample("all-kinds.json").reports.first).value
    #expect(report.exception?.type == "EXC_CRASH")
    #expect(report.exception?.signal == "SIGABRT")
    #expect(report.exception?.name == "NSInvalidArgumentException")
    #expect(report.exception?.reason == "-[NSNull length]: unrecognized selector sent to instance 0x1f0f3e8d0")
    #expect(report.termination?.namespace == "SIGNAL")
    #expect(report.termination?.code == 6)
    #expect(report.termination?.indicator == "Abort trap: 6")
    #expect(report.process?.bundleID == "com.example.MyApp")
    #expect(report.process?.version == "2.4")
    #expect(report.host.os == "iPhone OS 17.4.1")
    #expect(report.host.architecture == "arm64e")
    // The root of the tree of a crash is the innermost frame.
    let frames = try #require(report.crashedThread?.frames)
    #expect(frames.map(\.image) == ["libsystem_kernel.dylib", "CoreFoundation", "MyApp", "dyld"])
    #expect(frames.map(\.addressKind) == [.exact, .return, .return, .return])
    #expect(frames[2].imageOffset == ImageOffset(177376))
    #expect(report.images?.first?.loadAddress == RuntimeAddress(4_303_110_144))
  }

  @Test func aTreeOfSamplesGivesItsHeaviestPathInnermostFirst() throws {
    let reports = try sample("all-kinds.json").reports
    let hang = try #require(reports[1].value.crashedThread)
    #expect(hang.samples == 40)
    #expect(hang.frames.map(\.image) == ["libsystem_kernel.dylib", "MyApp", "CoreFoundation", "MyApp", "dyld"])
    #expect(hang.frames.first?.imageOffset == ImageOffset(12044))
    #expect(reports[1].notes.contains { $0.code == "frame-order" })
    let processor = try #require(reports[2].value.threads?.first)
    #expect(processor.samples == 43)
    #expect(processor.crashed)
  }

  @Test func onIOS14TheOffsetIsTheLoadAddress() throws {
    let decoded = try #require(try sample("ios14-load-addresses.json").reports.first)
    let frames = try #require(decoded.value.crashedThread?.frames)
    // Written twice, read once.
    #expect(frames.map(\.imageOffset?.value) == [177376, 23056, 25120])
    #expect(decoded.notes.contains { $0.code == "duplicate-frame" })
    #expect(decoded.value.images?.map(\.loadAddress?.value) == [4_303_110_144, 7_017_070_592])
    #expect(decoded.value.exception?.type == "EXC_BREAKPOINT")
  }

  @Test func aBareTreeIsRead() throws {
    let decoded = try #require(try sample("call-stack-tree.json").reports.first)
    #expect(decoded.value.kind == .unknown)
    #expect(decoded.value.threads?.count == 2)
    #expect(decoded.notes.contains { $0.code == "fragment" })
  }

  @Test func payloadsInAnArrayAndOneAfterTheOtherAreAllRead() throws {
    let one = try Repository.text(of: "sample-logs/metrickit/crash.json")
    let two = try Repository.text(of: "sample-logs/metrickit/all-kinds.json")
    let list = ReportReader.read(Array(("[" + one + "," + two + "]").utf8))
    #expect(list.reports.count == 6)
    #expect(list.faults.isEmpty)
    let row = ReportReader.read(Array((one + two + one).utf8))
    #expect(row.reports.count == 7)
    #expect(row.reports.map(\.value.source.index) == Array(0..<7))
  }

  @Test func aWatchdogOfRunningBoardIsATermination() throws {
    let text =
      #"{"diagnosticMetaData":{"exceptionType":10,"signal":9,"terminationReason":"FRONTBOARD <RBSTerminateContext| "#
      + #"domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: application<com.example.MyApp>:4211 "#
      + #"exhausted real time allowance of 10.00 seconds reportType:CrashLog maxTerminationResistance:Interactive>"},"#
      + #""callStackTree":{"callStackPerThread":true,"callStacks":[]}}"#
    let report = try #require(ReportReader.read(Array(text.utf8)).reports.first).value
    #expect(report.termination?.namespace == "FRONTBOARD")
    #expect(report.termination?.code == 0x8BAD_F00D)
    #expect(report.termination?.reasons?.first?.hasPrefix("scene-update watchdog transgression") == true)
    #expect(report.termination?.reasons?.first?.contains("reportType") == false)
  }

  @Test func deepTreesAreReadAndBottomlessOnesStopped() throws {
    func tree(_ depth: Int) -> [UInt8] {
      let open = String(repeating: #"{"address":4303287520,"subFrames":["#, count: depth)
      let close = String(repeating: "]}", count: depth)
      return Array((#"{"callStacks":[{"callStackRootFrames":["# + open + close + "]}]}").utf8)
    }
    let deep = try #require(ReportReader.read(tree(500)).reports.first)
    #expect(deep.value.threads?.first?.frames.count == 499)
    let bomb = try #require(ReportReader.read(tree(200_000)).reports.first)
    #expect(bomb.notes.contains { $0.code == "limit-reached" })
    #expect((bomb.value.threads?.first?.frames.count ?? 0) > 500)
  }

  @Test func framesBeyondTheBudgetAreCounted() throws {
    var limits = DecodingLimits()
    limits.frames = 10
    let frames = (0..<50).map { #"{"address":\#(4_303_287_520 + $0)}"# }.joined(separator: ",")
    let outcome = ReportReader.read(
      Array((#"{"callStacks":[{"callStackRootFrames":["# + frames + "]}]}").utf8), limits: limits)
    #expect(outcome.reports.first?.notes.contains { $0.code == "limit-reached" } == true)
  }

  @Test func measurementsOfAllSpellingsAreUnderstood() {
    #expect(Amounts.secondsMeasured("20 secs.") == 20)
    #expect(Amounts.secondsMeasured("20000 ms") == 20)
    #expect(Amounts.secondsMeasured("1.5 min") == 90)
    #expect(Amounts.bytesMeasured("2,000 byte") == 2000)
    #expect(Amounts.bytesMeasured("1.5 MB") == 1_500_000)
    #expect(Amounts.bytesMeasured("99999999999999999999 TB") == nil)
    #expect(Amounts.secondsMeasured("soon") == nil)
    #expect(Amounts.bytes(1_476_395_008) == "1.5 GB")
    #expect(Amounts.bytes(UInt64.max) == "18446744 TB")
    #expect(Amounts.bytes(999) == "999 bytes")
  }
}
