import Bytes
import CrashReports

extension Pattern {
  /// A layout feedback loop: layout invalidates itself, so it runs again and again.
  static let autolayoutFeedbackLoop: Pattern = Pattern(
    "autolayout-feedback-loop",
    title: "Layout feedback loop: layout triggers itself endlessly",
    family: .autolayout,
    symptom: "The app hangs at full CPU load, or crashes with a deep stack, while a view is laid out.",
    grades: [
      Grade(.certain, cause: .likely, .all([round, exhausted])),
      Grade(.certain, cause: .likely, loopDetected),
      Grade(.likely, cause: .likely, round),
      Grade(.likely, cause: .likely, elidedRound),
      Grade(.possible, cause: .possible, describedLoop),
    ],
    headline: "Layout feedback loop: {function|a view} triggers layout again while layout is running",
    cause: """
      Code that runs during layout (layoutSubviews, updateConstraints, margins, intrinsic size) invalidates the layout \
      or changes its own frame, so layout runs again. If it runs again at once, the stack grows. If it runs in the \
      next iteration of the run loop, the main thread is always busy.
      """,
    remedy: [
      "In {function|layoutSubviews}, compare the new value with the old one before you invalidate or set anything.",
      "Never set a view's own frame, bounds or margins in its layoutSubviews.",
      "Launch with -UIViewLayoutFeedbackLoopDebuggingThreshold 100: UIKit then logs the view.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          override func layoutSubviews() {
            super.layoutSubviews()
            guard lastWidth != bounds.width else { return }
            lastWidth = bounds.width
            invalidateIntrinsicContentSize()
          }
          """),
      Change(
        "objective-c",
        after: """
          - (void)layoutSubviews {
            [super layoutSubviews];
            if (_lastWidth == self.bounds.size.width) { return; }
            _lastWidth = self.bounds.size.width;
            [self invalidateIntrinsicContentSize];
          }
          """),
    ],
    gaps: [
      Gap(unless: exhausted, "The exception and the memory region: they would show a stack overflow.")
    ],
    lookalikes: [
      LookAlike("stack-overflow", because: "The repeated calls are layout calls.", when: .any([round, elidedRound]))
    ],
    knownGaps: [
      "A loop across several iterations of the run loop leaves no repetition in the stack, and is not recognized."
    ],
    references: [.autoLayoutGuide, Reference("High Performance Auto Layout (Apple, WWDC 2018)")],
    supersedes: ["stack-overflow", "memory-bad-access", "nsexception-uncaught"],
    generality: 3,
    searchTerms: """
      layout feedback loop
      layout loop
      infinite layout loop
      layoutSubviews loop
      layoutSubviews recursion
      UIViewLayoutFeedbackLoopDebuggingThreshold
      infinite loop
      """,
    examples: [
      .matches(
        "margins that change margins, until the stack overflows",
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x000000016b0c3ff0

        VM Regions Near 0x16b0c3ff0:
        →--> STACK GUARD            000000016b0c0000-000000016b0c4000 [   16K] ---/rwx SM=NUL  stack guard for thread 0
            Stack                  000000016b0c4000-000000016b1c0000 [ 1008K] rw-/rwx SM=COW  thread 0

        Thread 0 Crashed:
        →0   UIKitCore                     0x00000001b1c8e040 -[UIView layoutMarginsDidChange] + 16
        1   UIKitCore                     0x00000001b1c8e140 -[UIView setLayoutMargins:] + 116
        2   Cards                         0x0000000104d2c0d0 -[CardView layoutMarginsDidChange] + 56
        →3   UIKitCore                     0x00000001b1c8e040 -[UIView layoutMarginsDidChange] + 16
        4   UIKitCore                     0x00000001b1c8e140 -[UIView setLayoutMargins:] + 116
        5   Cards                         0x0000000104d2c0d0 -[CardView layoutMarginsDidChange] + 56
        6   UIKitCore                     0x00000001b1c8e040 -[UIView layoutMarginsDidChange] + 16
        """),
      .doesNotMatch(
        "nested views that lay out one inside the other",
        """
        Thread 0 Crashed:
        0   Cards                         0x0000000104d2c0d0 -[BadgeView layoutSubviews] + 56
        1   UIKitCore                     0x00000001b1c8e040 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2592
        2   QuartzCore                    0x00000001b4c8e140 -[CALayer layoutSublayers] + 316
        3   UIKitCore                     0x00000001b1c8e240 -[UIView(Hierarchy) layoutBelowIfNeeded] + 292
        4   Cards                         0x0000000104d2d0d0 -[CardView layoutSubviews] + 80
        5   UIKitCore                     0x00000001b1c8e040 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2592
        """),
    ])

  private static let layoutFunctions = [
    "*ayoutSubviews*", "*nvalidateIntrinsicContentSize*", "*pdateConstraints*", "*ayoutMargins*", "*afeAreaInsets*",
    "*intrinsicContentSize*", "*layoutIfNeeded*", "*setNeedsLayout*", "*systemLayoutSizeFitting*",
    "*ayoutSublayers*",
  ]

  /// A description of the problem in the text of the input.
  private static let describedLoop = Evidence.text(
    [
      "layoutSubviews{}called forever", "layoutSubviews{}infinite", "layoutSubviews{}endless",
      "infinite{}layoutSubviews",
      "layoutSubviews{}called again and again", "layoutSubviews{}called repeatedly", "updateConstraints{}infinite",
      "infinite layout loop", "endless layout loop", "layoutSubviews{}recursi",
    ], statement: "The text describes an endless layout loop.")

  /// A repetition that includes layout. Nested views lay out through the same functions, so a few rounds prove nothing:
  /// the round must be listed several times, or be known to go deep.
  private static let round = Evidence.any([
    .recursion(RecursionQuery(through: [layoutFunctions], minRounds: 8, statement: roundStatement)),
    .all([
      .any([.has(.deepStack), .uncited(exhausted)]),
      .recursion(RecursionQuery(through: [layoutFunctions], statement: roundStatement)),
    ]),
  ])
  private static let roundStatement =
    "Layout is part of a sequence of {period} calls that repeats " + RecursionQuery.often + "."

  private static let exhausted = Evidence.stackExhausted(
    statement: "The fault is in the guard region of the stack: stack overflow.")

  private static let loopDetected = Evidence.text(
    [
      "Layout feedback loop detected", "UIViewLayoutFeedbackLoop detected",
      "has been marked as needing another{}pass, but it has already had more",
    ], statement: "The framework itself detected a layout loop.")

  private static let roundNote: [TextTemplate] = ["repeats to frame #{}", "... repeat", "frames repeat"]

  /// A stack that was shortened by hand: the innermost function occurs again, and a note says that the rest repeats.
  private static let elidedRound = Evidence.custom(
    CustomEvidence(
      "repeated layout calls, with a note that the frames repeat",
      reason: "The innermost frame is compared with the others.", needs: .texts(roundNote),
      explanations: ["The frames repeat.", "Layout is part of the repeated calls."]
    ) { context in
      let stack = context.threadStack
      guard let first = stack.first?.symbol?.readable,
        stack.dropFirst().contains(where: { $0.symbol?.readable == first })
      else { return nil }
      guard var match = Evidence.text(roundNote, statement: "The frames repeat.").match(in: context) else { return nil }
      let globs = GlobSet(layoutFunctions)
      guard
        let position = stack.firstIndex(where: { frame in frame.symbol.map { globs.matches($0.readable) } ?? false })
      else { return nil }
      match.witnesses.append(
        context.witness(
          frame: stack[position], at: position, statement: "Layout is part of the repeated calls."))
      return match
    })
}
