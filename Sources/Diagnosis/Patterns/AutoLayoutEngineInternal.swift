extension Pattern {
  /// Infinite or huge numbers broke the constraint solver.
  static let autolayoutEngineInternal: Pattern = Pattern(
    "autolayout-engine-internal",
    title: "The constraint solver was broken by infinite, NaN or huge values",
    family: .autolayout,
    symptom: "The console says \"internal error. Cannot find an outgoing row head …, which should never happen\".",
    grades: [
      Grade(
        .certain, cause: .possible,
        .text(
          [
            "Cannot find an outgoing row head for incoming head", "Assertion failure in -[NSISEngine {}",
            "isfinite(coefficient)", "Invalid parameter not satisfying: !isnan",
            "NSLayoutConstraint is being configured with a constant that exceeds internal limits",
            "constant is not finite",
          ], statement: "The solver met a state or value that it cannot handle."))
    ],
    headline: "The layout engine failed inside: a constraint probably has an infinite, NaN or huge value",
    cause: """
      The solver works with finite numbers. CGFLOAT_MAX, infinity or NaN as a constraint's constant or an intrinsic \
      size, or a constraint to a view that is gone, break its table.
      """,
    remedy: [
      "Look for .greatestFiniteMagnitude, CGFLOAT_MAX, infinity and divisions by zero in constants and intrinsicContentSize.",
      "For \"as large as possible\" use a priority or UIView.layoutFittingExpandedSize, not a huge constant.",
      "Check that layout is changed on the main thread only.",
    ],
    changes: [
      Change(
        "swift", before: "width.constant = .greatestFiniteMagnitude", after: "width.constant = min(size.width, 10_000)"),
      Change("objective-c", before: "width.constant = CGFLOAT_MAX;", after: "width.constant = MIN(size.width, 10000);"),
    ],
    gaps: [Gap(unless: .hasStack, "The stack: it would name the call that changed the constraints.")],
    lookalikes: [
      LookAlike("autolayout-engine-background", because: "Nothing says that another thread was at work.")
    ],
    references: [.autoLayoutGuide],
    supersedes: ["nsexception-uncaught", "nsexception-internal-inconsistency"],
    generality: 3,
    examples: [
      .matches(
        "the solver's message",
        """
        →internal error.  Cannot find an outgoing row head for incoming head 0x600003281ef0.slack{id: 7}, which should never happen.
        """),
      .doesNotMatch(
        "a background thread",
        """
        This application is modifying the autolayout engine from a background thread after the engine was accessed from the main thread.
        """),
    ])
}
