import CrashReports
import Diagnosis
import Documents
package import History
import Presentation
package import Signatures
import Trends
import Vocabulary

extension HistoryPage {
  /// The column of values.
  private static let column = 11

  /// Returns everything about an issue: what happened and what to do, then its history, its stack, its reports.
  package func issue(_ story: IssueStory) -> String {
    let issue = story.issue
    var renderer = TextRenderer(style)
    renderer.paragraph(
      issue.title, style: .bold, lead: [StyledText(issue.shortID + "  ", .cyan)], indent: 2,
      right: state(issue).map { StyledText($0.text, $0.style) })
    let finding = story.reports.lazy.compactMap(\.findings.first).first
    entry("pattern", finding.map(Self.pattern) ?? issue.pattern ?? "not recognized", &renderer)
    entry("at", finding?.blame.map(Self.place) ?? issue.location, &renderer)
    entry("do this", finding?.remedy.first, &renderer)
    renderer.blank()
    entry("reports", sums(story), &renderer)
    entry("first", clock.dateAndTime(issue.firstSeen), &renderer)
    entry("last", clock.dateAndTime(issue.lastSeen), &renderer)
    entry("30 days", Sparkline.text(story.daily, ascii: style.ascii), &renderer)
    for (facet, counts) in story.values { entry(facet.title.lowercased(), Self.values(counts), &renderer) }
    for (index, association) in story.associations.enumerated() {
      entry(index == 0 ? "unusual" : "", association.sentence, &renderer)
    }
    entry("note", issue.note, &renderer)
    copyable("key", "v\(Signature.currentVersion) \(issue.kind)  \(issue.signature)  \(issue.id)", &renderer)
    for part in story.relations.parts {
      entry(
        "with", "\(part.key)  \(part.kind)  \(countText(part.count, "report")): \(Self.reason(part.reason))", &renderer)
    }
    if !story.relations.related.isEmpty {
      let ids = story.relations.related.prefix(5).map { "\($0.shortID) (\($0.kind))" }.joined(separator: ", ")
      entry("see", ids + ": same blamed function", &renderer)
    }
    for event in story.events { renderer.paragraph(self.event(event), indent: 2) }
    if let trace = story.stack, !trace.frames.isEmpty {
      renderer.blank()
      stack(trace, of: story.stackReport).write(to: &renderer)
    }
    for facet in story.facets {
      renderer.blank()
      summary(facet, &renderer)
    }
    guard !story.reports.isEmpty else { return renderer.text }
    renderer.blank()
    return renderer.text + rows(of: story)
  }

  /// Adds a value that people copy behind its name, on one line.
  private func copyable(_ name: String, _ value: String?, _ renderer: inout TextRenderer) {
    guard let value, !value.isEmpty else { return }
    renderer.line(StyledText("  " + name.padded(to: Self.column - 2), .dim), StyledText(value))
  }

  /// Adds a value behind its name, wrapped; nothing for an empty value.
  private func entry(_ name: String, _ value: String?, _ renderer: inout TextRenderer) {
    guard let value, !value.isEmpty else { return }
    renderer.paragraph(
      value, lead: [StyledText("  " + name.padded(to: Self.column - 2), .dim)], indent: Self.column)
  }

  static func pattern(_ finding: FindingText) -> String {
    "\(finding.pattern) (\(finding.confidence.rawValue), cause \(finding.certaintyOfCause.rawValue))"
  }

  static func place(_ blame: Blame) -> String {
    [blame.function, blame.file.map { $0 + (blame.line.map { ":\($0)" } ?? "") }].compactMap { $0 }
      .joined(separator: "  ")
  }

  /// Returns the most frequent values with their counts.
  static func values(_ counts: [FacetCount]) -> String {
    let sorted = zip(FacetCount.names(counts), counts).sorted { $0.1.count > $1.1.count }
    guard sorted.contains(where: { $0.0 != nil }) else { return "" }
    var parts = sorted.prefix(4).map { name, row in "\(name ?? "not stated") (\(TrendWording.grouped(row.count)))" }
    if sorted.count > 4 { parts.append("\(sorted.count - 4) more") }
    return parts.joined(separator: ", ")
  }

  func sums(_ story: IssueStory) -> String {
    let spread = story.spread
    let others = [
      (spread.variants, "variant"), (story.issue.devices ?? 0, "device"), (spread.machines, "machine"),
      (spread.devices, "model"), (spread.systems, "system"),
    ]
    let words = others.filter { $0.0 > 0 }.map { countText($0.0, $0.1) }
    return TrendWording.grouped(story.issue.count) + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
  }

  /// Returns the stack of a report as its signature was computed from it.
  ///
  /// - Parameter report: The report; `nil` for the latest one.
  func stack(_ trace: SignatureTrace, of report: String?) -> StackSection {
    let frames = trace.frames.map { stored in
      var frame = CrashReport.Frame(index: stored.position)
      frame.image = stored.image ?? stored.writtenImage
      frame.symbol = stored.written.isEmpty ? nil : .init(name: stored.written)
      frame.source = stored.sourceFile.map { SourceLocation(file: $0, line: stored.line) }
      frame.inlined = stored.isInlined
      frame.role = stored.role
      return frame
    }
    return StackSection(
      title: report.map { "Stack of report \($0), which names most functions" } ?? "Stack of the latest report",
      frames: frames, blamed: trace.isFallback ? nil : trace.chosen.first,
      style: style)
  }

  /// Returns the latest reports with what differs between them.
  private func rows(of story: IssueStory) -> String {
    let fields = ShownField.shown(in: .table)
    var table = TextTable(["REPORT", "TIME"] + fields.map { "\($0.title)".uppercased() } + ["NOTE"], style)
    table.wide = 2
    for report in story.reports {
      let shown = ShownReport(report.presented)
      var notes: [String] = []
      if report.issueStatus.variantOf != nil { notes.append("variant") }
      if report.isDamaged { notes.append("damaged") }
      table.add(
        [report.issueStatus.shortReport ?? "", clock.dateAndTime(report.time)]
          + fields.map { $0.text(shown) ?? "" } + [notes.joined(separator: ", ")])
    }
    let rest = story.issue.count + story.spread.variants - story.reports.count
    guard rest > 0 else { return table.text }
    return table.text
      + "\(TrendWording.grouped(rest)) earlier: diagnose history list --reports --issue \(story.issue.shortID)\n"
  }

  /// Returns everything that is stored of a report.
  package func report(_ report: StoredReport) -> String {
    let read = report.assessment.report
    var renderer = TextRenderer(style)
    renderer.paragraph(
      report.headline, style: .bold, lead: [StyledText((report.issueStatus.shortReport ?? "") + "  ", .cyan)], indent: 2
    )
    func line(_ name: String, _ value: String?) { entry(name, value, &renderer) }
    for finding in report.findings {
      line("pattern", Self.pattern(finding))
      line("at", finding.blame.map(Self.place))
      line("do this", finding.remedy.first)
    }
    for (field, text) in ShownReport(report.presented).values(in: .details) {
      line("\(field.title)".lowercased(), text)
    }
    line("crashed", read.times?.crashed?.readable)
    line("recorded", clock.dateAndTime(report.seenAt))
    line("issue", "\(report.issueStatus.shortIssue ?? "") (\(countText(report.issueStatus.count ?? 0, "report")))")
    line("variant", report.issueStatus.variantOf.map { "of report \($0); not counted again" })
    if report.isDamaged { line("damaged", "parts of the report could not be read") }
    copyable("incident", read.incident, &renderer)
    line("labels", report.labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", "))
    copyable("file", report.path, &renderer)
    copyable("digest", report.digest.description, &renderer)
    return renderer.text
  }
}

/// The contents of the page of an issue.
package struct IssueStory {
  /// The issue, with the totals of all its reports.
  package var issue: StoredIssue
  /// The number of variants, systems, devices and machines of its reports.
  package var spread: IssueSpread
  /// Its latest reports, the latest first.
  package var reports: [StoredReport]
  /// The changes of its state, as `HistoryStore.events(of:)` lists them.
  package var events: [IssueEvent]
  /// The issues merged into it, and the issues that blame the same function.
  package var relations: IssueRelations
  /// The number of reports on each of the last 30 days.
  package var daily: [Int]
  /// How often each value of the most important facets occurs, for the summary.
  package var values: [(facet: Facet, counts: [FacetCount])]
  /// The values that its reports have in common; empty unless requested.
  package var facets: [FacetTable]

  /// The values that are more or less frequent than in other issues.
  package var associations: [Association]

  /// The stack of the report that names most functions, else of the latest; `nil` if it has no reports.
  package var stack: SignatureTrace?
  /// The short ID of the report of the stack; `nil` if it is the latest one.
  package var stackReport: String?
  /// The section of trends that contains the issue; `nil` if none does, or it was not requested.
  package var trend: TrendSection?

  /// Creates a story from its parts.
  package init(
    issue: StoredIssue, spread: IssueSpread, reports: [StoredReport], events: [IssueEvent], relations: IssueRelations,
    daily: [Int], values: [(facet: Facet, counts: [FacetCount])], facets: [FacetTable],
    associations: [Association] = [], stack: SignatureTrace?
  ) {
    self.issue = issue
    self.spread = spread
    self.reports = reports
    self.events = events
    self.relations = relations
    self.daily = daily
    self.values = values
    self.facets = facets
    self.associations = associations
    self.stack = stack
  }
}
