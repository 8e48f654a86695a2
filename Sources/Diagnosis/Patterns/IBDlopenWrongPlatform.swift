extension Pattern {
  /// A product built for the device, while the agent is a simulator program.
  static let ibDlopenWrongPlatform: Pattern = Pattern(
    "ib-dlopen-wrong-platform",
    title: "Wrong platform: Interface Builder's agent could not load a library built for the device",
    family: .designables,
    symptom: """
      Xcode shows an empty frame instead of an @IBDesignable view, and an error that something is "not built for \
      platform iOS-sim". On a device, the app runs.
      """,
    grades: [
      Grade(.certain, cause: .certain, .agentDlopenFailure(reasons, statement: statement)),
      Grade(.likely, cause: .certain, .unattributedDlopenFailure(reasons, statement: statement)),
    ],
    headline: "Interface Builder could not load {image}: it is not built for {platform|the simulator}",
    cause: """
      The agent is a simulator program. {image}, or a library in it, is built for another platform, usually the \
      device: the two cannot be mixed even if the architecture is the same. Usually the last build was for a device, \
      or a prebuilt framework has only a device slice.
      """,
    remedy: [
      "Choose a simulator as run destination, build, and refresh the views with Editor > Refresh All Views.",
      "Replace a prebuilt .framework of {image} with an .xcframework that has a slice for the simulator.",
    ],
    changes: [
      Change(
        "shell",
        after: """
          vtool -show-build {fullimage}/{image}   # the platform it is built for
          xcodebuild -create-xcframework \\
            -framework build/iphoneos/{image}.framework \\
            -framework build/iphonesimulator/{image}.framework -output {image}.xcframework
          """)
    ],
    lookalikes: [
      LookAlike(
        "ib-dlopen-wrong-arch", because: "The loader reports the platform; the architecture may be the right one.")
    ],
    references: [
      Reference("Creating a multiplatform binary framework bundle (Apple)"), .dyldManual, .appleDesignableViews,
    ],
    supersedes: Designables.symptoms + ["ib-dlopen-library-missing"],
    searchTerms: """
      wrong platform
      built for iOS
      mach-o file built for iOS
      built for iOS not iOS simulator
      incompatible platform
      not built for the simulator
      """,
    examples: [
      .matches(
        "the app was built for the device",
        """
        →Card.xib: error: IB Designables: Failed to render and update auto layout status for UIView (BYZ-38-t0r): dlopen(MyApp.app, 1): no suitable image found.  Did find:
        \tMyApp.app: mach-o, but not built for platform iOS-sim
        """),
      .matches(
        "newer loader",
        """
        →Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 0x0001): tried: 'CardKit.framework' (mach-o file (CardKit.framework/CardKit), but incompatible platform (have 'iOS', need 'iOS-simulator'))
        """),
      .doesNotMatch(
        "another architecture is another failure",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): no suitable image found.  Did find:
        \tCardKit.framework: mach-o, but wrong architecture
        """),
      .doesNotMatch(
        "a linker message at build time is not a dlopen failure",
        """
        ld: building for iOS Simulator, but linking in object file built for iOS, file '/Users/dev/MyApp/CardKit.framework/CardKit'
        """),
    ])

  private static let reasons = [
    "incompatible platform (have '{have}', need '{platform}')", "not built for platform {platform}",
    "incompatible platform",
  ]
  private static let statement = "The agent's dlopen found {image}, which is built for another platform."
}
