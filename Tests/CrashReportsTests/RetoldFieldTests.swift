import Testing
import Vocabulary

@testable import CrashReports

/// Reports that someone retold field by field.
struct RetoldFieldTests {
  @Test(arguments: [
    "exception : EXC_BAD_ACCESS\nsignal : SIGKILL",
    "- **Exception:** `EXC_BAD_ACCESS`\n- **Signal:** `SIGKILL`",
    "* Exception Type = EXC_BAD_ACCESS\n* signal = SIGKILL",
    "| Error type | EXC_BAD_ACCESS |\n| Signal | SIGKILL |",
    "Crash type: EXC_BAD_ACCESS (SIGKILL)",
    "\"type\" : \"EXC_BAD_ACCESS\",\n\"signal\" : \"SIGKILL\",",
    "exception_type: EXC_BAD_ACCESS, signal: SIGKILL",
    "Exception Type    EXC_BAD_ACCESS\nSignal            SIGKILL",
    "• Type: EXC_BAD_ACCESS / SIGKILL",
    "🔴 Exception — Type: EXC_BAD_ACCESS\nTermination Signal:   Killed: 9\nKilled by: SIGKILL",
    "exceptionType=EXC_BAD_ACCESS; signal=SIGKILL",
    "The app quit. Exception Type: EXC_BAD_ACCESS (SIGKILL)",
    "Тип исключения: EXC_BAD_ACCESS\nsignal: SIGKILL",
    "__Mach exception__ : EXC_BAD_ACCESS\n__crash signal__ : SIGKILL (9)",
  ])
  func typeAndSignal(_ text: String) throws {
    let report = try #require(TextSample.report(text), "\(text)")
    #expect(report.exception?.type == "EXC_BAD_ACCESS")
    #expect(report.exception?.signal == "SIGKILL")
    #expect(report.kind == .crash)
  }

  @Test(arguments: [
    "termination : namespace CODESIGNING   indicator \"Invalid Page\"   code 2",
    "Termination: CODESIGNING 2 Invalid Page\ntype: EXC_CRASH",
    "termination = { namespace: CODESIGNING, code: 2, indicator: \"Invalid Page\" }",
    "- termination namespace: CODESIGNING\n- termination code: 2\n- indicator: Invalid Page",
    "| Termination | code 2, namespace CODESIGNING, indicator `Invalid Page` |\n| Signal | SIGKILL |",
    "\"namespace\" : \"CODESIGNING\",\n\"code\" : 2,\n\"indicator\" : \"Invalid Page\",",
    "terminated by   CODESIGNING, Code 2, Invalid Page\nsignal          SIGKILL",
    "namespace=CODESIGNING code=0x2 indicator=\"Invalid Page\"",
    "Kill reason: CODESIGNING 0x2 \"Invalid Page\"",
    "Termination Reason: Namespace CODESIGNING, Code 2, Invalid Page",
  ])
  func termination(_ text: String) throws {
    let report = try #require(TextSample.report(text), "\(text)")
    #expect(report.termination?.namespace == "CODESIGNING")
    #expect(report.termination?.code == 2)
    #expect(report.termination?.indicator?.contains("Invalid Page") == true)
  }

  @Test func allFieldsOfARetoldReport() throws {
    let report = try #require(
      TextSample.report(
        """
        ## What the report says

        ```
        exception   : EXC_BAD_ACCESS
        signal      : SIGBUS
        subtype     : KERN_PROTECTION_FAILURE at 0x0000000171fd4d18
        faultingThread : 7
          esr = 0x82000007  -> instruction abort
          pc  = far = 0x171fd4d18             (a fetch from this address)
        ```
        """))
    #expect(report.exception?.subtype == "KERN_PROTECTION_FAILURE at 0x0000000171fd4d18")
    #expect(report.exception?.faultAddress == RuntimeAddress(0x1_71fd_4d18))
    let registers = try #require(report.threads?.first { $0.index == 7 }?.registers)
    #expect(registers.map(\.name) == ["esr", "pc", "far"])
    #expect(registers.last?.value == 0x1_71fd_4d18)
  }

  @Test func fieldsAndFramesOnOneLine() throws {
    let report = try #require(
      TextSample.report(
        """
        | Error message | Exception Type: SIGABRT — Thread 2 Crashed: gaugeAbort (GaugeKit.dylib) via GaugeView flush |
        """))
    #expect(report.exception?.signal == "SIGABRT" && report.exception?.type == nil)
    let thread = try #require(report.threads?.first)
    #expect(thread.index == 2 && thread.crashed)
    #expect(thread.frames.map { $0.symbol?.name } == ["gaugeAbort", "GaugeView flush"])
    #expect(thread.frames.first?.image == "GaugeKit.dylib")
  }

  /// Prose, code, tables and lists that name the same words.
  @Test(arguments: [
    "| Signal | Meaning |\n|---|---|\n| SIGKILL | killed |\n| SIGSEGV | invalid access |",
    "| Exception | Typical cause | Remedy |\n| EXC_BAD_ACCESS | a freed object | zombies |",
    "let signal = SIGKILL\nlet type: String = \"EXC_BAD_ACCESS\"",
    "case \"EXC_BAD_ACCESS (code=1, address=0x0)\": return .memory",
    "#define TYPE EXC_BAD_ACCESS\nkill(pid, SIGKILL);",
    "SIGNAL := SIGKILL\nrun:\n\tkill -SIGKILL $(PID)",
    "signal,exception,count\nSIGKILL,EXC_CRASH,4\nSIGSEGV,EXC_BAD_ACCESS,12",
    "## 2.1.0\n- Fix a crash with EXC_BAD_ACCESS when a card closes\n- Handle SIGTERM in the daemon",
    "The signal SIGKILL cannot be caught, and the type EXC_CRASH tells little about the cause.",
    "# the loader rejects it (Termination Reason: CODESIGNING, Invalid Page), so sign again\ncodesign -f -s - \"$1\"",
    "trap 'cleanup' SIGTERM SIGKILL\necho \"signal: SIGKILL\"",
    "type: string\nsignal: an integer\nnamespace: default\ncode: 2",
    "-rw-r--r--  1 me  staff  120 Jan  5 10:00 SIGKILL.txt\n-rw-r--r--  1 me  staff  80 Jan  5 10:00 EXC_CRASH.md",
    "kind: Namespace\nmetadata:\n  namespace: SPRINGBOARD-tests\n  name: cards",
  ])
  func proseIsNotAField(_ text: String) {
    let report = TextSample.report(text)
    #expect(report?.exception == nil, "\(text)")
    #expect(report?.termination == nil, "\(text)")
    #expect(report?.threads == nil, "\(text)")
  }
}

/// Exceptions in the renderings of other runtimes, services and editors.
struct ExceptionFormTests {
  @Test(arguments: [
    "Fatal Exception: NSRangeException\n*** -[__NSArrayM objectAtIndex:]: index 4 beyond bounds [0 .. 3]",
    "Objective-C exception thrown.  Name: NSRangeException Reason: index 4 is out of the card deck",
    "Uncaught exception: NSRangeException: index 4 is out of the card deck",
    "*** Terminating app due to uncaught exception ‘NSRangeException’, reason: ‘index 4 is out of the card deck’",
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 4 is out of the card deck",
    "** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 4 is out of the card deck'",
    "Exception Name: NSRangeException\nException Reason: index 4 is out of the card deck",
    "Unhandled exception of the runtime: NSRangeException - index 4 is out of the card deck",
    "Exception Type: NSRangeException\nsignal: SIGABRT",
    "Terminating app due to uncaught exception: NSRangeException, reason: index 4 is out of the card deck",
  ])
  func uncaughtExceptions(_ text: String) throws {
    let report = try #require(TextSample.report(text), "\(text)")
    #expect(report.exception?.name == "NSRangeException", "\(text)")
  }

  @Test(arguments: [
    "EXC_BAD_ACCESS (code=1, address=0x18)", "Thread 1: EXC_BAD_ACCESS (code=1, address=0x18)",
    "Task 208: EXC_BAD_ACCESS (code=1, address=0x18)",
    "It stops with `EXC_BAD_ACCESS (code=1, address=0x18)` as soon as a card opens.",
    "error: EXC_BAD_ACCESS (code=1, address=0x18)", "EXC_BAD_ACCESS KERN_INVALID_ADDRESS 0x0000000000000018",
    "Type: EXC_BAD_ACCESS KERN_INVALID_ADDRESS at 0x18", "- stop reason = EXC_BAD_ACCESS (code=1, address=0x18)",
    "* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x18)",
    "Crash reason: EXC_BAD_ACCESS / KERN_INVALID_ADDRESS\nCrash address: 0x18",
  ])
  func machExceptions(_ text: String) throws {
    let report = try #require(TextSample.report(text), "\(text)")
    #expect(report.exception?.type == "EXC_BAD_ACCESS", "\(text)")
    #expect(report.exception?.faultAddress == RuntimeAddress(0x18), "\(text)")
  }

  @Test(arguments: [
    "throw NSException(name: .rangeException, reason: \"index\")", "@throw [NSException raise:NSRangeException];",
    "catch (NSRangeException *error) {", "`NSRangeException` is raised by collections.",
    "- NSRangeException handling was improved in 2.0", "#define kRange NSRangeException",
  ])
  func codeAndProseAreNotExceptions(_ text: String) {
    #expect(TextSample.report(text)?.exception == nil, "\(text)")
  }

  @Test func crashlyticsWithoutATitle() throws {
    let report = try #require(
      TextSample.report(
        """
        Crashed: com.apple.main-thread
        0  libobjc.A.dylib                0x180a5e7e8 objc_msgSend + 16
        1  MyApp                          0x102b0c3e8 -[CardView draw] + 68

        com.apple.uikit.eventfetch-thread
        0  libsystem_kernel.dylib         0x18099c568 mach_msg_trap + 8
        """))
    let thread = try #require(report.threads?.first)
    #expect(thread.crashed && thread.queue == "com.apple.main-thread" && thread.frames.count == 2)
    #expect(report.threads?.count == 2)
  }

  @Test func messageBrokenInAPhrase() throws {
    let report = try #require(
      TextSample.report("The card opened, and then MyApp/CardView.swift:12: Fatal\nerror: Unexpectedly\nfound nil"))
    #expect(report.consoleLines.contains { $0.text.contains("Fatal error:") })
  }
}
