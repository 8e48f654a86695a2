internal import Foundation
internal import Diagnosis
internal import GRDB
internal import Trends
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
  ///
  /// With terms, only the reports that match are counted, of the issues that have any. Whether an issue is new, regressed,
  /// back or gone is decided by all of its reports.
  ///
  /// - Parameters:
  ///   - days: The length of the recent period, which is compared with up to four such periods before it; `nil` for that of
  ///     `basis`. A history shorter than two such periods is compared as without it.
  ///   - terms: What the reports have or do not have; empty for any report. A pattern is that of the issue.
  ///   - shortIDs: The maximum number of issues of each section that get a short id; others have the complete
  ///     id.
  package func trends(
    now: Timestamp, basis: TrendBasis = .week, days: Int? = nil, terms: [FilterTerm] = [], shortIDs: Int = 100
  ) throws(HistoryError) -> TrendReport {
    let rules = rules
    return try ask(otherwise: TrendReport(recentDays: 7, baseDays: 28)) { questions in
      try TrendReader(
        questions, IssueReading(questions.database, rules), now: now, terms: terms, shortIDs: shortIDs
      ).report(basis, days: days)
    }
  }
}

extension DeviceCounts {
  /// Counts devices; `nil` if no report of the recent period states one.
  ///
  /// - Parameters:
  ///   - counts: The days and devices of the reports.
  ///   - daily: The number of reports on each day of both periods.
  init?(_ counts: some Sequence<DeviceDays.Count>, daily: [Int], _ periods: TrendPeriods) {
    var recent: Set<Int32> = []
    var sizes: [Int] = []
    var unknown = daily
    for count in counts {
      let (day, number) = (Int(count.day), Int(count.reports))
      let index = day - periods.base.first
      guard unknown.indices.contains(index) else { continue }
      sizes.append(number)
      unknown[index] -= number
      if day >= periods.recent.first { recent.insert(count.device) }
    }
    guard !recent.isEmpty else { return nil }
    self.init(
      recent: recent.count, dispersion: Dispersion.index(ofClusters: sizes + unknown.map { max(0, $0) }))
  }
}

/// The two periods of a comparison.
struct TrendPeriods {
  var recentDays: Int
  var baseDays: Int
  var today: Int

  var recent: (first: Int, last: Int) { (today - recentDays + 1, today) }
  var base: (first: Int, last: Int) { (today - recentDays - baseDays + 1, today - recentDays) }

  /// - Parameter terms: What the reports that are counted have. The history of builds begins with their first report: a build that
  ///   was not run before cannot have grown since.
  init(
    _ questions: HistoryQuestions, now: Timestamp, basis: TrendBasis, days: Int? = nil, terms: [FilterTerm] = []
  ) throws {
    today = now.day
    var covered = try Self.coveredDays(questions, today: today, longest: max(35, 5 * (days ?? 7)))
    if let first = try Self.firstDay(ofBuildsIn: terms, questions) {
      covered = min(covered, max(1, today - first + 1))
      // On the first day of a build there is nothing to compare with.
      if covered == 1 {
        (recentDays, baseDays) = (1, 0)
        return
      }
    }
    if let days, days > 0, covered >= 2 * days {
      (recentDays, baseDays) = (days, min(4 * days, (covered - days) / days * days))
      return
    }
    switch basis {
    case .day where covered >= 2: (recentDays, baseDays) = (1, min(28, covered - 1))
    case .week where covered >= 14:
      (recentDays, baseDays) = (7, min(28, (covered - 7) / 7 * 7))
    default: (recentDays, baseDays) = (1, max(1, min(28, covered - 1)))
    }
  }

  /// Returns the day of the first report of the builds that terms select; `nil` if they select none.
  private static func firstDay(ofBuildsIn terms: [FilterTerm], _ questions: HistoryQuestions) throws -> Int? {
    let ofBuilds = terms.filter { !$0.isNegated && [.build, .appVersion].contains($0.dimension) }
    guard !ofBuilds.isEmpty else { return nil }
    let conditions = try FilterConditions(terms.filter(\.dimension.selectsBuilds), in: questions.database)
    let rows = try Row.fetchCursor(questions.database, sql: "SELECT id, first_seen FROM build")
    var first: Int?
    while let row = try rows.next() {
      guard conditions.allowsBuild(row[checked: 0]) else { continue }
      let day = Timestamp(seconds: row[checked: 1]).day
      first = min(first ?? day, day)
    }
    return first
  }

  /// Returns the number of days, up to today, on which failures would have been recorded: from the arrival of the first
  /// report or, if it is longer, the days up to today without a complete week without reports.
  ///
  /// A report of an old day does not show that other failures of that time were recorded, too: it may have been uploaded
  /// late, or its clock may have been wrong.
  static func coveredDays(_ questions: HistoryQuestions, today: Int, longest: Int) throws -> Int {
    let arrival = try Meta.firstArrival(questions.database).map { today - Timestamp(seconds: $0).day + 1 } ?? 1
    if arrival >= longest { return longest }
    let days = try questions.rows(.daily, [.int(today - longest + 1), .int(today)]).map { $0[checked: "day"] as Int }
    var first = today
    for day in days.reversed() where first - day <= 7 { first = day }
    return max(1, arrival, today - first + 1)
  }
}

private struct TrendReader {
  let questions: HistoryQuestions
  let reading: IssueReading
  let now: Timestamp
  let terms: [FilterTerm]
  let shortIDs: Int

  private var database: Database { questions.database }

  init(
    _ questions: HistoryQuestions, _ reading: IssueReading, now: Timestamp, terms: [FilterTerm], shortIDs: Int
  ) {
    self.questions = questions
    self.reading = reading
    self.now = now
    self.terms = terms
    self.shortIDs = shortIDs
  }

  func report(_ basis: TrendBasis, days: Int?) throws -> TrendReport {
    let periods = try TrendPeriods(questions, now: now, basis: basis, days: days, terms: terms)
    let daily = try questions.dailyOfIssues(
      days: (periods.base.first, periods.today), terms: terms.withoutPatterns)
    let builds = try BuildHistory(questions)
    let exposure = try Exposure(questions)
    // Runs are those of an app, so they are not compared with the reports of one build or system.
    let hasRuns = !exposure.isEmpty && terms.withoutPatterns.allSatisfy { $0.dimension == .app }
    let apps = try FilterValues(database).apps(of: terms.withoutPatterns)

    let issues = try storedIssues()
    let absences = issues.map { builds.absence(of: $0.row) }
    var counts = zip(issues, absences).map { issue, absence in
      let days = daily[issue.row] ?? []
      let all = hasRuns ? builds.names(of: issue.row) : []
      let names = apps.map(all.intersection) ?? all
      let recent = days.suffix(periods.recentDays)
      var counts = IssueCounts(
        key: issue.id, recent: recent.reduce(0, +), base: days.dropLast(periods.recentDays).reduce(0, +),
        daily: days.isEmpty ? [Int](repeating: 0, count: periods.recentDays + periods.baseDays) : days,
        buildsSinceLast: absence?.sinceLast, daysSinceLast: max(0, now.day - issue.lastSeen.day),
        runsSinceLast: hasRuns ? exposure.runs(of: names, after: issue.lastSeen.day) : nil)
      if hasRuns, let last = exposure.lastDay(of: names, in: periods) {
        let runs = exposure.runs(of: names, in: periods, upTo: last)
        if runs.recent > 0, runs.base > 0 {
          // Exclude the reports of days whose runs are not yet known.
          counts.recent = recent.dropLast(periods.recent.last - last).reduce(0, +)
          counts.runs = runs
        }
      }
      return counts
    }
    let bursty = counts.indices.filter {
      counts[$0].needsDevices(recentDays: periods.recentDays, baseDays: periods.baseDays)
    }
    for (index, devices) in try devices(bursty, issues, counts, periods) { counts[index].devices = devices }
    var assessments = assessTrends(counts, recentDays: periods.recentDays, baseDays: periods.baseDays)
    let shown = assessments.indices.filter { index in
      assessments[index].devices == nil && [.growing, .burst, .watch].contains(assessments[index].verdict)
    }
    for (index, devices) in try devices(shown, issues, counts, periods) { assessments[index].devices = devices.recent }
    let rows = issues.indices.map { index in
      let absence = absences[index]
      var row = TrendReport.Row(
        issue: issues[index], assessment: assessments[index], daily: counts[index].daily, back: absence?.back,
        buildsSinceLast: absence?.sinceLast)
      row.issue.isNew = absence?.isNew ?? IssueReading.isRecent(row.issue.firstSeen, now)
      return row
    }
    return try finished(rows, periods)
  }

  /// Distributes the issues to their sections.
  private func finished(_ rows: [TrendReport.Row], _ periods: TrendPeriods) throws -> TrendReport {
    var sections: [TrendSection: [Int]] = [:]
    var conditions: Set<TrendSection> = []
    let possibleConditions = TrendSection.catalog.filter(\.isCondition)
    for index in rows.indices {
      if let section = TrendSection.section(of: rows[index], now) { sections[section, default: []].append(index) }
      for section in possibleConditions where !conditions.contains(section) && section.includes(rows[index], now) {
        conditions.insert(section)
      }
    }
    let ids = try ShortIssueIDs(database)
    return TrendReport(
      recentDays: periods.recentDays, baseDays: periods.baseDays, compared: rows.count { $0.assessment.isTested },
      sections: try TrendSection.catalog.map { try section($0, sections[$0] ?? [], of: rows, ids) },
      conditions: conditions)
  }

  /// Returns the issues of a section in its order, the first of them with short ids.
  private func section(
    _ section: TrendSection, _ indices: [Int], of all: [TrendReport.Row], _ ids: ShortIssueIDs
  ) throws -> TrendReport.Section {
    let order = indices.map { (rank: section.order(all[$0]), index: $0) }.sorted { $0.rank < $1.rank }
    var rows = order.map { all[$0.index] }
    for index in rows.indices.prefix(shortIDs) {
      rows[index].issue.shortID = try ids.shortest(rows[index].issue.id)
    }
    return TrendReport.Section(section: section, rows: rows)
  }

  /// Returns the devices of the issues with these indices, by index, without those of which no report of the recent period
  /// states one. All of them are one question.
  private func devices(
    _ indices: [Int], _ issues: [StoredIssue], _ counts: [IssueCounts], _ periods: TrendPeriods
  ) throws -> [Int: DeviceCounts] {
    guard !indices.isEmpty, let days = try deviceDays(indices.map { issues[$0].row }, periods) else { return [:] }
    return indices.reduce(into: [:]) { devices, index in
      devices[index] = DeviceCounts(days.groups[issues[index].row] ?? [], daily: counts[index].daily, periods)
    }
  }

  /// Returns the days and devices of issues; `nil` if they are unknown.
  private func deviceDays(_ issues: [Int64], _ periods: TrendPeriods) throws -> DeviceDays? {
    let terms = terms.withoutPatterns
    if questions.source == nil {
      let days = (periods.base.first, periods.recent.last)
      return try questions.deviceDays(FacetScope(days: days, terms: terms), of: issues)
    }
    // A server has the devices of all reports of an issue, which are nearly always those of one app.
    guard terms.allSatisfy({ $0.dimension == .app }) else { return nil }
    return try questions.deviceDays(of: issues, since: periods.base.first * 86_400)
  }

  /// Returns the canonical issues that match the filters and are not ignored.
  private func storedIssues() throws -> [StoredIssue] {
    var filter = HistoryFilter()
    filter.terms = terms
    let query = try IssueSource(filter, reading.rules, isLatestFirst: false, questions)
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(StoredIssue.columns), sums.number, spans.first, spans.last
        FROM \(query.source) AS sums JOIN issue ON issue.id = sums.canonical
          JOIN (\(ShippedQuery.allIssues.sql)) AS spans ON spans.canonical = sums.canonical
        \(query.condition.isEmpty ? "WHERE" : query.condition + " AND")
          \(IssueReading.state(of: "issue", at: ":trendTime")) <> 'ignored'
        ORDER BY issue.key
        """, arguments: query.arguments + ["trendTime": now.seconds])
    var issues: [StoredIssue] = []
    while let row = try rows.next() { issues.append(try StoredIssue(row, reading, isShortened: false)) }
    return issues
  }
}
