extension Pattern {
  /// A view controller's nib was loaded, but the view outlet of its File's Owner is not connected.
  static let nibViewOutletNotSet: Pattern = Pattern(
    "nib-view-outlet-not-set",
    title: "The view outlet was not set in a view controller's nib",
    family: .nib,
    symptom: "The app crashes when a screen opens: \"loaded the … nib but the view outlet was not set\".",
    grades: [
      Grade(
        .certain, cause: .certain,
        .text(
          [
            "loaded the \"{nib}\" nib but the view outlet was not set",
            "loaded the \"{nib}\" nib but didn't get a {expected}.",
          ], statement: "UIKit loaded the nib {nib}, but did not get a view of the expected kind from it."))
    ],
    headline: "The view outlet was not set: File's Owner of {nib?nib {nib}|the nib} has no view connected",
    cause: """
      UIKit loaded {nib?the nib {nib}|the nib} with the view controller as File's Owner and expected its `view` \
      outlet to be set. The outlet is not connected, or the nib is not intended for a view controller: UIKit \
      searches for a nib by the controller's name (CardViewController also loads CardView.xib).
      """,
    remedy: [
      """
      In {nib?the nib {nib}|the nib}, set the class of File's Owner to the view controller's class, and connect its \
      view outlet to the root view.
      """,
      "If the nib belongs to a view and is found by its name, rename it, or pass another nibName.",
    ],
    changes: [
      Change("xml", after: #"<outlet property="view" destination="iN0-l3-epB" id="aB1-cD-2eF"/>"#),
      Change(
        "objective-c",
        after: #"CardController *card = [[CardController alloc] initWithNibName:@"CardScreen" bundle:nil];"#),
      Change(
        "swift", after: #"let card = CardController(nibName: "CardScreen", bundle: Bundle(for: CardController.self))"#),
    ],
    lookalikes: [
      LookAlike("nib-missing-in-bundle", because: "The nib was found and loaded.")
    ],
    references: [
      .nibFiles,
      Reference(
        "nibName (Apple, UIKit, UIViewController)",
        url: "https://developer.apple.com/documentation/uikit/uiviewcontroller/nibname"),
    ],
    supersedes: ["nsexception-uncaught", "nsexception-internal-inconsistency"],
    searchTerms: """
      loaded the nib but the view outlet was not set
      view outlet was not set
      view outlet not set
      view outlet
      """,
    examples: [
      .matches(
        "the outlet is not connected",
        """
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '-[UIViewController _loadViewFromNibNamed:bundle:] loaded the "CardController" nib but the view outlet was not set.'
        """),
      .doesNotMatch(
        "the nib is missing",
        """
        *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Could not load NIB in bundle: 'NSBundle </var/containers/Bundle/Application/6F1C1E52-9D0B-4C0A-8B1E-0A4E2D7C9B11/Cards.app> (loaded)' with name 'CardController''
        """),
    ])
}
