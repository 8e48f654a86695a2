import Analysis
import CrashReports
import Diagnosis
import Testing

/// Failures while the process ends or starts: exit() on another thread, std::terminate(), and symbols that are missing.
@Suite struct ProcessEndTests {
  private func answer(_ report: ReportBuilder) throws -> FindingText {
    let assessment = try #require(assess(report.text).first)
    return FindingText(try #require(assessment.findings.first, "\(assessment.summary)"), .catalog)
  }

  private func badAccess(_ other: [String], crashed: [String]) throws -> FindingText {
    var report = ReportBuilder()
    report.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    report.subtype = "KERN_INVALID_ADDRESS at 0x0000000000000008"
    report.triggered = 2
    report.stacks = [("Thread 0:: Dispatch queue: com.apple.main-thread", other), ("Thread 2 Crashed:", crashed)]
    return try answer(report)
  }

  private static let work = [
    "Orchard press::Cache::find(int) + 8 (cache.cpp:12)", "Orchard Press.squeeze() + 80 (Press.swift:40)",
  ]

  // MARK: - exit() while another thread works

  @Test(arguments: [
    "libsystem_c.dylib exit + 44", "libsystem_c.dylib __cxa_finalize_ranges + 480",
    "libsystem_c.dylib __cxa_finalize + 12", "dyld dyld::runAllStaticTerminators(void*) + 80",
    "dyld dyld4::Loader::runAllStaticTerminators() + 80",
    "AppKit -[NSApplication terminate:] + 2004",
    "AppKit -[NSApplication _terminateFromSender:askIfShouldTerminate:saveWindows:] + 120",
    "UIKitCore -[UIApplication _terminateWithStatus:] + 120", "UIKitCore -[UIApplication terminateWithSuccess] + 120",
    "libsystem_c.dylib quick_exit + 4",
  ])
  func processEndsOnAnotherThread(_ frame: String) throws {
    let found = try badAccess(["libsystem_kernel.dylib __psynch_cvwait + 8", frame], crashed: Self.work)
    #expect(found.pattern == "exit-in-progress", "\(frame): \(found.headline)")
    #expect(found.headline.contains("thread 0") && found.headline.contains("press::Cache::find"))
    #expect(found.headline.contains("cache.cpp:12"), "\(found.headline)")
    #expect(found.remedy[0].contains("Press.squeeze() (Press.swift:40)"), "\(found.remedy)")
    // Both threads are cited.
    #expect(found.citations.contains { $0.text?.contains("Cache::find") ?? false })
    #expect(found.citations.contains { $0.text?.contains(frame.split(separator: " ")[1]) ?? false })
  }

  @Test func destructorIsNamed() throws {
    let found = try badAccess(
      [
        "libsystem_kernel.dylib __psynch_cvwait + 8", "Orchard press::Scheduler::~Scheduler() + 104",
        "libsystem_c.dylib __cxa_finalize_ranges + 480", "libsystem_c.dylib exit + 44",
      ], crashed: Self.work)
    #expect(found.headline.contains("press::Scheduler::~Scheduler()"), "\(found.headline)")
    #expect(found.certaintyOfCause == .likely)
  }

  @Test(arguments: [
    "Orchard exit + 44", "libsystem_pthread.dylib _pthread_exit + 8", "Foundation +[NSThread exit] + 8",
    "AppKit -[NSApplication run] + 368", "libsystem_c.dylib atexit + 12",
  ])
  func otherFunctionsDoNotEndTheProcess(_ frame: String) throws {
    let found = try badAccess(["libsystem_kernel.dylib __psynch_cvwait + 8", frame], crashed: Self.work)
    #expect(found.pattern == "memory-null-dereference", "\(frame): \(found.headline)")
  }

  @Test func exitWithoutCrashOfAnotherThread() throws {
    var report = ReportBuilder()
    report.exception = "EXC_CRASH (SIGKILL)"
    report.triggered = 2
    report.stacks = [
      ("Thread 0:", ["libsystem_c.dylib exit + 44"]), ("Thread 2 Crashed:", ["libsystem_kernel.dylib read + 8"]),
    ]
    #expect(try answer(report).pattern != "exit-in-progress")
  }

  @Test func ownDestructor() throws {
    var report = ReportBuilder()
    report.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    report.subtype = "KERN_INVALID_ADDRESS at 0x0000000000000010"
    report.crash([
      "Orchard press::Log::write(char const*) + 8", "Orchard press::Engine::~Engine() + 80 (engine.cpp:9)",
      "libsystem_c.dylib __cxa_finalize_ranges + 480", "libsystem_c.dylib exit + 44",
    ])
    let found = try answer(report)
    #expect(found.pattern == "exit-destructor-crash", "\(found.headline)")
    // The innermost code failed; the destructor is what exit() called.
    #expect(found.blame?.function == "press::Log::write(char const*)")
    #expect(found.headline.hasPrefix("Crash in press::Log::write"), "\(found.headline)")
    #expect(found.headline.hasSuffix(": NULL pointer (offset 16)"), "\(found.headline)")
    #expect(found.cause.contains("failed inside of press::Engine::~Engine()"), "\(found.cause)")
  }

  private func crashAtExit(_ frames: [String], _ subtype: String = "KERN_INVALID_ADDRESS at 0x0000000000000010") throws
    -> FindingText
  {
    var report = ReportBuilder()
    report.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    report.subtype = subtype
    report.crash(frames + ["libsystem_c.dylib __cxa_finalize_ranges + 480", "libsystem_c.dylib exit + 44"])
    return try answer(report)
  }

  @Test func destructorsOfTheSystemAreNotTheOnesToLookAt() throws {
    let found = try crashAtExit([
      "Orchard press::Log::write(char const*) + 8", "dyld press::Holder::~Holder() + 80",
      "Orchard press::Engine::~Engine() + 80", "libc++.1.dylib std::__1::shared_ptr<Press>::~shared_ptr() + 12",
    ])
    #expect(found.pattern == "exit-destructor-crash", "\(found.headline)")
    #expect(found.blame?.function == "press::Log::write(char const*)")
    // Only the adjacent frame is what exit() called.
    let called = found.witnesses.filter { $0.statement.hasSuffix("is what it called.") }
    #expect(called.map { $0.citation.text?.contains("shared_ptr") } == [true], "\(called)")
  }

  @Test func handlersOfTheFailureAreNotBlamedAtExit() throws {
    var report = ReportBuilder()
    report.crash(
      ReportBuilder.abort + [
        "Orchard press_terminate() + 4", "libc++abi.dylib std::__terminate(void (*)()) + 16",
        "libc++abi.dylib std::terminate() + 108", "Orchard press::Log::write(char const*) + 8",
        "Orchard press::Engine::~Engine() + 80", "libsystem_c.dylib __cxa_finalize_ranges + 480",
      ])
    let found = try answer(report)
    #expect(found.pattern == "exit-destructor-crash", "\(found.headline)")
    #expect(found.blame?.function == "press::Log::write(char const*)", "\(found.headline)")
  }

  @Test(arguments: [
    ("KERN_INVALID_ADDRESS at 0x0000000000000000", ": NULL pointer"),
    ("KERN_INVALID_ADDRESS at 0x00000001f0debc9a", ": address 0x1f0debc9a"),
    ("EXC_I386_GPFLT", "not canonical)"),
  ])
  func theAddressIsStated(_ subtype: String, _ words: String) throws {
    let found = try crashAtExit(["Orchard press::Log::write(char const*) + 8"], subtype)
    #expect(found.pattern == "exit-destructor-crash", "\(found.headline)")
    #expect(found.headline.hasSuffix(words), "\(found.headline)")
  }

  // MARK: - Code of an engine

  @Test func engineAndItsCallerAreNamed() throws {
    let found = try badAccess(
      [],
      crashed: [
        "Orchard <deduplicated_symbol> + 112", "Orchard press::gpu::eval(press::array&) + 324 (eval.cpp:43)",
        "Orchard PressArray.eval() + 80 (PressArray.swift:557)",
        "Orchard closure #1 in Press.generate(_:) + 636 (Press.swift:755)",
      ])
    #expect(found.headline.contains("press::gpu::eval") && !found.headline.contains("passed"), "\(found.headline)")
    #expect(found.blame?.line == 43)
    #expect(found.cause.contains("Press.generate(_:) (Press.swift:755)"), "\(found.cause)")
    #expect(!found.cause.contains("Objective-C object"), "\(found.cause)")
  }

  @Test func frameworkWithoutSymbolsIsNamed() throws {
    let found = try badAccess(
      [], crashed: ["Orchard 0x104000000 + 74560", "UIKitCore -[UIViewController viewDidLoad] + 8"])
    #expect(found.headline.contains("Orchard + "), "\(found.headline)")
    #expect(found.remedy[0].contains("dSYM"))
  }

  // MARK: - std::terminate()

  private static let unnamedTerminate = [
    "libsystem_kernel.dylib 0x190001000 + 37768", "libsystem_c.dylib abort + 124",
    "libc++abi.dylib 0x190001000 + 91012", "libc++abi.dylib 0x190001000 + 19672",
    "libobjc.A.dylib 0x190001000 + 151012",
  ]
  private static let unnamedEnd = ["libc++abi.dylib 0x190001000 + 87704", "libc++abi.dylib 0x190001000 + 87612"]

  private func aborted(_ frames: [String]) throws -> FindingText {
    var report = ReportBuilder()
    report.crash(frames)
    return try answer(report)
  }

  @Test(arguments: [
    [], ["Orchard press_terminate() + 4"], ["Orchard 0x104000000 + 86568"],
  ])
  func terminateWithoutNames(_ handler: [String]) throws {
    let found = try aborted(
      Self.unnamedTerminate + handler + Self.unnamedEnd + ["Orchard press::Model::load() + 52 (model.cpp:5)"])
    #expect(found.pattern == "terminate-unspecified", "\(found.headline)")
    #expect(found.blame?.function == "press::Model::load()" && found.blame?.line == 5)
    #expect(found.cause.contains("set_terminate") == !handler.isEmpty, "\(found.cause)")
  }

  @Test func installedHandlerIsNotBlamed() throws {
    let found = try aborted(
      ReportBuilder.abort + [
        "Orchard press_terminate() + 4 (terminate.cpp:3)", "libc++abi.dylib std::__terminate(void (*)()) + 16",
        "libc++abi.dylib std::terminate() + 108", "Orchard press::Model::load() + 52 (model.cpp:5)",
      ])
    #expect(found.pattern == "terminate-unspecified", "\(found.headline)")
    #expect(found.blame?.function == "press::Model::load()", "\(found.headline)")
  }

  @Test func exceptionInDestructorAtExit() throws {
    let found = try aborted(
      Self.unnamedTerminate + Self.unnamedEnd + [
        "Orchard std::__1::unique_ptr<Press>::~unique_ptr() + 52", "libsystem_c.dylib __cxa_finalize_ranges + 480",
        "libsystem_c.dylib exit + 44",
      ])
    #expect(found.pattern == "exit-destructor-crash" && found.headline.contains("exception"), "\(found.headline)")
  }

  @Test func pureVirtualCallIsNoException() throws {
    let found = try aborted(
      ReportBuilder.abort + ["libc++abi.dylib 0x190001000 + 91012", "Orchard press::Model::load() + 52"])
    #expect(found.pattern != "terminate-unspecified", "\(found.headline)")
  }

  // MARK: - Symbols that are bound when they are called

  @Test(arguments: [
    "libdyld.dylib dyld_stub_binder + 282", "dyld dyld::fastBindLazySymbol(ImageLoader**, unsigned long) + 95",
    "dyld _dyld_missing_symbol_abort + 12", "dyld dyld4::APIs::_dyld_missing_symbol_abort() + 12",
    "dyld stub_binding_helper + 12", "libdyld.dylib dyld_stub_binding_helper + 4",
    "libdyld.dylib _dyld_fast_stub_entry + 4", "dyld dyld::bindLazySymbol(mach_header const*, unsigned long*) + 4",
    "dyld ImageLoaderMachOCompressed::doBindFastLazySymbol(unsigned int) + 4",
    "dyld __dyld_stub_binding_helper_interface + 4",
  ])
  func symbolOfRunningApp(_ frame: String) throws {
    var report = ReportBuilder()
    report.fields = [
      "Termination Reason: DYLD, [0x4] Symbol missing", "", "Dyld Error Message:",
      "  Symbol not found: _press_squeeze", "  Expected in: /usr/lib/libpress.dylib",
    ]
    report.crash([
      "dyld __abort_with_payload + 10", frame, "Orchard 0x104000000 + 74560", "Orchard Press.log() + 176 (Log.swift:7)",
    ])
    let found = try answer(report)
    #expect(found.pattern == "dyld-symbol-missing", "\(found.headline)")
    #expect(!found.headline.contains("did not start") && found.headline.contains("Press.log()"), "\(found.headline)")
    #expect(found.remedy[0].contains("#available"), "\(found.remedy)")
  }

  @Test func symbolAtLaunch() throws {
    var report = ReportBuilder()
    report.fields = [
      "Termination Reason: DYLD, [0x4] Symbol missing", "", "Dyld Error Message:",
      "  Symbol not found: _press_squeeze", "  Expected in: @rpath/libpress.dylib",
    ]
    report.crash(["dyld __abort_with_payload + 10", "dyld dyld::halt(char const*) + 100", "dyld _dyld_start + 4"])
    let found = try answer(report)
    #expect(found.headline.contains("did not start") && !found.remedy[0].contains("#available"), "\(found.headline)")
  }
}
