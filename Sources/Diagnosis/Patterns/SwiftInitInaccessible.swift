import Bytes
import CrashReports

extension Pattern {
  /// A designable view's initializer that Interface Builder's agent cannot call.
  static let swiftInitInaccessible: Pattern = Pattern(
    "swift-init-inaccessible",
    title: "A designable view's initializer is not accessible to Interface Builder",
    family: .swift, severity: .warning,
    symptom: "The storyboard reports only \"The agent crashed\" for a view that works in the app.",
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([
          .text(
            TextQuery(
              ["'{class}' initializer is inaccessible due to '{modifier}' protection level"], readsSwiftLocation: true,
              statement: "The compiler reports that the initializer of {class} is {modifier}.")),
          .has(.previewMessage),
        ])),
      Grade(.possible, cause: .possible, inaccessible),
    ],
    headline: "{class|The view}'s {method|initializer} is not accessible, but Interface Builder needs it",
    cause: """
      Interface Builder's agent creates a designable view with init(frame:). Here that initializer is marked \
      {modifier|private, fileprivate or unavailable}, or it is missing because the class has another designated \
      initializer. The agent stops, and the build log reports only that it crashed.
      """,
    remedy: [
      """
      Make init(frame:) of {class|the view} accessible: `override init(frame: CGRect)` without private, with the same \
      setup as in the other initializers.
      """,
      "Private setup code can stay private, but call it from both init(frame:) and init(coder:).",
      "If other code in the app must not create the view, document this instead of making the initializer fail.",
    ],
    changes: [
      Change(
        "swift", before: "private override init(frame: CGRect) { super.init(frame: frame) }",
        after: """
          override init(frame: CGRect) {
            super.init(frame: frame)
            setUp()
          }
          """),
      Change(
        "objective-c", before: "- (instancetype)initWithFrame:(CGRect)frame NS_UNAVAILABLE;",
        after: "- (instancetype)initWithFrame:(CGRect)frame NS_DESIGNATED_INITIALIZER;"),
    ],
    gaps: [
      Gap(unless: .not(inaccessible), "The agent's crash report: it would show where the agent crashed.")
    ],
    lookalikes: [
      LookAlike("ib-initframe-unimplemented", because: "The initializer exists, but is not accessible."),
      LookAlike("ib-agent-crashed-unspecified", because: "That is the symptom; this is a possible cause."),
    ],
    knownGaps: ["An initializer that fails only at run time is not detected."],
    references: [.designableViews, Reference("The Swift Programming Language: Initialization")],
    generality: 6,
    searchTerms: """
      private init designable
      initializer inaccessible
      initializer is private
      """,
    examples: [
      .matches(
        "a private initializer", atLeast: .possible,
        """
        @IBDesignable class CardView: UIView {
        →  private override init(frame: CGRect) {
            super.init(frame: frame)
          }
          required init?(coder: NSCoder) {
            super.init(coder: coder)
          }
        }
        """),
      .doesNotMatch(
        "an accessible initializer",
        """
        @IBDesignable class CardView: UIView {
          override init(frame: CGRect) {
            super.init(frame: frame)
          }
          required init?(coder: NSCoder) {
            super.init(coder: coder)
          }
          private func setUp() {}
        }
        """),
      .doesNotMatch(
        "a missing initializer, which is another failure",
        """
        Fatal error: Use of unimplemented initializer 'init(frame:)' for class 'Cards.CardView'
        """),
    ])

  private static let marks: [TextTemplate] = ["IB_DESIGNABLE", "@IBDesignable"]

  private static let inaccessible = Evidence.source(
    "a designable class whose init(frame:) is private, fileprivate or unavailable",
    explanations: [inaccessibleStatement]
  ) { _, context in
    guard context.texts.contains(where: { text in marks.contains { $0.match(text.matchable) != nil } })
    else { return nil }
    for text in context.texts where text.message.origin == .console {
      for (offset, line) in text.message.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let code = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        guard String(code).containsBytes("init(frame") || String(code).containsBytes("initWithFrame:") else { continue }
        let hidden = ["private", "fileprivate", "NS_UNAVAILABLE", "@available(*, unavailable"].first {
          code.contains($0)
        }
        guard let hidden else { continue }
        let number = text.message.line.map { $0 + offset }
        return EvidenceMatch(
          witnesses: [
            context.witness(
              line: number, member: String(line), statement: inaccessibleStatement, kind: .inferred)
          ], captures: ["modifier": hidden, "method": "init(frame:)"])
      }
    }
    return nil
  }
  private static let inaccessibleStatement =
    "Interface Builder's agent needs this initializer, but may not be able to call it."
}
