import Analysis
import CrashReports
import Diagnosis
import Testing

/// Functions of the app that only start the event loop are never blamed for a failure inside it.
@Suite struct EntryFrameTests {
  private func finding(_ frames: [String], _ exception: String = "EXC_BAD_ACCESS (SIGSEGV)") -> (
    finding: Finding, assessment: Assessment
  )? {
    var builder = ReportBuilder()
    builder.exception = exception
    builder.codes = "KERN_INVALID_ADDRESS at 0x0000000000000018"
    // Names decide about the images of the system.
    builder.images.removeLast()
    builder.crash(frames)
    guard let assessment = Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment,
      let finding = assessment.findings.first
    else { return nil }
    return (finding, assessment)
  }

  private static let top = ["libobjc.A.dylib objc_msgSend + 32", "UIKitCore -[UIWindow sendEvent:] + 644"]
  private static let loop = ["CoreFoundation CFRunLoopRunSpecific + 644", "UIKitCore UIApplicationMain + 336"]
  private static let start = ["dyld start + 336"]
  private static let thread = [
    "Foundation __NSThread__start__ + 732", "libsystem_pthread.dylib _pthread_start + 136",
    "libsystem_pthread.dylib thread_start + 8",
  ]

  static let entries: [[String]] = [
    top + loop + ["Orchard main + 76 (main.m:14)"] + start,
    top + loop + ["Orchard _main + 76"] + start,
    top + loop + ["Orchard 0x102d30000 + 20304"] + start,
    top + loop + ["Orchard static OrchardApp.$main() + 76 (<compiler-generated>:0)", "Orchard main + 12"] + start,
    top + loop + ["Orchard specialized static OrchardApp.$main() + 76", "Orchard main + 12"] + start,
    top + loop + ["Orchard static OrchardApp.main() + 76 (OrchardApp.swift:9)", "Orchard main + 12"] + start,
    top + loop + ["Orchard -[OrchardApplication run] + 76", "Orchard main + 12"] + start,
    // The frames of the system have no names.
    [
      "UIKitCore 0x1873f0000 + 4096", "CoreFoundation 0x1873f0000 + 4096", "GraphicsServices 0x1873f0000 + 4096",
      "UIKitCore 0x1873f0000 + 8192", "Orchard 0x102d30000 + 20304",
    ] + start,
    // A thread that serves a run loop.
    top + ["CoreFoundation CFRunLoopRun + 64", "Orchard -[Harvester serve] + 88 (Harvester.m:31)"] + thread,
    top + [
      "Foundation -[NSRunLoop(NSRunLoop) runMode:beforeDate:] + 64", "Foundation -[NSRunLoop(NSRunLoop) run] + 64",
      "Orchard harvest_serve + 88",
    ] + thread,
    // The loop of a program of macOS.
    top + ["AppKit -[NSApplication run] + 586", "AppKit NSApplicationMain + 804", "Orchard main + 12"] + start,
    top + ["AppKit -[NSApplication run] + 586", "Orchard -[Harvester serve] + 8", "Orchard main + 12"] + start,
  ]

  @Test(arguments: entries) func startsOfLoopsAreNotBlamed(_ frames: [String]) throws {
    let found = try #require(finding(frames))
    #expect(found.assessment.blame?.image != "Orchard" && found.finding.blame?.image != "Orchard")
    let text = FindingText(found.finding, .catalog)
    for name in ["main", "Harvester", "harvest_serve"] {
      #expect(!text.headline.contains(name) && !text.remedy.joined().contains(name), "\(text.headline)")
    }
  }

  /// Code of the app inside the loop, and code that is not only the start of one.
  static let own: [(frames: [String], function: String?)] = [
    (top + ["Orchard -[Tree shake] + 12"] + loop + ["Orchard main + 76"] + start, "-[Tree shake]"),
    (top + ["Orchard 0x102d30000 + 4"] + loop + ["Orchard static OrchardApp.$main() + 76"] + start, nil),
    // A tool without an event loop.
    (
      ["libobjc.A.dylib objc_msgSend + 32", "Orchard static Tool.$main() + 76", "Orchard main + 12"] + start,
      "static Tool.$main()"
    ),
    (["libobjc.A.dylib objc_msgSend + 32", "Orchard 0x102d30000 + 20304"] + start, nil),
    // A loop inside other work of the app.
    (
      top + ["CoreFoundation CFRunLoopRun + 64", "Orchard -[Tree waitForFruit] + 88", "UIKitCore -[UIButton tap] + 9"]
        + loop + ["Orchard main + 4"] + start, "-[Tree waitForFruit]"
    ),
    // Code that waits in a loop that returns, and code of a queue.
    (
      top + ["Foundation -[NSRunLoop(NSRunLoop) runMode:beforeDate:] + 64", "Orchard tree_wait + 88"] + thread,
      "tree_wait"
    ),
    (
      top + [
        "CoreFoundation CFRunLoopRunSpecific + 64", "CoreFoundation CFRunLoopRunInMode + 60", "Orchard tree_wait + 88",
      ] + thread, "tree_wait"
    ),
    (
      top + [
        "CoreFoundation CFRunLoopRun + 64", "Orchard tree_wait + 88",
        "libdispatch.dylib _dispatch_call_block_and_release + 32", "libdispatch.dylib _dispatch_client_callout + 20",
        "libdispatch.dylib _dispatch_worker_thread2 + 228", "libsystem_pthread.dylib _pthread_wqthread + 228",
      ], "tree_wait"
    ),
    // The start of the thread is not shown.
    (top + ["CoreFoundation CFRunLoopRun + 64", "Orchard tree_wait + 88"], "tree_wait"),
    // The loop of a program of macOS within other work.
    (
      top + [
        "AppKit -[NSApplication run] + 586", "Orchard tree_panel + 8", "Orchard tree_begin + 4", "Orchard main + 12",
      ] + start, "tree_panel"
    ),
    // More code of the app than the start of a thread.
    (
      top + [
        "CoreFoundation CFRunLoopRun + 64", "Orchard -[Tree waitForFruit] + 88", "Orchard -[Tree shake] + 8",
        "Orchard -[Tree serve] + 8",
      ] + thread, "-[Tree waitForFruit]"
    ),
  ]

  @Test(arguments: own.indices) func codeInsideIsBlamed(_ index: Int) throws {
    let (frames, function) = Self.own[index]
    let found = try #require(finding(frames))
    #expect(found.assessment.blame?.image == "Orchard" && found.assessment.blame?.function == function)
  }

  /// The stack of a thread that waits for events, without a failure, shows nothing to look at.
  @Test(arguments: ["Orchard main + 76", "Orchard 0x102d30000 + 20304"])
  func idleThreadsHaveNoLocation(_ main: String) throws {
    let waits = [
      "libsystem_kernel.dylib mach_msg2_trap + 8", "libsystem_kernel.dylib mach_msg + 24",
      "CoreFoundation __CFRunLoopServiceMachPort + 160",
    ]
    func assessment(_ frames: [String]) -> Assessment? {
      let text =
        "Thread 0:\n" + ReportBuilder.rows(frames + Self.loop + [main] + Self.start).joined(separator: "\n") + "\n"
      return Analysis.analyze(Array(text.utf8)).reports.first?.assessment
    }
    let idle = try #require(assessment(waits))
    #expect(idle.blame == nil && idle.blamedFrame == nil && idle.summary.contains("waits for events"))
    // The stack of an exception decides, whatever the thread does.
    let exception =
      "Last Exception Backtrace:\n"
      + ReportBuilder.rows([
        "CoreFoundation __exceptionPreprocess + 164", "libobjc.A.dylib objc_exception_throw + 60",
        "Orchard -[Tree grow] + 4",
      ]).joined(separator: "\n") + "\n\nThread 0:\n"
      + ReportBuilder.rows(waits + Self.loop + [main] + Self.start).joined(separator: "\n") + "\n"
    let raised = try #require(Analysis.analyze(Array(exception.utf8)).reports.first?.assessment)
    #expect(raised.blame?.function == "-[Tree grow]" && !raised.summary.contains("waits for events"))
    let busy = try #require(assessment(["Orchard -[Tree grow] + 4"]))
    #expect(busy.blame?.function == "-[Tree grow]" && !busy.summary.contains("waits for events"))
  }
}
