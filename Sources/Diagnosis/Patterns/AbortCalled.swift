import CrashReports

extension Pattern {
  /// The app's own code called abort().
  static let abortCalled = Pattern(
    "abort-called",
    title: "The app ended itself with abort()",
    family: .kill,
    symptom: "The process ends with SIGABRT, and the caller of abort() is a function of the app.",
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([aborted, .not(otherReason), .callerOfAbort(statement: callerStatement), .optional(.statedMessage)]))
    ],
    headline: """
      {function|The app}{linked? ({linkedLibrary}{ownCaller?, called by {ownCaller}})} called abort()\
      {location? at {location}}: {linked?the library|the program} itself decided to stop
      """,
    cause: """
      No exception and no check of a library ended the process: {function|code of the app} called abort(). A condition \
      of the program was not met, and the code in front of the call tests it.{message? The report states: {message}.}
      """,
    remedy: [
      """
      {location?Read the condition in front of abort() at {location}.|{function?Read {function}: the condition in front \
      of its call of abort().|Symbolicate with the dSYM of this build, and read the function that calls abort().}}
      """,
      "Look at what the program printed at that moment: code that calls abort() usually prints the reason first.",
    ],
    changes: [
      Change(
        "c", before: "if (pressure > limit) abort();",
        after: """
          if (pressure > limit) {
            fprintf(stderr, "pressure %d exceeds %d\\n", pressure, limit);
            abort();
          }
          """)
    ],
    gaps: [
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM."),
      Gap(unless: .statedMessage, "The message of the program, in the console output of that moment."),
    ],
    lookalikes: [
      LookAlike("abort-unspecified", because: "The caller of abort() is code of the app."),
      LookAlike("nsexception-uncaught", because: "No function of a runtime is between abort() and the app."),
      LookAlike("assert-failed", because: "The caller of abort() is not the function of assert()."),
    ],
    references: [.exceptionTypes, Reference("abort(3) (macOS manual page)")],
    supersedes: ["abort-unspecified", "exc-crash-unspecified"],
    generality: 9,
    // A runtime of another language that the app contains is part of its image, and has patterns of its own.
    fallback: .unlessSpecific,
    searchTerms: """
      the app called abort itself
      abort() in my own code
      """,
    examples: [
      .matches(
        "a check in C",
        """
        →Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001873eb200 pthread_kill + 268
        2   libsystem_c.dylib             	0x00000001873ec210 abort + 124
        →3   Cards                         	0x0000000100d4a3f8 deck_check + 120 (deck.c:207)
        4   Cards                         	0x0000000100d4b110 -[Deck run] + 52 (Deck.m:40)
        """),
      .matches(
        "abort on top, as some reporters print it",
        """
        →Exception Type:  SIGABRT

        Thread 0 Crashed:
        0   libsystem_c.dylib             	0x00000001873ec210 abort + 124
        →1   Cards                         	0x0000000100d4a3f8 deck_check + 120
        """),
      .doesNotMatch(
        "a failed assert()",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001873ec210 abort + 124
        2   libsystem_c.dylib             	0x00000001873ec310 __assert_rtn + 272
        3   Cards                         	0x0000000100d4a3f8 deck_check + 120 (deck.c:207)
        """),
      .doesNotMatch(
        "an exception that nothing caught",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001873ec210 abort + 124
        2   libc++abi.dylib               	0x00000001873ed220 abort_message + 128
        3   libc++abi.dylib               	0x00000001873ee230 std::terminate() + 108
        4   Cards                         	0x0000000100d4a3f8 deck_check + 120 (deck.c:207)
        """),
      .doesNotMatch(
        "a frame without a name may be a runtime that is linked into the app",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001873ea1f0 __pthread_kill + 8
        1   libsystem_c.dylib             	0x00000001873ec210 abort + 124
        2   Cards                         	0x0000000100d4a3f8 0x100d48000 + 9208
        """),
    ])

  private static let aborted = Evidence.exception(
    types: ["EXC_CRASH", "SIGABRT"], signals: ["SIGABRT"], statement: "The process was aborted.")
  private static let otherReason = Evidence.any([
    .has(.exceptionStack), .field(.exceptionReason), .field(.exceptionName), .text(["uncaught exception"]),
  ])
  private static let callerStatement = "{function} called abort()."
}
