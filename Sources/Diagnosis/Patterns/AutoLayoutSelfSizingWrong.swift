import CrashReports

extension Pattern {
  /// A height that layoutSubviews computes is not there when a cell is measured.
  static let autolayoutSelfSizingWrong: Pattern = Pattern(
    "autolayout-selfsizing-wrong",
    title: "A self-sizing view is measured before layoutSubviews could set what its size depends on",
    family: .autolayout, severity: .warning,
    symptom: """
      A cell or view that sizes itself is too high or too low at first, and right after it was scrolled or \
            reloaded. Nothing crashes.
      """,
    grades: [
      Grade(.possible, cause: .possible, measuredBeforeLayout)
    ],
    headline:
      "{class|The view} sets in layoutSubviews what its own size depends on; systemLayoutSizeFitting does not call it",
    cause: """
      systemLayoutSizeFitting solves the constraints without setting bounds and without calling \
      layoutSubviews. {class|The view} takes a part of its size from code that runs only there ({property|a \
      width or its bounds}), so it is measured with the values of before.
      """,
    remedy: [
      "Override systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:), set the width from targetSize, and then call super.",
      "Or put the width into a constraint, so that the solver knows it.",
      "For labels set preferredMaxLayoutWidth before the measurement, not in layoutSubviews.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          override func systemLayoutSizeFitting(
            _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
            verticalFittingPriority vertical: UILayoutPriority
          ) -> CGSize {
            bounds.size.width = targetSize.width
            layoutIfNeeded()
            return super.systemLayoutSizeFitting(
              targetSize, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
          }
          """),
      Change(
        "objective-c",
        after: """
          - (CGSize)systemLayoutSizeFittingSize:(CGSize)target {
            self.label.preferredMaxLayoutWidth = target.width - 32;
            return [super systemLayoutSizeFittingSize:target];
          }
          """),
    ],
    gaps: [
      Gap(
        unless: .not(measuredBeforeLayout),
        "What the cell really measures: log the result of systemLayoutSizeFitting and the bounds after layout.")
    ],
    lookalikes: [
      LookAlike("autolayout-feedback-loop", because: "Nothing is set off again and again; a value only comes too late.")
    ],
    knownGaps: [
      "Without the source nothing shows it: there is no message and no crash."
    ],
    references: [.autoLayoutGuide, Reference("systemLayoutSizeFitting(_:) (Apple, UIKit)")],
    generality: 6,
    examples: [
      .matches(
        "a label's width is known only in layoutSubviews", atLeast: .possible,
        """
        class CardCell: UITableViewCell {
          let title = UILabel()
          override func layoutSubviews() {
            super.layoutSubviews()
        →    title.preferredMaxLayoutWidth = bounds.width - 32
          }
        }
        """),
      .doesNotMatch(
        "the width is set when the cell is measured",
        """
        class CardCell: UITableViewCell {
          let title = UILabel()
          override func layoutSubviews() {
            super.layoutSubviews()
            title.preferredMaxLayoutWidth = bounds.width - 32
          }
          override func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
            title.preferredMaxLayoutWidth = targetSize.width - 32
            return super.systemLayoutSizeFitting(targetSize)
          }
        }
        """),
      .doesNotMatch(
        "a guarded two-pass layout",
        """
        class CardLabel: UIView {
          private var savedBounds: CGRect?
          override func layoutSubviews() {
            super.layoutSubviews()
            if savedBounds != bounds { savedBounds = bounds; invalidateIntrinsicContentSize() }
          }
        }
        """),
    ])

  private static let measuredBeforeLayout = Evidence.sourceClass(
    "a class whose layoutSubviews sets preferredMaxLayoutWidth or a constraint's constant from its bounds",
    explanations: [setInLayoutSays]
  ) { type, context in
    let fitting = type.methods.contains { $0.name.hasPrefix("systemLayoutSizeFitting") || $0.name == "sizeThatFits" }
    guard !fitting, type.method(named: ["invalidateIntrinsicContentSize"]) == nil,
      let layout = type.method(named: ["layoutSubviews"]),
      layout.line(mentioning: ["invalidateIntrinsicContentSize"]) == nil
    else { return nil }
    for (index, token) in layout.body.enumerated() where token.kind == .word {
      guard
        token.text == "preferredMaxLayoutWidth" || token.text == "constant"
          || token.text == "setPreferredMaxLayoutWidth"
      else { continue }
      let rest = layout.body[index...].prefix { $0.line <= token.line + 1 }
      guard rest.contains(where: { ["bounds", "frame"].contains($0.text) }) else { continue }
      return context.sourceProof(
        type, layout, captures: ["property": token.text],
        [context.sourceWitness(line: token.line, statement: setInLayoutSays, kind: .inferred)])
    }
    return nil
  }
  private static let setInLayoutSays =
    "It is set here, and a measurement with systemLayoutSizeFitting does not come here."
}
