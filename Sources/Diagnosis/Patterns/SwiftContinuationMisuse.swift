import CrashReports

/// Misuse of a checked continuation of Swift concurrency.
extension Pattern {
  /// A continuation that was released without being resumed: its task waits forever.
  static let swiftContinuationLeaked: Pattern = Pattern(
    "swift-continuation-leaked",
    title: "Swift continuation leaked: the task is never resumed",
    family: .concurrency,
    severity: .warning,
    symptom: """
      An await never returns, and the console contains "SWIFT TASK CONTINUATION MISUSE: … leaked its continuation".
      """,
    grades: [
      Grade(
        .certain, cause: .certain,
        .text(
          [
            "SWIFT TASK CONTINUATION MISUSE: {user} leaked its continuation",
            "SWIFT TASK CONTINUATION MISUSE:{}leaked its continuation",
          ], shortens: false,
          statement: "The Swift runtime reports that the continuation was released without a resume."))
    ],
    headline: "Swift continuation leaked{user? in {user}}: its task waits forever",
    cause: """
      {user|A function} called withCheckedContinuation or withCheckedThrowingContinuation, and a code path returns \
      without calling resume. The callback was never called, was called on an early return, or its object was released. \
      The waiting task never continues, and what it holds is never released.
      """,
    remedy: [
      "In {user|the function}, call resume exactly once on each code path: also on errors, early returns and timeouts.",
      "If an API may drop its callback, wrap it in an object that resumes the continuation with an error in deinit.",
    ],
    changes: [
      Change(
        "swift", before: "load { card in if let card { continuation.resume(returning: card) } }",
        after: """
          load { card in
            if let card { continuation.resume(returning: card) } else { continuation.resume(throwing: LoadError.missing) }
          }
          """)
    ],
    lookalikes: [
      LookAlike("swift-continuation-resumed-twice", because: "The continuation was not resumed at all.")
    ],
    references: [continuationReference],
    generality: 1,
    searchTerms: """
      SWIFT TASK CONTINUATION MISUSE
      leaked its continuation
      withCheckedContinuation
      await never returns
      continuation leaked
      """,
    examples: [
      .matches(
        "the warning in the console",
        """
        →SWIFT TASK CONTINUATION MISUSE: loadDeck(named:) leaked its continuation without resuming it. This may cause tasks waiting on it to remain suspended forever.
        """),
      .doesNotMatch(
        "a continuation that was resumed twice",
        """
        _Concurrency/CheckedContinuation.swift:169: Fatal error: SWIFT TASK CONTINUATION MISUSE: loadDeck(named:) tried to resume its continuation more than once, returning Deck!
        """),
      .doesNotMatch(
        "a log line about a leak",
        """
        2024-05-06 07:08:09.123 Cards[4711:90210] the task leaked its context, continuation in 5 seconds
        """),
    ])

  /// A continuation that was resumed twice: the runtime stops the process.
  static let swiftContinuationResumedTwice: Pattern = Pattern(
    "swift-continuation-resumed-twice",
    title: "Swift continuation resumed more than once",
    family: .concurrency,
    symptom: """
      The app stops with "Fatal error: SWIFT TASK CONTINUATION MISUSE: … tried to resume its continuation more than once".
      """,
    grades: [
      Grade(
        .certain, cause: .certain,
        .all([
          .text(
            [
              "SWIFT TASK CONTINUATION MISUSE: {user} tried to resume its continuation more than once, {how}!",
              "SWIFT TASK CONTINUATION MISUSE: {user} tried to resume its continuation more than once",
              "SWIFT TASK CONTINUATION MISUSE:{}more than once",
            ], shortens: false, statement: "The Swift runtime reports the second resume."),
          .optional(resumer),
        ])),
      // The only check in these functions.
      Grade(
        .certain, cause: .likely,
        .all([
          .frames([
            FrameQuery(["_assertionFailure*", "*fatalError*"], position: .first(4)),
            FrameQuery(
              ["CheckedContinuation.resume(*", "*CheckedContinuation.resume(*"],
              statement: "{function} stopped: it checks that a continuation is resumed only once."),
          ]), .optional(resumer),
        ])),
    ],
    headline: "Swift continuation resumed more than once{user? in {user}}{how? ({how})}",
    cause: """
      The continuation of {user|a function} was resumed a second time. Usually the wrapped callback is called more than \
      once: for progress, for both success and error, or by two observers. With an unsafe continuation the same bug is \
      undefined behavior.
      """,
    remedy: [
      "In {user|the function}, make sure that each continuation is resumed exactly once: return after resume, and set a stored continuation to nil before resuming it.",
      "For a callback that is called several times, use AsyncStream instead of a continuation.",
    ],
    changes: [
      Change(
        "swift", before: "continuation?.resume(returning: deck)",
        after: "let waiting = continuation\ncontinuation = nil\nwaiting?.resume(returning: deck)")
    ],
    gaps: [Gap(unless: .hasStack, "The stack: it shows who resumed the second time.")],
    lookalikes: [LookAlike("swift-continuation-leaked", because: "The continuation was resumed, but twice.")],
    references: [continuationReference],
    supersedes: ["swift-fatal-error", "swift-trap-unspecified", "swift-precondition"],
    generality: 1,
    searchTerms: """
      resume its continuation more than once
      SWIFT TASK CONTINUATION MISUSE
      continuation resumed twice
      CheckedContinuation
      """,
    examples: [
      .matches(
        "the fatal error",
        """
        →_Concurrency/CheckedContinuation.swift:169: Fatal error: SWIFT TASK CONTINUATION MISUSE: loadDeck(named:) tried to resume its continuation more than once, returning Deck!
        """),
      .doesNotMatch(
        "a leaked continuation",
        """
        SWIFT TASK CONTINUATION MISUSE: loadDeck(named:) leaked its continuation!
        """),
      .doesNotMatch(
        "another fatal error",
        """
        Cards/Deck.swift:12: Fatal error: the download was resumed more than once
        """),
    ])

  private static let continuationReference = Reference(
    "CheckedContinuation (Apple, Swift)",
    url: "https://developer.apple.com/documentation/swift/checkedcontinuation")
  private static let resumer = Evidence.frame(
    FrameQuery([], roles: [.app], blamed: true, statement: "{function} resumed the continuation the second time."))
}
