import CrashReports

extension Pattern {
  /// An error that UndefinedBehaviorSanitizer reported.
  static let undefinedBehaviorSanitizer: Pattern = Pattern(
    "undefined-behavior-sanitizer",
    title: "UndefinedBehaviorSanitizer: undefined behavior in C, C++ or Objective-C",
    family: .memory, revision: 2,
    symptom: "The output of the process contains \"FILE:LINE:COLUMN: runtime error: …\".",
    grades: [
      Grade(
        .likely, cause: .likely,
        .all([reported, .hasStack, .optional(appFrame), .optional(noted), .optional(.sanitizerStacks)])),
      Grade(.certain, cause: .likely, .all([.undefinedBehaviorStop, .optional(appFrame)])),
      // Without its stack the line may be a quotation.
      Grade(.possible, cause: .possible, .all([reported, .optional(noted)])),
    ],
    headline: "Undefined behavior{function? in {function}}: {reason}",
    cause: """
      The operation has no defined result in C: signed overflow, a shift by too many bits, a misaligned or NULL pointer, \
      an index outside an array, a division by zero. Without the sanitizer it goes unnoticed, or the optimizer \
      removes the code around it.{noted? The rule is stated at {noted}: {note}.}
      """,
    remedy: [
      "Open {source?{source}|{location|the first frame of the app}} and check the operands of the operation that the message names.",
      "Build with -fno-sanitize-recover=undefined to stop at the first error, with its stack.",
    ],
    changes: [
      Change(
        "c", before: "int total = a + b;", after: "int total;\nif (__builtin_add_overflow(a, b, &total)) { return -1; }"
      ),
      Change("objective-c", before: "int flags = 1 << bit;", after: "uint64_t flags = bit < 64 ? 1ULL << bit : 0;"),
    ],
    gaps: [Gap(unless: .hasStack, "The stack: run with UBSAN_OPTIONS=print_stacktrace=1.")],
    lookalikes: [
      LookAlike("exc-arithmetic", because: "The sanitizer reported the operation; the processor raised no exception."),
      LookAlike("address-sanitizer", because: "The operation is undefined; no invalid memory access is reported."),
    ],
    references: [
      Reference(
        "UndefinedBehaviorSanitizer (Clang documentation)",
        url: "https://clang.llvm.org/docs/UndefinedBehaviorSanitizer.html")
    ],
    generality: 5,
    searchTerms: """
      UndefinedBehaviorSanitizer
      undefined behavior sanitizer
      UBSan
      undefined behavior
      """,
    examples: [
      .matches(
        "a signed overflow", atLeast: .likely,
        """
        →/src/Cards/deck.c:18:12: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
        →    #0 0x104a3fe20 in deck_total deck.c:18:12
            #1 0x104a40110 in main main.c:9
        """),
      .matches(
        "the functions of the sanitizer in Apple's report",
        """
        Exception Type:        EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        0x0000000190001010 __pthread_kill + 8
        1   libsystem_c.dylib             0x0000000190001110 abort + 126
        2   libclang_rt.ubsan_osx_dynamic.dylib  0x0000000105b0c2a0 __sanitizer::Die() + 112
        →3   libclang_rt.ubsan_osx_dynamic.dylib  0x0000000105b0c3a0 __ubsan_handle_shift_out_of_bounds_abort + 40
        →4   Cards                         0x0000000100001110 deck_mask + 8 (deck.c:12)
        """),
      .matches(
        "an argument that must not be NULL", atLeast: .likely,
        """
        →/src/Cards/deck.c:18:12: runtime error: null pointer passed as argument 1, which is declared to never be null
        →/src/Cards/deck.h:7:24: note: nonnull attribute specified here
        →    #0 0x104a3fe20 in deck_copy deck.c:18:12
            #1 0x104a40110 in main main.c:9
        """),
      .doesNotMatch(
        "a test's name",
        """
        runtime error: signed integer overflow is covered by DeckTests
        """),
    ])

  private static let reported = Evidence.all([
    .field(.format, .equals("sanitizer")),
    .text(["{source}: runtime error: {reason}"], statement: "The sanitizer reported: {reason}."),
  ])

  /// The second location: where a parameter was declared nonnull, or a function was defined.
  private static let noted = Evidence.text(
    TextQuery(
      [
        "{noted}: note: {note} specified here", "{noted}: note: {note} defined here",
        "{noted}: note: {note} declared here",
      ], statement: "The rule that the operation breaks is at {noted}: {note}."))

  private static let appFrame = Evidence.frame(
    FrameQuery([], roles: [.app, .unknown], blamed: true, statement: "{function} contains the operation."))
}
