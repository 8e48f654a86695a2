extension Pattern {
  /// A library that the designables depend on is not where the agent looks.
  static let ibDlopenLibraryMissing: Pattern = Pattern(
    "ib-dlopen-library-missing",
    title: "Interface Builder's agent did not find a library that the designables need",
    family: .designables,
    symptom: """
      Xcode shows an empty frame where an @IBDesignable view should be, and an error with "Library not loaded". The \
      project builds, and the app itself runs.
      """,
    grades: [
      Grade(.certain, cause: .likely, .agentOpening(reasons, without: otherFaults, statement: statement)),
      Grade(.likely, cause: .likely, .bareOpening(reasons, without: otherFaults, statement: statement)),
    ],
    headline: "Interface Builder could not load {image}: its library {library} was not found",
    cause: """
      To draw the view, Interface Builder opens {image} in its agent with dlopen. {image} is linked with {library} at \
      {fulllibrary|a path the loader has to find}, and none of the places that this stands for has it: in the agent \
      @executable_path is a folder of Xcode and not the app, so what the app embeds is not seen.
      """,
    remedy: [
      "Add the folder of the built {library} to LD_RUNPATH_SEARCH_PATHS of the target {image}, then build and refresh.",
      "With CocoaPods: let it write the run paths (use_frameworks!, CocoaPods 1.0 or newer), and run pod install again.",
      "For a framework of your own, refer to libraries beside it with @loader_path/.. instead of @executable_path.",
    ],
    changes: [
      Change(
        "ruby",
        after: """
          # Podfile: what the agent loads finds its neighbours in the folder of built products.
          post_install do |installer|
            installer.pods_project.targets.each do |target|
              target.build_configurations.each do |config|
                config.build_settings['LD_RUNPATH_SEARCH_PATHS'] = [
                  '$(inherited)', '$(FRAMEWORK_SEARCH_PATHS)', '@loader_path/..',
                ]
              end
            end
          end
          """),
      Change(
        "shell",
        after: """
          # What is asked for, and where it is looked for:
          otool -L {fullimage}/{image} | grep {library}
          otool -l {fullimage}/{image} | grep -A 2 LC_RPATH
          """),
    ],
    gaps: [
      Gap(
        unless: .text(["tried:"]),
        "The list of the paths that were tried: loaders before Xcode 13 print none, otool -l shows LC_RPATH."),
      Gap(
        unless: .text(["Referenced from: {user}"]),
        "The line \"Referenced from\": it names the library whose run paths are to be changed."),
    ],
    lookalikes: [
      LookAlike(
        "ib-dlopen-codesign-missing",
        because: "The loader says that {library} was not found, not that it was refused for its signature."),
      LookAlike("dyld-library-missing", because: "It is the agent that failed to load it, and not the app at launch."),
    ],
    knownGaps: ["A library that is missing for a project never built is told no differently from one with a bad path."],
    references: [.applePathsOfRuntimeSearch, .dyldManual, .appleDesignableViews],
    supersedes: Designables.symptoms + ["dyld-library-missing"],
    generality: 1,
    examples: [
      .matches(
        "a pod that depends on another; the agent's end is the same failure",
        """
        →/Users/dev/MyApp/Base.lproj/Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): Library not loaded: @rpath/ShadowKit.framework/ShadowKit
          Referenced from: CardKit.framework
          Reason: image not found
        →/Users/dev/MyApp/Base.lproj/Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): The agent crashed
        """),
      .matches(
        "newer loader, with the list of what was tried",
        """
        →/Users/dev/MyApp/Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(MyApp.app, 0x0001): Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: <6F3B2A60-1B2C-3D4E-8F90-A1B2C3D4E5F6> /Users/dev/Library/Developer/Xcode/DerivedData/MyApp-abc/Build/Products/Debug-iphonesimulator/MyApp.app/MyApp
          Reason: tried: '/Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays/CardKit.framework/CardKit' (no such file)
        """),
      .doesNotMatch(
        "an app that does not start for want of a framework",
        """
        dyld: Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
          Reason: image not found
        """),
      .doesNotMatch(
        "\"no suitable image found\" is only the preamble: the second line speaks of the signature",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): no suitable image found.  Did find:
        \tCardKit.framework: required code signature missing for 'CardKit.framework'
        """),
    ])

  private static let reasons = [
    "Library not loaded: {library} Referenced from: {user} Reason:", "Library not loaded: {library} Referenced from:",
    "Library not loaded: {library}", "image not found",
  ]
  private static let otherFaults: [TextTemplate] = [
    "required code signature missing", "wrong architecture", "incompatible architecture", "not built for platform",
    "incompatible platform", "unknown file type", "Library Validation", "errno=12",
  ]
  private static let statement = "The agent's dlopen of {image} failed because {library|a library} was not found."
}
