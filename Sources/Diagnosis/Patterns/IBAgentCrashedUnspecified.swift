import CrashReports

extension Pattern {
  /// "The agent crashed": a symptom. The cause is in the agent's crash report, or in another line for the same view.
  static let ibAgentCrashedUnspecified: Pattern = Pattern(
    "ib-agent-crashed-unspecified",
    title: "Interface Builder's agent crashed, cause not recorded",
    family: .designables,
    symptom: """
      An @IBDesignable view stays empty in the storyboard, and Xcode's log contains only "The agent crashed" (Xcode 6: \
      "Interface Builder Cocoa Touch Tool crashed").
      """,
    grades: [
      Grade(.certain, cause: .possible, .any([loggedCrash, agentReport]))
    ],
    headline: "Interface Builder's agent crashed while rendering {object|a view}, cause not recorded",
    cause: """
      The agent, in which Interface Builder loads the app as a library, crashed. This is a symptom with many possible \
      causes: a font or nib looked up in the wrong bundle, a nib that loads itself, a missing initializer, code that \
      needs the running app.
      """,
    remedy: [
      "Find the agent's own crash report in ~/Library/Logs/DiagnosticReports (IBDesignablesAgent…) and diagnose that.",
      "Without a report, select the view and use Editor > Debug Selected Views, which shows the stack in Xcode.",
      "Read the lines of the build log around this message: a dlopen or \"raised a\" line for the same document names the cause.",
    ],
    changes: [
      Change("shell", after: "diagnose ~/Library/Logs/DiagnosticReports/IBDesignablesAgent*")
    ],
    gaps: [
      Gap(unless: .hasStack, "The agent's crash report: it contains the stack trace needed to find the cause.")
    ],
    lookalikes: [
      LookAlike(
        "nib-self-class-recursion",
        because: "No frames repeat here; two log lines for one crash are normal.",
        when: .not(.anyRepetition))
    ],
    references: [
      Reference("Creating a Custom View That Renders in Interface Builder (Apple, Xcode Help)"),
      Reference("Diagnosing issues using crash reports and device logs (Apple, Xcode)"),
    ],
    generality: 10,
    searchTerms: """
      IBDesignablesAgent crashed
      the agent crashed
      designables agent crashed
      agent crashed
      failed to render and update auto layout status
      IBDesignable crash
      IBDesignablesAgent
      IBDesignable
      IB Designables
      designables
      """,
    examples: [
      .matches(
        "the two lines that Xcode writes for one crash",
        """
        →/Users/user/Card/Base.lproj/Main.storyboard: error: IB Designables: Failed to update auto layout status: The agent crashed
        →/Users/user/Card/Base.lproj/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed
        """),
      .matches(
        "the header of the agent's report, without its stack",
        """
        →Process:               IBDesignablesAgent-iOS [5150]
        Path:                  /Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays/IBDesignablesAgent-iOS
        Parent Process:        launchd_sim [5101]

        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000018
        """),
      .doesNotMatch(
        "waiting threads of an agent that did not crash",
        """
        Thread 2:
        0   libsystem_kernel.dylib        	0x000000010c21350a read + 18
        1   com.apple.Foundation          	0x0000000108828ea9 -[NSConcreteFileHandle readDataOfLength:] + 521
        2   com.apple.dt.IBFoundation     	0x000000010848b9bc __53-[IBAbstractPlatformTool startServingReceiveChannel:]_block_invoke + 75

        Thread 3:
        0   libsystem_kernel.dylib        	0x000000010c20ccd2 semaphore_wait_trap + 18
        1   libdispatch.dylib             	0x000000010be90b40 _dispatch_thread_semaphore_wait + 100
        """),
    ])

  private static let loggedCrash = Evidence.text(
    TextQuery(
      crashedWords, from: [.preview], citesAll: true, statement: "Xcode reports a crash of the agent without a reason.")
  )

  private static let crashedWords: [TextTemplate] = [
    "agent crashed", "Cocoa Touch Tool crashed", "WatchKit Tool crashed",
  ]

  private static let agentReport = Evidence.all([
    .kind([.crash]), .not(.has(.previewMessage)), .has(.agentName), .agent,
    .field(.exceptionHeader, statement: "The process ended with this exception."),
  ])
}
