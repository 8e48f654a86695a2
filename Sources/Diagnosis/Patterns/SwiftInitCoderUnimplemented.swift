extension Pattern {
  /// A call of Xcode's template body for `init(coder:)`, which only stops the process.
  static let swiftInitCoderUnimplemented: Pattern = Pattern(
    "swift-initcoder-unimplemented",
    title: "init(coder:) has not been implemented in a class that a nib or storyboard creates",
    family: .swift,
    symptom: """
      The app crashes when a screen of a storyboard or xib is shown, with "init(coder:) has not been implemented".
      """,
    grades: [
      Grade(.certain, cause: .certain, .text([template], without: ["fatalError("], statement: templateStatement)),
      Grade(.certain, cause: .certain, .text(missing, shortens: false, statement: missingStatement)),
    ],
    headline: "init(coder:) has not been implemented: {class|a class} was created from a nib or storyboard",
    cause: """
      Nibs and storyboards create their objects with init(coder:). {class|The class} does not have that initializer, \
      or has it with the body that Xcode inserts, fatalError("init(coder:) has not been implemented"), because the \
      class was intended to be created in code. Now it is used in a nib, a storyboard or an archive.
      """,
    remedy: [
      """
      Implement init(coder:) in {class|the class}: call super.init(coder:) and the same setup as \
      in its other initializers.
      """,
      """
      If {class|it} needs values that a document cannot provide, remove it from the document and create it in \
      code, or with @IBSegueAction.
      """,
    ],
    changes: [
      Change(
        "swift",
        before: """
          required init?(coder: NSCoder) {
            fatalError("init(coder:) has not been implemented")
          }
          """,
        after: """
          required init?(coder: NSCoder) {
            super.init(coder: coder)
            setUp()
          }
          """),
      Change(
        "objective-c",
        after: """
          - (instancetype)initWithCoder:(NSCoder *)coder {
            if ((self = [super initWithCoder:coder])) { [self setUp]; }
            return self;
          }
          """),
    ],
    gaps: [
      Gap(
        unless: .hasStack,
        "The stack: it would show which class this init(coder:) belongs to, and which nib or storyboard is loaded.")
    ],
    lookalikes: [
      LookAlike(
        "ib-initframe-unimplemented",
        because: "The missing initializer is init(coder:): a document was loaded, not a preview rendered."),
      LookAlike("nib-unknown-class", because: "The class was found; its init(coder:) stops the process."),
    ],
    references: [
      Reference(
        "init(coder:) (Apple, NSCoding)",
        url: "https://developer.apple.com/documentation/foundation/nscoding/init(coder:)"),
      .appleSwiftRuntimeErrors,
    ],
    supersedes: ["swift-fatal-error", "swift-trap-unspecified", "swift-unimplemented-init"] + Designables.symptoms,
    searchTerms: """
      init(coder:) has not been implemented
      init(coder:)
      initWithCoder:
      required init coder
      """,
    examples: [
      .matches(
        "the message in the debugger",
        """
        →Thread 1: Fatal error: init(coder:) has not been implemented
        """),
      .matches(
        "a report with the message",
        """
        Process:               MyApp [4711]
        Exception Type:        EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        →MyApp/CardView.swift:31: Fatal error: init(coder:) has not been implemented
        """),
      .doesNotMatch(
        "the initializer that Interface Builder calls",
        """
        CardView.swift: 12: 7: Fatal error: Use of unimplemented initializer 'init(frame:)' for class 'MyApp.CardView'
        """),
      .doesNotMatch(
        "source code that contains the message but did not run",
        """
        required init?(coder: NSCoder) {
          fatalError("init(coder:) has not been implemented")
        }
        """),
    ])

  private static let template: TextTemplate = "init(coder:) has not been implemented"
  private static let templateStatement = "init(coder:) was called, and its body only stops the process."
  private static let missing: [TextTemplate] = [
    "unimplemented initializer 'init(coder:){}for class '{class}'", "unimplemented initializer 'init(coder:)",
  ]
  private static let missingStatement = "{class|The class} has no init(coder:), but it was called."
}
