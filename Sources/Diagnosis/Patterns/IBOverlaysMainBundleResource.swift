import CrashReports

extension Pattern {
  /// A resource other than a nib that is looked up in the main bundle, which in the agent is a folder of Xcode.
  static let ibOverlaysMainBundleResource: Pattern = Pattern(
    "ib-overlays-mainbundle-resource",
    title: "A resource is looked up in the main bundle, which in Interface Builder's agent is Xcode's folder",
    family: .designables,
    symptom: """
      Xcode shows an empty frame, or a view without its images, colors or strings, where an @IBDesignable view should \
      be. The running app shows them.
      """,
    grades: [
      Grade(.certain, cause: .certain, overlaysAsked),
      Grade(.likely, cause: .likely, .all([nilURL, .agent, .optional(raised)])),
      Grade(.likely, cause: .likely, .all([notInMainBundle, .agent])),
      Grade(.likely, cause: .possible, .all([nilUnwrapped, lookup, .agent])),
      Grade(.possible, cause: .possible, .all([nilUnwrapped, inLibrary, .agent])),
      Grade(.possible, cause: .possible, overlaysPrinted),
      Grade(.possible, cause: .possible, reportedInProse),
    ],
    headline:
      "Bundle.main is Xcode's Overlays folder in Interface Builder: {resource|a resource} not found{reason? ({reason})}",
    cause: """
      Interface Builder loads the app as a library into its agent. The main bundle is then the agent's, a folder named \
      Overlays inside Xcode, and not the app. Anything looked up in the main bundle, or with nil as the bundle, is not \
      found there. Libraries that use the main bundle fail in the same way.
      """,
    remedy: [
      """
      Look resources up in the bundle of a class, bundleForClass: or Bundle(for:), never in mainBundle or with a nil \
      bundle.
      """,
      "In a Swift package use Bundle.module; if a library uses the main bundle, update it, or skip it at design time.",
      "Do not swizzle +mainBundle: Core Foundation functions would still return Xcode's folder.",
    ],
    changes: [
      Change(
        "objective-c",
        before: "UIImage *image = [UIImage imageNamed:@\"{resource|card}\"];",
        after: """
          NSBundle *bundle = [NSBundle bundleForClass:[{class|CardView} class]];
          UIImage *image = [UIImage imageNamed:@"{resource|card}" inBundle:bundle compatibleWithTraitCollection:nil];
          """),
      Change(
        "swift",
        before: "let color = UIColor(named: \"{resource|card}\")!",
        after:
          "let color = UIColor(named: \"{resource|card}\", in: Bundle(for: {class|CardView}.self), compatibleWith: nil)"
      ),
    ],
    gaps: [
      Gap(
        unless: .any([overlaysAsked, nilURL, notInMainBundle, nilUnwrapped]),
        "An error message: that the agent's main bundle is Xcode's is normal, and affects only code that uses it."),
      Gap(unless: .hasStack, "The stack: it would name the function that looked the resource up."),
    ],
    lookalikes: [
      LookAlike("ib-overlays-mainbundle-nib", because: "What was looked up is not a nib."),
      LookAlike(
        "swift-nil-unwrap", because: "The nil comes from a resource lookup, and only in the agent.",
        when: .all([nilUnwrapped, lookup])),
    ],
    knownGaps: [
      "If the lookup has already returned, no frame shows where the nil came from, and it looks like any other nil.",
      "A lookup that fails without a message leaves the preview blank: see ib-preview-blank-no-error.",
    ],
    references: [
      .appleDesignableViews, Reference("bundleForClass: (Apple, NSBundle)"), Reference("iosMath #60"),
    ],
    supersedes: Designables.generalFailures + ["swift-nil-unwrap", "nsexception-nil-insert", "ib-load-time-code"],
    searchTerms: """
      image not found in interface builder
      resource in interface builder
      main bundle resource
      Bundle.main in IBDesignable
      UIImage(named:) nil
      """,
    examples: [
      .matches(
        "a storyboard is looked up in Xcode's folder",
        """
        →Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): The agent raised a "NSInvalidArgumentException" exception: Could not find a storyboard named 'Card' in bundle NSBundle </Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays> (loaded)
        """),
      .matches(
        "the resource bundle of a library was not found", atLeast: .likely,
        """
        →Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent raised a "NSInvalidArgumentException" exception: -[NSBundle initWithURL:]: nil URL argument
        """),
      .matches(
        "the debugger prints the main bundle; there is no failure", atLeast: .possible,
        """
        (lldb) po [NSBundle mainBundle]
        →NSBundle </Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays> (loaded)
        """),
      .doesNotMatch(
        "the same exception in the app itself",
        """
        2024-05-04 10:11:12.131 MyApp[4711:2342] *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[NSBundle initWithURL:]: nil URL argument'
        """),
      .doesNotMatch(
        "a nib in Xcode's folder belongs to another pattern",
        """
        Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent raised a "NSInternalInconsistencyException" exception: Could not load NIB in bundle: 'NSBundle </Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays> (loaded)' with name 'CardView'
        """),
    ])

  private static let overlaysAsked = Evidence.text(
    [
      "named '{resource}' in bundle NSBundle <{}/Library/Xcode/Overlays",
      "named '{resource}' in bundle{}NSBundle <{}/Library/Xcode/Overlays",
      "in bundle NSBundle <{}/Library/Xcode/Overlays", "in bundle: NSBundle <{}/Library/Xcode/Overlays",
      "in bundle{}'NSBundle <{}/Library/Xcode/Overlays",
    ],
    without: ["Could not load NIB", "dlopen("],
    statement: "The bundle that was searched is Xcode's Overlays folder, the main bundle of the agent.")
  private static let nilURL = Evidence.text(
    [
      "-[NSBundle initWithURL:]: nil URL argument", "nil URL argument", "nil string parameter", "data parameter is nil",
      "initWithContentsOfFile:{}: nil", "initFileURLWithPath:{}: nil",
    ], statement: "A path, URL or data argument was nil; such values often come from a bundle.")
  private static let raised = Evidence.text([
    "raised a \"{exception}\" exception: *** {reason}", "raised a \"{exception}\" exception: {reason}",
  ])
  private static let notInMainBundle = Evidence.text(
    ["named '{resource}' found in asset catalog for main bundle", "named '{resource}' in main bundle"],
    statement: "{resource} was looked up in the main bundle and not found there.")
  private static let nilUnwrapped = Evidence.text(
    ["unexpectedly found nil while"], statement: "A force-unwrapped value was nil.")
  private static let lookup = Evidence.frame(
    FrameQuery(
      ["*bundle*", "*image(named*", "*color(named*", "*resource*", "*asset*", "*localized*", "*(named:*"],
      roles: [.app, .unknown], position: .first(5), ignoresCase: true, blamed: true,
      statement: "{function} looks up a resource ({location})."))
  /// The force unwrap is in a library that the view calls, among the innermost frames.
  private static let inLibrary = Evidence.custom(
    CustomEvidence(
      "the innermost frame of the app's code is in a library that the view calls",
      reason: "The images of two frames are compared.", explanations: [inLibraryStatement]
    ) { context in
      let stack = context.crashStack
      guard let appFrame = context.firstAppFrame(), appFrame < 4, let image = stack[appFrame].image,
        let caller = stack[appFrame...].first(where: { $0.role == .app && $0.image != image })
      else { return nil }
      let blame = AnalysisContext.blame(stack[appFrame])
      var captures = ["image": blame.image ?? image]
      captures["caller"] = caller.symbol?.readable
      return EvidenceMatch(
        witnesses: [
          context.witness(frame: stack[appFrame], at: appFrame, statement: inLibraryStatement, captures: captures)
        ],
        blame: blame, blamedFrame: appFrame)
    })
  private static let inLibraryStatement = "The frame is in {image}, which {caller|the view} calls."
  private static let reportedInProse = Evidence.text(
    ["designables{}crash{}named color", "designables{}crash{}asset catalog", "designables{}crash{}unless{}bundle"],
    without: ["IB Designables:"],
    statement: "The text states that the agent crashes because of a resource; no log line confirms it.")
  private static let overlaysPrinted = Evidence.text(
    ["NSBundle <{}/Developer/Library/Xcode/Overlays>", "NSBundle <{}Simulator.platform{}/Xcode/Overlays"],
    without: ["Could not load NIB", "dlopen("],
    statement:
      "The main bundle is Xcode's Overlays folder: the process is the agent, and resources of the app are elsewhere.")
}
