extension Pattern {
  /// A failed precondition of the program or of a library.
  static let swiftPrecondition: Pattern = Pattern(
    "swift-precondition",
    title: "Precondition failed in Swift code",
    family: .swift,
    symptom: "A Swift app crashes: \"Precondition failed\".",
    grades: [
      Grade(
        .certain, cause: .likely,
        .swiftFailure(
          [
            "Precondition failed: {condition}", "Precondition failed", "Swift runtime failure: precondition failure",
            "precondition failure", "Fatal error: Can't remove {condition}",
            "Fatal error: Can't form Range with {condition}",
            "Fatal error: Range requires {condition}", "Fatal error: Duplicate keys of type {condition}",
            "Fatal error: Division by zero", "Fatal error: UnsafeMutable{condition}",
            "Fatal error: UnsafeBufferPointer{condition}",
            "Fatal error: Not enough bits to represent {condition}", "Fatal error: Negative value is not representable",
            "Fatal error: Double value cannot be converted to {condition}",
          ],
          frames: ["Swift runtime failure: precondition failure*"], statement: "A precondition did not hold."))
    ],
    headline: "Precondition failed in {function|the app}: {condition|no message}{location? ({location})}",
    cause: """
      A call to precondition() or preconditionFailure(), or a check of the standard library, failed: a required \
      condition did not hold. Unlike assert(), these are also checked in release builds.
      """,
    remedy: [
      "Read the condition at {location|the source line}, and correct the caller that violates it.",
      "If the case can happen in practice, handle it (guard, throw) instead of using a precondition.",
    ],
    changes: [
      Change("swift", before: "precondition(count > 0)", after: "guard count > 0 else { throw CardError.empty }")
    ],
    gaps: [
      Gap(
        unless: .any([.namesSourceLine, .text([".swift:"])]),
        "The source line: symbolicate with the dSYM of this build.")
    ],
    lookalikes: [
      LookAlike("swift-fatal-error", because: "This is a precondition, not a call to fatalError()."),
      LookAlike("swift-trap-unspecified", because: "The report names the failed check."),
    ],
    references: [.swiftRuntimeErrors],
    supersedes: ["swift-fatal-error", "swift-trap-unspecified", "ib-agent-crashed-unspecified"],
    generality: 4,
    searchTerms: """
      precondition failed
      preconditionFailure
      precondition
      precondition()
      assertionFailure
      """,
    examples: [
      .matches(
        "the message of a debug build",
        """
        →Cards/Deck.swift:28: Precondition failed: a deck has at least one card
        """),
      .matches(
        "an inlined frame in an optimized build",
        """
        →Exception Type:  EXC_BREAKPOINT (SIGTRAP)

        Thread 0 Crashed:
        →0   Cards                         	0x0000000100d4a3f8 Swift runtime failure: precondition failure + 0 [inlined]
        1   Cards                         	0x0000000100d4a3f8 Deck.draw() + 180 (Deck.swift:28)
        """),
      .doesNotMatch(
        "a call of fatalError",
        """
        Cards/Deck.swift:31: Fatal error: no such suit
        """),
    ])
}
