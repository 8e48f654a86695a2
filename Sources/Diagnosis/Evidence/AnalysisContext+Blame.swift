import Bytes
import CrashReports
import Vocabulary

/// Decides which frame a finding points to, and what it may name of it.
extension AnalysisContext {
  /// Returns what may be named of a frame: function, location and image of the user's code, only the function of an entry
  /// point that the compiler generated, and only image and offset of other code in the app's image.
  static func blame(_ frame: CrashReport.Frame) -> Blame {
    var blame = Blame(image: frame.image.map(shortImageName))
    let isApp = frame.role == .app || frame.role == .unknown || frame.role == nil
    let blamability = isApp ? frame.blamability : .code
    if blamability > .foreign, let symbol = frame.symbol, !symbol.isPlaceholder {
      blame.function = isApp ? Blamability.function(named: symbol.readable) : symbol.readable
    } else if isApp {
      blame.offset = frame.imageOffset?.value
    }
    if blamability > .foreign, let source = frame.source, !fileName(source.file).hasPrefix("<") {
      blame.file = source.file
      blame.line = source.line
    }
    return blame
  }

  /// Returns the index in the primary stack of the innermost frame of the user's code. Without one, it is the innermost
  /// entry point of the user's code or else the innermost frame of the app's images; `nil` if no frame is the app's.
  ///
  /// `main` of an agent belongs to the host process.
  package func firstAppFrame() -> Int? { Self.mostBlamable(crashStack, crashStack.indices) { $0.role == .app } }

  /// Returns the index of the frame to name instead of the frame at `position`, which evidence found: that frame if it is
  /// the user's code, otherwise the next frame outward that is; `nil` if there is none.
  ///
  /// - Parameter isNamed: True if the evidence names the function, so that an entry point of it is the user's code, too.
  func blamableFrame(in stack: [CrashReport.Frame], from position: Int, isNamed: Bool) -> Int? {
    let frame = stack[position]
    switch frame.role {
    case .app, .unknown, nil:
      let blamability = frame.blamability
      if blamability == .code || (isNamed && blamability == .entryPoint) { return position }
      let accepted: Set<FrameRole?> = frame.role == .app ? [.app] : [.app, .unknown, nil]
      return Self.mostBlamable(stack, position..<stack.count) { accepted.contains($0.role) }
    case .system:
      return Self.mostBlamable(stack, position..<stack.count) { $0.role == .app } ?? position
    case .machinery, .glue, .host, .loader:
      return Self.mostBlamable(stack, position..<stack.count) { $0.role == .app }
    }
  }

  /// Functions of the system that call the handler of a signal.
  static let signalHandlerCallers = ["_sigtramp", "__sigtramp", "_sigtramp_*"]

  /// The index in the crashed thread of the frame at which the processor stopped: the innermost one, or that below the
  /// function that called a handler of the signal.
  var faultPosition: Int {
    let globs = GlobSet.shared(Self.signalHandlerCallers)
    guard globs.mayMatch(stackGrams) else { return 0 }
    let caller = threadStack.prefix(32).lastIndex { frame in
      (frame.role == .machinery || frame.role == .system)
        && (frame.symbol.map { globs.matches($0.readable) } ?? false)
    }
    guard let caller, caller + 1 < threadStack.count else { return 0 }
    return caller + 1
  }

  /// Returns true for a repetition that is the walk down a tree of views: the system's functions for that, in a stack that
  /// is not as deep as one that overflowed.
  func isTreeWalk(_ cycle: Cycle) -> Bool {
    guard cycle.omittedFrames == 0, stackExhaustedMatch(statement: nil) == nil, !has(.deepStack) else { return false }
    return threadStack[cycle.round].allSatisfy { frame in
      frame.role != .app && frame.symbol.map { Blamability.isTreeWalk($0.readable) } ?? false
    }
  }

  /// Returns the first index with the highest blamability among the frames that are accepted.
  static func mostBlamable(
    _ stack: [CrashReport.Frame], _ range: Range<Int>, where accepts: (CrashReport.Frame) -> Bool
  ) -> Int? {
    var best: (position: Int, blamability: Blamability)?
    for position in range where accepts(stack[position]) {
      let blamability = stack[position].blamability
      if blamability == .code { return position }
      if best == nil || blamability > best?.blamability ?? .foreign { best = (position, blamability) }
    }
    return best?.position
  }
}
