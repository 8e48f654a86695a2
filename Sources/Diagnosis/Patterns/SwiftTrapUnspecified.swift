import Bytes
import CrashReports
import Vocabulary

extension Pattern {
  /// A Swift runtime trap for which the report does not record a reason.
  static let swiftTrapUnspecified: Pattern = Pattern(
    "swift-trap-unspecified",
    title: "Swift runtime trap: the Swift runtime stopped the process",
    family: .swift,
    revision: 6,
    symptom: "A Swift app crashes with EXC_BREAKPOINT (EXC_BAD_INSTRUCTION on Intel), and the report has no message.",
    grades: [
      Grade(.certain, cause: .likely, unexplained([trap, runtimeReason])),
      Grade(.certain, cause: .likely, unexplained([trap, fatalErrorCall, optimized, .optional(onceInitializer)])),
      Grade(.certain, cause: .possible, unexplained([trap, runtimeFrame, .optional(onceInitializer)])),
      Grade(.likely, cause: .possible, unexplained([trap, libraryFrameOnTop])),
      Grade(.likely, cause: .possible, unexplained([trap, swiftFrameOnTop, .optional(onceInitializer)])),
      Grade(.likely, cause: .possible, unexplained([trap, checkInSystem, systemFrameOnTop])),
      Grade(.likely, cause: .possible, unexplained([.not(.statesException), runtimeOnTop])),
      Grade(
        .likely, cause: .possible,
        unexplained([trap, runtimeImageOnTop, runtimeCheckCall, optimized, .optional(onceInitializer)])),
      Grade(.likely, cause: .possible, unexplained([trap, runtimeImageOnTop, .optional(onceInitializer)])),
      Grade(.likely, cause: .possible, unexplained([invalidOnIntel, containsSwift, unnamedFrameOnTop])),
      Grade(.possible, cause: .possible, unexplained([trap, unnamedFrameOnTop])),
    ],
    headline: """
      {fatal?fatalError() in {function|the app}: message not recorded|Swift runtime trap in {callee?{callee}{function?, called by {function}}|{function?{function}|{unnamed|the app}}}{failure?: probably \
      {failure} ({expression})|{reason?: {reason}|, reason not recorded}}}
      """,
    cause: """
      {fatal?In an optimized build, only fatalError() and the checks of the standard library call the function of the runtime \
      that prints a message; {function|the app} called it itself. Unwrapping, casts, subscripts and arithmetic of the app's \
      code stop at a trap instruction instead.|{runtimeCheck?The trap is in the standard library itself, which {function|the \
      app} called. In an optimized build, a failed !, subscript or arithmetic of the app's code traps inside of the app's own \
      function: it is fatalError(), try!, or a check of a function of the standard library.|Swift checks at run time what it cannot check at compile time, and stops the process when a check fails. \
      {failure?{expression} is the only expression on the source line that can trap.|{reason?The failed check: \
      {reason}.|Common failures: force-unwrapped nil, an index out of range, a failed cast with as!, arithmetic \
      overflow, a precondition or fatalError of the program. Optimized code executes a trap instruction without a \
      message for most of these checks.}}}}\
      {once? The function computes the initial value of {once}, which runs when it is first used.}
      """,
    remedy: [
      """
      {fatal?Read the fatalError() at {location?{location}|{function|the innermost frame of the app}}: its message and the \
      condition in front of it name the failure.{once? {once} is computed at its first use: it usually fails because a value that it reads is \
      missing (a key of Info.plist, an xcconfig value, a file), which can differ between Debug and Release.}|{runtimeCheck?Look at \
      {location?{location}|{function|the innermost frame of the app}} for fatalError(), try! or a call of the standard library whose \
      argument can be invalid (a range, an index, a key, a number){once?. {once} is computed at its first use: check that what it \
      reads exists in this build (a key of Info.plist, an xcconfig value of the Release configuration, a file)}.|{callee?Check what {function|the caller} passes to {callee}: a check of that library failed.|{expression?Check \
      {expression} at {location|the source line}: {failure}.|{candidates?Check the expressions at {location|the source \
      line} that can trap; they are listed as found in your project.|{location?Look at {location} for !, as!, a subscript, \
      arithmetic or a precondition; with --project these expressions are listed.|{function?Look at {function} for !, as!, a subscript, arithmetic or a \
      precondition; the dSYM of this build names the source line.|If the report has no function names, symbolicate it with \
      the dSYM of this build{unnamed?, beginning with {unnamed}}.}}}}}}}
      """,
      """
      Look for "Fatal error: …" in the device's console at the time of the crash. Builds without optimization print it \
      for every check, optimized builds for fatalError, try! and the checks of libswiftCore.
      """,
      "Reproduce the failure in a build without optimization: Xcode then stops at the expression and prints the reason.",
    ],
    changes: [
      Change(
        "swift", before: "let card = cards[index]!",
        after: "guard cards.indices.contains(index), let card = cards[index] else { return }"
      ).unless("withoutIndex"),
      Change("shell", after: "diagnose Cards.ips --symbols Cards.app.dSYM"),
    ],
    gaps: [
      Gap(unless: namesFunctions, "The names of the app's functions: symbolicate with the dSYM of the same build."),
      Gap(unless: .namesSourceLine, "The source line: the dSYM of the same build has it."),
      Gap(
        unless: .any([.text(["Fatal error"]), runtimeReason]),
        "The message of the Swift runtime, in the device's console or in Application Specific Information."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike(
        "libdispatch-client-bug",
        because: "libdispatch recorded no message, and the innermost frame is not libdispatch's."),
      LookAlike("illegal-instruction", because: "The trap comes from a Swift runtime check.", when: runtimeFrame),
    ],
    knownGaps: [
      "A trap compiled into an unsymbolicated frame of C or C++ looks the same, and is reported only as possible."
    ],
    references: [.swiftRuntimeErrors, .exceptionTypes],
    generality: 10,
    phrases: [
      "failure": [
        "force-unwrap": "force-unwrapped nil", "implicit-unwrap": "implicitly unwrapped nil",
        "forced-cast": "failed cast", "forced-try": "error of try!", "subscript": "index out of range",
        "arithmetic": "arithmetic overflow", "division": "division by zero", "conversion": "failed conversion",
        "range": "range with upper bound < lower bound", "unique-keys": "duplicate key",
        "collection": "missing element", "precondition": "failed precondition",
      ]
    ],
    searchTerms: """
      swift runtime failure
      swift trap
      swift crash
      arithmetic overflow
      integer overflow
      runtime trap
      _assertionFailure
      unreachable
      swift runtime error
      """,
    examples: [
      .matches(
        "a function of the runtime is the innermost frame",
        """
        →Exception Type:  EXC_BREAKPOINT (SIGTRAP)
        Exception Codes: 0x0000000000000001, 0x00000001a2b94560
        Termination Signal: Trace/BPT trap: 5

        Thread 0 Crashed:
        →0   libswiftCore.dylib            	0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484
        1   Cards                         	0x0000000100d4a3f8 CardStore.card(at:) + 180
        2   Cards                         	0x0000000100d4b110 CardController.viewDidLoad() + 96
        """),
      .matches(
        "a check compiled into a function of the app", atLeast: .likely,
        """
        →Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)
        Exception Codes:       0x0000000000000001, 0x0000000000000000

        Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
        →0   com.example.Cards             	0x000000010d4a3f81 CardStore.card(at:) + 337 (CardStore.swift:41)
        1   com.example.Cards             	0x000000010d4b110c CardController.viewDidLoad() + 92 (CardController.swift:18)
        """),
      .matches(
        "an inlined frame that names a check without its own pattern",
        """
        →Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        →0   Cards                         	0x0000000100d4a3f8 Swift runtime failure: deck is not sorted + 0 [inlined]
        1   Cards                         	0x0000000100d4a3f8 Deck.total() + 180 (Deck.swift:28)
        """),
      .matches(
        "the instruction of a failed check", atLeast: .likely,
        """
        →Exception Type:  EXC_BREAKPOINT (SIGTRAP)
        Exception Codes: 0x0000000000000001, 0x0000000100d4a3f8

        Thread 0 Crashed:
        →0   Cards                         	0x0000000100d4a3f8 CardStore.card(at:) + 180 (CardStore.swift:41)
        1   Cards                         	0x0000000100d4b110 CardController.viewDidLoad() + 96 (CardController.swift:18)

        Thread 0 crashed with ARM Thread State (64-bit):
            sp: 0x000000016b0b5e60   pc: 0x0000000100d4a3f8 cpsr: 0x60001000
           far: 0x0000000100d4a3f8  esr: 0xf2000001 (Breakpoint) brk 1
        """),
      .doesNotMatch(
        "an instruction that Swift does not compile",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)
        Exception Codes: 0x0000000000000001, 0x0000000100d4a3f8

        Thread 0 Crashed:
        0   Cards                         	0x0000000100d4a3f8 CardStore.card(at:) + 180 (CardStore.swift:41)
        1   Cards                         	0x0000000100d4b110 CardController.viewDidLoad() + 96 (CardController.swift:18)

        Thread 0 crashed with ARM Thread State (64-bit):
            sp: 0x000000016b0b5e60   pc: 0x0000000100d4a3f8 cpsr: 0x60001000
           far: 0x0000000100d4a3f8  esr: 0xf200f000 (Breakpoint) brk 61440
        """),
      .doesNotMatch(
        "a check of libdispatch",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread

        Thread 0 Crashed:
        0   libdispatch.dylib             	0x00000001a2b04560 __DISPATCH_WAIT_FOR_QUEUE__ + 484
        1   libdispatch.dylib             	0x00000001a2b04110 _dispatch_sync_f_slow + 144
        2   Cards                         	0x0000000100d4a3f8 CardStore.load() + 180
        """),
      .doesNotMatch(
        "AppKit stops the process because of an uncaught exception",
        """
        Exception Type:        EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
        0   com.apple.AppKit              	0x00007fff2348d1a9 -[NSApplication _crashOnException:] + 106
        1   com.apple.AppKit              	0x00007fff2348cf9d -[NSApplication reportException:] + 898
        2   com.example.Cards             	0x000000010d4a3f81 CardApplication.reportException(_:) + 51 (CardApplication.swift:12)
        """),
      .matches(
        "the runtime's function has no name", atLeast: .likely,
        """
        →Exception Type:  EXC_BREAKPOINT (SIGTRAP)
        Exception Codes: 0x0000000000000001, 0x000000019481539c

        Thread 0 Crashed:
        →0   libswiftCore.dylib            	0x000000019481539c 0x1947e7000 + 189340
        1   Cards                         	0x0000000100d4a3f8 0x100d48000 + 9208
        """),
      .matches(
        "a check on Intel, in code without names", atLeast: .likely,
        """
        Code Type:             X86-64 (Native)

        →Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)
        Exception Codes:       0x0000000000000001, 0x0000000000000000

        Thread 2 Crashed:
        →0   com.example.Cards             	0x000000010d4a3f81 0x10d490000 + 81793
        1   com.example.Cards             	0x000000010d4b110c 0x10d490000 + 135436
        2   libdispatch.dylib             	0x00007fff6bb0e63d _dispatch_client_callout + 8

        Binary Images:
               0x10d490000 -        0x10d4fffff +com.example.Cards (1.0 - 1) <00000000-0000-4000-8000-000000000001> /Applications/Cards.app/Contents/MacOS/Cards
               0x10d600000 -        0x10d9fffff +libswiftCore.dylib (0) <00000000-0000-4000-8000-000000000002> /Applications/Cards.app/Contents/Frameworks/libswiftCore.dylib
        """),
      .doesNotMatch(
        "an instruction on Intel, in a program without Swift",
        """
        Code Type:             X86-64 (Native)

        Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)
        Exception Codes:       0x0000000000000001, 0x0000000000000000

        Thread 2 Crashed:
        0   com.example.Cards             	0x000000010d4a3f81 0x10d490000 + 81793

        Binary Images:
               0x10d490000 -        0x10d4fffff +com.example.Cards (1.0 - 1) <00000000-0000-4000-8000-000000000001> /Applications/Cards.app/Contents/MacOS/Cards
        """),
      .doesNotMatch(
        "a bus error inside the Swift runtime",
        """
        Exception Type:        EXC_BAD_ACCESS (SIGBUS)
        Exception Codes:       BUS_ADRALN at 0x0000000000000001

        Thread 0 Crashed:
        0   libswiftCore.dylib            	0x00007fff2b94560c swift_retain + 28
        1   Cards                         	0x000000010d4a3f81 CardStore.card(at:) + 337
        """),
    ])

  private static let trap = Evidence.trapped()

  private static func unexplained(_ parts: [Evidence]) -> Evidence {
    .all(parts + [.not(trapOfOtherSource), .optional(.statedInstruction)])
  }

  /// The innermost frames of the app have names.
  private static let namesFunctions = Evidence.not(
    .frame(FrameQuery([], roles: [.app], traits: [.unnamed], position: .first(6))))

  /// The app's own function called the function that prints a message, without another one between them.
  private static let fatalErrorCall = Evidence.custom(
    CustomEvidence(
      "a function of the app that called _assertionFailure itself", reason: "The frames must be adjacent.",
      needs: EvidenceNeeds(functions: [GlobSet.grams(of: "*_assertionFailure*")]), explanations: [fatalErrorStatement]
    ) { context in
      let stack = context.threadStack
      guard
        let call = stack.prefix(4).lastIndex(where: { $0.functionName?.containsBytes("_assertionFailure") ?? false }),
        call + 1 < stack.count, stack[call + 1].role == .app, stack[call + 1].isWritten,
        stack[call + 1].functionName != nil, !AnalysisContext.isNeighbor(stack, call + 1)
      else { return nil }
      let blame = AnalysisContext.blame(in: stack, at: call + 1)
      let captures = ["function": blame.function.map(shortened) ?? "This function"]
      var match = EvidenceMatch(
        witnesses: [
          context.witness(
            frame: stack[call + 1], at: call + 1, statement: fatalErrorStatement, captures: captures, kind: .inferred)
        ], captures: ["fatal": "fatalError", "withoutIndex": "fatalError"], blame: blame, blamedFrame: call + 1)
      match.isMention = false
      return match
    })
  /// The app's own function called the standard library, whose function is not named, without another one between them.
  private static let runtimeCheckCall = Evidence.custom(
    CustomEvidence(
      "a function of the app that called the standard library itself", reason: "The frames must be adjacent.",
      explanations: [runtimeCheckStatement]
    ) { context in
      let stack = context.threadStack
      guard stack.count > 1, stack[1].role == .app, stack[1].library == nil, stack[1].functionName != nil,
        stack[0].image.map({ shortImageName($0).hasPrefix("libswiftCore") }) ?? false,
        !AnalysisContext.isNeighbor(stack, 1)
      else { return nil }
      let blame = AnalysisContext.blame(in: stack, at: 1)
      let captures = ["function": blame.function.map(shortened) ?? "This function"]
      return EvidenceMatch(
        witnesses: [
          context.witness(
            frame: stack[1], at: 1, statement: runtimeCheckStatement, captures: captures, kind: .inferred)
        ], captures: ["runtimeCheck": "check", "withoutIndex": "check"])
    })
  private static let runtimeCheckStatement = "{function} called the function of the standard library that stopped."

  /// The initial value of a global or static variable is computed, which Swift does at its first use.
  private static let onceInitializer = Evidence.frame(
    FrameQuery(
      [
        "one-time initialization function for *", "*variable initialization expression of *",
        "globalinit_*", "*.unsafeMutableAddressor",
      ],
      named: [
        "one-time initialization function for {once}", "variable initialization expression of static {once}",
        "{once}.unsafeMutableAddressor",
      ],
      roles: [.app], position: .first(7), kind: .inferred,
      statement: "{once} is computed when it is first used."))

  private static let fatalErrorStatement =
    "{function} called the function of the runtime that prints a message and stops."

  /// The build is optimized: it came from a store, or the stack has code that only the optimizer writes.
  private static let optimized = Evidence.any([
    .field(.detail(.distribution), statement: "The app was installed from a store: the build is optimized."),
    .frame(
      FrameQuery(
        ["specialized *", "merged *", "*generic specialization*", "function signature specialization*"], roles: [.app],
        position: .first(24), kind: .inferred, statement: "This function was specialized: the build is optimized.")),
  ])

  private static let runtimeFrame = runtimeFrame(within: 4)
  /// For frames without an exception: the runtime's function must be the innermost one.
  private static let runtimeOnTop = runtimeFrame(within: 1)

  private static func runtimeFrame(within count: Int) -> Evidence {
    .frame(
      FrameQuery(
        [
          "*_assertionFailure*", "*_fatalErrorMessage*", "*preconditionFailure*", "*assertionFailure(*",
          "swift_unexpectedError*", "swift_dynamicCastFailure*", "*ss17_assertionFailure*", "*_diagnoseUnexpected*",
        ], images: ["libswiftCore*"], position: .first(count),
        statement: "The Swift runtime calls {function} to stop a process."
      ))
  }

  /// The inlined frame names a reason that does not have its own pattern, such as an arithmetic overflow.
  private static let runtimeReason = Evidence.frame(
    FrameQuery(
      ["Swift runtime failure: *"], named: ["Swift runtime failure: {reason}"], position: .first(3),
      statement: "The inlined frame names the failed check: {reason}."))

  /// Reports without names: the libraries of Swift execute a trap only if a check fails.
  private static let runtimeImageOnTop = Evidence.frame(
    FrameQuery(
      [], images: ["libswiftCore*", "libswift_Concurrency*"], traits: [.unnamed], position: .first(1), kind: .inferred,
      statement: "The trap is in the Swift runtime, which stops the process when a check fails."))

  private static let swiftQuery = FrameQuery([], roles: [.app], traits: [.swift], position: .first(1))
  /// Swift code of a library that is linked into the app or embedded in it: the check is in its function, not in its caller.
  private static let libraryFrameOnTop = Evidence.custom(
    CustomEvidence(
      "a Swift function of a third-party library as the innermost frame", reason: "The owner of the frame decides.",
      explanations: [libraryStatement]
    ) { context in
      guard let frame = context.threadStack.first, let library = frame.library, let name = frame.functionName,
        swiftQuery.accepts(frame), let own = context.firstAppFrame(), context.crashStack[own].library == nil,
        !context.isExceptionStack
      else { return nil }
      let captures = ["callee": shortened(name) + " (" + library + ")"]
      return EvidenceMatch(
        witnesses: [
          context.witness(frame: frame, at: 0, statement: libraryStatement, captures: captures, kind: .inferred)
        ], captures: captures)
    })
  private static let libraryStatement =
    "The trap is in {callee}, code of a third-party library: a check that was compiled into its function."

  private static let swiftFrameOnTop = Evidence.frame(
    FrameQuery(
      [], roles: [.app], traits: [.swift], position: .first(1), blamed: true, kind: .inferred,
      statement: "The trap is in a Swift function of the app: a check that was compiled into the function."))

  /// Swift code of a library: other languages in it compile the same instruction, so the function must be Swift.
  private static let checkInSystem = Evidence.uncited(.trapInstruction([.check]))
  private static let systemFrameOnTop = Evidence.frame(
    FrameQuery(
      [], excluding: ["*_assertionFailure*"], named: ["{callee}"], roles: [.system], traits: [.swift],
      position: .first(1), kind: .inferred,
      statement: "The trap is in a Swift function of a library: a check that was compiled into the function."))

  /// On Intel, the trap of a failed check is the invalid instruction ud2, which has no exception of its own.
  private static let invalidOnIntel = Evidence.all([
    .exception(
      types: ["EXC_BAD_INSTRUCTION"], signals: ["SIGILL"],
      statement: "The processor executed an invalid instruction: on Intel, that of a failed check is one (ud2)."),
    // Parts of reports do not state the architecture. On ARM, a check is a breakpoint.
    .not(.field(.architecture, .contains(["arm"]))),
  ])
  /// The app contains the runtime of Swift, so that its own code is Swift. Frameworks of the system load that of the system into
  /// every program.
  private static let containsSwift = Evidence.custom(
    CustomEvidence(
      "the runtime of Swift in the app", reason: "The path of the image decides.", explanations: []
    ) { context in
      let isContained = context.report.images?.contains { image in
        guard let path = image.path, shortImageName(path).hasPrefix("libswiftCore") else { return false }
        return path.contains(".app/") || path.contains("/Frameworks/")
      }
      return isContained == true ? EvidenceMatch() : nil
    })

  private static let unnamedFrameOnTop = Evidence.all([
    .not(.field(.translation)), .not(.field(.process, .matches(["xctest*"]))),
    .field(.imageName, .matches(["libswiftCore.dylib"])),
    .frame(
      FrameQuery(
        [], roles: [.app], traits: [.unnamed], position: .first(1), kind: .inferred,
        statement: "The trap is in unsymbolicated code of the app, which uses the Swift runtime.")),
  ])

  /// Traps from other sources: libdispatch, AppKit's exception handler, CoreFoundation, hardened C++, sanitizers.
  private static let trapOfOtherSource = Evidence.any([
    .instructionOfOtherSource,
    .text(["BUG IN CLIENT OF"]),
    .text(["BUG IN LIB"]),
    .text(["called with NULL ***"]),
    .exception(types: ["EXC_BAD_ACCESS"], signals: ["SIGBUS", "SIGSEGV"]),
    .frame(
      FrameQuery(
        [
          "-[NSApplication _crashOnException:]", "CFRelease*", "CFRetain*", "_dispatch_assert_queue_fail",
          "__DISPATCH_WAIT_FOR_QUEUE__", "_dispatch_*", "dispatch_*", "_objc_terminate*", "*_objc_fatal*",
          "std::*", "__abort_with_payload",
        ], position: .first(2))),
    .frame(FrameQuery([], images: ["libdispatch.dylib", "libobjc.A.dylib"], position: .first(1))),
  ])
}
