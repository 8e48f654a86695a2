import CrashReports

extension Evidence {
  /// The report states an exception, so its header is present.
  static let statesException = Evidence.field(.exceptionType)

  /// The report lists binary images.
  static let listsImages = Evidence.has(.images)

  /// A frame of the app in the primary stack names a source file and line, or the stack has no frame that could.
  static let namesSourceLine = Evidence.any([
    .has(.sourceLine),
    .all([.has(.stack), .not(.frame(FrameQuery([], roles: [.app, .unknown, .glue])))]),
  ])

  /// The report has a stack of the failure.
  static let hasStack = Evidence.has(.stack)

  /// The crashed thread contains a repetition. Two equal neighbors, such as `dlopen` in two libraries, are not one.
  static let anyRepetition = Evidence.recursion(RecursionQuery(minFrames: 8, statement: RecursionQuery.sequence))

  /// A frame runs initializers of an image that is being loaded. Cites Interface Builder's loading frame, if present.
  static let initializerRuns = Evidence.all([
    .frame(
      FrameQuery(
        AnalysisContext.initializerFunctions,
        statement: "This frame runs an initializer of the image, before any view is created.")),
    .optional(agentLoadsBundle),
  ])

  /// Interface Builder's tool was loading the built bundle.
  private static let agentLoadsBundle = Evidence.frame(
    FrameQuery(
      [
        "*[IBAbstractInterfaceBuilderTool _resultByLoadingUnloadedBundleInstance:]",
        "*[IBAbstractInterfaceBuilderTool loadBuiltLiveViewBundleInstances:]",
      ], statement: "Interface Builder's tool was loading the bundle."))
}

extension RecursionQuery {
  /// The number of repetitions, as part of a sentence.
  static let often = "{rounds} times{omitted? in the listed frames, and {omitted} more frames are omitted}"
  /// The statement for repetitions without a more specific one.
  package static let sequence = "The same {period}-frame sequence repeats " + often + "."
}
