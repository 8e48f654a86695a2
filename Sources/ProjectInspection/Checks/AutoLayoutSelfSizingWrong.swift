import Diagnosis
import SourceText

extension ProjectCheck {
  /// `intrinsicContentSize` depends on the bounds, which are not yet set when the view is measured.
  static let autolayoutSelfSizingWrong = ProjectCheck(
    "autolayout-selfsizing-wrong",
    title: "intrinsicContentSize depends on the bounds, and layoutSubviews invalidates it",
    explanation: """
      systemLayoutSizeFitting measures a view without setting its bounds and without calling layoutSubviews, so that a \
      self-sizing cell gets a size for old bounds. Reported if intrinsicContentSize, or code that it runs, reads the \
      view's own bounds or frame, and layoutSubviews, or code that it runs, calls invalidateIntrinsicContentSize. Not \
      reported if the class overrides systemLayoutSizeFitting.
      """,
    examples: [
      .fault(
        "a height for the current width",
        [
          (
            "NoteView.swift",
            """
            class NoteView: UIView {
              private var measuredWidth: CGFloat = 0
              override var intrinsicContentSize: CGSize {
            →    CGSize(width: UIView.noIntrinsicMetric, height: height(for: bounds.width))
              }
              override func layoutSubviews() {
                super.layoutSubviews()
                guard measuredWidth != bounds.width else { return }
                measuredWidth = bounds.width
            →    invalidateIntrinsicContentSize()
              }
            }
            """
          )
        ]),
      .noFault(
        "a size that does not depend on the bounds, and a view that measures itself for the target size",
        [
          (
            "BadgeView.swift",
            """
            class BadgeView: UIView {
              override var intrinsicContentSize: CGSize { label.intrinsicContentSize }
              private var lastWidth: CGFloat = 0
              override func layoutSubviews() {
                super.layoutSubviews()
                if lastWidth != bounds.width { lastWidth = bounds.width; invalidateIntrinsicContentSize() }
              }
            }
            """
          ),
          (
            "NoteView.swift",
            """
            class NoteView: UIView {
              private var width: CGFloat = 0
              override var intrinsicContentSize: CGSize { CGSize(width: -1, height: height(for: bounds.width)) }
              override func layoutSubviews() {
                super.layoutSubviews()
                if width != bounds.width { width = bounds.width; invalidateIntrinsicContentSize() }
              }
              override func systemLayoutSizeFitting(
                _ size: CGSize, withHorizontalFittingPriority: UILayoutPriority, verticalFittingPriority: UILayoutPriority
              ) -> CGSize {
                CGSize(width: size.width, height: height(for: size.width))
              }
            }
            """
          ),
        ]),
    ]
  ) { index in
    index.sortedClasses.compactMap { type in
      guard type.isDefined else { return nil }
      let size = index.reached(from: type.name, ["intrinsicContentSize.getter", "intrinsicContentSize"])
      let layout = index.reached(from: type.name, ["layoutSubviews"])
      guard let (reader, bounds) = size.firstPosition({ $0.readsOwnBounds(at: $1) }),
        let (invalidator, call) = layout.firstPosition({ $0.invalidatesOwnSize(at: $1) })
      else { return nil }
      let measuring = index.chain(of: type.name).classes.contains { owner in
        owner.methods.contains { $0.method.name.hasPrefix("systemLayoutSizeFitting") }
      }
      guard !measuring else { return nil }
      return Hit(
        headline: "intrinsicContentSize of \(type.name) depends on its bounds, which are not set when it is measured",
        locations: [
          index.location(
            reader.file, reader.method.body.line(bounds), "The size depends on the current bounds of the view."),
          index.location(
            invalidator.file, invalidator.method.body.line(call),
            "The size is invalidated during layout, which systemLayoutSizeFitting does not perform."),
        ],
        remedy:
          "Override systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:) and measure "
          + "the content for the target width.", proves: false, subjects: [type.name],
        captures: ["property": "its bounds"])
    }
  }
}

extension [ReachedMethod] {
  /// Returns the first method and position for which the condition holds.
  fileprivate func firstPosition(_ condition: (SourceTokens, Int) -> Bool) -> (method: ReachedMethod, position: Int)? {
    for reached in self {
      if let position = reached.method.body.indices.first(where: { condition(reached.method.body, $0) }) {
        return (reached, position)
      }
    }
    return nil
  }
}

extension ArraySlice where Element == SourceToken {
  /// Whether the code reads `bounds` or `frame` of the view itself.
  fileprivate func readsOwnBounds(at position: Int) -> Bool {
    guard ["bounds", "frame"].contains(text(position)), isWord(position), text(position + 1) != ":",
      !["let", "var"].contains(text(position - 1))
    else { return false }
    if has(["[", "self"], at: position - 2) { return true }
    // In Swift, the name alone is a property of `self`; in Objective-C, it is a variable, which seldom has this name.
    return text(position - 1) != "." || text(position - 2) == "self"
  }

  /// Whether the code calls `invalidateIntrinsicContentSize` on the view itself.
  fileprivate func invalidatesOwnSize(at position: Int) -> Bool {
    guard text(position) == "invalidateIntrinsicContentSize" else { return false }
    if text(position + 1) == "(" { return text(position - 1) != "." || text(position - 2) == "self" }
    return has(["[", "self"], at: position - 2)
  }
}
