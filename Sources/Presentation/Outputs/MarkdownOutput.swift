import CrashReports
import Diagnosis
import Documents
import Vocabulary

extension OutputFormat {
  /// A summary for an issue, a merge request or a job: headings, lists and code; for several reports also a table.
  package static let markdown = OutputFormat(
    id: "markdown", title: "Markdown, for issues and merge requests",
    openings: [
      OutputOpening("### ", "\n- Where: ", "\n- What: ", "\n- Seen: "),
      OutputOpening("### ", "\n- Look first: ", "\n- Seen: "),
      OutputOpening("### ", "\n| | What | Where | Input |\n"),
      OutputOpening("### ", MarkdownDocument.omission),
    ],
    write: { problems in
      WorkflowCommands.defused(WorkflowCommands.withoutMarks(MarkdownDocument(problems).text))
    })
}

/// Sections of single reports.
enum MarkdownSection {
  /// Returns the section of a report.
  ///
  /// - Parameters:
  ///   - source: The source line of the failure; a path in the checkout is shown.
  ///   - isComplete: If false, the stack and the edits are omitted.
  static func section(
    _ presented: PresentedReport, _ style: PresentationStyle, source: FileLocation?, isComplete: Bool
  ) -> String {
    let report = presented.assessment.report
    var text: String
    if let finding = presented.findings(style).first {
      text = "### \(Markdown.text(Wording.headline(finding, in: report)))\n\n"
      text += "- Where: \(location(finding.blame, source))\n"
      text += "- What: \(Markdown.code(finding.pattern)), \(Wording.confidenceText(finding))\n"
      if let first = finding.remedy.first { text += "- Do this: \(Markdown.text(first))\n" }
      text += "- Seen: \(Markdown.text(Wording.seen(presented.history)))\n"
      text += context(presented)
      text += "\n#### Why\n\n"
      for group in Wording.grouped(finding.witnesses) {
        guard let statement = group.first?.statement else { continue }
        text += "- \(Markdown.text(statement)) (\(Markdown.text(Wording.evidence(group))))\n"
      }
      if !finding.cause.isEmpty { text += "\n\(Markdown.text(finding.cause))\n" }
    } else {
      text = "### \(Markdown.text(Wording.withoutFinding(presented.assessment)))\n\n"
      text += "- Look first: \(location(presented.assessment.blame, source))\n"
      text += "- Seen: \(Markdown.text(Wording.seen(presented.history)))\n"
      text += context(presented)
    }
    guard isComplete else { return text }
    text += stack(presented, style)
    if let finding = presented.findings(style).first { text += fix(finding) }
    return text
  }

  private static func location(_ blame: Blame?, _ source: FileLocation?) -> String {
    guard let blame else { return "unknown" }
    let function = blame.function.map { Markdown.code(shortened($0)) }
    let path = source.flatMap { $0.isInTree ? $0.path + ($0.line.map { ":\($0)" } ?? "") : nil }
    let file = (path ?? Wording.location(blame)).map(Markdown.code)
    let image = blame.image.map { "in " + Markdown.code($0) }
    let words = [function, file.map { function == nil ? $0 : "at " + $0 }, image].compactMap { $0 }
    return words.isEmpty ? "unknown" : words.joined(separator: " ")
  }

  private static func context(_ presented: PresentedReport) -> String {
    let report = presented.assessment.report
    let app = [report.process?.name, report.process?.version, report.process?.build.map { "(\($0))" }]
    let system = [report.host.os, report.host.osBuild.map { "(\($0))" }, report.host.architecture]
    var text = ""
    for (label, words) in [("App", app), ("System", system)] {
      let value = words.compactMap { $0 }.joined(separator: " ")
      if !value.isEmpty { text += "- \(label): \(Markdown.text(value))\n" }
    }
    if let time = report.times?.crashed?.asWritten { text += "- Time: \(Markdown.text(time))\n" }
    for detail in report.details {
      text += "- \(detail.key.label): \(Markdown.text(DetailWords.value(detail.value)))\n"
    }
    return text + "- Report: \(Markdown.code(presented.name))\n"
  }

  private static func stack(_ presented: PresentedReport, _ style: PresentationStyle) -> String {
    let report = presented.assessment.report
    let raised = report.raisedStack
    let frames = raised.isEmpty ? report.crashedThread?.frames ?? [] : raised
    guard !frames.isEmpty else { return "" }
    var plain = style
    plain.color = false
    var renderer = TextRenderer(plain)
    StackSection(
      title: raised.isEmpty ? report.crashedThread.map(StackSection.title) ?? "Stack" : "Stack of the exception",
      frames: frames, omitted: raised.isEmpty ? report.crashedThread?.omittedFrames ?? 0 : 0,
      blamed: presented.assessment.blamedFrame, style: plain
    ).write(to: &renderer)
    return "\n" + Markdown.block(renderer.text, language: "text")
  }

  private static func fix(_ finding: FindingText) -> String {
    guard !finding.remedy.isEmpty || !finding.changes.isEmpty else { return "" }
    var text = "\n#### Fix\n\n"
    for (index, step) in finding.remedy.enumerated() { text += "\(index + 1). \(Markdown.text(step))\n" }
    for change in finding.changes {
      if let before = change.before { text += "\nReplace\n\n" + Markdown.block(before, language: change.language) }
      text += (change.before == nil ? "\n" : "\nwith\n\n") + Markdown.block(change.after, language: change.language)
    }
    return text
  }
}
