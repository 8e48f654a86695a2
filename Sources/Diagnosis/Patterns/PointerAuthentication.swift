import CrashReports

extension Pattern {
  /// A signed pointer failed authentication (arm64e).
  static let pointerAuthentication: Pattern = Pattern(
    "pointer-authentication",
    title: "Pointer authentication failure",
    family: .memory, revision: 2,
    symptom: """
      The app crashes on an arm64e device or Mac; the report contains "possible pointer authentication failure".
      """,
    grades: [
      // The kernel writes its note for any pointer whose upper bits are set.
      Grade(.likely, cause: .possible, .all([inException, signed])),
      Grade(.likely, cause: .possible, .all([inInstruction, signed])),
      // Unlike a field, the words may be part of an explanation.
      Grade(.likely, cause: .possible, .all([inText, signed])),
    ],
    headline:
      "Possible pointer authentication failure in {function|the process}",
    cause: """
      On arm64e, return addresses, function pointers, isa pointers and C++ virtual table pointers are signed. The \
      signature of this pointer was probably invalid: the memory that contains it was overwritten or freed, or the \
      pointer was cast or copied manually in a way that loses the signature.
      """,
    remedy: [
      "Suspect memory corruption first: run with Address Sanitizer and, for Objective-C objects, with Zombie Objects.",
      """
      Look at {location|the first frame of the app} for function pointers that are cast, copied with \
      memcpy, or stored in integers.
      """,
      "Libraries that sign pointers themselves must be built for arm64e and use ptrauth.h.",
    ],
    changes: [
      Change(
        "c", before: "uintptr_t f = (uintptr_t)deck->callback;",
        after: "void (*f)(Deck *) = deck->callback;   // typed, so the compiler signs and checks it"),
      Change(
        "objective-c", after: "void (*function)(id, SEL) = (void (*)(id, SEL))[object methodForSelector:selector];"),
      Change("swift", after: "let callback: @convention(c) (OpaquePointer?) -> Void = { _ in }   // no unsafeBitCast"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the crashed thread."),
      Gap(unless: .namesSourceLine, "The source line: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The system reports a possible pointer authentication failure."),
      LookAlike("objc-overrelease", because: "A freed object can also be the cause; Zombie Objects would show it."),
    ],
    references: [Reference("Preparing your app to work with pointer authentication (Apple, Security)"), .memoryAccess],
    supersedes: ["memory-bad-access", "swift-trap-unspecified", "illegal-instruction"],
    generality: 4,
    searchTerms: """
      pointer authentication
      PAC failure
      PAC
      pointer authentication trap
      arm64e
      ptrauth
      possible pointer authentication failure
      """,
    examples: [
      .matches(
        "the system reports a possible failure", atLeast: .likely,
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        →Exception Subtype: KERN_INVALID_ADDRESS at 0x00c00001f2ca8710 -> 0x00000001f2ca8710 (possible pointer authentication failure)

        Thread 0 Crashed:
        0   Cards                         	0x0000000102d34f50 deck_draw + 76
        """),
      .matches(
        "the debugger reports the failure", atLeast: .likely,
        """
        →* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BREAKPOINT (code=EXC_ARM_PAC_FAIL, subcode=0x1a2b94560)
            frame #0: 0x0000000102d34f50 Cards`deck_draw + 76
        """),
      .matches(
        "the instruction after a failed authentication", atLeast: .likely,
        """
        →Exception Type:  EXC_BREAKPOINT (SIGTRAP)
        Exception Codes: 0x0000000000000001, 0x0000000102d34f50

        Thread 0 Crashed:
        0   Cards                         	0x0000000102d34f50 deck_draw + 76
        1   Cards                         	0x0000000102d34e10 main + 20

        Thread 0 crashed with ARM Thread State (64-bit):
            sp: 0x000000016b0b5e60   pc: 0x0000000102d34f50 cpsr: 0x60001000
           far: 0x0000000102d34f50  esr: 0xf200c472 (Breakpoint) brk 50290
        """),
      .doesNotMatch(
        "a fatal assertion of WebKit, which uses the same immediate as one of the keys",
        """
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)
        Exception Codes: 0x0000000000000001, 0x00000001a2d34f50

        Thread 0 Crashed:
        0   JavaScriptCore                	0x00000001a2d34f50 WTFCrashWithInfo(int, char const*, char const*, int) + 12
        1   JavaScriptCore                	0x00000001a2d34e10 JSC::MarkedBlock::Handle::stopAllocating + 20

        Thread 0 crashed with ARM Thread State (64-bit):
            sp: 0x000000016b0b5e60   pc: 0x00000001a2d34f50 cpsr: 0x60001000
           far: 0x00000001a2d34f50  esr: 0xf200c471 (Breakpoint) brk 50289
        """),
      .doesNotMatch(
        "an ordinary invalid memory access",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018
        """),
    ])

  private static let signed = Evidence.all([.not(.codeWithoutSignatures), .not(.addressIsText)])
  private static let inException = Evidence.any([
    .exceptionField(
      containing: ["pointer authentication", "exc_arm_pac_fail"],
      statement: "The system reports a possible pointer authentication failure."),
    .termination(
      namespace: "PAC_EXCEPTION", statement: "The system reports a possible pointer authentication failure."),
    // Crash reporters and MetricKit have no subtype: EXC_ARM_PAC_FAIL.
    .all([
      .exception(types: ["EXC_BAD_ACCESS"]),
      .field(
        .firstExceptionCode, .equals("0x105"),
        statement: "The system reports a possible pointer authentication failure."),
    ]),
  ])
  /// The compiler traps after an authentication that failed. At most likely: another library may use the immediate.
  private static let inInstruction = Evidence.all([
    .trapped(),
    .trapInstruction(
      [.pointerAuthentication],
      statement: "The instruction is {instruction}, which Clang compiles for a pointer whose authentication failed."),
  ])
  private static let inText = Evidence.text(
    [
      "possible pointer authentication failure", "pointer authentication failure", "EXC_ARM_PAC_FAIL",
      "pointer authentication trap",
    ],
    statement: "The system reports a possible pointer authentication failure.")
}
