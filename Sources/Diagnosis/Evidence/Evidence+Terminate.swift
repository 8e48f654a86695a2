import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// std::terminate() ended the process, also if the system's frames have no names. Captures `terminated`; `handler`, a
  /// function outside the system that was installed with std::set_terminate() and is not a cause; and blames the first frame
  /// of the app that is not that handler.
  static let terminated = Evidence.custom(
    CustomEvidence(
      "std::terminate() on the crashed thread", reason: "Without names, the order of the libraries shows it.",
      needs: EvidenceNeeds(facts: ["EXC_CRASH", "SIGABRT", "EXC_BREAKPOINT", "SIGTRAP"]),
      explanations: [terminateStatement, orderStatement, handlerStatement, ownStatement]
    ) { context in
      context.terminateMatch(
        named: terminateStatement, unnamed: orderStatement, handler: handlerStatement, own: ownStatement)
    })

  private static let terminateStatement = "{terminate} ends the process because of an exception that nothing caught."
  private static let orderStatement = """
    libc++abi called libobjc, which called libc++abi and abort(): std::terminate() ends the process because of an \
    exception that nothing caught.
    """
  private static let handlerStatement = "{handler} is the function that was installed with std::set_terminate()."
  private static let ownStatement = "{function} is the first frame of the app below std::terminate()."
}

/// The frames of std::terminate() on top of a stack.
struct TerminateSite {
  /// The index of the outermost frame of the C++ runtime: what it belongs to is below.
  let end: Int
  /// The index of a frame outside the system that std::terminate() called; `nil` if there is none.
  let handler: Int?
  /// Whether the report names the function.
  let isNamed: Bool

  /// The number of innermost frames among which the functions are searched.
  private static let depth = 16

  /// Finds the frames; `nil` if the stack does not show std::terminate().
  init?(_ stack: [CrashReport.Frame]) {
    let top = stack.prefix(Self.depth)
    let named = top.lastIndex { frame in
      guard frame.role != .app, let name = frame.functionName else { return false }
      return name.hasPrefix("std::terminate") || name.hasPrefix("std::__terminate")
    }
    guard let last = named ?? Self.unnamedEnd(top) else { return nil }
    end = last
    isNamed = named != nil
    // What std::terminate() calls is above it.
    handler = top[..<last].lastIndex { $0.role == .app }
  }

  /// The outermost frame of libc++abi, if frames of it are above and below frames of libobjc: the handler that the
  /// Objective-C runtime installed, and std::terminate(), which called it.
  private static func unnamedEnd(_ top: ArraySlice<CrashReport.Frame>) -> Int? {
    let images = top.map { $0.image.map(shortImageName) ?? "" }
    func isCxx(_ name: String) -> Bool { name.hasPrefix("libc++abi") }
    guard let first = images.firstIndex(where: isCxx), first <= 6,
      let runtime = images[first...].firstIndex(where: { !isCxx($0) }), images[runtime] == "libobjc.A.dylib",
      top[..<runtime].allSatisfy({ $0.role != .app })
    else { return nil }
    // At most one handler of the app is between the two runtimes.
    guard let below = images[runtime...].prefix(4).firstIndex(where: isCxx) else { return nil }
    var end = below
    while end + 1 < images.count, isCxx(images[end + 1]) { end += 1 }
    return end
  }
}

extension AnalysisContext {
  fileprivate func terminateMatch(named: String, unnamed: String, handler: String, own: String) -> EvidenceMatch? {
    guard let site = TerminateSite(threadStack) else { return nil }
    var match = EvidenceMatch(captures: ["terminated": "terminated"])
    let frame = threadStack[site.end]
    let statement = site.isNamed ? named : unnamed
    let captures = ["terminate": frame.functionName.map(shortened) ?? "std::terminate()"]
    match.witnesses.append(witness(frame: frame, at: site.end, statement: statement, captures: captures))
    if let position = site.handler {
      match.captures["handler"] = Self.described(threadStack[position])
      match.witnesses.append(
        witness(frame: threadStack[position], at: position, statement: handler, captures: match.captures))
    }
    let below = threadStack.indices.suffix(from: site.end + 1)
    if !isExceptionStack, let position = Self.mostBlamable(threadStack, below, where: { $0.role == .app }) {
      let blame = Self.blame(in: threadStack, at: position)
      match.blame = blame
      match.blamedFrame = position
      let captures = ["function": blame.function.map(shortened) ?? Self.described(threadStack[position])]
      match.witnesses.append(
        witness(frame: threadStack[position], at: position, statement: own, captures: captures, kind: .inferred))
    }
    return match
  }

  /// The function of a frame, or else its image and offset.
  static func described(_ frame: CrashReport.Frame) -> String {
    if let name = frame.functionName { return shortened(name) }
    let image = frame.image.map(shortImageName) ?? "a function"
    return frame.imageOffset.map { "\(image) + \($0.value)" } ?? image
  }
}
