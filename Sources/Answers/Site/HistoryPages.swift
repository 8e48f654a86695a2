package import CrashReports
import Diagnosis
import Documents
import Foundation
package import History
package import Pages
import Platform
import Signatures
import Trends
package import Vocabulary
import HistoryPresentation
import Presentation
package import Workflow

/// Builds the pages of a history from its store.
package struct HistoryPages: PageSource {
  /// The history, which is open.
  package let store: HistoryStore
  let rules: ImageRules
  /// Returns the current time; fixed if `SOURCE_DATE_EPOCH` is set.
  package let clock: @Sendable () -> Timestamp
  /// Replaces the authors of events, if the pages are redacted.
  package var scrubber: OutputScrubber?
  /// Whether the pages of issues have forms that change them.
  var isEditable = false
  /// What the reports that overview and lists count have or do not have; empty for all.
  let terms: [FilterTerm]

  /// The pages of an open history.
  ///
  /// - Parameters:
  ///   - rules: The image rules, by which frames have roles.
  ///   - clock: Returns the current time.
  ///   - scrubber: Replaces the authors of events; `nil` if nothing is redacted.
  ///   - terms: What the reports that overview and lists count have or do not have; empty for all.
  package init(
    store: HistoryStore, rules: ImageRules, clock: @escaping @Sendable () -> Timestamp,
    scrubber: OutputScrubber? = nil, terms: [FilterTerm] = []
  ) {
    self.terms = terms
    self.store = store
    self.rules = rules
    self.clock = clock
    self.scrubber = scrubber
  }

  /// The trends of the revision that was read last, because most pages show their marks.
  private let trendCache = RevisionCache<TrendReport>()
  /// The trends of all reports, if only some are counted.
  private let completeCache = RevisionCache<TrendReport>()
  /// The associations of all issues of that revision: the error rate is that of all pages together.
  private let associationCache = RevisionCache<[String: [Association]]>()

  /// The number of days in charts, and in the small charts beside an issue.
  private static let days = 90
  private static let shortDays = 30
  /// The number of reports on the page of an issue.
  private static let reportLimit = 10
  /// The maximum number of apps and of patterns that the list of issues offers.
  private static let choiceLimit = 200

  private var now: Timestamp { clock() }

  private func start(_ days: Int) -> Timestamp { Timestamp(seconds: now.seconds - (days - 1) * 86_400) }

  /// The revision of the history, combined with the day, because charts end today.
  package var revision: Int { ((try? store.revision()) ?? 0) &+ now.day }

  /// Which reports are counted, in words.
  package var selection: String? { terms.selectionWords }

  /// Returns the first page.
  package func overview() throws -> OverviewPage {
    let report = try trends()
    let marks = Marks(report)
    let context = TrendSection.Context(compared: report.compared) { $0.date }
    let sections = report.sections.compactMap { section in
      section.section.page.map { page in
        OverviewPage.Section(
          section.section,
          rows: section.rows.prefix(10).map {
            row($0.issue, days: Array($0.daily.suffix(Self.shortDays)), marks, statement: page.statement($0, context))
          },
          others: max(0, section.rows.count - 10))
      }
    }
    return OverviewPage(
      generatedAt: now,
      totals: try terms.isEmpty ? totals() : selectedTotals(),
      days: DailyCounts(
        first: start(Self.days), counts: try daily(), releases: try store.releases(from: start(Self.days), to: now)),
      top: try top(marks), sections: sections,
      weeks: try store.unrecognized(weeks: 12, now: now, terms: terms),
      patterns: Array(try patterns(from: start(Self.days)).prefix(15)))
  }

  private func totals() throws -> OverviewPage.Totals {
    let info = try store.info()
    return .init(
      reports: info?.counted ?? 0, issues: info?.issues ?? 0, apps: try store.appCount(),
      unrecognized: info?.unrecognized ?? 0,
      period: info?.first.flatMap { first in info?.last.map { "\(first.date) to \($0.date)" } } ?? "")
  }

  /// Returns the sums of the selected reports.
  private func selectedTotals() throws -> OverviewPage.Totals {
    let all = FacetScope(since: nil, until: nil, terms: terms)
    let days = try store.counts(by: .day, all)
    var filter = HistoryFilter()
    filter.terms = terms
    let issues = try store.issueCount(filter)
    let apps = Set(try store.counts(by: .build, all).compactMap(\.app)).count
    (filter.isUnrecognized, filter.limit) = (true, 0)
    let unrecognized = try store.issues(filter).reduce(0) { $0 + $1.count }
    let dates = days.compactMap(\.value)
    return .init(
      reports: days.reduce(0) { $0 + $1.count }, issues: issues, apps: apps, unrecognized: unrecognized,
      period: dates.min().flatMap { first in dates.max().map { "\(first) to \($0)" } } ?? "")
  }

  /// Returns the numbers of counted reports on the days of the chart.
  private func daily() throws -> [Int] {
    if terms.isEmpty { return try store.daily(from: start(Self.days), to: now) }
    let first = start(Self.days).day
    let counts = try store.counts(by: .day, scope(from: Timestamp(day: first)))
    let byDate = Dictionary(counts.map { ($0.value ?? "", $0.count) }, uniquingKeysWith: +)
    return (0..<Self.days).map { byDate[Timestamp(day: first + $0).date] ?? 0 }
  }

  /// Returns the counted reports of the complete days from a time to today.
  private func scope(from start: Timestamp) -> FacetScope {
    FacetScope(since: Timestamp(day: start.day), until: Timestamp(day: now.day + 1), terms: terms)
  }

  /// The number of issues in the list of the week.
  private static let topLimit = 5

  /// Returns the issues with most of the selected reports in the last week.
  private func top(_ marks: Marks) throws -> [IssueRow] {
    var filter = HistoryFilter()
    filter.terms = terms
    filter.since = Timestamp(day: now.day - 6)
    filter.limit = Self.topLimit
    let daily = try store.dailyOfIssues(from: start(Self.shortDays), to: now)
    return try store.issues(filter, sortedBy: .count).map { issue in
      row(issue, days: daily[issue.id] ?? [], marks, statement: nil)
    }
  }

  private func patterns(from start: Timestamp) throws -> [OverviewPage.PatternCount] {
    let counts =
      terms.isEmpty
      ? try store.counts(by: .pattern, from: start, to: now) : try store.counts(by: .pattern, scope(from: start))
    return counts.compactMap { count in
      count.value.map {
        OverviewPage.PatternCount(pattern: $0, title: Pattern.with(id: $0)?.title ?? $0, count: count.count)
      }
    }
  }

  private func trends() throws -> TrendReport {
    try trendCache.value(revision) {
      var report = try store.trends(now: now, terms: terms)
      if terms.isEmpty { return report }
      // Rows have the sums of all reports.
      var filter = HistoryFilter()
      (filter.terms, filter.limit) = (terms, 0)
      let counts = Dictionary(try store.issues(filter).map { ($0.id, $0.count) }, uniquingKeysWith: { $1 })
      for section in report.sections.indices {
        for row in report.sections[section].rows.indices {
          let id = report.sections[section].rows[row].issue.id
          report.sections[section].rows[row].issue.count = counts[id] ?? 0
        }
      }
      return report
    }
  }

  /// Returns the trends of all reports, for pages about all reports.
  private func completeTrends() throws -> TrendReport {
    if terms.isEmpty { return try trends() }
    return try completeCache.value(revision) { try store.trends(now: now) }
  }

  private func associations() throws -> [String: [Association]] {
    try associationCache.value(revision) {
      var filter = HistoryFilter()
      filter.limit = 0
      return try store.associations(of: try store.issues(filter, sortedBy: .count))
    }
  }

  /// Returns a page of the list of issues.
  package func issues(_ query: IssueQuery) throws -> IssuesPage {
    var filter = HistoryFilter()
    filter.words = query.words
    filter.state = query.state
    filter.isUnrecognized = query.pattern == IssueQuery.noPattern
    // A choice of the reader does not add reports to the selection.
    var chosen = [FilterTerm](app: query.app, pattern: filter.isUnrecognized ? nil : query.pattern)
    if let build = query.build { chosen.append(FilterTerm(.build, build)) }
    filter.terms = terms + chosen.narrowing
    filter.since = query.since
    filter.until = query.until.map { Timestamp(day: $0.day + 1) }
    let report = try trends()
    let marks = Marks(report)
    var page = IssuesPage(
      generatedAt: now, query: query, total: 0, rows: [],
      patterns: Array(try patterns(from: Timestamp(day: 0)).prefix(Self.choiceLimit)),
      apps: terms.selects(.app) ? [] : try store.apps(limit: Self.choiceLimit))
    func turn(total: Int) {
      page.total = total
      page.pageCount = max(1, (total + IssuesPage.size - 1) / IssuesPage.size)
      page.query.page = min(max(1, query.page), page.pageCount)
      filter.limit = IssuesPage.size
      filter.offset = (page.query.page - 1) * IssuesPage.size
    }
    let daily = try store.dailyOfIssues(from: start(Self.shortDays), to: now, terms: terms)
    // The counts of a section of trends are those of all selected reports.
    var selected = HistoryFilter()
    selected.terms = terms
    if let trend = query.trend {
      let rows = try trendRows(report[trend], filter, of: selected, query.order)
      turn(total: rows.count)
      let context = TrendSection.Context(compared: report.compared) { $0.date }
      page.rows = try rows.dropFirst(filter.offset).prefix(filter.limit).map { row in
        // Rows of a long section have no short ids.
        var issue = try store.issue(row.issue.id) ?? row.issue
        issue.count = row.issue.count
        return self.row(
          issue, days: daily[row.issue.id] ?? [], marks, statement: trend.page?.statement(row, context))
      }
    } else {
      turn(total: try store.issueCount(filter))
      page.rows = try store.issues(filter, sortedBy: query.order).map {
        row($0, days: daily[$0.id] ?? [], marks, statement: nil)
      }
    }
    let devices = try store.devices(
      of: page.rows.map(\.issue), matching: query.trend == nil ? filter : selected)
    for index in page.rows.indices { page.rows[index].issue.devices = devices[page.rows[index].issue.id] }
    return page
  }

  /// Returns the rows of a section that match the filter, in an order of the list.
  ///
  /// - Parameter selected: The reports whose devices are counted.
  private func trendRows(
    _ rows: [TrendReport.Row], _ filter: HistoryFilter, of selected: HistoryFilter, _ order: HistoryFilter.Order
  ) throws -> [TrendReport.Row] {
    let isFiltered =
      !filter.words.isEmpty || filter.state != .all || !filter.terms.isEmpty
      || filter.isUnrecognized || filter.since != nil || filter.until != nil
    let keys = isFiltered ? try store.issueKeys(filter) : nil
    let devices = order == .devices ? try store.devices(of: rows.map(\.issue), matching: selected) : [:]
    return rows.filter { keys?.contains($0.issue.id) ?? true }.sorted { left, right in
      let (a, b) = (left.issue, right.issue)
      switch order {
      case .last: return (b.lastSeen, a.id) < (a.lastSeen, b.id)
      case .first: return (b.firstSeen, a.id) < (a.firstSeen, b.id)
      case .count: return (b.count, a.id) < (a.count, b.id)
      case .devices: return (devices[b.id] ?? 0, a.id) < (devices[a.id] ?? 0, b.id)
      }
    }
  }

  /// Returns the page of an issue; `nil` if there is none with this key.
  package func issue(_ key: String) throws -> IssuePage? {
    guard var issue = try store.issue(key), issue.id == key else { return nil }
    issue.devices = try store.devices(of: [issue])[key]
    var filter = HistoryFilter()
    filter.limit = Self.reportLimit
    let reports = try store.reports(filter, of: issue)
    let relations = try store.relations(of: issue)
    let finding = reports.lazy.compactMap { $0.findings.first }.first
    let trace = reports.first.map { SignatureTrace($0.record.signatureInput, rules: rules) }
    let named = try IssueAnswer.bestNamed(reports, of: issue, store)
    let isLatest = named?.digest == reports.first?.digest
    let shown = isLatest ? trace : named.map { SignatureTrace($0.record.signatureInput, rules: rules) }
    let report = try completeTrends()
    let builds = try store.builds(of: issue)
    let apps = Set(builds.map(\.app))
    let events = try store.events(of: issue)
    var page = IssuePage(
      generatedAt: now, issue: issue, marks: Marks(report).marks(issue), pattern: issue.pattern.map(pattern),
      cause: finding?.cause, remedy: finding?.remedy ?? [],
      statement: statement(of: issue, report),
      variants: try store.spread(of: issue).variants,
      events: events.map(event),
      days: DailyCounts(
        first: start(Self.days), counts: try store.daily(of: issue, from: start(Self.days), to: now),
        releases: try store.releases(from: start(Self.days), to: now).filter { apps.contains($0.app) }),
      builds: builds.suffix(40),
      // Builds have their own table.
      facets: try store.facets(of: issue).filter { $0.facet != .build },
      associations: try associations()[key] ?? [],
      signature: trace.map { signature(of: $0) }, stack: shown.map(stack) ?? [],
      namedReport: isLatest ? nil : named.map(reportRow), reports: reports.map(reportRow),
      storedReports: try store.reportCount(of: issue),
      related: relations.parts.map {
        .init(
          key: issue.id, shortKey: issue.shortID, title: $0.signature, why: "merged into this issue", count: $0.count)
      }
        + relations.related.map {
          .init(key: $0.id, shortKey: $0.shortID, title: $0.title, why: "blames the same function", count: $0.count)
        })
    if isEditable {
      page.editing = .init(
        seen: Self.mark(of: events), latest: IssueEvent.latestChange(events).map(event),
        builds: try store.fixEvidence(in: "", of: issue).latestBuilds)
    }
    return page
  }

  /// Returns the mark of the state of an issue with these events, oldest first.
  static func mark(of events: [IssueEvent]) -> String {
    events.last { $0.what != .regressed }.map { "\($0.issue) \($0.mark)" } ?? "none"
  }

  /// Returns a page of the reports of an issue; `nil` if there is none with this key.
  package func reports(of key: String, page: Int) throws -> ReportsPage? {
    guard let issue = try store.issue(key), issue.id == key else { return nil }
    let total = try store.reportCount(of: issue)
    let pageCount = max(1, (total + ReportsPage.size - 1) / ReportsPage.size)
    let page = min(max(1, page), pageCount)
    var filter = HistoryFilter()
    filter.limit = ReportsPage.size
    filter.offset = (page - 1) * ReportsPage.size
    return ReportsPage(
      generatedAt: now, issue: issue, page: page, pageCount: pageCount, total: total,
      rows: try store.reports(filter, of: issue).map(reportRow))
  }

  /// Returns the table of builds and issues.
  package func builds() throws -> BuildsPage {
    let apps = try store.buildMatrices(builds: 12, issues: 40)
    let marks = Marks(try completeTrends())
    let issues = apps.flatMap(\.rows).map(\.issue)
    return BuildsPage(
      generatedAt: now, apps: apps,
      marks: Dictionary(issues.map { ($0.id, marks.marks($0)) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Returns the page of a report; `nil` if there is none with this ID.
  package func report(_ id: String) throws -> ReportPage? {
    guard
      case .report(let report)? = try store.matches(id).first(where: { if case .report = $0 { true } else { false } })
    else { return nil }
    let trace = SignatureTrace(report.record.signatureInput, rules: rules)
    let record = report.record
    var facts: [ReportPage.Fact] = []
    func fact(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { facts.append(.init(name, value)) }
    }
    for (field, text) in ShownReport(report.presented).values(in: .page) { fact("\(field.title)", text) }
    for (key, label) in record.labels.sorted(by: { $0.key < $1.key }) { fact(key, label.value) }
    fact("File", record.path)
    fact("Digest", report.digest.description)
    return ReportPage(
      generatedAt: now, id: report.issueStatus.report ?? id, shortID: report.issueStatus.shortReport ?? id,
      title: report.headline, at: report.time, isCrashTime: record.crashedAt != nil,
      issue: report.issueStatus.issue.map { key in
        .init(key: key, shortKey: report.issueStatus.shortIssue ?? key, title: trace.signature.title)
      },
      facts: facts, findings: report.findings.map(finding), diagnosis: nil,
      stackTitle: "Stack", stack: stack(trace),
      notes: report.isDamaged ? ["Parts of the report could not be read."] : [])
  }

  /// Returns the page of issues without a pattern.
  package func unrecognized() throws -> UnrecognizedPage {
    let daily = try store.dailyOfIssues(from: start(Self.shortDays), to: now, terms: terms)
    var filter = HistoryFilter()
    filter.terms = terms
    filter.isUnrecognized = true
    filter.limit = IssuesPage.size
    var issues = try store.issues(filter, sortedBy: .count)
    try store.countDevices(of: &issues, matching: filter)
    let marks = Marks(try trends())
    return UnrecognizedPage(
      generatedAt: now,
      weeks: try store.unrecognized(weeks: 26, now: now, terms: terms),
      rows: issues.map { row($0, days: daily[$0.id] ?? [], marks, statement: nil) },
      others: max(0, try store.issueCount(filter) - issues.count))
  }
}

extension HistoryPages {
  private func row(_ issue: StoredIssue, days: [Int], _ marks: Marks, statement: String?) -> IssueRow {
    IssueRow(issue, marks: marks.marks(issue), days: days, statement: statement)
  }

  private func reportRow(_ report: StoredReport) -> IssuePage.ReportRow {
    let values = ShownReport(report.presented).values(in: .pageTable).map { ($0.field.name, $0.text) }
    return IssuePage.ReportRow(
      id: report.issueStatus.report ?? "", shortID: report.issueStatus.shortReport ?? "", at: report.time,
      values: Dictionary(values, uniquingKeysWith: { first, _ in first }))
  }

  private func event(_ event: IssueEvent) -> IssuePage.Event {
    .init(
      at: event.at, what: event.words, by: event.by.isEmpty ? nil : scrubber?.author(event.by) ?? event.by,
      note: event.note.isEmpty ? nil : event.note)
  }

  private func pattern(_ id: String) -> PagePattern { PagePattern(id: id, title: Pattern.with(id: id)?.title ?? id) }

  private func finding(_ finding: FindingText) -> ReportPage.Finding {
    .init(
      pattern: finding.pattern, headline: finding.headline, confidence: finding.confidence.rawValue,
      certaintyOfCause: finding.certaintyOfCause.rawValue,
      location: finding.blame.flatMap { blame in
        [blame.function, blame.file.map { $0 + (blame.line.map { ":\($0)" } ?? "") }].compactMap { $0 }
          .joined(separator: "  ")
      },
      cause: finding.cause, remedy: finding.remedy,
      witnesses: finding.witnesses.map {
        .init(statement: $0.statement, text: $0.text, line: $0.line, isInferred: $0.kind == .inferred)
      })
  }

  /// Returns the section of an issue and the sentence about its numbers.
  private func statement(of issue: StoredIssue, _ report: TrendReport) -> String? {
    for section in report.sections {
      guard let row = section.rows.first(where: { $0.issue.id == issue.id }) else { continue }
      return section.section.title + ": " + TrendWording.sentence(row.assessment)
    }
    return nil
  }

  private func signature(of trace: SignatureTrace) -> IssuePage.Signature {
    let signature = trace.signature
    // The first three lines are the layout, the level and the kind; `-` means that there is no lead.
    return .init(
      kind: signature.kind, title: signature.title,
      parts: signature.lines(.default).dropFirst(3).filter { $0 != "-" }, version: Signature.currentVersion)
  }

  private func stack(_ trace: SignatureTrace) -> [ReportPage.Frame] {
    trace.frames.prefix(200).map { frame(of: $0, trace) }
  }

  private func frame(of frame: SignatureTrace.Frame, _ trace: SignatureTrace) -> ReportPage.Frame {
    .init(
      position: frame.position, image: frame.image ?? frame.writtenImage,
      function: frame.written.isEmpty ? nil : frame.written,
      location: frame.sourceFile.map { $0 + (frame.line.map { ":\($0)" } ?? "") }, role: frame.role.onPage,
      isOwn: frame.role == .app, isBlamed: frame.position == trace.chosen.first && !trace.isFallback)
  }
}

/// A value that is computed from one revision of a history.
private final class RevisionCache<Value: Sendable>: Sendable {
  private let cached = Guarded<(revision: Int, value: Value)?>(nil)

  /// Returns the value of a revision, which is computed if it is not that of the last call.
  func value<Fault: Error>(_ revision: Int, _ read: () throws(Fault) -> Value) throws(Fault) -> Value {
    try cached.withLock { cached throws(Fault) in
      if let cached, cached.revision == revision { return cached.value }
      let value = try read()
      cached = (revision, value)
      return value
    }
  }
}

extension FrameRole {
  /// The role in plain words.
  fileprivate var onPage: ReportPage.Frame.Role {
    switch self {
    case .app: .init("app", "code of the app or of its libraries")
    case .system: .init("system", "code of the operating system")
    case .host: .init("host", "the program that runs the app's code, such as a test runner or Xcode")
    case .machinery: .init("internals", "how a framework or runtime reports or handles a failure; not the cause")
    case .glue: .init("call-through", "only passes a call on")
    case .loader: .init("loader", "loads images and runs their initializers")
    case .unknown: .init("unknown", "not in a known image")
    }
  }
}

/// The marks beside an issue's title.
private struct Marks {
  /// The keys of the issues in each section whose title is used as a mark.
  private let issues: [(section: TrendSection, keys: Set<String>)]

  init(_ report: TrendReport?) {
    let marked = report?.sections.filter { $0.section.page?.isMark == true } ?? []
    issues = marked.map { ($0.section, Set($0.rows.map(\.issue.id))) }
  }

  func marks(_ issue: StoredIssue) -> [IssueMark] {
    let sections = issues.filter { $0.keys.contains(issue.id) }.map(\.section)
    var marks: [IssueMark] = []
    if issue.isNew, issue.regressedAt == nil { marks.append(.init(.new)) }
    if let build = issue.regressedIn { marks.append(.init(.regressed, note: build.isEmpty ? nil : "in \(build)")) }
    marks += sections.filter { $0 != .new && $0 != .regressed }.map { IssueMark($0) }
    if issue.state == "resolved" {
      marks.append(.resolved(note: issue.resolvedIn.flatMap { $0.isEmpty ? nil : "in \($0)" }))
    }
    if issue.state == "ignored" { marks.append(.ignored()) }
    if issue.pattern == nil { marks.append(.unrecognized()) }
    return marks
  }
}
