import Bytes
import CrashReports

extension Pattern {
  /// Layout changes what layout depends on, and so starts again without end.
  static let autolayoutFeedbackLoop: Pattern = Pattern(
    "autolayout-feedback-loop",
    title: "Layout calls itself again without end",
    family: .autolayout,
    symptom: "The app hangs at full processor load, or dies with a deep stack, while a view lays out.",
    grades: [
      Grade(.certain, cause: .likely, .all([round, exhausted])),
      Grade(.certain, cause: .likely, loopDetected),
      Grade(.likely, cause: .likely, round),
      Grade(.likely, cause: .likely, elidedRound),
      Grade(.possible, cause: .possible, told),
    ],
    headline: "{function|A view} changes in its layout what its layout depends on, without end",
    cause: """
      Code that runs in layout (layoutSubviews, updateConstraints, margins, intrinsic size) marks the layout as \
      outdated or changes its own frame, so layout runs again: at once, and the stack grows, or in the next turn of \
      the run loop, and the main thread never rests.
      """,
    remedy: [
      "In {function|layoutSubviews}, compare the new value with the old one before you invalidate or set anything.",
      "Never set a view's own frame, bounds or margins in its layoutSubviews.",
      "Start with -UIViewLayoutFeedbackLoopDebuggingThreshold 100: UIKit then logs the view.",
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
      Gap(unless: exhausted, "The exception and the memory region: they would show that the stack was used up.")
    ],
    lookalikes: [
      LookAlike("stack-overflow", because: "The round that repeats is layout.", when: .any([round, elidedRound]))
    ],
    knownGaps: ["A loop over several turns of the run loop leaves no repetition in the stack, and is not recognised."],
    references: [.autoLayoutGuide, Reference("High Performance Auto Layout (Apple, WWDC 2018)")],
    supersedes: ["stack-overflow", "memory-bad-access", "nsexception-uncaught"],
    generality: 3,
    examples: [
      .matches(
        "margins that change margins, until the stack ends",
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

  /// Nested views lay out through the same functions, so a few rounds prove nothing: some function of the app's own
  /// must be part of the round, which must stand there several times or be known to go deep.
  /// Somebody's words for it.
  private static let told = Evidence.text(
    [
      "layoutSubviews{}called forever", "layoutSubviews{}infinite", "layoutSubviews{}endless",
      "infinite{}layoutSubviews",
      "layoutSubviews{}called again and again", "layoutSubviews{}called repeatedly", "updateConstraints{}infinite",
      "infinite layout loop", "endless layout loop", "layoutSubviews{}recursi",
    ], statement: "Somebody says that layout does not end.")
  private static let round = Evidence.any([
    .recursion(RecursionQuery(through: [layoutFunctions], minRounds: 8, statement: roundSays)),
    .all([
      .any([.has(.deepStack), .uncited(exhausted)]),
      .recursion(RecursionQuery(through: [layoutFunctions], statement: roundSays)),
    ]),
  ])
  private static let roundSays =
    "Layout is part of a round of {period} calls that repeats " + RecursionQuery.often + "."

  private static let exhausted = Evidence.stackExhausted(
    statement: "The fault lies in the guard region of the stack: the stack is used up.")

  private static let loopDetected = Evidence.text(
    [
      "Layout feedback loop detected", "UIViewLayoutFeedbackLoop detected",
      "has been marked as needing another{}pass, but it has already had more",
    ], statement: "The framework itself noticed that layout does not end.")

  /// A stack that was cut by hand: the first function comes again, and words say that the rest repeats.
  private static let elidedRound = Evidence.custom(
    CustomEvidence(
      "layout calls that come again, with the words that they repeat",
      reason: "The innermost frame is compared with the others.",
      explanations: ["The frames repeat.", "Layout is part of the calls that come again."]
    ) { context in
      let stack = context.threadStack
      guard let first = stack.first?.symbol?.readable,
        stack.dropFirst().contains(where: { $0.symbol?.readable == first })
      else { return nil }
      let note = Evidence.text(
        ["repeats to frame #{}", "... repeat", "frames repeat"], statement: "The frames repeat.")
      guard var proof = note.proof(in: context) else { return nil }
      let globs = GlobSet(layoutFunctions)
      guard
        let position = stack.firstIndex(where: { frame in frame.symbol.map { globs.matches($0.readable) } ?? false })
      else { return nil }
      proof.witnesses.append(
        context.witness(
          frame: stack[position], at: position, statement: "Layout is part of the calls that come again."))
      return proof
    })
}
