internal import Foundation
internal import Diagnosis
internal import GRDB
package import Trends
package import Vocabulary

/// The periods over which growth is measured.
package enum TrendBasis: String, Sendable, CaseIterable {
  /// The last day compared with the 28 days before.
  case day
  /// The last 7 days compared with the 28 days before.
  case week
}

extension HistoryStore {
  /// Compares a recent period with the one before it, for every issue.
  ///
  /// If the history is shorter than both periods, shorter periods are compared: complete weeks if there are at least two,
  /// else the last day with the days before.
  package func trends(now: Timestamp, basis: TrendBasis = .week, app: String? = nil, pattern: String? = nil)
    throws(HistoryError) -> TrendReport
  {
    try read(otherwise: TrendReport(recentDays: 7, baseDays: 28)) { database in
      try TrendReader(database: database, now: now, app: app, pattern: pattern, patterns: rules.patterns).report(basis)
    }
  }

  /// Compares the values of a facet in a recent period with the one before it, with the same test as for issues.
  package func trends(by facet: Facet, now: Timestamp) throws(HistoryError) -> [TrendAssessment] {
    try read(otherwise: []) { database in
      let questions = HistoryQuestions(database: database)
      let periods = try TrendPeriods(database, now: now, basis: .week)
      let recent = try questions.counts(facet, days: periods.recent)
      let base = try questions.counts(facet, days: periods.base)
      var sums: [String: (recent: Int, base: Int)] = [:]
      for row in recent { sums[row.value ?? "", default: (0, 0)].recent += row.count }
      for row in base { sums[row.value ?? "", default: (0, 0)].base += row.count }
      var counts = sums.sorted { $0.key < $1.key }.map {
        IssueCounts(key: $0.key, recent: $0.value.recent, base: $0.value.base, daily: [], daysSinceLast: 0)
      }
      try facet.rate?(questions, &counts, periods)
      return assessTrends(counts, recentDays: periods.recentDays, baseDays: periods.baseDays)
    }
  }
}

/// The two periods of a comparison.
struct TrendPeriods {
  var recentDays: Int
  var baseDays: Int
  var today: Int

  var recent: (first: Int, last: Int) { (today - recentDays + 1, today) }
  var base: (first: Int, last: Int) { (today - recentDays - baseDays + 1, today - recentDays) }

  init(_ database: Database, now: Timestamp, basis: TrendBasis) throws {
    today = now.day
    let first = try Int.fetchOne(database, sql: "SELECT min(day) FROM rollup_day") ?? today
    let covered = max(1, today - max(0, first) + 1)
    switch basis {
    case .day where covered >= 2: (recentDays, baseDays) = (1, min(28, covered - 1))
    case .week where covered >= 14:
      (recentDays, baseDays) = (7, min(28, (covered - 7) / 7 * 7))
    default: (recentDays, baseDays) = (1, max(1, min(28, covered - 1)))
    }
  }
}

private struct TrendReader {
  let database: Database
  let now: Timestamp
  let app: String?
  let pattern: String?
  let patterns: PatternSet

  /// The builds of an app, in order.
  private struct AppBuilds {
    /// The positions of the builds that were seen, lowest first.
    var run: [Int] = []
    var latest: Int? { run.last }
  }

  func report(_ basis: TrendBasis) throws -> TrendReport {
    let questions = HistoryQuestions(database: database)
    let periods = try TrendPeriods(database, now: now, basis: basis)
    let daily = try questions.dailyOfIssues(days: (periods.base.first, periods.today))
    let (apps, presence, namesOfApps) = try builds(questions.canonicalIssues())
    let exposure = try Exposure(database)

    let issues = try storedIssues()
    var absences: [Int64: (back: Absences.Return?, sinceLast: Int?, isNew: Bool)] = [:]
    for issue in issues {
      absences[issue.row] = presence[issue.row].map { Self.absence($0, apps) } ?? (nil, nil, false)
    }
    let counts = issues.map { issue in
      let days = daily[issue.row] ?? []
      let names = namesOfApps[issue.row] ?? []
      let recent = days.suffix(periods.recentDays)
      var counts = IssueCounts(
        key: issue.id, recent: recent.reduce(0, +), base: days.dropLast(periods.recentDays).reduce(0, +),
        daily: days.isEmpty ? [Int](repeating: 0, count: periods.recentDays + periods.baseDays) : days,
        buildsSinceLast: absences[issue.row]?.sinceLast, daysSinceLast: max(0, now.day - issue.lastSeen.day),
        runsSinceLast: exposure.isEmpty ? nil : exposure.runs(of: names, after: issue.lastSeen.day))
      if !exposure.isEmpty, let last = exposure.lastDay(of: names, in: periods) {
        let runs = exposure.runs(of: names, in: periods, upTo: last)
        if runs.recent > 0, runs.base > 0 {
          // Exclude the reports of days whose runs are not yet known.
          counts.recent = recent.dropLast(periods.recent.last - last).reduce(0, +)
          counts.runs = runs
        }
      }
      return counts
    }
    let assessments = assessTrends(counts, recentDays: periods.recentDays, baseDays: periods.baseDays)
    let rows = zip(zip(issues, counts), assessments).map { pair, assessment in
      let (issue, count) = pair
      let absence = absences[issue.row]
      let hasBuilds = presence[issue.row]?.isEmpty == false
      return TrendReport.Row(
        issue: issue, assessment: assessment, daily: count.daily,
        isNew: hasBuilds ? absence?.isNew == true : issue.firstSeen.day >= periods.recent.first, back: absence?.back,
        buildsSinceLast: absence?.sinceLast)
    }
    return TrendReport(
      recentDays: periods.recentDays, baseDays: periods.baseDays,
      compared: rows.count { $0.assessment.verdict != .tooFew || $0.hasReports },
      sections: try TrendSection.catalog.map { try self.section($0, rows) })
  }

  /// Returns the issues of a section in its order, the first of them with short ids.
  private func section(_ section: TrendSection, _ rows: [TrendReport.Row]) throws -> TrendReport.Section {
    var rows = rows.filter { section.includes($0, now) }.sorted(by: section.precedes)
    for index in rows.indices.prefix(section.shortIDs) {
      rows[index].issue.shortID = try ShortID.shortest(rows[index].issue.id, in: database)
    }
    return TrendReport.Section(section: section, rows: rows)
  }

  /// Returns the canonical issues that match the filters and are not ignored.
  private func storedIssues() throws -> [StoredIssue] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(StoredIssue.columns), sums.number, sums.first, sums.last FROM (\(ShippedQuery.allIssues.sql)) AS sums
          JOIN issue ON issue.id = sums.canonical
        WHERE (issue.state <> 'ignored' OR issue.ignored_until < :now) AND (:pattern IS NULL OR issue.pattern = :pattern)
          AND (:app IS NULL OR issue.id IN (
            SELECT coalesce(member.merged_into, member.id) FROM rollup_build JOIN issue AS member ON member.id = rollup_build.issue
            WHERE rollup_build.build IN (SELECT id FROM build WHERE bundle_id = :app OR process = :app OR app = :app)))
        ORDER BY issue.key
        """, arguments: ["now": now.seconds, "pattern": pattern, "app": app])
    let names = BuildNames(database)
    var issues: [StoredIssue] = []
    while let row = try rows.next() {
      issues.append(try StoredIssue(row, in: database, patterns, names, isShortened: false))
    }
    return issues
  }

  /// Returns the builds of each app; for each issue the positions of its builds, by app; and for each issue its apps, with
  /// an empty name for reports without an app.
  private func builds(_ canonicalIssues: [Int64: Int64]) throws
    -> ([String: AppBuilds], [Int64: [String: Set<Int>]], [Int64: Set<String>])
  {
    var locations: [Int64: (app: String, position: Int)] = [:]
    var names: [Int64: String] = [:]
    var apps: [String: AppBuilds] = [:]
    for row in try HistoryQuestions(database: database).rows(.appPresence) {
      let app: String = row[checked: "app"]
      names[row[checked: "id"]] = app
      guard let position: Int = row[checked: "position"] else { continue }
      locations[row[checked: "id"]] = (app, position)
      if apps[app]?.run.last != position { apps[app, default: AppBuilds()].run.append(position) }
    }
    var presence: [Int64: [String: Set<Int>]] = [:]
    var namesOfApps: [Int64: Set<String>] = [:]
    let cursor = try Row.fetchCursor(database.cachedStatement(sql: ShippedQuery.buildPresence.sql))
    while let row = try cursor.next() {
      let (issue, build): (Int64, Int64) = (row[checked: 0], row[checked: 1])
      let canonical = canonicalIssues[issue] ?? issue
      namesOfApps[canonical, default: []].insert(names[build] ?? "")
      guard let location = locations[build] else { continue }
      presence[canonical, default: [:]][location.app, default: []].insert(location.position)
    }
    return (apps, presence, namesOfApps)
  }

  /// Combines all apps of an issue: it is gone only if it is gone from each, and new only if it is new in each.
  private static func absence(_ seen: [String: Set<Int>], _ apps: [String: AppBuilds])
    -> (back: Absences.Return?, sinceLast: Int?, isNew: Bool)
  {
    var back: Absences.Return?
    var sinceLast: Int?
    var isNew = !seen.isEmpty
    for (app, positions) in seen.sorted(by: { $0.key < $1.key }) {
      guard let builds = apps[app] else { continue }
      let found = absences(positionsSeen: positions, positionsRun: builds.run)
      sinceLast = min(sinceLast ?? .max, found.sinceLast)
      if let last = found.returns.last, last.position == builds.latest { back = last }
      // New: its first build is the latest build of the app, and the app has older builds.
      if positions.min() != builds.latest || builds.run.count < 2 { isNew = false }
    }
    return (back, sinceLast, isNew)
  }
}
