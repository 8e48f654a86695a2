extension Pattern {
  /// The program's own `fatalError`, or a check of Swift's that has no narrower pattern.
  static let swiftFatalError: Pattern = Pattern(
    "swift-fatal-error",
    title: "The program stopped itself with fatalError()",
    family: .swift,
    symptom: "A Swift app stops with \"Fatal error: …\" and a text of its own.",
    grades: [
      Grade(
        .likely, cause: .likely,
        .all([
          .swiftFailure(
            ["Fatal error: {message}", "Fatal error"], frames: [],
            statement: "Swift stopped the process with this message."),
          .any([
            .text([".swift"]), .trapped(),
            .frame(FrameQuery([], images: ["libswiftCore*"], position: .first(6))), startsLine,
          ]),
          .not(.text(["file not found", "module map", "error generated", "too many errors"])),
        ]))
    ],
    headline: "{function|The app} stopped itself: {message|fatal error}",
    cause: """
      fatalError() (or a failed check of the standard library) ended the process with the text "{message|…}". The \
      author of that line considered the situation impossible.
      """,
    remedy: [
      "Read the code at {location|the line that the message names}, and find out how the situation came about.",
      "If it can happen, replace fatalError() by an error that the caller handles.",
    ],
    changes: [
      Change("swift", before: #"default: fatalError("no such suit")"#, after: "default: throw CardError.unknownSuit")
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: it would show who called.")
    ],
    lookalikes: [
      LookAlike("swift-trap-unspecified", because: "The message is recorded."),
      LookAlike("swift-precondition", because: "The message does not speak of a precondition."),
    ],
    knownGaps: ["A message that only looks like one of Swift's, in the log of another program, is not told apart."],
    references: [.swiftRuntimeErrors],
    supersedes: ["swift-trap-unspecified", "ib-agent-crashed-unspecified"],
    generality: 6,
    examples: [
      .matches(
        "a text of the program's own", atLeast: .likely,
        """
        →Cards/Deck.swift:31: Fatal error: no such suit
        """),
      .doesNotMatch(
        "a compiler's message",
        """
        /Users/user/Cards/Card.m:3:9: fatal error: 'Deck.h' file not found
        """),
    ])

  private static let startsLine = Evidence.text(TextQuery(["Fatal error:"], isAtStart: true))
}
