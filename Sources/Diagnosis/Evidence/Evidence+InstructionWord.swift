import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// The instruction word of an illegal instruction on ARM, which the kernel records as the second code, is not one that a
  /// compiler writes: captures `word`, and `text` for a word of letters or `zero` for UDF, as in zeroed memory.
  static let executedData = Evidence.custom(
    CustomEvidence(
      "an instruction word that is text or zero", reason: "It decodes an instruction.",
      needs: EvidenceNeeds(facts: ["EXC_BAD_INSTRUCTION", "SIGILL"]), explanations: [statement]
    ) { context in
      guard let word = context.instructionWord else { return nil }
      var captures = ["word": word.hexadecimal]
      if let text = AnalysisContext.text(of: word) {
        captures["text"] = text
      } else if word < 0x1_0000 {
        captures["zero"] = word.hexadecimal
      } else {
        return nil
      }
      var match = context.match(
        line: context.report.lines[.exceptionCodes], member: context.report.exception?.codesText ?? "",
        statement: statement, captures: captures)
      // The innermost frame is not a function; the code that jumped there is further out.
      let stack = context.threadStack
      if let caller = AnalysisContext.mostBlamable(
        stack, stack.indices.dropFirst().startIndex..<stack.count,
        where: { $0.role == .app && $0.functionName != nil })
      {
        match.blame = AnalysisContext.blame(in: stack, at: caller)
        match.blamedFrame = context.isExceptionStack ? nil : caller
      }
      return match
    })

  private static let statement = """
    The second code is the instruction word: {word}, {text?the text "{text}"|{zero?which is UDF: zeroed memory, or a trap of \
    a compiler}}.
    """
}

extension AnalysisContext {
  /// The instruction word in the codes of an illegal instruction on ARM; `nil` if the report does not state it.
  fileprivate var instructionWord: UInt64? {
    guard report.exception?.type == "EXC_BAD_INSTRUCTION", let codes = report.exception?.codes, codes.count >= 2,
      codes[0] == 1, codes[1] <= 0xFFFF_FFFF, report.host.architecture?.hasPrefix("arm") ?? false
    else { return nil }
    // Reports without the word have 0 there; UDF #0 is 0, too, and needs no other evidence.
    return codes[1] == 0 ? nil : codes[1]
  }

  /// The four letters of a word in memory; `nil` if one is not printable.
  fileprivate static func text(of word: UInt64) -> String? {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }), bytes.contains(where: { (0x61...0x7A).contains($0 | 0x20) })
    else { return nil }
    return String(streamSafe: bytes)
  }
}
