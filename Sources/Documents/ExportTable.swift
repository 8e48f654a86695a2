import CrashReports
package import Diagnosis
import Vocabulary

/// An export as a table for spreadsheets (RFC 4180) with one row per report.
package enum ExportTable {
  /// The names of the columns, in order.
  package static let columns = [
    "digest", "time", "seenAt", "kind", "process", "bundleID", "version", "build", "os", "osBuild", "device",
    "architecture", "exception", "signal", "termination", "pattern", "confidence", "severity", "headline", "function",
    "file", "line", "image", "incident", "format", "path", "labels",
  ]

  /// The header row.
  package static var header: [UInt8] { row(columns) }

  /// Returns the row of a report that is not stored in a history.
  package static func row(_ presented: PresentedReport) -> [UInt8] {
    let mark = "sha256:"
    let digest = presented.digest
    return row(
      presented.assessment, digest: digest.hasPrefix(mark) ? String(digest.dropFirst(mark.count)) : digest,
      path: presented.name, labels: presented.labels, stored: StoredFacts(),
      presented.patterns)
  }

  /// Returns the row of a report that may be stored in a history.
  ///
  /// - Parameters:
  ///   - digest: 64 hexadecimal digits.
  ///   - path: The name of the input for display.
  ///   - patterns: The patterns that supply the text of findings.
  package static func row(
    _ assessment: Assessment, digest: String, path: String, labels: [String: String], stored: StoredFacts,
    _ patterns: PatternSet
  ) -> [UInt8] {
    let report = assessment.report
    let finding = assessment.findings.first.map { FindingText($0, patterns) }
    let blame = finding?.blame ?? assessment.blame
    let headline = finding?.statement ?? assessment.summary
    let labels = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    let cells: [String?] = [
      digest, report.times?.crashed?.rfc3339 ?? report.times?.crashed?.asWritten,
      stored.seenAt?.rfc3339, report.kind.rawValue, report.process?.name, report.process?.bundleID,
      report.process?.version, report.process?.build, report.host.os, report.host.osBuild, report.host.device,
      report.host.architecture, report.exception?.type, report.exception?.signal, report.termination?.namespace,
      finding?.pattern, finding?.confidence.rawValue, finding?.severity.rawValue, headline, blame?.function,
      blame?.file, blame?.line.map(String.init), blame?.image, report.incident, report.source.format, path, labels,
    ]
    return row(cells.map { $0 ?? "" })
  }

  /// Returns a row of cells.
  package static func row(_ cells: [String]) -> [UInt8] {
    Array(cells.map(cell).joined(separator: ",").utf8) + [0x0D, 0x0A]
  }

  /// Returns a cell that spreadsheets do not read as a formula, quoted if it contains a separator or quotation mark.
  package static func cell(_ text: String) -> String {
    var text = Terminal.escaped(text)
    // Spreadsheets ignore blanks before a formula, and accept the fullwidth signs of East Asian keyboards.
    if let first = text.unicodeScalars.first(where: { $0 != " " }), formulaSigns.contains(first) { text = "'" + text }
    guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" || $0 == "'" }) else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      quoted.unicodeScalars.append(scalar)
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "\""
  }

  private static let formulaSigns: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]
}
