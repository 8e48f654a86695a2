import Bytes
import CrashReports

extension Pattern {
  /// The agent makes views with `init(frame:)`, which the class does not have or refuses.
  static let ibInitFrameUnimplemented: Pattern = Pattern(
    "ib-initframe-unimplemented",
    title: "Interface Builder's agent calls init(frame:), which the view does not implement",
    family: .designables,
    symptom: """
      Xcode shows an empty frame where an @IBDesignable view should be and says that the agent crashed. When the app \
      runs, the view is there.
      """,
    grades: [
      Grade(.certain, cause: .certain, .all([inherited, .agent, .not(inheritedElsewhere)])),
      Grade(.certain, cause: .certain, .all([refused, .agent])),
      Grade(.likely, cause: .likely, .all([asserts, .agent])),
      Grade(.likely, cause: .likely, .all([inherited, .not(inheritedElsewhere), .not(debugged)])),
    ],
    headline: "Interface Builder made {class|the view} with init(frame:), which {class|it} does not implement",
    cause: """
      A nib makes a view with init(coder:), but Interface Builder's agent makes it with init(frame:) to draw it. A \
      Swift class that has a designated initialiser of its own inherits no other, and a call of one that is missing \
      stops the process. An initialiser that only asserts does the same.
      """,
    remedy: [
      "Implement init(frame:) in {class|the view}, and call the same set-up from it and from init(coder:).",
      "Give each further designated initialiser a default, or make it a convenience initialiser, also in subclasses of UIButton, UITextField and cells.",
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
        "Which process wrote it: in the agent of Interface Builder this is certain, in the app it is another failure.")
    ],
    lookalikes: [
      LookAlike(
        "swift-unimplemented-init",
        because: "No process other than the agent is named; the agent calls init(frame:) for every view."),
      LookAlike("swift-initcoder-unimplemented", because: "The initialiser that is missing is init(frame:)."),
    ],
    knownGaps: ["An initialiser in Objective-C that refuses in words of its own is known by its frame only."],
    references: [
      .appleDesignableViews,
      Reference("Initialization: Automatic Initializer Inheritance (The Swift Programming Language)"),
      .appleSwiftRuntimeErrors,
    ],
    supersedes: Designables.generalFailures + ["swift-unimplemented-init", "assert-failed", "ib-load-time-code"],
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
        "Objective-C that forbids it",
        """
        →Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent raised a "NSInternalInconsistencyException" exception: -initWithFrame: is not supported, use +cardFromNib
        """),
      .doesNotMatch(
        "the same message of a running app",
        """
        fatal error: use of unimplemented initializer 'init(frame:)' for class 'CardKit.CardView'
        2024-05-04 10:11:12.131415+0200 MyApp[4711:70536] fatal error: use of unimplemented initializer 'init(frame:)' for class 'CardKit.CardView'
        """),
      .doesNotMatch(
        "another initialiser",
        """
        CardCell.swift: 12: 7: Fatal error: Use of unimplemented initializer 'init(style:reuseIdentifier:)' for class 'MyApp.CardCell'
        """),
    ])

  private static let templates: [TextTemplate] = [
    "unimplemented initializer 'init(frame:){}for class '{class}'", "unimplemented initializer 'init(frame:)",
  ]
  private static let statement = "{class|The class} has no init(frame:), and it was called."
  private static let inherited = Evidence.text(templates, shortens: false, statement: statement)
  private static let inheritedElsewhere = Evidence.text(templates, author: .notAgent, statement: statement)
  private static let debugged = Evidence.text(
    ["Thread {number}: fatal error: use of unimplemented initializer"],
    statement: "The debugger of a running app shows it.")
  private static let refused = Evidence.text(
    [
      "init(frame:) has not been implemented", "initWithFrame: is not", "initWithFrame: must not", "initWithFrame: not",
    ],
    without: ["unrecognized selector", "fatalError("], statement: "The initialiser refuses to be called.")
  /// An assertion or exception raised by initWithFrame: itself, and not by something that it calls.
  private static let asserts = Evidence.custom(
    CustomEvidence(
      "initWithFrame: raises an assertion or exception itself",
      reason: "Two frames must be next to each other, the outer one the first of the app.",
      explanations: [raisingSays, refusingSays]
    ) { context in
      for stack in context.stacks {
        guard let own = stack.firstIndex(where: { $0.role == .app }), own > 0, let name = stack[own].symbol?.readable,
          name.hasPrefix("-["), name.hasSuffix(" initWithFrame:]"),
          stack[own - 1].symbol.map({ raising.matches($0.readable) }) ?? false
        else { continue }
        return EvidenceMatch(
          witnesses: [
            context.witness(frame: stack[own - 1], at: own - 1, statement: raisingSays),
            context.witness(frame: stack[own], at: own, statement: refusingSays, captures: ["caller": name]),
          ], blame: AnalysisContext.blame(stack[own]), blamedFrame: own)
      }
      return nil
    })
  private static let raising = GlobSet([
    "-[NSAssertionHandler handleFailureIn*", "__assert_rtn", "-[* doesNotRecognizeSelector:]",
    "+[NSException raise:format:]", "+[NSException raise:format:arguments:]", "-[NSException raise]",
  ])
  private static let raisingSays = "It stops the process on behalf of its caller."
  private static let refusingSays = "{caller} was called, and refuses."
}
