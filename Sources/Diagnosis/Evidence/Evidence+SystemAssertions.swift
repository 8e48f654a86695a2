import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// The caller of the functions with which libraries of the system report a failed check (`os_assert`, `os_crash`).
  /// Captures `asserting`, its name.
  static let systemAssertionCaller = Evidence.custom(
    CustomEvidence(
      "the caller of os_assert() or os_crash()",
      reason: "Its position decides: below the last function of libsystem_c.",
      needs: EvidenceNeeds(functions: assertionFunctions.map { GlobSet.grams(of: $0) }), explanations: [callerStatement]
    ) { context in
      let globs = GlobSet.shared(assertionFunctions)
      let stack = context.threadStack
      let last = stack.prefix(12).lastIndex { $0.symbol.map { globs.matches($0.readable) } ?? false }
      guard let last, last + 1 < stack.count else { return nil }
      let frame = stack[last + 1]
      var match = EvidenceMatch()
      if let symbol = frame.symbol, !symbol.isPlaceholder {
        let name = shortened(withoutColdSuffix(symbol.readable))
        let image = frame.role == .system ? frame.image.map { " (\(shortImageName($0)))" } ?? "" : ""
        match.captures["asserting"] = name + image
      }
      match.witnesses.append(
        context.witness(frame: frame, at: last + 1, statement: callerStatement, captures: match.captures))
      if frame.role == .app || frame.role == .unknown {
        match.blame = AnalysisContext.blame(frame)
        match.blamedFrame = last + 1
      }
      return match
    })

  /// A text that the process recorded before it ended (Application Specific Information), without arguments that were not
  /// filled in. Captures `reason`.
  static let recordedReason = Evidence.custom(
    CustomEvidence(
      "a text in Application Specific Information", reason: "It removes arguments that were not filled in.",
      explanations: [reasonStatement]
    ) { context in
      for text in context.texts where text.message.origin == .applicationSpecificInformation {
        guard let line = text.message.text.split(separator: "\n").first else { continue }
        var reason = String(line)
        if let argument = reason.firstRange(of: " -> %") { reason = String(reason[..<argument.lowerBound]) }
        while reason.last == " " { reason.removeLast() }
        guard reason.utf8.count > 3, reason.utf8.count <= 400, !reason.hasPrefix("abort() called") else { continue }
        return context.match(
          line: text.message.line, member: reason, statement: reasonStatement, captures: ["reason": reason])
      }
      return nil
    })

  private static let callerStatement = "{asserting|This frame} made the failed check."
  private static let reasonStatement = "The process recorded this text before it ended."
  /// Functions of libsystem_c and libsystem_trace (`os/assumes.h`), which do not return.
  private static let assertionFunctions = [
    "_os_crash*", "os_crash*", "_os_assert_log*", "_os_assert*", "__os_crash*", "_os_assumes_log*",
  ]

  /// Returns a name without the suffix of a part of the function that the compiler moved: `f.cold.1`.
  private static func withoutColdSuffix(_ name: String) -> String {
    guard let mark = name.firstRange(of: ".cold.") else { return name }
    return String(name[..<mark.lowerBound])
  }
}
