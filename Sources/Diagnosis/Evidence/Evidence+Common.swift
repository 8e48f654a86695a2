import CrashReports
import Vocabulary

extension Evidence {
  /// The report states an exception, and so has its header.
  static let statesException = Evidence.custom("the exception type") { circumstances in
    circumstances.report.exception?.type != nil ? Proof() : nil
  }

  /// The report lists binary images.
  static let listsImages = Evidence.custom("the binary images") { circumstances in
    circumstances.report.images?.isEmpty == false ? Proof() : nil
  }

  /// A frame of the app in the telling stack names a source file and line.
  static let namesSourceLine = Evidence.custom("a frame of the app with file and line") { circumstances in
    circumstances.crashStack.contains { $0.role == .app && $0.source?.line != nil } ? Proof() : nil
  }

  /// The report has a stack of the failure.
  static let hasStack = Evidence.custom("a stack") { circumstances in
    circumstances.crashStack.isEmpty ? nil : Proof()
  }

  /// Something repeats in the crashed thread. Two equal neighbours, as `dlopen` in two libraries, are no repetition.
  static let anyRepetition = Evidence.custom("a sequence of frames that repeats") { circumstances in
    guard let cycle = circumstances.cycle, cycle.omittedFrames > 0 || cycle.rounds * cycle.period >= 8 else {
      return nil
    }
    return circumstances.recursionProof(through: [], says: "A sequence of {period} frames repeats {rounds}.")
  }

  /// A frame that runs initialisers of an image being loaded; cites Interface Builder's loading frame where there is one.
  static let initializerRuns = Evidence.custom("a frame that runs initialisers of an image being loaded") {
    circumstances in
    guard let position = circumstances.initializerFrame() else { return nil }
    let frame = circumstances.crashStack[position]
    var proof = Proof(witnesses: [
      circumstances.witness(
        frame: frame, at: position, says: "It runs as an initialiser of the image, before any view is made.")
    ])
    if let loading = agentLoadsBundle.proof(in: circumstances) { proof.add(loading) }
    return proof
  }

  /// Interface Builder's tool is loading the built bundle.
  static let agentLoadsBundle = Evidence.frame(
    FrameQuery(
      [
        "*[IBAbstractInterfaceBuilderTool _resultByLoadingUnloadedBundleInstance:]",
        "*[IBAbstractInterfaceBuilderTool loadBuiltLiveViewBundleInstances:]",
      ], says: "Interface Builder's tool was loading the bundle at that moment."))
}

extension CrashReport.Frame {
  /// True if the function is Swift, by its file, its mangled name or the way its name reads.
  var isSwift: Bool {
    if let file = source?.file { return file.hasSuffix(".swift") }
    guard let symbol else { return false }
    if ["$s", "_$s", "$S", "_$S", "_T"].contains(where: symbol.name.hasPrefix) { return true }
    let name = symbol.readable
    guard !name.contains("::"), !name.contains("["), !name.hasPrefix("_") else { return false }
    return name.hasPrefix("closure #") || name.hasSuffix(".getter") || name.hasSuffix(".setter")
      || (name.contains("(") && name.contains(".") && name.contains(":"))
      || name.hasSuffix("()") && name.contains(".")
  }
}
