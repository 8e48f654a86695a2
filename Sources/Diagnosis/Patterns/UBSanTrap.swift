import CrashReports

extension Pattern {
  /// A check of UndefinedBehaviorSanitizer that was compiled as a trap instruction.
  static let ubsanTrap = Pattern(
    "ubsan-trap",
    title: "UndefinedBehaviorSanitizer trap: undefined behavior in C, C++ or Objective-C",
    family: .memory,
    symptom: """
      An app built with -fsanitize-trap crashes with EXC_BREAKPOINT (SIGTRAP) or EXC_BAD_INSTRUCTION (SIGILL), without a \
      message. The immediate of the trap instruction is 0x5500 or a little more.
      """,
    grades: [Grade(.certain, cause: .likely, .all([.trapped(), checked, .optional(location)]))],
    headline: "Undefined behavior{function? in {function}}: {check} (UBSan trap)",
    cause: """
      The code was built with -fsanitize=undefined (or one of its checks) and -fsanitize-trap. A failed check then executes \
      a trap instruction, and the number of the check is part of the instruction: {check}.
      """,
    remedy: [
      "Check the operands at {location|the source line of the first frame}: {check}.",
      "Build once without -fsanitize-trap: the sanitizer's runtime then prints the operation and the values.",
    ],
    changes: [
      Change(
        "c", before: "int total = a + b;", after: "int total;\nif (__builtin_add_overflow(a, b, &total)) { return -1; }"
      )
    ],
    gaps: [Gap(unless: .namesSourceLine, "The source line: symbolicate with the dSYM of this build.")],
    lookalikes: [
      LookAlike(
        "undefined-behavior-sanitizer", because: "The sanitizer's runtime printed no message: the check traps."),
      LookAlike("swift-trap-unspecified", because: "Swift compiles its checks to another instruction (brk #1, ud2)."),
      LookAlike("bounds-safety-trap", because: "The number in the instruction is that of another check."),
    ],
    references: [
      Reference(
        "UndefinedBehaviorSanitizer, trapping instead of a runtime (Clang documentation)",
        url: "https://clang.llvm.org/docs/UndefinedBehaviorSanitizer.html"),
      Reference("SanitizerHandler.h (Clang): the numbers of the checks"),
      Reference("llvm.ubsantrap (LLVM Language Reference Manual)", url: "https://llvm.org/docs/LangRef.html"),
    ],
    supersedes: [
      "swift-trap-unspecified", "trap-unspecified", "illegal-instruction", "bad-instruction-unspecified",
      "cpp-hardening-trap", "sigtrap-in-test",
    ],
    generality: 3,
    phrases: ["check": checks],
    searchTerms: """
      fsanitize-trap
      ubsantrap
      brk 0x5500
      UBSan trap
      trap-func
      """,
    examples: [
      .matches(
        "an addition that overflows, in the exception syndrome",
        """
        →Exception Type:  EXC_BREAKPOINT (SIGTRAP)
        Exception Codes: 0x0000000000000001, 0x0000000102d34f50

        Thread 0 Crashed:
        →0   Cards                         	0x0000000102d34f50 deck_total + 76 (deck.c:18)
        1   Cards                         	0x0000000102d34e10 main + 20 (main.c:9)

        Thread 0 crashed with ARM Thread State (64-bit):
            sp: 0x000000016b0b5e60   pc: 0x0000000102d34f50 cpsr: 0x60001000
           far: 0x0000000102d34f50  esr: 0xf2005500 (Breakpoint) brk 21760
        """),
      .matches(
        "an index outside an array, on Intel",
        """
        →Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)
        Code Type:             X86-64 (Native)

        Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
        →0   Cards                         	0x0000000102d34f50 deck_card + 76 (deck.c:31)
        1   Cards                         	0x0000000102d34e10 main + 20 (main.c:9)

        Thread 0 instruction stream:
          89 7d f8 89 75 f4 48 8b-45 f8 48 63 4d f4 48 83  .}..u.H.E.HcM.H.
        → [67]0f b9 40 12 48 8b 45-f8 48 63 4d f4 8b 04 88  g..@.H.E.HcM....	<==
        """),
      .doesNotMatch(
        "the trap of __builtin_trap()",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        0   Cards                         	0x0000000102d34f50 deck_total + 76 (deck.c:18)

        Thread 0 crashed with ARM Thread State (64-bit):
            sp: 0x000000016b0b5e60   pc: 0x0000000102d34f50 cpsr: 0x60001000
           far: 0x0000000102d34f50  esr: 0xf2000001 (Breakpoint) brk 1
        """),
      .doesNotMatch(
        "an immediate above the known checks",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        0   Cards                         	0x0000000102d34f50 deck_total + 76 (deck.c:18)

        Thread 0 crashed with ARM Thread State (64-bit):
            sp: 0x000000016b0b5e60   pc: 0x0000000102d34f50 cpsr: 0x60001000
           far: 0x0000000102d34f50  esr: 0xf20055f0 (Breakpoint) brk 22000
        """),
    ])

  private static let checked = Evidence.trapInstruction(
    [.undefinedBehavior], statement: "The instruction is {instruction}, the trap of the sanitizer's check for: {check}."
  )
  private static let location = Evidence.frame(
    FrameQuery([], roles: [.app], position: .first(4), blamed: true, statement: "{function} contains the operation."))

  /// The checks by number, in the order of Clang's `SanitizerHandler`.
  private static let checks: [String: String] = Dictionary(
    uniqueKeysWithValues: [
      "integer overflow in an addition", "code that must not be reached", "control flow integrity violation",
      "overflow in a division or remainder", "object of another dynamic type",
      "floating-point number out of the integer's range", "function called through another type",
      "implicit conversion that loses data", "invalid argument of a builtin function", "invalid Objective-C cast",
      "invalid value of a bool or enum", "end of a function without a return value",
      "integer overflow in a multiplication", "integer overflow in a negation", "nil passed for a _Nonnull argument",
      "nil returned from a _Nonnull function", "NULL passed for a nonnull argument",
      "NULL returned from a nonnull function", "array index out of bounds", "pointer arithmetic out of bounds",
      "shift by too many bits", "integer overflow in a subtraction", "misaligned or NULL pointer",
      "wrong assumption about an alignment", "variable-length array without elements",
    ].enumerated().map { ("check \($0)", $1) })
}
