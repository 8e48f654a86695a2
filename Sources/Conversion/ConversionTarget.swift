import CrashReports
import Diagnosis
package import Documents
import Rewriting

/// A format into which reports are converted. Each is a value in its own file, and a line in the catalog.
package struct ConversionTarget: Identifiable, Sendable {
  /// The identifier, the value of `--to`: lower case, words joined by hyphens.
  package let id: String
  /// The name of the format, for help and documentation.
  package let title: String
  /// What is written for one report and for several, in one or two sentences.
  package let summary: String
  /// What a report loses, one noun phrase each; empty if nothing is lost.
  package let losses: [String]
  /// Whether the output is JSON.
  package let isJSON: Bool
  /// Whether only sampled stacks are written, so that the output is not a report that can be read again.
  package var isProfile = false
  /// Returns the output for reports that the format can represent, in their order, as UTF-8.
  let write: @Sendable (_ reports: [PresentedReport]) -> [UInt8]

  /// Returns the reports in this format, as UTF-8 with a final line feed; empty if none of them has anything that the
  /// format can represent. Equal reports give equal bytes.
  package func bytes(of reports: [PresentedReport]) -> [UInt8] { write(reports) }
}

extension NameStyle {
  /// The style for reports: demangled names, and lines for inlined functions.
  static func forConversion(of reports: [PresentedReport]) -> NameStyle {
    let frames = reports.reduce(0) { sum, report in
      (report.assessment.report.threads ?? []).reduce(sum) { $0 + $1.frames.count }
    }
    return NameStyle(frames: frames)
  }
}
