internal import Trends

/// Compares the reports of issues with those of all other issues of the same apps in the same time.
struct AssociationReader {
  /// A comparison, and what it is about.
  private struct Candidate {
    var issue: Int
    var association: Association
    var comparison: ShareComparison
    var propertyRank: Int
  }

  /// The numbers of an issue and of the others.
  private struct Counts {
    /// By property and value.
    var own: [[Int32: Int]]
    var others: [[Int32: Int]]
    /// By property.
    var ownTotals: [Int]
    var otherTotals: [Int]

    init() {
      let count = SampledReports.properties.count
      own = [[Int32: Int]](repeating: [:], count: count)
      others = own
      ownTotals = [Int](repeating: 0, count: count)
      otherTotals = ownTotals
    }
  }

  private let sample: SampledReports
  /// By device: the last scan in which it was counted, and its device-days of that scan. So scans need no table of their own.
  private var marks: [Int32]
  private var days: [(own: Int32, all: Int32)]
  private var scan: Int32 = 0

  init(_ sample: SampledReports) {
    self.sample = sample
    marks = [Int32](repeating: 0, count: sample.ownerCount)
    days = [(own: Int32, all: Int32)](repeating: (0, 0), count: sample.ownerCount)
  }

  /// Returns the associations of each issue, which are significant among those of all of them.
  mutating func associations(ofIssues issues: [Int64]) -> [[Association]] {
    var candidates: [Candidate] = []
    for (index, issue) in issues.enumerated() { add(issue, index, to: &candidates) }
    let calls = assessShares(candidates.map(\.comparison))
    var found = [[Candidate]](repeating: [], count: issues.count)
    for (candidate, isSignificant) in zip(candidates, calls) where isSignificant && candidate.comparison.isLarge {
      if candidate.association.kind == .oneDevice, !Self.isOneDevice(candidate.comparison) { continue }
      found[candidate.issue].append(candidate)
    }
    return found.map(Self.shown)
  }

  /// Whether a device has nine tenths of the reports.
  private static func isOneDevice(_ comparison: ShareComparison) -> Bool {
    comparison.counts.events * 10 >= comparison.counts.total * 9
  }

  // MARK: - Counts

  private mutating func add(_ issue: Int64, _ index: Int, to candidates: inout [Candidate]) {
    let positions = sample.positionsOfIssues[issue] ?? []
    guard positions.count >= minEventsForTrend, scan < .max else { return }
    let days = positions.map { sample.reports[$0].day }
    guard let first = days.min(), let last = days.max() else { return }
    let others = ranges(Set(positions.map { sample.reports[$0].app }), first, last)
    var known = (own: 0, others: 0, ofOthers: 0)
    for range in others {
      for position in range where sample.reports[position].issue != issue {
        known.ofOthers += 1
        if sample.reports[position].owner >= 0 { known.others += 1 }
      }
    }
    guard known.ofOthers >= minEventsForTrend else { return }
    known.own = positions.count { sample.reports[$0].owner >= 0 }
    if let candidate = oneDevice(positions, issue, index, others) { candidates.append(candidate) }
    let hasDevices = known.own * 10 >= positions.count * 9 && known.others * 10 >= known.ofOthers * 9
    var counts = Counts()
    for range in others {
      for position in range where !hasDevices || sample.isFirst[position] {
        count(position, isOwn: sample.reports[position].issue == issue, &counts)
      }
    }
    if hasDevices {
      let divisor = Dispersion.divisor(ofLabels: [labeled(issue, others)])
      return add(counts, index, .deviceDays, (divisor, divisor), to: &candidates)
    }
    let positionsOfOthers = others.flatMap { $0.filter { sample.reports[$0].issue != issue } }
    let divisors = (Dispersion.divisor(dispersion(positions)), Dispersion.divisor(dispersion(positionsOfOthers)))
    add(counts, index, .reports, divisors, to: &candidates)
  }

  /// Returns the device-days of an issue among those of all issues.
  private mutating func labeled(_ issue: Int64, _ ranges: [Range<Int>]) -> Dispersion.Labeled {
    scan += 1
    var (all, clusters, unknown) = (0, 0, 0)
    var owners: [Int] = []
    for range in ranges {
      for position in range where sample.isFirst[position] {
        let (owner, isOwn) = (Int(sample.reports[position].owner), sample.reports[position].issue == issue)
        all += 1
        guard owner >= 0 else {
          // Each report of an unknown device is of a further one.
          clusters += 1
          if isOwn { unknown += 1 }
          continue
        }
        if marks[owner] != scan {
          (marks[owner], days[owner]) = (scan, (0, 0))
          clusters += 1
        }
        days[owner].all += 1
        guard isOwn else { continue }
        if days[owner].own == 0 { owners.append(owner) }
        days[owner].own += 1
      }
    }
    var labeled = Dispersion.Labeled(all: all, clusters: clusters)
    for owner in owners { labeled.add(Int(days[owner].own), of: Int(days[owner].all)) }
    for _ in 0..<unknown { labeled.add(1, of: 1) }
    return labeled
  }

  /// Returns the positions of the reports of apps from one day to another.
  private func ranges(_ apps: Set<Int32>, _ first: Int, _ last: Int) -> [Range<Int>] {
    apps.sorted().compactMap { app in
      guard let range = sample.positionsOfApps[app] else { return nil }
      let start = lowerBound(range) { sample.reports[$0].day >= first }
      return start..<lowerBound(start..<range.upperBound) { sample.reports[$0].day > last }
    }
  }

  /// Returns the first position at which a condition holds that holds for all later ones.
  private func lowerBound(_ range: Range<Int>, _ holds: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func count(_ position: Int, isOwn: Bool, _ counts: inout Counts) {
    let number = SampledReports.properties.count
    for property in 0..<number {
      let value = sample.values[position * number + property]
      guard value >= 0 else { continue }
      if isOwn {
        counts.own[property][value, default: 0] += 1
        counts.ownTotals[property] += 1
      } else {
        counts.others[property][value, default: 0] += 1
        counts.otherTotals[property] += 1
      }
    }
  }

  private func add(
    _ counts: Counts, _ index: Int, _ unit: Association.Unit, _ dispersion: (own: Double, others: Double),
    to candidates: inout [Candidate]
  ) {
    for (rank, property) in SampledReports.properties.enumerated() {
      for value in Set(counts.own[rank].keys).union(counts.others[rank].keys).sorted() {
        let comparison = ShareComparison(
          ShareCounts(
            events: counts.own[rank][value] ?? 0, total: counts.ownTotals[rank],
            otherEvents: counts.others[rank][value] ?? 0, otherTotal: counts.otherTotals[rank],
            dispersion: dispersion.own,
            otherDispersion: dispersion.others))
        guard comparison.isTested else { continue }
        let numbers = comparison.counts
        candidates.append(
          Candidate(
            issue: index,
            association: Association(
              property: property, value: sample.texts[rank][Int(value)],
              kind: comparison.share > comparison.otherShare ? .more : .fewer, unit: unit, count: numbers.events,
              total: numbers.total, otherCount: numbers.otherEvents, otherTotal: numbers.otherTotal,
              pValue: comparison.pValue),
            comparison: comparison, propertyRank: rank))
      }
    }
  }

  /// Returns how many reports count as one if devices are unknown: the larger of the dispersion by days and that by known
  /// devices. In less than a week, the reports of unknown devices of one day count as those of one device.
  private func dispersion(_ positions: [Int]) -> Double {
    struct Cluster: Hashable {
      var owner: Int32
      var day: Int
    }
    var clusters: [Cluster: Int] = [:]
    var daily: [Int: Int] = [:]
    for position in positions {
      let report = sample.reports[position]
      clusters[Cluster(owner: report.owner, day: report.day), default: 0] += 1
      daily[report.day, default: 0] += 1
    }
    guard let first = daily.keys.min(), let last = daily.keys.max() else { return 1 }
    let length = min(last - first + 1, HistoryQuestions.maxSeriesLength)
    if length < 7 { return Dispersion.index(ofClusters: clusters.values) }
    let series = (0..<length).map { daily[last - $0] ?? 0 }
    let unknown = clusters.reduce(0) { $0 + ($1.key.owner < 0 ? $1.value : 0) }
    return max(
      Dispersion.index(of: series[...]),
      Dispersion.index(ofClusters: clusters.lazy.filter { $0.key.owner >= 0 }.map(\.value), singles: unknown))
  }

  /// Returns the comparison of the most frequent device of an issue, by reports.
  private func oneDevice(_ positions: [Int], _ issue: Int64, _ index: Int, _ others: [Range<Int>]) -> Candidate? {
    var own: [Int32: [Int]] = [:]
    for position in positions where sample.reports[position].owner >= 0 {
      own[sample.reports[position].owner, default: []].append(sample.reports[position].day)
    }
    guard let top = own.min(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) else { return nil }
    var (ofDevice, total) = (0, 0)
    var all = Set(own.keys)
    for range in others {
      for position in range where sample.reports[position].issue != issue && sample.reports[position].owner >= 0 {
        total += 1
        all.insert(sample.reports[position].owner)
        if sample.reports[position].owner == top.key { ofDevice += 1 }
      }
    }
    let known = own.values.reduce(0) { $0 + $1.count }
    // The device is known of all reports about which the sentence speaks.
    guard known * 10 >= positions.count * 9 else { return nil }
    let comparison = ShareComparison(
      ShareCounts(
        events: top.value.count, total: known, otherEvents: ofDevice, otherTotal: total, choices: all.count))
    guard comparison.isTested else { return nil }
    return Candidate(
      issue: index,
      association: Association(
        property: .oneDevice, value: "", kind: .oneDevice, unit: .reports, count: top.value.count, total: known,
        otherCount: ofDevice, otherTotal: total, pValue: comparison.pValue, days: Self.daysOfMost(top.value)),
      comparison: comparison, propertyRank: -1)
  }

  /// Returns the fewest consecutive days with nine tenths of the reports.
  private static func daysOfMost(_ days: [Int]) -> Int? {
    guard let first = days.min(), let last = days.max(), last - first < HistoryQuestions.maxSeriesLength else {
      return nil
    }
    var daily = [Int](repeating: 0, count: last - first + 1)
    for day in days { daily[day - first] += 1 }
    return Burst(daily[...])?.days
  }

  // MARK: - Selection

  /// The maximum number of values of one property that are reported.
  private static let maxValues = 2

  /// Returns what is reported: of each group of properties the one with the clearest value, its values that are more
  /// frequent or, without such a value, the one that is most clearly less frequent.
  private static func shown(_ found: [Candidate]) -> [Association] {
    let groups = Dictionary(grouping: found) { $0.association.property.group }
    var shown: [Candidate] = []
    for (_, group) in groups {
      let sorted = group.sorted(by: isClearer)
      guard let best = sorted.first(where: { $0.association.kind != .fewer }) else {
        shown += sorted.prefix(1)
        continue
      }
      let same = sorted.filter {
        $0.association.kind != .fewer && $0.association.property == best.association.property
      }
      shown += same.prefix(maxValues)
    }
    return shown.sorted { left, right in
      (left.propertyRank, left.comparison.pValue, left.association.value)
        < (right.propertyRank, right.comparison.pValue, right.association.value)
    }.map(\.association)
  }

  /// Orders by p, then by the difference of the shares, then by property.
  private static func isClearer(_ left: Candidate, _ right: Candidate) -> Bool {
    func key(_ candidate: Candidate) -> (Double, Double, Int, String) {
      let difference = abs(candidate.comparison.share - candidate.comparison.otherShare)
      return (candidate.comparison.pValue, -difference, candidate.propertyRank, candidate.association.value)
    }
    return key(left) < key(right)
  }
}
