import CrashReports

extension Pattern {
  /// A view that needs what only a running app has: `main()`, the application, its delegate.
  static let ibAppContextMissing: Pattern = Pattern(
    "ib-app-context-missing",
    title: "A designable view needs the running app, which does not exist in Interface Builder",
    family: .designables,
    symptom: """
      Xcode shows an empty frame instead of an @IBDesignable view and reports that the agent crashed. In the running \
      app, the view is shown.
      """,
    grades: [
      Grade(.certain, cause: .certain, .all([delegateCast, .agent])),
      Grade(.likely, cause: .likely, .all([noBundle, drawing, .agent])),
      Grade(.likely, cause: .likely, .all([delegateFrame, failed, .agent])),
      Grade(.possible, cause: .possible, .all([nilUnwrapped, applicationFrame, .agent])),
    ],
    headline: "{function|A designable view} needs the running app, which Interface Builder's agent does not start",
    cause: """
      Interface Builder's agent loads the app as a library: main() is not called, and your application delegate, the \
      window, the app's bundle identifier and everything that the app sets up at launch do not exist. \
      {function|The view} depends on one of these.
      """,
    remedy: [
      "Pass {class|the view} its dependencies from outside, with defaults for when none are passed.",
      "At design time, exclude code that needs the app: #if TARGET_INTERFACE_BUILDER, or a check of the main bundle's path.",
      "Set in prepareForInterfaceBuilder what UIAppearance would have set.",
    ],
    changes: [
      Change(
        "swift",
        before: "let theme = (UIApplication.shared.delegate as! AppDelegate).theme",
        after: """
          var theme = Theme.standard        // the app sets its own theme after launch

          override func prepareForInterfaceBuilder() {
            super.prepareForInterfaceBuilder()
            theme = .standard
          }
          """),
      Change(
        "objective-c",
        after: """
          #if !TARGET_INTERFACE_BUILDER
            [self observeApplication:UIApplication.sharedApplication];
          #endif
          // In a library, whose users do not set the macro:
          BOOL drawnByXcode = [NSBundle.mainBundle.bundlePath containsString:@"/Library/Xcode/Overlays"];
          """),
    ],
    gaps: [
      Designables.gapOfReport,
      Gap(
        unless: .namesSourceLine, "The source line: symbolicate with the dSYM, or build with debug information."),
    ],
    lookalikes: [
      LookAlike(
        "ib-load-time-code",
        because: "It happened while the view was created or drawn, not while the image was loaded.",
        when: drawing),
      LookAlike(
        "swift-forced-cast",
        because: "The cast was applied to the application delegate, which in the agent is not the app's.",
        when: delegateCast),
    ],
    knownGaps: [
      "A nil in a value that the app sets up at launch cannot be distinguished from other nils by its stack.",
      "A missing UIAppearance setting leads to a wrong preview, not to a failure.",
    ],
    references: [.appleDesignableViews, Reference("OneSignal-iOS-SDK #160"), Reference("LTMorphingLabel PR 19")],
    supersedes: Designables.generalFailures + ["swift-forced-cast", "swift-nil-unwrap"],
    searchTerms: """
      UIApplication.shared in IBDesignable
      app delegate nil in interface builder
      app delegate in interface builder
      UIApplication.shared
      TARGET_INTERFACE_BUILDER
      """,
    examples: [
      .matches(
        "the application delegate is not the app's",
        """
        →Process:               IBDesignablesAgent-iOS [4711]
        →Exception Type:        EXC_CRASH (SIGABRT)

        Application Specific Information:
        →Could not cast value of type 'IBAgentAppDelegate' (0x10c2f1a08) to 'MyApp.AppDelegate' (0x11b3d2c10).
        """),
      .matches(
        "the view requests notifications while it is created", atLeast: .likely,
        """
        →Process:               IBDesignablesAgent-iOS [4711]
        →Exception Type:        EXC_CRASH (SIGABRT)

        Application Specific Information:
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Invalid parameter not satisfying: bundleIdentifier != nil'

        Thread 0 Crashed:
        0   libsystem_kernel.dylib          0x0000000112fd2ccf __pthread_kill + 18
        1   libsystem_c.dylib               0x0000000112f0ef7f abort + 127
        2   UserNotifications               0x0000000113f0ef6f -[UNUserNotificationCenter initWithBundleIdentifier:] + 130
        3   MyApp                           0x0000000104406b17 -[BellView setUp] + 91
        →4   MyApp                           0x0000000104406a17 -[BellView initWithFrame:] + 44
        """),
      .doesNotMatch(
        "the same cast in the running app",
        """
        2024-05-04 10:11:12.131415+0200 MyApp[4711:70536] Could not cast value of type 'MyApp.OldDelegate' (0x10c2f1a08) to 'MyApp.AppDelegate' (0x11b3d2c10).
        """),
      .doesNotMatch(
        "an agent that crashed for another reason",
        """
        Process:               IBDesignablesAgent-iOS [4711]
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000010

        Thread 0 Crashed:
        0   libobjc.A.dylib                 0x0000000112fd2ccf objc_msgSend + 109
        1   MyApp                           0x0000000104406b17 -[CardView setUp] + 91
        """),
    ])

  private static let delegateCast = Evidence.text(
    [
      "Could not cast value of type '{actual}' {} to '{}AppDelegate'",
      "Could not cast value of type '{actual}' to '{}AppDelegate'",
    ], statement: "The application delegate is not the app's: the agent has its own.")
  private static let noBundle = Evidence.text(
    ["not satisfying: bundleIdentifier != nil", "not satisfying: bundleProxy != nil"],
    statement: "The main bundle is not an app: it has no identifier.")
  private static let drawing = Evidence.frame(
    FrameQuery(
      [
        "*initWithFrame:]", "*.init(frame:)", "*drawRect:]", "*draw(_:)", "*layoutSubviews*",
        "*prepareForInterfaceBuilder*",
      ],
      roles: [.app, .unknown], statement: "Interface Builder was creating or drawing the view in {function}."))
  private static let failed = Evidence.any([
    .exception(
      types: ["EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION", "EXC_CRASH"], signals: ["SIGTRAP", "SIGILL", "SIGABRT"],
      statement: "The process stopped itself."),
    nilUnwrapped,
  ])
  private static let nilUnwrapped = Evidence.text(
    ["unexpectedly found nil while"], statement: "A value that was expected to exist was nil.")
  private static let delegateFrame = Evidence.frame(
    FrameQuery(
      ["*AppDelegate.shared*", "*[AppDelegate shared*", "*[AppDelegate appDelegate]*", "*appDelegate.getter*"],
      roles: [.app], position: .first(6), blamed: true,
      statement: "{function} requests the app's delegate ({location})."))
  private static let applicationFrame = Evidence.frame(
    FrameQuery(
      ["*AppDelegate*", "*UIApplication*", "*keyWindow*"], roles: [.app], position: .first(5), blamed: true,
      statement: "{function} needs the application ({location})."))
}
