import CrashReports

extension Pattern {
  /// A missing symbol with the name mangling of another Swift version: a possible cause of a dyld failure.
  static let swiftABIMismatch: Pattern = Pattern(
    "swift-abi-mismatch",
    title: "Symbol not found: parts of the program were built by different Swift compilers",
    family: .loading,
    symptom: """
      The app does not launch, or a preview does not load: the name of the missing symbol begins with __T, _$S or _$s.
      """,
    grades: [
      Grade(.possible, cause: .possible, .all([old, .any([missing, ended])])),
      Grade(.possible, cause: .possible, .all([standardLibrary, .any([missing, ended])])),
    ],
    headline: """
      Symbol not found{symbol?: {beginning|}{symbol}}{era? (name mangling of {era})}; parts of the program may have \
      been built by different Swift compilers
      """,
    cause: """
      The name mangling of Swift functions and types changed over time: `_T` up to Swift 3, `_T0` in Swift 4.0, `$S` \
      in 4.2, `$s` from 5. Before Swift 5 (Xcode 10.2) every part of a program had to be built by the same compiler; \
      since then, this applies only to parts without library evolution.
      """,
    remedy: [
      """
      Build the app and all its frameworks with one Xcode, after deleting derived data and the caches \
      of Carthage or CocoaPods.
      """,
      "Use prebuilt frameworks as .xcframework with library evolution (BUILD_LIBRARY_FOR_DISTRIBUTION).",
    ],
    changes: [
      Change(
        "shell",
        after: """
          xcrun swift-demangle '{symbol|_$s7CardKit0A4ViewCMa}'
          xcrun swift --version
          """)
    ],
    gaps: [
      Gap(unless: missing, "The line \"Symbol not found\", which names the symbol.")
    ],
    lookalikes: [
      LookAlike("dyld-symbol-missing", because: "That finding remains valid; this is a possible reason for it."),
      LookAlike("ib-dlopen-symbol-missing", because: "That finding remains valid; this is a possible reason for it."),
    ],
    references: [Reference("Swift: ABI Stability and More"), Reference("Swift: docs/ABI/Mangling.rst")],
    generality: 9,
    searchTerms: """
      swift ABI
      ABI mismatch
      compiled module was created by a different version of the compiler
      different swift version
      library evolution
      binary framework swift version
      swift version mismatch
      """,
    examples: [
      .matches(
        "a symbol with the mangling of Swift 4.2", atLeast: .possible,
        """
        →dyld: Symbol not found: _$S7CardKit0A4ViewCMa
          Referenced from: /Users/user/Library/Developer/Xcode/DerivedData/Cards/Cards.app/Cards
          Expected in: /Users/user/Library/Developer/Xcode/DerivedData/Cards/Cards.app/Frameworks/CardKit.framework/CardKit
        """),
      .matches(
        "a symbol of the Swift standard library", atLeast: .possible,
        """
        →dyld: Symbol not found: _$ss5print_9separator10terminatoryypd_S2StF
          Referenced from: /Applications/Cards.app/Contents/Frameworks/CardKit.framework/CardKit
        →  Expected in: /Applications/Cards.app/Contents/Frameworks/libswiftCore.dylib
        """),
      .doesNotMatch(
        "an Objective-C class",
        """
        dyld: Symbol not found: _OBJC_CLASS_$_CKCard
          Referenced from: /Applications/Cards.app/Contents/MacOS/Cards
          Expected in: /System/Library/Frameworks/CardKit.framework/CardKit
        """),
    ])

  private static let old = Evidence.any([
    .all([
      .text(
        ["Symbol not found: __T0{symbol} ", "Symbol not found: __T0{symbol}"],
        statement: "The symbol has the name mangling of Swift 4.0."),
      .capture("era", "Swift 4.0"), .capture("beginning", "__T0"),
    ]),
    .all([
      .text(
        ["Symbol not found: __T{symbol} ", "Symbol not found: __T{symbol}"],
        statement: "The symbol has the name mangling of Swift 3 or older."),
      .capture("era", "Swift 3 or older"), .capture("beginning", "__T"),
    ]),
    .all([
      // Templates ignore letter case, but `$S` and `$s` belong to different eras.
      .text(
        TextQuery(
          ["Symbol not found: {symbol} ", "Symbol not found: {symbol}"],
          requires: ["symbol": ["_$S*", "(_$S*"]], statement: "The symbol has the name mangling of Swift 4.2.")),
      .capture("era", "Swift 4.2"),
    ]),
  ])
  private static let standardLibrary = Evidence.all([
    .text(
      ["Symbol not found: _$s{symbol} ", "Symbol not found: _$s{symbol}", "Symbol not found: (_$s{symbol})"],
      statement: "The symbol is a Swift symbol."),
    .capture("beginning", "_$s"),
    .text(
      ["Expected in: {}/libswiftCore.dylib", "Expected in: {}/libswift_Concurrency.dylib"],
      statement: "The loader expected it in Swift's standard library, and did not find it there."),
  ])
  private static let missing = Evidence.text(["Symbol not found"], statement: "A symbol is missing.")
  private static let ended = Evidence.dyldTermination(4, statement: "The loader did not find a symbol.")
}
