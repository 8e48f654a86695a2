import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Output of spindump and similar tools.
struct SpindumpTests {
  private func report(_ path: String) throws -> CrashReport {
    try #require(ReportReader.read(try Repository.bytes(of: "sample-logs/" + path)).reports.first).value
  }

  private func report(text: String) throws -> CrashReport {
    try #require(ReportReader.read(Array(text.utf8)).reports.first).value
  }

  @Test func aWatchdogReportNamesItsProcessAndWhatBlockedIt() throws {
    let report = try report("spindump/watchdog.spin")
    #expect(report.kind == .watchdog)
    #expect(report.source.format == "spindump")
    #expect(report.process?.name == "cardd")
    #expect(report.process?.pid == 310)
    #expect(report.process?.version == "3.1")
    #expect(report.process?.build == "77")
    #expect(report.process?.parent == CrashReport.ProcessReference(name: "launchd", pid: 1))
    #expect(report.host.os == "macOS 26.3")
    #expect(report.host.osBuild == "25D125")
    #expect(report.host.device == "Mac16,5")
    #expect(report.incident == "00000000-0000-4000-8000-000000000501")
    #expect(report.times?.crashed?.rfc3339 == "2026-01-05T10:00:00.000+01:00")
    #expect(report.times?.uptimeSeconds == 75_000)
    #expect(report.eventSummary == "service process watchdog of 10.0 seconds")
    #expect(report.detail(.duration) == Detail(.duration, .seconds(10), line: 20))
    #expect(report.detail(.samples) == Detail(.samples, .number(1000), line: 21))
    #expect(report.detail(.samplingInterval) == Detail(.samplingInterval, .seconds(0.01), line: 21))
    #expect(report.detail(.footprintBytes)?.value == .bytes(13_107_200))
    #expect(report.detail(.processesCount)?.value == .number(2))
  }

  @Test func threadsHaveTheirHeaviestPathInnermostFirst() throws {
    let threads = try #require(try report("spindump/watchdog.spin").threads)
    #expect(threads.map(\.samples) == [1000, 1000])
    #expect(threads.map(\.crashed) == [true, false])
    #expect(threads.map(\.queue) == ["com.apple.main-thread", nil])
    #expect(threads.map(\.name) == [nil, "com.example.writer"])
    let blocked = threads[0].frames
    #expect(blocked.map(\.index) == [0, 1, 2, 3, 4])
    #expect(blocked.map { $0.symbol?.name } == ["psynch_mtxcontinue", nil, "CardStore.save()", "main", "start"])
    #expect(
      blocked.map(\.image) == ["com.apple.kec.pthread", "libsystem_pthread.dylib", "cardd", "cardd", "dyld"])
    #expect(blocked.map(\.imageIndex) == [3, 2, 0, 0, 1])
    #expect(blocked.map(\.line) == [49, 48, 47, 46, 45])
    #expect(blocked.map(\.addressKind) == [.exact, .return, .return, .return, .return])
    #expect(blocked[2].source?.file == "CardStore.swift")
    #expect(blocked[2].source?.line == 88)
    #expect(blocked[2].address?.value == 0x104c2_e040)
    #expect(blocked[2].imageOffset?.value == 24640)
    // The path with 700 samples, then the one with 690.
    #expect(
      threads[1].frames.map { $0.symbol?.name } == ["hndl_unix_scall64", "fsync", "CardWriter.run()", "thread_start"])
  }

  @Test func anImageWithoutEndIsAnImage() throws {
    let images = try #require(try report("spindump/watchdog.spin").images)
    #expect(images.map(\.name) == ["cardd", "dyld", "libsystem_pthread.dylib", "pthread.kext"])
    #expect(images[1].size == nil)
    #expect(images[0].size == 0xc000)
  }

  @Test func diskWritesStateLimitAndAmount() throws {
    let report = try report("resource/disk-writes-145.ips")
    #expect(report.kind == .resource)
    #expect(report.source.format == "resource")
    #expect(report.source.bugType == "145")
    #expect(report.source.firstLine == 1)
    #expect(report.process?.parent?.pid == 1)
    #expect(report.exception == nil)
    #expect(report.detail(.action)?.value == .text("none"))
    #expect(report.detail(.limit)?.value == .text("12.43 KB per second over 86400 seconds"))
    #expect(report.detail(.limitBytes)?.value == .bytes(1_073_740_000))
    #expect(report.detail(.observedBytes)?.value == .bytes(1_074_310_000))
    #expect(report.detail(.limitDuration)?.value == .seconds(86400))
    #expect(report.detail(.observedDuration)?.value == .seconds(660))
    #expect(report.detail(.heaviestShare)?.value == .percent(94.1))
    let thread = try #require(report.threads?.first)
    #expect(thread.crashed)
    #expect(thread.samples == 102)
    #expect(thread.frames.map(\.imageIndex) == [2, 0, 1])
  }

  @Test func processorTimeIsParsed() throws {
    let report = try report("resource/cpu-202.ips")
    #expect(report.detail(.cpuTime)?.value == .seconds(90))
    #expect(report.detail(.averagePercent)?.value == .percent(94))
    #expect(report.detail(.limitPercent)?.value == .percent(50))
    #expect(report.threads?.first?.frames.map(\.image) == ["CoreFoundation", "MyApp"])
  }

  @Test func countsThatOverflowAreOmitted() throws {
    let report = try report("resource/wakeups-142-damaged.ips")
    #expect(report.kind == .resource)
    #expect(report.detail(.wakeups)?.value == .number(45014))
    #expect(report.detail(.wakeupsPerSecond)?.value == .number(573))
    #expect(report.detail(.samples)?.value == .number(7))
    #expect(report.threads?.first?.frames.count == 3)
  }

  @Test(arguments: [
    ("hang", CrashReport.Kind.hang), ("Timed Out Runloop Hang", .hang), ("cpu usage", .resource),
    ("wakeups", .resource), ("disk writes", .resource), ("service process watchdog", .watchdog),
    ("shutdown stall", .watchdog), ("Sleep Wake Failure", .watchdog), ("powerstats", .sample),
  ])
  func eventsHaveTheirKind(_ event: String, _ kind: CrashReport.Kind) throws {
    let text = "Date/Time: 2026-01-05 10:00:00 +0100\nCommand: MyApp\nEvent: \(event)\nDuration: 2.10s\nSteps: 21\n"
    let report = try report(text: text)
    #expect(report.kind == kind)
    #expect(report.eventSummary == "\(event) of 2.1 seconds")
    #expect(report.details.map(\.key.name) == ["event", "durationSeconds", "samples"])
  }

  @Test func oldAndConvertedFramesAreRead() throws {
    let text = """
      Date/Time:       2015-03-04 22:20:10 -0500
      OS Version:      10.9.5 (Build 13F34)
      Report Version:  18

      Command:         Cards
      PID:             8363
      Event:           wakeups (microstackshots only)
      Wakeups:         737 wakeups per second for 62 seconds
      Duration:        62.00s
      Steps:           63

      Powerstats for:  Cards [8363]
      Microstackshots: 18 samples (28%)
        12 start + 53 (Cards) [0x14e55]
          12 ??? (<9D233F9C-ABAB-3B54-B675-07FAF65FBFB9> + 3439660) [0x109853c2c]
            12 main (in Cards) + 128 (main.m:31) [0x102422ffc]
              *3  ??? [0xfffffff0071a86d4]
        6 other

        Binary Images:
               0x109500000 -    0x1099fffff  Cards (1) <9D233F9C-ABAB-3B54-B675-07FAF65FBFB9> /Applications/Cards
      """
    let report = try report(text: text)
    #expect(report.kind == .resource)
    #expect(report.host.osBuild == "13F34")
    let frames = try #require(report.threads?.first?.frames)
    #expect(frames.map { $0.symbol?.name } == [nil, "main", nil, "start"])
    #expect(frames.map(\.image) == ["kernel", "Cards", "Cards", "Cards"])
    #expect(frames[1].source?.line == 31)
    #expect(frames[1].symbol?.offset == 128)
    #expect(frames[2].imageIndex == 0)
    #expect(report.threads?.first?.samples == 18)
  }

  @Test func withoutACommandTheBusiestProcessIsReported() throws {
    let text = """
      Date/Time: 2026-01-05 10:00:00 +0100
      Data Source: Stackshots
      Process: idle [10]
      CPU Time: 0.001s
        Thread 0x1    10 samples (1-10)
        10  wait + 1 (idle + 16) [0x1010]
      Process: busy [20]
      CPU Time: 9.500s
        Thread 0x2    10 samples (1-10)    cpu time 0.5s
        10  a + 1 (busy + 16) [0x2010]
        Thread 0x3    10 samples (1-10)    cpu time 9.0s
        10  b + 1 (busy + 32) [0x2020]
      """
    let report = try report(text: text)
    #expect(report.process?.name == "busy")
    #expect(report.threads?.map(\.crashed) == [false, true])
    #expect(report.detail(.processesCount)?.value == .number(2))
  }

  /// A dump of the entire system, in the form of macOS 10.12, whose processor times have no unit.
  private func systemDump(_ times: [String: String], note: String = "") -> String {
    let processes = ["agent", "busy", "third"].enumerated().map { index, name in
      """
      Process: \(name) [\(10 * (index + 1))]
      \(times[name].map { "CPU Time: \($0)\n" } ?? "")\(name == "third" ? note : "")
        Thread 0x\(index + 1)    10 samples (1-10)
        10  wait + 1 (\(name) + 16) [0x1010]

      """
    }
    return "Date/Time: 2026-01-05 10:00:00 +0100\nData Source: Stackshots\n\n" + processes.joined()
  }

  @Test func aDumpOfTheSystemNamesNoProcess() throws {
    let report = try report(text: systemDump(["busy": "2.50", "third": "<0.001"]))
    #expect(report.process?.name == "busy")
    #expect(
      report.eventSummary
        == "samples of 3 processes, of which the report names none as its subject; most CPU time: busy [20] 2.5 s")
  }

  @Test func theFirstProcessIsNotThatOfTheReport() throws {
    let report = try report(text: systemDump([:]))
    #expect(report.process?.name == nil)
    #expect(report.threads?.isEmpty != false)
    #expect(report.eventSummary == "samples of 3 processes, of which the report names none as its subject")
  }

  @Test func processesThatDidNotRespondAreListed() throws {
    let report = try report(
      text: systemDump(["busy": "2.50"], note: "Note: Unresponsive for 12 seconds before sampling"))
    #expect(report.process?.name == "third")
    #expect(report.eventSummary?.contains("not responding: third [30] for 12 s; most CPU time: busy [20]") == true)
  }

  @Test func resourceExceptionsAreNotCrashes() throws {
    let report = try report("ips-text/exc-resource-cpu.ips")
    #expect(report.kind == .resource)
    #expect(report.exception?.type == "EXC_RESOURCE")
    #expect(report.crashedThread?.index == 2)
    #expect(report.detail(.action)?.value == .text("none: non-fatal condition"))
    #expect(report.detail(.limitPercent)?.value == .percent(50))
    #expect(report.detail(.observedPercent)?.value == .percent(60))
    #expect(report.detail(.observedDuration)?.value == .seconds(180))
    #expect(report.eventSummary == "CPU (Limit 50%) Observed 60% over 180 secs")
  }

  @Test(arguments: [
    ("WAKEUPS", "(Limit 150/sec) Observed 206/sec over 300 secs", ["event", "limit", "observed", "wakeupsPerSecond"]),
    ("MEMORY", "(Limit 350 MB) Crossed High Water Mark", ["event", "limit", "limitBytes"]),
    ("THREADS", "(Limit 300) Observed 301", ["event", "limit", "observed"]),
  ])
  func otherLimitsOfExceptions(_ subtype: String, _ message: String, _ keys: [String]) throws {
    let text = """
      Process: MyApp [1]
      Identifier: com.example.MyApp
      Exception Type: EXC_RESOURCE
      Exception Subtype: \(subtype)
      Exception Message: \(message)
      """
    let report = try report(text: text)
    #expect(report.kind == .resource)
    let found = report.details.map(\.key.name)
    #expect(Set(keys).isSubset(of: found), "\(found)")
  }
}
