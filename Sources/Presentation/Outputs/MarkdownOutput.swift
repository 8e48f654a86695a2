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
      text += origin(presented.origin)
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
      text += origin(presented.origin)
      text += context(presented)
    }
    guard isComplete else { return text }
    if let lines = presented.origin?.lines, !lines.isEmpty {
      let rows = lines.map { "\($0.number)  \($0.text)" }.joined(separator: "\n")
      text += "\n#### Source\n\n" + Markdown.block(rows, language: "text")
    }
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

  /// Returns the lines about the commits that changed the source line, and about its owners.
  private static func origin(_ origin: SourceOrigin?) -> String {
    guard let origin else { return "" }
    var text = ""
    for (label, words) in SourceWords.changes(origin) { text += "- \(label): \(Markdown.text(words))\n" }
    // The name of an account would notify it.
    if let owners = SourceWords.owners(origin) { text += "- Owners: \(Markdown.code(owners))\n" }
    return text
  }

  private static func context(_ presented: PresentedReport) -> String {
    let report = presented.assessment.report
    var text = ""
    for (label, value) in Wording.circumstances(report) { text += "- \(label): \(Markdown.text(value))\n" }
    for detail in report.details {
      text += "- \(detail.key.label): \(Markdown.text(DetailWords.value(detail.value)))\n"
    }
    return text + "- Report: \(Markdown.code(presented.name))\n"
  }

  private static func stack(_ presented: PresentedReport, _ style: PresentationStyle) -> String {
    StackSection.plainText(of: presented.assessment, style).map { "\n" + Markdown.block($0, language: "text") } ?? ""
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
