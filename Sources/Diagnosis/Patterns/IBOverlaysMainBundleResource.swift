import CrashReports

extension Pattern {
  /// Anything but a nib that is looked up in the main bundle, which in the agent is a folder of Xcode.
  static let ibOverlaysMainBundleResource: Pattern = Pattern(
    "ib-overlays-mainbundle-resource",
    title: "In Interface Builder's agent a resource was looked up in Xcode's folder instead of the app",
    family: .designables,
    symptom: """
      Xcode shows an empty frame, or a view without its images, colours or texts, where an @IBDesignable view should \
      be. The app itself runs and shows them.
      """,
    grades: [
      Grade(.certain, cause: .certain, overlaysAsked),
      Grade(.likely, cause: .likely, .all([nilURL, .agent])),
      Grade(.likely, cause: .likely, .all([notInMainBundle, .agent])),
      Grade(.likely, cause: .possible, .all([nilUnwrapped, lookup, .agent])),
      Grade(.possible, cause: .possible, .all([nilUnwrapped, inLibrary, .agent])),
      Grade(.possible, cause: .possible, overlaysPrinted),
      Grade(.possible, cause: .possible, said),
    ],
    headline:
      "In Interface Builder {resource|a resource} is looked for in the main bundle, which there is Xcode's Overlays folder",
    cause: """
      Interface Builder loads the app as a library into its agent. The main bundle is then the agent's, a folder named \
      Overlays inside Xcode, and not the app: what is looked up through the main bundle, or with nil for the bundle, is \
      not found there. Libraries that do so have the same fault.
      """,
    remedy: [
      "Look resources up in the bundle of a class, bundleForClass: or Bundle(for:), never in mainBundle or with bundle nil.",
      "In a Swift package use Bundle.module; for a library that asks the main bundle, update it or skip it while editing.",
      "Do not replace +mainBundle by swizzling: the functions of Core Foundation would still answer with Xcode's folder.",
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
        "A failure: that the main bundle is Xcode's is normal in the agent, and harms only code that asks it."),
      Gap(unless: .hasStack, "The stack: it names the function that looked the resource up."),
    ],
    lookalikes: [
      LookAlike("ib-overlays-mainbundle-nib", because: "What was looked up is no nib."),
      LookAlike(
        "swift-nil-unwrap", because: "The nil comes from looking up a resource, and only in the agent.",
        when: .all([nilUnwrapped, lookup])),
    ],
    knownGaps: [
      "A nil whose origin no frame shows, because the lookup has returned, is not told from any other nil.",
      "A lookup that fails without a message leaves the preview blank: see ib-preview-blank-no-error.",
    ],
    references: [
      .appleDesignableViews, Reference("bundleForClass: (Apple, NSBundle)"), Reference("iosMath #60"),
    ],
    supersedes: Designables.generalFailures + ["swift-nil-unwrap", "nsexception-nil-insert", "ib-load-time-code"],
    examples: [
      .matches(
        "a storyboard is asked of Xcode's folder",
        """
        →Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): The agent raised a "NSInvalidArgumentException" exception: Could not find a storyboard named 'Card' in bundle NSBundle </Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays> (loaded)
        """),
      .matches(
        "the bundle of a library's resources was not found", atLeast: .likely,
        """
        →Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent raised a "NSInvalidArgumentException" exception: -[NSBundle initWithURL:]: nil URL argument
        """),
      .matches(
        "a debugger's print of the main bundle, and no failure", atLeast: .possible,
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
        "a nib in Xcode's folder has a pattern of its own",
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
    statement: "The bundle that was asked is Xcode's Overlays folder, the main bundle of the agent.")
  private static let nilURL = Evidence.text(
    [
      "-[NSBundle initWithURL:]: nil URL argument", "nil URL argument", "nil string parameter", "data parameter is nil",
      "initWithContentsOfFile:{}: nil", "initFileURLWithPath:{}: nil",
    ], statement: "A path or URL that comes from a bundle was nil.")
  private static let notInMainBundle = Evidence.text(
    ["named '{resource}' found in asset catalog for main bundle", "named '{resource}' in main bundle"],
    statement: "{resource} was looked for in the main bundle and is not there.")
  private static let nilUnwrapped = Evidence.text(
    ["unexpectedly found nil while"], statement: "A value that was taken for granted was nil.")
  private static let lookup = Evidence.frame(
    FrameQuery(
      ["*bundle*", "*image(named*", "*color(named*", "*resource*", "*asset*", "*localized*", "*(named:*"],
      roles: [.app, .unknown], position: .first(5), ignoresCase: true, blamed: true,
      statement: "{function} looks up a resource ({location})."))
  /// The nil is taken for granted in a library that the view calls, among the innermost frames.
  private static let inLibrary = Evidence.custom(
    CustomEvidence(
      "the innermost frame of the app's code is in a library of the view",
      reason: "The images of two frames are compared.", explanations: [inLibrarySays]
    ) { context in
      let stack = context.crashStack
      guard let own = context.firstAppFrame(), own < 4, let image = stack[own].image,
        let caller = stack[own...].first(where: { $0.role == .app && $0.image != image })
      else { return nil }
      let blame = AnalysisContext.blame(stack[own])
      var captures = ["image": blame.image ?? image]
      captures["caller"] = caller.symbol?.readable
      return EvidenceMatch(
        witnesses: [context.witness(frame: stack[own], at: own, statement: inLibrarySays, captures: captures)],
        blame: blame, blamedFrame: own)
    })
  private static let inLibrarySays = "It is in {image}, which {caller|the view} calls."
  private static let said = Evidence.text(
    ["designables{}crash{}named color", "designables{}crash{}asset catalog", "designables{}crash{}unless{}bundle"],
    without: ["IB Designables:"],
    statement: "Somebody says that the agent crashes over a resource; no line of a log is there to prove it.")
  private static let overlaysPrinted = Evidence.text(
    ["NSBundle <{}/Developer/Library/Xcode/Overlays>", "NSBundle <{}Simulator.platform{}/Xcode/Overlays"],
    without: ["Could not load NIB", "dlopen("],
    statement:
      "The main bundle is Xcode's Overlays folder: the process is the agent, and resources of the app are elsewhere.")
}
