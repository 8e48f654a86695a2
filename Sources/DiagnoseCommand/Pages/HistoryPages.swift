import CrashReports
import Diagnosis
import Foundation
import History
import Pages
import Signatures
import Trends
import Vocabulary
import HistoryPresentation
import Presentation

/// Builds the pages of a history from its store.
struct HistoryPages: PageSource {
  let store: HistoryStore
  let rules: ImageRules
  /// Returns the current time; fixed if `SOURCE_DATE_EPOCH` is set.
  let clock: @Sendable () -> Timestamp
  /// Replaces the authors of events, if the pages are redacted.
  var scrubber: OutputScrubber?

  /// The number of days in charts, and in the small charts beside an issue.
  private static let days = 90
  private static let shortDays = 30
  /// The maximum number of issues with pages, which limits the output for a history of a million reports.
  static let issueLimit = 2000
  static let reportLimit = 8

  private var now: Timestamp { clock() }

  private func start(_ days: Int) -> Timestamp { Timestamp(seconds: now.seconds - (days - 1) * 86_400) }

  /// The revision of the history, combined with the day, because charts end today.
  var revision: Int { ((try? store.revision()) ?? 0) &+ now.day }

  func overview() throws -> OverviewPage {
    let report = try store.trends(now: now)
    let info = try store.info()
    let daily = try store.daily(from: start(Self.days), to: now)
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
    let patterns = try store.counts(by: .pattern, from: start(Self.days), to: now)
    return OverviewPage(
      title: "Failures", generatedAt: now,
      totals: .init(
        reports: info?.counted ?? 0, issues: info?.issues ?? 0, apps: try store.appCount(),
        unrecognized: info?.unrecognized ?? 0,
        period: info?.first.flatMap { first in info?.last.map { "\(first.date) to \($0.date)" } } ?? ""),
      days: DailyCounts(first: start(Self.days), counts: daily),
      sections: sections,
      weeks: try store.unrecognized(weeks: 12, now: now),
      patterns: patterns.compactMap { count in
        count.value.map {
          OverviewPage.PatternCount(pattern: $0, title: Pattern.with(id: $0)?.title ?? $0, count: count.count)
        }
      }.prefix(15).map { $0 })
  }

  func issues(page: Int) throws -> IssuesPage {
    let all = try listed()
    let count = max(1, (all.count + IssuesPage.size - 1) / IssuesPage.size)
    let page = min(max(1, page), count)
    let daily = try store.dailyOfIssues(from: start(Self.shortDays), to: now)
    let marks = Marks(nil)
    let first = (page - 1) * IssuesPage.size
    return IssuesPage(
      generatedAt: now, page: page, pageCount: count, total: all.count, order: "latest first",
      rows: all[first..<min(all.count, first + IssuesPage.size)].map {
        row($0, days: daily[$0.id] ?? [], marks, statement: nil)
      })
  }

  func issue(_ key: String) throws -> IssuePage? {
    guard let issue = try store.issue(key), issue.id == key else { return nil }
    var filter = HistoryFilter()
    filter.limit = Self.reportLimit
    let reports = try store.reports(filter, of: issue)
    let relations = try store.relations(of: issue)
    let finding = reports.lazy.compactMap { $0.findings.first }.first
    let signature = reports.first.map { Signature($0.record.signatureInput, rules: rules) }
    return IssuePage(
      generatedAt: now, issue: issue, marks: Marks(nil).marks(issue), pattern: issue.pattern.map(pattern),
      cause: finding?.cause, remedy: finding?.remedy ?? [], variants: try store.spread(of: issue).variants,
      events: try store.events(of: issue).map(event),
      days: DailyCounts(first: start(Self.days), counts: try store.daily(of: issue, from: start(Self.days), to: now)),
      builds: try store.builds(of: issue).suffix(40),
      // Builds have their own table.
      facets: try store.facets(of: issue).filter { $0.facet != .build },
      signature: signature.map { .init(kind: $0.kind, title: $0.title, lines: $0.lines(.default)) },
      reports: reports.map(reportRow),
      related: relations.parts.map {
        .init(
          key: issue.id, shortKey: issue.shortID, title: $0.signature, why: "merged into this issue", count: $0.count)
      }
        + relations.related.map {
          .init(key: $0.id, shortKey: $0.shortID, title: $0.title, why: "blames the same function", count: $0.count)
        })
  }

  func builds() throws -> BuildsPage {
    let apps = try store.buildMatrices(builds: 12, issues: 40)
    let marks = Marks(nil)
    let issues = apps.flatMap(\.rows).map(\.issue)
    return BuildsPage(
      generatedAt: now, apps: apps,
      marks: Dictionary(issues.map { ($0.id, marks.marks($0)) }, uniquingKeysWith: { first, _ in first }))
  }

  func report(_ id: String) throws -> ReportPage? {
    guard
      case .report(let report)? = try store.matches(id).first(where: { if case .report = $0 { true } else { false } })
    else { return nil }
    let trace = SignatureTrace(report.record.signatureInput, rules: rules)
    let record = report.record
    var facts: [ReportPage.Fact] = []
    func fact(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { facts.append(.init(name, value)) }
    }
    fact("App", report.assessment.report.appText)
    fact("System", record.os)
    fact("Device", record.device)
    fact("Exception", [record.exception, record.signal].compactMap { $0 }.joined(separator: " "))
    fact("Termination", record.termination)
    fact("Crashed", record.crashed?.asWritten)
    fact("Incident", record.incident)
    fact("Format", record.format)
    for (key, label) in record.labels.sorted(by: { $0.key < $1.key }) { fact(key, label.value) }
    fact("File", record.path)
    fact("Digest", report.digest.description)
    return ReportPage(
      generatedAt: now, id: report.issueStatus.report ?? id, shortID: report.issueStatus.shortReport ?? id,
      title: report.headline, at: report.time,
      issue: report.issueStatus.issue.map { key in
        .init(key: key, shortKey: report.issueStatus.shortIssue ?? key, title: trace.signature.title)
      },
      facts: facts, findings: report.findings.map(finding), diagnosis: nil,
      stackTitle: "Stack", stack: trace.frames.prefix(200).map { frame(of: $0, trace) },
      notes: report.isDamaged ? ["Parts of the report could not be read."] : [])
  }

  func unrecognized() throws -> UnrecognizedPage {
    let daily = try store.dailyOfIssues(from: start(Self.shortDays), to: now)
    let all = try listed().filter { $0.pattern == nil }
    let marks = Marks(nil)
    return UnrecognizedPage(
      generatedAt: now,
      weeks: try store.unrecognized(weeks: 26, now: now),
      rows: all.prefix(200).map { row($0, days: daily[$0.id] ?? [], marks, statement: nil) },
      others: max(0, all.count - 200))
  }

  func links() throws -> (issues: [String], reports: [String]) {
    let issues = try listed()
    var filter = HistoryFilter()
    filter.limit = Self.reportLimit
    let reports = try issues.flatMap { try store.reports(filter, of: $0).compactMap(\.issueStatus.report) }
    return (issues.map(\.id), reports)
  }

  private func listed() throws -> [StoredIssue] {
    var filter = HistoryFilter()
    filter.limit = Self.issueLimit
    return try store.issues(filter, sortedBy: .last)
  }
}

extension HistoryPages {
  private func row(_ issue: StoredIssue, days: [Int], _ marks: Marks, statement: String?) -> IssueRow {
    IssueRow(issue, marks: marks.marks(issue), days: days, statement: statement)
  }

  private func reportRow(_ report: StoredReport) -> IssuePage.ReportRow {
    let record = report.record
    return IssuePage.ReportRow(
      id: report.issueStatus.report ?? "", shortID: report.issueStatus.shortReport ?? "", at: report.time,
      app: record.process ?? record.bundleID, build: record.build ?? record.version, system: record.os,
      device: record.device, machine: report.labels["machine"])
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

  private func frame(of frame: SignatureTrace.Frame, _ trace: SignatureTrace) -> ReportPage.Frame {
    .init(
      position: frame.position, image: frame.image ?? frame.writtenImage,
      function: frame.written.isEmpty ? nil : frame.written,
      location: frame.sourceFile.map { $0 + (frame.line.map { ":\($0)" } ?? "") }, role: frame.role.rawValue,
      isOwn: frame.role == .app, isBlamed: frame.position == trace.chosen.first && !trace.isFallback)
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
