extension Pattern {
  /// "The agent crashed" as Xcode writes it to the unified log: a symptom without a cause.
  static let ibUnifiedAgentCrashed: Pattern = Pattern(
    "ib-unified-agent-crashed",
    title: "Xcode logged that Interface Builder's agent crashed",
    family: .designables,
    symptom: """
      An @IBDesignable view shows as an empty frame, and the console shows a message from Xcode that contains \
      "IBLiveViews" or "IBMessageChannelErrorDomain".
      """,
    grades: [
      Grade(.certain, cause: .possible, .text([bundles], statement: bundlesStatement)),
      Grade(
        .certain, cause: .possible,
        .all([.text([domain], statement: domainStatement), .text([crashed], statement: crashedStatement)])),
      Grade(.likely, cause: .possible, .text([domain], statement: domainStatement)),
    ],
    headline: "The designables agent probably crashed: Xcode lost it, or could not load the app's code into it",
    cause: """
      Xcode lost the connection to the agent, the process in which it runs the app's views. The log does not state \
      why the agent ended: the reason is in the agent's own crash report of the same minute.
      """,
    remedy: [
      """
      Find the agent's crash report of the same minute in ~/Library/Logs/DiagnosticReports (IBDesignablesAgent*, \
      IBAgent*).
      """,
      """
      If there is none, select the view, then choose Editor > Debug Selected Views, with an Exception Breakpoint \
      set.
      """,
    ],
    changes: [
      Change("shell", after: "ls -t ~/Library/Logs/DiagnosticReports/IB*Agent* | head -1")
    ],
    gaps: [Designables.gapOfReport],
    lookalikes: [
      LookAlike(
        "ib-agent-hang", because: "The agent exited; it did not just stop responding.",
        when: .text(["The agent crashed"]))
    ],
    references: [.appleDesignableViews],
    supersedes: ["ib-agent-crashed-unspecified"],
    generality: 9,
    searchTerms: """
      xcode agent crashed log
      unified log agent crashed
      """,
    examples: [
      .matches(
        "as Xcode writes it",
        """
        →2019-05-04 10:11:12.131214+0200 Xcode[812:7744] [MT] IBLiveViews: Failed to load one or more bundles for remote tool <IBCocoaTouchPlatformToolProxy: 0x7f9a1c0a2b30>: Error Domain=IBMessageChannelErrorDomain Code=1 "Failed to communicate with helper tool" UserInfo={NSLocalizedFailureReason=The agent crashed, NSLocalizedDescription=Failed to communicate with helper tool}
        """),
      .doesNotMatch(
        "many assertions of the agent while Xcode hangs",
        """
        5/4/16 10:11:12.131 AM Interface Builder Cocoa Touch Tool[4711]: assertion failed: 15E65 13E230: libxpc.dylib + 27596 [66C28065-C9DB-3C8E-926F-5A40210A6D1B]: 0x8d
        """),
      .doesNotMatch(
        "a message of the tool about preferences",
        """
        4/05/2016 10:11:12.131 Interface Builder Cocoa Touch Tool: CFPreferences: user home directory is unavailable. User domains will be volatile.
        """),
    ])

  private static let bundles: TextTemplate = "IBLiveViews: Failed to load one or more bundles"
  private static let bundlesStatement = "Xcode could not load the app's code into the agent."
  private static let domain: TextTemplate = "IBMessageChannelErrorDomain Code=1"
  private static let domainStatement = "Xcode lost its connection to the agent."
  private static let crashed: TextTemplate = "NSLocalizedFailureReason=The agent crashed"
  private static let crashedStatement = "The connection's error states that the agent crashed."
}
