import CrashReports
import SourceText

extension Pattern {
  /// A self-sizing view whose size depends on code in layoutSubviews, which does not run when the view is measured.
  static let autolayoutSelfSizingWrong: Pattern = Pattern(
    "autolayout-selfsizing-wrong",
    title: "Wrong self-sizing: the size of the view depends on code in layoutSubviews",
    family: .autolayout, severity: .warning,
    symptom: """
      A self-sizing cell or view is too tall or too short at first, and correct after it is scrolled or reloaded. \
      Nothing crashes.
      """,
    grades: [
      Grade(.possible, cause: .possible, measuredBeforeLayout)
    ],
    headline:
      "Wrong self-sizing: {class|the view}'s size depends on layoutSubviews, which systemLayoutSizeFitting does not call",
    cause: """
      systemLayoutSizeFitting solves the constraints without setting bounds and without calling layoutSubviews. A part \
      of the size of {class|the view} comes from code that runs only there ({property|a width or its bounds}), so the \
      view is measured with the old values.
      """,
    remedy: [
      "Override systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:), set the width from targetSize, and then call super.",
      "Or express the width as a constraint, so that the solver takes it into account.",
      "For labels, set preferredMaxLayoutWidth before the measurement, not in layoutSubviews.",
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
        "The size that the cell measures: log the result of systemLayoutSizeFitting and the bounds after layout.")
    ],
    lookalikes: [
      LookAlike("autolayout-feedback-loop", because: "Layout does not repeat; a value is only set too late.")
    ],
    knownGaps: [
      "Not recognized without source code: there is no message and no crash."
    ],
    references: [.autoLayoutGuide, Reference("systemLayoutSizeFitting(_:) (Apple, UIKit)")],
    generality: 6,
    searchTerms: """
      self-sizing cell
      self-sizing
      systemLayoutSizeFitting
      intrinsicContentSize
      wrong cell height
      """,
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
    explanations: [setInLayoutStatement]
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
      return context.sourceMatch(
        type, layout, captures: ["property": token.text],
        [context.sourceWitness(line: token.line, statement: setInLayoutStatement, kind: .inferred)])
    }
    return nil
  }
  private static let setInLayoutStatement =
    "The value is set here, and systemLayoutSizeFitting does not run this code."
}
