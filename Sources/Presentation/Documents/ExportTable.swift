import CrashReports
import Diagnosis
import History
import Vocabulary

/// An export as a table for spreadsheets (RFC 4180): one row a report.
package enum ExportTable {
  package static let columns = [
    "digest", "time", "seenAt", "kind", "process", "bundleID", "version", "build", "os", "osBuild", "device",
    "architecture", "exception", "signal", "termination", "pattern", "confidence", "severity", "headline", "function",
    "file", "line", "image", "incident", "format", "path", "labels",
  ]

  /// The first row.
  package static var header: [UInt8] { row(columns) }

  package static func row(_ exported: ExportedReport) -> [UInt8] {
    let report = exported.assessment.report
    let finding = exported.assessment.findings.first
    let blame = finding?.blame ?? exported.assessment.blame
    let headline = finding.map(\.statement) ?? exported.stored.headline ?? exported.assessment.summary
    let labels = exported.labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    let cells: [String?] = [
      exported.digest.hexadecimal, report.times?.crashed?.rfc3339 ?? report.times?.crashed?.asWritten,
      exported.stored.seenAt?.rfc3339, report.kind.rawValue, report.process?.name, report.process?.bundleID,
      report.process?.version, report.process?.build, report.host.os, report.host.osBuild, report.host.device,
      report.host.architecture, report.exception?.type, report.exception?.signal, report.termination?.namespace,
      finding?.pattern, finding?.confidence.rawValue, finding?.severity.rawValue, headline, blame?.function,
      blame?.file, blame?.line.map(String.init), blame?.image, report.incident, report.source.format,
      InputName.text(exported.path, exported.member), labels,
    ]
    return row(cells.map { $0 ?? "" })
  }

  private static func row(_ cells: [String]) -> [UInt8] {
    Array(cells.map(cell).joined(separator: ",").utf8) + [0x0D, 0x0A]
  }

  /// A cell that spreadsheets do not take for a formula, quoted where it holds a mark of the form.
  static func cell(_ text: String) -> String {
    var text = Terminal.escaped(text)
    if let first = text.unicodeScalars.first, ["=", "+", "-", "@"].contains(first) { text = "'" + text }
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0 == "'" }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
