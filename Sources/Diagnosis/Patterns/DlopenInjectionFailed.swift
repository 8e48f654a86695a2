extension Pattern {
  /// A failure of a code injection tool to load the library that it built into the running app.
  static let dlopenInjectionFailed: Pattern = Pattern(
    "dlopen-injection-failed",
    title: "dlopen() error: a code injection tool could not load its library into the running app",
    family: .loading,
    revision: 2,
    severity: .warning,
    symptom: """
      After a source file is saved, the running app does not show the change, and the console has "dlopen() error" for \
      a temporary library such as eval101.dylib. The app keeps running.
      """,
    grades: [
      Grade(.certain, cause: .likely, .text(symbols, shortens: false, statement: symbolStatement)),
      Grade(.certain, cause: .possible, .text(errors, shortens: false, statement: statement)),
      Grade(.certain, cause: .likely, .text(inserted, shortens: false, statement: insertedStatement)),
      Grade(.likely, cause: .possible, .text(temporary, statement: statement)),
    ],
    headline: "Code injection failed: {library|a temporary library} could not be loaded into the app",
    cause: """
      A code injection tool compiled the changed file to {library|a temporary library} and opened it in the running \
      app, and the loader rejected it. Usually the new code uses {symbol?the symbol {symbol}|a symbol} that is not \
      visible in the app: it is private, is in a file that is not yet compiled into the app, or was stripped.
      """,
    remedy: [
      "Build and run the app once, then inject again: everything that the new code uses must already be in the running app.",
      "Make the declarations that the changed file uses from other files internal or public, and link with -Xlinker -interposable in Debug.",
      "Ignore this message when you look for a crash: it comes from development tools, which release builds do not contain.",
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
      LookAlike("ib-dlopen-symbol-missing", because: "The app is running, and no Interface Builder agent is involved."),
      LookAlike("dyld-symbol-missing", because: "The app had already started; the library was opened afterwards."),
    ],
    references: [.dyldManual, Reference("ld(1), -interposable")],
    supersedes: ["dyld-symbol-missing", "dyld-library-missing"],
    searchTerms: """
      InjectionIII
      hot reload
      hot reloading
      code injection
      injection
      """,
    examples: [
      .matches(
        "a library of DYLD_INSERT_LIBRARIES",
        """
        →dyld: could not load inserted library '/usr/local/lib/libtrace.dylib' because no suitable image found.  Did find:
          /usr/local/lib/libtrace.dylib: required code signature missing for '/usr/local/lib/libtrace.dylib'
        """),
      .matches(
        "a symbol that the running app does not export",
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
  private static let symbolStatement = "The temporary library {library} needs a symbol that was not found: {symbol}."
  private static let errors: [TextTemplate] = ["dlopen() error: dlopen({library},", "dlopen() error:"]
  private static let inserted: [TextTemplate] = [
    "could not load inserted library '{library}' because",
    "terminating because inserted dylib '{library}' could not be", "could not load inserted library '{library}'",
  ]
  private static let insertedStatement =
    "The library {library}, which DYLD_INSERT_LIBRARIES names, could not be loaded."
  private static let temporary: [TextTemplate] = ["dlopen({}/eval{number}.dylib,"]
  private static let statement = "A library created while the app was running could not be opened."
}
