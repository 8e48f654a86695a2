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
    if blamability > .foreign, let symbol = frame.symbol, frame.isNamed {
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
  /// `main` of an agent belongs to the host process. `main` of a command-line tool, with a source line, is the user's code
  /// if no other frame is.
  package func firstAppFrame() -> Int? {
    Self.mostBlamable(crashStack, crashStack.indices) { $0.role == .app } ?? toolMain
  }

  /// The index of `main` of a program that runs no event loop, with its source line; `nil` for other programs.
  private var toolMain: Int? {
    guard let position = crashStack.firstIndex(where: { $0.role == .glue }) else { return nil }
    let frame = crashStack[position]
    guard let name = frame.symbol?.readable, name == "main" || name == "$main", frame.source?.line != nil,
      frame.blamability == .code, let image = frame.image
    else { return nil }
    let path = frame.imageIndex.flatMap { index in
      report.images.flatMap { $0.indices.contains(index) ? $0[index].path : nil }
    }
    return ImageTraits(written: image, path: path).role == .app ? position : nil
  }

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

  /// Returns what may be named of the frame at index `position` of a stack: like `blame(_:)`, but not the name of a
  /// neighbor.
  static func blame(in stack: [CrashReport.Frame], at position: Int) -> Blame {
    var blame = blame(stack[position])
    if isNeighbor(stack, position) {
      blame.function = nil
      blame.offset = stack[position].imageOffset?.value
    }
    return blame
  }

  /// Whether the name of a frame is probably that of the function behind the one that made the call: the return address
  /// is the first byte of a function, and the call above does not return. Compilers put no instruction after such a call.
  static func isNeighbor(_ stack: [CrashReport.Frame], _ position: Int) -> Bool {
    guard position > 0, stack.indices.contains(position) else { return false }
    let frame = stack[position]
    guard frame.symbol?.offset == 0, !frame.inlined, frame.source == nil,
      frame.role == .app || frame.role == .unknown || frame.role == nil
    else { return false }
    let above = stack[position - 1]
    return !above.inlined && above.role == .machinery && !(above.symbol?.readable.contains("sigtramp") ?? false)
  }

  /// What a citation of such a frame states.
  static let neighborStatement = """
    The call that does not return was probably made by the function in front of this one: the return address is the \
    first byte of this function.
    """

  /// Functions of the system that call the handler of a signal.
  static let signalHandlerCallers = ["_sigtramp", "__sigtramp", "_sigtramp_*"]
  private static let signalHandlerGlobs = GlobSet(signalHandlerCallers)

  /// The index in the crashed thread of the frame at which the processor stopped: the innermost one, or that below the
  /// function that called a handler of the signal, unless the handler itself failed.
  var faultPosition: Int {
    let globs = Self.signalHandlerGlobs
    guard globs.mayMatch(stackGrams) else { return 0 }
    let caller = threadStack.prefix(32).lastIndex { frame in
      (frame.role == .machinery || frame.role == .system)
        && (frame.symbol.map { globs.matches($0.readable) } ?? false)
    }
    guard let caller, caller + 1 < threadStack.count, !report.failedInHandler(threadStack) else { return 0 }
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

  /// Whether two frames are not methods of the same class.
  static func isOtherClass(_ left: CrashReport.Frame, _ right: CrashReport.Frame) -> Bool {
    guard let left = left.symbol.flatMap({ className(in: $0.readable) }),
      let right = right.symbol.flatMap({ className(in: $0.readable) })
    else { return true }
    return left != right
  }

  /// Returns the index of an entry point that is the innermost function of the user, because it contains the function that it
  /// is the entry of; `nil` if the next frame of the user's code, its caller, is the one to name.
  private static func isFunction(_ entry: Int, in stack: [CrashReport.Frame], before caller: Int) -> Int? {
    guard stack[entry].blamability == .entryPoint, let name = stack[entry].functionName,
      Blamability.mayContainBody(name, hasLine: stack[entry].source?.line ?? 0 > 0),
      Blamability.function(named: name) != stack[caller].functionName
    else { return nil }
    if entry > 0, let inner = stack[entry - 1].functionName, Blamability.convertsArguments(inner) { return nil }
    return entry
  }

  /// Whether the function of the app only overrides the dispatch of events, and calls the method of the framework that it overrides:
  /// what failed inside of that call is not its work.
  private static func isPassedThrough(_ stack: [CrashReport.Frame], _ position: Int) -> Bool {
    guard position > 0, let method = methodName(stack[position]), BlameLists.eventDispatch.contains(method) else {
      return false
    }
    // The entry point that the compiler wrote for the override, and an override in another class of the app, are beside it.
    func isOther(_ frame: CrashReport.Frame) -> Bool {
      frame.role != .app || frame.library != nil || methodName(frame) != method
    }
    guard let inner = stack[..<position].lastIndex(where: isOther),
      let outer = stack[(position + 1)...].firstIndex(where: isOther),
      stack[inner].role != .app || stack[inner].library != nil,
      stack[outer].role != .app || stack[outer].blamability < .code
    else { return false }
    return methodName(stack[inner]) == method && isOtherClass(stack[inner], stack[position])
  }

  /// The name of a method without class and arguments: `sendEvent` for `-[CardApplication sendEvent:]` and
  /// `CardApplication.sendEvent(_:)`; `nil` for a frame without a name, and for the long names of templates.
  private static func methodName(_ frame: CrashReport.Frame) -> String? {
    guard let name = frame.functionName, name.utf8.count <= 256 else { return nil }
    if name.hasPrefix("-[") || name.hasPrefix("+[") {
      guard let blank = name.lastIndex(of: " ") else { return nil }
      return String(name[name.index(after: blank)...].prefix { $0 != ":" && $0 != "]" })
    }
    let words = name.prefix { $0 != "(" }.split { $0 == ":" || $0 == "." || $0 == " " }
    return words.last.map(String.init)
  }

  /// Returns the first index with the highest blamability among the frames that are accepted.
  ///
  /// An entry point that may contain its function is preferred to the caller of that function. A method that replaces another one
  /// and calls it is not accepted: it hands on what its caller passed.
  static func mostBlamable(
    _ stack: [CrashReport.Frame], _ range: Range<Int>, where accepts: (CrashReport.Frame) -> Bool
  ) -> Int? {
    var best: (position: Int, blamability: Blamability)?
    for position in range where accepts(stack[position]) && replacedSelector(in: stack, at: position) == nil {
      let blamability = stack[position].blamability
      if blamability >= .entryPoint, isPassedThrough(stack, position) { continue }
      if blamability == .code {
        // A program that consists of a library: its main() only calls it.
        if let best, best.blamability == .library, stack[position].functionName == "main",
          stack[best.position].source?.line ?? 0 > 0
        {
          return best.position
        }
        return best.flatMap { isFunction($0.position, in: stack, before: position) } ?? position
      }
      if best == nil || blamability > best?.blamability ?? .foreign { best = (position, blamability) }
    }
    return best?.position
  }
}
