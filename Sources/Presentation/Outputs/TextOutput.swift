import CrashReports
import Diagnosis
import Documents
import Vocabulary

extension OutputFormat {
  /// For a person: a page a report, or with `--quiet` a line.
  package static let text = OutputFormat(
    id: "text", title: "Text for people", isMachineReadable: false,
    render: { reports, errors, style in
      var page = Page(style)
      let isSeveral = reports.count + errors.count > 1
      for (index, report) in reports.enumerated() {
        if style.quiet {
          page.line(Piece(quietLine(report, style)))
          continue
        }
        if index > 0 { page.blank() }
        if isSeveral {
          let position = report.assessment.report.source.index
          page.line(
            Piece(Terminal.quotedFileName(report.name), .dim), Piece(position > 0 ? " (\(position + 1))" : "", .dim))
        }
        ReportPage(report, style).write(to: &page)
        page.trimEnd()
      }
      if isSeveral {
        if !style.quiet && !reports.isEmpty { page.blank() }
        page.line(Piece(Wording.summary(reports, errors, style)))
      }
      return WorkflowCommands.defused(page.text)
    })

  /// `a.ips: error: LoadFonts released a NULL object [ib-font-cfrelease-null] XXXCore.m:38`.
  private static func quietLine(_ report: PresentedReport, _ style: PresentationStyle) -> String {
    let path = Terminal.quotedFileName(report.name)
    guard let finding = report.findings(style).first else {
      let word = report.assessment.report.kind.isFailure ? "unrecognised" : "no failure"
      return "\(path): \(word): \(Wording.unrecognised(report.assessment))"
    }
    let headline = Wording.statement(finding)
    let place = Wording.place(finding.blame).map { " " + $0 } ?? ""
    return "\(path): \(finding.severity.rawValue): \(headline) [\(finding.pattern)]\(place)"
  }
}
