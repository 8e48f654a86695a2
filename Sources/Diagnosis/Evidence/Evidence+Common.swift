import CrashReports

extension Evidence {
  /// The report states an exception, and so has its header.
  static let statesException = Evidence.field(.exceptionType)

  /// The report lists binary images.
  static let listsImages = Evidence.has(.images)

  /// A frame of the app in the primary stack names a source file and line.
  static let namesSourceLine = Evidence.has(.sourceLine)

  /// The report has a stack of the failure.
  static let hasStack = Evidence.has(.stack)

  /// Something repeats in the crashed thread. Two equal neighbors, as `dlopen` in two libraries, are not a repetition.
  static let anyRepetition = Evidence.recursion(RecursionQuery(minFrames: 8, statement: RecursionQuery.sequence))

  /// A frame that runs initializers of an image being loaded; cites Interface Builder's loading frame where there is one.
  static let initializerRuns = Evidence.all([
    .frame(
      FrameQuery(
        AnalysisContext.initializerFunctions,
        statement: "It runs as an initialiser of the image, before any view is made.")),
    .also(agentLoadsBundle),
  ])

  /// Interface Builder's tool is loading the built bundle.
  private static let agentLoadsBundle = Evidence.frame(
    FrameQuery(
      [
        "*[IBAbstractInterfaceBuilderTool _resultByLoadingUnloadedBundleInstance:]",
        "*[IBAbstractInterfaceBuilderTool loadBuiltLiveViewBundleInstances:]",
      ], statement: "Interface Builder's tool was loading the bundle at that moment."))
}

extension RecursionQuery {
  /// How often a round repeats, as part of a sentence.
  static let often = "{rounds} times{omitted? in the listed frames, and {omitted} more frames are left out}"
  /// The sentence where no narrower one is due.
  package static let sequence = "A sequence of {period} frames repeats " + often + "."
}
