extension Pattern {
  /// `as!` to a type that the value is not of.
  static let swiftForcedCast: Pattern = Pattern(
    "swift-forced-cast",
    title: "A forced cast (as!) met a value of another type",
    family: .swift,
    symptom: "A Swift app stops: \"Could not cast value of type … to …\".",
    grades: [
      Grade(
        .certain, cause: .likely,
        .swiftFailure(
          [
            "Could not cast value of type '{actual}' (0x{}) to '{wanted}'",
            "Could not cast value of type '{actual}'{}to '{wanted}'",
            "Could not cast value of type",
          ],
          frames: [], statement: "A forced cast met a value of another type.")),
      Grade(
        .likely, cause: .likely,
        .frame(
          FrameQuery(
            ["swift_dynamicCastFailure*", "*swift::swift_dynamicCastFailure*"], position: .first(8),
            statement: "The Swift runtime ends the process for a failed cast here."))),
    ],
    headline: "{function|The app} casts {actual|a value} to {wanted|a type that it is not}",
    cause: """
      `as!` promised that the value is {wanted|of the type}, and it is {actual|of another}. Usual places: a cell or \
      controller whose class is not set in the storyboard, a dictionary of mixed values, a type that exists in two modules.
      """,
    remedy: [
      "Use `as?` with `guard let` at the cast to {wanted|the type}, and find out where the {actual|other} value comes from.",
      "For a cell, view or controller: set Class and Module in the storyboard's Identity inspector.",
      "If both types print alike: the class is compiled into two binaries; keep it in one.",
    ],
    changes: [
      Change(
        "swift", before: "let cell = view as! {wanted|CardCell}",
        after: "guard let cell = view as? {wanted|CardCell} else { return assertionFailure(\"\\(type(of: view))\") }")
    ],
    gaps: [
      Gap(
        unless: .text(["Could not cast value of type"]),
        "The message: it names both types; it stands in the console."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM of this build."),
    ],
    lookalikes: [
      LookAlike("swift-nil-unwrap", because: "The value is there; it is of another type."),
      LookAlike("swift-trap-unspecified", because: "A failed cast is named."),
    ],
    references: [.swiftRuntimeErrors],
    supersedes: ["swift-fatal-error", "swift-trap-unspecified", "ib-agent-crashed-unspecified"],
    generality: 3,
    examples: [
      .matches(
        "the message",
        """
        →Could not cast value of type 'Cards.PlainCell' (0x10a105378) to 'Cards.CardCell' (0x10a109a81).
        """),
      .doesNotMatch(
        "nil, not another type",
        """
        Cards/CardController.swift:27: Fatal error: Unexpectedly found nil while unwrapping an Optional value
        """),
    ])
}
