extension Pattern {
  /// A failed C `assert()`.
  static let assertFailed: Pattern = Pattern(
    "assert-failed",
    title: "Assertion failed: C assert()",
    family: .exception,
    symptom: "The process aborts: \"Assertion failed: (…), function …, file …, line …\".",
    grades: [
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
    headline: "Assertion failed in {asserting|the process}{source? at {source}:{number}}: assert({expression|…})",
    cause: """
      assert() aborts the process if its expression{expression?, ({expression}),} is false. Assertions are compiled \
      out when NDEBUG is defined.
      """,
    remedy: [
      "Find the assertion in {source|the source file}, and find out why its expression was false.",
      "If it is in a library, search the library's issue tracker for the assertion text, and check what you pass to it.",
    ],
    changes: [
      Change("objective-c", before: "assert(deck != NULL);", after: "if (deck == NULL) { return NO; }"),
      Change("swift", after: "guard let deck else { return false }"),
    ],
    gaps: [
      Gap(
        unless: .text(["Assertion failed"]),
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
      .doesNotMatch(
        "NSAssert",
        """
        *** Assertion failure in -[CardController show], CardController.m:41
        """),
    ])
}
