import Diagnosis
import Documents
import Rewriting

extension ConversionTarget {
  /// Apple's text report.
  static let appleText = ConversionTarget(
    id: "apple-text",
    title: "Apple crash report, text (.crash)",
    summary:
      "The layout of version 104, which Apple's tools read. Several reports follow each other, each ended by EOF.",
    losses: [
      "the diagnosis", "the kind of an event other than a crash, and its details",
      "console lines and messages of Xcode",
      "bundle identifiers and versions of images", "which image recorded a message",
      "recursions that the system elided",
    ],
    isJSON: false
  ) { reports in
    Array(
      AppleTextLayout.text(reports.map(\.assessment.report), style: .forConversion(of: reports)).utf8)
  }

  /// Apple's JSON report.
  static let ips = ConversionTarget(
    id: "ips",
    title: "Apple crash report, JSON (.ips)",
    summary:
      "A header line and a body of bug type 309. Several reports follow each other. To add names to an .ips and keep all "
      + "other bytes, use diagnose symbolicate.",
    losses: [
      "the diagnosis", "the kind of an event other than a crash, and its details",
      "console lines and messages of Xcode",
      "recursions that the system elided",
    ],
    isJSON: true
  ) { reports in
    IPSLayout.bytes(reports.map(\.assessment.report), style: .forConversion(of: reports))
  }

  /// The document of this program.
  static let json = ConversionTarget(
    id: "json",
    title: "diagnose/1 document, JSON",
    summary: "The same document as diagnose analyze --format json, on one line: the report and its diagnosis.",
    losses: [],
    isJSON: true
  ) { reports in
    EncodedDocument(reports: reports).lineBytes()
  }
}
