import Analysis
import CrashReports
import Diagnosis
import Testing

/// Watchdog terminations: what the main thread waited for, and whether it waited at all.
@Suite struct WaitingTests {
  private func answer(_ main: [String], _ others: [(title: String, frames: [String])], statistics: String? = nil) throws
    -> FindingText
  {
    var report = ReportBuilder()
    report.exception = "EXC_CRASH (SIGKILL)"
    report.fields = [
      "Termination Reason: FRONTBOARD 2343432205",
      "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: "
        + "application<org.example.orchard>:4321 exhausted real (wall clock) time allowance of 10.00 seconds",
      "ProcessVisibility: Foreground", "WatchdogEvent: scene-update",
    ]
    if let statistics {
      report.fields += [
        "WatchdogCPUStatistics: (",
        "\"Elapsed total CPU time (seconds): 14.210 (user 13.900, system 0.310), 71% CPU\",",
        "\"Elapsed application CPU time (seconds): \(statistics)\"", ") reportType:CrashLog>",
      ]
    }
    report.stacks = [("Thread 0 Crashed:: Dispatch queue: com.apple.main-thread", main)] + others
    let assessment = try #require(assess(report.text).first)
    let finding = try #require(assessment.findings.first)
    #expect(finding.pattern == "watchdog-8badf00d")
    return FindingText(finding, .catalog)
  }

  private static let sync = [
    "libsystem_kernel.dylib __ulock_wait + 8", "libdispatch.dylib _dlock_wait + 56",
    "libdispatch.dylib __DISPATCH_WAIT_FOR_QUEUE__ + 368", "libdispatch.dylib _dispatch_sync_f_slow + 144",
  ]
  private static let lock = [
    "libsystem_kernel.dylib __psynch_mutexwait + 8", "libsystem_pthread.dylib _pthread_mutex_firstfit_lock_wait + 84",
    "Foundation -[NSLock lock] + 12",
  ]
  private static let idle = [
    "libsystem_kernel.dylib __workq_kernreturn + 8", "libsystem_pthread.dylib start_wqthread + 8",
  ]

  @Test(arguments: [
    ("9.870, 49% CPU", "busy"), ("5.1, 8% CPU", "busy"), ("0.040, 0% CPU", "waiting"), ("1.0, 2% CPU", "waiting"),
    ("2.5, 12% CPU", nil),
  ])
  func processorTimeDecides(_ statistics: String, _ state: String?) throws {
    let found = try answer(["Orchard sortAll(_:) + 512 (Sorter.swift:40)"], [], statistics: statistics)
    #expect(found.headline.contains("the app was busy") == (state == "busy"), "\(found.headline)")
    #expect(found.headline.contains("the app was waiting") == (state == "waiting"), "\(found.headline)")
    #expect(!found.cause.contains("usually means"))
    #expect(!found.missing.contains { $0.contains("WatchdogCPUStatistics") })
  }

  @Test func deadlockOfQueues() throws {
    for inner in [Self.sync, Self.lock] {
      let found = try answer(
        Self.sync + ["Orchard Cache.value(for:) + 112 (Cache.swift:22)"],
        [
          ("Thread 1:", Self.idle),
          ("Thread 2:: Dispatch queue: org.example.cache", inner + ["Orchard Cache.notify() + 60 (Cache.swift:51)"]),
        ])
      #expect(found.headline.contains("deadlock"), "\(found.headline)")
      #expect(
        found.headline.contains("Cache.value(for:)") && found.headline.contains("Cache.notify() (Cache.swift:51)"))
      #expect(found.remedy[0].contains("asynchronous"))
    }
  }

  @Test func inversionOfLocks() throws {
    let found = try answer(
      Self.lock + ["Orchard Store.read() + 112 (Store.swift:22)"],
      [
        (
          "Thread 2:: Dispatch queue: com.apple.root.default-qos",
          Self.sync + ["Orchard Store.write() + 60 (Store.swift:51)"]
        )
      ])
    #expect(found.headline.contains("deadlock"), "\(found.headline)")
  }

  /// A worker that waits does not hold what the main thread needs, unless it serves a queue, or works on the same object.
  @Test func otherWaitsAreNoDeadlock() throws {
    let cases: [(main: [String], title: String, frames: [String])] = [
      (Self.sync, "Thread 2:: Dispatch queue: com.apple.root.default-qos", Self.sync),
      (Self.sync, "Thread 2:", Self.lock),
      (Self.lock, "Thread 2:", Self.sync), ([], "Thread 2:: Dispatch queue: org.example.cache", Self.sync),
      (Self.sync, "Thread 2:: Dispatch queue: org.example.cache", []),
    ]
    for one in cases {
      let found = try answer(
        one.main + ["Orchard Cache.value(for:) + 112 (Cache.swift:22)"],
        [(one.title, one.frames + ["Orchard Press.run() + 60 (Press.swift:51)"])])
      #expect(!found.headline.contains("deadlock"), "\(one): \(found.headline)")
    }
  }

  @Test func exhaustedPool() throws {
    let main = [
      "libsystem_kernel.dylib __ulock_wait + 8", "libdispatch.dylib _dispatch_group_wait_slow + 56",
      "Orchard Importer.wait() + 112 (Importer.swift:22)",
    ]
    func workers(_ count: Int) -> [(title: String, frames: [String])] {
      (1...count).map {
        (
          "Thread \($0):: Dispatch queue: com.apple.root.default-qos",
          [
            "libsystem_kernel.dylib semaphore_wait_trap + 8", "Orchard Importer.load(_:) + 60 (Importer.swift:51)",
            "libdispatch.dylib _dispatch_worker_thread2 + 152",
          ]
        )
      }
    }
    let found = try answer(main, workers(64))
    #expect(found.headline.contains("64 threads of the pool wait in Importer.load(_:) (Importer.swift:51)"))
    #expect(found.blame?.function == "Importer.load(_:)")
    #expect(!(try answer(main, workers(8))).headline.contains("pool"))
  }

  private func signaled(_ signal: String, _ frames: [String], threads: Int = 0) throws -> FindingText {
    var report = ReportBuilder()
    report.exception = "EXC_CRASH (\(signal))"
    report.codes = "0x0000000000000000, 0x0000000000000000"
    report.crash(frames)
    for index in 0..<threads {
      report.stacks.append(
        (
          "Thread \(index + 1):",
          ["libsystem_kernel.dylib __psynch_cvwait + 8", "Orchard Press.waitForWork() + 80", "Orchard pump + 16"]
        ))
    }
    return FindingText(try #require(assess(report.text).first?.findings.first), .catalog)
  }

  /// A signal of another process: the marked thread only waited.
  @Test(arguments: [
    ("SIGSEGV", "__select + 10"), ("SIGBUS", "kevent + 10"), ("SIGTERM", "__psynch_cvwait + 8"),
    ("SIGILL", "mach_msg2_trap + 8"),
  ])
  func aWaitingThreadIsNotBlamedForASignalFromOutside(_ signal: String, _ wait: String) throws {
    let found = try signaled(signal, ["libsystem_kernel.dylib " + wait, "Orchard Gate.wait() + 20"])
    #expect(found.blame == nil, "\(found.headline)")
    let texts = [found.headline, found.cause] + found.remedy
    #expect(!texts.contains { $0.contains("Gate.wait") }, "\(texts)")
  }

  @Test func aThreadThatRaisedTheSignalIsBlamed() throws {
    for top in ["libsystem_kernel.dylib __kill + 8", "libsystem_kernel.dylib __pthread_kill + 8"] {
      let found = try signaled("SIGSEGV", [top, "Orchard Gate.fail() + 20"])
      #expect(found.blame?.function == "Gate.fail()", "\(found.headline)")
    }
    // An abort is often a hang that a monitor ended: what the thread waits for is of interest.
    let found = try signaled("SIGABRT", ["libsystem_kernel.dylib __psynch_cvwait + 8", "Orchard Gate.wait() + 20"])
    #expect(found.blame?.function == "Gate.wait()", "\(found.headline)")
  }

  @Test func threadsWithTheSameWaitAreCounted() throws {
    let main = ["libsystem_kernel.dylib __select + 10", "Orchard Gate.wait() + 20"]
    let many = try signaled("SIGSEGV", main, threads: 12)
    let sentence = "12 of 13 threads wait in Press.waitForWork(), with the same stack."
    #expect(many.witnesses.contains { $0.statement == sentence }, "\(many.witnesses.map(\.statement))")
    let few = try signaled("SIGSEGV", main, threads: 5)
    #expect(!few.witnesses.contains { $0.statement.contains("with the same stack") })
  }

  @Test(arguments: [
    ("Semaphore object deallocated while in use", "signal()"), ("Unbalanced call to dispatch_group_leave()", "twice"),
    ("dispatch_sync called on queue already owned by current thread", "async"),
    ("Release of a suspended object", "resume()"), ("Over-resume of an object", "suspend()"),
    ("Release of a locked queue", "reference"), ("trying to lock recursively", "cycle"),
    ("Group object deallocated while in use", "leave()"),
    ("Unexpected EV_VANISHED (do not destroy random mach ports or file descriptors)", "cancel"),
    ("Cannot change the target of this object after it has been activated", "created"),
  ])
  func messagesOfLibdispatch(_ message: String, _ advice: String) throws {
    var report = ReportBuilder()
    report.exception = "EXC_BREAKPOINT (SIGTRAP)"
    report.messages = ["BUG IN CLIENT OF LIBDISPATCH: \(message)"]
    report.crash(["libdispatch.dylib _dispatch_fail + 40", "Orchard Gate.close() + 20 (Gate.swift:17)"])
    let found = FindingText(try #require(assess(report.text).first?.findings.first), .catalog)
    #expect(found.pattern == "libdispatch-client-bug")
    #expect(found.remedy[0].hasPrefix("At Gate.swift:17: ") && found.remedy[0].contains(advice), "\(found.remedy)")
    #expect(found.changes.isEmpty, "an example for another misuse")
  }
}
