import Analysis
import CrashReports
import Diagnosis
import Documents
import TestSupport
import Testing
import Vocabulary

/// The reports of all samples and of all examples of patterns, parsed and diagnosed as by the command.
struct DocumentSample: Sendable, CustomTestStringConvertible {
  let name: String
  let assessment: Assessment
  let digest: SHA256Digest
  var testDescription: String { name }

  var presented: PresentedReport {
    PresentedReport(path: name, digest: digest.description, assessment: assessment, labels: ["branch": "main"])
  }

  static let all: [DocumentSample] = {
    var all: [DocumentSample] = []
    for sample in SampleLog.all {
      guard let bytes = try? sample.bytes() else { continue }
      all += assessed(bytes, sample.path.replacing("sample-logs/", with: ""))
    }
    for pattern in Pattern.catalog {
      for (number, example) in pattern.examples.enumerated() {
        all += assessed(Array(example.unmarked.text.utf8), "\(pattern.id) example \(number + 1)")
      }
    }
    return all
  }()

  static func assessed(_ bytes: [UInt8], _ name: String) -> [DocumentSample] {
    let reports = Analysis.analyze(bytes).reports
    return reports.enumerated().map { number, report in
      DocumentSample(
        name: reports.count > 1 ? "\(name) report \(number + 1)" : name,
        assessment: report.assessment, digest: SHA256.digest(of: bytes))
    }
  }
}

extension Assessment {
  /// Patterns, confidences and locations of the findings.
  var judgement: [String] {
    findings.map { finding in
      let blame = finding.blame.map {
        [$0.function, $0.file, $0.line.map(String.init), $0.image].map { $0 ?? "-" }.joined(separator: " ")
      }
      return "\(finding.pattern) \(finding.confidence.rawValue) \(blame ?? "-")"
    }
  }
}
