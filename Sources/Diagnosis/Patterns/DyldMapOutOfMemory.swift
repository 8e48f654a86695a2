extension Pattern {
  /// A library that the loader found but the system could not map.
  static let dyldMapOutOfMemory: Pattern = Pattern(
    "dyld-map-out-of-memory",
    title: "Out of memory at launch: a library was found but could not be mapped",
    family: .loading,
    symptom: """
      The app terminates immediately at launch. The report has "Library not loaded" although the framework is in the \
      app; the reason has "errno=12".
      """,
    grades: [
      Grade(.certain, cause: .likely, .text(mapping, shortens: false, statement: statement)),
      Grade(.likely, cause: .possible, .all([noMemory, notLoaded])),
    ],
    headline: "Out of memory at launch: {library|a library} was found but could not be mapped (errno 12)",
    cause: """
      The dynamic loader found {library|the library} and asked the kernel to map it, and the kernel returned errno 12 \
      (ENOMEM). mremap_encrypted is the call for App Store apps, whose code is encrypted. If it failed, the service that \
      decrypts the code probably had no memory left, and nothing is wrong with the app.
      """,
    remedy: [
      "Restart the device and start the app again; if that helps, the app needs no change.",
      "If many users are affected, reduce the number of embedded frameworks: link small ones statically.",
      "Do not search for a missing framework: the loader names the file that it found.",
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
      Gap(unless: .listsImages, "The binary images: they show how many libraries were already mapped.")
    ],
    lookalikes: [
      LookAlike("dyld-library-missing", because: "The loader found the file; only mapping it failed, with errno 12.")
    ],
    references: [
      Reference("mmap(2) and errno(2), manual pages of macOS"), .appleMissingFrameworks, Reference("openradar #7753"),
    ],
    supersedes: ["dyld-library-missing", "codesign-kill"],
    searchTerms: """
      dyld out of memory
      cannot map library
      vm_map failed
      mmap failed
      """,
    examples: [
      .matches(
        "an App Store app, on a device that was up for weeks",
        """
        Dyld Error Message:
        →Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: /var/mobile/Containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
        →  Reason: no suitable image found.  Did find:
            /private/var/mobile/Containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/Frameworks/CardKit.framework/CardKit:
        →    mremap_encrypted() => -1, errno=12 for /private/var/mobile/Containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/Frameworks/CardKit.framework/CardKit
        """),
      .doesNotMatch(
        "the file does not exist",
        """
        dyld: Library not loaded: @rpath/CardKit.framework/CardKit
          Referenced from: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
          Reason: image not found
        """),
      .doesNotMatch(
        "another error number from another call",
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
    ["errno=12", "Cannot allocate memory"], statement: "The error is ENOMEM (out of memory).")
  private static let notLoaded = Evidence.text(
    ["Library not loaded: {library}"], without: ["dlopen("], statement: "The loader did not load {library}.")
}
