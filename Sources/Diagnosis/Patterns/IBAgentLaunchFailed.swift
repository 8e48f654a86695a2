extension Pattern {
  /// Xcode could not start the agent at all: a fault of the tool, not of the project.
  static let ibAgentLaunchFailed: Pattern = Pattern(
    "ib-agent-launch-failed",
    title: "Xcode could not start Interface Builder's designables agent",
    family: .designables,
    symptom: """
      Xcode shows empty frames where @IBDesignable views should be, in every document, and the error "Failed to launch \
      designables agent". The app itself builds and runs.
      """,
    grades: [
      Grade(.certain, cause: .likely, .text([shuttingDown], statement: shuttingDownSays)),
      Grade(.certain, cause: .possible, .text([wording], statement: statement)),
    ],
    headline: "Xcode could not start the designables agent",
    cause: """
      The agent is a program of the simulator, and it did not start; no code of the project had run by then. Usually \
      the simulator's service or its runtime is in a bad state, as after an update of Xcode, in a beta, or when Xcode \
      itself is translated by Rosetta.
      """,
    remedy: [
      "Quit Xcode and the Simulator, end CoreSimulatorService as below, and open the project again.",
      "Check that the simulator's runtime of this Xcode is installed (Settings > Components), and reinstall it if not.",
      "If it stays so, look for a report of IBDesignablesAgent or IBAgent in ~/Library/Logs/DiagnosticReports.",
    ],
    changes: [
      Change(
        "shell",
        after: """
          killall -9 com.apple.CoreSimulator.CoreSimulatorService
          xcrun simctl list runtimes          # is the runtime of this Xcode there?
          xcode-select --print-path           # is it the Xcode that is open?
          """)
    ],
    gaps: [
      Gap(
        unless: .hasStack,
        "The console of that moment (Console.app, process Xcode or CoreSimulator) and a report of the agent, if any.")
    ],
    lookalikes: [
      LookAlike("ib-agent-crashed-unspecified", because: "The agent did not start; no view of yours has been drawn.")
    ],
    references: [.appleDesignableViews, Reference("simctl(1), xcrun simctl help")],
    supersedes: Designables.symptoms,
    examples: [
      .matches(
        "the usual words",
        """
        →Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardView (BYZ-38-t0r): Failed to launch designables agent. Check the console for a more detailed description and please file a bug report at feedbackassistant.apple.com.
        """),
      .matches(
        "the tool was being closed",
        """
        →Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardView (BYZ-38-t0r): Failed to launch designables agent because tool was shutting down. Check the console for a more detailed description and please file a bug report at feedbackassistant.apple.com.
        """),
      .doesNotMatch(
        "an agent that did start, and crashed",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardView (BYZ-38-t0r): The agent crashed
        """),
    ])

  private static let shuttingDown: TextTemplate = "Failed to launch designables agent because tool was shutting down"
  private static let shuttingDownSays = "Xcode says that the agent's tool was shutting down while it was to be started."
  private static let wording: TextTemplate = "Failed to launch designables agent"
  private static let statement = "Xcode says that the agent could not be started."
}
