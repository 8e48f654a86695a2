import CrashReports
package import Diagnosis
import Vocabulary

/// What makes two reports one issue: the pattern that was recognised and the function that is blamed.
///
/// Without a finding the exception takes the pattern's place, and the top frame the blamed function's when nobody is
/// blamed. The key is made of the report alone, so that it is the same on every machine.
package struct IssueKey: Hashable, Sendable {
  /// Version of this rule; a change of the rule is a new version, and old keys stay what they are.
  package static let version = 1

  /// 12 hexadecimal digits.
  package let id: String
  /// Pattern that was recognised; `nil` when none was.
  package let pattern: String?
  /// Function, or frame, that the issue is about; empty when there is none.
  package let place: String

  package init(_ assessment: Assessment) {
    let parts: [String]
    if let finding = assessment.findings.first {
      pattern = finding.pattern
      place = finding.blame?.name ?? ""
      parts = [finding.pattern, place]
    } else {
      let report = assessment.report
      pattern = nil
      place = assessment.blame?.function ?? report.topFrame?.placeName ?? assessment.blame?.name ?? ""
      parts = ["unrecognised", report.failureKind, place]
    }
    // Lengths in front, so that no two lists of parts spell the same text.
    let text = (["issue/\(Self.version)"] + parts).map { "\($0.utf8.count):\($0)" }.joined()
    id = String(SHA256.digest(of: Array(text.utf8)).hexadecimal.prefix(12))
  }
}

extension Blame {
  fileprivate var name: String? { function ?? file ?? image }
}

extension CrashReport {
  /// Frames that show where it failed: those of the uncaught exception, else of the crashed thread.
  var decisiveFrames: [Frame] {
    if let raised = lastExceptionBacktrace, !raised.isEmpty { return raised }
    return crashedThread?.frames ?? []
  }

  fileprivate var topFrame: Frame? { decisiveFrames.first }

  /// What stopped the process, in one word.
  fileprivate var failureKind: String {
    if let name = exception?.name { return name }
    if let type = exception?.type ?? exception?.signal { return type }
    if let space = termination?.namespace { return space + " " + (termination?.code.map(String.init) ?? "") }
    return kind.rawValue
  }
}

extension CrashReport.Frame {
  /// The function, else where in which image: both stay the same from run to run.
  fileprivate var placeName: String {
    if let symbol { return symbol.readable }
    return (image ?? "?") + (imageOffset.map { " + \($0.value)" } ?? "")
  }
}
