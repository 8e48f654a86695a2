extension Pattern {
  /// A framework without a code signature, which the agent rejects.
  static let ibDlopenCodesignMissing: Pattern = Pattern(
    "ib-dlopen-codesign-missing",
    title: "Code signature missing: Interface Builder's agent rejected a framework",
    family: .designables,
    symptom: """
      Xcode shows an empty frame instead of an @IBDesignable view of a framework, and an error with "required code \
      signature missing". The app itself builds and runs.
      """,
    grades: [
      Grade(.certain, cause: .likely, .agentDlopenFailure(reasons, statement: statement)),
      Grade(.likely, cause: .likely, .unattributedDlopenFailure(reasons, statement: statement)),
    ],
    headline: "Code signature missing: Interface Builder did not load {image}",
    cause: """
      The agent loads only signed code. {image} was found, but it was built without a signature, which happens when \
      CODE_SIGNING_ALLOWED or CODE_SIGNING_REQUIRED is NO; CocoaPods 1.5 set both for every pod. When the app is \
      built, the framework is signed while it is copied into the app, which is why the app runs.
      """,
    remedy: [
      "Remove CODE_SIGNING_ALLOWED=NO and CODE_SIGNING_REQUIRED=NO from the target {image}, then clean, build and refresh.",
      "If {image} is a pod, update CocoaPods, or delete both settings in the Podfile's post_install, and run pod install.",
    ],
    changes: [
      Change(
        "ruby",
        after: """
          # Podfile: pods are signed again, so that Interface Builder can load them.
          post_install do |installer|
            installer.pods_project.build_configurations.each do |config|
              config.build_settings.delete('CODE_SIGNING_ALLOWED')
              config.build_settings.delete('CODE_SIGNING_REQUIRED')
            end
          end
          """),
      Change(
        "shell",
        after: """
          # Is the built product signed?
          codesign --verify --verbose {fullimage}
          """),
    ],
    gaps: [
      Gap(
        unless: .not(.agent),
        "The build settings of {image}: they would show whether signing is disabled, and make the cause certain.")
    ],
    lookalikes: [
      LookAlike(
        "ib-dlopen-library-missing",
        because:
          "\"no suitable image found\" is only the first line: the second reports that {image} was found unsigned."),
      LookAlike(
        "dlopen-library-validation",
        because: "In that failure the file is signed, but by another team; here the signature is missing."),
    ],
    references: [
      Reference("Code Signing Guide (Apple)"), Reference("CocoaPods: Podfile syntax, post_install"),
      .appleDesignableViews,
    ],
    supersedes: Designables.symptoms + ["ib-dlopen-library-missing"],
    searchTerms: """
      designables code signature
      code signature missing
      no suitable image found did find code signature
      framework not signed
      unsigned framework
      """,
    examples: [
      .matches(
        "a pod built without a signature",
        """
        →/Users/dev/MyApp/Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): no suitable image found.  Did find:
        \tCardKit.framework: required code signature missing for 'CardKit.framework'
        """),
      .matches(
        "only the loader's message", atLeast: .likely,
        """
        →dlopen(CardKit.framework, 1): no suitable image found.  Did find:
        →\tCardKit.framework: required code signature missing for 'CardKit.framework'
        """),
      .doesNotMatch(
        "signed, but by another team, in a test bundle",
        """
        (dlopen_preflight(/Users/dev/MyApp/MyAppTests.xctest/MyAppTests): no suitable image found.  Did find:
        \t/Users/dev/MyApp/MyAppTests.xctest/MyAppTests: code signature in (/Users/dev/MyApp/MyAppTests.xctest/MyAppTests) not valid for use in process using Library Validation: mapped file has no Team ID and is not a platform binary
        """),
      .doesNotMatch(
        "the same first line with another second line",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): no suitable image found.  Did find:
        \tCardKit.framework: mach-o, but wrong architecture
        """),
    ])

  private static let reasons = ["required code signature missing for '{library}'", "required code signature missing"]
  private static let statement = "The agent's dlopen found {image} and rejected it, because it has no code signature."
}
