extension Pattern {
  /// A library that the designables need and that the agent did not find.
  static let ibDlopenLibraryMissing: Pattern = Pattern(
    "ib-dlopen-library-missing",
    title: "Library not loaded: Interface Builder's agent did not find a library that the designables need",
    family: .designables,
    symptom: """
      Xcode shows an empty frame instead of an @IBDesignable view, and an error with "Library not loaded". The project \
      builds, and the app itself runs.
      """,
    grades: [
      Grade(.certain, cause: .likely, .agentDlopenFailure(reasons, without: otherFaults, statement: statement)),
      Grade(
        .certain, cause: .likely,
        .agentDlopenFailure(shortReasons, without: otherFaults + ["Reason: "], statement: statement)),
      Grade(
        .likely, cause: .likely,
        .unattributedDlopenFailure(reasons, without: otherFaults, statement: statement)),
      Grade(
        .likely, cause: .likely,
        .unattributedDlopenFailure(shortReasons, without: otherFaults + ["Reason: "], statement: statement)),
    ],
    headline: "Library not loaded: Interface Builder did not find {library|a library}, which {image} needs",
    cause: """
      To draw the view, Interface Builder opens {image} in its agent with dlopen. {image} is linked with {library|a \
      library}{fulllibrary? as {fulllibrary}}, and the library is at none of the paths that the loader tried. In \
      the agent, @executable_path is a folder of Xcode and not the app, so libraries that the app embeds are not found.
      """,
    remedy: [
      "Add the folder of the built {library} to LD_RUNPATH_SEARCH_PATHS of the target {image}, then build and refresh.",
      "With CocoaPods, let it write the run paths (use_frameworks!, CocoaPods 1.0 or newer), and run pod install again.",
      "For your own framework, refer to libraries beside it with @loader_path/.. instead of @executable_path.",
    ],
    changes: [
      Change(
        "ruby",
        after: """
          # Podfile: libraries that the agent loads find their dependencies in the folder of built products.
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
          # Which path is requested, and which paths are searched:
          otool -L {fullimage}/{image} | grep {library}
          otool -l {fullimage}/{image} | grep -A 2 LC_RPATH
          """),
    ],
    gaps: [
      Gap(
        unless: .text(["tried:"]),
        "The list of the paths that were tried: loaders before Xcode 13 do not print it; otool -l shows LC_RPATH."),
      Gap(
        unless: .text(["Referenced from: {user}"]),
        "The line \"Referenced from\": it names the library whose run paths must be changed."),
    ],
    lookalikes: [
      LookAlike(
        "ib-dlopen-codesign-missing",
        because: "The loader reports that {library|a library} was not found, not that its signature was rejected."),
      LookAlike("dyld-library-missing", because: "The library failed to load in the agent, not in the app at launch."),
    ],
    knownGaps: ["A library that is missing because the project was never built looks the same as one with a bad path."],
    references: [.applePathsOfRuntimeSearch, .dyldManual, .appleDesignableViews],
    supersedes: Designables.symptoms + ["dyld-library-missing"],
    generality: 1,
    searchTerms: """
      IBDesignablesAgent library not loaded
      designables library not loaded
      interface builder library not loaded
      failed to load designables from path
      failed to load designables
      dlopen
      dlopen failed
      """,
    examples: [
      .matches(
        "a pod that depends on another; the crash of the agent is the same failure",
        """
        →/Users/dev/MyApp/Base.lproj/Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): Library not loaded: @rpath/ShadowKit.framework/ShadowKit
          Referenced from: CardKit.framework
          Reason: image not found
        →/Users/dev/MyApp/Base.lproj/Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): The agent crashed
        """),
      .matches(
        "newer loader, with the list of paths that were tried",
        """
        →/Users/dev/MyApp/Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(MyApp.app, 0x0001): Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: <6F3B2A60-1B2C-3D4E-8F90-A1B2C3D4E5F6> /Users/dev/Library/Developer/Xcode/DerivedData/MyApp-abc/Build/Products/Debug-iphonesimulator/MyApp.app/MyApp
          Reason: tried: '/Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays/CardKit.framework/CardKit' (no such file)
        """),
      .doesNotMatch(
        "an app that does not start because a framework is missing",
        """
        dyld: Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
          Reason: image not found
        """),
      .doesNotMatch(
        "\"no suitable image found\" is only the first line: the second is about the signature",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): no suitable image found.  Did find:
        \tCardKit.framework: required code signature missing for 'CardKit.framework'
        """),
    ])

  /// The last line decides: a library that was found and refused is "not loaded", too.
  private static let reasons =
    ["image not found", "tried:{}no such file", "tries:{}no such file", "tried:{}not in dyld cache", "no such file"]
    .flatMap {
      [
        "Library not loaded: {library} Referenced from: {user} Reason: " + $0,
        "Library not loaded: {library}{}Reason: " + $0,
      ]
    } + ["image not found"]
  /// Without the line, as people shorten it.
  private static let shortReasons = [
    "Library not loaded: {library} Referenced from: {user}", "Library not loaded: {library} Referenced from:",
    "Library not loaded: {library}",
  ]
  private static let otherFaults: [TextTemplate] = [
    "required code signature missing", "wrong architecture", "incompatible architecture", "not built for platform",
    "incompatible platform", "unknown file type", "Library Validation", "errno=12",
    "Incompatible library version", "but provides",
  ]
  private static let statement = "The agent's dlopen of {image} failed because {library|a library} was not found."
}
