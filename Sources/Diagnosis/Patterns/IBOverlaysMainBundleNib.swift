import CrashReports

extension Pattern {
  /// A nib looked up in the main bundle, which in Interface Builder's agent is Xcode's Overlays folder.
  ///
  /// `bundle: nil` means the main bundle; the app's `main` never ran, so the main bundle is the agent's.
  static let ibOverlaysMainBundleNib: Pattern = Pattern(
    "ib-overlays-mainbundle-nib",
    title: "Nib not found: Interface Builder searched Xcode's Overlays folder, not the app",
    family: .designables,
    symptom: """
      An @IBDesignable view that loads its own nib stays blank in the storyboard, and Xcode's log contains "Could not \
      load NIB in bundle" with a path inside Xcode. The running app shows the view.
      """,
    grades: [
      Grade(
        .certain, cause: .certain,
        .all([overlays, .not(storyboardView), .optional(threw), .optional(loadingFrame)]))
    ],
    headline: "Nib {nib|of the view} not found: Interface Builder searched Xcode's Overlays folder, not the app",
    cause: """
      Interface Builder loads the app as a library into its agent, and the main bundle of that process is a folder of \
      Xcode. The code looks up the nib {nib|of the view} in the main bundle (mainBundle, Bundle.main, or nil as the \
      bundle), which contains no nibs of the app.
      """,
    remedy: [
      "Load {nib|the nib} from the bundle of its class: bundleForClass: or Bundle(for:), not nil and not mainBundle.",
      "Do so in both initializers: the storyboard calls init(coder:), Interface Builder calls init(frame:).",
      """
      In a base class, name the class that owns the nib: for a subclass from another module, type(of: self) leads to \
      another bundle and name. In a Swift package use Bundle.module.
      """,
      "Do not swizzle mainBundle: Core Foundation's own lookups do not use it.",
    ],
    changes: [
      Change(
        "objective-c",
        before: #"[[NSBundle mainBundle] loadNibNamed:@"{nib|CardView}" owner:self options:nil];"#,
        after: """
          NSBundle *bundle = [NSBundle bundleForClass:[{object?{object}|{nib|CardView}} class]];
          UINib *nib = [UINib nibWithNibName:@"{nib|CardView}" bundle:bundle];
          [nib instantiateWithOwner:self options:nil];
          """),
      Change(
        "swift",
        before: #"UINib(nibName: "{nib|CardView}", bundle: nil)"#,
        after: #"UINib(nibName: "{nib|CardView}", bundle: Bundle(for: {object?{object}|{nib|CardView}}.self))"#),
    ],
    gaps: [
      Gap(
        unless: .hasStack,
        """
        The agent's crash report or stack: it would name the function that loads the nib \
        (~/Library/Logs/DiagnosticReports, IBDesignablesAgent…).
        """)
    ],
    lookalikes: [
      LookAlike(
        "nib-missing-in-bundle",
        because:
          "The bundle in the message is Xcode's Overlays folder, not the app, a framework or a resource bundle."),
      LookAlike(
        "nib-self-class-recursion", because: "The nib was not found, so no second view was decoded from it.",
        when: .not(.anyRepetition)),
    ],
    references: [
      Reference("Creating a Custom View That Renders in Interface Builder (Apple, Xcode Help)"),
      Reference(
        "Bundle.init(for:) (Apple, Foundation)",
        url: "https://developer.apple.com/documentation/foundation/bundle/init(for:)"
      ),
    ],
    supersedes: [
      "ib-agent-exception-unspecified", "ib-agent-crashed-unspecified", "nib-missing-in-bundle",
      "nsexception-internal-inconsistency", "nsexception-uncaught", "ib-preview-blank-no-error",
    ],
    searchTerms: """
      could not load nib in Xcode Overlays
      Overlays
      main bundle in interface builder
      Bundle.main designable
      NSBundle mainBundle designable
      nib main bundle
      """,
    examples: [
      .matches(
        "the error in the build log, and the second error that it causes",
        """
        →/Users/user/Card/Base.lproj/Main.storyboard: error: IB Designables: Failed to update auto layout status: The agent raised a "NSInternalInconsistencyException" exception: Could not load NIB in bundle: 'NSBundle </Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays> (loaded)' with name 'CardView'
        →/Users/user/Card/Base.lproj/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent threw an exception.
        """),
      .matches(
        "two messages on one line, another platform, and no \"(loaded)\"",
        """
        →file://Card/Base.lproj/Main.storyboard: error: IB Designables: Failed to update auto layout status: The agent raised a "NSInternalInconsistencyException" exception: Could not load NIB in bundle: 'NSBundle </Applications/Xcode.app/Contents/Developer/Platforms/AppleTVSimulator.platform/Developer/Library/Xcode/Overlays> ' with name 'CardView'file://Card/Base.lproj/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent threw an exception.
        """),
      .doesNotMatch(
        "the same message with the app's own bundle: the nib is missing there",
        """
        *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Could not load NIB in bundle: 'NSBundle </Users/user/Library/Developer/CoreSimulator/Devices/1F0C3A52-0000-4000-8000-00000000C0DE/data/Containers/Bundle/Application/1F0C3A52-0000-4000-8000-00000000BEEF/Card.app> (loaded)' with name 'CardView''
        """),
    ])

  private static let overlaysTemplates: [TextTemplate] = [
    "Could not load NIB in bundle: 'NSBundle <{}/Library/Xcode/Overlays>{}with name '{nib}'"
  ]
  private static let agentsTemplates: [TextTemplate] = [
    "Could not load NIB in bundle: 'NSBundle <{}/Library/Xcode/Agents>{}with name '{nib}'"
  ]
  private static let overlays = Evidence.any([
    .text(overlaysTemplates, statement: "The nib {nib} was looked up in Xcode's Overlays folder."),
    .text(agentsTemplates, statement: "The nib {nib} was looked up in the folder of Xcode's agents."),
  ])

  /// A nib that a storyboard compiles for a view controller's view: named `objectID-view-objectID`.
  private static let storyboardView = Evidence.text(
    TextQuery(overlaysTemplates + agentsTemplates, requires: ["nib": ["*-view-*"]]))

  private static let threw = Evidence.text(
    ["The agent threw an exception"], from: [.preview],
    statement: "Xcode's second line reports the same failure without its reason.")

  private static let loadingFrame = Evidence.frame(
    FrameQuery(
      ["*[UINib instantiateWithOwner:options:]", "*loadNibNamed:owner:options:]"],
      statement: "UIKit was loading the nib when the exception was raised."))
}
