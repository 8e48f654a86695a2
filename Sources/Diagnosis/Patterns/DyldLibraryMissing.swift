extension Pattern {
  /// A linked library that the loader did not find, so that the app does not start.
  static let dyldLibraryMissing: Pattern = Pattern(
    "dyld-library-missing",
    title: "Library not loaded: the app does not start because a linked library was not found",
    family: .loading,
    symptom: """
      The app terminates immediately at launch, before any of its code runs; the report has "Library not loaded" or \
      "Library missing".
      """,
    grades: [
      Grade(
        .certain, cause: .certain, .all([.optional(ended), notLoaded, notFound, .not(foundButUnusable), .not(.agent)])),
      Grade(.certain, cause: .likely, .all([ended, .optional(notLoaded), .not(foundButUnusable)])),
      Grade(.likely, cause: .likely, .all([notLoaded, .not(foundButUnusable), .not(.agent)])),
      Grade(.possible, cause: .possible, .all([notLoaded, .optional(foundButUnusable), .not(.agent)])),
    ],
    headline: "Library not loaded: the app did not start because {library|a library} was not found",
    cause: """
      Before main(), the dynamic loader maps every library that the app is linked with. No usable file was found at \
      any of the paths to which {fulllibrary|the path of the library} resolves: the library was not embedded into the \
      app, the run paths do not lead to it, or this system does not have it.
      """,
    remedy: [
      "In the app's target under Frameworks, Libraries, and Embedded Content, set {library|the library} to Embed & Sign.",
      "Check that LD_RUNPATH_SEARCH_PATHS has @executable_path/Frameworks (iOS) or @executable_path/../Frameworks (macOS).",
      "If older systems do not have {library|the library}, link it weakly and check for it before use.",
    ],
    changes: [
      Change(
        "shell",
        after: """
          otool -L MyApp.app/{image|MyApp} | grep {library|CardKit}     # the path it is linked as
          otool -l MyApp.app/{image|MyApp} | grep -A 2 LC_RPATH
          ls MyApp.app/Frameworks MyApp.app/Contents/Frameworks         # is it embedded?
          """),
      Change(
        "ruby",
        after: """
          # Podfile: pods of the app target are embedded, pods of a framework target alone are not.
          target 'MyApp' do
            use_frameworks!
            pod 'CardKit'
          end
          """),
    ],
    gaps: [
      Gap(unless: notLoaded, "The loader's message: it names the library and the paths that were tried."),
      Gap(unless: notFound, "The reason: whether the file was not found, or found but not usable."),
    ],
    lookalikes: [
      LookAlike(
        "dyld-map-out-of-memory", because: "The loader found no file; in that failure it finds one and cannot map it.",
        when: notFound),
      LookAlike(
        "dlopen-library-validation", because: "No path that was tried had a file; none was rejected for its signature.",
        when: notFound),
      LookAlike(
        "ib-dlopen-library-missing", because: "The app did not start; Interface Builder's agent is not involved."),
    ],
    references: [.appleMissingFrameworks, .dyldManual, .applePathsOfRuntimeSearch],
    supersedes: ["codesign-kill"],
    searchTerms: """
      Library not loaded
      image not found
      library missing
      dyld library not loaded
      Reason: tried
      missing framework
      framework not found
      framework not embedded
      library not found
      @rpath
      rpath
      """,
    examples: [
      .matches(
        "a framework that was not embedded",
        """
        →dyld: Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
        →  Reason: image not found
        """),
      .matches(
        "a report of a newer system",
        """
        Exception Type:        EXC_CRASH (SIGABRT)
        Exception Codes:       0x0000000000000000, 0x0000000000000000

        →Termination Reason:    Namespace DYLD, Code 1 Library missing
        →Library not loaded: @rpath/CardKit.framework/Versions/A/CardKit
        Referenced from: <04B87016-0AC1-32A1-9812-D286E0A1064B> /Applications/MyApp.app/Contents/MacOS/MyApp
        Reason: tried: '/usr/lib/swift/CardKit.framework/Versions/A/CardKit' (no such file, not in dyld cache)
        """),
      .doesNotMatch(
        "Interface Builder's agent, not the app",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): Library not loaded: @rpath/ShadowKit.framework/ShadowKit
          Referenced from: CardKit.framework
          Reason: image not found
        """),
      .doesNotMatch(
        "found, but not mapped: the system was out of memory",
        """
        Dyld Error Message:
          Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: /var/mobile/Containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
          Reason: no suitable image found.  Did find:
            /var/mobile/Containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/Frameworks/CardKit.framework/CardKit: mremap_encrypted() => -1, errno=12 for /var/mobile/Containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/Frameworks/CardKit.framework/CardKit
        """),
    ])

  private static let notLoaded = Evidence.text(
    [
      "Library not loaded: {library} Referenced from", "Library not loaded: {library} | Referenced from",
      "Library not loaded: {library}", "dependent dylib '{library}' not found",
    ],
    without: ["dlopen(", "dlopen() error", "IB Designables"], statement: "The loader did not load {library}.")
  private static let notFound = Evidence.text(
    [
      "image not found", "no such file", "not in dyld cache", "file not found", "dependent dylib '{library}' not found",
    ], without: ["dlopen("],
    statement: "The loader found no file.")
  private static let foundButUnusable = Evidence.text(
    [
      "Did find:", "errno=", "wrong architecture", "incompatible architecture", "incompatible platform",
      "not built for platform", "code signature", "Library Validation", "Team ID",
    ], without: ["dlopen("], statement: "The loader found a file but could not use it.")
  private static let ended = Evidence.dyldTermination(
    1, statement: "The loader terminated the process: a library is missing.")
}
