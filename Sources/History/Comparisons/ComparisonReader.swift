internal import GRDB
internal import Trends
internal import Vocabulary

/// Counts the issues of both sides and assesses their differences.
struct ComparisonReader {
  /// The devices of some reports.
  private struct Devices {
    /// What a device has of an issue.
    struct OfIssue {
      var device: Int
      /// The number of days on which it had the issue.
      var days: Int
      var reports: Int
    }

    /// By canonical issue, in the order of the devices.
    var ofIssues: [Int64: [OfIssue]] = [:]
    /// The device-days of each device, by its number: the days on which it had an issue, summed over issues.
    var all: [Int] = []
    /// The number of reports that state a device.
    var reports = 0
    /// The number of device-days.
    var days = 0

    init() {}

    init(_ counted: DeviceDays) {
      all = [Int](repeating: 0, count: counted.deviceCount)
      for (issue, counts) in counted.groups {
        var devices: [Int32: OfIssue] = [:]
        for count in counts {
          let device = Int(count.device)
          var own = devices[count.device] ?? OfIssue(device: device, days: 0, reports: 0)
          own.days += 1
          own.reports += Int(count.reports)
          devices[count.device] = own
          all[device] += 1
          reports += Int(count.reports)
        }
        days += counts.count
        ofIssues[issue] = devices.values.sorted { $0.device < $1.device }
      }
    }
  }

  /// Counted reports, and their devices.
  private struct Sums {
    /// The number of reports by canonical issue.
    let reports: [Int64: Int]
    let total: Int
    var devices: Devices

    init(reports: [Int64: Int], devices: Devices) {
      (self.reports, self.devices) = (reports, devices)
      total = reports.values.reduce(0, +)
    }

    /// The number of device-days, where each report that states no device is one of its own.
    var numberOfDeviceDays: Int { devices.days + reportsWithoutDevice }

    private var reportsWithoutDevice: Int { max(0, total - devices.reports) }

    /// The number of device-days with an issue, and of its reports that state no device.
    func deviceDays(of issue: Int64) -> (all: Int, unknown: Int) {
      let known = devices.ofIssues[issue] ?? []
      let unknown = max(0, (reports[issue] ?? 0) - known.reduce(0) { $0 + $1.reports })
      return (known.reduce(0) { $0 + $1.days } + unknown, unknown)
    }

    /// The device-days with an issue among those of all devices.
    func labeled(_ issue: Int64) -> Dispersion.Labeled {
      var labeled = Dispersion.Labeled(all: numberOfDeviceDays, clusters: devices.all.count + reportsWithoutDevice)
      for own in devices.ofIssues[issue] ?? [] { labeled.add(own.days, of: devices.all[own.device]) }
      for _ in 0..<deviceDays(of: issue).unknown { labeled.add(1, of: 1) }
      return labeled
    }

    /// Whether nearly all reports state a device, so that device-days can be counted instead.
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
        before.exposed.hasDevices && after.exposed.hasDevices ? .deviceDays : .reports
      }
    let (first, second) = (side(before, unit), side(after, unit))
    let ignored = try ignoredIssues()
    let issues = Set(before.reports.keys).union(after.reports.keys).subtracting(ignored).sorted()
    let samples = issues.map { sample(of: $0, before, after, unit) }
    let differences = assessDifferences(samples, before: first.exposure, after: second.exposure)
    var comparison = HistoryComparison(
      basis: sides.basis, app: sides.app, before: first, after: second, unit: unit, days: days(unit), rows: [],
      counts: [:], othersOnlyBefore: 0, othersOnlyAfter: 0)
    comparison.divisorOfAll = Self.divisorOfAll([before.compared, after.compared])
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
    try addFirstSeen(
      zip(issues, differences).filter { before.reports[$0.0] == nil && after.reports[$0.0] != nil }, after, &comparison)
    return comparison
  }

  private static func divisorOfAll(_ sides: [Sums]) -> Double {
    let sizes = sides.flatMap { side in
      side.devices.ofIssues.values.reduce(into: [Int](repeating: 0, count: side.devices.all.count)) { sums, issue in
        for own in issue { sums[own.device] += own.reports }
      }
    }
    guard !sizes.isEmpty else { return 1 }
    let total = sides.reduce(0) { $0 + $1.total }
    return Dispersion.divisor(Dispersion.index(ofClusters: sizes, singles: max(0, total - sizes.reduce(0, +))))
  }

  /// Adds the issues that no earlier build of the app has.
  private func addFirstSeen(
    _ candidates: [(issue: Int64, difference: SampleDifference)], _ after: Counted,
    _ comparison: inout HistoryComparison
  ) throws {
    guard let position = sides.position, let app = sides.app, !candidates.isEmpty else { return }
    let earlier = Set(
      try Int64.fetchAll(
        database,
        sql: """
          SELECT DISTINCT coalesce(member.merged_into, member.id)
          FROM (\(ShippedQuery.buildPresence.sql)) AS seen JOIN build ON build.id = seen.build
            JOIN issue AS member ON member.id = seen.issue
          WHERE build.app = ? AND build.position < ?
          """, arguments: [app, position]))
    for (issue, difference) in candidates where !earlier.contains(issue) {
      guard let stored = try StoredIssue.fetch(issue, in: database, reading.rules) else { continue }
      comparison.firstSeen.append(
        .init(issue: stored, difference: difference, reportsBefore: 0, reportsAfter: after.reports[issue] ?? 0))
    }
    comparison.firstSeen.sort { ($1.reportsAfter, $0.issue.id) < ($0.reportsAfter, $1.issue.id) }
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
    let events = unit == .deviceDays ? counted.compared.numberOfDeviceDays : counted.compared.total
    let exposure =
      switch unit {
      case .runs: Double(counted.side.runs ?? 0)
      case .days: counted.side.days ?? 0
      case .deviceDays: Double(counted.exposed.numberOfDeviceDays)
      case .reports: Double(counted.exposed.total)
      }
    return .init(name: counted.side.name, reports: counted.total, events: events, exposure: exposure)
  }

  private func sample(
    of issue: Int64, _ before: Counted, _ after: Counted, _ unit: HistoryComparison.Unit
  ) -> SampleCounts {
    var counts: SampleCounts
    if unit == .deviceDays {
      counts = SampleCounts(
        key: String(issue), before: before.compared.deviceDays(of: issue).all,
        after: after.compared.deviceDays(of: issue).all)
      // The devices of the exposure, of which those with the issue are a part.
      counts.dispersion = Dispersion.divisor(ofLabels: [before.exposed.labeled(issue), after.exposed.labeled(issue)])
    } else {
      counts = SampleCounts(
        key: String(issue), before: before.compared.reports[issue] ?? 0, after: after.compared.reports[issue] ?? 0)
      // A device in a loop is not as many failures; reports that do not state a device are independent.
      let sizes = [before, after].flatMap { $0.compared.devices.ofIssues[issue]?.map(\.reports) ?? [] }
      if !sizes.isEmpty {
        counts.dispersion = Dispersion.divisor(
          Dispersion.index(ofClusters: sizes, singles: counts.before + counts.after - sizes.reduce(0, +)))
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
    Devices(try questions.deviceDays(scope))
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
