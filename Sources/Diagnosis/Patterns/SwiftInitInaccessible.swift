import Bytes
import CrashReports

extension Pattern {
  /// A designable's initialiser that the agent cannot call.
  static let swiftInitInaccessible: Pattern = Pattern(
    "swift-init-inaccessible",
    title: "A designable view's initialiser cannot be called by Interface Builder",
    family: .swift, severity: .warning,
    symptom: "The storyboard says \"The agent crashed\" for a view that works in the app, and nothing else.",
    grades: [
      Grade(.possible, cause: .possible, inaccessible)
    ],
    headline:
      "{class|The view}'s {method|initialiser} cannot be called from outside: Interface Builder needs init(frame:)",
    cause: """
      Interface Builder's agent makes a designable view with init(frame:). Here that initialiser is \
      {modifier|private, fileprivate, or marked unavailable}, or it is left out while another one is required. \
      The agent stops, and the build log says only that it crashed.
      """,
    remedy: [
      "Make init(frame:) of {class|the view} callable: `override init(frame: CGRect)` without private, with the same set-up as the others.",
      "Let private set-up stay private, but call it from both init(frame:) and init(coder:).",
      "If the view must not be made by others in the app, say so in its documentation, not by an initialiser that fails.",
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
      Gap(unless: .not(inaccessible), "The agent's crash report: it would show where it stopped.")
    ],
    lookalikes: [
      LookAlike("ib-initframe-unimplemented", because: "The initialiser is there, but may not be called."),
      LookAlike("ib-agent-crashed-unspecified", because: "That is the symptom; this is a possible cause."),
    ],
    knownGaps: [
      "Whether the agent can call it is not seen for an initialiser that fails only at run time."
    ],
    references: [.designableViews, Reference("The Swift Programming Language: Initialization")],
    generality: 6,
    examples: [
      .matches(
        "a private initialiser", atLeast: .possible,
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
        "an ordinary initialiser",
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
        "the initialiser is missing, which has a pattern of its own",
        """
        Fatal error: Use of unimplemented initializer 'init(frame:)' for class 'Cards.CardView'
        """),
    ])

  private static let marks: [TextTemplate] = ["IB_DESIGNABLE", "@IBDesignable"]

  private static let inaccessible = Evidence.source(
    "a designable class whose init(frame:) is private, fileprivate or unavailable", explanations: [inaccessibleSays]
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
              line: number, member: String(line), statement: inaccessibleSays, kind: .inferred)
          ], captures: ["modifier": hidden, "method": "init(frame:)"])
      }
    }
    return nil
  }
  private static let inaccessibleSays = "Interface Builder's agent needs this initialiser, and may not call it."
}
