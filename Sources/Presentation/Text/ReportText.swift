import CrashReports
import Diagnosis
import Documents
import Vocabulary

/// One report as text: five lines with the essentials, then reasons, stack, fix, and what is missing.
struct ReportText {
  private let presented: PresentedReport
  private let report: CrashReport
  private let findings: [FindingText]
  private let style: PresentationStyle

  /// The column at which the text of "Do this" and "Seen" begins.
  private var labeled: Int { findings.first?.remedy.isEmpty == false ? 12 : 15 }
  /// The maximum number of the report's messages that are quoted.
  private static let maxMessages = 5
  /// The maximum number of rows of a table of details.
  private static let maxRows = 5

  init(_ presented: PresentedReport, _ style: PresentationStyle) {
    self.presented = presented
    self.report = presented.assessment.report
    self.findings = presented.findings(style)
    self.style = style
  }

  func write(to renderer: inout TextRenderer) {
    if let finding = findings.first {
      header(finding, &renderer)
      renderer.blank()
      why(finding, &renderer)
      facts(&renderer)
    } else {
      unrecognizedHeader(&renderer)
      reportedFacts(&renderer)
    }
    if let origin = presented.origin { SourceSection(origin).write(to: &renderer) }
    stacks(&renderer)
    SymbolSection(report: report, style: style).write(to: &renderer)
    if let finding = findings.first { fix(finding, &renderer) }
    others(&renderer)
    if style.verbose { details(&renderer) }
    footer(&renderer)
  }

  // MARK: The first five lines

  /// Returns a cross for an error, an exclamation mark for a warning, a question mark for a possible finding.
  private func sign(_ finding: FindingText) -> String {
    if finding.confidence == .possible { return "? " }
    return finding.severity == .error ? "✗ " : "! "
  }

  private func header(_ finding: FindingText, _ renderer: inout TextRenderer) {
    let isError = finding.severity == .error
    renderer.paragraph(
      cut(Wording.headline(finding, in: report)), style: .bold,
      lead: [StyledText(sign(finding), isError ? .red : .yellow)], indent: 2)
    var location: [StyledText] = []
    if let blame = finding.blame {
      if let words = Wording.location(blame) {
        let link = style.hyperlinks?.link(blame.file, line: blame.line)
        location.append(StyledText(cut(words, 60), .bold, link: link))
      }
      if let function = blame.function {
        let room = max(renderer.width - 6 - renderer.columns(location), 24)
        location.append(StyledText(Wrapping.cut(Terminal.escaped(shortened(function)), to: room, ascii: style.ascii)))
      }
      if location.isEmpty, let image = blame.image {
        location.append(StyledText(cut(image + (blame.offset.map { " + \($0)" } ?? ""), 60)))
      }
    }
    if finding.blame == nil, report.kind.isFailure, report.crashedThread?.frames.isEmpty == false {
      location.append(StyledText("no frame of the app's code", .dim))
    }
    // The thread names the component if no function does.
    if finding.blame?.function == nil, report.kind == .crash, report.source.format != "sanitizer",
      let label = report.crashedThread.flatMap(StackSection.label)
    {
      location.append(StyledText("on " + cut(label, 40), .dim))
    }
    let separated = location.enumerated().flatMap { [StyledText("  "), $1] }
    renderer.line(
      separated.isEmpty ? [StyledText(" ")] : separated,
      right: StyledText("\(finding.pattern) · \(Wording.confidenceText(finding))", .dim))
    damage(&renderer)
    metadata(&renderer)
    renderer.blank()
    if let first = finding.remedy.first {
      labeled("Do this", cut(first), &renderer)
    } else if let blame = finding.blame ?? presented.assessment.blame, let words = Wording.primaryLocation(blame) {
      labeled("Look first", cut(words), &renderer)
    }
    seen(&renderer)
    if let explanation = presented.explanation, explanation.symptom == finding.pattern {
      let words = "\(explanation.statement) (\(explanation.cause), \(explanation.confidence.rawValue))"
      labeled("Cause", cut(Wording.oneLine("in \(explanation.input): " + words)), &renderer)
    }
    sameFailure(&renderer)
  }

  /// Which build of which app failed, where and when, as far as the report states it.
  private func metadata(_ renderer: inout TextRenderer) {
    var line = ""
    for part in Wording.metadata(report).map({ cut($0, 120) }) {
      let longer = line.isEmpty ? part : line + " · " + part
      if !line.isEmpty, renderer.columns([StyledText(longer)]) > renderer.width - 4 {
        renderer.paragraph(line, style: .dim, indent: 2)
        line = part
      } else {
        line = longer
      }
    }
    if !line.isEmpty { renderer.paragraph(line, style: .dim, indent: 2) }
  }

  /// What follows may be wrong because the report is not whole.
  private func damage(_ renderer: inout TextRenderer) {
    guard let words = Wording.damage(presented.assessment.notes) else { return }
    renderer.paragraph(cut(words, 300), lead: [StyledText("! ", .yellow)], indent: 2)
  }

  private func sameFailure(_ renderer: inout TextRenderer) {
    for other in presented.sameFailure {
      var words = Terminal.quotedFileName(other.input)
      if let line = other.line { words += ", line \(line)" }
      if let test = other.test { words += ", test \(test)" }
      labeled("Also in", cut(Wording.oneLine("\(words): \(other.reason) (\(other.confidence.rawValue))")), &renderer)
    }
  }

  private func unrecognizedHeader(_ renderer: inout TextRenderer) {
    renderer.paragraph(
      cut(Wording.withoutFinding(presented.assessment)), style: .bold,
      lead: [report.kind.isFailure ? StyledText("? ", .yellow) : StyledText("- ", .dim)], indent: 2)
    damage(&renderer)
    metadata(&renderer)
    if let blame = presented.assessment.blame, let words = Wording.primaryLocation(blame) {
      labeled("Look first", cut(words), &renderer)
    }
    seen(&renderer)
    sameFailure(&renderer)
    renderer.blank()
  }

  private func seen(_ renderer: inout TextRenderer) {
    if let words = RunContext.words(report) { labeled("When", cut(words, 200), &renderer) }
    labeled("Seen", Wording.seen(presented.history), &renderer)
  }

  private func labeled(_ label: String, _ words: String, _ renderer: inout TextRenderer) {
    let padding = String(repeating: " ", count: max(labeled - 2 - label.utf8.count, 1))
    renderer.paragraph(words, lead: [StyledText("  "), StyledText(label, .bold), StyledText(padding)], indent: labeled)
  }

  // MARK: Why

  private func why(_ finding: FindingText, _ renderer: inout TextRenderer) {
    renderer.line(StyledText("Why", .bold))
    for group in Wording.grouped(finding.witnesses) {
      guard let statement = group.first?.statement else { continue }
      renderer.paragraph(
        cut(Wording.oneLine(statement)), indent: 2, right: StyledText(cut(Wording.evidence(group), 40), .dim))
    }
    if !finding.cause.isEmpty {
      renderer.paragraph(
        cut(Wording.oneLine(finding.cause), 4000), indent: 2,
        right: StyledText(finding.certaintyOfCause == .certain ? "follows" : "inferred", .dim))
    }
    ProjectSection(finding).writeWhy(to: &renderer)
    renderer.blank()
  }

  /// Writes what the report states if no pattern explains it.
  private func reportedFacts(_ renderer: inout TextRenderer) {
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
      if !words.isEmpty { statements.append(("Terminated by " + words, location(report.lines[.termination]))) }
    }
    var seen: Set<String> = []
    for message in report.messages where seen.count < Self.maxMessages && seen.insert(message.text).inserted {
      statements.append((message.text, location(message.line)))
    }
    guard !statements.isEmpty else { return facts(&renderer) }
    renderer.line(StyledText("Reported", .bold))
    for statement in statements {
      renderer.paragraph(cut(Wording.oneLine(statement.words)), indent: 2, right: statement.evidence)
    }
    renderer.blank()
    facts(&renderer)
  }

  /// Writes the details of this kind of report: a limit, a duration, the largest processes.
  private func facts(_ renderer: inout TextRenderer) {
    // Bytes of an instruction are evidence, and the finding that they prove cites them.
    let details = report.details.filter { $0.key != .instructionBytes || style.verbose }
    guard !details.isEmpty else { return }
    renderer.line(StyledText("Facts", .bold))
    let column = (details.map { $0.key.label.utf8.count }.max() ?? 0) + 4
    for detail in details {
      let padding = String(repeating: " ", count: column - 2 - detail.key.label.utf8.count)
      let lead = "  " + detail.key.label + padding
      guard case .rows(let rows) = detail.value else {
        renderer.paragraph(
          cut(DetailWords.value(detail.value)), lead: [StyledText(lead)], indent: column, right: location(detail.line))
        continue
      }
      let shown = style.verbose ? rows.count : min(rows.count, Self.maxRows)
      for (index, row) in rows.prefix(shown).enumerated() {
        let lead = index == 0 ? lead : String(repeating: " ", count: column)
        renderer.paragraph(cut(DetailWords.row(row)), lead: [StyledText(lead)], indent: column)
      }
      if rows.count > shown {
        renderer.paragraph("and \(rows.count - shown) more (--verbose)", style: .dim, indent: column)
      }
    }
    renderer.blank()
  }

  private func location(_ line: Int?) -> StyledText? { line.map { StyledText("line \($0)", .dim) } }

  // MARK: Stacks

  private func stacks(_ renderer: inout TextRenderer) {
    let raised = report.raisedStack
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
      section.write(to: &renderer)
      renderer.blank()
    }
  }

  /// The kinds of reports whose marked thread crashed, unless it was sampled. In other reports, no thread crashed.
  private static let kindsWithCrash: Set<CrashReport.Kind> = [.crash, .preview, .watchdog, .unknown]

  private func section(_ thread: CrashReport.Thread, isFirst: Bool) -> StackSection {
    var title = StackSection.title(of: thread)
    if style.verbose {
      for words in [thread.name, thread.queue].compactMap({ $0 }) where !words.isEmpty { title += ", " + words }
      if thread.crashed, thread.samples == nil, Self.kindsWithCrash.contains(report.kind) { title += ", crashed" }
    }
    return StackSection(
      title: title, frames: thread.frames, omitted: thread.omittedFrames,
      blamed: isFirst ? presented.assessment.blamedFrame : nil, style: style)
  }

  // MARK: Fix, other findings

  private func fix(_ finding: FindingText, _ renderer: inout TextRenderer) {
    let project = ProjectSection(finding)
    guard finding.remedy.count > 1 || !finding.changes.isEmpty || project.hasFix else { return }
    if project.hasFix {
      renderer.line(StyledText("Fix", .bold))
      project.writeFix(to: &renderer)
    }
    // The top of the page prints the first step in full.
    if finding.remedy.count > 1 { renderer.line(StyledText("Further steps", .bold)) }
    for (index, step) in finding.remedy.enumerated().dropFirst() {
      renderer.paragraph(cut(Wording.oneLine(step), 2000), lead: [StyledText("  \(index + 1). ")], indent: 5)
    }
    if !finding.changes.isEmpty { renderer.line(StyledText("Example (not your code)", .bold)) }
    for change in finding.changes {
      renderer.line(StyledText("  " + change.language, .dim))
      if let before = change.before { code(before, sign: "-", &renderer) }
      code(change.after, sign: change.before == nil ? " " : "+", &renderer)
    }
    renderer.blank()
  }

  private func code(_ text: String, sign: String, _ renderer: inout TextRenderer) {
    for line in Wrapping.codeLines(text) {
      renderer.line(StyledText("    " + sign + " ", .dim), StyledText(line, sign == "-" ? .dim : .plain))
    }
  }

  private func others(_ renderer: inout TextRenderer) {
    guard findings.count > 1 else { return }
    renderer.line(StyledText("Also", .bold))
    for finding in findings.dropFirst() {
      renderer.paragraph(
        cut(Wording.statement(finding)), indent: 2,
        right: StyledText("\(finding.pattern) · \(Wording.confidenceText(finding))", .dim))
    }
    renderer.blank()
  }

  // MARK: Details, footer

  private func details(_ renderer: inout TextRenderer) {
    ReportDetails(report: report, notes: presented.assessment.notes).write(to: &renderer)
  }

  private func footer(_ renderer: inout TextRenderer) {
    if let finding = findings.first {
      if !finding.missing.isEmpty {
        let what = report.source.format == "excerpt" ? "Not in this excerpt: " : "Not in this report: "
        renderer.paragraph(
          cut(finding.missing.map(Wording.oneLine).joined(separator: " "), 2000), lead: [StyledText(what, .bold)],
          indent: 2)
      }
      renderer.line(StyledText("More: "), StyledText("diagnose explain \(finding.pattern)", .cyan))
    } else {
      let commands = report.knownTerms.map { "diagnose explain \($0)" }
      if !commands.isEmpty {
        renderer.line(StyledText("More: "), StyledText(commands.joined(separator: ", "), .cyan))
      }
    }
    guard let id = presented.id else { return }
    let shown = presented.history?.shortReport ?? String(id.prefix(4))
    var words = "Recorded as report \(shown)"
    if let issue = presented.history?.issue {
      words += " in issue \(presented.history?.shortIssue ?? String(issue.prefix(4)))"
    }
    renderer.line(StyledText(words + " (--no-database to skip recording)", .dim))
  }

  /// Returns `text` shortened to a readable length.
  private func cut(_ text: String, _ columns: Int = 600) -> String {
    guard text.utf8.count > columns else { return text }
    return Wrapping.cut(text, to: columns, ascii: style.ascii)
  }
}
