import CrashReports
import Vocabulary

extension Pattern {
  /// An uncaught Objective-C exception that no narrower pattern explains.
  static let nsexceptionUncaught: Pattern = Pattern(
    "nsexception-uncaught",
    title: "An uncaught Objective-C exception ended the process",
    family: .exception,
    revision: 3,
    symptom: "The app crashes with \"uncaught exception\", or with abort() called from the Objective-C runtime.",
    grades: [
      Grade(
        .likely, cause: .likely,
        .all([
          .uncaughtException(names: [], statement: "An exception was raised and not caught."), .not(managed),
          .knownReason,
          backtrace, raiser, nilArgument, .optional(.dotNetBridge),
        ])),
      Grade(
        .likely, cause: .possible,
        .all([
          .uncaughtException(names: [], statement: "An exception was raised and not caught."), .not(managed),
          .optional(.sharedReason),
          backtrace, raiser, nilArgument, .optional(.dotNetBridge),
        ])),
      Grade(
        .likely, cause: .possible,
        .all([terminating, .not(managed), backtrace, raiser, nilArgument, .optional(.dotNetBridge)])),
      Grade(
        .likely, cause: .possible,
        .all([
          .frame(
            FrameQuery(
              ["-[NSApplication _crashOnException:]", "_objc_terminate*", "std::__terminate*"], position: .first(10),
              statement: "{function} ends the process because of an uncaught exception.")),
          .any([
            .trapped(), .exception(types: ["EXC_CRASH"], signals: ["SIGABRT"], statement: "The process was aborted."),
          ]),
          .any([objectiveC, .has(.exceptionStack)]),
          .not(managed), backtrace, raiser, nilArgument, .optional(.dotNetBridge),
        ])),
      // Only for exceptions that nothing catches, AppKit calls this method of the application.
      Grade(
        .likely, cause: .possible,
        .all([
          .frame(
            FrameQuery(
              ["-[NSApplication _crashOnException:]"], position: .first(3),
              statement: "{function} ends the process because of an uncaught exception.")),
          .not(managed), backtrace, raiser, nilArgument, .optional(.dotNetBridge),
        ])),
      // The system records the stack of an exception only if it was not caught.
      Grade(
        .likely, cause: .possible,
        .all([
          .has(.exceptionStack),
          .frame(
            FrameQuery(
              ["objc_exception_throw", "objc_exception_rethrow"], position: .first(16),
              statement: "The exception was raised here and not caught.")),
          .not(managed), backtrace, raiser, nilArgument, .optional(.dotNetBridge),
        ])),
      // Reports of some systems have the stack as addresses only.
      Grade(
        .likely, cause: .possible,
        .all([
          .has(.exceptionStack),
          .exception(types: ["EXC_CRASH"], signals: ["SIGABRT"], statement: "The process was aborted."),
          .frame(
            FrameQuery(
              [], images: ["libobjc.A.dylib"], traits: [.unnamed], position: .first(2),
              statement:
                "The Last Exception Backtrace begins in the Objective-C runtime: an exception was raised and not caught."
            )),
          .not(managed), backtrace, raiser, nilArgument, .optional(.dotNetBridge),
        ])),
      // The system records this stack only for an exception that nothing caught, also if its addresses are in no image that the
      // report lists.
      Grade(
        .likely, cause: .possible,
        .all([
          lastException,
          .exception(types: ["EXC_CRASH"], signals: ["SIGABRT"], statement: "The process was aborted."),
          .not(managed), backtrace, raiser, nilArgument, .optional(.dotNetBridge),
        ])),
    ],
    headline: """
      {problemInline?{exception|Uncaught exception}{function? in {function}}: {problemInline}|Uncaught exception\
      {exception? {exception}}{raiser? raised by {raiser}|{stoppedIn? raised in {stoppedIn}}} in {function?{function}|{unnamed|the process}}: \
      {reason|reason not recorded}}
      """,
    cause: """
      {exception|An Objective-C exception} was raised and not caught, so the runtime aborted the process. The \
      crashed thread shows the abort; {backtrace?the Last Exception Backtrace shows|this report does not show} where \
      the exception was raised. \
      {problem?{projectReason?Several calls print this reason; the most frequent cause: {problem}|The reason is one that is \
      known: {problem}} What is required: {requirement}|{reason?Reason: {reason}|The \
      reason is not recorded.}}\
      {argument? {raiser} raised it, and its name states one argument: perhaps {argument} was nil or not valid. The report states \
      neither the reason nor the value.|{raiser? {raiser} raised it, which is not in the catalog of APIs that raise: its documentation states its requirements.|\
      {stoppedIn? Code of {stoppedIn} raised it; the report does not name the function.}}}\
      {raisingCalls? Calls of {stoppedIn} that are known to raise: {raisingCalls}.}\
      {bridge? The app contains the runtime of .NET, which raises an Objective-C exception for a managed exception that reaches \
      native code. If it did so here, the console of that moment has the managed exception with its stack.}
      """,
    remedy: [
      "{fix?{fix}|}",
      """
      {argument?Check the {argument} at {location?{location}|{function|the first frame of the app}}{via?, which calls {via}}: it may be \
      nil, or a value that {raiser} does not accept.|{backtrace?Look at {location?{location}|{function|the first frame of the app in the Last Exception Backtrace}}: it \
      called what raised the exception{stoppedIn?{raiser?|, in {stoppedIn}}}.|Find where the exception was raised: a complete report has it under Last Exception Backtrace, \
      and the console under "*** First throw call stack".}}
      """,
      """
      {fix?|{reason?Search the code, and the documentation of what it calls, for the words of the reason.|The reason is in the \
      console output of that moment ("*** Terminating app due to uncaught exception …").}}
      """,
      "In the debugger, set an Exception Breakpoint: it stops where the exception is raised.",
    ],
    changes: [],
    gaps: [
      Gap(
        unless: .field(.exceptionReason),
        "The exception's reason: reports from devices often omit it."),
      Gap(
        unless: .has(.exceptionStack),
        "The Last Exception Backtrace: it shows where the exception was raised."),
    ],
    lookalikes: [
      LookAlike("cpp-exception-uncaught", because: "The exception is an NSException, not a C++ exception."),
      LookAlike("managed-runtime-exception", because: "No frame of another language's runtime is below the abort."),
      LookAlike(
        "swift-trap-unspecified",
        because: "The process ended because of an exception, not because of a Swift runtime check."),
    ],
    references: [.languageExceptions],
    supersedes: ["swift-trap-unspecified"],
    generality: 9,
    searchTerms: """
      uncaught exception
      NSException
      unhandled exception
      objective-c exception
      NSInvalidArgumentException
      libc++abi terminating
      objc_exception_throw
      NSGenericException
      exception
      """,
    examples: [
      .matches(
        "the abort, with the exception's stack", atLeast: .likely,
        """
        Exception Type:  EXC_CRASH (SIGABRT)
        Exception Codes: 0x0000000000000000, 0x0000000000000000

        Application Specific Information:
        →terminating with uncaught exception of type NSException
        abort() called

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 224
        1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 64
        2   Cards                         	0x0000000102d34f50 -[CardController viewDidLoad] + 176

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        2   libc++abi.dylib               	0x00000001a3c20788 __cxa_bad_cast + 0
        """),
      .matches(
        "the stack of an exception without its name, raised by a method that is not in the catalog", atLeast: .likely,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 164
        →1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 60
        2   CoreFoundation                	0x00000001a3f5b1c8 +[NSException raise:format:] + 100
        →3   TableKit                      	0x00000001b4c8f010 -[TKDeckView setDepth:mode:] + 1324
        4   Cards                         	0x0000000102d34f50 CardView.update() + 176

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8

        Binary Images:
        0x1b4c80000 - 0x1b4c9ffff TableKit arm64 <0123456789abcdef0123456789abcdef> /System/Library/Frameworks/TableKit
        """),
      .matches(
        "an initializer with one object that raised by itself", atLeast: .likely,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 164
        →1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 60
        2   CoreFoundation                	0x00000001a3f5b1c8 +[NSException raise:format:] + 100
        →3   TableKit                      	0x00000001b4c8f010 -[TKDeckAction initWithDeckUUID:] + 132
        4   Cards                         	0x0000000102d34f50 CardView.update() + 176

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8

        Binary Images:
        0x1b4c80000 - 0x1b4c9ffff TableKit arm64 <0123456789abcdef0123456789abcdef> /System/Library/Frameworks/TableKit
        """),
      .matches(
        "an app whose program a managed runtime started", atLeast: .likely,
        """
        →Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 164
        1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 60
        →2   Cards                         	0x0000000102d34f50 0x102d00000 + 216912
        3   Cards                         	0x0000000102d35150 0x102d00000 + 217424
        4   UIKitCore                     	0x00000001a6f5c1c8 UIApplicationMain + 340
        5   Cards                         	0x0000000102d36f50 xamarin_UIApplicationMain + 60

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        →1   libobjc.A.dylib               	0x00000001a3b830b4 _objc_terminate() + 124
        """),
      .matches(
        "addresses in no image that the report lists", atLeast: .likely,
        """
        →Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        →(0x1a3e5a9ac 0x1a3b830a4 0x102d34f50 0x1a6f5c1c8)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100

        Binary Images:
        0x102d00000 - 0x102d3ffff Cards arm64 <0123456789abcdef0123456789abcdef> /var/containers/Bundle/Application/0/Cards.app/Cards
        """),
      .doesNotMatch(
        "a fault, after the app recorded the stack of another exception",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018

        Application Specific Backtrace 1:
        0   CoreFoundation                	0x00000001a3e5a9ac 0x1a3e00000 + 371116

        Thread 0 Crashed:
        0   Cards                         	0x0000000102d34f50 -[CardView update] + 176
        """),
      .doesNotMatch(
        "an exception that the app caught and logged",
        """
        2023-05-06 07:08:09.123 Cards[4711:90210] Caught exception NSGenericException: the deck is empty
        """),
      .doesNotMatch(
        "an uncaught C++ exception",
        """
        libc++abi: terminating due to uncaught exception of type std::runtime_error: the deck file is damaged
        """),
      .doesNotMatch(
        "an exception of a managed runtime",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        2   Cards.iOS                     	0x0000000102d34f50 mono_handle_exception_internal + 5220
        3   Cards.iOS                     	0x0000000102d3512c mono_handle_exception + 32
        """),
    ])

  private static let backtrace = Evidence.optional(.all([.has(.exceptionStack), .capture("backtrace", "stated")]))
  /// Names the function that raised, also if nothing is known about it.
  private static let raiser = Evidence.optional(
    .custom(
      CustomEvidence(
        "the function of a library that raised",
        reason: "Its position decides: between the functions that raise and the user's code.",
        explanations: [raiserStatement]
      ) { context in
        guard let (position, name) = RaiseSite(context)?.raisingFunction(in: context.crashStack) else { return nil }
        let captures = ["raiser": name]
        return EvidenceMatch(
          witnesses: [
            context.witness(
              frame: context.crashStack[position], at: position, statement: raiserStatement, captures: captures)
          ], captures: captures)
      }))
  private static let raiserStatement = "{raiser} raised it."

  /// The only argument of the initializer or factory method that raised without a stated reason. Captures `argument`, and
  /// `via`, the function that the app called. That the argument is the reason is only a possibility, and the texts say so.
  private static let nilArgument = Evidence.optional(
    .all([
      .not(.field(.exceptionReason)),
      .custom(
        CustomEvidence(
          "an initializer or factory method with one object that raised by itself",
          reason: "The shape of the selector decides.", explanations: [argumentStatement]
        ) { context in
          guard let site = RaiseSite(context), let (position, name) = site.raisingFunction(in: context.crashStack),
            let argument = SingleArgument(name)
          else { return nil }
          var captures = ["argument": argument.noun, "raiser": name]
          if let caller = site.caller, caller > position + 1, let via = context.crashStack[caller - 1].functionName {
            captures["via"] = shortened(via)
          }
          return EvidenceMatch(
            witnesses: [
              context.witness(
                frame: context.crashStack[position], at: position, statement: argumentStatement, captures: captures,
                kind: .inferred)
            ], captures: captures)
        }),
    ]))
  private static let argumentStatement = "The name of {raiser} states one argument, {argument}, which may be an object."

  private static let terminating = Evidence.text(
    [
      "terminating with uncaught exception of type NSException",
      "terminating due to uncaught exception of type NSException",
    ],
    statement: "The runtime ended the process because of an uncaught exception.")
  private static let objectiveC = Evidence.frame(
    FrameQuery(["objc_exception_throw", "-[NSApplication _crashOnException:]"]))

  /// The report has the stack of an exception as a section of its own.
  private static let lastException = Evidence.custom(
    CustomEvidence(
      "a Last Exception Backtrace", reason: "The stacks that the application recorded itself do not count.",
      explanations: [lastExceptionStatement]
    ) { context in
      guard let frame = context.report.lastExceptionBacktrace?.first, context.isExceptionStack else { return nil }
      return EvidenceMatch(witnesses: [context.witness(frame: frame, at: 0, statement: lastExceptionStatement)])
    })
  private static let lastExceptionStatement =
    "The Last Exception Backtrace begins here: the system records it for an exception that was raised and not caught."

  /// A .NET exception, which crash reporters of such apps write in the form of an Objective-C exception. Functions of the runtime
  /// that start the program or call managed code prove nothing: they are on the stack of every failure of such an app.
  private static let managed = Evidence.text(["uncaught exception 'System.", "Xamarin Exception Stack"])
}
