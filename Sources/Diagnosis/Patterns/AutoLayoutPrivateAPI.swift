import Bytes
import CrashReports

extension Pattern {
  /// A call of a private selector of the layout engine by the app.
  static let autolayoutPrivateAPI: Pattern = Pattern(
    "autolayout-private-api",
    title: "The app calls private selectors of the layout engine",
    family: .autolayout,
    revision: 2,
    symptom: """
      The app crashes with an unrecognized selector whose name begins with _nsis_, nsli_ or \
      _prepareFor…IntrinsicContentSize…, or crashes in code that calls one.
      """,
    grades: [
      Grade(.certain, cause: .likely, unrecognized),
      Grade(.likely, cause: .likely, .all([failed, appFrame])),
    ],
    headline:
      "Private API: {function|the app} calls {selector?the private selector {beginning|}{selector}|a private selector} of Auto Layout",
    cause: """
      The selectors of the constraint solver (nsli_…, _nsis_…) are private: they are added, removed and \
      changed without notice, and a misspelled one, or one with a missing or extra underscore, does not exist. For a \
      selector that does not exist, class_getMethodImplementation returns the function that raises the exception; \
      calling it through a cast function pointer is undefined behavior. App Review also rejects private selectors.
      """,
    remedy: [
      "Use public API: preferredMaxLayoutWidth, systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:), intrinsicContentSize with invalidateIntrinsicContentSize.",
      "For text whose height depends on its width, put a UILabel or UITextView inside: it does both layout passes itself.",
      "If the call must stay for a while, check responds(to:) first, and provide a fallback.",
    ],
    changes: [
      Change(
        "swift", before: "perform(Selector((\"_nsis_compatibleBoundsInEngine:\")), with: engine)",
        after: """
          label.preferredMaxLayoutWidth = bounds.width
          let size = view.systemLayoutSizeFitting(
            CGSize(width: bounds.width, height: 0), withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
          """),
      Change(
        "objective-c", before: "[self performSelector:NSSelectorFromString(@\"nsli_layoutEngine\")];",
        after: "if ([self respondsToSelector:selector]) { /* private call */ } else { /* fallback */ }"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: it shows which code makes the call.")
    ],
    lookalikes: [
      LookAlike("unrecognized-selector", because: "The selector is a private one of the layout engine."),
      LookAlike("autolayout-engine-internal", because: "The solver did not fail; the call to it is wrong."),
    ],
    references: [.autoLayoutGuide, Reference("App Review Guidelines 2.5.1 (Apple)")],
    supersedes: ["unrecognized-selector", "nsexception-uncaught"],
    generality: 2,
    searchTerms: """
      private layout selectors
      layout private api
      """,
    examples: [
      .matches(
        "the selector does not exist",
        """
        →*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[CardLabel _nsli_layoutEngine]: unrecognized selector sent to instance 0x7f8b1c40'
        """),
      .matches(
        "source code that calls one", atLeast: .possible,
        """
        class CardLabel: UIView {
        →  private let engine = Selector(("nsli_layoutEngine"))
          override func layoutSubviews() {
            super.layoutSubviews()
            let method = class_getMethodImplementation(UIView.self, #selector(_nsis_compatibleBoundsInEngine))
          }
        }
        """),
      .doesNotMatch(
        "the system's own frames, as in every layout",
        """
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018

        Thread 0 Crashed:
        0   Cards                         	0x0000000102d34f50 deck_draw + 76
        1   UIKitCore                     	0x000000011cd046a5 -[UIView(AdditionalLayoutSupport) nsli_layoutEngine] + 77
        2   UIKitCore                     	0x000000011cd046b5 -[UIView _nsis_compatibleBoundsInEngine:] + 77
        """),
      .doesNotMatch(
        "another unrecognized selector",
        """
        *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[CardLabel setTitle:]: unrecognized selector sent to instance 0x7f8b1c40'
        """),
    ])

  private static let names = [
    "nsli_", "_nsis_", "_needsDoubleUpdateConstraintsPass", "_prepareForFirstIntrinsicContentSizeCalculation",
    "_prepareForSecondIntrinsicContentSizeCalculation", "_layoutEngine_",
  ]
  private static let unrecognized = Evidence.any(
    names.flatMap { [$0, "_" + $0] }.map { unrecognized("[{class} ", $0, "]") } + names.map { unrecognized("", $0, "") }
  )

  /// Captures the rest of the selector; its beginning is a constant.
  private static func unrecognized(_ before: String, _ beginning: String, _ after: String) -> Evidence {
    .all([
      .text(
        [TextTemplate(before + beginning + "{selector}" + after + ": unrecognized selector sent")], shortens: false,
        statement: "The receiver does not respond to the private selector."),
      .capture("beginning", beginning),
    ])
  }

  private static let failed = Evidence.exception(
    types: ["EXC_BAD_ACCESS", "EXC_BREAKPOINT", "EXC_CRASH", "EXC_BAD_INSTRUCTION"], statement: "The process crashed.")
  private static let appFrame = Evidence.frame(
    FrameQuery(
      names.map { "*" + $0 + "*" }, roles: [.app], position: .first(8), blamed: true,
      statement: "The app overrides or calls a private method."))
}
