extension Pattern {
  /// Overlapping accesses to one variable, at least one of which modifies it.
  static let swiftExclusivity: Pattern = Pattern(
    "swift-exclusivity",
    title: "Exclusive access violation: overlapping accesses to one variable",
    family: .swift,
    symptom: "A Swift app crashes: \"Simultaneous accesses to 0x…, but modification requires exclusive access\".",
    grades: [
      Grade(
        .certain, cause: .certain,
        .all([
          .text(
            [
              "Simultaneous accesses to 0x{address}, but modification requires exclusive access",
              "Simultaneous accesses to", "overlapping accesses to", "Fatal access conflict detected",
            ], statement: "Two accesses to one variable overlapped, and at least one of them modifies it."),
          .optional(
            .text(
              ["Previous access (a {first}) started at {before}"],
              statement: "The earlier access was still in progress.")
          ),
        ])),
      Grade(
        .likely, cause: .likely,
        .all([
          .frame(
            FrameQuery(
              ["*reportExclusivityConflict*", "swift_beginAccess"], position: .first(6),
              statement: "The Swift runtime checks for exclusive access here.")),
          .any([.trapped(), .exception(signals: ["SIGABRT"], statement: "The process was aborted.")]),
        ])),
    ],
    headline: "Exclusive access violation in {function|the app}: overlapping accesses to one variable",
    cause: """
      While a variable is being modified (an inout argument, a mutating method, a modify accessor), no other code \
      may read or modify it. Typical causes: a closure passed to a mutating method uses the same variable, or two \
      threads share the variable.
      """,
    remedy: [
      "Copy the value into a constant before the call whose closure or callee uses it.",
      "If two threads share the variable, protect it with a lock or an actor; Thread Sanitizer finds the other access.",
    ],
    changes: [
      Change(
        "swift", before: "cards.removeAll { $0.id == cards.first?.id }",
        after: "let first = cards.first?.id\ncards.removeAll { $0.id == first }")
    ],
    gaps: [
      Gap(
        unless: .text(["Previous access"]),
        "The two accesses with their stacks, which the console prints after the message.")
    ],
    lookalikes: [
      LookAlike("swift-trap-unspecified", because: "The report names the overlapping accesses.")
    ],
    references: [
      Reference("The Swift Programming Language: Memory Safety"), .swiftRuntimeErrors,
    ],
    supersedes: ["swift-fatal-error", "swift-trap-unspecified"],
    generality: 2,
    searchTerms: """
      exclusive access
      simultaneous accesses
      exclusivity violation
      overlapping accesses
      overlapping access
      law of exclusivity
      simultaneous access
      """,
    examples: [
      .matches(
        "the runtime's message and the first access",
        """
        →Simultaneous accesses to 0x600003a0c4b0, but modification requires exclusive access.
        →Previous access (a modification) started at Cards`Deck.shuffle() + 84 (0x1045d2110).
        Current access (a read) started at:
        0    libswiftCore.dylib                 0x00000001a2b94560 swift_beginAccess + 568
        1    Cards                              0x00000001045d2200 closure #1 in Deck.shuffle() + 44
        """),
      .doesNotMatch(
        "a race reported by Thread Sanitizer",
        """
        WARNING: ThreadSanitizer: Swift access race (pid=4711)
        """),
    ])
}
