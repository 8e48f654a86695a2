extension Pattern {
  /// An internal error of the constraint solver, caused by infinite, NaN or huge values.
  static let autolayoutEngineInternal: Pattern = Pattern(
    "autolayout-engine-internal",
    title: "Auto Layout internal error: infinite, NaN or huge values in the constraint solver",
    family: .autolayout,
    symptom: "The console shows \"internal error. Cannot find an outgoing row head …, which should never happen\".",
    grades: [
      Grade(
        .certain, cause: .possible,
        .text(
          [
            "Cannot find an outgoing row head for incoming head", "Assertion failure in -[NSISEngine {}",
            "isfinite(coefficient)", "Invalid parameter not satisfying: !isnan",
            "NSLayoutConstraint is being configured with a constant that exceeds internal limits",
            "constant is not finite",
          ], statement: "The solver reached a state or value that it cannot handle."))
    ],
    headline: "Auto Layout internal error: a constraint probably has an infinite, NaN or huge value",
    cause: """
      The solver works with finite numbers. CGFLOAT_MAX, infinity or NaN as a constraint's constant or an intrinsic \
      size corrupts its table, and so does a constraint to a view that no longer exists.
      """,
    remedy: [
      "Look for .greatestFiniteMagnitude, CGFLOAT_MAX, infinity and divisions by zero in constants and intrinsicContentSize.",
      "For \"as large as possible\", use a priority or UIView.layoutFittingExpandedSize, not a huge constant.",
      "Check that layout is changed only on the main thread.",
    ],
    changes: [
      Change(
        "swift", before: "width.constant = .greatestFiniteMagnitude", after: "width.constant = min(size.width, 10_000)"),
      Change("objective-c", before: "width.constant = CGFLOAT_MAX;", after: "width.constant = MIN(size.width, 10000);"),
    ],
    gaps: [Gap(unless: .hasStack, "The stack: it would name the call that changed the constraints.")],
    lookalikes: [
      LookAlike("autolayout-engine-background", because: "Nothing in the report points to another thread.")
    ],
    references: [.autoLayoutGuide],
    supersedes: ["nsexception-uncaught", "nsexception-internal-inconsistency"],
    generality: 3,
    searchTerms: """
      NSISEngine
      constraint solver
      NaN constraint
      constraint constant NaN
      infinite constraint
      """,
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
