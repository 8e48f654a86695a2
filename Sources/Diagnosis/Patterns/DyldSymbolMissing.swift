extension Pattern {
  /// A symbol missing from a library that the loader found, so that the app does not start.
  static let dyldSymbolMissing: Pattern = Pattern(
    "dyld-symbol-missing",
    title: "Symbol not found: the app does not start because a library lacks a symbol it needs",
    family: .loading,
    symptom: """
      The app terminates immediately at launch, before any of its code runs; the report has "Symbol not found".
      """,
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([.optional(ended), notFound, .optional(expected), .optional(mangled), .not(.agent)])),
      Grade(.certain, cause: .possible, .all([ended, .optional(notFound)])),
    ],
    headline: "Symbol not found: the app did not start because {symbol|a symbol it needs} is missing",
    cause: """
      Before main(), the dynamic loader binds every symbol that the app and its libraries use. {symbol|One} is not in \
      the library that should have it: the app was built against another version of the library, with another \
      compiler, or for a newer system than this one.
      """,
    remedy: [
      "Build the app and all its frameworks with the same Xcode, after deleting the derived data.",
      "If the symbol belongs to the system, raise the deployment target, or check with #available and link weakly.",
      "For a prebuilt Swift framework, use the version built for this compiler, or an .xcframework with library evolution.",
    ],
    changes: [
      Change("shell", after: "xcrun swift-demangle '{symbol|_$s7CardKit0A4ViewCMa}'   # which module has the symbol?"),
      Change(
        "swift",
        after: """
          if #available(iOS 15, *) {
            view.keyboardLayoutGuide.followsUndockedKeyboard = true
          }
          """),
      Change(
        "objective-c",
        after: """
          if (@available(iOS 15, *)) {
            view.keyboardLayoutGuide.followsUndockedKeyboard = YES;
          }
          """),
    ],
    gaps: [
      Gap(unless: notFound, "The loader's message: it names the symbol."),
      Gap(unless: expected, "The line \"Expected in\": it names the library that should have the symbol."),
    ],
    lookalikes: [
      LookAlike(
        "ib-dlopen-symbol-missing", because: "The app did not start; Interface Builder's agent is not involved."),
      LookAlike("dyld-library-missing", because: "The libraries were found; one lacks a symbol."),
      LookAlike(
        "dlopen-injection-failed", because: "No library was opened in a running app.",
        when: .not(.text(["dlopen("]))),
    ],
    references: [.appleMissingFrameworks, .dyldManual, Reference("Swift: ABI Stability and More")],
    searchTerms: """
      Symbol not found
      symbol missing
      missing symbol
      dyld symbol not found
      Expected in
      undefined symbol
      weak linking
      """,
    examples: [
      .matches(
        "a framework built with another compiler",
        """
        →dyld: Symbol not found: _$SBOWV
          Referenced from: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/Frameworks/CardKit.framework/CardKit
        →  Expected in: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/Frameworks/libswiftCore.dylib
        """),
      .matches(
        "a report of a newer system",
        """
        Exception Type:        EXC_CRASH (SIGABRT)

        →Termination Reason:    Namespace DYLD, Code 4 Symbol missing
        →Symbol not found: _OBJC_CLASS_$_CKCard
        Referenced from: <04B87016-0AC1-32A1-9812-D286E0A1064B> /Applications/MyApp.app/Contents/MacOS/MyApp
        Expected in: <14B87016-0AC1-32A1-9812-D286E0A1064B> /Applications/MyApp.app/Contents/Frameworks/CardKit.framework/Versions/A/CardKit
        """),
      .doesNotMatch(
        "a library injected into the running app",
        """
        *** dlopen() error: dlopen(/tmp/eval101.dylib, 0x0002): Symbol not found: _$s5MyApp8CardViewC4titleSSvg
          Referenced from: /tmp/eval101.dylib
          Expected in: flat namespace
        """),
      .doesNotMatch(
        "a linker error while the app is built",
        """
        Undefined symbols for architecture arm64:
          "_OBJC_CLASS_$_CKCard", referenced from:
              objc-class-ref in CardView.o
        ld: symbol(s) not found for architecture arm64
        """),
    ])

  private static let notFound = Evidence.text(
    ["Symbol not found: {symbol} Referenced from", "Symbol not found: {symbol}"],
    without: ["dlopen(", "dlopen() error", "IB Designables", "flat namespace", "symbol(s) not found"],
    statement: "The loader did not find the symbol {symbol}.")
  private static let expected = Evidence.text(
    ["Expected in: {library}"], without: ["dlopen(", "Expected in: flat namespace"],
    statement: "The symbol should be in {library}.")
  private static let mangled = Evidence.text(
    ["Symbol not found: __T", "Symbol not found: _$s", "Symbol not found: '_$s"], without: ["dlopen("],
    statement: "The symbol is a mangled Swift name.")
  private static let ended = Evidence.dyldTermination(
    4, statement: "The loader terminated the process: a symbol is missing.")
}
