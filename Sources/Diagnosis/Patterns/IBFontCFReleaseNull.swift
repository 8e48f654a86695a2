import CrashReports

extension Pattern {
  /// `CFRelease(NULL)` in code that registers fonts while Interface Builder loads the app as a library.
  ///
  /// Core Foundation halts on purpose when it is called with NULL. In the agent the main bundle is Xcode's Overlays
  /// folder, so the font's URL, the data provider and the `CGFont` are NULL one after the other.
  static let ibFontCFReleaseNull: Pattern = Pattern(
    "ib-font-cfrelease-null",
    title: "CFRelease(NULL) in a font loader, usually while Interface Builder loads the app",
    family: .designables,
    symptom: """
      A storyboard or xib shows an empty frame instead of an @IBDesignable view, and Xcode reports only "The agent \
      crashed". The app itself runs.
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([halt, released, fontCaller, initializer, .agent, whileLoading])),
      Grade(
        .likely, cause: .likely, .all([halt, released, fontCaller, .any([initializer, .all([.agent, inAgent])])])),
      Grade(.likely, cause: .possible, .all([halt, .optional(released), fontCaller])),
      Grade(.possible, cause: .possible, .all([released, fontCaller, initializer, .not(halt)])),
    ],
    headline: """
      CFRelease(NULL) in {function|a font loader}{whileloading? while Interface Builder loaded the app}\
      {inagent? (Interface Builder's agent)}
      """,
    cause: """
      Interface Builder loads the app as a library into its agent, so the main bundle is a folder of Xcode and not the \
      app. A font looked up through it is not found: URL, data provider and font are NULL, and {function|the loader} \
      passes one of them to CFRelease(), which halts the process when called with NULL. If this happens in an \
      initializer, no view has been created yet.
      """,
    remedy: [
      "In {function|the font loader}, find the font with bundleForClass:, not mainBundle, and check for NULL before CFRelease.",
      "Never release the error after a success: CTFontManagerRegisterFontsForURL leaves it NULL.",
      """
      Register fonts when a view first needs them, not in +load, a constructor or a C++ static: those run while the \
      image is loaded.
      """,
    ],
    changes: [
      Change(
        "objective-c",
        after: """
          NSURL *url = [[NSBundle bundleForClass:[{class|CardView} class]] URLForResource:name withExtension:@"ttf"];
          if (url == nil) { return NO; }  // nothing was created, nothing is released
          CFErrorRef error = NULL;
          BOOL registered = CTFontManagerRegisterFontsForURL((__bridge CFURLRef)url, kCTFontManagerScopeProcess, &error);
          if (!registered && error != NULL) { CFRelease(error); }
          """),
      Change(
        "swift",
        after: """
          guard let url = Bundle(for: {class|CardView}.self).url(forResource: name, withExtension: "ttf") else { return false }
          return CTFontManagerRegisterFontsForURL(url as CFURL, .process, nil)
          """),
    ],
    gaps: [
      Gap(unless: .statesException, "The header: exception type, process name, system and version."),
      Gap(unless: .listsImages, "The binary images: without their UUIDs no symbol file can be checked."),
      Gap(
        unless: .namesSourceLine, "The source line: symbolicate with the dSYM, or build with debug information."),
      Gap(
        unless: .not(.agent),
        "The source code of the function: it would show which lookup returned NULL, and could make the cause certain."),
    ],
    lookalikes: [
      LookAlike(
        "objc-overrelease", because: "The message reports NULL; an over-released object has an address.", when: halt),
      LookAlike(
        "cfrelease-null-other",
        because: "The caller{function? {function}} registers fonts, and it runs while an image is being loaded.",
        when: .all([fontCaller, initializer])),
      LookAlike(
        "nib-self-class-recursion", because: "No sequence of frames repeats.",
        when: .not(.anyRepetition)),
      LookAlike(
        "font-registration-deadlock", because: "The process halted; it did not wait for itself in dispatch_once.",
        when: halt),
    ],
    knownGaps: [
      "Without a message, a font loader whose name does not mention fonts cannot be distinguished from other releases of NULL."
    ],
    references: [
      Reference("Creating a Custom View That Renders in Interface Builder (Apple, Xcode Help)"),
      Reference(
        "CTFontManagerRegisterFontsForURL (Apple, Core Text)",
        url: "https://developer.apple.com/documentation/coretext/ctfontmanagerregisterfontsforurl(_:_:_:)"),
      Reference(
        "CFRelease (Apple, Core Foundation): \"If cf is NULL, this will cause a runtime error\"",
        url: "https://developer.apple.com/documentation/corefoundation/cfrelease"),
    ],
    supersedes: [
      "cfrelease-null-other", "ib-agent-crashed-unspecified", "swift-trap-unspecified", "ib-load-time-code",
    ],
    searchTerms: """
      designables font
      IBDesignable font
      font in interface builder
      custom font interface builder
      """,
    examples: [
      .matches(
        "fonts are loaded in an initializer while the agent opens the app (dyld 2)",
        """
        Application Specific Information:
        →*** CFRelease() called with NULL ***

        Thread 0 Crashed:
        →0   com.apple.CoreFoundation        0x000000010a3b1e8f CFRelease + 1191
        →1   com.example.CardKit             0x000000011e406b17 LoadFonts + 455 (CKFonts.m:38)
        →2   dyld_sim                        0x0000000105b21867 ImageLoaderMachO::doModInitFunctions(ImageLoader::LinkContext const&) + 329
        3   dyld_sim                        0x0000000105b1abe7 dlopen + 951
        4   libdyld.dylib                   0x000000010d8e33df dlopen + 59
        →5   com.apple.dt.IBFoundation       0x0000000108a719a3 -[IBAbstractInterfaceBuilderTool _resultByLoadingUnloadedBundleInstance:] + 154
        →6   IBDesignablesAgentCocoaTouch    0x0000000104b7afe0 main + 34
        """),
      .matches(
        "the same under dyld 4, in the agent of newer Xcodes",
        """
        →Process:               IBDesignablesAgent-iOS [4711]
        →Exception Type:        EXC_BREAKPOINT (SIGTRAP)

        Application Specific Information:
        →*** CFRelease() called with NULL ***

        Thread 0 Crashed::  Dispatch queue: com.apple.main-thread
        →0   CoreFoundation                0x18047c1d4 CFRelease.cold.2 + 16
        1   CoreFoundation                0x1803a2c10 CFRelease + 136
        →2   DeckKit                       0x1052a43c4 CKRegisterIconFont + 188
        →3   dyld                          0x1049fd1f0 invocation function for block in dyld4::Loader::findAndRunAllInitializers(dyld4::RuntimeState&) const + 168
        4   dyld                          0x1049f1b6c dyld4::APIs::dlopen_from(char const*, int, void*) + 600
        """),
      .doesNotMatch(
        "the same mistake in an app that runs by itself, without a font",
        """
        Application Specific Information:
        *** CFRelease() called with NULL ***

        Thread 0 Crashed:
        0   com.apple.CoreFoundation        0x0000000112fd2ccf CFRelease + 1191
        1   com.example.MyApp               0x0000000104406b17 -[RecorderController stop] + 91
        """),
      .doesNotMatch(
        "a normal stop of the debugger in an initializer",
        """
        * thread #1, queue = 'com.apple.main-thread', stop reason = breakpoint 2.1
          * frame #0: 0x0000000104406b17 CardKit`LoadFonts at CKFonts.m:38
            frame #1: 0x0000000105b21867 dyld_sim`ImageLoaderMachO::doModInitFunctions(ImageLoader::LinkContext const&) + 265
        """),
    ])

  private static let halt = Evidence.any([
    .text(
      ["*** CFRelease() called with NULL ***"],
      statement: "CFRelease was called with NULL and halted the process on purpose."),
    .text(
      ["*** CFRetain() called with NULL ***"],
      statement: "CFRetain was called with NULL and halted the process on purpose."),
    .text(
      ["*** CFAutorelease() called with NULL ***"],
      statement: "CFAutorelease was called with NULL and halted the process on purpose."),
  ])

  private static let released = Evidence.frame(
    FrameQuery(
      ["CFRelease", "CFRetain", "CFAutorelease", "_CFRelease", "CFRelease.cold.*"], position: .first(3),
      statement: "The halt is in {function}."))

  private static let fontCaller = Evidence.frame(
    FrameQuery(
      ["*font*", "*typeface*", "*glyph*"], roles: [.app, .unknown], position: .first(6), ignoresCase: true,
      blamed: true,
      statement: "{function} made the call ({location})."))

  private static let initializer = Evidence.initializerRuns

  // The headline names Interface Builder only if the report does.
  private static let whileLoading = Evidence.capture("whileloading", "true")
  private static let inAgent = Evidence.capture("inagent", "true")
}
