import Bytes
import CrashReports
import Diagnosis
import Signatures

/// Answers a document that is about one failure and quotes its message.
///
/// The document is not the output of a program, so the finding is possible at most, and a history does not store it. A document
/// with the messages of several failures is a guide or a list, and is about none of them.
extension Analysis {
  /// The maximum number of patterns that recognize parts of a document about one failure: a tool may report a failure of
  /// another one.
  private static let maxPatterns = 2

  /// Returns a report with the failure whose message a document quotes; `nil` if the input contains a record, is a log, or
  /// quotes no message or those of several failures.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - reports: What was read from it.
  ///   - faults: The faults of its parts.
  static func quotedFailure(
    in bytes: [UInt8], _ reports: [AnalyzedReport], _ faults: [DecodingFault], _ options: AnalysisOptions
  ) -> AnalyzedReport? {
    guard bytes.count <= QuotedMessages.maxLength, faults.allSatisfy({ $0.code == .notAReport }),
      reports.allSatisfy({ $0.assessment.notARecord != nil && $0.assessment.findings.isEmpty }),
      !reports.contains(where: { $0.assessment.notARecord == .sourceCode }), !UnsupportedInput.isLogOrData(bytes)
    else { return nil }
    let document = String(streamSafe: bytes)
    guard !QuestionIndex.isAboutOther(document.lowercased()) else { return nil }
    var found: AnalyzedReport?
    var patterns: Set<String> = []
    for message in QuotedMessages(document).messages {
      // Lines keep their numbers.
      let text = Array((String(repeating: "\n", count: message.line) + message.text + "\n").utf8)
      for decoded in ReportReader.read(text).reports {
        let report = analyze(decoded, input: text, options)
        guard let best = report.assessment.findings.first, best.confidence > .possible, best.severity != .note else {
          continue
        }
        patterns.insert(best.pattern)
        guard patterns.count <= maxPatterns else { return nil }
        found = found ?? report
      }
    }
    guard var report = found else { return nil }
    report.assessment.becomeMention(lines: bytes.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) })
    return report
  }
}

extension Assessment {
  /// Makes the findings possible at most: the text is that of a document.
  fileprivate mutating func becomeMention(lines: Int) {
    report.source.isMention = true
    (report.source.firstLine, report.source.lastLine) = (1, lines)
    report.source.byteRange = nil
    notes = [.quotation]
    for index in findings.indices {
      findings[index].confidence = min(findings[index].confidence, .possible)
      findings[index].certaintyOfCause = min(findings[index].certaintyOfCause, .possible)
    }
  }
}
