internal import GRDB
package import Trends
package import Vocabulary

extension HistoryStore {
  /// Compares the values of a facet in a recent period with the one before it.
  ///
  /// Of most facets, the shares among all reports are compared: if one issue becomes frequent everywhere, no value grows.
  /// Of builds, reports per run are compared where runs are known, else reports per day.
  ///
  /// - Parameter terms: What the reports have or do not have; empty for any report. A pattern is that of the issue.
  package func facetTrends(
    by facet: Facet, now: Timestamp, terms: [FilterTerm] = []
  ) throws(HistoryError) -> [FacetTrend] {
    let rules = rules
    return try ask(otherwise: []) { questions in
      try FacetTrendReader(
        questions: questions, rules: rules, facet: facet,
        periods: TrendPeriods(questions, now: now, basis: .week, terms: terms), terms: terms
      ).trends()
    }
  }

  /// Returns the numbers of `facetTrends`.
  package func trends(
    by facet: Facet, now: Timestamp, terms: [FilterTerm] = []
  ) throws(HistoryError) -> [TrendAssessment] {
    try facetTrends(by: facet, now: now, terms: terms).map(\.assessment)
  }
}

/// Compares the values of a facet.
private struct FacetTrendReader {
  /// The reports of a value in both periods.
  private struct Detail {
    /// The number on each day.
    var daily: [Int]
    /// The numbers of each canonical issue in the recent period and in the one before.
    var issues: [Int64: (recent: Int, base: Int)] = [:]
    /// The rows of the value.
    var rows: Set<Int64> = []
  }

  let questions: HistoryQuestions
  let rules: HistoryRules
  let facet: Facet
  let periods: TrendPeriods
  let terms: [FilterTerm]

  private typealias Value = (value: FacetCount, counts: IssueCounts)

  func trends() throws -> [FacetTrend] {
    let recent = FacetScope(days: periods.recent, terms: terms)
    let base = FacetScope(days: periods.base, terms: terms)
    var sums: [FacetCount: (recent: Int, base: Int)] = [:]
    for row in try questions.counts(facet, recent) { sums[row.withoutCounts, default: (0, 0)].recent += row.count }
    for row in try questions.counts(facet, base) { sums[row.withoutCounts, default: (0, 0)].base += row.count }
    let values = sums.keys.sorted { ($0.value ?? "", $0.app ?? "") < ($1.value ?? "", $1.app ?? "") }
    var counts: [Value] = zip(values, FacetCount.names(values)).map { value, name in
      let sum = sums[value] ?? (0, 0)
      return (value, IssueCounts(key: name ?? "", recent: sum.recent, base: sum.base, daily: [], daysSinceLast: 0))
    }
    guard facet.rate == nil else {
      try facet.rate?(questions, &counts, periods, recent)
      return try builds(counts)
    }
    let totals = sums.values.reduce((recent: 0, base: 0)) { ($0.recent + $1.recent, $0.base + $1.base) }
    // Without earlier reports there is no earlier share.
    if totals.base > 0 {
      for index in counts.indices {
        counts[index].counts.runs = RunCounts(recent: totals.recent, base: totals.base, unit: .reports)
      }
    }
    let details = try details()
    for index in counts.indices {
      if let detail = details[counts[index].value.value ?? ""] { counts[index].counts.daily = detail.daily }
    }
    try addDevices(to: &counts, details)
    let assessments = assess(counts)
    return try zip(counts, assessments).map { value, assessment in
      FacetTrend(
        assessment: assessment, driver: try driver(of: assessment, details[value.value.value ?? ""], totals))
    }
  }

  private func assess(_ counts: [Value]) -> [TrendAssessment] {
    assessTrends(counts.map(\.counts), recentDays: periods.recentDays, baseDays: periods.baseDays)
  }

  // MARK: - Issues and devices

  private var scope: FacetScope { FacetScope(days: (periods.base.first, periods.recent.last), terms: terms) }

  /// Returns the days and issues of values by name; nothing for facets that have no column, and for a server's summary.
  private func details() throws -> [String: Detail] {
    guard let column = facet.column, questions.source == nil else { return [:] }
    var arguments = StatementArguments()
    let source = try scope.source(in: questions.database, &arguments)
    let rows = try Row.fetchCursor(
      questions.database,
      sql: """
        SELECT coalesce(member.merged_into, member.id), counted.value, counted.day, counted.number, coalesce(name.text, '')
        FROM (
          SELECT issue, \(column) AS value, day, sum(count) AS number FROM \(source) AS scoped GROUP BY 1, 2, 3
        ) AS counted JOIN issue AS member ON member.id = counted.issue LEFT JOIN name ON name.id = counted.value
        """, arguments: arguments)
    let empty = Detail(daily: [Int](repeating: 0, count: periods.recentDays + periods.baseDays))
    var details: [String: Detail] = [:]
    while let row = try rows.next() {
      let (issue, day, number): (Int64, Int, Int) = (row[checked: 0], row[checked: 2], row[checked: 3])
      let index = day - periods.base.first
      guard empty.daily.indices.contains(index) else { continue }
      let name: String = row[checked: 4]
      details[name, default: empty].daily[index] += number
      details[name, default: empty].rows.insert(row[checked: 1])
      if day >= periods.recent.first {
        details[name, default: empty].issues[issue, default: (0, 0)].recent += number
      } else {
        details[name, default: empty].issues[issue, default: (0, 0)].base += number
      }
    }
    return details
  }

  /// Adds the devices of values whose reports are bursty, so that a device in a loop is not a trend.
  private func addDevices(to counts: inout [Value], _ details: [String: Detail]) throws {
    let bursty = counts.indices.filter {
      counts[$0].counts.needsDevices(recentDays: periods.recentDays, baseDays: periods.baseDays)
    }
    guard !bursty.isEmpty, let column = facet.column, questions.source == nil else { return }
    let days = try questions.deviceDays(scope, by: column)
    for index in bursty {
      let ofValue = details[counts[index].value.value ?? ""]?.rows ?? []
      counts[index].counts.devices = DeviceCounts(
        ofValue.sorted().flatMap { days.groups[$0] ?? [] }, daily: counts[index].counts.daily, periods)
    }
  }

  /// Returns the issue that explains at least half of a rise: the difference between its recent reports and those that its
  /// earlier share would have caused, divided by the sum of the differences of all issues that rose.
  private func driver(
    of assessment: TrendAssessment, _ detail: Detail?, _ totals: (recent: Int, base: Int)
  ) throws -> FacetTrend.Driver? {
    guard [.growing, .burst, .watch].contains(assessment.verdict), let detail, totals.base > 0 else { return nil }
    let factor = Double(totals.recent) / Double(totals.base)
    let parts = detail.issues.map { ($0.key, Double($0.value.recent) - Double($0.value.base) * factor) }
    let sum = parts.reduce(0) { $0 + max(0, $1.1) }
    guard sum > 0, let top = parts.max(by: { ($0.1, $1.0) < ($1.1, $0.0) }), top.1 >= sum / 2,
      let issue = try StoredIssue.fetch(top.0, in: questions.database, rules)
    else { return nil }
    return FacetTrend.Driver(issue: issue, share: top.1 / sum)
  }

  // MARK: - Builds

  /// Returns the trends of builds. Those that began in the two periods are compared with the build before them: what spreads to more
  /// users has more reports.
  private func builds(_ counts: [Value]) throws -> [FacetTrend] {
    let reader = try BuildAges(questions, terms, today: periods.today)
    return try zip(counts, assess(counts)).map { value, assessment in
      guard let reader, value.counts.recent > 0, let name = value.value.value, let app = value.value.app,
        reader.isBegun(name, app, since: periods.base.first)
      else { return FacetTrend(assessment: assessment) }
      return FacetTrend(assessment: assessment, predecessor: try reader.predecessor(of: name, app))
    }
  }
}

extension FacetCount {
  /// The value alone.
  fileprivate var withoutCounts: FacetCount { FacetCount(value: value, count: 0, app: app) }
}
