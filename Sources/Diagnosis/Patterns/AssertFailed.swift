import CrashReports

extension Pattern {
  /// A failed C `assert()`.
  static let assertFailed: Pattern = Pattern(
    "assert-failed",
    title: "Assertion failed: C assert()",
    family: .exception,
    symptom: "The process aborts: \"Assertion failed: (…), function …, file …, line …\".",
    grades: [
      Grade(.certain, cause: .likely, .all([systemAssertion, .systemAssertionCaller])),
      Grade(
        .certain, cause: .possible,
        .all([systemAssertion, .any([.termination(namespace: "LIBSYSTEM"), aborted])])),
      Grade(
        .certain, cause: .likely,
        .text(
          [
            "Assertion failed: ({expression}), function {asserting}, file {source}, line {number}.",
            "Assertion failed: ({expression}), function {asserting}, file {source}, line {number}",
            "Assertion failed: ({expression}), file {source}, line {number}.", "Assertion failed: ({expression}), file",
            "Assertion failed: ({expression}), function",
          ], statement: "The asserted expression was false.")),
      Grade(
        .certain, cause: .possible,
        .frame(FrameQuery(["__assert_rtn"], position: .first(6), statement: "assert() aborts the process here."))),
      Grade(
        .possible, cause: .possible,
        .all([
          .frame(FrameQuery(["abort"], position: .first(4), statement: "abort() was called.")),
          .frame(
            FrameQuery(
              ["basename_r", "err"], images: ["libsystem_c.dylib"], position: .first(5),
              statement:
                "This is probably the frame of assert(), which calls abort(): stripped libraries show wrong names.")),
        ])),
    ],
    headline: """
      Assertion failed in {asserting|the process}{source? at {source}:{number}}: \
      {library?{expression}|assert({expression|…})}
      """,
    cause: """
      {library?The code requires that {expression}, and ended the process because that was not so. Libraries of the \
      system check such conditions with os_assert() and os_crash(), also in builds for release.|assert() aborts the process if its expression{expression?, ({expression}),} is false. Assertions are compiled \
      out when NDEBUG is defined.}
      """,
    remedy: [
      """
      {library?Look at {location?{location}|{asserting|the function that made the check}}: find out why {expression} was \
      false.|Find the assertion in {source|the source file}, and find out why its expression was false.}
      """,
      "If it is in a library, search the library's issue tracker for the assertion text, and check what you pass to it.",
    ],
    changes: [
      Change("objective-c", before: "assert(deck != NULL);", after: "if (deck == NULL) { return NO; }"),
      Change("swift", after: "guard let deck else { return false }"),
    ],
    gaps: [
      Gap(
        unless: .text(["Assertion failed", "assertion failure: "]),
        "The assertion message with expression, function, file and line; it is in the console."),
      Gap(unless: .hasStack, "The stack of the crashed thread."),
    ],
    lookalikes: [
      LookAlike("nsexception-internal-inconsistency", because: "It is C's assert(), not NSAssert.")
    ],
    references: [.exceptionTypes, Reference("assert(3) (macOS manual page)")],
    supersedes: ["ib-agent-crashed-unspecified"],
    generality: 4,
    searchTerms: """
      assert
      assertion failed
      assertion failure
      assert()
      __assert_rtn
      """,
    examples: [
      .matches(
        "the assertion message",
        """
        →Assertion failed: (deck->count > 0), function deck_draw, file deck.c, line 41.
        """),
      .matches(
        "the frame of assert()",
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Thread 2 Crashed:
        0   libsystem_kernel.dylib        	0x00000001a3c5a414 __pthread_kill + 8
        1   libsystem_pthread.dylib       	0x00000001a3c7b010 pthread_kill + 272
        2   libsystem_c.dylib             	0x00000001a3b0e844 abort + 100
        →3   libsystem_c.dylib             	0x00000001a3b0d9ac __assert_rtn + 292
        4   Cards                         	0x0000000102d34f50 deck_draw + 76
        """),
      .matches(
        "os_assert() in a library of the system",
        """
        Exception Type:        EXC_CRASH (SIGABRT)
        Termination Reason:    Namespace LIBSYSTEM, Code 2 Application Triggered Fault

        Application Specific Information:
        →assertion failure: "fd != -1" -> %lld

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        0x0000000190001010 __abort_with_payload + 8
        1   libsystem_kernel.dylib        0x0000000190001110 abort_with_payload + 12
        2   libsystem_c.dylib             0x0000000190002110 _os_crash_msg + 112
        →3   DeckServices                  0x00000001a0001110 __deck_listen_block_invoke_2.cold.1 + 8
        4   DeckServices                  0x00000001a0001010 __deck_listen_block_invoke_2 + 40
        """),
      .doesNotMatch(
        "NSAssert",
        """
        *** Assertion failure in -[CardController show], CardController.m:41
        """),
    ])

  private static let aborted = Evidence.exception(types: ["EXC_CRASH"], signals: ["SIGABRT", "SIGTRAP", "SIGILL"])
  /// libsystem_c: `assertion failure: "%s" -> %lld`, whose argument may not be filled in.
  private static let systemAssertion = Evidence.all([
    .text(
      TextQuery(
        ["assertion failure: \"{expression}\" -> ", "assertion failure: \"{expression}\""], isAtStart: true,
        statement: "The asserted expression was false.")),
    .capture("library", "libsystem"),
  ])
}
