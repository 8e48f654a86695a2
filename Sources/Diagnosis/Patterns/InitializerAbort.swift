import CrashReports

extension Pattern {
  /// A library that ends the process from its own initialiser, on purpose.
  static let initializerAbort: Pattern = Pattern(
    "initializer-abort",
    title: "A library ended the process while it was being loaded",
    family: .loading,
    symptom: """
      The app, or a script that loads a library, ends at once with abort, before its own code runs; the stack shows an \
      initialiser of a library.
      """,
    grades: [
      Grade(.certain, cause: .certain, .all([refusal, aborts, .not(carried)])),
      Grade(.certain, cause: .likely, .all([aborts, ownMessage, .not(carried)])),
      Grade(.certain, cause: .possible, .all([aborts, .not(carried)])),
    ],
    headline: "{aborter|A library} ended the process while {aborterimage|it} was being loaded",
    cause: """
      While {aborterimage|an image} was being loaded, its initialiser called abort(): {aborter|the function} decided that \
      it must not be used so, or found that it cannot work. This is a decision of that library, and no fault of memory.
      """,
    remedy: [
      "Read what {aborterimage|the library} says on the console just before it ends; it usually names its reason.",
      "If it is a library of the system that is not meant to be loaded directly, as libcrypto.dylib, bring a copy of your own and link that.",
      "If it is your own initialiser, return instead of aborting, and report the failure where the library is first used.",
    ],
    changes: [
      Change(
        "objective-c",
        before: "__attribute__((constructor)) static void CardStart(void) { if (!CardReady()) { abort(); } }",
        after: """
          static BOOL CardStarted(void) {       // called by the first function that needs it
            static dispatch_once_t once;
            static BOOL ready;
            dispatch_once(&once, ^{ ready = CardReady(); });
            return ready;
          }
          """),
      Change(
        "swift",
        after: """
          enum Card {
            static let isReady: Bool = CardReady()   // asked by whoever needs it, and never at load time
          }
          """),
      Change(
        "shell",
        after: "otool -L MyTool | grep -e libcrypto -e libssl   # unversioned ones of the system must not be linked"),
    ],
    gaps: [
      Gap(unless: .any([refusal, ownMessage]), "The message that the library left on the console before it ended.")
    ],
    lookalikes: [
      LookAlike(
        "ib-font-cfrelease-null",
        because: "No font frame, no CFRelease and no NULL message: the library called abort() itself."),
      LookAlike("nsexception-uncaught", because: "No exception was under way: abort() was called directly."),
    ],
    knownGaps: ["An initialiser that traps, or fails an assertion with a message of its own, has another pattern."],
    references: [Reference("abort(3), manual page of macOS"), .dyldManual, .appleExceptionTypes],
    examples: [
      .matches(
        "a library of the system refuses to be loaded so",
        """
        Exception Type:        EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        0x00007fff203e1610 __pthread_kill + 18
        1   libsystem_pthread.dylib       0x00007fff2045d210 pthread_kill + 271
        →2   libsystem_c.dylib             0x00007fff2037d950 abort + 172
        →3   libcard.dylib                 0x00007fff7854cd8a card_refuse_load.cold.1 + 36
        4   libcard.dylib                 0x00007fff7859d553 card_refuse_load + 427
        →5   dyld                          0x00000001166c3c49 ImageLoaderMachO::doModInitFunctions(ImageLoader::LinkContext const&) + 575
        6   dyld                          0x0000000116655478 ImageLoaderMachO::doInitialization(ImageLoader::LinkContext const&) + 40
        """),
      .doesNotMatch(
        "an exception that left an initialiser",
        """
        Exception Type:        EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        0x00007fff203e1610 __pthread_kill + 18
        1   libsystem_c.dylib             0x00007fff2037d950 abort + 120
        2   libc++abi.dylib               0x00007fff20354720 abort_message + 231
        3   libc++abi.dylib               0x00007fff20354620 demangling_terminate_handler() + 238
        4   libobjc.A.dylib               0x00007fff20254620 _objc_terminate() + 104
        5   libcard.dylib                 0x00007fff7859d553 card_start + 427
        6   dyld                          0x00000001166c3c49 ImageLoaderMachO::doModInitFunctions(ImageLoader::LinkContext const&) + 559
        """),
      .doesNotMatch(
        "NULL released while fonts are loaded",
        """
        Application Specific Information:
        *** CFRelease() called with NULL ***

        Thread 0 Crashed:
        0   com.apple.CoreFoundation        0x000000010a3b1e8f CFRelease + 1191
        1   com.example.CardKit             0x000000011e406b17 LoadFonts + 455 (CKFonts.m:38)
        2   dyld_sim                        0x0000000105b21867 ImageLoaderMachO::doModInitFunctions(ImageLoader::LinkContext const&) + 329
        """),
    ])

  /// abort, its caller, and further out what runs initialisers.
  private static let aborts = Evidence.custom(
    CustomEvidence(
      "abort called directly by a function below which an initialiser runs",
      reason: "Two frames must be next to each other, a third further out.",
      explanations: [abortSays, callerSays, runnerSays]
    ) { context in
      let stack = context.crashStack
      let names: Set<String> = ["abort", "abort_with_reason", "abort_with_payload"]
      guard let abort = stack.prefix(6).lastIndex(where: { $0.symbol.map { names.contains($0.readable) } ?? false }),
        let runner = context.initializerFrame(), abort + 1 < runner
      else { return nil }
      let caller = stack[abort + 1]
      guard caller.role != .loader, caller.role != .machinery else { return nil }
      let blame = AnalysisContext.blame(caller)
      var parts: [String: String] = [:]
      parts["aborter"] = blame.function
      parts["aborterimage"] = blame.image
      return EvidenceMatch(
        witnesses: [
          context.witness(frame: stack[abort], at: abort, statement: abortSays),
          context.witness(frame: caller, at: abort + 1, statement: callerSays, captures: parts),
          context.witness(frame: stack[runner], at: runner, statement: runnerSays),
        ], captures: parts, blame: blame, blamedFrame: abort + 1)
    })
  private static let abortSays = "abort() ended the process."
  private static let callerSays = "{aborter|This function} called it."
  private static let runnerSays = "It runs initialisers of an image being loaded."
  /// An abort that only carries out something else: an exception, an assertion, a halt.
  private static let carried = Evidence.frame(
    FrameQuery(
      [
        "*terminate*", "objc_exception_throw", "__assert_rtn", "CFRelease*", "abort_message", "*assertionFailure*",
        "__stack_chk_fail", "malloc_*", "*fatalError*",
      ], position: .first(8)))
  private static let ownMessage = Evidence.text(
    [""], without: ["abort()", "dyld:", "CoreSimulator"], from: [.applicationSpecificInformation],
    statement: "The process left this message behind.")
  private static let refusal = Evidence.text(
    ["Invalid dylib load", "should not load the unversioned {}dylib"],
    statement: "The library says that it must not be loaded so.")
}
