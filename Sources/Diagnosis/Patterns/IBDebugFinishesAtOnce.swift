import CrashReports

extension Pattern {
  /// "Finishing debugging instance of …": Debug Selected Views ended, usually because the load had already failed.
  static let ibDebugFinishesAtOnce: Pattern = Pattern(
    "ib-debug-finishes-at-once",
    title: "Debug Selected Views ends immediately: the view was probably not loaded",
    family: .designables, severity: .warning,
    symptom: """
      Editor > Debug Selected Views prints "Finishing debugging instance of …" immediately, and breakpoints are never \
      reached.
      """,
    grades: [
      Grade(
        .likely, cause: .possible,
        .text(
          [
            "Finishing debugging instance of {object} for Interface Builder",
            "Finishing debugging instance of {object}",
          ],
          statement: "Interface Builder ended the debugging session of {object}."))
    ],
    headline: "Debug Selected Views ended for {object|the view}; its code was probably never loaded",
    cause: """
      Interface Builder starts a debugger for {object|the view} and then loads the built app into its agent. If \
      loading the app or creating the view fails, there is nothing to debug, and the session ends before any \
      breakpoint.
      """,
    remedy: [
      "First fix the failure that Xcode reports for the same view (Report navigator, or the errors in the Issue navigator).",
      "Build the scheme for a simulator, then use Editor > Refresh All Views and debug again.",
      "If Xcode reports nothing, look in ~/Library/Logs/DiagnosticReports for a report of IBDesignablesAgent.",
    ],
    changes: [Change("shell", after: "diagnose ~/Library/Logs/DiagnosticReports/IBDesignablesAgent*")],
    gaps: [
      Gap(
        unless: .has(.previewMessage),
        "Xcode's error for the same view: it names the cause."),
      Gap(unless: .hasStack, "The agent's crash report, if it crashed."),
    ],
    lookalikes: [
      LookAlike(
        "ib-agent-crashed-unspecified", because: "Nothing in the input reports a crash of the agent.",
        when: .not(.text(["agent crashed"])))
    ],
    knownGaps: [
      "The line also appears when a session is stopped by hand; it has no timestamp that would distinguish the two."
    ],
    references: [.designableViews],
    generality: 8,
    searchTerms: """
      Debug Selected Views
      Debug Selected Views finishes immediately
      """,
    examples: [
      .matches(
        "the line in the debugger's console", atLeast: .likely,
        """
        →Finishing debugging instance of CardView for interface Builder
        """),
      .doesNotMatch(
        "the line at the start of a session",
        """
        Debugging instance of CardView for Interface Builder
        """),
    ])
}
