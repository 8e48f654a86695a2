extension Pattern {
  /// Zombie Objects detected a message to an object that was already deallocated.
  static let objcZombieMessage: Pattern = Pattern(
    "objc-zombie-message",
    title: "Message sent to a deallocated instance (use after free, zombie)",
    family: .memory,
    symptom: "With Zombie Objects enabled, the console reports \"message sent to deallocated instance 0x…\".",
    grades: [
      Grade(
        .certain, cause: .likely,
        .text(
          [
            "*** -[{object} {selector}]: message sent to deallocated instance", "message sent to deallocated instance",
          ], statement: "The object was already deallocated when the message was sent.")),
      Grade(
        .likely, cause: .likely,
        .frame(
          FrameQuery(["-[_NSZombie_* *", "_NSZombie_*"], position: .first(8), statement: "The receiver is a zombie."))),
    ],
    headline: "Use after free: {selector|a message} was sent to a deallocated instance{object? of {object}}",
    cause: """
      A pointer to the {object|object} still exists after its last owner released it. If the message is `release` or \
      `dealloc`, the object was over-released; any other message usually means that the pointer was stored without \
      retaining the object.
      """,
    remedy: [
      """
      Find what still references the {object|object}: unowned(unsafe), assign, unsafe_unretained, or a delegate that \
      should be weak.
      """,
      """
      If the message is `release`, look for a CFRelease of an object that the code does not own, or a receiver that \
      awakeAfterUsingCoder: replaces.
      """,
      "The Zombies instrument shows every retain and release of that object.",
    ],
    changes: [
      Change(
        "objective-c", before: "@property (nonatomic, assign) id<CardDelegate> delegate;",
        after: "@property (nonatomic, weak) id<CardDelegate> delegate;"),
      Change("swift", before: "unowned(unsafe) let delegate: CardDelegate", after: "weak var delegate: CardDelegate?"),
    ],
    gaps: [
      Gap(
        unless: .hasStack, "The stack at the time of the message: it would show which code still references the object."
      )
    ],
    lookalikes: [
      LookAlike("unrecognized-selector", because: "The method exists; the object no longer does.")
    ],
    references: [.zombies],
    supersedes: ["objc-overrelease", "memory-bad-access", "swift-trap-unspecified"],
    generality: 2,
    searchTerms: """
      zombie
      zombie object
      NSZombie
      message sent to deallocated instance
      NSZombieEnabled
      CFZombie
      deallocated instance
      """,
    examples: [
      .matches(
        "the message of Zombie Objects",
        """
        →2022-03-04 05:06:07.890 Cards[4711:90210] *** -[CardView setNeedsDisplay]: message sent to deallocated instance 0x7fb1c5800000
        """),
      .doesNotMatch(
        "a live object without the method",
        """
        *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[CardView count]: unrecognized selector sent to instance 0x7fb1c5800000'
        """),
    ])
}
