internal import GRDB
internal import Trends
internal import Vocabulary

/// Counts the issues of both sides and assesses their differences.
struct ComparisonReader {
  /// The devices of some reports.
  private struct Devices {
    /// The number of reports of each device with an issue, by canonical issue.
    var ofIssues: [Int64: [Int]] = [:]
    /// All devices with a report.
    var all: Set<String> = []
    /// The number of reports that state a device.
    var reports = 0
  }

  /// Counted reports, and their devices.
  private struct Sums {
    /// The number of reports by canonical issue.
    var reports: [Int64: Int]
    var devices: Devices

    var total: Int { reports.values.reduce(0, +) }

    /// The number of devices, where each report that states none is one of its own.
    var numberOfDevices: Int { devices.all.count + max(0, total - devices.reports) }

    /// The number of devices with an issue.
    func numberOfDevices(of issue: Int64) -> Int {
      let sizes = devices.ofIssues[issue] ?? []
      return sizes.count + max(0, (reports[issue] ?? 0) - sizes.reduce(0, +))
    }

    /// Whether nearly all reports state a device, so that devices can be counted instead.
    var hasDevices: Bool { !devices.all.isEmpty && Double(devices.reports) >= 0.9 * Double(total) }
  }

  /// The counts of one side.
  private struct Counted {
    var side: ComparedSides.Side
    /// All counted reports by canonical issue.
    var reports: [Int64: Int]
    /// Those that are compared: of days on which runs are known.
    var compared: Sums
    /// The reports that are the exposure: those of any failure.
    var exposed: Sums

    var total: Int { reports.values.reduce(0, +) }
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
        before.exposed.hasDevices && after.exposed.hasDevices ? .devices : .reports
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
    let events = unit == .devices ? counted.compared.numberOfDevices : counted.compared.total
    let exposure =
      switch unit {
      case .runs: Double(counted.side.runs ?? 0)
      case .days: counted.side.days ?? 0
      case .devices: Double(counted.exposed.numberOfDevices)
      case .reports: Double(counted.exposed.total)
      }
    return .init(name: counted.side.name, reports: counted.total, events: events, exposure: exposure)
  }

  private func sample(
    of issue: Int64, _ before: Counted, _ after: Counted, _ unit: HistoryComparison.Unit
  ) -> SampleCounts {
    let sizes = [before, after].flatMap { $0.compared.devices.ofIssues[issue] ?? [] }
    var counts: SampleCounts
    if unit == .devices {
      counts = SampleCounts(
        key: String(issue), before: before.compared.numberOfDevices(of: issue),
        after: after.compared.numberOfDevices(of: issue))
    } else {
      counts = SampleCounts(
        key: String(issue), before: before.compared.reports[issue] ?? 0, after: after.compared.reports[issue] ?? 0)
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
    let all = try sums(side.scope)
    var compared = Sums(reports: all, devices: Devices())
    if side.runs != nil, let days = sides.daysOfRuns {
      var scope = side.scope
      scope.days = (days.lowerBound, days.upperBound)
      compared = Sums(reports: try sums(scope), devices: try devices(scope))
    } else {
      compared.devices = try devices(side.scope)
    }
    let exposed = side.exposed
    guard exposed.terms != side.scope.terms else {
      return Counted(side: side, reports: all, compared: compared, exposed: compared)
    }
    return Counted(
      side: side, reports: all, compared: compared,
      exposed: Sums(reports: try sums(exposed), devices: try devices(exposed)))
  }

  private func sums(_ scope: FacetScope) throws -> [Int64: Int] {
    var sums: [Int64: Int] = [:]
    for row in try questions.rows(.issuesOfDays, scope) {
      sums[row[checked: "canonical"], default: 0] += row[checked: "number"] as Int
    }
    return sums
  }

  private func devices(_ scope: FacetScope) throws -> Devices {
    var devices = Devices()
    for (issue, owners) in try questions.owners(scope) {
      devices.ofIssues[issue] = owners.map(\.number)
      devices.all.formUnion(owners.map(\.name))
      devices.reports += owners.reduce(0) { $0 + $1.number }
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
