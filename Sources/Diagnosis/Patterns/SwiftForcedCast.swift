extension Pattern {
  /// A forced cast (`as!`) to a type that the value does not have.
  static let swiftForcedCast: Pattern = Pattern(
    "swift-forced-cast",
    title: "Could not cast value: a forced cast (as!) failed",
    family: .swift,
    symptom: "A Swift app crashes: \"Could not cast value of type … to …\".",
    grades: [
      Grade(
        .certain, cause: .likely,
        .swiftFailure(
          [
            "Could not cast value of type '{actual}' (0x{}) to '{wanted}'",
            "Could not cast value of type '{actual}'{}to '{wanted}'",
            "Could not cast value of type",
          ],
          frames: [], statement: "A forced cast failed: the value has another type.")),
      Grade(
        .likely, cause: .likely,
        .frame(
          FrameQuery(
            [
              "swift_dynamicCastFailure*", "*swift::swift_dynamicCastFailure*", "Swift runtime failure: *cast failed*",
              "Swift runtime failure: failed cast*",
            ], position: .first(8),
            statement: "The Swift runtime stops the process here because a cast failed."))),
    ],
    headline: "Could not cast {actual|a value} to {wanted|another type} (as!) in {function|the app}",
    cause: """
      `as!` requires that the value has {wanted?the type {wanted}|the given type}, but it has {actual?the type \
      {actual}|another type}. Common causes: a cell or controller whose class is not set in the storyboard, a \
      dictionary with mixed values, a type that exists in two modules.
      """,
    remedy: [
      """
      Use `as?` with `guard let` at the cast to {wanted|the type}, and find out where the \
      {actual|other} value comes from.
      """,
      "For a cell, view or controller, set Class and Module in the storyboard's Identity inspector.",
      "If both types have the same name, the class is compiled into two binaries; keep it in one.",
    ],
    changes: [
      Change(
        "swift", before: "let cell = view as! {wanted|CardCell}",
        after: "guard let cell = view as? {wanted|CardCell} else { return assertionFailure(\"\\(type(of: view))\") }")
    ],
    gaps: [
      Gap(
        unless: .text(["Could not cast value of type"]),
        "The message in the console, which names both types."),
      Gap(unless: .namesSourceLine, "The source line: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike("swift-nil-unwrap", because: "The value is not nil; it has another type."),
      LookAlike("swift-trap-unspecified", because: "The report names the failed cast."),
    ],
    references: [.swiftRuntimeErrors],
    supersedes: ["swift-fatal-error", "swift-trap-unspecified", "ib-agent-crashed-unspecified"],
    generality: 3,
    searchTerms: """
      forced cast
      as!
      could not cast value of type
      could not cast
      force cast
      forced downcast
      cast failed
      swift_dynamicCast
      swift_dynamicCastFailure
      """,
    examples: [
      .matches(
        "the message of the runtime",
        """
        →Could not cast value of type 'Cards.PlainCell' (0x10a105378) to 'Cards.CardCell' (0x10a109a81).
        """),
      .doesNotMatch(
        "a nil value, not another type",
        """
        Cards/CardController.swift:27: Fatal error: Unexpectedly found nil while unwrapping an Optional value
        """),
    ])
}
