import CrashReports

extension Pattern {
  /// A nib or storyboard that is not in the bundle in which the program looks for it: an app, a framework or a
  /// resource bundle.
  static let nibMissingInBundle: Pattern = Pattern(
    "nib-missing-in-bundle",
    title: "Could not load a nib or storyboard: it is not in the searched bundle",
    family: .nib,
    symptom: """
      The app crashes when a screen opens: "Could not load NIB in bundle" or "Could not find a storyboard named".
      """,
    grades: [Grade(.certain, cause: .likely, missing)],
    headline: "Could not load nib or storyboard{nib? {nib}}: it is not in {filebundle|the searched bundle}",
    cause: """
      {filebundle|The bundle} does not contain a compiled nib or storyboard{nib? named {nib}}. \
      {oflibrary?{filebundle} belongs to a library: its build did not copy the file, or the library searches the \
      wrong bundle.|The file is not a member of the target, or it is in another bundle (a framework, a resource \
      bundle of a library), or its name or letter case differs.}
      """,
    remedy: [
      """
      {oflibrary?Make the library's build (podspec resources, Copy Bundle Resources, package resources) copy the nib \
      to {filebundle}.|{ismain?Check NSMainNibFile and UIMainStoryboardFile in Info.plist: they name a file that is \
      missing.|Check that the nib is in the target's Copy Bundle Resources, and look it up with bundleForClass:.}}
      """,
      """
      In a framework or package, use the bundle of one of its classes (bundleForClass:, Bundle.module), not the main \
      bundle.
      """,
      """
      Compare letter case and suffixes (~ipad, ~iphone): file names are case-sensitive on devices, but not on most \
      Macs.
      """,
    ],
    changes: [
      Change(
        "objective-c",
        after: """
          NSBundle *bundle = [NSBundle bundleForClass:[{class|CardView} class]];
          UINib *nib = [UINib nibWithNibName:@"{nib|CardView}" bundle:bundle];
          """),
      Change(
        "swift",
        after: #"let nib = UINib(nibName: "{nib|CardView}", bundle: Bundle(for: {class|CardView}.self))"#),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the exception: it would name the function that loads the nib.")
    ],
    lookalikes: [
      LookAlike(
        "ib-overlays-mainbundle-nib",
        because: "The bundle is not Xcode's Overlays folder; the app itself was running."),
      LookAlike("nib-view-outlet-not-set", because: "The nib was not found."),
    ],
    knownGaps: ["A report does not show whether the file exists in the project."],
    references: [
      .nibFiles,
      Reference(
        "Placing content in a bundle (Apple, Bundle Resources)",
        url: "https://developer.apple.com/documentation/bundleresources/placing_content_in_a_bundle"),
    ],
    supersedes: [
      "nsexception-uncaught", "nsexception-internal-inconsistency", "ib-agent-exception-unspecified",
      "ib-agent-crashed-unspecified", "swift-nil-unwrap",
    ],
    searchTerms: """
      could not load nib
      could not load nib in bundle
      nib not found
      missing nib
      nib missing
      xib not found
      storyboard not found
      could not find a storyboard named
      loadNibNamed
      UINib
      """,
    examples: [
      .matches(
        "not found in the app's own bundle",
        """
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Could not load NIB in bundle: 'NSBundle </var/containers/Bundle/Application/6F1C1E52-9D0B-4C0A-8B1E-0A4E2D7C9B11/Cards.app> (loaded)' with name 'CardView''
        *** First throw call stack:
        (0x18f5e659c 0x19f33c0e4 0x18f5e64dc 0x1943a3448)
        """),
      .matches(
        "not found in the resource bundle of a library",
        """
        →*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Could not load NIB in bundle: 'NSBundle </var/containers/Bundle/Application/6F1C1E52-9D0B-4C0A-8B1E-0A4E2D7C9B11/Cards.app/CardKit.bundle> (not yet loaded)' with name 'StickerView''
        """),
      .doesNotMatch(
        "searched in Xcode's Overlays folder, because Interface Builder loaded the app",
        """
        /Users/user/Cards/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent raised a "NSInternalInconsistencyException" exception: Could not load NIB in bundle: 'NSBundle </Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays> (loaded)' with name 'CardView'
        """),
      .doesNotMatch(
        "the nib was found, but an outlet is not set",
        """
        *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '-[UIViewController _loadViewFromNibNamed:bundle:] loaded the "CardController" nib but the view outlet was not set.'
        """),
    ])

  private static let templates: [TextTemplate] = [
    "Could not load NIB in bundle: 'NSBundle <{bundle}>{}with name '{nib}'",
    "Could not load NIB in bundle: {bundle} with name '{nib}'",
    "Could not find a storyboard named '{nib}' in bundle NSBundle <{bundle}>",
    "Could not load NIB in bundle: 'NSBundle <{bundle}>",
  ]

  private static let missing = Evidence.any([
    .all([lookup(requires: ["bundle": ["*.framework", "*.bundle"]]), .capture("oflibrary", "true")]),
    .all([lookup(requires: ["nib": ["Main"]]), .capture("ismain", "true")]), lookup(),
  ])

  /// A nib that was not found in a bundle other than Xcode's Overlays folder.
  private static func lookup(requires: [String: [String]] = [:]) -> Evidence {
    .text(
      TextQuery(
        templates, without: ["/Overlays"], requires: requires,
        statement: "The bundle does not contain a nib with this name.")
    )
  }
}
