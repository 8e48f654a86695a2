import Bytes
import CrashReports

extension Pattern {
  /// A library that aborts the process from its own initializer, on purpose.
  static let initializerAbort: Pattern = Pattern(
    "initializer-abort",
    title: "A library called abort() while an image was being loaded",
    family: .loading,
    symptom: """
      The app, or a script that loads a library, aborts at once, before its own code runs. The stack shows an \
      initializer of a library.
      """,
    grades: [
      Grade(.certain, cause: .certain, .all([refusal, aborts, .not(consequence)])),
      Grade(.certain, cause: .likely, .all([aborts, ownMessage, .not(consequence)])),
      Grade(.certain, cause: .possible, .all([aborts, .not(consequence)])),
    ],
    headline: "{aborter|A library}{aborterimage? in {aborterimage}} called abort() while an image was being loaded",
    cause: """
      {aborter|A function}{aborterimage? in {aborterimage}} called abort() while initializers of an image ran. Usual \
      reasons: the library must not be loaded in this way, or it cannot work here. The abort is deliberate; it is not \
      a memory error.
      """,
    remedy: [
      """
      Read what {aborterimage|the library} prints to the console just before the abort; it usually states the \
      reason.
      """,
      """
      If it is a system library that is not meant to be loaded directly, such as libcrypto.dylib, bundle your own \
      copy and link against it.
      """,
      """
      If it is your own initializer, return instead of aborting, and report the failure where the library is first \
      used.
      """,
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
            static let isReady: Bool = CardReady()   // evaluated on first use, never at load time
          }
          """),
      Change(
        "shell",
        after: "otool -L MyTool | grep -e libcrypto -e libssl   # link against your own copies"),
    ],
    gaps: [
      Gap(
        unless: .any([refusal, ownMessage]), "The message that the library printed on the console before it aborted.")
    ],
    lookalikes: [
      LookAlike(
        "ib-font-cfrelease-null",
        because: """
          The report shows no font function, no CFRelease and no "called with NULL" message: the library called \
          abort() itself.
          """),
      LookAlike("nsexception-uncaught", because: "No exception was being raised: abort() was called directly."),
    ],
    knownGaps: ["An initializer that traps, or fails an assertion with its own message, matches another pattern."],
    references: [Reference("abort(3), manual page of macOS"), .dyldManual, .appleExceptionTypes],
    searchTerms: """
      abort in initializer
      crash on launch
      crash before main
      library initializer
      crash at launch
      """,
    examples: [
      .matches(
        "a system library refuses to be loaded directly",
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
        "an exception thrown out of an initializer",
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
        "CFRelease(NULL) while fonts are loaded",
        """
        Application Specific Information:
        *** CFRelease() called with NULL ***

        Thread 0 Crashed:
        0   com.apple.CoreFoundation        0x000000010a3b1e8f CFRelease + 1191
        1   com.example.CardKit             0x000000011e406b17 LoadFonts + 455 (CKFonts.m:38)
        2   dyld_sim                        0x0000000105b21867 ImageLoaderMachO::doModInitFunctions(ImageLoader::LinkContext const&) + 329
        """),
    ])

  /// abort, its caller, and further out the frame that runs initializers.
  private static let aborts = Evidence.custom(
    CustomEvidence(
      "abort called directly by a function that an initializer runs",
      reason: "Two frames must be adjacent, and a third further out.",
      needs: EvidenceNeeds(functions: AnalysisContext.initializerFunctions.map { GlobSet.grams(of: $0) }),
      explanations: [abortStatement, callerStatement, runnerStatement]
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
          context.witness(frame: stack[abort], at: abort, statement: abortStatement),
          context.witness(frame: caller, at: abort + 1, statement: callerStatement, captures: parts),
          context.witness(frame: stack[runner], at: runner, statement: runnerStatement),
        ], captures: parts, blame: blame, blamedFrame: abort + 1)
    })
  private static let abortStatement = "abort() ended the process."
  private static let callerStatement = "{aborter|This function} called abort()."
  private static let runnerStatement = "This frame runs initializers of an image that is being loaded."
  /// An abort that only follows from something else: an exception, an assertion, a halt.
  private static let consequence = Evidence.frame(
    FrameQuery(
      [
        "*terminate*", "objc_exception_throw", "__assert_rtn", "CFRelease*", "abort_message", "*assertionFailure*",
        "__stack_chk_fail", "malloc_*", "*fatalError*",
      ], position: .first(8)))
  private static let ownMessage = Evidence.text(
    [""], without: ["abort()", "dyld:", "CoreSimulator"], from: [.applicationSpecificInformation],
    statement: "The process recorded this message before it ended.")
  private static let refusal = Evidence.text(
    ["Invalid dylib load", "should not load the unversioned {}dylib"],
    statement: "The library states that it must not be loaded in this way.")
}
