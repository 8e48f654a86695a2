import CrashReports

extension Pattern {
  /// A division by zero, or another arithmetic operation for which the processor raised an exception.
  static let excArithmetic: Pattern = Pattern(
    "exc-arithmetic",
    title: "EXC_ARITHMETIC: division by zero or a floating-point trap",
    family: .memory,
    symptom: "The app crashes with EXC_ARITHMETIC (SIGFPE) in C, C++ or Objective-C code.",
    grades: [
      Grade(.certain, cause: .likely, .all([arithmetic, integerDivision, .optional(innermost)])),
      Grade(.certain, cause: .possible, .all([arithmetic, .optional(innermost)])),
      Grade(.likely, cause: .likely, .all([signal, integerDivision, .optional(innermost)])),
      Grade(.likely, cause: .possible, .all([signal, .optional(innermost)])),
      Grade(.likely, cause: .possible, printed),
      Grade(
        .possible, cause: .possible,
        .text(["EXC_ARITHMETIC"], statement: "The text names an arithmetic exception.")),
    ],
    headline: "EXC_ARITHMETIC in {function|the process}: {operation|division by zero or a floating-point trap}",
    cause: """
      An arithmetic operation raised a processor exception. On Intel, an integer division or remainder (`/`, `%`) does \
      so when the divisor is zero, and when the smallest integer is divided by -1. On Apple silicon, an integer \
      division by zero returns 0 without an exception, so there the cause is a floating-point operation with traps \
      enabled.
      """,
    remedy: [
      "In {function|the function on top of the stack}, check the divisor of each `/` and `%` for zero before the division.",
      "Look for a divisor that is zero only in some states: a size before layout, the count of an empty collection.",
      "Build with -fsanitize=integer-divide-by-zero: Undefined Behavior Sanitizer names the line.",
    ],
    changes: [
      Change("c", before: "int average = sum / count;", after: "int average = count == 0 ? 0 : sum / count;"),
      Change(
        "objective-c", before: "NSUInteger column = index % self.columns;",
        after: "NSUInteger column = self.columns == 0 ? 0 : index % self.columns;"),
      Change("swift", before: "let average = sum / count", after: "let average = count == 0 ? 0 : sum / count"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(unless: .namesSourceLine, "The source line: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike(
        "swift-trap-unspecified",
        because: "Swift checks the divisor itself and stops with EXC_BREAKPOINT or EXC_BAD_INSTRUCTION."),
      LookAlike("illegal-instruction", because: "The instruction is valid; its operands are not."),
    ],
    references: [.exceptionTypes],
    generality: 6,
    phrases: ["operation": ["division": "integer division by zero or overflow"]],
    searchTerms: """
      division by zero
      integer division by zero
      divide by zero
      division by 0
      """,
    examples: [
      .matches(
        "a remainder on Intel",
        """
        Code Type:             X86-64 (Native)
        →Exception Type:        EXC_ARITHMETIC (SIGFPE)
        →Exception Codes:       EXC_I386_DIV (divide by zero)

        Thread 0 Crashed:
        →0   Cards                         	0x000000010d4a3f81 deck_column + 33 (deck.c:18)
        1   Cards                         	0x000000010d4b110c -[DeckController layOut] + 92 (DeckController.m:40)
        """),
      .matches(
        "numeric codes",
        """
        →Exception Type:        EXC_ARITHMETIC (SIGFPE)
        Exception Codes:       0x0000000000000001, 0x0000000000000000

        Thread 0 Crashed:
        →0   Cards                         	0x000000010d4a3f81 deck_column + 33 (deck.c:18)
        """),
      .matches(
        "a crash reporter that records the signal", atLeast: .likely,
        """
        →Exception Type:  SIGFPE
        →Exception Codes: FPE_INTDIV at 0x0000000102d34f50
        """),
      .matches(
        "the message of a shell", atLeast: .likely,
        """
        →Floating point exception: 8
        """),
      .doesNotMatch(
        "Swift stops before the division",
        """
        Exception Type:        EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        Fatal error: Division by zero

        Thread 0 Crashed:
        0   Cards                         	0x000000010d4a3f81 Deck.column(of:) + 33 (Deck.swift:18)
        """),
    ])

  private static let arithmetic = Evidence.exception(
    types: ["EXC_ARITHMETIC"], signals: [], statement: "The processor raised an arithmetic exception.")

  /// Other processes can send the signal too.
  private static let signal = Evidence.exception(
    signals: ["SIGFPE"], statement: "The signal is SIGFPE: an arithmetic operation failed.")
  private static let printed = Evidence.printedSignal(
    "SIGFPE", statement: "The shell or debugger reports SIGFPE: an arithmetic operation failed.")

  private static let integerDivision = Evidence.all([
    .any([
      .exceptionField(
        containing: ["exc_i386_div", "fpe_intdiv", "divide by zero"],
        statement: "The code is that of a failed integer division."),
      .all([
        .field(.architecture, .matches(["x86*", "i386"])),
        .field(
          .firstExceptionCode, .equals("0x1"),
          statement: "The code is 1 (EXC_I386_DIV), that of a failed integer division."),
      ]),
    ]),
    .capture("operation", "division"),
  ])

  private static let innermost = Evidence.frame(
    FrameQuery([], position: .first(1), blamed: true, statement: "The operation is in {function}."))
}
