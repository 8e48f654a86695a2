import History
package import Pages
package import Vocabulary

/// A generated history with any number of issues, the same in every run, for tests and demonstrations.
package struct MadeHistory: PageSource {
  package enum Flavor: String, Sendable, CaseIterable {
    case usual
    case empty
    /// Every text attempts to break out of its markup.
    case hostile
  }

  package let flavor: Flavor
  package let issueCount: Int
  package var revision: Int
  let issues: [MadeIssue]
  private let positions: [String: Int]
  /// The issue and the number of each report.
  private let reports: [String: (issue: Int, number: Int)]

  package init(_ flavor: Flavor = .usual, issues count: Int = 34, revision: Int = 1) {
    self.flavor = flavor
    issueCount = flavor == .empty ? 0 : count
    self.revision = revision
    let issues = (0..<issueCount).map { MadeIssue($0, flavor) }
    self.issues = issues
    positions = Dictionary(issues.map { ($0.key, $0.index) }) { first, _ in first }
    reports = Dictionary(
      issues.flatMap { issue in (0..<Self.reportsPerIssue).map { (issue.reportID($0), (issue.index, $0)) } }
    ) { first, _ in first }
  }

  /// 2026-08-10 14:02 UTC.
  package static let now = Timestamp(seconds: 1_786_370_520)
  static let days = 60
  static let reportsPerIssue = 3

  package func overview() -> OverviewPage {
    let perDay = (0..<Self.days).map { day in issues.reduce(0) { $0 + $1.days[day] } }
    let total = perDay.reduce(0, +)
    let unrecognized = issues.filter { $0.pattern == nil }.reduce(0) { $0 + $1.count }
    func rows(_ positions: [Int], _ statement: (MadeIssue) -> String?) -> [IssueRow] {
      positions.filter { issues.indices.contains($0) }.map { position in
        var row = issues[position].row
        row.statement = statement(issues[position])
        return row
      }
    }
    return OverviewPage(
      generatedAt: Self.now,
      totals: .init(
        reports: total, issues: issues.count, apps: flavor == .empty ? 0 : 3, unrecognized: unrecognized,
        period: "last 60 days"),
      days: DailyCounts(
        first: Self.before(Self.days - 1), counts: flavor == .empty ? [] : perDay, releases: releases),
      top: rows([0, 1, 2]) { _ in nil },
      sections: [
        .init(.new, rows: rows([0, 5]) { _ in nil }),
        .init(.back, rows: rows([4]) { _ in "back in 412 after 5 builds without it" }),
        .init(
          .growing,
          rows: rows([1, 8]) { "\($0.count) in 7 days vs. 9 in the previous 28: 5.3 times (95% CI 2.1–14)" }),
        .init(.watch, rows: rows([3]) { _ in "8 in 7 days vs. 9 in the previous 28: 3.6 times (95% CI 1.2–10)" }),
        .init(.tooFew, rows: rows([11, 12]) { _ in "1 in 1 day vs. none in the previous 4" }, others: 7),
        .init(.gone, rows: rows([6]) { _ in "not seen in the last 3 builds" }),
      ],
      weeks: flavor == .empty ? [] : weeks,
      patterns: issues.compactMap { issue in
        issue.pattern.map { .init(pattern: $0, title: issue.title, count: issue.count) }
      }.sorted { $0.count > $1.count }.prefix(8).map(\.self))
  }

  /// Builds of two apps, one of them first seen before the chart begins.
  private var releases: [Release] {
    let builds = [(70, "MyApp", "398"), (40, "MyApp", "2.1 (405)"), (12, "Helper", "7"), (12, "MyApp", "412")]
    return builds.enumerated().map { index, build in
      Release(
        app: build.1, name: flavor == .hostile ? MadeText.hostile(index) : build.2, day: Self.before(build.0))
    }
  }

  package func issues(_ query: IssueQuery) -> IssuesPage {
    let matching = issues.filter { issue in
      let text = [issue.title, issue.location ?? "", issue.pattern ?? ""].joined(separator: " ").lowercased()
      let pattern = query.pattern == IssueQuery.noPattern ? issue.pattern == nil : query.pattern == issue.pattern
      return query.words.allSatisfy { text.contains($0.lowercased()) } && (query.pattern == nil || pattern)
        && (query.state == .all || query.state.rawValue == issue.issue.state)
        && query.trend.map { trend in issue.marks.contains { $0.section == trend } } ?? true
    }
    let ordered = query.order == .count ? matching.sorted { $0.count > $1.count } : matching
    let pageCount = max(1, (ordered.count + IssuesPage.size - 1) / IssuesPage.size)
    var query = query
    query.page = min(max(1, query.page), pageCount)
    let rows = ordered.dropFirst((query.page - 1) * IssuesPage.size).prefix(IssuesPage.size).map(\.row)
    return IssuesPage(
      generatedAt: Self.now, query: query, pageCount: pageCount, total: ordered.count, rows: rows, patterns: patterns,
      apps: ["com.company.MyApp", flavor == .hostile ? MadeText.hostile(5) : "com.company.MyApp.Widget"])
  }

  private var patterns: [OverviewPage.PatternCount] {
    var seen: Set<String> = []
    return issues.compactMap { issue in
      issue.pattern.map { .init(pattern: $0, title: issue.title, count: issue.count) }
    }.filter { seen.insert($0.pattern).inserted }
  }

  package func reports(of key: String, page: Int) -> ReportsPage? {
    guard let issue = positions[key].map({ issues[$0] }) else { return nil }
    let content = issue.page(others: issues)
    return ReportsPage(
      generatedAt: Self.now, issue: content.issue, total: content.reports.count, rows: content.reports)
  }

  package func issue(_ key: String) -> IssuePage? {
    positions[key].map { issues[$0].page(others: issues) }
  }

  package func builds() -> BuildsPage {
    guard !issues.isEmpty else { return BuildsPage(generatedAt: Self.now, apps: []) }
    let builds = MadeIssue.builds.enumerated().map { index, build in
      BuildMatrix.Build(
        build: build, version: "2.\(index / 4)", firstSeen: Self.now, new: index % 5 * 3,
        known: issues.reduce(0) { $0 + $1.perBuild[index] }, unrecognized: index % 4)
    }
    let app = flavor == .hostile ? MadeText.hostile(3) : "com.company.MyApp"
    return BuildsPage(
      generatedAt: Self.now,
      apps: [
        .init(
          app: app, builds: builds, rows: issues.prefix(24).map { .init(issue: $0.issue, counts: $0.perBuild) },
          others: max(0, issues.count - 24)),
        .init(
          app: "com.company.MyApp.Widget",
          builds: [.init(build: "17", version: "2.3", firstSeen: Self.now, new: 2, known: 0, unrecognized: 1)],
          rows: issues.suffix(1).map { .init(issue: $0.issue, counts: [3]) }, others: 0),
      ], marks: Dictionary(uniqueKeysWithValues: issues.prefix(24).map { ($0.key, $0.marks) }))
  }

  package func report(_ id: String) -> ReportPage? {
    reports[id].map { issues[$0.issue].report($0.number) }
  }

  package func unrecognized() -> UnrecognizedPage {
    UnrecognizedPage(
      generatedAt: Self.now, weeks: issues.isEmpty ? [] : weeks,
      rows: issues.filter { $0.pattern == nil }.map(\.row), others: issues.isEmpty ? 0 : 2)
  }

  package func links() -> SiteLinks {
    SiteLinks(
      issues: issues.map(\.key), reports: issues.flatMap { issue in (0..<Self.reportsPerIssue).map(issue.reportID) },
      patterns: patterns.map(\.pattern),
      reportPages: Dictionary(issues.prefix(2).map { ($0.key, 1) }, uniquingKeysWith: { first, _ in first }))
  }

  private var weeks: [UnrecognizedWeek] {
    (0..<8).map { week in
      UnrecognizedWeek(
        monday: Self.before((8 - week) * 7), reports: 40 + week * 7 % 31, unrecognized: 12 - week + week % 3 * 4)
    }
  }

  /// Returns the time `days` days before now.
  static func before(_ days: Int) -> Timestamp { Timestamp(seconds: now.seconds - days * 86_400) }
}

/// Texts that reports could contain.
enum MadeText {
  static let titles = [
    "CFRelease(NULL) in LoadFonts while Interface Builder loaded the app",
    "BottomCommentView loads its own nib in init(coder:): infinite recursion",
    "Unexpectedly found nil while unwrapping an Optional value",
    "Nib BottomCommentView not found: Interface Builder searched Xcode's Overlays folder",
    "Watchdog timeout: scene-create took longer than 20 s (0x8badf00d)", "Index 7 out of range in Feed.row(at:)",
    "abort() without a message, no frame of the app on the crashed thread",
    "Use after free: -[CardView layoutSubviews] messaged a deallocated object",
    "SQLite was used after fork()", "Deadlock: dispatch_sync onto the main queue from the main thread",
    "EXC_BAD_ACCESS in closure #1 in SyncStore.flush(_:completion:)",
    "Swift.Dictionary<Swift.String, Swift.Array<Company.Feature.Model.CardDescription>>.subscript.getter was called "
      + "with a key of another generation of the store",
  ]
  static let patterns: [String?] = [
    "ib-font-cfrelease-null", "ib-init-recursion", "swift-unexpected-nil", "ib-nib-missing", "watchdog-8badf00d",
    "swift-index-range", nil, "objc-released-object", "sqlite-after-fork", "dispatch-sync-main", nil, nil,
  ]
  static let locations = [
    "XXXCore.m:38", "BottomCommentView.m:71", "CardTests.swift:41", "OverlayLoader.swift:12", nil, "Feed.swift:208",
    nil,
    "CardView.m:19", "Database.swift:77", "SyncStore.swift:131",
  ]

  static func hostile(_ index: Int) -> String { hostileTexts[index % hostileTexts.count] }

  /// Texts that attempt to break out of their markup in different ways.
  private static let hostileTexts = [
    "<script>chaosxss</script>", "\" onload=\"chaosxss", "' onmouseover=chaosxss x='",
    "</style></title><img src=x onerror=chaosxss>", "javascript:chaosxss", "\u{202E}txt.exe\u{2066}chaosxss",
    "nul\u{0}escape\u{1B}[31mred\u{7F}\u{85}chaosxss", "line\r\nbreak\u{2028}chaosxss\ttab", "{{7*7}}${7*7}chaosxss",
    "--><!-- chaosxss ]]> <![CDATA[", "&lt;script&gt; &amp;#60; chaosxss", "zero\u{200B}width\u{FEFF}\u{E0041}chaosxss",
    String(repeating: "chaosxss-a-very-long-name", count: 4_000), String(repeating: "ｗｉｄｅ", count: 40),
  ]
}
