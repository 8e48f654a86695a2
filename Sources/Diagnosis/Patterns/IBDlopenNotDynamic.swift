extension Pattern {
  /// A product that is a static archive, which cannot be loaded at run time.
  static let ibDlopenNotDynamic: Pattern = Pattern(
    "ib-dlopen-not-dynamic",
    title: "Interface Builder's agent could not load a static library",
    family: .designables,
    symptom: """
      Xcode shows an empty frame instead of an @IBDesignable view of a framework, and an error with "unknown file \
      type, first eight bytes". The app itself builds and runs.
      """,
    grades: [
      Grade(.certain, cause: .certain, .agentDlopenFailure([archive], statement: archiveStatement)),
      Grade(.likely, cause: .certain, .unattributedDlopenFailure([archive], statement: archiveStatement)),
      Grade(.certain, cause: .possible, .agentDlopenFailure([unknown, notMachO], statement: unknownStatement)),
    ],
    headline: "Interface Builder could not load {image}: it is not a dynamic library",
    cause: """
      The agent loads the designables at run time, and only a dynamic library can be loaded in this way. {image} is \
      not a dynamic library. A file that begins with the bytes 21 3C 61 72 63 68 3E 0A, the text "!<arch>", is a static \
      archive, whose code the linker copies into the app.
      """,
    remedy: [
      "Build {image} as a dynamic framework: use_frameworks! without :linkage => :static, or MACH_O_TYPE = mh_dylib.",
      "If it must stay static, move the @IBDesignable class into a dynamic framework or into the app itself.",
    ],
    changes: [
      Change(
        "ruby",
        before: "use_frameworks! :linkage => :static",
        after: "use_frameworks!   # dynamic, so that Interface Builder can load it"),
      Change(
        "shell",
        after: "file {fullimage}/{image}   # \"current ar archive\" is static, \"dynamically linked\" is not"),
    ],
    lookalikes: [
      LookAlike(
        "ib-dlopen-wrong-arch", because: "The first bytes are those of an archive, not of a Mach-O file.",
        when: .text(["0x21 0x3C 0x61 0x72"])),
      LookAlike(
        "ib-load-null-path", because: "There is a path, and a file at that path, but the file cannot be loaded."),
    ],
    references: [.dyldManual, Reference("ar(5), the format of archives"), Reference("CocoaPods #9789")],
    supersedes: Designables.symptoms,
    searchTerms: """
      static library
      not a dynamic library
      static library designables
      file is not a dynamic library
      MH_DYLIB
      """,
    examples: [
      .matches(
        "a statically linked pod",
        """
        →Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): no suitable image found.  Did find:
        \tCardKit.framework: unknown file type, first eight bytes: 0x21 0x3C 0x61 0x72 0x63 0x68 0x3E 0x0A
        """),
      .doesNotMatch(
        "a Mach-O file for another architecture",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(CardKit.framework, 1): no suitable image found.  Did find:
        \tCardKit.framework: mach-o, but wrong architecture
        """),
      .doesNotMatch(
        "no loadable product was built",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): Failed to load designables from path (null)
        """),
    ])

  private static let notMachO = "(not a mach-o file)"
  private static let archive = "unknown file type, first eight bytes: 0x21 0x3C 0x61 0x72 0x63 0x68 0x3E 0x0A"
  private static let archiveStatement =
    "The agent's dlopen found {image}; its first eight bytes are those of a static archive."
  private static let unknown = "unknown file type"
  private static let unknownStatement = "The agent's dlopen found {image}, which is not a Mach-O file."
}
