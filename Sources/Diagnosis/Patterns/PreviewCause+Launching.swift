extension Pattern {
  /// The process of a preview is not installed, not launched, or does not answer.
  static let launchingCauses: [PreviewCause] = [
    PreviewCause(
      id: "preview-launch-timeout", title: "the app did not launch in time",
      symptom: "The canvas shows that the app did not launch within some seconds.",
      messages: [
        "The app \"{app}\" did not launch on \"{device}\" in {seconds} seconds",
        "\"{app}\" did not launch on \"{device}\" in {seconds} seconds",
        "Failed to launch app \"{app}\" in reasonable time", "Failed to launch {app} in reasonable time",
        "failed to launch within {seconds} seconds", "did not launch in {seconds} seconds", "AppLaunchTimeoutError",
      ],
      statement: "The canvas reports that the app did not launch in time.",
      details: [["did not launch on \"{device}\" in {seconds} seconds"]],
      headline:
        "Xcode preview timed out: {app|the app} did not launch{device? on {device}}{seconds? in {seconds} s| in reasonable time}",
      cause: """
        Xcode started {app|the app} for the preview, and it was not ready{seconds? after {seconds} seconds}. Work at \
        launch (SDKs, databases, network) delays it, or the simulator does not respond.
        """,
      remedy: [
        "Skip launch code in previews: ProcessInfo.processInfo.environment[\"XCODE_RUNNING_FOR_PREVIEWS\"] == \"1\".",
        "Move the view to a framework or package with its own scheme: then the app is not launched.",
        "Restart the canvas; if it does not help, run `xcrun simctl --set previews delete all`.",
      ],
      searchTerms: """
        AppLaunchTimeoutError
        did not launch on in seconds
        preview app launch timeout
        """,
      example: """
        == PREVIEW UPDATE ERROR:

            AppLaunchTimeoutError: Failed to launch app “Cards.app” in reasonable time

        →    The app “Cards.app” did not launch on “iPhone 16” in 15 seconds.
        """,
      nearMiss: """
        CrashReportError: Cards crashed due to fatalError in DeckStore.swift at line 41.
        """, source: forum),
    PreviewCause(
      id: "preview-simulator-unavailable", title: "the simulator of the preview is not available",
      symptom: "The canvas reports that the simulator shut down, did not boot, or does not respond.",
      messages: [
        "Timed out waiting for connection to {service} after {seconds} seconds",
        "waiting for connection to {service}", "Simulator was shutdown during an update",
        "Simulator device failed to {message}", "Failed to boot {device}", "Unable to boot the Simulator",
        "failed to start launchd_sim", "launchd_sim", "CoreSimulatorService connection {message}",
        "Failed to create a simulator device", "No simulator device", "did not boot within {seconds} seconds",
      ],
      statement: "The canvas reports a failure of the simulator.",
      headline: """
        Xcode preview: {service?no connection to {service} of the simulator{seconds? in {seconds} s}|the simulator shut \
        down or did not boot}
        """,
      cause: """
        The preview runs in a simulator of its own, and that simulator or its services did not respond. The code of the \
        view is not involved.
        """,
      remedy: [
        "Run `xcrun simctl --set previews delete all`, quit Xcode and the simulator, and open the canvas again.",
        "Check the permissions of the folders for temporary files: `chmod 1777 /private/var/tmp /private/tmp`.",
        "Check that the runtime is installed (Xcode > Settings > Components), and that security software does not block its processes.",
      ],
      searchTerms: """
        Timed out waiting for connection to DTServiceHub
        DTServiceHub
        Simulator was shutdown during an update
        launchd_sim
        """,
      example: """
        Cannot preview in this file

        →Timed out waiting for connection to DTServiceHub after 15.0 seconds.
        """,
      nearMiss: """
        The app “Cards.app” did not launch on “iPhone 16” in 15 seconds.
        """, source: forum),
    PreviewCause(
      id: "preview-install-failed", title: "the app could not be installed or signed for the preview",
      symptom: "The canvas reports a failed installation, a missing extension or a signing problem.",
      messages: [
        "The app extension \"{app}\" needs to be embedded in an app", "{app} must be in an app",
        "Failed to install {app}", "could not be installed", "unable to install \"{app}\"", "FailedToInstallAppError",
        "Extension {app} not embedded", "is not embedded in", "requires a provisioning profile",
        "not have a signing certificate", "No code signature found", "invalid code signature",
        "application could not be verified", "missing or invalid CFBundleExecutable",
      ],
      statement: "The canvas reports that the app was not installed.",
      headline: "Xcode preview: {app|the app} could not be installed{message?: {message}}",
      cause: """
        Before a preview, Xcode installs the app on the simulator or device. The installation was refused: a missing \
        signature or profile, an extension that is not embedded in its app, or an incomplete bundle.
        """,
      remedy: [
        "Run the app once on the same destination: Xcode then shows the complete error of the installation.",
        "Check Signing & Capabilities of the app and its extensions, and that the extension is embedded in the app.",
      ],
      searchTerms: """
        preview failed to install
        preview code signing
        preview on device failed
        """,
      example: """
        == PREVIEW UPDATE ERROR:

        →    FailedToInstallAppError: Failed to install Cards.app
        """,
      nearMiss: """
        FailedToLaunchAppError: Failed to launch com.example.Cards
        """, source: forum),
    PreviewCause(
      id: "preview-widget-unsupported", title: "Xcode cannot preview this kind of view",
      symptom: "The preview of a widget, or of a view that is not part of an app, fails for its type.",
      messages: [
        "Type '{type}' does not conform to `{protocol}`", "Type '{type}' does not conform to '{protocol}'",
        "does not conform to `NonUIEntryPoint`", "Widget previews are not supported", "is not supported in previews",
        "Previewing {kind} is not supported",
      ],
      statement: "The canvas reports that it does not support the type.",
      headline:
        "Xcode preview: {type|this kind of view} is not supported{protocol? ({type} does not conform to {protocol})}",
      cause: """
        This version of Xcode cannot preview {type|this kind of view} on the selected platform: its agent has no entry \
        point for it.
        """,
      remedy: [
        "Preview the content view of the widget as an ordinary view, with the size of its family.",
        "Run the widget's scheme in the simulator, or try a newer Xcode.",
      ],
      searchTerms: """
        NonUIEntryPoint
        WidgetEntryPointFactory
        widget preview not supported
        """,
      example: """
        →RemoteHumanReadableError: Type 'CardWidgetFactory' does not conform to `NonUIEntryPoint`
        """,
      nearMiss: """
        RemoteHumanReadableError: The operation couldn't be completed.
        """, source: forum),
    PreviewCause(
      id: "preview-agent-no-reply", title: "the preview's agent did not answer",
      symptom: "The canvas shows a message send failure or an XPC error, without another reason.",
      messages: [
        "Message send failure for send {message} to agent", "Message send failure for <{message}>",
        "Message send failure for {message}", "XPC error received on message reply handler",
        "Connection interrupted: {message}", "connectToPreviewHost: Failed to connect to {message}:",
        "Connecting to launched interactive agent", "MessageSendFailure", "ConnectionInterruptedError",
      ],
      statement: "The canvas reports that its message was not answered.",
      details: [["XPC error received on message {message}"], ["Message send failure for <{} {message}>"]],
      isVague: true,
      headline: "Xcode preview: the agent did not answer{message? ({message})}",
      cause: """
        Xcode sent a message to the process of the preview, and the connection ended without an answer. Usually that \
        process crashed or was terminated; its crash report names the cause.
        """,
      remedy: [
        "Look for a crash report of the app or of XCPreviewAgent from that moment in ~/Library/Logs/DiagnosticReports, and diagnose it.",
        "Restart the canvas (Editor > Canvas > Refresh Canvas).",
      ],
      missing: [Gap(unless: .hasStack, "The crash report of the preview's process: it names the cause.")],
      searchTerms: """
        Message send failure for update
        MessageSendFailure
        XPC error received on message reply handler
        preview agent
        """,
      example: """
        RemoteHumanReadableError: The operation couldn’t be completed. XPC error received on message reply handler

        ==================================

        →|  MessageSendFailure: Message send failure for <ServiceMessage 2: relaunch>
        """,
      nearMiss: """
        PreviewUpdateTimedOutError: Updating took more than 5 seconds
        """, source: forum),
  ]
}
