import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// The output of `sample` and `leaks`.
struct SampleToolTests {
  private func decoded(_ path: String) throws -> Decoded<CrashReport> {
    try #require(ReportReader.read(try Repository.bytes(of: "sample-logs/" + path)).reports.first)
  }

  @Test func aCallGraphGivesThreadsWithTheirHeaviestPath() throws {
    let report = try decoded("sample/sample.txt").value
    #expect(report.kind == .sample)
    #expect(!report.kind.isFailure)
    #expect(report.process?.name == "MyApp")
    #expect(report.process?.bundleID == "com.example.MyApp")
    #expect(report.times?.launched != nil)
    #expect(report.detail(.samplingInterval)?.value == .seconds(0.001))
    #expect(report.detail(.tool)?.value == .text("/usr/bin/sample"))
    #expect(report.detail(.samples)?.value == .number(2611))
    #expect(report.detail(.footprintPeakBytes)?.value == .bytes(73_400_320))
    #expect(report.detail(.heaviestShare)?.value == .percent(98.8))
    let threads = try #require(report.threads)
    #expect(threads.map(\.samples) == [2611, 2611])
    #expect(threads.map(\.queue) == ["com.apple.main-thread", nil])
    #expect(threads[0].crashed)
    #expect(threads[0].frames.map { $0.symbol?.name } == ["__open", "CardStore.importAll()", "main", "start"])
    #expect(threads[0].frames[1].source?.file == "CardStore.swift")
    #expect(threads[0].frames[1].source?.line == 112)
    #expect(threads[0].frames[1].imageIndex == 0)
    #expect(threads[0].frames[1].imageOffset?.value == 0x33d50)
  }

  @Test func aCutCallGraphInAMailIsReadAsFarAsItGoes() throws {
    let decoded = try decoded("sample/sample-cut.txt")
    #expect(decoded.notes.map(\.code) == ["truncated", "unwrapped"])
    #expect(decoded.value.process?.pid == 4211)
    #expect(decoded.value.detail(.duration)?.value == .seconds(3))
    let frames = try #require(decoded.value.threads?.first?.frames)
    #expect(frames.map { $0.symbol?.name } == [nil, "CardStore.importAll()", "start"])
    #expect(frames.map { $0.symbol?.offset } == [nil, 96, 2236])
    #expect(frames[0].imageOffset?.value == 0x33d50)
  }

  @Test func namesOfQueuesAndThreads() throws {
    let text = """
      Analysis of sampling Cards (pid 7) every 10 milliseconds
      Call graph:
          5 Thread_0x3a5   DispatchQueue_17: com.example.queue: with colon  (concurrent)
          + 5 a  (in Cards) + 1  [0x1001]
          3 Thread_77: com.example.worker
            3 b  (in Cards) + 1  [0x1002]
      """
    let threads = try #require(ReportReader.read(Array(text.utf8)).reports.first?.value.threads)
    #expect(threads.map(\.queue) == ["com.example.queue: with colon", nil])
    #expect(threads.map(\.name) == [nil, "com.example.worker"])
    #expect(threads.map(\.samples) == [5, 3])
  }

  @Test func leaksAreDetails() throws {
    let report = try decoded("leaks/leaks.txt").value
    #expect(report.kind == .leak)
    #expect(report.source.format == "leaks")
    #expect(report.host.isSimulator == true)
    #expect(report.eventSummary == "4 leaks, 1376 bytes in total")
    #expect(report.detail(.leaks) == Detail(.leaks, .number(4), line: 23))
    #expect(report.detail(.leakedBytes) == Detail(.leakedBytes, .bytes(1376), line: 23))
    guard case .rows(let rows) = report.detail(.leakedObjects)?.value else {
      Issue.record("no rows")
      return
    }
    // Most bytes first; the sum printed by the tool is used, not the instances below it.
    #expect(
      rows.map { $0.map(\.value) } == [
        [.text("CardView"), .text("ROOT CYCLE"), .number(3), .bytes(1280)],
        [.text("CardImage"), .text("ROOT LEAK"), .number(1), .bytes(96)],
      ])
    let threads = try #require(report.threads)
    #expect(threads.map(\.name) == ["ROOT CYCLE: CardView", "ROOT LEAK: CardImage"])
    #expect(threads.map(\.crashed) == [true, false])
    #expect(threads[0].frames.map { $0.symbol?.name } == ["_malloc_zone_malloc", nil, "main", "start"])
    #expect(threads[0].frames.map(\.imageIndex) == [nil, 0, 0, 1])
    #expect(threads[1].frames[2].source?.line == 112)
  }

  @Test func manyLeaksAreCounted() throws {
    var text = "leaks Report Version: 4.0\nProcess 1: 100 leaks for 5050 total leaked bytes.\n"
    for size in 1...100 {
      text += "STACK OF 1 INSTANCE OF 'ROOT LEAK: <T\(size)>':\n0  MyApp  0x\(size)000 f\(size) + 1\n====\n"
      text += "    1 (\(size) bytes) ROOT LEAK: <T\(size) 0x600000000010> [\(size)]\n\n"
    }
    let decoded = try #require(ReportReader.read(Array(text.utf8)).reports.first)
    #expect(decoded.value.threads?.count == 64)
    #expect(decoded.value.threads?.first?.name == "ROOT LEAK: T100")
    #expect(decoded.notes.contains { $0.code == "too-many-leaks" && $0.text.hasPrefix("36 ") })
  }
}
