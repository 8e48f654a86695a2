extension Pattern {
  /// A lost connection between `ibtool` and the agent that helps it compile a document.
  static let ibtoolAgentCommunication: Pattern = Pattern(
    "ibtool-agent-communication",
    title: "ibtool, the storyboard and xib compiler, could not communicate with its agent",
    family: .ibtool,
    symptom: """
      The build stops at a storyboard or xib with "Encountered an error communicating with IBAgent-iOS". Often the \
      next build succeeds.
      """,
    grades: [
      Grade(
        .certain, cause: .possible,
        .all([
          .text(templates, statement: statement), .optional(.text(services)), .optional(service), .optional(closed),
        ])),
      Grade(.certain, cause: .possible, .all([closed, .optional(service)])),
    ],
    headline: """
      ibtool could not communicate with its agent{agent? {agent}} while compiling {subject|a storyboard or \
      xib}{code? (exit status {code})}{service?: {service}}
      """,
    cause: """
      To compile a document, ibtool uses an agent that runs in the simulator runtime. The agent did not start, exited, \
      or did not respond in time. Possible reasons: a missing or damaged runtime, a busy machine, or a document that \
      the agent cannot read.
      """,
    remedy: [
      "Build again. If it fails again, quit Xcode, kill the simulator service and the agents, and build once more.",
      "Check that the simulator runtime of this Xcode is installed, and delete derived data.",
      "If it is always the same document, check its last change.",
    ],
    changes: [
      Change(
        "shell",
        after: """
          killall -9 ibtoold com.apple.CoreSimulator.CoreSimulatorService
          xcrun simctl list runtimes
          ls -t ~/Library/Logs/DiagnosticReports/IB*Agent* | head -1   # the agent's newest report, if any
          """)
    ],
    gaps: [
      Gap(
        unless: .hasStack,
        "The agent's own crash report in ~/Library/Logs/DiagnosticReports (IBAgent*), if there is one.")
    ],
    lookalikes: [
      LookAlike("ibtool-crash", because: "The compiler itself runs; its agent does not respond."),
      LookAlike(
        "ib-agent-crashed-unspecified", because: "A document was being compiled; no designable view was being drawn."),
    ],
    references: [Reference("ibtool(1), manual page of Xcode"), Reference("simctl(1), xcrun simctl help")],
    supersedes: ["ibtool-crash", "ib-agent-crashed-unspecified", "ib-unified-agent-crashed"],
    searchTerms: """
      failed to communicate with helper tool
      lost connection to helper tool
      ibtool lost connection
      encountered an error communicating with IBAgent-iOS
      IBAgent-iOS
      AssetCatalogSimulatorAgent
      """,
    examples: [
      .matches(
        "the build log",
        """
        →/Users/dev/MyApp/Card.storyboard:-1: Encountered an error communicating with IBAgent-iOS.
        """),
      .matches(
        "reported as an error of the document",
        """
        →/Users/dev/MyApp/Card.storyboard: error: Encountered an error communicating with IBAgent-iOS.
        """),
      .doesNotMatch(
        "an app that could not reach its server",
        """
        2024-05-04 10:11:12.131 MyApp[4711:2342] Encountered an error communicating with the server.
        """),
      .doesNotMatch(
        "the agent that draws designables",
        """
        Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed
        """),
    ])

  private static let templates: [TextTemplate] = [
    "Encountered an error communicating with IBAgent", "Encountered an error communicating with IBCocoaTouch",
    "Encountered an error communicating with Interface Builder", "Failed to find or create execution context",
    "Failed to launch tool with description", "Failed to attach to {agent} with error",
    "failed to launch and exited with status",
  ]
  private static let services: [TextTemplate] = [
    "failed to launch and exited with status {code},", "failed to launch and exited with status {code}.",
    "failed to launch and exited with status {code}",
  ]
  private static let service = Evidence.any([
    .all([
      .text(["Failed to create SimDeviceSet"]),
      .capture("service", "CoreSimulatorService: Failed to create SimDeviceSet"),
    ]),
    .all([.text(["CoreSimulatorService"]), .capture("service", "CoreSimulatorService does not respond")]),
    .all([.text(["The tool closed the connection"]), .capture("service", "the tool closed the connection")]),
    .all([
      .text(["Failed to find or create execution context"]), .capture("service", "no execution context in a simulator"),
    ]),
  ])
  private static let closed = Evidence.text(
    ["The tool closed the connection ({agent})", "The tool closed the connection", "IBPlatformToolFailureException"],
    statement: "The agent exited, or closed its connection to the compiler.")
  private static let statement = "ibtool could not communicate with its agent."
}
