import Diagnosis
import Documents

extension OutputFormat {
  /// A table for spreadsheets with one row per report and the columns of `database export --format csv`.
  static let csv = OutputFormat(
    id: "csv", title: "CSV, one row per report", isMachineReadable: true,
    openings: [OutputOpening("digest,time,seenAt,kind,process,bundleID,version,")],
    render: { reports, errors, style in
      var rows = ExportTable.header
      for report in reports {
        var shown = report
        shown.assessment.findings = report.findings(style).map(\.finding)
        rows += ExportTable.row(shown)
      }
      return String(decoding: rows, as: UTF8.self)
    })
}
