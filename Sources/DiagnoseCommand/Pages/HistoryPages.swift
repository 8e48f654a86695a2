import CrashReports
import Diagnosis
import Foundation
import History
import Pages
import Presentation
import Signatures
import Trends
import Vocabulary

/// The pages of a history, filled from its store.
struct HistoryPages: PageSource {
  let store: HistoryStore
  let rules: ImageRules
  /// The clock, which may be fixed.
  let clock: @Sendable () -> History.Timestamp

  /// Days that charts show, and the short bars beside an issue.
  private static let days = 90
  private static let shortDays = 30
  /// Issues that have pages: enough for people, and a bound for a history of a million reports.
  static let issueLimit = 2000
  static let reportLimit = 8

  private var now: History.Timestamp { clock() }
  private var generatedAt: PageTime { PageTime(seconds: now.seconds) }

  private func start(_ days: Int) -> History.Timestamp { History.Timestamp(seconds: now.seconds - (days - 1) * 86_400) }

  /// Charts end today, so a new day is another page.
  var revision: Int { ((try? store.revision()) ?? 0) &+ now.day }

  func overview() throws -> OverviewPage {
    let report = try store.trends(now: now)
    let info = try store.info()
    let daily = try store.daily(from: start(Self.days), to: now)
    let marks = Marks(report, now: now)
    func section(_ kind: OverviewPage.Section.Kind, _ rows: [TrendReport.Row], _ words: (TrendReport.Row) -> String)
      -> OverviewPage.Section
    {
      OverviewPage.Section(
        kind,
        rows: rows.prefix(10).map {
          row($0.issue, days: Array($0.daily.suffix(Self.shortDays)), marks, statement: words($0))
        },
        others: max(0, rows.count - 10))
    }
    let weeks = try store.unrecognised(weeks: 12, now: now)
    let patterns = try store.counts(by: .pattern, from: start(Self.days), to: now)
    return OverviewPage(
      title: "Failures", generatedAt: generatedAt,
      totals: .init(
        reports: info?.counted ?? 0, issues: info?.issues ?? 0, apps: try store.appCount(),
        unrecognised: info?.unrecognised ?? 0,
        period: info?.first.flatMap { first in info?.last.map { "\(first.date) to \($0.date)" } } ?? ""),
      days: DailyCounts(first: PageDay(number: start(Self.days).day), counts: daily),
      sections: [
        section(.new, report.new) { "first seen \($0.issue.firstSeen.date)" + build($0.issue.firstBuild) },
        section(.regressed, report.regressed) { row in
          "fixed\(build(row.issue.resolvedIn)), back\(build(row.issue.regressedIn))"
        },
        section(.growing, report.growing) { TrendWording.sentence($0.assessment) },
        section(.watch, report.watch) { TrendWording.sentence($0.assessment) },
        section(.tooFew, report.tooFew) { TrendWording.sentence($0.assessment) },
        section(.gone, report.gone) { row in
          if let builds = row.buildsSinceLast, builds >= buildsUntilGone { return "none in \(builds) builds that ran" }
          return "none since \(row.issue.lastSeen.date)"
        },
      ],
      weeks: weeks.map {
        WeekCount(first: PageDay(number: $0.monday.day), unrecognised: $0.unrecognised, total: $0.reports)
      },
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
    let marks = Marks(nil, now: now)
    let first = (page - 1) * IssuesPage.size
    return IssuesPage(
      generatedAt: generatedAt, page: page, pageCount: count, total: all.count, order: "latest first",
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
    let finding = reports.lazy.compactMap { $0.assessment.findings.first }.first
    let facets = try store.facets(of: issue).filter { $0.facet != .build }
    let builds = try store.builds(of: issue)
    let signature = reports.first.map { Signature($0.record.signatureInput, rules: rules) }
    return IssuePage(
      generatedAt: generatedAt, key: issue.id, shortKey: issue.shortID, title: issue.title,
      marks: Marks(nil, now: now).marks(issue), pattern: issue.pattern.flatMap(pattern), cause: finding?.cause,
      remedy: finding?.remedy ?? [], place: issue.place, statement: nil, count: issue.count,
      variants: try store.spread(of: issue).variants, firstSeen: time(issue.firstSeen), lastSeen: time(issue.lastSeen),
      firstBuild: issue.firstBuild, lastBuild: issue.lastBuild, events: try store.events(of: issue).map(event),
      days: DailyCounts(
        first: PageDay(number: start(Self.days).day),
        counts: try store.daily(of: issue, from: start(Self.days), to: now)),
      builds: builds.suffix(40).map { .init(build: $0.build, version: $0.version, count: $0.count) },
      facets: facets.map { table in
        .init(
          title: table.facet.title,
          values: table.rows.prefix(12).map { .init($0.value ?? "not stated", count: $0.count) },
          others: max(0, table.rows.count - 12))
      },
      signature: signature.map { .init(kind: $0.kind, title: $0.title, lines: $0.lines(.default)) },
      reports: reports.map(reportRow),
      related: relations.parts.map {
        .init(key: issue.id, shortKey: issue.shortID, title: $0.signature, why: "a part of this issue", count: $0.count)
      }
        + relations.related.map {
          .init(key: $0.id, shortKey: $0.shortID, title: $0.title, why: "blames the same function", count: $0.count)
        })
  }

  func builds() throws -> BuildsPage {
    let matrices = try store.buildMatrices(builds: 12, issues: 40)
    let marks = Marks(nil, now: now)
    return BuildsPage(
      generatedAt: generatedAt,
      apps: matrices.map { matrix in
        .init(
          app: matrix.app,
          builds: matrix.builds.map {
            .init(
              build: $0.build, version: $0.version, firstSeen: PageTime(seconds: $0.firstSeen.seconds), new: $0.new,
              known: $0.known, unrecognised: $0.unrecognised)
          },
          rows: matrix.rows.map {
            .init(
              key: $0.issue.id, shortKey: $0.issue.shortID, title: $0.issue.title, place: $0.issue.place,
              marks: marks.marks($0.issue), counts: $0.counts)
          }, others: matrix.others)
      })
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
      generatedAt: generatedAt, id: report.standing.report ?? id, shortID: report.standing.shortReport ?? id,
      title: report.headline, at: time(report.time),
      issue: report.standing.issue.map { key in
        .init(key: key, shortKey: report.standing.shortIssue ?? key, title: trace.signature.title)
      },
      facts: facts, findings: report.assessment.findings.map(finding), diagnosis: nil,
      stackTitle: "Stack", stack: trace.frames.prefix(200).map { frame(of: $0, trace) },
      notes: report.isDamaged ? ["Parts of the report could not be read."] : [])
  }

  func unrecognised() throws -> UnrecognisedPage {
    let weeks = try store.unrecognised(weeks: 26, now: now)
    let daily = try store.dailyOfIssues(from: start(Self.shortDays), to: now)
    let all = try listed().filter { $0.pattern == nil }
    let marks = Marks(nil, now: now)
    return UnrecognisedPage(
      generatedAt: generatedAt,
      weeks: weeks.map {
        WeekCount(first: PageDay(number: $0.monday.day), unrecognised: $0.unrecognised, total: $0.reports)
      },
      rows: all.prefix(200).map { row($0, days: daily[$0.id] ?? [], marks, statement: nil) },
      others: max(0, all.count - 200))
  }

  func links() throws -> (issues: [String], reports: [String]) {
    let issues = try listed()
    var filter = HistoryFilter()
    filter.limit = Self.reportLimit
    let reports = try issues.flatMap { try store.reports(filter, of: $0).compactMap(\.standing.report) }
    return (issues.map(\.id), reports)
  }

  private func listed() throws -> [StoredIssue] {
    var filter = HistoryFilter()
    filter.limit = Self.issueLimit
    return try store.issues(filter, sortedBy: .last)
  }
}

extension HistoryPages {
  private func time(_ time: History.Timestamp) -> PageTime { PageTime(seconds: time.seconds) }

  private func build(_ name: String?) -> String { name.map { $0.isEmpty ? "" : " in \($0)" } ?? "" }

  private func row(_ issue: StoredIssue, days: [Int], _ marks: Marks, statement: String?) -> IssueRow {
    IssueRow(
      key: issue.id, shortKey: issue.shortID, title: issue.title, pattern: issue.pattern, place: issue.place,
      marks: marks.marks(issue), count: issue.count, firstSeen: time(issue.firstSeen), lastSeen: time(issue.lastSeen),
      firstBuild: issue.firstBuild, lastBuild: issue.lastBuild, days: days, statement: statement)
  }

  private func reportRow(_ report: StoredReport) -> IssuePage.ReportRow {
    let record = report.record
    return IssuePage.ReportRow(
      id: report.standing.report ?? "", shortID: report.standing.shortReport ?? "", at: time(report.time),
      app: record.process ?? record.bundleID, build: record.build ?? record.version, system: record.os,
      device: record.device, machine: report.labels["machine"])
  }

  private func event(_ event: IssueEvent) -> IssuePage.Event {
    .init(
      at: time(event.at), what: event.words, by: event.by.isEmpty ? nil : event.by,
      note: event.note.isEmpty ? nil : event.note)
  }

  private func pattern(_ id: String) -> PagePattern? {
    guard let pattern = Pattern.with(id: id) else { return PagePattern(id: id, title: id) }
    return PagePattern(id: id, title: pattern.title)
  }

  private func finding(_ finding: Finding) -> ReportPage.Finding {
    .init(
      pattern: finding.pattern, headline: finding.headline, confidence: finding.confidence.rawValue,
      certaintyOfCause: finding.certaintyOfCause.rawValue,
      place: finding.blame.flatMap { blame in
        [blame.function, blame.file.map { $0 + (blame.line.map { ":\($0)" } ?? "") }].compactMap { $0 }
          .joined(separator: "  ")
      },
      cause: finding.cause, remedy: finding.remedy,
      witnesses: finding.witnesses.map {
        .init(says: $0.says, text: $0.text, line: $0.line, isInferred: $0.kind == .inferred)
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

/// Words beside an issue's title.
private struct Marks {
  private let now: History.Timestamp
  private var growing: Set<String> = []
  private var watched: Set<String> = []
  private var new: Set<String> = []

  init(_ report: TrendReport?, now: History.Timestamp) {
    self.now = now
    guard let report else { return }
    growing = Set(report.growing.map(\.issue.id))
    watched = Set(report.watch.map(\.issue.id))
    new = Set(report.new.map(\.issue.id))
  }

  func marks(_ issue: StoredIssue) -> [IssueMark] {
    var marks: [IssueMark] = []
    if new.contains(issue.id) || now.seconds - issue.firstSeen.seconds < 7 * 86_400 { marks.append(.init(.new)) }
    if let build = issue.regressedIn { marks.append(.init(.regressed, note: build.isEmpty ? nil : "in \(build)")) }
    if growing.contains(issue.id) { marks.append(.init(.growing)) }
    if watched.contains(issue.id) { marks.append(.init(.watch)) }
    if issue.state == "resolved" {
      marks.append(.init(.resolved, note: issue.resolvedIn.flatMap { $0.isEmpty ? nil : "in \($0)" }))
    }
    if issue.state == "ignored" { marks.append(.init(.ignored)) }
    if issue.pattern == nil { marks.append(.init(.unrecognised)) }
    return marks
  }
}
