import Analysis
import CrashReports
import TestSupport
import Testing

@testable import Diagnosis

/// The sentence on a series of samples: which function of the app dominates, and what is not work.
@Suite struct ProfileSummaryTests {
  /// Rows of `sample`: the depth, the count, the function, and the image.
  private typealias Row = (depth: Int, count: Int, function: String, image: String)

  private func text(_ threads: [(samples: Int, rows: [Row])]) -> String {
    var text =
      "Analysis of sampling MyApp (pid 4211) every 1 millisecond\nProcess: MyApp [4211]\n"
      + "Path: /Applications/MyApp.app/Contents/MacOS/MyApp\nIdentifier: com.example.MyApp\nCall graph:\n"
    for (index, thread) in threads.enumerated() {
      let queue = index == 0 ? "   DispatchQueue_1: com.apple.main-thread  (serial)" : ""
      text += "    \(thread.samples) Thread_\(100 + index)\(queue)\n"
      for row in thread.rows {
        let guides = String(repeating: "  ", count: row.depth)
        let number = row.function.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFF }
        let address = String((row.image == "MyApp" ? 0x1000 : 0x9000_0000) + number, radix: 16)
        text += "    \(guides)\(row.count) \(row.function)  (in \(row.image)) + 8  [0x\(address)]\n"
      }
    }
    return text + "Binary Images:\n  0x1000 - 0x1ffff +com.example.MyApp (2.4 - 412) "
      + "<00000000-0000-4000-8000-0000000000F2> /Applications/MyApp.app/Contents/MacOS/MyApp\n"
  }

  private func assessment(_ threads: [(samples: Int, rows: [Row])]) throws -> Assessment {
    try #require(Analysis.analyze(Array(text(threads).utf8)).reports.first?.assessment)
  }

  private func summary(_ threads: [(samples: Int, rows: [Row])]) throws -> String {
    try assessment(threads).summary
  }

  private let start: [Row] = [(1, 100, "start", "dyld"), (2, 100, "main", "MyApp")]

  private func idle(_ count: Int, _ depth: Int = 1) -> [Row] {
    [
      (depth, count, "CFRunLoopRunSpecific", "CoreFoundation"),
      (depth + 1, count, "__CFRunLoopServiceMachPort", "CoreFoundation"),
      (depth + 2, count, "mach_msg", "libsystem_kernel.dylib"),
      (depth + 3, count, "mach_msg2_trap", "libsystem_kernel.dylib"),
    ]
  }

  @Test func theSampleIsNamedAfterItsFunction() throws {
    let bytes = try Repository.bytes(of: "sample-logs/sample/sample.txt")
    let found = try #require(Analysis.analyze(bytes).reports.first?.assessment)
    #expect(found.summary == "99 % of 2,611 samples in CardStore.importAll() → open()")
    #expect(found.findings.isEmpty && !found.report.kind.isFailure)
  }

  @Test(arguments: [
    (100, 100, "100 % of 100 samples in CardStore.load() → read()"),
    (100, 99, "99 % of 100 samples in CardStore.load() → read()"),
    (1_000, 999, "99 % of 1,000 samples in CardStore.load() → read()"),
    (100, 50, "50 % of 100 samples in CardStore.load() → read()"),
  ])
  func sharesAreRoundedButNotToAll(_ all: Int, _ part: Int, _ expected: String) throws {
    let rows: [Row] = [
      (1, all, "start", "dyld"), (2, all, "main", "MyApp"), (3, part, "CardStore.load()", "MyApp"),
      (4, part, "read", "libsystem_kernel.dylib"),
    ]
    #expect(try summary([(all, rows)]) == expected)
  }

  /// Half of the samples is the least.
  @Test func withoutADominatingFunctionNoneIsNamed() throws {
    let rows: [Row] =
      start + [
        (3, 49, "CardStore.load()", "MyApp"), (4, 49, "read", "libsystem_kernel.dylib"),
        (3, 49, "CardStore.save()", "MyApp"), (4, 49, "write", "libsystem_kernel.dylib"),
      ]
    let found = try assessment([(100, rows)])
    #expect(ProfileSummary(found.report)?.function == nil)
    #expect(!found.summary.contains("%"))
  }

  /// The calls of one function at several addresses, and from several callers, are one.
  @Test func callsOfOneFunctionAreAdded() throws {
    let rows: [Row] =
      start + [
        (3, 30, "CardView.draw()", "MyApp"), (4, 30, "CardStore.load()", "MyApp"),
        (5, 30, "read", "libsystem_kernel.dylib"), (3, 30, "CardList.update()", "MyApp"),
        (4, 30, "CardStore.load()", "MyApp"), (5, 30, "read", "libsystem_kernel.dylib"),
        (3, 40, "NSApplicationMain", "AppKit"),
      ]
    #expect(try summary([(100, rows)]) == "60 % of 100 samples in CardStore.load() → read()")
  }

  @Test func aRecursionCountsOnce() throws {
    let rows: [Row] =
      start + [
        (3, 80, "Tree.visit()", "MyApp"), (4, 70, "Tree.visit()", "MyApp"), (5, 60, "Tree.visit()", "MyApp"),
      ]
    #expect(try summary([(100, rows)]) == "80 % of 100 samples in Tree.visit()")
  }

  /// The innermost function is named, unless it has far fewer samples than the one that called it.
  @Test func theInnermostOfEqualFunctionsIsNamed() throws {
    let rows: [Row] =
      start + [
        (3, 98, "AppDelegate.launch()", "MyApp"), (4, 95, "CardStore.load()", "MyApp"), (5, 60, "parse()", "MyApp"),
      ]
    #expect(try summary([(100, rows)]) == "95 % of 100 samples in CardStore.load()")
  }

  @Test func aCalleeWithoutHalfOfTheSamplesIsNotNamed() throws {
    let rows: [Row] =
      start + [
        (3, 100, "CardStore.load()", "MyApp"), (4, 49, "read", "libsystem_kernel.dylib"),
        (4, 49, "write", "libsystem_kernel.dylib"),
      ]
    #expect(try summary([(100, rows)]) == "100 % of 100 samples in CardStore.load()")
  }

  // MARK: - Idle threads

  @Test func idleThreadsAreNotWork() throws {
    let waits: [(String, [Row])] = [
      ("mach_msg", idle(900)),
      (
        "workqueue",
        [
          (1, 900, "start_wqthread", "libsystem_pthread.dylib"),
          (2, 900, "_pthread_wqthread", "libsystem_pthread.dylib"),
          (3, 900, "__workq_kernreturn", "libsystem_kernel.dylib"),
        ]
      ),
      ("kevent", [(1, 900, "Reactor.run()", "MyApp"), (2, 900, "kevent", "libsystem_kernel.dylib")]),
    ]
    let work: [Row] = [(1, 90, "Worker.run()", "MyApp"), (2, 90, "write", "libsystem_kernel.dylib")]
    for (name, rows) in waits {
      let found = try summary([(900, rows), (100, work)])
      #expect(found == "90 % of 100 samples in Worker.run() → write(), thread 1", "\(name): \(found)")
    }
  }

  /// A thread that works in some samples and waits in others.
  @Test func samplesThatWaitAreCountedApart() throws {
    let rows: [Row] = [(1, 100, "start", "dyld"), (2, 60, "CardStore.load()", "MyApp")] + idle(40, 2)
    #expect(try summary([(100, rows)]) == "100 % of 60 busy samples in CardStore.load()")
  }

  /// An answer of another process is waited for by the function that asked.
  @Test func aCallOfAnotherProcessIsWork() throws {
    let rows: [Row] =
      start + [
        (3, 100, "CardStore.load()", "MyApp"), (4, 100, "IOServiceOpen", "IOKit"),
        (5, 100, "mach_msg", "libsystem_kernel.dylib"), (6, 100, "mach_msg2_trap", "libsystem_kernel.dylib"),
      ]
    #expect(try summary([(100, rows)]) == "100 % of 100 samples in CardStore.load() → IOServiceOpen()")
  }

  @Test func anIdleProcessHasNoDominatingFunction() throws {
    let pool: [Row] = [
      (1, 100, "start_wqthread", "libsystem_pthread.dylib"), (2, 100, "__workq_kernreturn", "libsystem_kernel.dylib"),
    ]
    let found = try summary([(100, idle(100)), (100, pool)])
    #expect(found == "the main thread waited for events in its heaviest stack (100 samples)")
    #expect(try summary([(100, pool)]) == "idle: 100 % of 100 samples wait")
  }

  // MARK: - Other reports

  @Test func profilesOfKSCrashAreSummarized() throws {
    let bytes = try Repository.bytes(of: "sample-logs/third-party-json/kscrash-profile.json")
    let found = try #require(Analysis.analyze(bytes).reports.first?.assessment)
    #expect(found.summary.hasPrefix("a profile \"startup\" of ") && found.summary.contains(" in CardStore.load()"))
  }

  /// A hang and a crash are named after the failure.
  @Test func failuresAreNotProfiles() throws {
    for path in ["spindump/hang.txt", "metrickit/crash.json", "stackshot/stackshot-288.ips"] {
      for report in Analysis.analyze(try Repository.bytes(of: "sample-logs/" + path)).reports {
        #expect(!report.assessment.summary.contains(" % of "), "\(path)")
      }
    }
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")])
  func numbersAreGrouped(_ number: Int, _ text: String) { #expect(ProfileSummary.grouped(number) == text) }
}
