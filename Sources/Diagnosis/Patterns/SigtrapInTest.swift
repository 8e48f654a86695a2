import Bytes
import CrashReports

extension Pattern {
  /// A trap in the code of a test itself.
  static let sigtrapInTest: Pattern = Pattern(
    "sigtrap-in-test",
    title: "Trap (SIGTRAP) in the code of a test",
    family: .exception,
    symptom: """
      A test run ends: the process xctest crashes with EXC_BREAKPOINT (SIGTRAP), and the \
      innermost frame is a test method.
      """,
    grades: [
      Grade(
        .likely, cause: .likely, .all([.trapped(), .not(stoppedBySystem), testOnTop, .any([testRunner, testProcess])])),
      Grade(.likely, cause: .possible, .all([debuggerTrap, .not(stoppedBySystem), testOnTop, testRunner])),
    ],
    headline: "Trap in {function|a test}: __builtin_trap(), or a check that was compiled into the test",
    cause: """
      The innermost frame belongs to the test, so the trap is in the test: __builtin_trap(), __builtin_debugtrap(), \
      a failed check in inlined C code, or undefined behavior that the compiler turned into a trap. The test process \
      ends; the remaining tests run only if the test runner starts it again.
      """,
    remedy: [
      "Read the source at {location|the line of the test}: code that traps on purpose must run in a separate process.",
      """
      To test that code stops the process, use an exit test (Swift Testing: \
      `#expect(processExitsWith:)`) or a helper process.
      """,
      "Build with Undefined Behavior Sanitizer: it reports which expression was compiled to a trap.",
    ],
    changes: [
      Change(
        "swift", before: "func testDrawingFromAnEmptyDeckStops() { Deck().draw() }",
        after: """
          @Test func drawingFromAnEmptyDeckStops() async {
            await #expect(processExitsWith: .failure) { Deck().draw() }
          }
          """),
      Change(
        "objective-c", before: "__builtin_trap();",
        after: "XCTAssertThrows([deck draw]);   // an exception can be caught, a trap cannot"),
    ],
    gaps: [
      Gap(unless: .namesSourceLine, "The source line: symbolicate with the dSYM of the test bundle.")
    ],
    lookalikes: [
      LookAlike(
        "libdispatch-client-bug",
        because: "The innermost frame is not libdispatch's, and libdispatch recorded no message."),
      LookAlike("swift-trap-unspecified", because: "The innermost frame is not a Swift function."),
      LookAlike("illegal-instruction", because: "The trap was compiled into the code."),
    ],
    references: [Reference("Testing exit conditions (Swift Testing, exit tests)"), .exceptionTypes],
    supersedes: ["swift-trap-unspecified", "illegal-instruction", "cpp-hardening-trap"],
    generality: 3,
    searchTerms: """
      unit test crash
      test crashed
      xctest crash
      SIGTRAP in test
      test runner crashed
      """,
    examples: [
      .matches(
        "a trap in a test method", atLeast: .likely,
        """
        Process:               xctest [4711]
        →Exception Type:        EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        →0   CardTests                     	0x000000010482d290 -[DeckTests testDraw] + 64 (DeckTests.m:18)
        1   CoreFoundation                	0x00000001a3e5a9ac __invoking___ + 148
        2   CoreFoundation                	0x00000001a3e5aa40 -[NSInvocation invoke] + 424
        →3   XCTestCore                    	0x0000000104a5a9ac +[XCTFailableInvocation invokeStandardConventionInvocation:completion:] + 52
        """),
      .doesNotMatch(
        "a test waits, and libdispatch stops the process",
        """
        Process:               xctest [4711]
        Exception Type:        EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread

        Thread 0 Crashed:
        0   libdispatch.dylib             	0x00000001a2b04560 __DISPATCH_WAIT_FOR_QUEUE__ + 484
        1   CardTests                     	0x000000010482d290 -[DeckTests testDraw] + 64
        2   XCTestCore                    	0x0000000104a5a9ac +[XCTFailableInvocation invokeStandardConventionInvocation:completion:] + 52
        """),
      .doesNotMatch(
        "a Swift runtime check in a test",
        """
        Process:               xctest [4711]
        Exception Type:        EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        0   libswiftCore.dylib            	0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484
        1   CardTests                     	0x000000010482d290 DeckTests.testDraw() + 64
        2   XCTestCore                    	0x0000000104a5a9ac +[XCTFailableInvocation invokeStandardConventionInvocation:completion:] + 52
        """),
    ])

  private static let stoppedBySystem = Evidence.any([
    .text(["BUG IN "]), .text(["Fatal error"]), .text(["called with NULL ***"]),
    .text(["uncaught exception"]),
  ])
  private static let debuggerTrap = Evidence.exceptionField(
    containing: ["exc_breakpoint", "sigtrap", "exc_i386_bpt"], statement: "The process hit a trap instruction.")

  private static let testOnTop = Evidence.frame(
    FrameQuery(
      testMethods, roles: [.app, .host, .machinery, .glue, .loader, .unknown], traits: [.notSwift], position: .first(1),
      blamed: true, statement: "The trap is in the test's own code."))
  private static let testMethods = [
    "-[* test*]", "__*-[* test*]_block_invoke*", "-[*Test setUp]", "-[*Tests setUp]", "-[*Test tearDown]",
    "-[*Tests tearDown]",
  ]
  private static let testRunner = Evidence.frame(
    FrameQuery(
      [], images: ["XCTestCore", "XCTest", "com.apple.dt.XCTest*"], position: .first(24),
      statement: "XCTest is running the test."))
  private static let testProcess = Evidence.field(
    .process, .matches(["xctest*"]), statement: "The process runs tests.")
}
