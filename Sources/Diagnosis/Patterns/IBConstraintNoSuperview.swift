extension Pattern {
  /// A visual format with `|` for a view that has no superview yet.
  static let ibConstraintNoSuperview: Pattern = Pattern(
    "ib-constraint-no-superview",
    title: "Unable to parse constraint format: the view has no superview",
    family: .designables,
    symptom: "The view is not rendered, or the app stops: \"Unable to parse constraint format\".",
    grades: [
      Grade(
        .certain, cause: .certain,
        .text(
          [
            "Unable to parse constraint format{}doesn't have a superview",
            "because the related view doesn't have a superview",
          ], statement: "The format's \"|\" represents the superview, and the view has none."))
    ],
    headline: "Unable to parse constraint format: \"|\" refers to the superview, and the view has none",
    cause: """
      In the visual format language, "|" is the edge of the superview. When the constraints were created, the view had \
      not been added to a superview. Interface Builder creates a designable view alone, without a superview, so code \
      that depends on the superview fails there.
      """,
    remedy: [
      "Call addSubview: before constraintsWithVisualFormat: for the views that the format names.",
      "Constrain subviews of {class|the view} to {class|the view} itself; let the code that adds {class|the view} constrain its position.",
    ],
    changes: [
      Change(
        "objective-c",
        after: """
          [self addSubview:label];  // first
          label.translatesAutoresizingMaskIntoConstraints = NO;
          [NSLayoutConstraint activateConstraints:
              [NSLayoutConstraint constraintsWithVisualFormat:@"H:|-[label]-|" options:0 metrics:nil
                                                        views:NSDictionaryOfVariableBindings(label)]];
          """),
      Change(
        "swift",
        after: """
          addSubview(label)  // first
          label.translatesAutoresizingMaskIntoConstraints = false
          NSLayoutConstraint.activate([
            label.leadingAnchor.constraint(equalTo: leadingAnchor),
            label.trailingAnchor.constraint(equalTo: trailingAnchor),
          ])
          """),
    ],
    gaps: [Gap(unless: .hasStack, "The stack: it would name the method that creates the constraints.")],
    lookalikes: [
      LookAlike(
        "nsexception-internal-inconsistency", because: "The message states what is wrong with the format.")
    ],
    references: [Reference("Auto Layout Guide: Visual Format Language (Apple)"), .autoLayoutGuide],
    supersedes: [
      "nsexception-uncaught", "nsexception-internal-inconsistency", "ib-agent-exception-unspecified",
      "ib-agent-crashed-unspecified",
    ],
    searchTerms: """
      unable to parse constraint format
      superview nil constraint
      visual format language
      visual format
      unable to interpret '|' character
      VFL
      """,
    examples: [
      .matches(
        "in the build log",
        """
        →/Users/user/Cards/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent raised a "NSInvalidArgumentException" exception: Unable to parse constraint format: Unable to interpret '|' character, because the related view doesn't have a superview
        """),
      .doesNotMatch(
        "a format with another mistake",
        """
        *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: 'Unable to parse constraint format: label is not a key in the views dictionary. H:|-[label]-|'
        """),
    ])
}
