import CrashReports
import Diagnosis
import Documents
import Vocabulary

/// One report for a person: five lines that suffice, then why, the stack, the fix, and what is missing.
struct ReportPage {
  private let presented: PresentedReport
  private let report: CrashReport
  private let findings: [FindingText]
  private let style: PresentationStyle

  /// Column where the text of "Do this" and "Seen" begins.
  private var labeled: Int { findings.first?.remedy.isEmpty == false ? 12 : 15 }
  /// The most messages of the report that a page quotes.
  private static let mostMessages = 5
  /// The most rows of a table of details.
  private static let mostRows = 5

  init(_ presented: PresentedReport, _ style: PresentationStyle) {
    self.presented = presented
    self.report = presented.assessment.report
    self.findings = presented.findings(style)
    self.style = style
  }

  func write(to page: inout Page) {
    if let finding = findings.first {
      head(finding, &page)
      page.blank()
      why(finding, &page)
      facts(&page)
    } else {
      unrecognizedHead(&page)
      said(&page)
    }
    stacks(&page)
    SymbolSection(report: report, style: style).write(to: &page)
    if let finding = findings.first { fix(finding, &page) }
    others(&page)
    if style.verbose { details(&page) }
    foot(&page)
  }

  // MARK: The first five lines

  /// A cross for a failure, an exclamation mark for a warning, a question mark for what is merely possible.
  private func sign(_ finding: FindingText) -> String {
    if finding.confidence == .possible { return "? " }
    return finding.severity == .error ? "✗ " : "! "
  }

  private func head(_ finding: FindingText, _ page: inout Page) {
    let isError = finding.severity == .error
    page.paragraph(
      cut(Wording.headline(finding, in: report)), ink: .bold,
      lead: [StyledText(sign(finding), isError ? .red : .yellow)], indent: 2)
    var location: [StyledText] = []
    if let blame = finding.blame {
      if let words = Wording.location(blame) { location.append(StyledText(cut(words, 60), .bold)) }
      if let function = blame.function {
        let room = max(page.width - 6 - page.columns(location), 24)
        location.append(StyledText(Wrapping.cut(Terminal.escaped(shortened(function)), to: room, ascii: style.ascii)))
      }
      if location.isEmpty, let image = blame.image { location.append(StyledText(cut(image, 60))) }
    }
    let separated = location.enumerated().flatMap { [StyledText("  "), $1] }
    page.line(
      separated.isEmpty ? [StyledText(" ")] : separated,
      right: StyledText("\(finding.pattern) · \(Wording.confidenceText(finding))", .dim))
    page.blank()
    if let first = finding.remedy.first {
      labeled("Do this", cut(first), &page)
    } else if let blame = finding.blame ?? presented.assessment.blame, let words = Wording.primaryLocation(blame) {
      labeled("Look first", cut(words), &page)
    }
    seen(&page)
    if let explanation = presented.explanation, explanation.symptom == finding.pattern {
      let words = "\(explanation.statement) (\(explanation.cause), \(explanation.confidence.rawValue))"
      labeled("Cause", cut(Wording.oneLine("in \(explanation.input): " + words)), &page)
    }
  }

  private func unrecognizedHead(_ page: inout Page) {
    page.paragraph(
      cut(Wording.withoutFinding(presented.assessment)), ink: .bold,
      lead: [report.kind.isFailure ? StyledText("? ", .yellow) : StyledText("- ", .dim)], indent: 2)
    if let blame = presented.assessment.blame, let words = Wording.primaryLocation(blame) {
      labeled("Look first", cut(words), &page)
    }
    seen(&page)
    page.blank()
  }

  private func seen(_ page: inout Page) { labeled("Seen", Wording.seen(presented.history), &page) }

  private func labeled(_ label: String, _ words: String, _ page: inout Page) {
    let padding = String(repeating: " ", count: max(labeled - 2 - label.utf8.count, 1))
    page.paragraph(words, lead: [StyledText("  "), StyledText(label, .bold), StyledText(padding)], indent: labeled)
  }

  // MARK: Why

  private func why(_ finding: FindingText, _ page: inout Page) {
    page.line(StyledText("Why", .bold))
    for group in Wording.grouped(finding.witnesses) {
      guard let statement = group.first?.statement else { continue }
      page.paragraph(
        cut(Wording.oneLine(statement)), indent: 2, right: StyledText(cut(Wording.evidence(group), 40), .dim))
    }
    if !finding.cause.isEmpty {
      page.paragraph(
        cut(Wording.oneLine(finding.cause), 4000), indent: 2,
        right: StyledText(finding.certaintyOfCause == .certain ? "follows" : "inferred", .dim))
    }
    ProjectSection(finding).writeWhy(to: &page)
    page.blank()
  }

  /// What the report states, where no pattern explains it.
  private func said(_ page: inout Page) {
    var statements: [(words: String, evidence: StyledText?)] = []
    if let exception = report.exception {
      let type = [exception.type, exception.signal.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
      let words = [type, exception.subtype ?? exception.codesText ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
      if !words.isEmpty { statements.append((words, location(report.lines[.exceptionType]))) }
    }
    if let termination = report.termination {
      let words = [
        termination.namespace, termination.code.map { "code \($0.hexadecimal)" }, termination.indicator,
      ].compactMap { $0 }.joined(separator: ", ")
      if !words.isEmpty { statements.append(("Ended by " + words, location(report.lines[.termination]))) }
    }
    var seen: Set<String> = []
    for message in report.messages where seen.count < Self.mostMessages && seen.insert(message.text).inserted {
      statements.append((message.text, location(message.line)))
    }
    guard !statements.isEmpty else { return facts(&page) }
    page.line(StyledText("The report says", .bold))
    for statement in statements {
      page.paragraph(cut(Wording.oneLine(statement.words)), indent: 2, right: statement.evidence)
    }
    page.blank()
    facts(&page)
  }

  /// What only this kind of report states: a limit, a duration, the largest processes.
  private func facts(_ page: inout Page) {
    guard !report.details.isEmpty else { return }
    page.line(StyledText("Facts", .bold))
    let column = (report.details.map { $0.key.label.utf8.count }.max() ?? 0) + 4
    for detail in report.details {
      let padding = String(repeating: " ", count: column - 2 - detail.key.label.utf8.count)
      let lead = "  " + detail.key.label + padding
      guard case .rows(let rows) = detail.value else {
        page.paragraph(
          cut(DetailWords.value(detail.value)), lead: [StyledText(lead)], indent: column, right: location(detail.line))
        continue
      }
      let shown = style.verbose ? rows.count : min(rows.count, Self.mostRows)
      for (index, row) in rows.prefix(shown).enumerated() {
        let lead = index == 0 ? lead : String(repeating: " ", count: column)
        page.paragraph(cut(DetailWords.row(row)), lead: [StyledText(lead)], indent: column)
      }
      if rows.count > shown {
        page.paragraph("and \(rows.count - shown) more (--verbose)", ink: .dim, indent: column)
      }
    }
    page.blank()
  }

  private func location(_ line: Int?) -> StyledText? { line.map { StyledText("line \($0)", .dim) } }

  // MARK: Stacks

  private func stacks(_ page: inout Page) {
    let raised = report.lastExceptionBacktrace ?? []
    let crashed = report.crashedThread
    var sections: [StackSection] = []
    if !raised.isEmpty {
      sections.append(
        StackSection(
          title: "Stack of the exception", frames: raised, blamed: presented.assessment.blamedFrame, style: style))
    }
    if let crashed, raised.isEmpty || style.verbose { sections.append(section(crashed, isFirst: raised.isEmpty)) }
    if style.verbose {
      for thread in report.threads ?? [] where thread.index != crashed?.index {
        sections.append(section(thread, isFirst: false))
      }
    }
    for section in sections where !section.frames.isEmpty {
      section.write(to: &page)
      page.blank()
    }
  }

  private func section(_ thread: CrashReport.Thread, isFirst: Bool) -> StackSection {
    var title = StackSection.title(of: thread)
    if style.verbose {
      for words in [thread.name, thread.queue].compactMap({ $0 }) where !words.isEmpty { title += ", " + words }
      if thread.crashed { title += ", crashed" }
    }
    return StackSection(
      title: title, frames: thread.frames, omitted: thread.omittedFrames,
      blamed: isFirst ? presented.assessment.blamedFrame : nil, style: style)
  }

  // MARK: Fix, other findings

  private func fix(_ finding: FindingText, _ page: inout Page) {
    let project = ProjectSection(finding)
    guard finding.remedy.count > 1 || !finding.changes.isEmpty || project.hasFix else { return }
    page.line(StyledText("Fix", .bold))
    project.writeFix(to: &page)
    for (index, step) in finding.remedy.dropFirst().enumerated() {
      page.paragraph(cut(Wording.oneLine(step), 2000), lead: [StyledText("  \(index + 2). ")], indent: 5)
    }
    for change in finding.changes {
      page.line(StyledText("  " + change.language, .dim))
      if let before = change.before { code(before, sign: "-", .red, &page) }
      code(change.after, sign: change.before == nil ? " " : "+", .plain, &page)
    }
    page.blank()
  }

  private func code(_ text: String, sign: String, _ ink: TextStyle, _ page: inout Page) {
    for line in Wrapping.codeLines(text) {
      page.line(StyledText("    " + sign + " ", .dim), StyledText(line, sign == "-" ? .dim : .plain))
    }
  }

  private func others(_ page: inout Page) {
    guard findings.count > 1 else { return }
    page.line(StyledText("Also", .bold))
    for finding in findings.dropFirst() {
      page.paragraph(
        cut(Wording.statement(finding)), indent: 2,
        right: StyledText("\(finding.pattern) · \(Wording.confidenceText(finding))", .dim))
    }
    page.blank()
  }

  // MARK: Details, foot

  private func details(_ page: inout Page) {
    ReportDetails(report: report, notes: presented.assessment.notes).write(to: &page)
  }

  private func foot(_ page: inout Page) {
    if let finding = findings.first {
      if !finding.missing.isEmpty {
        let what = report.source.format == "excerpt" ? "Not in this excerpt: " : "Not in this report: "
        page.paragraph(
          cut(finding.missing.map(Wording.oneLine).joined(separator: " "), 2000), lead: [StyledText(what, .bold)],
          indent: 2)
      }
      page.line(StyledText("More: "), StyledText("diagnose explain \(finding.pattern)", .cyan))
    }
    guard let id = presented.id else { return }
    let shown = presented.history?.shortReport ?? String(id.prefix(4))
    var words = "Recorded as report \(shown)"
    if let issue = presented.history?.issue {
      words += " in issue \(presented.history?.shortIssue ?? String(issue.prefix(4)))"
    }
    page.line(StyledText(words + " (--no-database to leave no trace)", .dim))
  }

  /// `text` without what no person reads to the end.
  private func cut(_ text: String, _ columns: Int = 600) -> String {
    guard text.utf8.count > columns else { return text }
    return Wrapping.cut(text, to: columns, ascii: style.ascii)
  }
}
