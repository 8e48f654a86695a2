import CrashReports
import Diagnosis
import Documents
import Signatures
import Vocabulary

/// The diagnosis of a report in a few texts, for formats of other programs.
struct FindingContext {
  /// Names and texts, in the order of importance.
  private(set) var members: [(name: String, text: String)] = []

  init(_ report: PresentedReport) {
    let stated = report.assessment.report
    add("kind", stated.kind.rawValue)
    if let finding = report.findings(from: .possible).first {
      add("pattern", finding.pattern)
      add("headline", finding.bareStatement)
      add("confidence", finding.confidence.rawValue)
      add("certainty_of_cause", finding.certaintyOfCause.rawValue)
      add("cause", finding.cause)
      add("where", finding.location)
      add("advice", finding.advice)
    } else {
      add("headline", report.assessment.summary)
    }
    add("signature", report.signature?.key(.default))
    if let termination = stated.termination { add("termination", Self.words(termination)) }
    add("format", stated.source.format)
    add("program", "\(Product.name) \(Product.version)")
  }

  private mutating func add(_ name: String, _ text: String?) {
    if let text, !text.isEmpty { members.append((name, text)) }
  }

  /// `FRONTBOARD 0x8badf00d: scene-create watchdog transgression`
  private static func words(_ termination: CrashReport.Termination) -> String {
    let code = termination.code.map { $0 > 0xffff ? $0.hexadecimal : String($0) }
    let head = [termination.namespace, code, termination.indicator].compactMap { $0 }.joined(separator: " ")
    let reasons = (termination.reasons ?? []).joined(separator: " ")
    return [head, reasons].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

extension CrashReport {
  /// The stack that describes the failure: that of an uncaught exception, else that of the crashed thread.
  var failureStack: [Frame]? {
    if let frames = lastExceptionBacktrace, !frames.isEmpty { return frames }
    return threads?.first(where: \.crashed)?.frames
  }
}
