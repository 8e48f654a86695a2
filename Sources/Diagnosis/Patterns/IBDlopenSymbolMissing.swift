extension Pattern {
  /// A symbol that the designables need and that is not in the library that should have it.
  static let ibDlopenSymbolMissing: Pattern = Pattern(
    "ib-dlopen-symbol-missing",
    title: "Symbol not found: Interface Builder's agent could not load the designables",
    family: .designables,
    symptom: """
      Xcode shows an empty frame instead of an @IBDesignable view, and an error with "Symbol not found". The app \
      itself may run.
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([.agentDlopenFailure(reasons, statement: statement), mangled])),
      Grade(.certain, cause: .possible, .agentDlopenFailure(reasons, statement: statement)),
      Grade(.likely, cause: .possible, .unattributedDlopenFailure(reasons, statement: statement)),
    ],
    headline: "Symbol not found: Interface Builder could not load {image} because {symbol} is missing",
    cause: """
      {image} was built against a library that had {symbol}; the library that the agent loads does not have it. For a \
      Swift symbol, the usual reasons are a mix of products from different compilers or builds, or a class that \
      moved to another module while the document's Module field is blank or outdated.
      """,
    remedy: [
      "Delete the derived data and the prebuilt frameworks, and build everything with the same Xcode.",
      "In the Identity inspector of {document|the document}, set Module to the module that contains the class.",
    ],
    changes: [
      Change(
        "shell",
        after: """
          xcrun swift-demangle '{symbol}'                            # which module has the symbol?
          rm -rf ~/Library/Developer/Xcode/DerivedData/*             # then build again
          """)
    ],
    gaps: [
      Gap(
        unless: .text(["Expected in: {user}"]),
        "The line \"Expected in\": it names the library that should have the symbol.")
    ],
    lookalikes: [
      LookAlike("dyld-symbol-missing", because: "{image} failed to load in the agent, not in the app at launch."),
      LookAlike("ib-dlopen-library-missing", because: "The libraries were found; one lacks a symbol."),
    ],
    references: [.dyldManual, Reference("Swift: ABI Stability and More"), .appleDesignableViews],
    supersedes: Designables.symptoms + ["dyld-symbol-missing"],
    searchTerms: """
      designables symbol not found
      interface builder symbol not found
      """,
    examples: [
      .matches(
        "a Swift symbol that another compiler mangles differently",
        """
        →Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardViewController (BYZ-38-t0r): dlopen(MyApp.app, 1): Symbol not found: __TMaC7CardKit8CardView
          Referenced from: MyApp.app
          Expected in: CardKit.framework/CardKit
        """),
      .doesNotMatch(
        "an app that does not start",
        """
        dyld: Symbol not found: _$s7CardKit0A4ViewCMa
          Referenced from: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
          Expected in: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/Frameworks/CardKit.framework/CardKit
        """),
      .doesNotMatch(
        "a library injected into the running app",
        """
        *** dlopen() error: dlopen(/tmp/eval101.dylib, 0x0002): Symbol not found: _$s5MyApp8CardViewC4titleSSvg
          Referenced from: /tmp/eval101.dylib
          Expected in: flat namespace
        """),
    ])

  private static let reasons = [
    "Symbol not found: {symbol} Referenced from: {user} Expected in:", "Symbol not found: {symbol} Referenced from:",
    "Symbol not found: {symbol}",
  ]
  private static let statement = "The agent's dlopen of {image} failed because a symbol is missing: {symbol}."
  private static let mangled = Evidence.text(
    ["Symbol not found: __T", "Symbol not found: _$s", "Symbol not found: '_$s"],
    statement: "The symbol is a mangled Swift name.")
}
