import CrashReports

extension Pattern {
  /// An instruction that this processor does not support.
  static let illegalInstruction: Pattern = Pattern(
    "illegal-instruction",
    title: "Illegal instruction: the processor does not support it",
    family: .memory,
    symptom: """
      The app crashes with EXC_BAD_INSTRUCTION (SIGILL) in C, C++ or assembly code, often only on some machines.
      """,
    grades: [
      Grade(.likely, cause: .likely, .all([illegal, .executedData])),
      Grade(.likely, cause: .likely, .all([illegal, .not(deliberateTrap), translated, innermostFrame])),
      Grade(.likely, cause: .possible, .all([illegal, .not(deliberateTrap), onARM, innermostFrame])),
      Grade(.possible, cause: .possible, .all([illegal, .not(deliberateTrap), innermostFrame])),
    ],
    headline: """
      {word?The processor executed data{function? after {function}}: the instruction word {word} is {text?the text \
      "{text}"|no instruction}|Illegal instruction in {function|the process}: this processor may not support it}
      """,
    cause: """
      {word?A jump led into memory that contains no code: a function pointer, a return address or a virtual function table \
      was overwritten, or the code was unloaded.|The instruction at this address is not valid for this processor. Possible reasons: AVX code under Rosetta or \
      on an old Intel machine, assembly for a newer ARM processor, incorrectly generated code, or a jump into data. On \
      Intel a compiled-in trap (ud2) raises the same exception.}
      """,
    remedy: [
      """
      {word?Run with Address Sanitizer: it stops where memory is overwritten. In {location|the caller}, check the function \
      pointer that is called, and buffers on the stack.}
      """,
      """
      {word?In lldb, disassemble the caller of the faulting address: it shows which pointer was used.|Look at {function|the innermost frame}: does it, or its library, use code for certain processors (AVX, NEON, dot \
      product) without checking what the processor supports?}
      """,
      "{word?|Run the native build instead of the translated one, or build the library without the newer instructions.}",
      """
      {word?|Disassemble at the faulting address (`lldb`, `di -s`): ud2 or brk is a trap inserted by the compiler, not an \
      unsupported instruction.}
      """,
    ],
    changes: [
      Change(
        "c", before: "sum_avx2(cards, n);",
        after: "if (__builtin_cpu_supports(\"avx2\")) { sum_avx2(cards, n); } else { sum(cards, n); }"
      ).unless("word"),
      Change(
        "objective-c",
        after: """
          int has = 0;
          size_t size = sizeof has;
          sysctlbyname("hw.optional.avx2_0", &has, &size, NULL, 0);
          """
      ).unless("word"),
      Change(
        "swift",
        after: """
          var has: Int32 = 0
          var size = MemoryLayout<Int32>.size
          sysctlbyname("hw.optional.arm.FEAT_DotProd", &has, &size, nil, 0)
          """
      ).unless("word"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(
        unless: .field(.architecture),
        "The line \"Code Type\": it shows whether the process was translated."),
    ],
    lookalikes: [
      LookAlike("swift-trap-unspecified", because: "The innermost frame is not a Swift function."),
      LookAlike("cpp-hardening-trap", because: "The innermost frame is not a check of the C++ library."),
      LookAlike("pointer-authentication", because: "The instruction is wrong, not the pointer."),
    ],
    knownGaps: [
      "On Intel a compiler trap (ud2, from __builtin_trap) looks the same, and is reported only as possible."
    ],
    references: [.exceptionTypes, Reference("About the Rosetta translation environment (Apple)")],
    generality: 6,
    searchTerms: """
      illegal instruction
      illegal hardware instruction
      unsupported instruction
      AVX
      """,
    examples: [
      .matches(
        "AVX in a translated process", atLeast: .likely,
        """
        Process:               Cards [4711]
        →Code Type:             X86-64 (Translated)
        →Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)
        Exception Codes:       0x0000000000000001, 0x0000000000000000

        Thread 2 Crashed:
        →0   libcardmath.dylib             	0x000000010d4a3f81 sum_avx2 + 33
        1   Cards                         	0x000000010d4b110c deck_total + 92
        """),
      .matches(
        "assembly for a newer processor", atLeast: .likely,
        """
        Code Type:             ARM-64
        →Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)
        Exception Codes:       0x0000000000000001, 0x000000004e809400

        Thread 2 Crashed:
        →0   Cards                         	0x000000010d4a3f80 dot_product_neon + 32
        1   Cards                         	0x000000010d4b110c deck_total + 92
        """),
      .doesNotMatch(
        "a Swift check on Intel",
        """
        Code Type:             X86-64 (Native)
        Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)

        Thread 0 Crashed:
        0   com.example.Cards             	0x000000010d4a3f81 CardStore.card(at:) + 337 (CardStore.swift:41)
        1   com.example.Cards             	0x000000010d4b110c CardController.viewDidLoad() + 92 (CardController.swift:18)
        """),
      .doesNotMatch(
        "libdispatch stops the process because of a misuse",
        """
        Code Type:             X86-64 (Native)
        Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)

        Application Specific Information:
        BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread

        Thread 0 Crashed:
        0   libdispatch.dylib             	0x00000001a2b04560 __DISPATCH_WAIT_FOR_QUEUE__ + 484
        1   Cards                         	0x0000000100d4a3f8 deck_load + 180
        """),
    ])

  private static let illegal = Evidence.exception(
    types: ["EXC_BAD_INSTRUCTION"], signals: ["SIGILL"], statement: "The processor rejected an instruction.")

  /// Traps that were compiled in, and traps in the system's libraries.
  private static let deliberateTrap = Evidence.any([
    .text(["BUG IN "]), .text(["called with NULL ***"]), .text(["Fatal error"]),
    .text(["Swift runtime failure"]), .text(["assertion failed"]),
    .text(["uncaught exception"]),
    .frame(FrameQuery([], images: ["libswift*", "libdispatch*", "libobjc*", "CoreFoundation"], position: .first(2))),
    .frame(
      FrameQuery(
        [
          "*_crashOnException*", "*runtime failure*", "std::*", "*assertion*", "*Assertion*", "*fatal*", "*Fatal*",
          "*abort*", "*Abort*", "*Crash*", "*crash*", "*CHECK*", "*trap*", "*Trap*",
        ], position: .first(3))),
    .frame(FrameQuery([], traits: [.swift], position: .first(1))),
    .stackExhausted(),
  ])

  private static let translated = Evidence.field(
    .translation,
    statement: "The process ran translated by Rosetta, which does not support all instructions of Intel processors.")

  /// On ARM a compiled-in trap is a breakpoint exception, so an illegal instruction is a real one.
  private static let onARM = Evidence.field(.architecture, .contains(["arm"]))

  private static let innermostFrame = Evidence.frame(
    FrameQuery([], position: .first(1), blamed: true, statement: "The instruction is in this function."))
}
