import CrashReports

extension Pattern {
  /// A signed pointer did not verify.
  static let pointerAuthentication: Pattern = Pattern(
    "pointer-authentication",
    title: "A pointer failed authentication",
    family: .memory,
    symptom: """
      The app dies on an arm64e device or Mac; the report says "possible pointer authentication failure".
      """,
    grades: [
      Grade(.certain, cause: .possible, stated),
      Grade(.certain, cause: .possible, said),
    ],
    headline: "{function|The process} used a pointer whose signature is not valid",
    cause: """
      On arm64e, return addresses, function pointers, isa and virtual tables are signed. The signature of this \
      one did not verify: the memory that holds it was overwritten or freed, or the pointer was cast or copied \
      by hand in a way that loses the signature.
      """,
    remedy: [
      "Take it as damaged memory first: run with Address Sanitizer and, for Objective-C objects, with Zombie Objects.",
      "Look at {location|the first frame of the app} for function pointers that are cast, copied with memcpy, or kept in integers.",
      "Libraries that sign pointers themselves must be built for arm64e, and call through the types of ptrauth.h.",
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
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike("memory-bad-access", because: "The address is one whose signature was taken off; the system says so."),
      LookAlike("objc-overrelease", because: "An object that was freed can be the reason: Zombie Objects would tell."),
    ],
    references: [Reference("Preparing your app to work with pointer authentication (Apple, Security)"), .memoryAccess],
    supersedes: ["memory-bad-access", "swift-trap-unspecified"],
    generality: 4,
    examples: [
      .matches(
        "the note of the system",
        """
        →Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        →Exception Subtype: KERN_INVALID_ADDRESS at 0x00c00001f2ca8710 -> 0x00000001f2ca8710 (possible pointer authentication failure)

        Thread 0 Crashed:
        0   Cards                         	0x0000000102d34f50 deck_draw + 76
        """),
      .matches(
        "the debugger",
        """
        →* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BREAKPOINT (code=EXC_ARM_PAC_FAIL, subcode=0x1a2b94560)
            frame #0: 0x0000000102d34f50 Cards`deck_draw + 76
        """),
      .doesNotMatch(
        "a plain invalid access",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018
        """),
    ])

  private static let stated = Evidence.exceptionField(
    containing: ["pointer authentication", "exc_arm_pac_fail"],
    statement: "The system says that a pointer's signature failed.")
  private static let said = Evidence.text(
    [
      "possible pointer authentication failure", "pointer authentication failure", "EXC_ARM_PAC_FAIL",
      "pointer authentication trap",
    ],
    statement: "The system says that a pointer's signature failed.")
}
