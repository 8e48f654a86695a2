import CrashReports
import Diagnosis
import Testing

/// Which frames of a stack can be the place of the failure, and which messages of a run can have ended it.
@Suite struct StackScopeTests {
  private func assessment(_ report: ReportBuilder) throws -> Assessment { try #require(assess(report.text).first) }

  private func crash(_ frames: [String], exception: String = "EXC_BAD_ACCESS (SIGSEGV)", images: [String] = []) throws
    -> Assessment
  {
    var report = ReportBuilder()
    report.exception = exception
    if exception.hasPrefix("EXC_BAD_ACCESS") { report.subtype = "KERN_INVALID_ADDRESS at 0x0000000000000010" }
    // The addresses of its frames are in no other image.
    if !images.isEmpty { report.images = [report.images[0]] + images }
    report.crash(frames)
    return try assessment(report)
  }

  // MARK: - Handlers of signals

  private static let tramp = "libsystem_platform.dylib _sigtramp + 56"
  private static let below = ["Orchard -[TreeView load] + 40", "Orchard main + 4"]

  /// The processor states an exception for the code that ran last: a handler that fails is that code.
  @Test(arguments: [
    ["libobjc.A.dylib lookUpImpOrForward + 16", "libobjc.A.dylib _objc_msgSend_uncached + 68"],
    ["libsystem_malloc.dylib malloc_zone_malloc + 16"], ["libsystem_platform.dylib _os_unfair_lock_lock_slow + 20"], [],
  ]) func aHandlerThatFailsIsBlamed(_ inner: [String]) throws {
    let found = try crash(inner + ["Orchard harvest_handler + 72", Self.tramp] + Self.below)
    #expect(found.findings.first?.pattern == "signal-handler-crashed", "\(found.findings.map(\.pattern))")
    #expect(found.blame?.function == "harvest_handler")
  }

  /// A handler that ends the process, or waits for the system, is not.
  @Test(
    arguments: [
      ["libsystem_kernel.dylib __pthread_kill + 8", "libsystem_c.dylib abort + 124"],
      ["libsystem_kernel.dylib __exit + 8"], ["libsystem_kernel.dylib __semwait_signal + 8"],
    ], ["EXC_CRASH (SIGABRT)", "EXC_BAD_ACCESS (SIGSEGV)"])
  func aHandlerThatEndsTheProcessIsNot(_ inner: [String], _ exception: String) throws {
    let found = try crash(inner + ["Orchard harvest_handler + 72", Self.tramp] + Self.below, exception: exception)
    #expect(!found.findings.contains { $0.pattern == "signal-handler-crashed" })
    #expect(found.blame?.function != "harvest_handler")
  }

  @Test(arguments: ["kscrash_i_thread", "ksmc_fillState", "wpk_kscrash_write", "FIRCLSHandler", "plcrash_async_walk"])
  func aCrashReporterThatFailsIsNamed(_ function: String) throws {
    let found = try crash(["Orchard \(function) + 8", "Orchard handleSignal + 72", Self.tramp] + Self.below)
    #expect(found.findings.first?.pattern == "crash-reporter-crashed", "\(found.findings.map(\.pattern))")
  }

  // MARK: - What an event loop calls

  @Test(arguments: [
    "__CFRUNLOOP_IS_CALLING_OUT_TO_A_TIMER_CALLBACK_FUNCTION__", "__CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__",
    "__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__", "__CFRUNLOOP_IS_SERVICING_THE_MAIN_DISPATCH_QUEUE__",
  ]) func codeThatRunsALoopIsNotBlamed(_ callout: String) throws {
    let inner = [
      "libobjc.A.dylib objc_msgSend + 16", "CoreFoundation \(callout) + 32", "CoreFoundation __CFRunLoopRun + 10",
    ]
    let outer = [
      "AppKit -[NSApplication runModalForWindow:] + 200", "Orchard -[SheetController show] + 40", "Orchard main + 4",
    ]
    let isCallout = !callout.contains("SERVICING")
    let found = try crash(inner + outer)
    #expect((found.blame?.function == "-[SheetController show]") == !isCallout, "\(callout)")
    // The app's code inside the callout is.
    let own = try crash([inner[0], "Orchard -[TreeView tick] + 8"] + inner.dropFirst() + outer)
    #expect(own.blame?.function == "-[TreeView tick]")
  }

  // MARK: - Code that is not the app's

  @Test(arguments: [
    "/Library/MobileSubstrate/DynamicLibraries/Shiny.dylib", "/usr/lib/TweakInject/Shiny.dylib",
    "/var/jb/usr/lib/TweakInject/Shiny.dylib",
  ]) func aTweakIsNotTheAppsCode(_ path: String) throws {
    let image = "0x150000000 - 0x1500fffff Shiny.dylib arm64 <21112222333344445555666677778888> \(path)"
    let found = try crash(
      ["libobjc.A.dylib objc_msgSend + 16", "Shiny.dylib 0x150000000 + 64", "Orchard main + 4"], images: [image])
    let finding = try #require(found.findings.first)
    #expect(finding.captures["linkedLibrary"] == "Shiny (tweak of a jailbreak)", "\(finding.captures)")
  }

  @Test func unnamedCodeThatAborts() throws {
    let found = try crash(
      ReportBuilder.abort + ["Orchard 0x104000000 + 64", "Orchard main + 4"], exception: "EXC_CRASH (SIGABRT)")
    #expect(found.findings.first?.captures["case"] == "called-by-app", "\(found.findings.map(\.pattern))")
    for runtime in ["libc++abi.dylib abort_message + 8", "libsystem_malloc.dylib 0x190001000 + 4"] {
      let other = try crash(
        ReportBuilder.abort + [runtime, "Orchard 0x104000000 + 64", "Orchard main + 4"],
        exception: "EXC_CRASH (SIGABRT)")
      #expect(!other.findings.contains { $0.captures["case"] == "called-by-app" }, "\(runtime)")
    }
  }

  // MARK: - Runs that succeeded

  private static let printed =
    "2026-05-06 07:08:09.123 Orchard[42:1] Could not load the \"Pear\" image referenced from a nib in the bundle with identifier \"org.example.orchard\""

  @Test(arguments: [
    "** TEST SUCCEEDED **", "** BUILD SUCCEEDED **", "Test Suite 'All tests' passed at 2026-05-06 07:08:10.001.",
    "[07:08:10]: fastlane.tools finished successfully 🎉",
  ]) func whatARunPrintedBeforeItsSuccessDidNotEndIt(_ verdict: String) {
    #expect(assess(Self.printed + "\n" + verdict + "\n").flatMap(\.findings).allSatisfy { $0.confidence == .possible })
    // After it, or in a run that failed, it is what it is.
    #expect(assess(verdict + "\n" + Self.printed + "\n").flatMap(\.findings).contains { $0.confidence > .possible })
    let failed = Self.printed + "\n** TEST FAILED **\n" + verdict + "\n"
    #expect(assess(failed).flatMap(\.findings).contains { $0.confidence > .possible })
  }

  @Test func aCrashInASucceededRunRemainsOne() {
    let text =
      "Cards/Deck.swift:12: Fatal error: Unexpectedly found nil while unwrapping an Optional value\n** TEST SUCCEEDED **\n"
    #expect(assess(text).flatMap(\.findings).contains { $0.confidence > .possible })
  }

  // MARK: - Signals

  @Test(arguments: ["9", "15"]) func theEndOfADebuggedRunIsOnlyPossible(_ signal: String) {
    let findings = assess("Message from debugger: Terminated due to signal \(signal)\n").flatMap(\.findings)
    #expect(!findings.isEmpty && findings.allSatisfy { $0.confidence == .possible })
    #expect(assess("zsh: killed     ./orchard\n").flatMap(\.findings).contains { $0.confidence > .possible })
  }
}
