internal import GRDB
internal import Trends

/// The recorded runs of apps and their builds on each day.
///
/// From the first to the last recorded day of an app all runs are known: on a day without a record, nothing ran.
struct Exposure {
  /// Numbers of runs by day.
  private struct Series {
    private(set) var days: [Int] = []
    /// The sum of the runs up to and including each day.
    private var sums: [Int] = []

    /// Adds a day. Days must be added in ascending order.
    mutating func add(_ runs: Int, on day: Int) {
      let sum = (sums.last ?? 0).addingReportingOverflow(max(0, runs))
      days.append(day)
      sums.append(sum.overflow ? .max : sum.partialValue)
    }

    func runs(from first: Int, to last: Int) -> Int { max(0, sum(before: last + 1) - sum(before: first)) }

    private func sum(before day: Int) -> Int {
      var (low, high) = (0, days.count)
      while low < high {
        let middle = (low + high) / 2
        if days[middle] < day { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? 0 : sums[low - 1]
    }
  }

  private var apps: [String: Series] = [:]
  private var builds: [String: [String: Series]] = [:]

  init(_ questions: HistoryQuestions) throws {
    guard try Bool.fetchOne(questions.database, sql: "SELECT EXISTS (SELECT 1 FROM exposure)") == true else { return }
    for row in try questions.rows(.runsOfApps) {
      apps[row[checked: "app"], default: Series()].add(row[checked: "runs"], on: row[checked: "day"])
    }
    for row in try questions.rows(.runsOfBuilds) {
      guard let name = HistoryQuestions.buildName(row) else { continue }
      builds[row[checked: "app"], default: [:]][name, default: Series()].add(
        row[checked: "runs"], on: row[checked: "day"])
    }
  }

  var isEmpty: Bool { apps.isEmpty }

  /// The number of latest days that may lack runs, because runs become available later than reports.
  private static let daysBehind = 2

  /// Returns the last day of the recent period on which the runs of all these apps are known; `nil` if they are not known
  /// for both periods, so that days must be the exposure.
  func lastDay(of names: Set<String>, in periods: TrendPeriods) -> Int? {
    guard !names.isEmpty else { return nil }
    var last = periods.recent.last
    for name in names {
      guard let days = apps[name]?.days, let first = days.first, let latest = days.last, first <= periods.base.first
      else { return nil }
      last = min(last, latest)
    }
    return last >= max(periods.recent.first, periods.recent.last - Self.daysBehind) ? last : nil
  }

  /// Returns the runs of all these apps in both periods, up to a day of the recent one.
  func runs(of names: Set<String>, in periods: TrendPeriods, upTo last: Int) -> RunCounts {
    counts(names.compactMap { apps[$0] }, periods, last)
  }

  /// Returns the runs of one build in both periods, up to a day of the recent one.
  func runs(ofBuild build: String, of app: String, in periods: TrendPeriods, upTo last: Int) -> RunCounts {
    counts([builds[app]?[build]].compactMap { $0 }, periods, last)
  }

  /// Returns the runs of these apps after `day`; `nil` if they are not known from the next day on.
  func runs(of names: Set<String>, after day: Int) -> Int? {
    var sum = 0
    for name in names {
      guard let series = apps[name], let first = series.days.first, first <= day + 1 else { return nil }
      sum = sum.clampedSum(series.runs(from: day + 1, to: .max - 1))
    }
    return names.isEmpty ? nil : sum
  }

  /// Returns the days from the first to the last with recorded runs of an app; `nil` if there are none.
  func days(of app: String) -> ClosedRange<Int>? {
    guard let days = apps[app]?.days, let first = days.first, let last = days.last, first <= last else { return nil }
    return first...last
  }

  /// Returns the first day with runs of a build; `nil` if none are recorded.
  func firstDay(ofBuild build: String, of app: String) -> Int? { builds[app]?[build]?.days.first }

  /// Returns the runs of a build on some days.
  func runs(ofBuild build: String, of app: String, in days: ClosedRange<Int>) -> Int {
    builds[app]?[build]?.runs(from: days.lowerBound, to: days.upperBound) ?? 0
  }

  /// Returns the runs of builds of an app on all days.
  func runs(ofBuilds names: Set<String>, of app: String) -> Int {
    names.reduce(0) { $0.clampedSum(builds[app]?[$1]?.runs(from: .min + 1, to: .max - 1) ?? 0) }
  }

  private func counts(_ series: [Series], _ periods: TrendPeriods, _ last: Int) -> RunCounts {
    RunCounts(
      recent: series.reduce(0) { $0.clampedSum($1.runs(from: periods.recent.first, to: last)) },
      base: series.reduce(0) { $0.clampedSum($1.runs(from: periods.base.first, to: periods.base.last)) })
  }
}

extension Int {
  fileprivate func clampedSum(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
