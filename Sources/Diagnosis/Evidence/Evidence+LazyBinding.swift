import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// The loader bound the missing symbol when it was called: the app had started. Captures `running`, and `lazy` if the
  /// stack shows the caller, which is blamed.
  static let boundWhenCalled = Evidence.custom(
    CustomEvidence(
      "a symbol that was bound when it was called", reason: "The stack or the crashed thread shows it.",
      explanations: [bindingStatement, callerStatement, threadStatement]
    ) { context in
      context.lazyBindingMatch(binding: bindingStatement, caller: callerStatement, thread: threadStatement)
    })

  private static let bindingStatement = "{binder} binds a symbol when it is called for the first time."
  private static let callerStatement = "{function} called it."
  private static let threadStatement = """
    The crashed thread is not the first one, so the app had started, and the symbol was bound when it was called.
    """
}

extension AnalysisContext {
  /// Functions of the loader that bind a symbol at its first call, or that stand for a missing symbol, in all versions.
  private static let binders = GlobSet([
    "dyld_stub_binder*", "_dyld_fast_stub_entry*", "dyld_stub_binding_helper*", "stub_binding_helper*",
    "__dyld_stub_binding_helper_interface*", "*fastBindLazySymbol*", "*bindLazySymbol*", "*doBindFastLazySymbol*",
    "*doBindLazySymbol*", "*dyld_missing_symbol_abort*", "*missing_symbol_called*", "*missingSymbolAbort*",
    "dyld_lazy_bind*", "*_dyld_func_lookup*",
  ])

  fileprivate func lazyBindingMatch(binding: String, caller: String, thread: String) -> EvidenceMatch? {
    let top = threadStack.prefix(16)
    let innermost = top.firstIndex { frame in
      guard frame.role != .app, let name = frame.functionName else { return false }
      return Self.binders.matches(name)
    }
    if let innermost {
      var captures = ["binder": threadStack[innermost].functionName.map(shortened) ?? ""]
      var match = EvidenceMatch(
        witnesses: [witness(frame: threadStack[innermost], at: innermost, statement: binding, captures: captures)],
        captures: ["running": "running"])
      // Stubs of the app have no names.
      let below = threadStack.indices.suffix(from: innermost + 1)
      let named = below.first {
        threadStack[$0].role == .app && threadStack[$0].isWritten && threadStack[$0].isNamed
      }
      if let position = named ?? Self.mostBlamable(threadStack, below, where: { $0.role == .app }) {
        let blame = Self.blame(in: threadStack, at: position)
        captures["function"] = Self.described(threadStack[position])
        match.captures["lazy"] = "lazy"
        match.blame = blame
        match.blamedFrame = position
        match.witnesses.append(
          witness(frame: threadStack[position], at: position, statement: caller, captures: captures))
      }
      return match
    }
    guard let crashed = statedCrashedThread ?? report.crashedThread?.index, crashed > 0 else { return nil }
    return self.match(
      line: report.lines[.faultingThread], member: "Crashed Thread: \(crashed)", statement: thread,
      captures: ["running": "running"])
  }

  /// The number that the header of a text states; the thread itself may be cut off.
  private var statedCrashedThread: Int? {
    guard let line = report.lines[.faultingThread].flatMap(quotations.line) else { return nil }
    let bytes = line.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let digits = bytes[colon...].dropFirst().drop { $0 == 0x20 || $0 == 0x09 }.prefix(6).prefix { $0 &- 0x30 < 10 }
    return Int(String(Substring(digits)))
  }
}
