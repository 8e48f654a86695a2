import CrashReports
import Diagnosis
import Documents
import Vocabulary

extension OutputFormat {
  /// Text for reading: one page per report, or one line with `--quiet`.
  package static let text = OutputFormat(
    id: "text", title: "Text", isMachineReadable: false,
    openings: [
      OutputOpening("", "\n  Do this  ", "\n  Seen  "), OutputOpening("", "\n  Look first  ", "\n  Seen  "),
      OutputOpening("", "Not recognized: ", "\n  Seen  "),
    ],
    render: { reports, errors, style in
      var renderer = TextRenderer(style)
      if reports.isEmpty, errors.isEmpty, !style.quiet { renderer.line(StyledText(Wording.noReports)) }
      let isSeveral = reports.count + errors.count > 1
      var failures: Int?
      if style.quiet {
        for report in reports { renderer.line(StyledText(quietLine(report, style))) }
      } else {
        let answers = SameFailures.answers(reports, style)
        write(answers, isSeveral: isSeveral, style, to: &renderer)
        if answers.count < reports.count { failures = answers.count { $0.isFailure } }
      }
      if isSeveral {
        if !style.quiet && !reports.isEmpty { renderer.blank() }
        renderer.line(StyledText(Wording.summary(reports, errors, style, failures: failures)))
      }
      return WorkflowCommands.defused(WorkflowCommands.withoutMarks(renderer.text))
    }, renderCheck: { page, style in page.text(style) })

  /// Writes one page for each answer; of a log with many previews only the first ones.
  private static func write(
    _ answers: [SameFailures], isSeveral: Bool, _ style: PresentationStyle, to renderer: inout TextRenderer
  ) {
    var pages: [String: Int] = [:]
    for (index, answer) in answers.enumerated() {
      let report = answer.shown
      if report.assessment.report.kind == .preview {
        pages[report.name, default: 0] += 1
        if pages[report.name, default: 0] > ViewSummary.maxPages { continue }
      }
      if index > 0 { renderer.blank() }
      if let words = answer.words {
        renderer.paragraph(words, style: .dim, indent: 0)
      } else if isSeveral {
        renderer.line(StyledText(answer.shownName, .dim))
      }
      ReportText(report, style).write(to: &renderer)
      renderer.trimEnd()
    }
    for (name, count) in pages.sorted(by: { $0.key < $1.key }) where count > ViewSummary.maxPages {
      renderer.blank()
      renderer.line(
        StyledText(
          "\(Terminal.quotedFileName(name)): \(count - ViewSummary.maxPages) more failures; --quiet prints one line for each"
        ))
    }
  }

  /// Returns one line: `a.ips: error: LoadFonts released a NULL object [ib-font-cfrelease-null] XXXCore.m:38`.
  private static func quietLine(_ report: PresentedReport, _ style: PresentationStyle) -> String {
    let path = Terminal.quotedFileName(report.name)
    guard let finding = report.findings(style).first else {
      let word = report.assessment.report.kind.isFailure ? "unrecognized" : "no failure"
      return "\(path): \(word): \(Wording.unrecognized(report.assessment))"
    }
    let headline = Wording.statement(finding)
    let location = Wording.location(finding.blame).map { " " + $0 } ?? ""
    return "\(path): \(finding.severity.rawValue): \(headline) [\(finding.pattern)]\(location)"
  }
}
