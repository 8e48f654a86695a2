import CrashReports

extension Pattern {
  /// A missing font file, detected by the library that registers the font.
  static let fontFileMissing: Pattern = Pattern(
    "font-file-missing",
    title: "Font file not found by the library that registers the font",
    family: .resource,
    symptom: """
      The app crashes when it first shows an icon or text in a custom font, or an @IBDesignable view with such a font \
      shows as an empty frame.
      """,
    grades: [
      Grade(.certain, cause: .likely, .all([noFile, .optional(fontCaller)])),
      Grade(.certain, cause: .likely, .all([noURL, .optional(fontCaller)])),
      Grade(.likely, cause: .likely, .all([nilInserted, fontCaller])),
    ],
    headline: "Font file not found{font?: {font}}",
    cause: """
      {function|A library} looked up a font file in a bundle and did not find it. Either the file was not copied into \
      the app, or it is in the bundle of a framework while the main bundle was searched. In Interface Builder's agent, \
      the main bundle is never the app.
      """,
    remedy: [
      "Add the font file to Copy Bundle Resources of the target that registers it, and check the spelling of its name.",
      "Look it up in the bundle of a class of that target (bundleForClass: or Bundle(for:)), not in the main bundle.",
      "For fonts that the system should register, list the files under UIAppFonts in Info.plist.",
    ],
    changes: [
      Change(
        "objective-c",
        after: """
          NSURL *url = [[NSBundle bundleForClass:[{class|IconFont} class]] URLForResource:name withExtension:@"ttf"];
          NSAssert(url != nil, @"%@.ttf is not in the bundle of {class|IconFont}", name);
          """),
      Change(
        "swift",
        after: """
          let bundle = Bundle(for: {class|IconFont}.self)   // in a Swift package: Bundle.module
          guard let url = bundle.url(forResource: name, withExtension: "ttf") else { return false }
          return CTFontManagerRegisterFontsForURL(url as CFURL, .process, nil)
          """),
      Change(
        "xml",
        after: """
          <key>UIAppFonts</key>
          <array>
            <string>CardIcons.ttf</string>
          </array>
          """),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack: it names the function that requested the font."),
      Gap(
        unless: .listsImages,
        "The binary images: they show whether the library is a framework, whose files are not in the main bundle."),
    ],
    lookalikes: [
      LookAlike("ib-font-cfrelease-null", because: "The library detected the missing file; nothing was released."),
      LookAlike(
        "nsexception-nil-insert",
        because: "The inserted nil is the font: {function|the caller} registers fonts.",
        when: nilInserted),
    ],
    knownGaps: [
      "A library that words the message differently, and whose name does not mention fonts, is not recognized."
    ],
    references: [
      Reference(
        "Adding a custom font to your app (Apple, UIKit)",
        url: "https://developer.apple.com/documentation/uikit/adding-a-custom-font-to-your-app"),
      Reference("bundleForClass: (Apple, NSBundle)"), Reference("FontAwesomeKit #26"),
    ],
    supersedes: Designables.generalFailures + ["nsexception-nil-insert", "swift-precondition"],
    searchTerms: """
      font not found
      missing font
      font file missing
      font missing
      custom font
      """,
    examples: [
      .matches(
        "an icon library asserts that the file exists",
        """
        →2024-05-04 10:11:12.131 MyApp[4711:2342] *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Font file doesn't exist'
        *** First throw call stack:
        (
        \t0   CoreFoundation                      0x0327ce44 __exceptionPreprocess + 180
        \t1   libobjc.A.dylib                     0x02f52365 objc_exception_throw + 44
        →\t2   MyApp                               0x0001a2b4 +[CardIconFont registerFontWithURL:] + 212
        )
        """),
      .matches(
        "a Swift library names the font",
        """
        Thread 1: EXC_BAD_INSTRUCTION (code=EXC_I386_INVOP, subcode=0x0)
        →Unable to register font 'Card Icons' because URL was nil!
        """),
      .doesNotMatch(
        "a nil in a collection that has nothing to do with fonts",
        """
        *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from objects[0]'
        *** First throw call stack:
        (
        \t0   CoreFoundation                      0x0327ce44 __exceptionPreprocess + 180
        \t1   libobjc.A.dylib                     0x02f52365 objc_exception_throw + 44
        \t2   CoreFoundation                      0x032a0fd8 -[__NSPlaceholderArray initWithObjects:count:] + 290
        \t3   MyApp                               0x0001a2b4 -[CardStore reload] + 212
        )
        """),
      .doesNotMatch(
        "a log message of the system about a requested font",
        """
        2024-05-04 10:11:12.131 MyApp[4711:2342] CoreText note: Client requested name ".SFUI-Bold", it will get Times-Roman rather than the intended font.
        """),
    ])

  private static let noFile = Evidence.text(
    ["Font file doesn't exist"], statement: "The library that registers the font did not find the file.")
  private static let noURL = Evidence.any([
    .text(["Unable to register font '{font}' be{}se URL was nil"], statement: "There is no file for the font {font}."),
    .text(["Font file '{font}' not found"], statement: "There is no file for the font {font}."),
  ])
  private static let nilInserted = Evidence.text(
    ["attempt to insert nil object from objects["], statement: "nil was inserted into a collection.")
  private static let fontCaller = Evidence.frame(
    FrameQuery(
      ["*font*", "*typeface*", "*glyph*"], roles: [.app, .unknown], position: .first(8), ignoresCase: true,
      blamed: true,
      statement: "{function} requested the font ({location})."))
}
