import CrashReports

extension Pattern {
  /// "The agent threw an exception": a symptom without its reason.
  static let ibAgentExceptionUnspecified: Pattern = Pattern(
    "ib-agent-exception-unspecified",
    title: "Interface Builder's agent threw an exception that matches no known failure",
    family: .designables,
    symptom: """
      An @IBDesignable view stays empty in the storyboard, and Xcode's log has "The agent threw an exception", \
      sometimes with the exception's name and reason in the line before.
      """,
    grades: [
      Grade(.certain, cause: .possible, .any([raised, threw])),
      Grade(.likely, cause: .possible, refused),
    ],
    headline: """
      Interface Builder's agent {image?could not load {image}|threw {exception|an exception} while rendering {object|a \
      view}}{reason?: {reason}}
      """,
    cause: """
      {image?Interface Builder opens {image} in its agent with dlopen, and the loader refused it|Code of the app raised an \
      Objective-C exception while Interface Builder created or laid out the view in its agent}. \
      {reason|The log does not contain the reason.}
      """,
    remedy: [
      "Look for a line about the same document that contains \"raised a\": it has the exception's name and reason.",
      "Select the view and use Editor > Debug Selected Views with an exception breakpoint, which stops where the exception is raised.",
      "At design time, exclude code that needs the running app: #if TARGET_INTERFACE_BUILDER.",
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
        "The exception's name and reason: the log line with \"raised a\", or the agent's crash report."),
      Gap(unless: .hasStack, "The stack: it names the function that raised the exception."),
    ],
    references: [
      Reference("Creating a Custom View That Renders in Interface Builder (Apple, Xcode Help)")
    ],
    supersedes: ["ib-agent-crashed-unspecified"],
    generality: 9,
    searchTerms: """
      the agent threw an exception
      agent threw an exception
      agent raised an exception
      designables agent exception
      """,
    examples: [
      .matches(
        "no reason at all",
        """
        →/Users/user/Card/Base.lproj/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent threw an exception.
        """),
      .matches(
        "a reason that matches no known failure",
        """
        →Main.storyboard: error: IB Designables: Failed to update auto layout status: The agent raised a "CardDeckException" exception: the deck is empty
        """),
      .doesNotMatch(
        "a reason that states the cause: the nib was looked up in the wrong bundle",
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

  /// An error of the loader for a reason that no other pattern knows, or that was cut off.
  private static let refused = Evidence.text(
    TextQuery(
      ["dlopen({image}, {}): {reason}"], from: [.preview],
      statement: "The agent's dlopen of {image} failed: {reason}"))

  private static let threwWords: [TextTemplate] = ["agent threw an exception", "Tool threw an exception"]

  private static let threw = Evidence.text(
    TextQuery(
      threwWords, from: [.preview], citesAll: true,
      statement: "Xcode reports an exception of the agent without a reason."))
}
