import Analysis
import CrashReports
import Diagnosis
import Testing
import Vocabulary

/// Parts of reports, and texts of tools about a program, that are pasted without the rest: what is there is read.
@Suite struct PastedPartTests {
  private static func analyzed(_ text: String) -> [(report: CrashReport, assessment: Assessment)] {
    Analysis.analyze(Array(text.utf8)).reports.map { ($0.assessment.report, $0.assessment) }
  }

  // MARK: - Registers

  private static let images = """

    Binary Images:
           0x104a00000 -        0x104afffff Orchard arm64  <0a1b2c3d4e5f60718293a4b5c6d7e8f9> /private/var/containers/Bundle/Application/9B1C/Orchard.app/Orchard

    """
  private static func arm(_ last: String) -> String {
    """
    Thread 0 crashed with ARM Thread State (64-bit):
        x0: 0x0000000000000000   x1: 0x0000000281a3c5d0   x2: 0x0000000000000000   x3: 0x0000000000000000
        sp: 0x000000016b3fe4c0   pc: 0x0000000104a1c2b0 cpsr: 0x40001000
    \(last)

    """
  }
  private static func intel(_ trap: Int) -> String {
    """
    Thread 4 crashed with X86 Thread State (64-bit):
      rax: 0x0000000000000000  rbx: 0x0000000000000006  rcx: 0x00007ff7b0b9be20  rdx: 0x0000000000000000
      rip: 0x0000000104a1c2b0  rfl: 0x0000000000010246  cr2: 0x0000000000000010

    Logical CPU:     2
    Error Code:      0x00000004 (no mapping for user data read)
    Trap Number:     \(trap)

    """
  }

  static let registers: [(text: String, type: String, address: UInt64?)] = [
    (
      arm("   far: 0x0000000000000010  esr: 0x92000006 (Data Abort) byte read Translation fault"), "EXC_BAD_ACCESS",
      0x10
    ),
    (arm("   far: 0x0000000000000010  esr: 0x82000006 (Instruction Abort) Translation fault"), "EXC_BAD_ACCESS", 0x10),
    // The last address of a process, an address that is not canonical, and one that is the program counter.
    (arm("   far: 0x0000000000003fff  esr: 0x92000006 (Data Abort) byte read"), "EXC_BAD_ACCESS", 0x3fff),
    (arm("   far: 0x0000800000000000  esr: 0x92000006 (Data Abort) byte read"), "EXC_BAD_ACCESS", 0x8000_0000_0000),
    (arm("   far: 0x0000000104a1c2b0  esr: 0x82000006 (Instruction Abort)"), "EXC_BAD_ACCESS", 0x1_04a1_c2b0),
    (arm("   far: 0x0000000000000000  esr: 0xf2000001 (Breakpoint) brk 1"), "EXC_BREAKPOINT", nil),
    (arm("   far: 0x0000000000000000  esr: 0x02000000 (Unknown reason)"), "EXC_BAD_INSTRUCTION", nil),
    (intel(14), "EXC_BAD_ACCESS", 0x10), (intel(13), "EXC_BAD_ACCESS", nil), (intel(3), "EXC_BREAKPOINT", nil),
    (intel(6), "EXC_BAD_INSTRUCTION", nil), (intel(0), "EXC_ARITHMETIC", nil),
  ]

  private static let patterns = [
    "EXC_BAD_ACCESS": "memory-null-dereference", "EXC_BREAKPOINT": "trap-unspecified",
    "EXC_BAD_INSTRUCTION": "illegal-instruction",
  ]

  @Test(arguments: registers.indices) func registersTellTheException(_ index: Int) throws {
    let (text, type, address) = Self.registers[index]
    for (part, hasImages) in [(text + Self.images, true), (text, false)] {
      let found = try #require(Self.analyzed(part).first)
      #expect(found.report.exception?.type == type && found.report.exception?.faultAddress?.value == address)
      #expect(found.report.lines[.exceptionType] == 1)
      let frames = found.report.crashedThread?.frames ?? []
      #expect(frames.count == (hasImages ? 1 : 0))
      if hasImages { #expect(frames[0].image == "Orchard" && frames[0].imageOffset?.value == 0x1c2b0) }
      if hasImages, let pattern = Self.patterns[type], address == nil || address == 0x10,
        !text.contains("Instruction Abort"),
        !text.contains("X86")
      {
        #expect(found.assessment.findings.map(\.pattern).first == pattern)
      }
      // The report does not state the exception.
      let finding = try #require(found.assessment.findings.first)
      #expect(finding.confidence <= .likely && found.report.exception?.isInferred == true)
      #expect(!finding.citations.contains { $0.line == 1 && $0.kind == .stated }, "\(finding.pattern)")
      if address == 0x10 {
        #expect(finding.citations.contains { $0.line == 1 && $0.kind == .inferred }, "\(finding.pattern)")
      }
    }
  }

  /// Registers of a fault that the system may have resolved: the thread was stopped later.
  @Test(arguments: [
    "   far: 0x0000000000004000  esr: 0x92000006 (Data Abort) byte read Translation fault",
    "   far: 0x000000016b3fe4c0  esr: 0x92000006 (Data Abort) byte read Translation fault",
    "   far: 0x0100000281a3c5d0  esr: 0x92000046 (Data Abort) byte write Translation fault",
    "   far: 0x00007fffffffffff  esr: 0x92000006 (Data Abort) byte read",
    "   far: 0x0000000104a1c2b4  esr: 0x82000006 (Instruction Abort) Translation fault",
    // The address is not valid.
    "   far: 0x0000000000000010  esr: 0x92000410 (Data Abort) byte read",
  ])
  func resolvedFaultsTellNothing(_ line: String) throws {
    let found = try #require(Self.analyzed(Self.arm(line) + Self.images).first)
    #expect(found.report.exception == nil)
    let intel = Self.intel(14).replacing("cr2: 0x0000000000000010", with: "cr2: 0x0000600000a3c5d0")
    #expect(Self.analyzed(intel + Self.images).first?.report.exception == nil)
  }

  /// The registers of another thread, such as those of a debugger, do not tell why the crashed one stopped.
  @Test func registersOfAnotherThreadTellNothing() throws {
    let other = """
      Thread 3 Crashed:
      0   Orchard                             0x0000000104a20f50 -[TreeController grow:] + 128

      Thread 0 crashed with ARM Thread State (64-bit):
          x0: 0x0000000000000000   x1: 0x0000000281a3c5d0
      Thread 5 crashed with ARM Thread State (64-bit):
         far: 0x0000000000000010  esr: 0x92000006 (Data Abort) byte read Translation fault

      """
    #expect(try #require(Self.analyzed(other).first).report.exception == nil)
  }

  /// A system call, registers of a debugger, and reports that state the exception.
  @Test func otherRegistersTellNothing() throws {
    let call = try #require(
      Self.analyzed(Self.arm("   far: 0x0000000000000000  esr: 0x56000080 (Syscall)") + Self.images).first)
    #expect(call.report.exception == nil)
    #expect(Self.analyzed(Self.intel(133) + Self.images).first?.report.exception == nil)
    let debugger = "(lldb) register read\n       rax = 0x0000000000000000\n       rip = 0x0000000104a1c2b0\n"
    #expect(Self.analyzed(debugger).map { $0.report.exception?.type }.filter { $0 != nil } == [])
    // The same values below the header of a crash report tell it.
    #expect(Self.analyzed(Self.intel(14) + Self.images).map { $0.report.exception?.type } == ["EXC_BAD_ACCESS"])
    let stated = "Exception Type:  EXC_CRASH (SIGABRT)\n\n" + Self.arm("   far: 0x10  esr: 0x92000006 (Data Abort)")
    #expect(Self.analyzed(stated).first?.report.exception?.type == "EXC_CRASH")
  }

  // MARK: - Mono

  private static let signal = """
    Got a SIGSEGV while executing native code. This usually indicates
    a fatal error in the mono runtime or one of the native libraries
    used by your application.

    """
  private static let rule = "=================================================================\n"
  private static let rows = """
    	0x104c2f1a0 - /Users/dana/Orchard.app/Contents/MonoBundle/libmonosgen-2.0.dylib : mono_handle_native_crash
    	0x18d0a3584 - /usr/lib/system/libsystem_platform.dylib : _sigtramp
    	0x104a1c2b0 - /Users/dana/Orchard.app/Contents/MacOS/Orchard : orchard_shake

    """
  private static let managed = """
    	  at <unknown> <0xffffffff>
    	  at (wrapper managed-to-native) Orchard.Native.orchard_shake (intptr) <0x00012>
    	  at Orchard.Tree.Shake () [0x0001b] in /Users/dana/Orchard/Tree.cs:42
    	  at UIKit.UIApplication:UIApplicationMain <0x000cf>

    """

  static let mono: [String] = [
    signal + "\n\tNative stacktrace:\n" + rows + "\n\tManaged Stacktrace:\n" + managed,
    rule + "\tNative Crash Reporting\n" + rule + signal + rule + "\n" + rule + "\tNative stacktrace:\n" + rule + rows
      + "\n"
      + rule + "\tManaged Stacktrace:\n" + rule + managed + rule,
    "Stacktrace:\n\n" + managed + "\nNative stacktrace:\n\n" + rows + "\n" + rule + signal + rule,
  ]

  @Test(arguments: mono.indices) func signalsInNativeCode(_ index: Int) throws {
    let found = Self.analyzed(Self.mono[index])
    #expect(found.count == 1)
    let (report, assessment) = try #require(found.first)
    #expect(report.exception?.signal == "SIGSEGV")
    #expect(report.threads?.map(\.name).contains("Managed stack") == true && report.threads?.count == 2)
    let native = try #require(report.crashedThread)
    #expect(native.name == "Native stack" && native.frames.map { $0.symbol?.name }.last == "orchard_shake")
    #expect(native.frames.first?.image == "libmonosgen-2.0.dylib")
    let finding = try #require(assessment.findings.first)
    #expect(finding.pattern == "managed-native-signal" && finding.confidence == .certain)
    #expect(finding.captures["method"] == "Orchard.Tree.Shake ()" && finding.captures["at"] == "Tree.cs:42")
    #expect(finding.blame?.function == "orchard_shake")
  }

  /// Bindings, and sources that a tool wrote, are not the app.
  @Test(arguments: [
    "AVFoundation.AVPlayer:Play () <0x000cf>", "WebKit.WKWebView.Load () [0x0001b] in /src/WebKit/WKWebView.cs:9",
    "CoreGraphics.CGContext:Fill <0x000cf>", "StoreKit.SKPaymentQueue:Add <0x000cf>",
    "CoreAnimation.CALayer:Draw <0x000cf>", "Java.Lang.Object:Call <0x000cf>", "MonoTouch.UIKit.UIView:Draw <0x000cf>",
    "ObjCRuntime.Runtime:Call <0x000cf>", "Foundation.NSObject:Dispose <0x000cf>", "Android.App.Activity:Run <0x000cf>",
    "Orchard.Native.Shake () [0x0001b] in /src/obj/Native.g.cs:12",
  ])
  func bindingsAreNotTheApp(_ row: String) throws {
    let text = Self.signal + "\n\tNative stacktrace:\n" + Self.rows + "\n\tManaged Stacktrace:\n\t  at \(row)\n"
    let alone = try #require(Self.analyzed(text).first?.assessment.findings.first)
    #expect(alone.pattern == "managed-native-signal" && alone.captures["method"] == nil)
    let below = try #require(
      Self.analyzed(text + "\t  at FoundationOrchard.Tree:Shake () <0x0003b>\n").first?.assessment.findings.first)
    #expect(below.captures["method"] == "FoundationOrchard.Tree:Shake ()")
  }

  /// Native code that ended the process itself printed why.
  @Test(arguments: ["SIGABRT", "SIGTRAP", "SIGSEGV", "SIGBUS"]) func signalsOfChecks(_ name: String) throws {
    let abort = "\t0x18d0a3584 - /usr/lib/system/libsystem_c.dylib : abort\n"
    let text =
      Self.signal.replacing("SIGSEGV", with: name) + "\n\tNative stacktrace:\n" + (name == "SIGABRT" ? abort : "")
      + Self.rows
      + "\n\tManaged Stacktrace:\n" + Self.managed
    let findings = try #require(Self.analyzed(text).first?.assessment.findings)
    let finding = try #require(findings.first { $0.pattern == "managed-native-signal" })
    #expect(finding.captures["signal"] == name)
    let answer = FindingText(finding, .catalog)
    let isCheck = name == "SIGABRT" || name == "SIGTRAP"
    #expect((answer.remedy.first?.hasPrefix("Read the message above") ?? false) == isCheck, "\(answer.remedy)")
    #expect(answer.cause.contains("ended the process itself") == isCheck)
    #expect(answer.remedy.contains { $0.contains("DllImport") } == !isCheck)
    #expect(Pattern.with(id: "managed-native-signal")?.effectiveSupersedes.contains("abort-called") == false)
  }

  /// Managed frames alone are a stack.
  @Test func managedFramesAlone() throws {
    let text = """
        at Orchard.Tree.Shake () [0x00000] in <d4e2a1b0c3f54e6f8a7b9c0d1e2f3a4b>:0
        at Orchard.TreeController.ViewDidLoad () [0x0001f] in /src/TreeController.cs:9
      """
    let report = try #require(Self.analyzed(text).first?.report)
    let frames = report.crashedThread?.frames ?? []
    #expect(frames.map { $0.symbol?.name } == ["Orchard.Tree.Shake ()", "Orchard.TreeController.ViewDidLoad ()"])
    #expect(frames.last?.source?.line == 9 && report.exception == nil)
  }

  /// An exception has its own lines, as before; words of a sentence are none.
  @Test func otherTextsOfMono() throws {
    let exception = """
      Unhandled Exception:
      System.NullReferenceException: Object reference not set to an instance of an object
        at Orchard.Tree.Shake () [0x00000] in <d4e2a1b0c3f54e6f8a7b9c0d1e2f3a4b>:0
      """
    #expect(Self.analyzed(exception).first?.assessment.findings.first?.pattern == "managed-runtime-exception")
    for text in [
      "at the end <0x12> of it", "at home [0x1] in a day", "Native stacktrace: none", "Stacktrace:\nnothing",
    ] {
      #expect(!Self.analyzed(text).contains { $0.report.threads != nil }, "\(text)")
    }
    let stack = "Stacktrace:\n  at Orchard.Tree:Shake () <0x0003b>\n"
    #expect(Self.analyzed(stack).map { $0.report.threads?.count } == [1])
  }

  // MARK: - Samples

  private static let graph = """
      2433 Thread_1234567   DispatchQueue_1: com.apple.main-thread  (serial)
      + 2433 start  (in dyld) + 2236  [0x18d0a3584]
      +   2433 main  (in Orchard) + 44  [0x104a1eb14]
      +     2400 -[TreeController grow:]  (in Orchard) + 128  [0x104a20f50]
      +     ! 2400 read  (in libsystem_kernel.dylib) + 8  [0x18d3ec440]
      +     33 -[TreeController shake]  (in Orchard) + 12  [0x104a20f90]

    """

  static let samples: [(text: String, frames: [String])] = [
    ("Call graph:\n" + graph, ["read", "-[TreeController grow:]", "main", "start"]),
    (
      "Analysis of sampling Orchard (pid 4711) every 1 millisecond\nCall graph:\n" + graph,
      ["read", "-[TreeController grow:]", "main", "start"]
    ),
    (graph, ["read", "-[TreeController grow:]", "main", "start"]),
    (graph.split(separator: "\n").dropFirst(3).joined(separator: "\n") + "\n", ["read", "-[TreeController grow:]"]),
  ]

  @Test(arguments: samples.indices) func excerptsOfSamples(_ index: Int) throws {
    let (text, frames) = Self.samples[index]
    let (report, assessment) = try #require(Self.analyzed(text).first)
    #expect(report.kind == .sample && report.crashedThread?.frames.map { $0.symbol?.name ?? "" } == frames)
    #expect(report.crashedThread?.samples == 2433)
    #expect(assessment.notARecord == nil)
  }

  /// Rows of the table of innermost functions, and the one to look at: of the app, or else one that does not wait.
  static let tables: [(rows: [(String, String)], function: String?)] = [
    ([("read", "libsystem_kernel.dylib"), ("-[TreeController shake]", "Orchard")], "-[TreeController shake]"),
    (
      [
        ("mach_msg2_trap", "libsystem_kernel.dylib"), ("__psynch_cvwait", "libsystem_kernel.dylib"),
        ("tree_grow", "Orchard"),
      ],
      "tree_grow"
    ),
    ([("mach_msg2_trap", "libsystem_kernel.dylib"), ("read", "libsystem_kernel.dylib")], "read"),
    ([("tree_shake", "Orchard"), ("tree_grow", "Orchard")], "tree_shake"),
    ([("mach_msg2_trap", "libsystem_kernel.dylib"), ("__workq_kernreturn", "libsystem_kernel.dylib")], nil),
  ]

  @Test(arguments: tables.indices) func tablesOfInnermostFunctions(_ index: Int) throws {
    let (rows, function) = Self.tables[index]
    let text = rows.enumerated().map { "        \($1.0)  (in \($1.1))        \(2400 - $0)\n" }.joined()
    let report = try #require(
      Self.analyzed("Sort by top of stack, same collapsed (when >= 5):\n" + text).first?.report)
    #expect(report.kind == .sample && report.threads?.count == rows.count)
    #expect(report.crashedThread?.frames.first?.symbol?.name == function)
    // The table counts functions of all threads.
    #expect(report.threads?.contains { $0.samples != nil } == false)
    #expect(report.detail(.samples) == nil && report.detail(.heaviestShare) == nil)
  }

  /// Rows of other tables, and code in which lines begin like guides.
  @Test(arguments: [
    "+ (void)load {\n+ 12 items;\n+ [self grow];\n+ [self shake];\n", "12 (in Orchard) [0x1]\n13 (in Orchard)\n",
    "+ 1 a  (in b) + 1  [0x1001]\n",
  ])
  func otherRowsAreNoSamples(_ text: String) {
    #expect(!Self.analyzed(text).contains { $0.report.kind == .sample })
  }

  // MARK: - Thread Performance Checker

  private static let backtrace = """
    PID: 4711, TID: 901234
    Backtrace
    =================================================================
    3   Foundation                          0x00000001cc1f4c10 -[NSOperation waitUntilFinished] + 596
    4   Orchard                             0x0000000104a20f50 -[TreeController grow:] + 128
    5   UIKitCore                           0x00000001ce1f4c10 -[UIViewController loadViewIfRequired] + 800

    """
  static let checks: [(text: String, capture: String, value: String)] = [
    (
      "Thread Performance Checker: Thread running at QOS_CLASS_USER_INTERACTIVE waiting on a lower QoS thread running at QOS_CLASS_DEFAULT. Investigate ways to avoid priority inversions",
      "holder", "QOS_CLASS_DEFAULT"
    ),
    (
      "Thread Performance Checker: Thread running at User-initiated quality-of-service class waiting on a lower QoS thread running at Default quality-of-service class. Investigate ways to avoid priority inversions",
      "holder", "Default quality-of-service class"
    ),
    (
      "[Internal] Thread running at QOS_CLASS_USER_INITIATED waiting on a thread without a QoS class specified (base priority 0). Investigate ways to avoid priority inversions",
      "noclass", "none"
    ),
    (
      "Thread Performance Checker: +[CLLocationManager locationServicesEnabled] should not be called on the main thread, because it can block.",
      "blocked", "main"
    ),
    ("Thread Performance Checker: Performing I/O on the main thread can cause hangs.", "blocked", "main"),
  ]

  @Test(arguments: checks.indices) func checksOfXcode(_ index: Int) throws {
    let (line, capture, value) = Self.checks[index]
    let (report, assessment) = try #require(Self.analyzed(line + "\n" + Self.backtrace).first)
    #expect(report.kind == .fault && report.exception == nil && report.process?.pid == 4711)
    #expect(report.crashedThread?.frames.count == 3)
    let finding = try #require(assessment.findings.first)
    #expect(finding.pattern == "thread-performance-checker" && finding.captures[capture] == value)
    #expect(finding.severity == .warning && finding.blame?.function == "-[TreeController grow:]")
    // The line alone.
    let alone = try #require(Self.analyzed(line + "\n").first)
    #expect(alone.report.kind == .fault && alone.assessment.findings.first?.pattern == "thread-performance-checker")
  }

  /// A failure after a message is a record of its own: its stack is not that of the checker.
  @Test(arguments: [
    "Orchard/Leaf.swift:12: Fatal error: Index out of range\n",
    "2024-05-06 10:00:00.123456+0200 Orchard[4711:901234] Orchard/Leaf.swift:12: Fatal error: Index out of range\n",
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 9 beyond bounds [0 .. 3]'\n",
  ])
  func failuresAfterAMessage(_ failure: String) throws {
    for between in [Self.backtrace, Self.backtrace + "\n", "PID: 4711, TID: 901234\n"] {
      let found = Self.analyzed(Self.checks[0].text + "\n" + between + failure)
      try #require(found.count == 2)
      #expect(found[0].report.kind == .fault && found[1].report.kind == .crash)
      #expect(found[0].assessment.findings.first?.pattern == "thread-performance-checker")
      #expect(found[1].assessment.blame?.function != "-[TreeController grow:]")
      #expect(!found[1].assessment.findings.contains { $0.pattern == "thread-performance-checker" })
      // The failure is above the message.
      let above = Self.analyzed(failure + Self.checks[0].text + "\n" + between)
      try #require(above.count == 2)
      #expect(above[0].report.kind == .crash && above[1].report.kind == .fault)
      #expect(above[0].report.crashedThread == nil)
    }
  }

  /// Lines of a log, with and without the name of the tool.
  @Test(arguments: ["", "[Internal] ", "Thread Performance Checker: "])
  func messagesWithATimeStamp(_ prefix: String) throws {
    let message =
      "Thread running at QOS_CLASS_USER_INTERACTIVE waiting on a lower QoS thread running at QOS_CLASS_DEFAULT"
    let line = "2024-05-06 10:00:00.123456+0200 Orchard[4711:901234] \(prefix)\(message). Investigate ways\n"
    let found = Self.analyzed(line + Self.backtrace)
    try #require(found.count == 1)
    #expect(found[0].report.kind == .fault && found[0].report.crashedThread?.frames.count == 3)
    #expect(found[0].assessment.findings.first?.pattern == "thread-performance-checker")
    #expect(found[0].report.process?.pid == 4711)
  }

  /// Two messages are two reports.
  @Test func severalMessages() {
    let text = (Self.checks[0].text + "\n" + Self.backtrace + "\n")
    #expect(Self.analyzed(text + text).count == 2)
  }

  @Test(arguments: [
    "Diagnostics: Thread Performance Checker enabled", "The Thread Performance Checker: a tool of Xcode",
    "Thread running at full speed", "Thread Performance Checker: how do I turn it off?",
    "Thread Performance Checker: a tool that I do not know",
    "Thread Performance Checker: what should not be called on the main thread?",
  ])
  func otherWordsAreNoMessages(_ text: String) {
    #expect(!Self.analyzed(text + "\n").contains { $0.report.kind == .fault })
    // A message below the words is one.
    #expect(Self.analyzed(text + "\n\n" + Self.checks[0].text + "\n").filter { $0.report.kind == .fault }.count == 1)
  }
}
