extension Pattern {
  /// The library is there; the system could not map it.
  static let dyldMapOutOfMemory: Pattern = Pattern(
    "dyld-map-out-of-memory",
    title: "The app does not start: a library was found, but the system could not map it into memory",
    family: .loading,
    symptom: """
      The app ends at once when it is started. The report says "Library not loaded", yet the framework is in the app; \
      the reason has "errno=12".
      """,
    grades: [
      Grade(.certain, cause: .likely, .text(mapping, shortens: false, statement: statement)),
      Grade(.likely, cause: .possible, .all([noMemory, notLoaded])),
    ],
    headline: "The app did not start: {library|a library} was found, but could not be mapped (errno 12, out of memory)",
    cause: """
      The dynamic loader found {library|the library} and asked the kernel to map it, and the kernel answered with \
      errno 12 (ENOMEM). mremap_encrypted is the call for apps of the App Store, whose code is encrypted: the service \
      that decrypts had no room, and nothing is wrong with the app.
      """,
    remedy: [
      "Restart the device and start the app again; if that helps, no change of the app is needed.",
      "If it happens to many, lower the number of embedded frameworks: link small ones statically.",
      "Do not look for a framework that is missing: the loader names the file that it found.",
    ],
    changes: [
      Change(
        "ruby",
        after: """
          # Podfile: fewer libraries to map at launch
          use_frameworks! :linkage => :static
          """)
    ],
    gaps: [
      Gap(unless: .listsImages, "The binary images: how many libraries had been mapped by then.")
    ],
    lookalikes: [
      LookAlike("dyld-library-missing", because: "The loader found the file; only mapping it failed, with errno 12.")
    ],
    references: [
      Reference("mmap(2) and errno(2), manual pages of macOS"), .appleMissingFrameworks, Reference("openradar #7753"),
    ],
    supersedes: ["dyld-library-missing", "codesign-kill"],
    examples: [
      .matches(
        "an app of the App Store, on a device that was up for weeks",
        """
        Dyld Error Message:
        →Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: /var/mobile/Containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
        →  Reason: no suitable image found.  Did find:
            /private/var/mobile/Containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/Frameworks/CardKit.framework/CardKit:
        →    mremap_encrypted() => -1, errno=12 for /private/var/mobile/Containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/Frameworks/CardKit.framework/CardKit
        """),
      .doesNotMatch(
        "the file is not there",
        """
        dyld: Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
          Reason: image not found
        """),
      .doesNotMatch(
        "another error number of another call",
        """
        2024-05-04 10:11:12.131 MyApp[4711:2342] could not write the cache: errno=12
        """),
    ])

  private static let mapping: [TextTemplate] = [
    "mremap_encrypted() => -1, errno=12 for {library}", "mremap_encrypted() => -1, errno=12",
    "mmap() error 12", "mmap() errno=12", "cannot map segment{}errno=12",
  ]
  private static let statement = "The loader found the file, and mapping it failed with errno 12 (ENOMEM)."
  private static let noMemory = Evidence.text(
    ["errno=12", "Cannot allocate memory"], statement: "The error is ENOMEM.")
  private static let notLoaded = Evidence.text(
    ["Library not loaded: {library}"], without: ["dlopen("], statement: "The loader did not load {library}.")
}
