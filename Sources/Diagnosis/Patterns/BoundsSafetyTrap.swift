import CrashReports

extension Pattern {
  /// A bounds check of C code that was built with -fbounds-safety.
  static let boundsSafetyTrap = Pattern(
    "bounds-safety-trap",
    title: "-fbounds-safety trap: pointer out of bounds in C",
    family: .memory,
    symptom: """
      C code crashes with EXC_BREAKPOINT (SIGTRAP) and `brk #0x5519`, without a message. Apple builds parts of its system \
      and libraries with -fbounds-safety.
      """,
    grades: [Grade(.certain, cause: .likely, .all([.trapped(), checked, .optional(location)]))],
    headline: "Out of bounds: {function|C code} accessed memory outside a buffer (-fbounds-safety)",
    cause: """
      The code was built with -fbounds-safety: each pointer has bounds, and an access or conversion outside of them executes \
      a trap instruction before memory is read or written. In a function of the system, the size that the caller passed is \
      often larger than the buffer.
      """,
    remedy: [
      "Check index, length and buffer at {location|the call in the first frame of the app}.",
      "If the function belongs to the system, compare the length that you pass with the size of the buffer.",
    ],
    changes: [
      Change(
        "c", before: "void fill(int *__counted_by(n) cards, int n) { for (int i = 0; i <= n; i++) cards[i] = 0; }",
        after: "void fill(int *__counted_by(n) cards, int n) { for (int i = 0; i < n; i++) cards[i] = 0; }")
    ],
    gaps: [Gap(unless: .namesSourceLine, "The source line: symbolicate with the dSYM of this build.")],
    lookalikes: [
      LookAlike("ubsan-trap", because: "The number in the instruction is that of -fbounds-safety."),
      LookAlike("swift-index-out-of-range", because: "Swift compiles its checks to another instruction (brk #1, ud2)."),
    ],
    references: [
      Reference(
        "-fbounds-safety: Enforcing bounds safety for C (Clang documentation)",
        url: "https://clang.llvm.org/docs/BoundsSafety.html"),
      Reference("SanitizerHandler.h (Clang): the numbers of the checks"),
    ],
    supersedes: [
      "swift-trap-unspecified", "trap-unspecified", "illegal-instruction", "bad-instruction-unspecified",
      "cpp-hardening-trap", "sigtrap-in-test",
    ],
    generality: 3,
    searchTerms: """
      fbounds-safety
      bounds safety
      brk 0x5519
      __counted_by
      """,
    examples: [
      .matches(
        "the bytes of the instruction",
        """
        →Exception Type:        EXC_BREAKPOINT (SIGTRAP)
        Code Type:             ARM-64 (Native)

        Thread 0 Crashed:
        →0   Cards                         	0x0000000102d34f50 deck_fill + 76 (deck.c:18)
        1   Cards                         	0x0000000102d34e10 main + 20 (main.c:9)

        Thread 0 instruction stream:
        → [20]a3 2a d4 ff 43 00 d1-e0 07 00 f9 e1 07 00 b9  .*...C..........	<==
        """),
      .doesNotMatch(
        "another check of the sanitizer",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        0   Cards                         	0x0000000102d34f50 deck_total + 76 (deck.c:18)

        Thread 0 crashed with ARM Thread State (64-bit):
            sp: 0x000000016b0b5e60   pc: 0x0000000102d34f50 cpsr: 0x60001000
           far: 0x0000000102d34f50  esr: 0xf2005512 (Breakpoint) brk 21778
        """),
    ])

  private static let checked = Evidence.trapInstruction(
    [.boundsSafety], statement: "The instruction is {instruction}, the trap of a bounds check of -fbounds-safety.")
  private static let location = Evidence.frame(
    FrameQuery([], roles: [.app], position: .first(4), blamed: true, statement: "{function} contains the access."))
}
