import CrashReports

extension Pattern {
  /// `self.view` in `initWithCoder:`, before the storyboard has set the controller's nib and bundle.
  static let viewControllerViewInInitWithCoder: Pattern = Pattern(
    "viewcontroller-view-in-initwithcoder",
    title: "A view controller accesses self.view in initWithCoder:",
    family: .nib,
    symptom: """
      The app crashes when a storyboard scene is created: a nib with a name such as aB1-cD-2eF-view-gH3-iJ-4kL is \
      missing.
      """,
    grades: [
      Grade(.certain, cause: .certain, .all([sceneNib, viewInInitializer])),
      Grade(
        .likely, cause: .likely,
        .all([
          .any([missingNib, .uncaughtException(names: [], statement: "An uncaught exception terminated the app.")]),
          viewInInitializer,
        ])),
      Grade(.possible, cause: .possible, .all([sceneNib, inferred])),
    ],
    headline: """
      {isinferred?Nib of a storyboard scene not found: a view controller may access self.view in initWithCoder:|\
      {class|A view controller} accesses self.view in initWithCoder:, before the storyboard can provide it}
      """,
    cause: """
      Accessing `self.view` loads the view. In initWithCoder: the controller is still being decoded from the \
      storyboard and does not yet have the nib name and bundle of its view, so loading fails.
      """,
    remedy: [
      "Move the code that uses self.view from initWithCoder: to viewDidLoad.",
      "In the initializer, store only plain values, and apply them in viewDidLoad.",
    ],
    changes: [
      Change(
        "objective-c",
        after: """
          - (void)viewDidLoad {
            [super viewDidLoad];
            self.view.backgroundColor = self.cardColor;
          }
          """),
      Change(
        "swift",
        after: """
          override func viewDidLoad() {
            super.viewDidLoad()
            view.backgroundColor = cardColor
          }
          """),
    ],
    gaps: [
      Gap(
        unless: viewInInitializer,
        "The stack of the exception: it would show initWithCoder: calling -[UIViewController view].")
    ],
    lookalikes: [
      LookAlike(
        "nib-missing-in-bundle",
        because:
          "The name of the nib is one that a storyboard generates for the view of a scene; the file itself probably exists.",
        when: sceneNib)
    ],
    references: [
      Reference("View Controller Programming Guide for iOS (Apple)"), .nibFiles,
    ],
    supersedes: ["nib-missing-in-bundle", "nsexception-uncaught", "nsexception-internal-inconsistency"],
    searchTerms: """
      view in initWithCoder
      view accessed in init(coder:)
      """,
    examples: [
      .matches(
        "the view is accessed while the controller is being decoded",
        """
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Could not load NIB in bundle: 'NSBundle </var/containers/Bundle/Application/6F1C1E52-9D0B-4C0A-8B1E-0A4E2D7C9B11/Cards.app> (loaded)' with name 'aB1-cD-2eF-view-gH3-iJ-4kL''
        *** First throw call stack:
        (
        0   CoreFoundation                      0x000000010a246775 __exceptionPreprocess + 189
        1   libobjc.A.dylib                     0x000000010c86854b objc_exception_throw + 108
        →2   UIKit                               0x000000010b707fd9 -[UINib instantiateWithOwner:options:] + 499
        3   UIKit                               0x000000010b5722f0 -[UIViewController _loadViewFromNibNamed:bundle:] + 378
        4   UIKit                               0x000000010b573064 -[UIViewController loadView] + 154
        →5   UIKit                               0x000000010b573a10 -[UIViewController view] + 27
        →6   Cards                               0x0000000109e02a60 -[CardController initWithCoder:] + 112
        7   UIKit                               0x000000010b7e1b10 -[UIClassSwapper initWithCoder:] + 246
        )
        """),
      .doesNotMatch(
        "a nib with an ordinary name is missing",
        """
        *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Could not load NIB in bundle: 'NSBundle </var/containers/Bundle/Application/6F1C1E52-9D0B-4C0A-8B1E-0A4E2D7C9B11/Cards.app> (loaded)' with name 'CardView''
        """),
    ])

  private static let sceneNib = Evidence.text(
    ["Could not load NIB in bundle{}with name '{nib}-view-", "Could not load NIB in bundle{}with name {nib}-view-"],
    statement: "The name of the nib is one that a storyboard generates for the view of a scene.")
  // Without the stack, the access to self.view is only a possible reason.
  private static let inferred = Evidence.capture("isinferred", "true")

  private static let missingNib = Evidence.text(["Could not load NIB in bundle"], statement: "A nib was not found.")
  private static let viewInInitializer = Evidence.frames([
    FrameQuery(
      ["-[UIViewController view]", "-[UIViewController loadViewIfRequired]"],
      statement: "The controller's view is being loaded …"),
    FrameQuery(
      ["-[* initWithCoder:]", "*.init(coder:)", "*.init?(coder:)", "@objc *.init(coder:)"], roles: [.app], blamed: true,
      statement: "… because {function} accessed it."),
  ])
}
