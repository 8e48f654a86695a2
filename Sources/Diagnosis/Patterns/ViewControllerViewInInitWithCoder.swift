import CrashReports

extension Pattern {
  /// `self.view` inside `initWithCoder:`, before the storyboard has told the controller where its view is.
  static let viewControllerViewInInitWithCoder: Pattern = Pattern(
    "viewcontroller-view-in-initwithcoder",
    title: "A view controller touches its view inside initWithCoder:",
    family: .nib,
    symptom:
      "The app stops when a storyboard scene is made: a nib with a name as aB1-cD-2eF-view-gH3-iJ-4kL is missing.",
    grades: [
      Grade(.certain, cause: .certain, .all([sceneNib, viewInInitializer])),
      Grade(
        .likely, cause: .likely,
        .all([
          .any([missingNib, .uncaughtException(names: [], statement: "An exception ended the app.")]),
          viewInInitializer,
        ])),
      Grade(.possible, cause: .possible, sceneNib),
    ],
    headline: "{class|A view controller} asks for its view in initWithCoder:, before the storyboard can give it",
    cause: """
      Asking for `self.view` loads the view. In initWithCoder: the controller is still being decoded from the \
      storyboard and does not yet know which nib and bundle its view lies in, so the load fails.
      """,
    remedy: [
      "Move the code that uses self.view from initWithCoder: to viewDidLoad.",
      "In the initialiser keep plain values only, and apply them in viewDidLoad.",
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
      Gap(unless: viewInInitializer, "The stack of the exception: initWithCoder: below -[UIViewController view].")
    ],
    lookalikes: [
      LookAlike(
        "nib-missing-in-bundle",
        because: "The nib's name is one that a storyboard gives to a scene's view; the file itself is there.",
        when: sceneNib)
    ],
    references: [
      Reference("View Controller Programming Guide for iOS (Apple)"), .nibFiles,
    ],
    supersedes: ["nib-missing-in-bundle", "nsexception-uncaught", "nsexception-internal-inconsistency"],
    examples: [
      .matches(
        "the scene's view is asked for while the controller is decoded",
        """
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Could not load NIB in bundle: 'NSBundle </var/containers/Bundle/Application/6F1C1E52-9D0B-4C0A-8B1E-0A4E2D7C9B11/Cards.app> (loaded)' with name 'aB1-cD-2eF-view-gH3-iJ-4kL''
        *** First throw call stack:
        (
        0   CoreFoundation                      0x000000010a246775 __exceptionPreprocess + 189
        1   libobjc.A.dylib                     0x000000010c86854b objc_exception_throw + 108
        2   UIKit                               0x000000010b707fd9 -[UINib instantiateWithOwner:options:] + 499
        3   UIKit                               0x000000010b5722f0 -[UIViewController _loadViewFromNibNamed:bundle:] + 378
        4   UIKit                               0x000000010b573064 -[UIViewController loadView] + 154
        →5   UIKit                               0x000000010b573a10 -[UIViewController view] + 27
        →6   Cards                               0x0000000109e02a60 -[CardController initWithCoder:] + 112
        7   UIKit                               0x000000010b7e1b10 -[UIClassSwapper initWithCoder:] + 246
        )
        """),
      .doesNotMatch(
        "a nib of an ordinary name is missing",
        """
        *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Could not load NIB in bundle: 'NSBundle </var/containers/Bundle/Application/6F1C1E52-9D0B-4C0A-8B1E-0A4E2D7C9B11/Cards.app> (loaded)' with name 'CardView''
        """),
    ])

  private static let sceneNib = Evidence.text(
    ["Could not load NIB in bundle{}with name '{nib}-view-", "Could not load NIB in bundle{}with name {nib}-view-"],
    statement: "The nib's name is the storyboard's own for the view of a scene.")
  private static let missingNib = Evidence.text(["Could not load NIB in bundle"], statement: "A nib was not found.")
  private static let viewInInitializer = Evidence.frames([
    FrameQuery(
      ["-[UIViewController view]", "-[UIViewController loadViewIfRequired]"],
      statement: "The controller's view is being loaded …"),
    FrameQuery(
      ["-[* initWithCoder:]", "*.init(coder:)", "*.init?(coder:)", "@objc *.init(coder:)"], roles: [.app], blamed: true,
      statement: "… because {function} asked for it."),
  ])
}
