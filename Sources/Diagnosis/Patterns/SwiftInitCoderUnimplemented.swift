extension Pattern {
  /// Xcode's template for `init(coder:)`, called at last.
  static let swiftInitCoderUnimplemented: Pattern = Pattern(
    "swift-initcoder-unimplemented",
    title: "A view was made from a nib or storyboard, and its init(coder:) only stops the process",
    family: .swift,
    symptom: """
      The app stops when a screen of a storyboard or xib is shown, with "init(coder:) has not been implemented".
      """,
    grades: [
      Grade(.certain, cause: .certain, .text([template], without: ["fatalError("], statement: templateSays)),
      Grade(.certain, cause: .certain, .text(missing, shortens: false, statement: missingSays)),
    ],
    headline: "{class|A class} was made from a nib or storyboard, but its init(coder:) is not implemented",
    cause: """
      Nibs and storyboards make their objects with init(coder:). {class|The class} has the body that Xcode proposes for \
      it, fatalError("init(coder:) has not been implemented"), because it was meant to be made in code; now a document \
      has it, or unarchives something that has.
      """,
    remedy: [
      "Implement init(coder:) in {class|the class}: call super.init(coder:) and the same set-up as in its other initialisers.",
      "If {class|it} needs values that a document cannot give, take it out of the document and make it in code, or with @IBSegueAction.",
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
        "The stack: it names the class whose init(coder:) this is, and the nib or storyboard that asked for it.")
    ],
    lookalikes: [
      LookAlike(
        "ib-initframe-unimplemented",
        because: "It is init(coder:) that was called: a document was loaded, not a preview drawn."),
      LookAlike("nib-unknown-class", because: "The class was found; it refuses to be made so."),
    ],
    references: [
      Reference(
        "init(coder:) (Apple, NSCoding)",
        url: "https://developer.apple.com/documentation/foundation/nscoding/init(coder:)"),
      .appleSwiftRuntimeErrors,
    ],
    supersedes: ["swift-fatal-error", "swift-trap-unspecified", "swift-unimplemented-init"] + Designables.symptoms,
    examples: [
      .matches(
        "the debugger's word",
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
        "the initialiser that Interface Builder calls",
        """
        CardView.swift: 12: 7: Fatal error: Use of unimplemented initializer 'init(frame:)' for class 'MyApp.CardView'
        """),
      .doesNotMatch(
        "a remark in the source that nothing ran into",
        """
        required init?(coder: NSCoder) {
          fatalError("init(coder:) has not been implemented")
        }
        """),
    ])

  private static let template: TextTemplate = "init(coder:) has not been implemented"
  private static let templateSays = "init(coder:) was called, and it only stops the process."
  private static let missing: [TextTemplate] = [
    "unimplemented initializer 'init(coder:){}for class '{class}'", "unimplemented initializer 'init(coder:)",
  ]
  private static let missingSays = "{class|The class} has no init(coder:), and it was called."
}
