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
        .any([
          .text(
            TextQuery(
              [
                "{app} crashed due to fatalError in {file} at line {number}. {reason}",
                "{app} crashed due to fatalError in {file} at line {number}",
              ], from: [.canvas], readsSwiftLocation: true,
              statement: "Xcode's canvas reports that the app stopped itself in {file}.")),
          .text(
            ["{app} crashed due to {reason}."], from: [.canvas],
            statement: "Xcode's canvas reports that the app crashed: {reason}."),
          .text(
            [
              "CrashReportError: {app} crashed", "XCPreviewAgent crashed",
              "PotentialCrashError: {app} may have crashed",
              "{app} crashed: communication with the app was interrupted",
              "{app}: Error Domain=render service{}Rendering service was interrupted",
              "Rendering service was interrupted",
              "Error Domain=FBProcessExit Code={number} \"The process crashed.\"",
              "The preview process appears to have crashed", "The app \"{app}\" crashed", "CrashReportError",
            ], from: [.canvas], statement: "Xcode's canvas reports that the process of the preview crashed."),
        ]).with([
          .optional(.text(["Error Domain=signal Code={number} \"{signal}(", "{signal}({number})\""], from: [.canvas]))
        ])),
      Grade(
        .likely, cause: .possible,
        .all([
          .text(
            TextQuery(
              [
                "Crash due to {reason} in {file} at line {number}",
                "crashed due to {reason} in {file} at line {number}",
                "{reason} in {file} at line {number}", "{}.swift:{}: Fatal error: {reason}",
                "Fatal error: {reason}",
              ], readsSwiftLocation: true, statement: "The process stopped: {reason}.")), .previewAccount,
        ])),
    ],
    headline: "Xcode preview crashed{app?: {app}}{signal? with {signal}}{reason?: {reason}}{location? ({location})}",
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
    references: [.previews],
    supersedes: ["preview-failed-unspecified", "swift-fatal-error"],
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
            "Updating a preview from {view} in {app} took more than {seconds} seconds",
            "Updating took more than {seconds} seconds", "took more than {seconds} seconds",
            "PreviewUpdateTimedOutError",
            "UpdateTimedOutError", "Timed out after {seconds} seconds", "Timed out while waiting for agent",
          ], from: [.canvas], statement: "Xcode's canvas reports a timeout of the preview."))
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
    references: [.previews],
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
        PreviewUpdateTimedOutError: Updating took more than 5 seconds

        →Updating a preview from CardView_Previews in Cards.app (4711) took more than 5 seconds.
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
        .all([
          .text(
            ["Error:", "Failure:", ""], from: [.canvas],
            statement: "Xcode's canvas reports that the preview failed."),
          .has(.canvasError),
        ])),
      Grade(
        .possible, cause: .possible,
        .all([.text([""], from: [.canvas], statement: "The text contains a message of Xcode's canvas."), .has(.canvas)])
      ),
    ],
    headline: "Xcode preview failed{message?: {message}|: reason not recorded}",
    cause: """
      The canvas could not build, launch or update the preview. {message?Its last error is "{message}", which is not one \
      of the known causes.|This text contains no error that states the reason; the diagnostics of the canvas may.}
      """,
    remedy: [
      "Press Diagnostics in the canvas, and diagnose the complete text: its innermost error names the cause.",
      "Build the scheme for the same destination: an error of the build appears there with its line.",
      "Clean the build folder and restart the canvas, if the build succeeds.",
    ],
    references: [.previews],
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
        "an error that states no reason", atLeast: .likely,
        """
        Cannot preview in this file

        →HumanReadableSwiftError: The operation couldn't be completed. The deck is upside down.
        """),
      .matches(
        "only the message in the canvas", atLeast: .possible,
        """
        →Cannot preview in this file
        Update failed
        """),
      .doesNotMatch(
        "a log line about a preview",
        """
        2024-05-06 07:08:09.123 Cards[4711:90210] the print preview was updated
        """),
    ])
}
