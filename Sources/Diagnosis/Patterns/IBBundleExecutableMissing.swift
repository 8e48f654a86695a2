extension Pattern {
  /// A bundle whose property list names an executable that the bundle does not contain.
  static let ibBundleExecutableMissing: Pattern = Pattern(
    "ib-bundle-executable-missing",
    title: "The designables' bundle couldn't be loaded: its executable was not found",
    family: .designables,
    symptom: """
      Xcode shows an empty frame instead of an @IBDesignable view, and an error that a bundle "couldn't be loaded \
      because its executable couldn't be located".
      """,
    grades: [
      Grade(.certain, cause: .certain, .all([.text([unexpanded], statement: unexpandedStatement), .agent])),
      Grade(.certain, cause: .possible, .all([.text([wording], shortens: false, statement: statement), .agent])),
      Grade(.likely, cause: .likely, .text([unexpanded], statement: unexpandedStatement)),
    ],
    headline:
      "Interface Builder could not load the bundle {bundle|of the designables}: its executable was not found",
    cause: """
      Interface Builder reads the name of the file to load from the bundle's Info.plist (CFBundleExecutable). The \
      bundle {bundle|of the designables} has no file of that name: either a build setting such as $(PRODUCT_NAME) was \
      not expanded because the property list was copied and not processed, or the bundle belongs to a static library \
      and has only resources.
      """,
    remedy: [
      "Remove Info.plist from Copy Bundle Resources and set it as INFOPLIST_FILE, so that Xcode expands its build settings.",
      "If the bundle belongs to a pod, build it as a dynamic framework with use_frameworks!.",
    ],
    changes: [
      Change(
        "xml",
        after: """
          <key>CFBundleExecutable</key>
          <string>$(EXECUTABLE_NAME)</string>
          """),
      Change(
        "ruby",
        after: """
          target 'MyApp' do
            use_frameworks!
            pod 'CardKit'
          end
          """),
    ],
    gaps: [
      Gap(
        unless: .text([unexpanded]),
        "The bundle's Info.plist and its contents: they would show which name is requested and which files exist.")
    ],
    lookalikes: [
      LookAlike("ib-load-null-path", because: "The bundle was found; only its executable was not.")
    ],
    references: [
      Reference(
        "CFBundleExecutable (Apple, Bundle Resources)",
        url: "https://developer.apple.com/documentation/bundleresources/information-property-list/cfbundleexecutable"),
      .appleDesignableViews, Reference("KMPlaceholderTextView #18"),
    ],
    supersedes: Designables.symptoms,
    searchTerms: """
      bundle executable missing
      executable couldn't be located
      the bundle executable couldn't be located
      NSBundle executable not found
      """,
    examples: [
      .matches(
        "the product name was not expanded",
        """
        →file:///Users/dev/MyApp/Base.lproj/Main.storyboard: error: IB Designables: Failed to update auto layout status: The bundle “$(PRODUCT_NAME)” couldn’t be loaded because its executable couldn’t be located.
        """),
      .doesNotMatch(
        "a test bundle that the test runner could not load",
        """
        2024-05-04 10:11:12.131 xctest[4711:2342] The bundle “MyAppTests” couldn’t be loaded because its executable couldn’t be located.
        """),
      .doesNotMatch(
        "no product was built",
        """
        Main.storyboard: error: IB Designables: Failed to update auto layout status: Failed to load designables from path (null)
        """),
    ])

  private static let unexpanded: TextTemplate =
    "The bundle \"$({setting})\" couldn't be loaded because its executable couldn't be located"
  private static let unexpandedStatement = "The build setting $({setting}) in the bundle's Info.plist was not expanded."
  private static let wording: TextTemplate =
    "The bundle {bundle} couldn't be loaded because its executable couldn't be located"
  private static let statement = "The bundle {bundle} was found, but not the executable that its Info.plist names."
}
