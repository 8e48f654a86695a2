extension Pattern {
  /// Zombie Objects caught a message to an object that was already deallocated.
  static let objcZombieMessage: Pattern = Pattern(
    "objc-zombie-message",
    title: "A message was sent to an object that was already deallocated",
    family: .memory,
    symptom: "With Zombie Objects on, the console says \"message sent to deallocated instance 0x…\".",
    grades: [
      Grade(
        .certain, cause: .likely,
        .text(
          [
            "*** -[{object} {selector}]: message sent to deallocated instance", "message sent to deallocated instance",
          ], statement: "The object was gone when the message was sent.")),
      Grade(
        .likely, cause: .likely,
        .frame(
          FrameQuery(["-[_NSZombie_* *", "_NSZombie_*"], position: .first(8), statement: "The receiver is a zombie."))),
    ],
    headline: "{selector|A message} was sent to a {object|n object} that was already deallocated",
    cause: """
      Somebody still holds a pointer to the {object|object} after its last owner released it. With `release` or \
      `dealloc` as the message it was released once too often; with any other it was kept without being retained.
      """,
    remedy: [
      "Find who still holds the {object|object}: unowned, assign, unsafe_unretained or a delegate that should be weak.",
      "If the message is `release`: look for a CFRelease or a replaced receiver (awakeAfterUsingCoder:) without ownership.",
      "Instruments, Zombies, shows every retain and release of that object.",
    ],
    changes: [
      Change(
        "objective-c", before: "@property (nonatomic, assign) id<CardDelegate> delegate;",
        after: "@property (nonatomic, weak) id<CardDelegate> delegate;"),
      Change("swift", before: "unowned let delegate: CardDelegate", after: "weak var delegate: CardDelegate?"),
    ],
    gaps: [Gap(unless: .hasStack, "The stack at the message: it would name the holder.")],
    lookalikes: [
      LookAlike("unrecognized-selector", because: "The method exists; the object does not any more.")
    ],
    references: [.zombies],
    supersedes: ["objc-overrelease", "memory-bad-access", "swift-trap-unspecified"],
    generality: 2,
    examples: [
      .matches(
        "the zombie's message",
        """
        →2022-03-04 05:06:07.890 Cards[4711:90210] *** -[CardView setNeedsDisplay]: message sent to deallocated instance 0x7fb1c5800000
        """),
      .doesNotMatch(
        "an object without the method",
        """
        *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[CardView count]: unrecognized selector sent to instance 0x7fb1c5800000'
        """),
    ])
}
