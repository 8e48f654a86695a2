import Bytes
import CrashReports
import Knowledge
import Vocabulary

extension Evidence {
  /// A function of AddressSanitizer on the crashed thread that reports an error and ends the process: the report of the
  /// sanitizer is in the output of the process only. Captures `kind`.
  static let addressSanitizerStop = sanitizerStop(
    "a function with which AddressSanitizer reports an error", addressSanitizerKinds,
    statement: "AddressSanitizer reports the error in this function and ends the process.")

  /// The same for UndefinedBehaviorSanitizer. Captures `reason`.
  static let undefinedBehaviorStop = sanitizerStop(
    "a function with which UndefinedBehaviorSanitizer reports an error and ends the process", undefinedBehaviorKinds,
    capture: "reason",
    statement: "UndefinedBehaviorSanitizer reports the error in this function and ends the process.")

  /// The same for ThreadSanitizer. Captures `kind`.
  static let threadSanitizerStop = sanitizerStop(
    "a function with which ThreadSanitizer reports an error", threadSanitizerKinds,
    statement: "ThreadSanitizer reports the error in this function and ends the process.")

  /// The number of frames from the innermost one that may belong to the sanitizer.
  private static let maxSanitizerFrames = 16

  private static func sanitizerStop(
    _ description: String, _ kinds: [(key: String, value: String)], capture: String = "kind", statement: String
  ) -> Evidence {
    let functions = kinds.map(\.key)
    return .all([
      .exception(
        types: ["EXC_CRASH", "EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION"],
        signals: ["SIGABRT", "SIGTRAP", "SIGILL", "SIGKILL"]
      ),
      .custom(
        CustomEvidence(
          description, reason: "The name of the function states the kind and the size of the access.",
          needs: EvidenceNeeds(functions: functions.map { GlobSet.grams(of: $0) }), explanations: [statement]
        ) { context in
          let globs = GlobSet.shared(functions)
          guard globs.mayMatch(context.stackGrams) else { return nil }
          // The outermost function is the one that the compiler's code called.
          let stack = context.threadStack
          let position = stack.prefix(maxSanitizerFrames).lastIndex {
            $0.symbol.map { globs.matches($0.readable) } ?? false
          }
          guard let position, let name = stack[position].symbol?.readable else { return nil }
          let kind = kinds.first { GlobSet.shared([$0.key]).matches(name) }?.value ?? ""
          let captures = [capture: kind == "access" ? access(of: name) : kind]
          return EvidenceMatch(
            witnesses: [
              context.witness(frame: stack[position], at: position, statement: statement, captures: captures)
            ], captures: captures)
        }),
    ])
  }

  /// Returns `invalid write of 8 bytes` for `__asan_report_store8`.
  private static func access(of function: String) -> String {
    let verb = function.contains("store") ? "write" : function.contains("load") ? "read" : "access"
    let digits = function.split { !$0.isASCII || !$0.isNumber }.last.flatMap { Int($0) }
    guard let digits, digits > 0, digits <= 16 else { return "invalid " + verb }
    return "invalid \(verb) of \(digits) byte\(digits == 1 ? "" : "s")"
  }

  private static let lists = KnowledgeText.sanitizers.lists
  private static let addressSanitizerKinds = lists.pairs("address")
  private static let undefinedBehaviorKinds = lists.pairs("undefined behavior")
  private static let threadSanitizerKinds = lists.pairs("thread")

  /// An error of AddressSanitizer in the words of the debugger. Captures `kind`, and `where` if the words name a function.
  static let addressSanitizerWords = debuggerWords(
    lists["debugger address"], statement: "Xcode shows the error that AddressSanitizer reported.")
  /// The same for ThreadSanitizer.
  static let threadSanitizerWords = debuggerWords(
    lists["debugger thread"], statement: "Xcode shows the error that ThreadSanitizer reported.")

  private static func debuggerWords(_ words: [String], statement: String) -> Evidence {
    .all([
      .field(.format, .equals("lldb")),
      .any(
        words.map { words in
          let templates = ["\(words) in {where} at 0x", "\(words) in {where}", words].map { TextTemplate($0) }
          return .all([
            .text(TextQuery(templates, isAtStart: true, statement: statement)), .capture("kind", words.lowercased()),
          ])
        }),
    ])
  }
}
