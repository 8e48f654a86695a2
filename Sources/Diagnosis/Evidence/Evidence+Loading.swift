import CrashReports
import Vocabulary

/// Evidence about loading: what `dlopen` and the dynamic loader said.
extension Evidence {
  /// Interface Builder's agent could not open the built product, for a reason with one of these wordings.
  ///
  /// The agent passes a bundle's bare name, `dlopen(CardKit.framework, 1)`, and the answer stands in the build log.
  static func agentOpening(
    _ reasons: [String], without others: [TextTemplate] = [], says: String
  ) -> Evidence {
    let templates = reasons.map { TextTemplate("dlopen({image},{}):{}" + $0) }
    return .all([
      .wording(templates, without: others + hotReload, says: says),
      .not(.wording(templates, without: others + hotReload, author: .notAgent, says: says)), .agent,
    ])
  }

  /// The same answer without a word of who asked; only a bare bundle name speaks for Interface Builder then.
  static func bareOpening(
    _ reasons: [String], without others: [TextTemplate] = [], says: String
  ) -> Evidence {
    let templates = [".framework", ".app"].flatMap { ending in
      reasons.map { TextTemplate("dlopen({image}\(ending),{}):{}" + $0) }
    }
    let excluded: [TextTemplate] = others + hotReload + ["dlopen(/"]
    // In a paste without Interface Builder's prefix the reason may stand on a line of its own.
    let opening: [TextTemplate] = ["dlopen({image}.framework,{}):", "dlopen({image}.app,{}):"]
    let apart = Evidence.all([
      .wording(opening, without: excluded, says: "A bundle was opened by its bare name, as Interface Builder does."),
      .wording(reasons.map { TextTemplate($0) }, without: excluded, says: says),
    ])
    return .all([
      .any([.wording(templates, without: excluded, says: says), apart]),
      .not(.wording(opening, author: .notAgent, says: says)), .not(.agent),
    ])
  }

  /// A library that a tool for reloading code put together on the fly.
  private static let hotReload: [TextTemplate] = ["dlopen() error", "/eval{}.dylib"]

  /// The dynamic loader's namespace and a code, as `DYLD` 1; some systems write the code in the text, `DYLD, [0x1]`.
  static func dyldTermination(_ code: UInt64, says: String) -> Evidence {
    let written: TextTemplate = TextTemplate("[\(code.hexadecimal)] ")
    return .any([
      .termination(namespace: "DYLD", codes: [code], says: says),
      .custom("a termination in the namespace DYLD with the code \(code.hexadecimal) in its text") { circumstances in
        guard let termination = circumstances.report.termination, termination.namespace == "DYLD",
          let text = termination.reasons?.first(where: { written.match(MatchableText($0)) != nil })
        else { return nil }
        return Proof(witnesses: [
          circumstances.witness(line: circumstances.report.lines[.termination], member: text, says: says)
        ])
      },
    ])
  }

  /// The report tells of a failure, and not merely of a stop in the debugger.
  static let statesFailure = Evidence.custom("an exception, a termination or a message of the process") {
    circumstances in
    let report = circumstances.report
    let stop = report.exception?.message?.lowercased() ?? ""
    if stop.contains("breakpoint") || stop.contains("step over") || stop.contains("step in") { return nil }
    let fails =
      report.exception?.type != nil || report.exception?.name != nil || report.exception?.reason != nil
      || report.termination != nil || report.applicationSpecificInformation?.isEmpty == false
      || circumstances.crashStack.contains { $0.role == .machinery }
    return fails ? Proof() : nil
  }
}
