import CrashReports

extension Pattern {
  /// A deadlock while a font is registered: `dispatch_once` is entered again from within.
  static let fontRegistrationDeadlock: Pattern = Pattern(
    "font-registration-deadlock",
    title: "Deadlock: font registration waits for itself",
    family: .concurrency,
    symptom: """
      The app, or Xcode while it draws a designable view, stops responding when a font is first used; newer systems \
      terminate the process instead.
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([lockedTwice, onceBelowFont])),
      Grade(.likely, cause: .likely, .all([onceBelowFont, blocked, .not(lockedTwice)])),
      Grade(.likely, cause: .possible, .all([lockedTwice, fontFrame])),
    ],
    headline: "Deadlock: {function|font registration} waits for the dispatch_once in which it runs",
    cause: """
      dispatch_once runs its block once and makes every other caller wait until the block has finished. \
      {function|The font loader} is called inside such a block, or asks Core Graphics for a font during the \
      initialization of Core Graphics, and reaches the same dispatch_once again: it waits for itself.
      """,
    remedy: [
      "Do not register fonts inside dispatch_once, a static initializer, +load or a constructor: register them after the app has started.",
      "Load the system fonts once (read UIFont.familyNames) before you call CGFontCreateWithDataProvider.",
      "Let the system register the fonts: list the files under UIAppFonts in Info.plist.",
    ],
    changes: [
      Change(
        "swift",
        before: "static let registered: Bool = { registerFonts() }()   // runs inside swift_once",
        after: """
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            _ = UIFont.familyNames        // Core Graphics has loaded its fonts now
            registerFonts()
            return true
          }
          """),
      Change(
        "objective-c",
        before: "+ (void)load { [self registerFonts]; }",
        after: """
          - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
            (void)UIFont.familyNames;     // Core Graphics has loaded its fonts now
            [CardFonts registerFonts];
            return YES;
          }
          """),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stacks of all threads: the waiting one shows which block it is in."),
      Gap(unless: lockedTwice, "The message of libdispatch that the thread owns the lock: old systems wait silently."),
    ],
    lookalikes: [
      LookAlike("ib-font-cfrelease-null", because: "Nothing was released; the thread is waiting."),
      LookAlike(
        "libdispatch-client-bug", because: "The lock that is taken twice is held while a font is registered.",
        when: lockedTwice),
    ],
    references: [
      Reference("dispatch_once(3), manual page of macOS"), Reference("FontBlaster #18"), .appleExceptionTypes,
    ],
    supersedes: ["libdispatch-client-bug", "libdispatch", "ib-agent-hang", "swift-trap-unspecified"],
    searchTerms: """
      CTFontManagerRegister
      CTFontManagerRegisterGraphicsFont
      font registration
      CGFontCreateWithDataProvider
      font deadlock
      deadlock
      """,
    examples: [
      .matches(
        "libdispatch detects that the thread already owns the lock",
        """
        Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)

        Application Specific Information:
        →BUG IN CLIENT OF LIBDISPATCH: trying to lock recursively

        Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
        →0   libdispatch.dylib               0x0000000112fd2ccf _dispatch_once_wait + 210
        →1   CoreGraphics                    0x0000000113f0ef6f CGFontCreateWithDataProvider + 38
        →2   MyApp                           0x0000000104406b17 CardFonts.register(_:) + 91
        3   MyApp                           0x0000000104406a17 CardFonts.registerAll() + 44
        """),
      .matches(
        "an old system, which only waits", atLeast: .likely,
        """
        Exception Type:  EXC_CRASH (SIGKILL)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib          0x0000000112fd2ccf semaphore_wait_trap + 52
        →1   libdispatch.dylib               0x0000000112f0ef7f dispatch_once_f_slow + 106
        →2   CoreGraphics                    0x0000000113f0ef6f CGFontCreateWithDataProvider + 38
        →3   MyApp                           0x0000000104406b17 +[CardFonts registerFont:] + 91
        """),
      .doesNotMatch(
        "the same message of libdispatch, without a font",
        """
        Application Specific Information:
        BUG IN CLIENT OF LIBDISPATCH: trying to lock recursively

        Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
        0   libdispatch.dylib               0x0000000112fd2ccf _dispatch_once_wait + 210
        1   MyApp                           0x0000000104406b17 +[CardStore shared] + 91
        """),
    ])

  private static let lockedTwice = Evidence.text(
    ["trying to lock recursively"],
    statement: "libdispatch detected that the thread waits for a lock that it holds itself.")
  private static let once = FrameQuery(
    ["dispatch_once*", "_dispatch_once_*", "_dispatch_gate_wait_slow", "swift_once"], position: .first(16),
    statement: "The thread is in {function}.")
  private static let blocked = Evidence.frame(
    FrameQuery(
      [
        "semaphore_wait_trap", "__psynch_mutexwait", "__ulock_wait*", "_dispatch_once_wait", "dispatch_once_f_slow",
        "_dispatch_gate_wait_slow", "_dispatch_unfair_lock_wait", "_dispatch_thread_event_wait_slow",
      ], position: .first(3)))
  private static let onceBelowFont = Evidence.any([
    .frames([
      once,
      FrameQuery(
        ["CGFontCreate*", "CTFontManagerRegister*", "CGFont*"], position: .first(24),
        statement: "{function} needs the lock."),
      FrameQuery(
        [], roles: [.app, .unknown], position: .first(32), blamed: true,
        statement: "{function} requested the font ({location})."),
    ]),
    .frames([
      once,
      FrameQuery(
        ["*font*"], roles: [.app, .unknown], position: .first(24), ignoresCase: true, blamed: true,
        statement: "{function} needs the lock ({location})."),
      FrameQuery(
        ["_dispatch_once_callout", "dispatch_once*", "swift_once"], statement: "The same code runs inside {function}."),
    ]),
  ])
  private static let fontFrame = Evidence.frame(
    FrameQuery(
      ["*font*"], position: .first(24), ignoresCase: true, blamed: true,
      statement: "{function} registers the font ({location})."))
}
