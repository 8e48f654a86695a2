import CrashReports

extension Pattern {
  /// A layer position or size that contains NaN.
  static let nsexceptionGeometryNaN: Pattern = Pattern(
    "nsexception-geometry-nan",
    title: "A layer's position or size contains NaN (CALayerInvalidGeometry)",
    family: .exception, revision: 2,
    symptom: "The app crashes with CALayerInvalidGeometry: \"CALayer position contains NaN\".",
    grades: [
      Grade(.certain, cause: .likely, stated),
      Grade(.certain, cause: .likely, .all([logged, .not(.exceptionWasCaught), .not(isOther)])),
      Grade(.likely, cause: .likely, .all([named, .not(.raisedByCatalogAPI)])),
      Grade(.likely, cause: .likely, .all([frame, thrown, .not(isOther)])),
      Grade(.likely, cause: .likely, .all([keyword, .not(.exceptionWasCaught), .not(isOther)])),
    ],
    headline:
      "Layer {property|position or size} contains NaN: {function|the app} set {value|a value that is not a number}",
    cause: """
      A coordinate was the result of 0/0, of infinity minus infinity, or of a function outside its domain. The usual \
      reason is a ratio whose divisor is zero: the size of an empty image, the width of a view before layout, or a \
      duration that is not yet known.
      """,
    remedy: [
      "Look at {location|the first frame of the app} for a division, and check the divisor for zero first.",
      """
      Check values from outside (images, video, JSON, gestures) with isFinite before they reach a frame, center, \
      bounds or transform.
      """,
    ],
    changes: [
      Change(
        "swift", before: "let ratio = image.size.width / image.size.height",
        after: "let ratio = image.size.height > 0 ? image.size.width / image.size.height : 1"),
      Change(
        "objective-c", before: "CGFloat ratio = size.width / size.height;",
        after: "CGFloat ratio = size.height > 0 ? size.width / size.height : 1;"),
    ],
    gaps: [
      Gap(unless: .hasStack, "The stack of the exception: its first frame of the app set the value."),
      Gap(unless: .namesSourceLine, "The line in the source: symbolicate with the dSYM."),
    ],
    lookalikes: [
      LookAlike(
        "autolayout-engine-internal", because: "The layer rejected the value; the constraint solver was not reached."),
      LookAlike("nsexception-uncaught", because: "The reason names the geometry."),
    ],
    references: [
      Reference("CALayer (Apple, Core Animation)", url: "https://developer.apple.com/documentation/quartzcore/calayer"),
      .languageExceptions,
    ],
    supersedes: Designables.generalFailures,
    generality: 2,
    searchTerms: """
      CALayerInvalidGeometry
      CALayer position contains NaN
      position contains NaN
      NaN
      CALayer bounds contains NaN
      nan frame
      """,
    examples: [
      .matches(
        "the exception's message",
        """
        →*** Terminating app due to uncaught exception 'CALayerInvalidGeometry', reason: 'CALayer position contains NaN: [nan 22]. Layer: <CALayer:0x6000; position = CGPoint (0 0)>'
        """),
      .matches(
        "a report without the reason", atLeast: .likely,
        """
        Exception Type:  EXC_CRASH (SIGABRT)

        Last Exception Backtrace:
        0   CoreFoundation                	0x00000001a3e5a9ac __exceptionPreprocess + 224
        →1   libobjc.A.dylib               	0x00000001a3b830a4 objc_exception_throw + 64
        2   CoreFoundation                	0x00000001a3e5a9ac +[NSException raise:format:] + 100
        →3   QuartzCore                    	0x00000001a4e5a9ac CA::Layer::set_position(CA::Vec2<double> const&, bool) + 212
        4   QuartzCore                    	0x00000001a4e5aa00 -[CALayer setPosition:] + 52
        5   Cards                         	0x0000000102d34f50 -[CardView place] + 76
        """),
      .doesNotMatch(
        "Core Graphics only warns",
        """
        Cards[4711:90210] [Unknown process name] Error: this application, or a library it uses, has passed an invalid numeric value (NaN, or not-a-number) to CoreGraphics API and this value is being ignored.
        """),
      .doesNotMatch(
        "the constraint solver rejects a constant",
        """
        *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'NSLayoutConstraint constant is not finite!  That's illegal.  constant:nan'
        """),
    ])

  private static let statement = "The geometry is not a finite number."
  private static let wordings: [TextTemplate] = [
    "CALayer {property} contains NaN: {value}. Layer", "CALayer {property} contains NaN: {value}",
    "CALayer {property} contains NaN", "contains NaN: [", "{property} contains NaN: {value}",
    "non-finite {property} {value}", "Invalid parameter not satisfying: !isnan(",
    "Invalid view geometry: {property} is NaN", "Invalid view geometry",
  ]
  private static let others: [TextTemplate] = ["NSLayoutConstraint", "CoreGraphics API"]
  private static let stated = Evidence.uncaughtException(
    names: ["CALayerInvalidGeometry"], reason: .states(wordings), statement: statement)
  private static let logged = Evidence.text(wordings, without: others, statement: statement)
  private static let named = Evidence.uncaughtException(
    names: ["CALayerInvalidGeometry"], reason: .isMissing,
    statement: "CALayerInvalidGeometry was raised and not caught; its reason is not recorded.")
  private static let keyword = Evidence.text(
    ["CALayerInvalidGeometry"], without: others,
    statement: "Core Animation uses this name for geometry that it rejects.")
  private static let isOther = Evidence.uncaughtException(names: [], reason: .statesOther(wordings))
  private static let frame = Evidence.frame(
    FrameQuery(
      ["CA::Layer::set_position*", "CA::Layer::set_bounds*", "CALayerInvalidGeometry*"], position: .first(6),
      statement: "{function} raises an exception only for geometry that contains NaN."))
  private static let thrown = Evidence.frame(
    FrameQuery(["objc_exception_throw", "*[NSException raise*"], position: .first(4)))
}
