import CrashReports

extension Pattern {
  /// "The agent threw an exception": a symptom without its reason.
  static let ibAgentExceptionUnspecified: Pattern = Pattern(
    "ib-agent-exception-unspecified",
    title: "Interface Builder's agent threw an exception for which no known failure fits",
    family: .designables,
    symptom: """
      An @IBDesignable view stays empty in the storyboard, and Xcode's log says "The agent threw an exception", perhaps \
      with the exception's name and reason in a line before it.
      """,
    grades: [
      Grade(.certain, cause: .possible, .any([raised, threw]))
    ],
    headline: "Interface Builder's agent threw {exception|an exception} while it rendered {object|a view}",
    cause: """
      Code of the app raised an Objective-C exception while Interface Builder made or laid out the view in its agent. \
      {reason|The log does not give the exception's reason.}
      """,
    remedy: [
      "Look for the line of the same document that says \"raised a\": it gives the exception's name and reason.",
      "Select the view and use Editor > Debug Selected Views with an exception breakpoint, which stops where it is raised.",
      "Leave out at design time what needs the running app: #if TARGET_INTERFACE_BUILDER.",
    ],
    changes: [
      Change(
        "objective-c",
        after: """
          #if !TARGET_INTERFACE_BUILDER
            [self connectToTheRunningApp];
          #endif
          """),
      Change(
        "swift",
        after: """
          #if !TARGET_INTERFACE_BUILDER
            connectToTheRunningApp()
          #endif
          """),
    ],
    gaps: [
      Gap(
        unless: raised,
        "The exception's name and reason: the log's line with \"raised a\", or the agent's crash report."),
      Gap(unless: .hasStack, "The stack: it names the function that raised the exception."),
    ],
    references: [
      Reference("Creating a Custom View That Renders in Interface Builder (Apple, Xcode Help)")
    ],
    supersedes: ["ib-agent-crashed-unspecified"],
    generality: 9,
    examples: [
      .matches(
        "no reason at all",
        """
        →/Users/user/Card/Base.lproj/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent threw an exception.
        """),
      .matches(
        "a reason that no known failure fits",
        """
        →Main.storyboard: error: IB Designables: Failed to update auto layout status: The agent raised a "CardDeckException" exception: the deck is empty
        """),
      .doesNotMatch(
        "a reason that says what failed: the nib was looked up in the wrong bundle",
        """
        Main.storyboard: error: IB Designables: Failed to update auto layout status: The agent raised a "NSInternalInconsistencyException" exception: Could not load NIB in bundle: 'NSBundle </Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays> (loaded)' with name 'CardView'
        Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent threw an exception.
        """),
    ])

  private static let raised = Evidence.any([
    .text(
      ["agent raised a \"{exception}\" exception: {reason}"], from: [.preview],
      statement: "The agent raised {exception}: {reason}"),
    .text(
      ["Tool raised a \"{exception}\" exception: {reason}"], from: [.preview],
      statement: "The agent raised {exception}: {reason}"),
  ])

  private static let threwWords: [TextTemplate] = ["agent threw an exception", "Tool threw an exception"]

  private static let threw = Evidence.text(
    TextQuery(
      threwWords, from: [.preview], citesAll: true,
      statement: "Xcode says that the agent threw an exception, and no reason."))
}
