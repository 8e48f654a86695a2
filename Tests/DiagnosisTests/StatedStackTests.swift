import CrashReports
import Diagnosis
import Testing

/// What stacks state beyond the frame that failed: who recurses, which runtime ends, who called, what is cut off.
@Suite struct StatedStackTests {
  // MARK: - Recursion

  private static func recursion(_ round: [String], count: Int = 40, outside: [String]) -> String {
    var report = ReportBuilder()
    report.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    report.subtype = "KERN_PROTECTION_FAILURE at 0x000000016ac4bff0"
    report.fields = ["Exception Message: Thread stack size exceeded due to excessive recursion"]
    let rounds = (0..<count).flatMap { _ in round }
    report.crash(rounds + outside)
    return report.text
  }

  private static let outside = [
    "UIKitCore -[UIView layoutSubviews] + 40", "Orchard TreeView.draw() + 96 (TreeView.swift:41)", "Orchard main + 64",
  ]

  @Test func theSystemRecurses() throws {
    let text = Self.recursion(["UIKitCore -[UIDynamicPress resolve:] + 56"], outside: Self.outside)
    let (words, finding, assessment) = try answer(text, "stack-overflow")
    #expect(finding.captures["systemImage"] == "UIKitCore" && finding.captures["caller"] == "TreeView.draw()")
    #expect(words.headline.contains("-[UIDynamicPress resolve:]"), "\(words.headline)")
    #expect(assessment.blame?.function == "-[UIDynamicPress resolve:]")
    #expect(
      words.remedy[0].contains("TreeView.draw()") && !words.remedy[0].contains("condition that ends"), "\(words.remedy)"
    )
    #expect(words.changes.isEmpty)
  }

  @Test func theAppRecurses() throws {
    let text = Self.recursion(["Orchard TreeView.measure() + 56 (TreeView.swift:12)"], outside: Self.outside)
    let (words, finding, assessment) = try answer(text, "stack-overflow")
    #expect(finding.captures["systemImage"] == nil && finding.captures["mutual"] == nil)
    #expect(words.headline.contains("TreeView.measure()") && assessment.blame?.line == 12)
  }

  @Test func twoFunctionsCallEachOther() throws {
    let text = Self.recursion(
      ["Orchard TreeView.measure() + 56 (TreeView.swift:12)", "Orchard Leaf.size() + 16 (Leaf.swift:8)"],
      outside: Self.outside)
    let (words, finding, _) = try answer(text, "stack-overflow")
    #expect([finding.captures["recursing"], finding.captures["mutual"]] == ["TreeView.measure()", "Leaf.size()"])
    #expect(words.cause.contains("call each other") && words.headline.contains("Leaf.size()"), "\(words.headline)")
  }

  /// The app's function between functions of the system is part of the recursion.
  @Test func aCallbackOfTheAppIsToBlame() throws {
    let text = Self.recursion(
      ["Orchard TreeView.grow() + 56 (TreeView.swift:12)", "UIKitCore -[UIPress grow] + 16"],
      outside: Self.outside)
    let (_, finding, assessment) = try answer(text, "stack-overflow")
    #expect(finding.captures["systemImage"] == nil && assessment.blame?.function == "TreeView.grow()")
  }

  // MARK: - Ends of runtimes

  static let ends: [(runtime: String, frame: String)] = [
    ("Python", "Python Py_FinalizeEx + 92"), ("Qt", "QtWidgets QApplication::~QApplication() + 40"),
    ("Qt", "libpyside6.dylib PySide::destroyQCoreApplication() + 104"),
    ("Node.js", "libnode.dylib node::TearDownOncePerProcess() + 12"),
    ("Java", "libjvm.dylib jni_DestroyJavaVM + 80"), ("Java", "libjvm.dylib Threads::destroy_vm() + 164"),
    ("Ruby", "libruby.dylib ruby_cleanup + 44"), ("Tcl", "libtcl.dylib Tcl_Finalize + 44"),
    ("Mono", "libmonosgen-2.0.dylib mono_jit_cleanup + 44"),
  ]

  private static func fault(_ frames: [String], other: [String] = []) -> String {
    var report = ReportBuilder()
    report.exception = "EXC_BAD_ACCESS (SIGSEGV)"
    report.subtype = "KERN_INVALID_ADDRESS at 0x00000001f0debc9a"
    if !other.isEmpty { report.triggered = 1 }
    if !other.isEmpty { report.stacks.append(("Thread 0:", other)) }
    report.stacks.append(("Thread \(other.isEmpty ? 0 : 1) Crashed:", frames))
    return report.text
  }

  @Test(arguments: ends.indices) func aCrashWhileARuntimeEnds(_ index: Int) throws {
    let one = Self.ends[index]
    let text = Self.fault(["Orchard Press::pull() + 8", "Orchard Tree::~Tree() + 80", one.frame, "Orchard main + 64"])
    let (words, finding, _) = try answer(text, "exit-destructor-crash")
    #expect(finding.captures["runtime"] == one.runtime, "\(finding.captures)")
    #expect(finding.captures["destroyed"] == "Tree::~Tree()" && words.headline.contains(one.runtime))
  }

  @Test(arguments: ends.indices) func aThreadThatWorksWhileARuntimeEnds(_ index: Int) throws {
    let one = Self.ends[index]
    let text = Self.fault(
      ["Orchard Press::pull() + 8", "libsystem_pthread.dylib _pthread_start + 84"],
      other: ["libsystem_kernel.dylib __psynch_cvwait + 8", one.frame, "Orchard main + 64"])
    let (words, finding, _) = try answer(text, "exit-in-progress")
    #expect(finding.captures["runtime"] == one.runtime && words.cause.contains(one.runtime))
  }

  @Test(arguments: [
    "Orchard Py_FinalizeExtra + 8", "Orchard MyQApplication::~MyQApplication() + 8", "Orchard finalize() + 8",
    "Orchard jni_CreateJavaVM + 8", "liblua.dylib lua_close + 44",
    "libnode.dylib node::FreeEnvironment(node::Environment*) + 44", "Python Py_EndInterpreter + 44",
  ])
  func otherFunctionsEndNothing(_ frame: String) {
    let text = Self.fault(["Orchard Press::pull() + 8", "Orchard Tree::~Tree() + 80", frame, "Orchard main + 64"])
    #expect(!assess(text).flatMap(\.findings).contains { $0.pattern.hasPrefix("exit-") })
  }

  @Test func sysExitInACallbackIsNamed() throws {
    let text = Self.fault([
      "QtWidgets QWidget::isActiveWindow() const + 160", "Orchard TreeWindow::~TreeWindow() + 80",
      "Python atexit_callfuncs + 108", "Python Py_FinalizeEx + 92", "Python handle_system_exit + 44",
      "libpyside6.dylib PySide::SignalManager::qt_metacall(QObject*) + 840", "Orchard main + 64",
    ])
    let (words, finding, _) = try answer(text, "exit-destructor-crash")
    #expect(finding.captures["sysexit"] != nil && words.remedy[0].contains("sys.exit()"))
  }

  // MARK: - One argument

  static let selectors: [(selector: String, argument: String?)] = [
    ("-[TKPressAction initWithPressUUID:]", "pressUUID"),
    ("+[TKResult resultForActiveRemoteParticipant:]", "activeRemoteParticipant"),
    ("-[TKPress initWithURL:]", "URL"), ("+[TKPress pressUsingDelegate:]", "delegate"),
    ("-[TKPress initWithName:]", "name"),
    ("-[TKPress initWithFrame:]", nil), ("-[TKPress initWithCapacity:]", nil), ("-[TKPress initWithName:style:]", nil),
    ("-[TKPress setName:]", nil), ("-[TKPress init]", nil), ("+[TKPress shared]", nil),
    ("-[TKPress initWithCoder:]", nil),
    ("TKPress.init(name:)", nil),
  ]

  @Test(arguments: selectors.indices) func theOnlyArgumentIsTheLikelyReason(_ index: Int) throws {
    let one = Self.selectors[index]
    var report = ReportBuilder()
    report.stacks.append(
      (
        "Last Exception Backtrace:",
        [
          "CoreFoundation __exceptionPreprocess + 164", "libobjc.A.dylib objc_exception_throw + 60",
          "CoreFoundation +[NSException raise:format:] + 100", "TableKit \(one.selector) + 132",
          "Orchard TreeView.update() + 176 (TreeView.swift:12)",
        ]
      ))
    report.images.append(
      "0x190000000 - 0x190ffffff TableKit arm64 <0123456789abcdef0123456789abcdef> /System/Library/Frameworks/TableKit")
    report.crash(ReportBuilder.abort)
    let (words, finding, _) = try answer(report.text, "nsexception-uncaught")
    #expect(finding.captures["argument"] == one.argument, "\(finding.captures)")
    #expect(words.remedy[0].contains("nil") == (one.argument != nil), "\(words.remedy[0])")
  }

  @Test func aStatedReasonIsNotGuessed() throws {
    var report = ReportBuilder()
    report.messages = ["*** Terminating app due to uncaught exception 'TKException', reason: 'the press is closed'"]
    report.stacks.append(
      (
        "Last Exception Backtrace:",
        [
          "libobjc.A.dylib objc_exception_throw + 60", "TableKit -[TKPressAction initWithPressUUID:] + 132",
          "Orchard TreeView.update() + 176 (TreeView.swift:12)",
        ]
      ))
    report.crash(ReportBuilder.abort)
    let (_, finding, _) = try answer(report.text, "nsexception-uncaught")
    #expect(finding.captures["argument"] == nil)
  }

  // MARK: - Optimized code

  @Test(arguments: [true, false]) func aTrapInTheStandardLibraryExcludesInlinedChecks(_ isFromStore: Bool) throws {
    var report = ReportBuilder()
    if isFromStore { report.header.insert("Distributor ID:      com.apple.TestFlight", at: 0) }
    report.exception = "EXC_BREAKPOINT (SIGTRAP)"
    report.codes = "0x0000000000000001, 0x000000018769ed40"
    report.crash([
      "libswiftCore.dylib 0x187569000 + 1269056",
      "Orchard closure #1 in variable initialization expression of static Config.url + 556 (Config.swift:11)",
      "Orchard one-time initialization function for url + 60 (Config.swift:8)", "Orchard main + 64",
    ])
    report.images.append(
      "0x187569000 - 0x187af487f libswiftCore.dylib arm64e <3335cbac91bd3efdb24ccecda6b16999> /usr/lib/swift/libswiftCore.dylib"
    )
    let (words, finding, _) = try answer(report.text, "swift-trap-unspecified")
    #expect((finding.captures["runtimeCheck"] != nil) == isFromStore, "\(finding.captures)")
    #expect(words.remedy[0].contains("for !, as!") == !isFromStore, "\(words.remedy[0])")
    #expect(finding.captures["once"] == "Config.url", "\(finding.captures)")
  }

  // MARK: - Callers that do not know the actor

  @Test func aStackWithoutImagesHasItsIsolatedFunction() throws {
    let text = """
      0  _dispatch_assert_queue_fail
      2  dispatch_assert_queue$V2
      4  _swift_task_checkIsolatedSwift
      5  swift_task_isCurrentExecutorWithFlagsImpl(...)
      6  @objc TreeService.didReceive(_:)   <- traps on ENTRY
      7  -[MXPressManager deliver:]_block_invoke
      """
    let (words, finding, assessment) = try answer(text, "swift-executor-isolation")
    #expect(finding.captures["systemCaller"] == "-[MXPressManager deliver:]_block_invoke")
    #expect(assessment.blame?.function == "TreeService.didReceive(_:)", "\(String(describing: assessment.blame))")
    #expect(words.remedy[0].contains("nonisolated") && !words.remedy[0].contains("Call TreeService"))
    #expect(assessment.report.crashedThread?.frames.first?.image == nil)
  }

  @Test func aCallerInTheSameClassCanWait() throws {
    let text = """
      Thread 1 Crashed:
      0   libdispatch.dylib  0x0000000190001000 _dispatch_assert_queue_fail + 120
      1   libswift_Concurrency.dylib  0x0000000190002000 swift_task_isCurrentExecutorImpl(swift::SerialExecutorRef) + 80
      2   Orchard  0x0000000104012340 @objc TreeService.didReceive(_:) + 40
      3   Orchard  0x0000000104012440 TreeService.load() + 40 (TreeService.swift:9)
      """
    let (words, finding, _) = try answer(text, "swift-executor-isolation")
    #expect(finding.captures["systemCaller"] == nil && words.remedy[0].contains("await"), "\(finding.captures)")
  }

  // MARK: - Samples and sanitizers

  @Test func aCutCallTreeIsCompletedByTheHeaviestStack() throws {
    let text = """
      Date/Time:        2026-01-05 10:00:00.000 +0100
      End time:         2026-01-05 10:00:07.000 +0100
      OS Version:       macOS 26.3 (Build 25D125)
      Report Version:   67
      Data Source:      Stackshots

      Command:          Orchard
      PID:              310

      Event:            hang
      Duration:         7.23s
      Steps:            49 (100ms sampling interval)

      Heaviest stack for the main thread of the target process:
        49  start + 462 (dyld + 21806) [0x115b4652e]
        49  main + 9 (Orchard + 17460153) [0x10772dbb9]
        49  TreeView.layout() + 35 (Orchard + 17460019) [0x10772db33]
        12  fsync + 8 (libsystem_kernel.dylib + 12044) [0x7ff91031388c]

      Process:          Orchard [310]
      Footprint:        66.25 GB
      Num samples:      49 (1-49)

        Thread 0x2ca9e    DispatchQueue "com.apple.main-thread"(1)    49 samples (1-49)    priority 47 (base 47)
        49  start + 462 (dyld + 21806) [0x115b4652e] 1-49
          49  main + 9 (Orchard + 17460153) [0x10772dbb9] 1-49
      """
    let (words, finding, assessment) = try answer(text, "app-hang")
    let names = assessment.report.crashedThread?.frames.map { $0.symbol?.readable }
    #expect(names == ["fsync", "TreeView.layout()", "main", "start"], "\(String(describing: names))")
    #expect(finding.captures["footprint"] == "71.1 GB" && words.headline.contains("memory pressure"))
  }

  @Test func aCallGraphThatEndsAtAQueueAsksForTheRest() throws {
    let head = """
      Sampling process 78156 for 3 seconds with 1 millisecond of run time between samples
      Analysis of sampling Orchard (pid 78156) every 1 millisecond
      Process:         Orchard [78156]

      Call graph:
          2569 Thread_1447670   DispatchQueue_1: com.apple.main-thread  (serial)
          + 2569 start_wqthread  (in libsystem_pthread.dylib) + 13  [0x7fff8a477fb9]
          +   2569 _dispatch_root_queue_drain  (in libdispatch.dylib) + 75  [0x7fff88fcefa3]
      """
    let cut = try #require(
      assess(head + "\n    +     2569 _dispatch_queue_invoke  (in libdispatch.dylib) + 110  [0x7fff88fd09dd]\n").first)
    #expect(cut.notes.contains { $0.text.contains("complete call graph") && $0.text.contains("2569") }, "\(cut.notes)")
    let whole = try #require(assess(head + "\n    +     2569 -[Tree grow]  (in Orchard) + 110  [0x108fd09dd]\n").first)
    #expect(!whole.notes.contains { $0.text.contains("complete call graph") })
  }

  @Test func twoCallsOfOneFunctionRace() throws {
    func report(_ previous: String) -> String {
      """
      WARNING: ThreadSanitizer: Swift access race (pid=6195)
        Modifying access of Swift variable at 0x00010fc26110 by thread T26:
          #0 (2) suspend resume partial function for Orchard.Press.(pull in _D794FE68E5D873D0B3F1A5709D174C8F)(by:
        Swift.String) async -> (Swift.Optional<Swift.String>, Swift.Bool) <null> (Orchard.debug.dylib:arm64+0x840d28)
          #1 swift::runJobInEstablishedExecutorContext(swift::Job*) <null> (libswift_Concurrency.dylib:arm64+0x43b4c)

        Previous modifying access of Swift variable at 0x00010fc26110 by thread T23:
          #0 \(previous) <null> (Orchard.debug.dylib:arm64+0x840d28)
          #1 swift::runJobInEstablishedExecutorContext(swift::Job*) <null> (libswift_Concurrency.dylib:arm64+0x43b4c)
      """
    }
    let same = try answer(
      report(
        "(2) suspend resume partial function for Orchard.Press.(pull in _D794FE68E5D873D0B3F1A5709D174C8F)(by:\n  Swift.String) async -> (Swift.Optional<Swift.String>, Swift.Bool)"
      ),
      "thread-sanitizer")
    #expect(same.finding.captures["same"] != nil && same.text.headline.contains("two calls"), "\(same.text.headline)")
    #expect(same.text.headline.contains("Press.pull(by:)"), "\(same.text.headline)")
    let other = try answer(report("Orchard.Press.push() -> ()"), "thread-sanitizer")
    #expect(other.finding.captures["same"] == nil && other.text.remedy[0].contains("Press.push()"))
  }

  // MARK: - Managed runtimes

  static let runtimes: [(words: String, frames: [String])] = [
    (
      "CoreCLR",
      [
        "libcoreclr.dylib PROCAbort + 72", "libcoreclr.dylib DispatchManagedException(Object*) + 320",
        "libcoreclr.dylib RunMain(MethodDesc*, short, int*, PtrArray**) + 624",
        "libhostfxr.dylib hostfxr_main_startupinfo + 128",
        "Orchard exe_start(int, char const**) + 1368",
      ]
    ),
    ("Mono, Xamarin", ["Orchard xamarin_abort + 12", "Orchard mono_invoke_unhandled_exception_hook + 220"]),
    ("NativeAOT", ["Orchard RhThrowEx + 72", "Orchard RhpThrowEx + 12", "Orchard Tree_Press__Pull + 40"]),
    (
      "Mono",
      ["libmonosgen-2.0.dylib mono_unhandled_exception + 72", "libmonosgen-2.0.dylib mono_handle_exception + 12"]
    ),
  ]

  @Test(arguments: runtimes.indices) func theRuntimeIsNamedByItsImages(_ index: Int) throws {
    let one = Self.runtimes[index]
    var report = ReportBuilder()
    report.crash(ReportBuilder.abort + one.frames + ["Orchard main + 64"])
    let (words, finding, assessment) = try answer(report.text, "managed-runtime-exception")
    #expect(
      finding.captures["runtime"] == one.words && words.headline.contains(".NET (\(one.words))"), "\(words.headline)")
    #expect(assessment.blame?.function?.hasPrefix("exe_start") != true)
    let isBridge = words.remedy.contains { $0.contains("MarshalManagedException") }
    #expect(isBridge == one.words.hasPrefix("Mono"))
  }
}
