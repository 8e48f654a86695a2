extension Pattern {
  /// A call of `fatalError`, or a check of Swift that has no narrower pattern.
  static let swiftFatalError: Pattern = Pattern(
    "swift-fatal-error",
    title: "Fatal error: the program stopped itself with fatalError()",
    family: .swift,
    symptom: "A Swift app crashes with \"Fatal error: …\" and a message from the program.",
    grades: [
      // The message is recorded, and the function that prints it is on top.
      Grade(.certain, cause: .likely, .all([message, .trapped(), assertion])),
      Grade(
        .likely, cause: .likely,
        .all([
          message,
          .any([
            .text([".swift"]), .trapped(),
            .frame(FrameQuery([], images: ["libswiftCore*"], position: .first(6))), startsLine,
          ]),
          .not(.text(["file not found", "module map", "error generated", "too many errors"])),
        ])),
    ],
    headline: "Fatal error in {function|the app}: {message|no message}",
    cause: """
      fatalError() (or a failed check of the standard library) ended the process{message? with the message \
      "{message}"|; the message is not recorded}. The author of that line considered the situation impossible.
      """,
    remedy: [
      "Read the code at {location|the line that the message names}, and find out how the situation occurred.",
      "If it can happen, replace fatalError() with an error that the caller handles.",
    ],
    changes: [
      Change("swift", before: #"default: fatalError("no such suit")"#, after: "default: throw CardError.unknownSuit")
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: it would show the caller.")
    ],
    lookalikes: [
      LookAlike("swift-trap-unspecified", because: "The message is recorded."),
      LookAlike("swift-precondition", because: "The message does not mention a precondition."),
    ],
    knownGaps: ["A log line of another program that looks like Swift's message is not distinguished from it."],
    references: [.swiftRuntimeErrors],
    supersedes: ["swift-trap-unspecified", "ib-agent-crashed-unspecified"],
    generality: 6,
    searchTerms: """
      fatalError
      fatalError()
      fatal error
      swift fatal error
      """,
    examples: [
      .matches(
        "a message of the program", atLeast: .likely,
        """
        →Cards/Deck.swift:31: Fatal error: no such suit
        """),
      .doesNotMatch(
        "an error message of a compiler",
        """
        /Users/user/Cards/Card.m:3:9: fatal error: 'Deck.h' file not found
        """),
    ])

  private static let startsLine = Evidence.text(TextQuery(["Fatal error:"], isAtStart: true))
  private static let message = Evidence.any([
    // Builds without optimization add the location.
    .text(
      TextQuery(
        ["Fatal error: {message}: file {}, line {number}"], requires: ["number": (0...9).map { "\($0)*" }],
        readsSwiftLocation: true, statement: statement)),
    .swiftFailure(["Fatal error: {message}", "Fatal error"], frames: [], statement: statement),
  ])
  private static let statement = "Swift stopped the process with this message."
  private static let assertion = Evidence.frame(
    FrameQuery(
      ["*_assertionFailure(*", "*_fatalErrorMessage(*"], images: ["libswiftCore*"], position: .first(3),
      statement: "The Swift runtime calls {function} to stop a process."))
}
