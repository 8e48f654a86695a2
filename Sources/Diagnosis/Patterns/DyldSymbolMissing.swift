import CrashReports

extension Pattern {
  /// A symbol missing from a library that the loader found, so that the app does not start.
  static let dyldSymbolMissing: Pattern = Pattern(
    "dyld-symbol-missing",
    title: "Symbol not found: the app does not start, or stops, because a library lacks a symbol it needs",
    family: .loading, revision: 4,
    symptom: """
      The app terminates immediately at launch, before any of its code runs; the report has "Symbol not found".
      """,
    grades: [
      Grade(
        .certain, cause: .likely,
        .all([
          .optional(ended), notFound, .optional(expected), .optional(ofSystem), .optional(.expectedElsewhere),
          .optional(mangled),
          .optional(.boundWhenCalled), readable, .not(.agent),
        ])),
      Grade(
        .certain, cause: .possible, .all([ended, .optional(notFound), .optional(.boundWhenCalled), readable])),
      Grade(.likely, cause: .likely, .all([aborted, missingCalled, .optional(notFound), .optional(.boundWhenCalled)])),
      Grade(.likely, cause: .likely, .all([calledText, .optional(.boundWhenCalled)])),
    ],
    headline: """
      Symbol not found: {lazy?{readable?{readable}|{symbol|a symbol}} is missing, and {function|the app} called it while it ran|\
      {running?{readable?{readable}|{symbol|a symbol that the running app called}} is missing|the app did not start because \
      {readable?{readable}|{symbol|a symbol it needs}} is missing}}{since?; {symbolType} exists since {since}}
      """,
    cause: """
      {running?The dynamic loader binds some symbols only when they are called for the first time: the app started, and \
      ended at that call.|Before main(), the dynamic loader binds every symbol that the app and its libraries use.} \
      {readable?{readable}|{symbol|One}} is not in {library?{library}|the library that should have it}: \
      {ofSystem?this version of the system does not have it, and the app was built for a newer one.{since? {symbolType} \
      exists since {since}.}|{elsewhere?this library is neither part of the app nor of the system{jailbreak?: a jailbreak loads it into \
      other programs, or in front of a library with the same name|{manager?, but of {manager}}}. The copy that was loaded is another \
      version, or another library, than the one that the app was built for.|the app was built \
      against another version of the library, with another compiler, or for a newer system than this one.}}
      """,
    remedy: [
      """
      {ofSystem?Check with #available before the use of {readable?{readable}|it}, also in libraries and packages that the app \
      contains, and use another function on older systems; or raise the deployment target to {since?at least {since}|the version that has \
      the symbol}.|{elsewhere?{jailbreak?Update or remove the package of the jailbreak that installed {library|the library}: it is not code of this \
      app, and the app cannot correct it.|Update {library|the library}{package?: brew upgrade {package}|{manager?, with {manager}}}, or build the \
      program again for the version that is installed.}|Build the app and all its frameworks with the same Xcode, after deleting \
      the derived data.}}
      """,
      """
      {ofSystem?Users can install the version of the system that has the symbol.|{elsewhere?{jailbreak?Start the app on a device without \
      the jailbreak: the failure does not occur there.|Find out why this copy is loaded: DYLD_LIBRARY_PATH, DYLD_INSERT_LIBRARIES or a run path of \
      the program may lead to it before the intended one (otool -l shows the run paths).}|If the symbol belongs to the system, raise \
      the deployment target, or check with #available and link weakly.}}
      """,
      """
      {ofSystem?|{elsewhere?|For a prebuilt Swift framework, use the version built for this compiler, or an XCFramework with library \
      evolution.}}
      """,
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
        "ib-dlopen-symbol-missing", because: "The app was affected; Interface Builder's agent is not involved."),
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
      lazy symbol binding failed
      missing symbol called
      dyld_missing_symbol_abort
      dyld_stub_binder
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
      .matches(
        "a library that a jailbreak put in front of another one",
        """
        →dyld: Symbol not found: _cardIsUnique
          Referenced from: /private/var/containers/Bundle/Application/9E2F3C11-0000-4000-8000-0123456789AB/MyApp.app/MyApp
        →  Expected in: /private/preboot/0123456789ABCDEF/jb-0123/procursus/usr/local/lib/libCardCompat.dylib
        """),
      .matches(
        "a library of a package manager",
        """
        →dyld: Symbol not found: _card_deal
          Referenced from: /usr/local/bin/cards
        →  Expected in: /opt/homebrew/opt/cardkit/lib/libcardkit.2.dylib
        """),
      .matches(
        "a function of a newer system, called while the app runs",
        """
        Crashed Thread:        1  Dispatch queue: org.example.cards.log

        Exception Type:        EXC_CRASH (SIGABRT)

        →Termination Reason:    DYLD, [0x4] Symbol missing

        Dyld Error Message:
        →  Symbol not found: _$s5Decks4DeckV9readToEndyyF
        Referenced from: /Applications/MyApp.app/Contents/MacOS/MyApp
        →Expected in: /usr/lib/swift/libswiftDecks.dylib

        Thread 1 Crashed:: Dispatch queue: org.example.cards.log
        0   dyld                          	0x0000000104c3110a __abort_with_payload + 10
        →1   dyld                          	0x0000000104c1a5b3 dyld::fastBindLazySymbol(ImageLoader**, unsigned long) + 95
        2   libdyld.dylib                 	0x00007fff6b2b7282 dyld_stub_binder + 282
        3   MyApp                         	0x0000000104b8d008 0x104b6a000 + 143368
        →4   MyApp                         	0x0000000104b71190 LogReader.read() + 176
        """),
      .matches(
        "only the stack of a missing symbol that was called", atLeast: .likely,
        """
        →Exception Type:        EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   dyld                          	0x0000000104c3110a __abort_with_payload + 10
        →1   dyld                          	0x0000000104c1a5b3 _dyld_missing_symbol_abort + 12
        →2   MyApp                         	0x0000000104b71190 LogReader.read() + 176
        """),
      .doesNotMatch(
        "the loader ended the process for another reason",
        """
        Exception Type:        EXC_CRASH (SIGABRT)

        Thread 0 Crashed:
        0   dyld                          	0x0000000104c3110a __abort_with_payload + 10
        1   dyld                          	0x0000000104c1a5b3 dyld::halt(char const*) + 12
        2   dyld                          	0x0000000104c1a6b3 dyld::_main(macho_header const*, unsigned long) + 1200
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
  /// The symbol should be in a library of the system.
  private static let ofSystem = Evidence.all([
    .text(
      [
        "Expected in: /usr/lib/", "Expected in: /System/", "Expected in: <{uuid}> /usr/lib/",
        "Expected in: <{uuid}> /System/",
      ], without: ["dlopen("]), .capture("ofSystem", "system"),
  ])
  /// The readable name, and the first versions of the systems that have it.
  private static let readable = Evidence.all([
    .optional(.field(.detail(.missingSymbol), .isText, capture: "readable")), .optional(.systemSymbol),
  ])
  private static let aborted = Evidence.exception(
    types: ["EXC_CRASH", "EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION"], signals: ["SIGABRT", "SIGTRAP", "SIGILL"],
    statement: "The loader ended the process.")
  private static let missingCalled = Evidence.frame(
    FrameQuery(
      ["*dyld_missing_symbol_abort*", "*missing_symbol_called*", "*missingSymbolAbort*"], position: .first(6),
      statement: "{function} is what a missing symbol is bound to."))
  private static let calledText = Evidence.text(
    [
      "dyld: missing symbol called", "missing symbol called: {symbol}", "missing symbol called",
      "lazy symbol binding failed: Symbol not found: {symbol}",
      "lazy symbol binding failed: can't resolve symbol {symbol}",
      "lazy pointer not found", "dyld: missing symbol {symbol}",
    ],
    without: ["dlopen(", "dlopen() error", "IB Designables", "symbol(s) not found"],
    statement: "The loader found no function for a symbol that was called.")
  private static let mangled = Evidence.text(
    ["Symbol not found: __T", "Symbol not found: _$s", "Symbol not found: '_$s"], without: ["dlopen("],
    statement: "The symbol is a mangled Swift name.")
  private static let ended = Evidence.dyldTermination(
    4, statement: "The loader terminated the process: a symbol is missing.")
}
