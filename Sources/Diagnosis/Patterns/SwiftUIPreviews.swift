import CrashReports

/// Failures of Xcode's previews (SwiftUI and `#Preview`), by the message of the canvas or of its diagnostics.
extension Pattern {
  /// The app or the preview's process crashed.
  static let previewCrashed: Pattern = Pattern(
    "preview-crashed",
    title: "Xcode preview: the preview's process crashed",
    family: .designables,
    symptom: "The canvas shows \"Cannot preview in this file\" and that the app crashed.",
    grades: [
      Grade(
        .certain, cause: .possible,
        .all([
          .any([
            .text(
              ["{app} crashed due to {reason}"],
              statement: "Xcode's canvas reports that the app crashed: {reason}."),
            .text(
              [
                "The preview process appears to have crashed", "CrashReportError: {app} crashed",
                "The app \"{app}\" crashed",
              ], statement: "Xcode's canvas reports that the process of the preview crashed."),
          ]),
          inPreview,
        ])),
      Grade(
        .likely, cause: .possible,
        .text(
          [
            "The preview process appears to have crashed", "Cannot preview in this file{}crashed",
            "CrashReportError: {app} crashed",
          ], statement: "Xcode's canvas reports that the process of the preview crashed.")),
    ],
    headline: "Xcode preview crashed{reason?: {reason}}",
    cause: """
      Xcode runs the app, or a part of it, to draw a preview, and this process crashed{reason?: {reason}}. Frequent \
      causes: an environment object that the preview does not supply, a forced unwrap of data that exists only in the \
      running app, and code at launch that does not expect a preview.
      """,
    remedy: [
      "Open the crash report: Diagnostics in the canvas, or ~/Library/Logs/DiagnosticReports, and analyze it with diagnose.",
      "Supply in the preview what the view expects: .environmentObject(…), a model container, sample data.",
      "Skip launch code in previews: ProcessInfo.processInfo.environment[\"XCODE_RUNNING_FOR_PREVIEWS\"] == \"1\".",
    ],
    changes: [
      Change(
        "swift", before: "#Preview { CardView() }", after: "#Preview { CardView().environmentObject(DeckStore()) }")
    ],
    gaps: [Gap(unless: .hasStack, "The crash report of the preview's process: it names the cause.")],
    lookalikes: [
      LookAlike("preview-timeout", because: "The process crashed; it did not merely take too long."),
      LookAlike(
        "ib-agent-crashed-unspecified", because: "The message is of SwiftUI's canvas, not of Interface Builder."),
    ],
    references: [previewReference],
    generality: 9,
    searchTerms: """
      Cannot preview in this file
      preview crashed
      SwiftUI preview crash
      The preview process appears to have crashed
      CrashReportError
      XCPreviewAgent
      app crashed in preview
      """,
    examples: [
      .matches(
        "the diagnostics of the canvas",
        """
        == PREVIEW UPDATE ERROR:

        →    CrashReportError: Cards crashed due to fatalError in CardView.swift at line 12.
        """),
      .matches(
        "the message in the canvas", atLeast: .likely,
        """
        Failed to update preview.
        →The preview process appears to have crashed.
        """),
      .doesNotMatch(
        "a preview that takes too long",
        """
        PreviewUpdateTimedOutError: Updating took more than 5 seconds
        """),
      .doesNotMatch(
        "a preview that does not compile",
        """
        Compiling failed: Cannot preview in this file
        """),
    ])

  /// The preview was not updated, or its process not launched, in time.
  static let previewTimeout: Pattern = Pattern(
    "preview-timeout",
    title: "Xcode preview: launch or update took too long",
    family: .designables,
    symptom: "The canvas shows \"Updating took more than 5 seconds\" or that the app failed to launch in time.",
    grades: [
      Grade(
        .certain, cause: .possible,
        .text(
          [
            "PreviewUpdateTimedOutError", "AppLaunchTimeoutError",
            "Updating a preview from {view} in {app} took more than {seconds} seconds",
          ], statement: "Xcode's canvas reports a timeout of the preview.")),
      Grade(
        .likely, cause: .possible,
        .all([
          .text(
            [
              "failed to launch within {seconds} seconds", "did not boot within {seconds} seconds",
              "Updating took more than {seconds} seconds", "Failed to launch {app} in reasonable time",
              "Timed out while waiting for agent", "Cannot preview in this file{}timed out",
            ], statement: "Xcode's canvas reports a timeout of the preview."), inPreview,
        ])),
    ],
    headline: "Xcode preview timed out{seconds? after {seconds} s}{view?: {view}}",
    cause: """
      Xcode waited for the preview's process{view? ({view})}, and it did not launch or draw in time. Usual causes: work \
      at launch or in body (network, large data, an endless loop), a busy machine, or a simulator that does not respond.
      """,
    remedy: [
      "Skip launch code in previews: ProcessInfo.processInfo.environment[\"XCODE_RUNNING_FOR_PREVIEWS\"] == \"1\".",
      "Look for work in the view's initializer and body; give the preview small sample data.",
      "Restart the canvas; if it does not help, run `xcrun simctl --set previews delete all`.",
    ],
    changes: [
      Change("swift", before: "#Preview { CardView(deck: .loadAll()) }", after: "#Preview { CardView(deck: .sample) }")
    ],
    lookalikes: [LookAlike("preview-crashed", because: "The message does not report a crash.")],
    references: [previewReference],
    generality: 9,
    searchTerms: """
      PreviewUpdateTimedOutError
      AppLaunchTimeoutError
      Updating took more than 5 seconds
      preview timeout
      failed to launch within
      canvas timed out
      """,
    examples: [
      .matches(
        "the error of an update",
        """
        →PreviewUpdateTimedOutError: Updating took more than 5 seconds

        Updating a preview from CardView_Previews in Cards.app (4711) took more than 5 seconds.
        """),
      .doesNotMatch(
        "a test that waits",
        """
        2024-05-06 07:08:09.123 Cards[4711:90210] the server failed to launch within 15 seconds
        """),
    ])

  /// A preview that failed for a reason that the message does not state.
  static let previewFailedUnspecified: Pattern = Pattern(
    "preview-failed-unspecified",
    title: "Xcode preview failed; the message does not state why",
    family: .designables,
    symptom: "The canvas shows \"Cannot preview in this file\" or \"Failed to update preview\".",
    grades: [
      Grade(
        .likely, cause: .possible,
        .text(
          [
            "Cannot preview in this file", "Failed to update preview", "PREVIEW UPDATE ERROR",
            "HumanReadableSwiftError",
            "RemoteHumanReadableError", "Message send failure for send {} message to agent",
          ], without: ["Compiling failed"], statement: "Xcode's canvas reports that the preview failed."))
    ],
    headline: "Xcode preview failed: reason not recorded",
    cause: """
      The canvas could not build, launch or update the preview. This text does not contain the reason; it is in the \
      diagnostics of the canvas.
      """,
    remedy: [
      "Press Diagnostics in the canvas, and read the last error in the text: it names the step that failed.",
      "Build the scheme for the same destination: an error of the build appears there with its line.",
      "Clean the build folder and restart the canvas, if the build succeeds.",
    ],
    references: [previewReference],
    generality: 10,
    fallback: .unlessExplained,
    searchTerms: """
      Cannot preview in this file
      Failed to update preview
      PREVIEW UPDATE ERROR
      preview canvas error
      """,
    examples: [
      .matches(
        "the title of the message", atLeast: .likely,
        """
        →Cannot preview in this file
        Message send failure for send previewInstances message to agent
        """),
      .doesNotMatch(
        "a log line about a preview",
        """
        2024-05-06 07:08:09.123 Cards[4711:90210] the print preview was updated
        """),
    ])

  private static let inPreview = Evidence.text([
    "PREVIEW UPDATE ERROR", "Cannot preview in this file", "Failed to update preview", "PreviewUpdate",
    "PreviewProvider", "_Previews", "CrashReportError", "preview process", "AppLaunchTimeoutError", "BootError",
    "waiting for agent",
  ])
  private static let previewReference = Reference(
    "Previewing your app's interface in Xcode (Apple, Xcode)",
    url: "https://developer.apple.com/documentation/xcode/previewing-your-apps-interface-in-xcode")
}
