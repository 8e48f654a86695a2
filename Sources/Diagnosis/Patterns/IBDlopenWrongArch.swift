extension Pattern {
  /// A built product without a slice for the agent's architecture.
  static let ibDlopenWrongArch: Pattern = Pattern(
    "ib-dlopen-wrong-arch",
    title: "Wrong architecture: Interface Builder's agent could not load a library",
    family: .designables,
    symptom: """
      Xcode shows an empty frame instead of an @IBDesignable view, and an error with "wrong architecture" or \
      "incompatible architecture". The app itself may run.
      """,
    grades: [
      Grade(.certain, cause: .likely, .agentDlopenFailure(reasons, statement: statement)),
      Grade(.likely, cause: .likely, .unattributedDlopenFailure(reasons, statement: statement)),
    ],
    headline:
      "Wrong architecture: Interface Builder could not load {image}, which is not built for the agent's architecture",
    cause: """
      The agent is a simulator program and runs on the Mac's architecture, {need|arm64 or x86_64}. {image} was found, \
      but has no code for it: an architecture is excluded for the simulator, only the active architecture of another \
      destination was built, or Xcode runs under Rosetta and the product is built only for arm64, or the reverse.
      """,
    remedy: [
      "Choose a simulator as run destination and build; then refresh the views with Editor > Refresh All Views.",
      "Remove the Mac's architecture from EXCLUDED_ARCHS[sdk=iphonesimulator*] of {image}'s target and of its pods.",
      "If Xcode is opened with Rosetta on a Mac with Apple silicon, open it without Rosetta (Finder: Get Info).",
    ],
    changes: [
      Change(
        "ruby",
        after: """
          # Podfile: no simulator architecture is excluded.
          post_install do |installer|
            installer.pods_project.build_configurations.each do |config|
              config.build_settings.delete('EXCLUDED_ARCHS[sdk=iphonesimulator*]')
            end
          end
          """),
      Change(
        "shell",
        after: """
          lipo -archs {fullimage}/{image}   # the architectures it is built for
          uname -m                                # the architecture of the Mac
          """),
    ],
    gaps: [
      Gap(
        unless: .text(["incompatible architecture (have"]),
        "The architectures of the file and of the agent: older loaders do not report them; lipo -archs shows the file's."
      )
    ],
    lookalikes: [
      LookAlike(
        "ib-dlopen-wrong-platform",
        because: "The loader reports the architecture; a device build is rejected because of its platform."),
      LookAlike(
        "ib-dlopen-library-missing", because: "The file was found: \"Did find\" precedes the reason.",
        when: .text(["Did find"])),
    ],
    references: [.dyldManual, Reference("Building a Universal macOS Binary (Apple)"), .appleDesignableViews],
    supersedes: Designables.symptoms + ["ib-dlopen-library-missing"],
    searchTerms: """
      no suitable image found
      wrong architecture
      mach-o, but wrong architecture
      incompatible architecture
      mach-o file, but is an incompatible architecture
      arm64 simulator
      excluded architectures
      """,
    examples: [
      .matches(
        "a pod for another architecture",
        """
        →Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): no suitable image found.  Did find:
        \tCardKit.framework: mach-o, but wrong architecture
        """),
      .matches(
        "newer loader, which reports both architectures",
        """
        →/Users/dev/MyApp/Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(MyApp.app, 0x0001): tried: '/Users/dev/Build/Products/Debug-iphonesimulator/MyApp.app/MyApp' (mach-o file, but is an incompatible architecture (have 'x86_64', need 'arm64'))
        """),
      .doesNotMatch(
        "the right architecture, the wrong platform",
        """
        Card.xib: error: IB Designables: Failed to render and update auto layout status for UIView (BYZ-38-t0r): dlopen(MyApp.app, 1): no suitable image found.  Did find:
        \tMyApp.app: mach-o, but not built for platform iOS-sim
        """),
      .doesNotMatch(
        "a plug-in of an app, not Interface Builder",
        """
        2024-05-04 10:11:12.131 MyApp[4711:2342] dlopen(/Library/Audio/Plug-Ins/Echo.bundle/Contents/MacOS/Echo, 261): no suitable image found.  Did find:
        \t/Library/Audio/Plug-Ins/Echo.bundle/Contents/MacOS/Echo: mach-o, but wrong architecture
        """),
    ])

  private static let reasons = [
    "incompatible architecture (have '{have}', need '{need}')", "mach-o, but wrong architecture",
    "mach-o,but wrong architecture", "but wrong architecture", "incompatible architecture",
  ]
  private static let statement = "The agent's dlopen found {image}, which is built for another architecture."
}
