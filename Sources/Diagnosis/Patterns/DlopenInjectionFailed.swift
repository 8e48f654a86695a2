extension Pattern {
  /// A tool that reloads code in the running app could not load what it had built.
  static let dlopenInjectionFailed: Pattern = Pattern(
    "dlopen-injection-failed",
    title: "A tool that reloads code in the running app could not load its library",
    family: .loading,
    severity: .warning,
    symptom: """
      After a source file was saved, the running app does not show the change, and the console has "dlopen() error" for \
      a temporary library such as eval101.dylib. The app runs on.
      """,
    grades: [
      Grade(.certain, cause: .likely, .text(symbols, shortens: false, statement: symbolSays)),
      Grade(.certain, cause: .possible, .text(errors, shortens: false, statement: statement)),
      Grade(.likely, cause: .possible, .text(temporary, statement: statement)),
    ],
    headline: "The reloaded code in {library|a temporary library} could not be loaded",
    cause: """
      A tool for reloading code compiled the changed file to {library|a temporary library} and opened it in the running \
      app, and the loader refused it. {symbol|A symbol} that the new code uses is not visible in the app: it is private, \
      in a file not yet compiled into it, or was stripped.
      """,
    remedy: [
      "Build and run the app once, then inject again: what the new code uses must be in the running app already.",
      "Make what the changed file uses from other files internal or public, and link with -Xlinker -interposable in Debug.",
      "Pay no heed to it for a crash: this is a matter of development tools, and release builds do not have it.",
    ],
    changes: [
      Change(
        "xml",
        after: """
          <!-- Debug configuration only -->
          OTHER_LDFLAGS = $(inherited) -Xlinker -interposable
          """)
    ],
    gaps: [
      Gap(unless: .text(symbols), "The rest of the loader's message: the reason after the library's name.")
    ],
    lookalikes: [
      LookAlike("ib-dlopen-symbol-missing", because: "The app runs, and no agent of Interface Builder is concerned."),
      LookAlike("dyld-symbol-missing", because: "The app had started; the library was opened afterwards."),
    ],
    references: [.dyldManual, Reference("ld(1), -interposable")],
    supersedes: ["dyld-symbol-missing", "dyld-library-missing"],
    examples: [
      .matches(
        "a symbol that the running app does not show",
        """
        →*** dlopen() error: dlopen(/tmp/eval101.dylib, 0x0002): Symbol not found: _$s5MyApp8CardViewC4titleSSvg
          Referenced from: /tmp/eval101.dylib
          Expected in: flat namespace
        """),
      .doesNotMatch(
        "an app that does not start",
        """
        dyld: Symbol not found: _$s7CardKit0A4ViewCMa
          Referenced from: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
          Expected in: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/Frameworks/CardKit.framework/CardKit
        """),
      .doesNotMatch(
        "Interface Builder's own dlopen",
        """
        Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(MyApp.app, 1): Symbol not found: _$s7CardKit0A4ViewCMa
          Referenced from: MyApp.app
        """),
    ])

  private static let symbols: [TextTemplate] = [
    "dlopen() error: dlopen({library},{}): Symbol not found: {symbol} Referenced from",
    "dlopen({library}.dylib,{}): Symbol not found: {symbol} Referenced from:{}Expected in: flat namespace",
    "dlopen() error: dlopen({library},{}): Symbol not found: {symbol}",
  ]
  private static let symbolSays = "The temporary library {library} needs a symbol that was not found: {symbol}."
  private static let errors: [TextTemplate] = ["dlopen() error: dlopen({library},", "dlopen() error:"]
  private static let temporary: [TextTemplate] = ["dlopen({}/eval{number}.dylib,"]
  private static let statement = "A library made while the app was running could not be opened."
}
