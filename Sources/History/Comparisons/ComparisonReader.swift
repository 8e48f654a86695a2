internal import GRDB
internal import Trends
internal import Vocabulary

/// Counts the issues of both sides and assesses their differences.
struct ComparisonReader {
  /// The devices of one side.
  private struct Devices {
    /// The number of reports of each device with an issue, by canonical issue.
    var ofIssues: [Int64: [Int]] = [:]
    /// All devices with a report.
    var all: Set<String> = []
    /// The number of reports that state a device.
    var reports = 0
  }

  /// The counts of one side.
  private struct Counted {
    var side: ComparedSides.Side
    /// All counted reports by canonical issue.
    var reports: [Int64: Int]
    /// Those that are compared: of days on which runs are known.
    var compared: [Int64: Int]
    var devices: Devices

    var total: Int { reports.values.reduce(0, +) }

    /// Whether nearly all reports state a device, so that devices can be counted instead.
    var hasDevices: Bool { !devices.all.isEmpty && Double(devices.reports) >= 0.9 * Double(total) }
  }

  private let questions: HistoryQuestions
  private let reading: IssueReading
  private let sides: ComparedSides.Pair
  private let now: Timestamp

  private var database: Database { questions.database }

  init(_ questions: HistoryQuestions, _ rules: HistoryRules, _ sides: ComparedSides.Pair, now: Timestamp) {
    self.questions = questions
    reading = IssueReading(questions.database, rules)
    self.sides = sides
    self.now = now
  }

  func comparison() throws -> HistoryComparison {
    let (before, after) = (try counted(sides.before), try counted(sides.after))
    let unit: HistoryComparison.Unit =
      if sides.before.runs != nil {
        .runs
      } else if sides.before.days != nil {
        .days
      } else {
        before.hasDevices && after.hasDevices ? .devices : .reports
      }
    let (first, second) = (side(before, unit), side(after, unit))
    let ignored = try ignoredIssues()
    let issues = Set(before.reports.keys).union(after.reports.keys).subtracting(ignored).sorted()
    let samples = issues.map { sample(of: $0, before, after, unit) }
    let differences = assessDifferences(samples, before: first.exposure, after: second.exposure)
    var comparison = HistoryComparison(
      basis: sides.basis, app: sides.app, before: first, after: second, unit: unit, days: days(unit), rows: [],
      counts: [:], othersOnlyBefore: 0, othersOnlyAfter: 0)
    for (issue, difference) in zip(issues, differences) {
      comparison.counts[difference.verdict, default: 0] += 1
      let (early, late) = (before.reports[issue] ?? 0, after.reports[issue] ?? 0)
      if difference.verdict == .unchanged || difference.verdict == .tooFew {
        if late == 0 { comparison.othersOnlyBefore += 1 }
        if early == 0 { comparison.othersOnlyAfter += 1 }
      } else if let stored = try StoredIssue.fetch(issue, in: database, reading.rules) {
        comparison.rows.append(
          .init(issue: stored, difference: difference, reportsBefore: early, reportsAfter: late))
      }
    }
    comparison.rows.sort { Self.rank($0) < Self.rank($1) }
    return comparison
  }

  private func days(_ unit: HistoryComparison.Unit) -> ClosedRange<Timestamp>? {
    guard unit == .runs, let days = sides.daysOfRuns else { return nil }
    return Timestamp(day: days.lowerBound)...Timestamp(day: days.upperBound)
  }

  /// Sections in their order, and in each the most frequent issues first.
  private static func rank(_ row: HistoryComparison.Row) -> (Int, Int, String) {
    let verdict = DifferenceVerdict.allCases.firstIndex(of: row.difference.verdict) ?? 0
    let isLess = row.difference.verdict == .gone || row.difference.verdict == .better
    return (verdict, -(isLess ? row.difference.before : row.difference.after).events, row.issue.id)
  }

  // MARK: - Counts

  private func side(_ counted: Counted, _ unit: HistoryComparison.Unit) -> HistoryComparison.Side {
    let events = unit == .devices ? counted.devices.all.count : counted.compared.values.reduce(0, +)
    let exposure =
      switch unit {
      case .runs: Double(counted.side.runs ?? 0)
      case .days: counted.side.days ?? 0
      case .devices: Double(counted.devices.all.count)
      case .reports: Double(counted.total)
      }
    return .init(name: counted.side.name, reports: counted.total, events: events, exposure: exposure)
  }

  private func sample(
    of issue: Int64, _ before: Counted, _ after: Counted, _ unit: HistoryComparison.Unit
  ) -> SampleCounts {
    let sizes = (before.devices.ofIssues[issue] ?? []) + (after.devices.ofIssues[issue] ?? [])
    var counts: SampleCounts
    if unit == .devices {
      counts = SampleCounts(
        key: String(issue), before: before.devices.ofIssues[issue]?.count ?? 0,
        after: after.devices.ofIssues[issue]?.count ?? 0)
    } else {
      counts = SampleCounts(
        key: String(issue), before: before.compared[issue] ?? 0, after: after.compared[issue] ?? 0)
      // A device in a loop is not as many failures; reports that do not state a device are independent.
      if !sizes.isEmpty {
        counts.dispersion = Dispersion.index(
          ofClusters: sizes, singles: counts.before + counts.after - sizes.reduce(0, +))
      }
    }
    counts.occursBefore = before.reports[issue, default: 0] > 0
    counts.occursAfter = after.reports[issue, default: 0] > 0
    return counts
  }

  private func counted(_ side: ComparedSides.Side) throws -> Counted {
    let reports = try sums(side.scope)
    guard side.runs != nil, let days = sides.daysOfRuns else {
      return Counted(side: side, reports: reports, compared: reports, devices: try devices(side.scope))
    }
    var scope = side.scope
    scope.days = (days.lowerBound, days.upperBound)
    return Counted(side: side, reports: reports, compared: try sums(scope), devices: try devices(scope))
  }

  private func sums(_ scope: FacetScope) throws -> [Int64: Int] {
    var sums: [Int64: Int] = [:]
    for row in try questions.rows(.issuesOfDays, scope) {
      sums[row[checked: "canonical"], default: 0] += row[checked: "number"] as Int
    }
    return sums
  }

  private func devices(_ scope: FacetScope) throws -> Devices {
    var arguments = StatementArguments()
    let condition = try scope.condition(in: database, &arguments)
    // The number of a device may exceed the limit of checked numbers.
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT coalesce(member.merged_into, member.id) AS canonical, CAST(report.reporter AS TEXT) AS owner,
          count(*) AS number
        FROM report JOIN issue AS member ON member.id = report.issue
        WHERE report.variant_of IS NULL AND report.reporter IS NOT NULL\(condition) GROUP BY 1, 2
        """, arguments: arguments)
    var devices = Devices()
    while let row = try rows.next() {
      let number: Int = row[checked: 2]
      devices.ofIssues[row[checked: 0], default: []].append(number)
      devices.all.insert(row[checked: 1])
      devices.reports += number
    }
    return devices
  }

  /// Returns the canonical issues that are ignored now.
  private func ignoredIssues() throws -> Set<Int64> {
    Set(
      try Int64.fetchAll(
        database,
        sql: """
          SELECT id FROM issue WHERE merged_into IS NULL AND \(IssueReading.state(of: "issue", at: ":now")) = 'ignored'
          """, arguments: ["now": now.seconds]))
  }
}
