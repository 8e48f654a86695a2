extension Pattern {
  /// Two accesses to one variable overlap, and one of them changes it.
  static let swiftExclusivity: Pattern = Pattern(
    "swift-exclusivity",
    title: "Overlapping accesses to one variable (exclusivity violation)",
    family: .swift,
    symptom: "A Swift app stops: \"Simultaneous accesses to 0x…, but modification requires exclusive access\".",
    grades: [
      Grade(
        .certain, cause: .certain,
        .all([
          .text(
            [
              "Simultaneous accesses to 0x{address}, but modification requires exclusive access",
              "Simultaneous accesses to", "overlapping accesses to", "Fatal access conflict detected",
            ], statement: "A variable was read or changed while another access changed it."),
          .also(
            .text(["Previous access (a {first}) started at {before}"], statement: "The access that was still going on.")
          ),
        ])),
      Grade(
        .likely, cause: .likely,
        .all([
          .frame(
            FrameQuery(
              ["*reportExclusivityConflict*", "swift_beginAccess"], position: .first(6),
              statement: "The Swift runtime checks accesses here.")),
          .any([.trapped(), .exception(signals: ["SIGABRT"], statement: "The process was stopped.")]),
        ])),
    ],
    headline: "{function|The app} accesses a variable while it is being changed",
    cause: """
      While a variable is changed (an inout argument, a mutating method, a modify accessor) nobody else may read or \
      change it. Typical: a closure passed to a mutating method uses the same variable, or two threads share it.
      """,
    remedy: [
      "Copy the value into a constant before the call whose closure or callee uses it.",
      "If two threads meet there: guard the variable with a lock or an actor; Thread Sanitizer finds the other access.",
    ],
    changes: [
      Change(
        "swift", before: "cards.removeAll { $0.id == cards.first?.id }",
        after: "let first = cards.first?.id\ncards.removeAll { $0.id == first }")
    ],
    gaps: [
      Gap(
        unless: .text(["Previous access"]),
        "The two accesses with their stacks: the console prints them after the message.")
    ],
    lookalikes: [
      LookAlike("swift-trap-unspecified", because: "The overlapping accesses are named.")
    ],
    references: [
      Reference("The Swift Programming Language: Memory Safety"), .swiftRuntimeErrors,
    ],
    supersedes: ["swift-fatal-error", "swift-trap-unspecified"],
    generality: 2,
    examples: [
      .matches(
        "the runtime's message with the first access",
        """
        →Simultaneous accesses to 0x600003a0c4b0, but modification requires exclusive access.
        →Previous access (a modification) started at Cards`Deck.shuffle() + 84 (0x1045d2110).
        Current access (a read) started at:
        0    libswiftCore.dylib                 0x00000001a2b94560 swift_beginAccess + 568
        1    Cards                              0x00000001045d2200 closure #1 in Deck.shuffle() + 44
        """),
      .doesNotMatch(
        "Thread Sanitizer's words for a race",
        """
        WARNING: ThreadSanitizer: Swift access race (pid=4711)
        """),
    ])
}
