internal import Foundation
internal import GRDB
package import Vocabulary

/// What happened in a period, for a regular look at a history.
package struct PeriodSummary: Sendable {
  /// An issue with its reports in the period.
  package struct Row: Sendable {
    /// The issue. Its count is that of the period.
    package var issue: StoredIssue
    /// The number of different devices in the period; `nil` if no report states one.
    package var devices: Int?

    /// Creates a row.
    package init(issue: StoredIssue, devices: Int?) { (self.issue, self.devices) = (issue, devices) }
  }

  /// The first day of the period, at midnight UTC.
  package var first: Timestamp
  /// The last day of the period: the present one.
  package var last: Timestamp
  /// The number of counted reports in the period.
  package var reports = 0
  /// The number of issues with a report in the period.
  package var issues = 0
  /// The number of reports on each day of the period.
  package var daily: [Int] = []
  /// New issues with a report in the period, those with most reports first, like all lists of trends.
  package var new: [TrendReport.Row] = []
  /// Regressed issues and issues that are back, with a report in the period.
  package var back: [TrendReport.Row] = []
  /// Issues that grow, compared with the time before the period.
  package var growing: [TrendReport.Row] = []
  /// Issues with a burst: more reports than before, but so concentrated that they may be a single event.
  package var bursts: [TrendReport.Row] = []
  /// Issues that were resolved, and had reports shortly before: see the section *fixed* of trends.
  package var fixed: [TrendReport.Row] = []
  /// The issues with most reports in the period, then on most devices.
  package var top: [Row] = []

  /// Creates a summary without reports.
  package init(first: Timestamp, now: Timestamp) {
    (self.first, last, self.now) = (first, Timestamp(day: now.day), now)
  }

  /// The time of the summary.
  package var now: Timestamp
  /// The number of issues that are compared with each other; see `TrendReport.compared`.
  package var compared = 0

  /// The number of issues that are listed.
  package static let rows = 10
  /// The longest period, in days.
  package static let maxDays = 366
  /// The longest period whose growth is measured, in days. For longer ones, growth is that of the last week.
  static let maxTrendDays = 91
}

extension HistoryStore {
  /// Returns what happened from `first`, a day, until now.
  ///
  /// - Parameter terms: What the reports have or do not have; empty for any report.
  package func summary(from first: Timestamp, now: Timestamp, terms: [FilterTerm] = []) throws(HistoryError)
    -> PeriodSummary
  {
    var summary = PeriodSummary(first: Timestamp(day: first.day), now: now)
    var filter = HistoryFilter()
    filter.since = summary.first
    filter.terms = terms
    filter.limit = PeriodSummary.rows
    summary.issues = try issueCount(filter)
    let most = try issues(filter, sortedBy: .count)
    let devices = try devices(of: most, matching: filter)
    summary.top = most.map { PeriodSummary.Row(issue: $0, devices: devices[$0.id]) }.sorted {
      ($1.issue.count, $1.devices ?? 0, $0.issue.id) < ($0.issue.count, $0.devices ?? 0, $1.issue.id)
    }
    summary.daily = try daily(from: summary.first, to: now, terms: terms)
    summary.reports = summary.daily.reduce(0, +)
    let days = now.day - first.day + 1
    let trends = try trends(now: now, days: days <= PeriodSummary.maxTrendDays ? days : nil, terms: terms)
    func seen(_ sections: [TrendSection]) -> [TrendReport.Row] {
      sections.flatMap { trends[$0] }.filter { $0.issue.lastSeen >= summary.first }
    }
    (summary.new, summary.back, summary.growing) = (seen([.new]), seen([.regressed, .back]), seen([.growing]))
    summary.bursts = seen([.burst])
    // The periods of trends may be shorter than this one.
    summary.fixed =
      trends[.fixed].filter { $0.hasReports || $0.issue.lastSeen >= summary.first }
      + trends[.gone].filter { $0.issue.state == "resolved" && $0.issue.lastSeen >= summary.first }
    summary.compared = trends.compared
    return summary
  }

  /// Returns the number of reports that match the terms on each day from `first` to `last`.
  private func daily(from first: Timestamp, to last: Timestamp, terms: [FilterTerm]) throws(HistoryError) -> [Int] {
    guard !terms.isEmpty else { return try daily(from: first, to: last) }
    let counts = try counts(by: .day, FacetScope(days: (first.day, last.day), terms: terms))
    let byDay = Dictionary(counts.map { ($0.value ?? "", $0.count) }, uniquingKeysWith: +)
    return (first.day...max(first.day, last.day)).map { byDay[Timestamp(day: $0).date] ?? 0 }
  }
}
