import CrashReports

extension Pattern {
  /// A missing symbol of another compiler era: a possible cause behind it.
  static let swiftABIMismatch: Pattern = Pattern(
    "swift-abi-mismatch",
    title: "The parts of the program were built by different Swift compilers",
    family: .loading,
    symptom: """
      The app does not start, or a preview does not load: a missing symbol begins with __T, _$S or _$s.
      """,
    grades: [
      Grade(.possible, cause: .possible, .all([old, .any([missing, ended])])),
      Grade(.possible, cause: .possible, .all([standardLibrary, .any([missing, ended])])),
    ],
    headline:
      "The missing symbol {symbol|} is written as {era|another} compilers do: the parts were probably built by different ones",
    cause: """
      Swift writes the names of functions and types in a way that changed: `_T` up to Swift 3, `_T0` in Swift \
      4.0, `$S` in 4.2, `$s` from 5. Before Swift 5 (Xcode 10.2) every part of a program had to come from the \
      same compiler; since then only parts without library evolution must.
      """,
    remedy: [
      "Build the app and all its frameworks with one Xcode, after deleting derived data and the caches of Carthage or CocoaPods.",
      "Take ready-made frameworks as .xcframework with library evolution (BUILD_LIBRARY_FOR_DISTRIBUTION).",
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
      Gap(unless: missing, "The line \"Symbol not found\": it names the symbol.")
    ],
    lookalikes: [
      LookAlike("dyld-symbol-missing", because: "That finding stands; this is a possible reason for it."),
      LookAlike("ib-dlopen-symbol-missing", because: "That finding stands; this is a possible reason for it."),
    ],
    references: [Reference("Swift: ABI Stability and More"), Reference("Swift: docs/ABI/Mangling.rst")],
    generality: 9,
    examples: [
      .matches(
        "a name of Swift 4.2", atLeast: .possible,
        """
        →dyld: Symbol not found: _$S7CardKit0A4ViewCMa
          Referenced from: /Users/user/Library/Developer/Xcode/DerivedData/Cards/Cards.app/Cards
          Expected in: /Users/user/Library/Developer/Xcode/DerivedData/Cards/Cards.app/Frameworks/CardKit.framework/CardKit
        """),
      .matches(
        "a symbol of the standard library", atLeast: .possible,
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
        ["Symbol not found: __T0{symbol} ", "Symbol not found: __T0{symbol}"], statement: "The symbol is of Swift 4.0."),
      .capture("era", "Swift 4.0"),
    ]),
    .all([
      .text(
        ["Symbol not found: __T{symbol} ", "Symbol not found: __T{symbol}"],
        statement: "The symbol is of Swift 3 or older."),
      .capture("era", "Swift 3"),
    ]),
    .all([
      // Wordings ignore letter case, but `$S` and `$s` are different eras.
      .text(
        TextQuery(
          ["Symbol not found: {symbol} ", "Symbol not found: {symbol}"],
          requires: ["symbol": ["_$S*", "(_$S*"]], statement: "The symbol is of Swift 4.2.")),
      .capture("era", "Swift 4.2"),
    ]),
  ])
  private static let standardLibrary = Evidence.all([
    .text(
      ["Symbol not found: _$s{symbol} ", "Symbol not found: _$s{symbol}", "Symbol not found: (_$s{symbol})"],
      statement: "The symbol is one of Swift."),
    .text(
      ["Expected in: {}/libswiftCore.dylib", "Expected in: {}/libswift_Concurrency.dylib"],
      statement: "It was looked for in Swift's standard library, which another compiler wrote."),
  ])
  private static let missing = Evidence.text(["Symbol not found"], statement: "A symbol is missing.")
  private static let ended = Evidence.dyldTermination(4, statement: "The loader misses a symbol.")
}
