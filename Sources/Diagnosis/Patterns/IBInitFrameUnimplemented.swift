import Bytes
import CrashReports

extension Pattern {
  /// A view that lacks `init(frame:)`, or forbids calling it, while the agent creates views with it.
  static let ibInitFrameUnimplemented: Pattern = Pattern(
    "ib-initframe-unimplemented",
    title: "Interface Builder's agent calls init(frame:), which the view does not support",
    family: .designables,
    symptom: """
      Xcode shows an empty frame instead of an @IBDesignable view and reports that the agent crashed. In the running \
      app, the view is shown.
      """,
    grades: [
      Grade(.certain, cause: .certain, .all([inherited, .agent, .not(inheritedElsewhere)])),
      Grade(.certain, cause: .certain, .all([refused, .agent])),
      Grade(.likely, cause: .likely, .all([asserts, .agent])),
      Grade(.likely, cause: .likely, .all([inherited, .not(inheritedElsewhere), .not(debugged)])),
    ],
    headline: "{class|The view} does not support init(frame:), which Interface Builder calls",
    cause: """
      A nib creates a view with init(coder:), but Interface Builder's agent creates it with init(frame:) to draw it. A \
      Swift class with its own designated initializer does not inherit the others, and a call to a missing initializer \
      stops the process. An initializer that only asserts does the same.
      """,
    remedy: [
      "Implement init(frame:) in {class|the view}, and call the same setup from it and from init(coder:).",
      "Or let {class|the view} inherit init(frame:): give each new property a default value, and make additional initializers convenience initializers, also in subclasses of UIButton, UITextField and cells.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          override init(frame: CGRect) {
            super.init(frame: frame)
            setUp()
          }

          required init?(coder: NSCoder) {
            super.init(coder: coder)
            setUp()
          }
          """),
      Change(
        "objective-c",
        after: """
          - (instancetype)initWithFrame:(CGRect)frame {
            if ((self = [super initWithFrame:frame])) { [self setUp]; }
            return self;
          }

          - (instancetype)initWithCoder:(NSCoder *)coder {
            if ((self = [super initWithCoder:coder])) { [self setUp]; }
            return self;
          }
          """),
    ],
    gaps: [
      Gap(
        unless: .agent,
        "The process that wrote the message: in Interface Builder's agent this failure is certain; in the app it is another failure."
      )
    ],
    lookalikes: [
      LookAlike(
        "swift-unimplemented-init",
        because: "Nothing shows that the message is from the app; the agent calls init(frame:) for every view."),
      LookAlike("swift-initcoder-unimplemented", because: "The missing initializer is init(frame:)."),
    ],
    knownGaps: [
      "An Objective-C initializer that rejects the call with its own message is recognized only by its frame."
    ],
    references: [
      .appleDesignableViews,
      Reference("Initialization: Automatic Initializer Inheritance (The Swift Programming Language)"),
      .appleSwiftRuntimeErrors,
    ],
    supersedes: Designables.generalFailures + ["swift-unimplemented-init", "assert-failed", "ib-load-time-code"],
    searchTerms: """
      use of unimplemented initializer init(frame:)
      unimplemented initializer init(frame:)
      init(frame:)
      initWithFrame:
      init(frame:) has not been implemented
      """,
    examples: [
      .matches(
        "in the agent",
        """
        →Process:               IBDesignablesAgent-iOS [4711]
        →Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)

        Application Specific Information:
        →/Users/dev/MyApp/CardView.swift: 63: 28: Fatal error: Use of unimplemented initializer 'init(frame:)' for class 'MyApp.CardView'
        """),
      .matches(
        "the message alone", atLeast: .likely,
        """
        →CardView.swift: 12: 7: fatal error: use of unimplemented initializer 'init(frame:) ' for class 'MyApp.CardView'
        """),
      .matches(
        "Objective-C code that forbids it",
        """
        →Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent raised a "NSInternalInconsistencyException" exception: -initWithFrame: is not supported, use +cardFromNib
        """),
      .doesNotMatch(
        "the same message in a running app",
        """
        fatal error: use of unimplemented initializer 'init(frame:)' for class 'CardKit.CardView'
        2024-05-04 10:11:12.131415+0200 MyApp[4711:70536] fatal error: use of unimplemented initializer 'init(frame:)' for class 'CardKit.CardView'
        """),
      .doesNotMatch(
        "another initializer",
        """
        CardCell.swift: 12: 7: Fatal error: Use of unimplemented initializer 'init(style:reuseIdentifier:)' for class 'MyApp.CardCell'
        """),
    ])

  private static let templates: [TextTemplate] = [
    "unimplemented initializer 'init(frame:){}for class '{class}'", "unimplemented initializer 'init(frame:)",
  ]
  private static let statement = "{class|The class} has no init(frame:), but it was called."
  private static let inherited = Evidence.text(templates, shortens: false, statement: statement)
  private static let inheritedElsewhere = Evidence.text(templates, author: .notAgent, statement: statement)
  private static let debugged = Evidence.text(
    ["Thread {number}: fatal error: use of unimplemented initializer"],
    statement: "The message comes from the debugger of a running app.")
  private static let refused = Evidence.text(
    [
      "init(frame:) has not been implemented", "initWithFrame: is not", "initWithFrame: must not", "initWithFrame: not",
    ],
    without: ["unrecognized selector", "fatalError("],
    statement: "The message states that the initializer must not be called, or is not implemented.")
  /// An assertion or exception raised by initWithFrame: itself, not by a function that it calls.
  private static let asserts = Evidence.custom(
    CustomEvidence(
      "initWithFrame: raises an assertion or exception itself",
      reason: "Two frames must be next to each other, the outer one the first of the app.",
      explanations: [raisingStatement, refusingStatement]
    ) { context in
      for stack in context.stacks {
        guard let own = stack.firstIndex(where: { $0.role == .app }), own > 0, let name = stack[own].symbol?.readable,
          name.hasPrefix("-["), name.hasSuffix(" initWithFrame:]"),
          stack[own - 1].symbol.map({ raising.matches($0.readable) }) ?? false
        else { continue }
        return EvidenceMatch(
          witnesses: [
            context.witness(frame: stack[own - 1], at: own - 1, statement: raisingStatement),
            context.witness(frame: stack[own], at: own, statement: refusingStatement, captures: ["caller": name]),
          ], blame: AnalysisContext.blame(stack[own]), blamedFrame: own)
      }
      return nil
    })
  private static let raising = GlobSet([
    "-[NSAssertionHandler handleFailureIn*", "__assert_rtn", "-[* doesNotRecognizeSelector:]",
    "+[NSException raise:format:]", "+[NSException raise:format:arguments:]", "-[NSException raise]",
  ])
  private static let raisingStatement = "This function stops the process on behalf of its caller."
  private static let refusingStatement = "{caller} was called and stops the process."
}
