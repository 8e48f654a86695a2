import Bytes
import CrashReports
import Knowledge
import Vocabulary

extension Evidence {
  /// Another thread ends the process while the crashed thread works: static objects that the crashed thread uses may
  /// already be destroyed. Captures `exit`, the function that ends the process, `exitThread`, its thread, `destroys` if
  /// destructors and functions of atexit() run, and `destroyed`, the function that they run.
  static let exitOnOtherThread = Evidence.custom(
    CustomEvidence(
      "another thread is inside exit(), or ends the app", reason: "Two threads must do so at the same time.",
      explanations: [exitStatement, destroyedStatement, workStatement]
    ) { context in
      context.exitMatch(exit: exitStatement, destroyed: destroyedStatement, work: workStatement)
    })

  private static let exitStatement = "Thread {exitThread} ends the process in {exit}."
  private static let destroyedStatement = "{destroyed} runs on thread {exitThread} because the process ends."
  private static let workStatement = "{worker} was running on the crashed thread at that moment."

  /// The crashed thread itself is inside exit(). Captures `exit`, and `destroyed`, the function that it called; blames the innermost frame
  /// of code that is not the system's. `failed` if the two are different functions; `ofSystem` if all code is the system's.
  static let exitOnCrashedThread = Evidence.custom(
    CustomEvidence(
      "the crashed thread is inside exit(), which runs destructors and functions of atexit()",
      reason: "The function that exit() called is the one below it in the stack.",
      needs: EvidenceNeeds(functions: (ExitSite.finalizers + RuntimeEnd.functions).map { GlobSet.grams(of: $0) }),
      explanations: [ownExitStatement, calledStatement, failedStatement]
    ) { context in
      guard let site = ExitSite(context.threadStack), site.destroys else { return nil }
      var match = context.endMatch(
        at: site.position, end: ownExitStatement, called: calledStatement, failed: failedStatement)
      match?.captures["runtime"] = site.runtime
      if site.runtime == "Python" || site.runtime == "Qt", context.exitsInCallback {
        match?.captures["sysexit"] = "callback"
      }
      return match
    })

  /// The crashed thread is ending, and runs the destructor of a thread_local variable or of thread-specific data. Captures
  /// as `exitOnCrashedThread`, and `threadEnds`.
  static let threadEndOnCrashedThread = Evidence.custom(
    CustomEvidence(
      "the crashed thread is ending, and runs destructors of its variables",
      reason: "The function that the end of the thread called is the one below it in the stack.",
      needs: EvidenceNeeds(functions: ThreadEnd.functions.map { GlobSet.grams(of: $0) }),
      explanations: [threadEndStatement, calledStatement, failedStatement]
    ) { context in
      guard ExitSite(context.threadStack) == nil, let position = ThreadEnd.position(in: context.threadStack),
        context.threadStack[..<position].contains(where: { $0.role == .app }),
        !context.threadStack[..<position].contains(where: ThreadEnd.isPool)
      else { return nil }
      var match = context.endMatch(
        at: position, end: threadEndStatement, called: calledStatement, failed: failedStatement)
      match?.captures["threadEnds"] = "thread"
      return match
    })

  private static let threadEndStatement = "{exit} destroys the variables of a thread that ends."
  private static let ownExitStatement = "{exit} destroys static objects and runs the functions of atexit()."
  private static let calledStatement = "{destroyed} is what it called."
  private static let failedStatement = "{failed} is the innermost frame of code that is not the system's."

  /// What the address of the access that failed shows: captures `fault`.
  static let faultAtExit = Evidence.custom(
    CustomEvidence(
      "what the address of the access shows", reason: "It classifies the address.",
      needs: EvidenceNeeds(facts: ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"]), explanations: [faultStatement]
    ) { context in
      guard let fault = context.memoryFault, let words = fault.words else { return nil }
      let exception = context.report.exception
      return context.match(
        line: context.report.lines[.exceptionSubtype] ?? context.report.lines[.exceptionCodes],
        member: exception?.subtype ?? exception?.codesText ?? "", statement: faultStatement,
        captures: ["fault": words])
    })
  private static let faultStatement = "The access that failed: {fault}."
}

extension MemoryFault {
  /// What the address shows, as the end of a sentence; `nil` if the report does not state the address.
  fileprivate var words: String? {
    let written = address.map(\.hexadecimal)
    switch value {
    case .null(let offset): return offset == 0 ? "NULL pointer" : "NULL pointer (offset \(offset))"
    case .fill: return written.map { "address \($0), with which unused memory is filled" }
    case .text(let text): return "the pointer is the text \"\(text)\""
    case .truncated, .small: return written.map { "address \($0), which is not a pointer of this process" }
    case .negative: return written.map { "address \($0), a negative number" }
    case .outside: return "the pointer is not a valid address (not canonical)" + (written.map { ": \($0)" } ?? "")
    case .plausible, nil: return written.map { "address \($0)" }
    }
  }
}

/// The position of a thread that ends the process.
struct ExitSite {
  /// The index of the innermost frame that ends the process.
  let position: Int
  /// Whether destructors and functions of atexit() run: no function of the app's libraries may be used any more.
  let destroys: Bool
  /// The language or toolkit whose runtime ends; `nil` if it is the process itself.
  let runtime: String?

  /// Functions that run destructors of static objects and functions of atexit().
  static let finalizers = ["__cxa_finalize_ranges", "__cxa_finalize", "exit"]
  private static let finalizing: Set<String> = [
    "__cxa_finalize_ranges", "__cxa_finalize", "exit", "_exit_with_atexit", "quick_exit", "__cxa_atexit_finalize",
    "ImageLoaderMachO::doTermination(ImageLoader::LinkContext const&)", "dyld::runAllStaticTerminators(void*)",
  ]
  /// Methods of frameworks that end the app. They ask its delegate first.
  private static let terminating: Set<String> = [
    "-[NSApplication terminate:]", "-[NSApplication _terminateFromSender:askIfShouldTerminate:saveWindows:]",
    "-[UIApplication _terminateWithStatus:]", "-[UIApplication terminateWithSuccess]",
    "+[NSThread exitMainThread]", "-[NSXPCListener _terminate]",
  ]

  /// Finds the innermost function of a stack that ends the process; `nil` if there is none.
  init?(_ stack: [CrashReport.Frame]) {
    for (position, frame) in stack.enumerated() {
      guard let name = frame.functionName else { continue }
      // A runtime may be linked into the app; its functions have names of their own.
      if let runtime = RuntimeEnd.runtime(of: name) {
        self.position = position
        self.runtime = runtime
        destroys = true
        return
      }
      guard frame.role != .app else { continue }
      if Self.finalizing.contains(name) || name.containsBytes("runAllStaticTerminators") {
        self.position = position
        runtime = nil
        destroys = true
        return
      }
      if Self.terminating.contains(name) {
        self.position = position
        runtime = nil
        destroys = false
        return
      }
    }
    return nil
  }
}

/// The functions with which runtimes of languages and toolkits end.
private enum RuntimeEnd {
  /// Globs by the name of the runtime.
  private static let names: [(runtime: String, glob: String)] = KnowledgeText.threads.lists["runtime ends"].compactMap {
    element in
    element.firstRange(of: ": ").map { (String(element[..<$0.lowerBound]), String(element[$0.upperBound...])) }
  }
  /// The globs of all runtimes.
  static let functions = names.map(\.glob)
  private static let globs = GlobSet(tagged: names.enumerated().map { ($0.element.glob, $0.offset) })

  /// The runtime that ends in a function; `nil` for other functions.
  static func runtime(of function: String) -> String? {
    var function = function
    return function.withUTF8 { name in
      var found: Int?
      globs.forEachMatch(name) { tag in found = min(found ?? tag, tag) }
      return found.map { names[$0].runtime }
    }
  }
}

/// The functions that run destructors when a thread ends.
private enum ThreadEnd {
  static let functions = [
    "_tlv_exit", "*finalizeListTLV*", "_pthread_tsd_cleanup", "*tlv_free*", "*ThreadLocalVariables*exit*",
  ]
  private static let globs = GlobSet(functions)
  private static let pools = GlobSet(["*AutoreleasePool*", "*autoreleasePool*"])

  /// The index of the innermost one.
  static func position(in stack: [CrashReport.Frame]) -> Int? {
    stack.firstIndex { frame in frame.role != .app && frame.functionName.map(globs.matches) ?? false }
  }

  /// Whether the frame drains an autorelease pool: an object that was released once too often fails there, not a variable of
  /// the thread.
  static func isPool(_ frame: CrashReport.Frame) -> Bool { frame.functionName.map(pools.matches) ?? false }
}

extension AnalysisContext {
  fileprivate func exitMatch(exit: String, destroyed: String, work: String) -> EvidenceMatch? {
    guard let crashed = report.crashedThread, ExitSite(threadStack) == nil else { return nil }
    for thread in report.threads ?? [] where thread.index != crashed.index {
      guard let site = ExitSite(thread.frames) else { continue }
      let frame = thread.frames[site.position]
      var captures = ["exit": shortened(frame.functionName ?? "exit"), "exitThread": "\(thread.index)"]
      if site.destroys { captures["destroys"] = "destructors" }
      captures["runtime"] = site.runtime
      var match = EvidenceMatch(witnesses: [cited(frame, site.position, exit, captures)], captures: captures)
      if let position = Self.runByExit(thread.frames, below: site.position),
        let name = thread.frames[position].functionName
      {
        match.captures["destroyed"] = shortenedWithElement(name)
        match.witnesses.append(cited(thread.frames[position], position, destroyed, match.captures))
      }
      if let position = firstAppFrame(), crashStack[position].functionName != nil, !isExceptionStack {
        let blame = Self.blame(in: crashStack, at: position)
        captures["worker"] = blame.function.map(shortened) ?? "The program"
        match.witnesses.append(
          witness(frame: crashStack[position], at: position, statement: work, captures: captures))
        match.blame = blame
        match.blamedFrame = position
      }
      return match
    }
    return nil
  }

  /// Returns the match for a stack in which the function at `position` ends the process or the thread.
  fileprivate func endMatch(at position: Int, end: String, called: String, failed: String) -> EvidenceMatch? {
    guard position > 0 else { return nil }
    let frame = threadStack[position]
    let captures = ["exit": shortened(frame.functionName ?? "exit")]
    var match = EvidenceMatch(
      witnesses: [witness(frame: frame, at: position, statement: end, captures: captures)], captures: captures)
    let callee = position - 1
    let calleeName = Self.blame(in: threadStack, at: callee).function ?? threadStack[callee].functionName
    if let calleeName {
      match.captures["destroyed"] = shortenedWithElement(calleeName)
      match.witnesses.append(
        witness(frame: threadStack[callee], at: callee, statement: called, captures: match.captures))
    }
    guard let own = innermostOwn(below: position) else {
      // Without code of the app it is a function of the system that fails, and not the one that called exit().
      if calleeName != nil {
        match.captures["ofSystem"] = threadStack[callee].image.map(shortImageName)
        match.blame = Self.blame(in: threadStack, at: callee)
      }
      return match
    }
    let blame = Self.blame(in: threadStack, at: own)
    if own != callee {
      match.captures["failed"] =
        blame.function.map(shortenedWithElement)
        ?? blame.offset.flatMap { offset in blame.image.map { "\($0) + \(offset)" } }
      if match.captures["failed"] != nil {
        match.witnesses.append(
          witness(frame: threadStack[own], at: own, statement: failed, captures: match.captures, kind: .inferred))
      }
    }
    match.blame = blame
    match.blamedFrame = isExceptionStack ? nil : own
    return match
  }

  /// The outermost destructor of code that is not the system's among the frames that run because the process ends, or else its outermost
  /// frame.
  private static func runByExit(_ stack: [CrashReport.Frame], below position: Int) -> Int? {
    let own = stack[..<position].indices.filter { stack[$0].role == .app && stack[$0].functionName != nil }
    return own.last { stack[$0].functionName?.containsBytes("::~") ?? false } ?? own.last
  }

  /// The innermost frame outside the system among those that a function which ends the process called. Destructors of C++ in images of
  /// the system are code of the system. Handlers of the signal, and of std::terminate(), are called after the failure.
  private func innermostOwn(below position: Int) -> Int? {
    let raised = threadStack[..<position].lastIndex { frame in
      frame.role != .app && (frame.image.map { shortImageName($0).hasPrefix("libc++abi") } ?? false)
    }
    let start = max(faultPosition, raised.map { $0 + 1 } ?? 0)
    guard start < position else { return nil }
    return Self.mostBlamable(threadStack, start..<position) {
      $0.role == .app && ($0.functionName != nil || $0.imageOffset != nil)
    }
  }

  /// Whether Python's sys.exit() was called in a function that an event loop called: frames of the interpreter that handle
  /// the exit are on the stack, and further out those of a call from native code.
  fileprivate var exitsInCallback: Bool {
    guard
      let exit = threadStack.firstIndex(where: {
        $0.functionName == "handle_system_exit" || $0.functionName == "_Py_HandleSystemExitAndKeyboardInterrupt"
      })
    else { return false }
    return threadStack[(exit + 1)...].contains { frame in
      frame.functionName.map { name in
        name.containsBytes("SignalManager") || name.containsBytes("qt_metacall") || name.containsBytes("pyqt")
          || name.containsBytes("QMetaObject") || name.hasPrefix("-[NSApplication run]")
      } ?? false
    }
  }

  private func cited(
    _ frame: CrashReport.Frame, _ position: Int, _ statement: String, _ captures: [String: String]
  ) -> Witness {
    var witness = witness(frame: frame, at: position, statement: statement, captures: captures)
    // The position is that in another thread.
    witness.frame = nil
    return witness
  }
}
