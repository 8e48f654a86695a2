extension Pattern {
  /// A failure of Xcode to start the agent: a fault of the tool, not of the project.
  static let ibAgentLaunchFailed: Pattern = Pattern(
    "ib-agent-launch-failed",
    title: "Xcode failed to launch Interface Builder's designables agent",
    family: .designables,
    symptom: """
      Xcode shows empty frames where @IBDesignable views should be, in every document, and the error "Failed to launch \
      designables agent". The app itself builds and runs.
      """,
    grades: [
      Grade(.certain, cause: .likely, .text(shuttingDown, statement: shuttingDownStatement)),
      Grade(.certain, cause: .possible, .text(wording, statement: statement)),
    ],
    headline: "Xcode failed to launch the designables agent",
    cause: """
      The agent is a simulator program, and it did not start; no code of the project had run yet. Usually the \
      simulator's service or its runtime is in a bad state, for example after an update of Xcode, in a beta, or when \
      Xcode itself runs under Rosetta.
      """,
    remedy: [
      "Quit Xcode and the Simulator, kill CoreSimulatorService as shown below, and open the project again.",
      "Check that the simulator runtime of this Xcode is installed (Settings > Components), and install it if it is missing.",
      "If the failure persists, look for a report of IBDesignablesAgent or IBAgent in ~/Library/Logs/DiagnosticReports.",
    ],
    changes: [
      Change(
        "shell",
        after: """
          killall -9 com.apple.CoreSimulator.CoreSimulatorService
          xcrun simctl list runtimes          # is the runtime of this Xcode installed?
          xcode-select --print-path           # is this the Xcode that is open?
          """)
    ],
    gaps: [
      Gap(
        unless: .hasStack,
        "The console at that time (Console.app, process Xcode or CoreSimulator), and a report of the agent, if there is one."
      )
    ],
    lookalikes: [
      LookAlike("ib-agent-crashed-unspecified", because: "The agent did not start; none of your views was drawn.")
    ],
    references: [.appleDesignableViews, Reference("simctl(1), xcrun simctl help")],
    supersedes: Designables.symptoms,
    searchTerms: """
      failed to launch designables agent
      failed to launch
      could not launch IBDesignablesAgent
      designables agent could not be started
      failed to launch IBDesignablesAgent
      """,
    examples: [
      .matches(
        "the usual message",
        """
        →Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardView (BYZ-38-t0r): Failed to launch designables agent. Check the console for a more detailed description and please file a bug report at feedbackassistant.apple.com.
        """),
      .matches(
        "the tool was shutting down",
        """
        →Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardView (BYZ-38-t0r): Failed to launch designables agent because tool was shutting down. Check the console for a more detailed description and please file a bug report at feedbackassistant.apple.com.
        """),
      .doesNotMatch(
        "an agent that started and then crashed",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardView (BYZ-38-t0r): The agent crashed
        """),
    ])

  private static let shuttingDown: [TextTemplate] = [
    "Failed to launch designables agent because tool was shutting down",
    "Failed to launch designable agent because tool was shutting down",
  ]
  private static let shuttingDownStatement =
    "Xcode reports that the agent's tool was shutting down when it was to be started."
  private static let wording: [TextTemplate] = [
    "Failed to launch designables agent", "Failed to launch designable agent", "Failed to launch the designables agent",
  ]
  private static let statement = "Xcode reports that the agent could not be started."
}
