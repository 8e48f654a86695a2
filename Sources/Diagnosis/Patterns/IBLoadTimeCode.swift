import CrashReports

extension Pattern {
  /// Code that runs when the image is loaded, and fails in the agent because there is no app.
  static let ibLoadTimeCode: Pattern = Pattern(
    "ib-load-time-code",
    title: "Load-time code (+load, static initializers) failed in Interface Builder's agent",
    family: .designables,
    symptom: """
      No @IBDesignable view of the project is drawn, in any document, and Xcode reports that the agent crashed. The \
      app itself runs.
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([.agent, .statesFailure, ownLoad, loading])),
      Grade(.likely, cause: .likely, .all([.agent, .statesFailure, ownCode, loading])),
      Grade(.likely, cause: .likely, .all([.agent, noBundle, .not(drawing)])),
    ],
    headline: "{function|Code that runs at load time} failed while Interface Builder loaded the app into its agent",
    cause: """
      Interface Builder loads the app as a library. main() is not called, but +load methods, constructors and C++ \
      static initializers of the app and of every library in it are. In the agent the main bundle is a folder of Xcode \
      without an identifier, and there is no application; {function|such code} probably relies on one of them, and \
      fails before any view is created.
      """,
    remedy: [
      """
      Move the work out of +load, constructors and static initializers, and do it when it is first needed or in \
      application:didFinishLaunching….
      """,
      """
      If it must stay there, return at once if the main bundle is not an app: no bundle identifier, or a path in \
      Xcode/Overlays.
      """,
      "If the code is in a library, update the library: many now return early in the agent.",
    ],
    changes: [
      Change(
        "objective-c",
        before: "+ (void)load { [PushCenter start]; }",
        after: """
          + (void)load {
            NSBundle *main = NSBundle.mainBundle;
            if (main.bundleIdentifier == nil || [main.bundlePath containsString:@"/Xcode/Overlays"]) { return; }
            [PushCenter start];
          }
          """),
      Change(
        "swift",
        after: """
          // Swift runs no code at load time: a lazy value is initialized when it is first used.
          static let center: PushCenter? = Bundle.main.bundleIdentifier == nil ? nil : PushCenter()
          """),
    ],
    gaps: [
      Gap(
        unless: loading,
        "The stack of the crash: it would show which image's +load or constructor was running."),
      Gap(unless: .listsImages, "The binary images: they would show which libraries were loaded."),
    ],
    lookalikes: [
      LookAlike(
        "ib-app-context-missing", because: "No view was being created or drawn: the image was still being loaded.",
        when: loading),
      LookAlike(
        "nsexception-internal-inconsistency", because: "The exception states that the main bundle is not an app.",
        when: noBundle),
      LookAlike("ib-font-cfrelease-null", because: "The report shows no font function and no release of NULL."),
    ],
    knownGaps: [
      """
      A category that was not linked (-ObjC) fails in the agent with an unrecognized selector; this pattern does not \
      match it.
      """
    ],
    references: [
      .appleDesignableViews,
      Reference(
        "load() (Apple, NSObject)",
        url: "https://developer.apple.com/documentation/objectivec/nsobject-c.class/load()"),
      Reference("OneSignal-iOS-SDK #416"),
    ],
    supersedes: Designables.generalFailures + ["initializer-abort", "unrecognized-selector"],
    searchTerms: """
      +load
      static initializer interface builder
      load method interface builder
      __attribute__((constructor))
      constructor function
      static initializer
      """,
    examples: [
      .matches(
        "a library requests the notification center in +load",
        """
        →Process:               IBDesignablesAgent-iOS [4711]
        →Exception Type:        EXC_CRASH (SIGABRT)

        Application Specific Information:
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Invalid parameter not satisfying: bundleProxy != nil'

        Thread 0 Crashed:
        0   libsystem_kernel.dylib          0x0000000112fd2ccf __pthread_kill + 18
        →1   libsystem_c.dylib               0x0000000112f0ef7f abort + 127
        →2   UserNotifications               0x0000000113f0ef6f -[UNUserNotificationCenter initWithBundleProxy:] + 130
        →3   PushKitten                      0x0000000104406b17 +[PushKitten load] + 91
        →4   libobjc.A.dylib                 0x0000000112e0ef6f load_images + 250
        5   dyld_sim                        0x0000000112d0ef6f dyld::notifySingle(dyld_image_states, ImageLoader const*, ImageLoader::InitializerTimingList*) + 411
        """),
      .matches(
        "only the exception's message", atLeast: .likely,
        """
        →Process:               IBDesignablesAgentCocoaTouch [4711]
        →Exception Type:        EXC_CRASH (SIGABRT)

        Application Specific Information:
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Invalid parameter not satisfying: bundleProxy != nil'
        _LSContextInit() failed with error -10813
        """),
      .doesNotMatch(
        "the debugger stopped in an initializer",
        """
        * thread #1, queue = 'com.apple.main-thread', stop reason = breakpoint 2.1
          * frame #0: 0x0000000100d1554b MyTool`register_plugins() + 11 at plugins.cc:436
            frame #1: 0x00007fff5fc5094b dyld`ImageLoaderMachO::doModInitFunctions(ImageLoader::LinkContext const&) + 329
            frame #2: 0x00007fff5fc8e804 dyld`ImageLoaderMachO::doInitialization(ImageLoader::LinkContext const&) + 60
        """),
      .doesNotMatch(
        "the same exception in a command-line tool",
        """
        Process:               mytool [4711]
        Exception Type:        EXC_CRASH (SIGABRT)

        Application Specific Information:
        *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Invalid parameter not satisfying: bundleProxy != nil'
        """),
    ])

  private static let loadRunner = FrameQuery(
    ["call_load_methods*", "load_images*"],
    statement: "The Objective-C runtime was running +load methods of a loaded image."
  )
  private static let loading = Evidence.any([.frame(loadRunner), .initializerRuns])
  private static let ownLoad = Evidence.frame(
    FrameQuery(
      ["+[* load]"], roles: [.app, .unknown], blamed: true,
      statement: "{function} runs when the image is loaded ({location}).")
  )
  /// The innermost frame of the app, if it is further in than the frame that runs initializers.
  private static let ownCode = Evidence.custom(
    CustomEvidence(
      "a frame of the app further in than the one that runs initializers",
      reason: "The positions of two frames are compared.", explanations: [ownCodeStatement]
    ) { context in
      guard let runner = context.initializerFrame(), let appFrame = context.firstAppFrame(), appFrame < runner
      else { return nil }
      let frame = context.crashStack[appFrame]
      let captures = frame.symbol.map { ["code": $0.readable] } ?? [:]
      return EvidenceMatch(
        witnesses: [context.witness(frame: frame, at: appFrame, statement: ownCodeStatement, captures: captures)],
        blame: AnalysisContext.blame(frame), blamedFrame: appFrame)
    })
  private static let ownCodeStatement = "{code|This function} runs when the image is loaded."
  private static let noBundle = Evidence.text(
    [
      "not satisfying: bundleProxy != nil", "not satisfying: bundleIdentifier != nil",
      "_LSContextInit() failed with error -10813",
    ], statement: "The main bundle is not an app, as in Interface Builder's agent.")
  private static let drawing = Evidence.frame(
    FrameQuery(
      [
        "*initWithFrame:]", "*.init(frame:)", "*drawRect:]", "*draw(_:)", "*layoutSubviews*",
        "*prepareForInterfaceBuilder*",
      ],
      roles: [.app, .unknown], statement: "Interface Builder was creating or drawing the view, in {function}."))
}
