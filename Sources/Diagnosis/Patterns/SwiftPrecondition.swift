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
        .any(
          checks + [
            .swiftFailure(
              [
                "Precondition failed: {condition}", "Precondition failed",
                "Swift runtime failure: precondition failure", "precondition failure",
              ],
              frames: ["Swift runtime failure: precondition failure*"], statement: statement)
          ]))
    ],
    headline:
      "Precondition failed in {function|the app}: {check|}{condition?{condition}|{check?|no message}}{location? ({location})}",
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

  private static let statement = "A precondition did not hold."

  /// Checks of the standard library, whose messages do not mention a precondition. Captures the beginning of the
  /// message as `check` and the rest as `condition`.
  private static let checks: [Evidence] =
    [
      "Can't remove ", "Can't form Range with ", "Range requires ", "Duplicate keys of type ", "UnsafeMutable",
      "UnsafeBufferPointer", "Not enough bits to represent ", "Double value cannot be converted to ",
    ]
    .map { check($0, rest: "{condition}") }
    + ["Division by zero", "Negative value is not representable"].map { check($0, rest: "") }

  private static func check(_ beginning: String, rest: String) -> Evidence {
    .all([
      .swiftFailure([TextTemplate("Fatal error: " + beginning + rest)], frames: [], statement: statement),
      .capture("check", beginning),
    ])
  }
}
