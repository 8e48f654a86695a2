import Bytes
import CrashReports
import Vocabulary

/// Code of third-party libraries that is linked into the app.
extension AnalysisContext {
  /// What a citation of the innermost frame of such a library states.
  static let libraryStatement =
    "{libraryFunction|This frame} is code of {linkedLibrary}, a library that is linked into the app."

  /// Returns what a finding states about the library whose frame is the innermost one of the app's images: a citation, and the captures
  /// `linkedLibrary`, `libraryFunction`, `linked` if the finding points to that frame, and `ownCaller`, the user's function further out. `nil`
  /// if the innermost frame is the user's own, or if the finding points to no frame of the primary stack.
  func linkedCode(of match: EvidenceMatch, _ blame: Blame?) -> (witnesses: [Witness], captures: [String: String])? {
    guard report.kind.isFailure, blame != nil,
      let blamed = match.blamedFrame ?? (match.blame == nil ? firstAppFrame() : nil),
      crashStack.indices.contains(blamed),
      // Helpers of runtimes that are linked into the app are not named, unless there is nothing else.
      let position = crashStack.indices[...blamed].dropFirst(belowTerminate).first(where: {
        crashStack[$0].role == .app && (crashStack[$0].blamability > .foreign || $0 == blamed)
          && !(crashStack[$0].functionName.map(RustFrames.isOfRuntime) ?? false)
      }),
      let library = crashStack[position].library
    else { return nil }
    var captures = ["linkedLibrary": library]
    if crashStack[position].isInjected { captures["injected"] = "library" }
    captures["libraryFunction"] = crashStack[position].functionName.map(shortened) ?? Self.unnamed(crashStack[position])
    var witnesses = [
      witness(
        frame: crashStack[position], at: position, statement: Self.libraryStatement, captures: captures, kind: .inferred
      )
    ]
    let caller = crashStack.indices.suffix(from: blamed).first {
      crashStack[$0].role == .app && crashStack[$0].blamability == .code
    }
    // Code that runs an event loop did not call what the loop called.
    if let caller {
      let runsLoop = crashStack[position..<caller].contains { $0.role == .glue }
      captures[runsLoop ? "ownStart" : "ownCaller"] =
        crashStack[caller].functionName.map(shortened) ?? Self.unnamed(crashStack[caller])
    }
    if position == blamed { captures["linked"] = "library" }
    if position != blamed || caller == nil { witnesses += launchWitness(outside: position) }
    return (witnesses, captures)
  }

  /// The index of the frame below std::terminate() in the primary stack, if an exception that nothing caught ended the process: a function
  /// above it, which was installed with std::set_terminate(), failed at nothing. 0 without std::terminate().
  private var belowTerminate: Int {
    guard !isExceptionStack, let site = TerminateSite(crashStack) else { return 0 }
    return min(site.end + 1, crashStack.count)
  }

  /// Image and offset of a frame without a name; `nil` if the report states no offset.
  static func unnamed(_ frame: CrashReport.Frame) -> String? {
    guard let image = frame.image.map(shortImageName) else { return nil }
    return frame.imageOffset.map { "\(image) + \($0.value)" }
  }

  /// What a citation of the function of the system states that calls the app's delegate at launch.
  static let launchStatement =
    "The system called the app's delegate at launch: the library is set up here, as plug-ins and SDKs are."
  /// Functions of the system that call the delegate of the app when it was launched.
  private static let launchCallers = GlobSet([
    "-[UIApplication _handleDelegateCallbacksWithOptions*", "-[UIApplication _callInitializationDelegates*",
    "-[NSApplication _sendFinishLaunchingNotification*", "-[NSApplication finishLaunching*",
  ])

  private func launchWitness(outside position: Int) -> [Witness] {
    guard
      let caller = crashStack.indices.suffix(from: position + 1).first(where: { index in
        crashStack[index].functionName.map(Self.launchCallers.matches) ?? false
      })
    else { return [] }
    return [witness(frame: crashStack[caller], at: caller, statement: Self.launchStatement, kind: .inferred)]
  }

  /// What a citation of a function states whose name begins with a word for a check. The name is a hint, and proves nothing.
  static let ownCheckStatement =
    "The name of {ownCheck} begins with a word for a check: it may have stopped the process itself."
  /// The first words of the names of functions that check a condition.
  private static let checkWords: Set<String> = [
    "check", "validate", "verify", "ensure", "assert", "require", "requires", "expect", "precondition", "enforce",
    "guard", "forbid", "disallow", "crash", "abort", "fail", "fatal",
  ]

  /// Returns whether the name of a function begins with a word for a check, followed by what it checks.
  package static func namesCheck(_ function: String) -> Bool {
    let base: Substring
    if let method = ObjectiveCMethod(in: function) {
      base = method.selector[...]
    } else {
      let name = Blamability.function(named: function)
      let head = name.utf8.prefix { $0 != UInt8(ascii: "(") }
      let words = head.split(separator: 0x20).last ?? head
      let last = words.split(whereSeparator: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }).last
      base = last.map { Substring($0) } ?? ""
    }
    let bytes = Array(base.utf8.drop { $0 == 0x5F })
    let first = bytes.prefix { (0x61...0x7A).contains($0) }
    return first.count < bytes.count && (bytes[first.count] == 0x5F || (0x41...0x5A).contains(bytes[first.count]))
      && checkWords.contains(first.text)
  }

  /// Whether the process stopped by an exception, a trap or abort(), and not because the system or another process ended it.
  private var stoppedItself: Bool {
    if isExceptionStack { return true }
    if let signal = report.exception?.signal { return ["SIGABRT", "SIGTRAP", "SIGILL"].contains(signal) }
    return ["EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION", "EXC_CRASH"].contains(report.exception?.type ?? "")
  }

  /// Returns the captures about the code that stopped the process, and cites it.
  func stopCaptures(_ match: inout EvidenceMatch, _ blame: Blame?, of pattern: Pattern) -> [String: String] {
    guard report.kind.isFailure, let blamed = match.blamedFrame ?? (match.blame == nil ? firstAppFrame() : nil),
      crashStack.indices.contains(blamed), pattern.namesStopper, stoppedItself
    else { return [:] }
    if let stopper = stopper(before: blamed) {
      var captures = captures(of: stopper)
      if stopper.function == nil, captures["stopRaised"] != nil, recordedReasons.isEmpty {
        captures["raisingCalls"] = RaisingAPIIndex.standard.raisingCalls(in: stopper.image)
      }
      if !match.witnesses.contains(where: { $0.frame == stopper.position }) {
        match.witnesses.append(
          witness(
            frame: crashStack[stopper.position], at: stopper.position, statement: Self.stopperStatement,
            captures: captures, kind: .inferred))
      }
      return captures
    }
    guard let name = blame?.function, Self.namesCheck(name) else { return [:] }
    let captures = ["ownCheck": shortened(name)]
    if !match.witnesses.contains(where: { $0.template == Self.ownCheckStatement }) {
      match.witnesses.append(
        witness(
          frame: crashStack[blamed], at: blamed, statement: Self.ownCheckStatement, captures: captures, kind: .inferred)
      )
    }
    return captures
  }

  /// What a citation of the program's own frame states, if the blamed code is in another image of the app.
  static let programStatement =
    """
    {programFunction} in {programImage} {direct?called this code of {calledImage}|is the next frame of the app outside of {calledImage}, \
    further out on the stack}.
    """

  /// Returns a citation of the next frame of the app in another image, if the finding points to code in a framework or library of the app
  /// that another team may have written. `nil` for code of the program, and without such a frame.
  func programCaller(of match: EvidenceMatch, _ blame: Blame?) -> Witness? {
    guard report.kind.isFailure, blame?.function != nil,
      let blamed = match.blamedFrame ?? (match.blame == nil ? firstAppFrame() : nil),
      crashStack.indices.contains(blamed), crashStack[blamed].role == .app,
      let program = report.process?.name.map(shortImageName),
      let image = crashStack[blamed].image.map(shortImageName), image != program,
      let caller = outerCaller(of: image, from: blamed), let function = crashStack[caller].functionName,
      !match.witnesses.contains(where: { $0.frame == caller })
    else { return nil }
    var captures = ["programFunction": shortened(function), "calledImage": image]
    captures["programImage"] = crashStack[caller].image.map(shortImageName)
    if crashStack[(blamed + 1)..<caller].allSatisfy({ $0.image.map(shortImageName) == image }) {
      captures["direct"] = "call"
    }
    return witness(frame: crashStack[caller], at: caller, statement: Self.programStatement, captures: captures)
  }

  /// The index of the next frame outward of the app's own code in another image; `nil` if there is none.
  func outerCaller(of image: String, from position: Int) -> Int? {
    crashStack.indices.suffix(from: position + 1).first { index in
      let frame = crashStack[index]
      return frame.role == .app && frame.blamability == .code && frame.isNamed
        && frame.image.map(shortImageName) != image
    }
  }

  /// The library of a frame of the primary stack; `nil` for other code.
  func library(at position: Int) -> String? {
    crashStack.indices.contains(position) && crashStack[position].role == .app ? crashStack[position].library : nil
  }
}
