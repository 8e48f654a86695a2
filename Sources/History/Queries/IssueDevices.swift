internal import GRDB
package import Vocabulary

extension HistoryStore {
  /// Returns the number of different devices that reported each issue since a time, by the key of the issue. A device is
  /// known by the identifier in its reports, else by the label `machine`. Issues without known devices are omitted, and
  /// reports that were pruned are not counted.
  ///
  /// A summary has the devices of the latest days only: issues that were first seen before are omitted.
  package func devices(
    of issues: [StoredIssue], since: Timestamp = Timestamp(seconds: 0)
  ) throws(HistoryError) -> [String: Int] {
    guard !issues.isEmpty else { return [:] }
    do throws(HistoryError) {
      return try ask(otherwise: [:]) { try $0.devices(of: issues, since: since) }
    } catch {
      guard error.code == .notInSummary else { throw error }
      let first = Timestamp(day: rules.clock().day - Self.daysInSummary)
      let newer = issues.filter { $0.firstSeen >= first }
      guard newer.count < issues.count else { return [:] }
      return try devices(of: newer, since: since)
    }
  }

  /// Returns the number of different devices that reported each issue in reports that match a filter, like
  /// `devices(of:since:)`. A summary does not know the devices of some reports: with conditions other than a beginning, all
  /// issues are omitted.
  package func devices(
    of issues: [StoredIssue], matching filter: HistoryFilter
  ) throws(HistoryError) -> [String: Int] {
    if filter.until == nil, filter.terms.withoutPatterns.isEmpty {
      return try devices(of: issues, since: filter.since ?? Timestamp(seconds: 0))
    }
    guard !issues.isEmpty else { return [:] }
    return try ask(otherwise: [:]) { try $0.devices(of: issues, in: filter.scope) }
  }

  /// A number of days whose devices a summary contains, also if it was made a month ago.
  private static let daysInSummary = 30

  /// Sets the number of devices of each issue: those of the reports that match a filter, like its count.
  package func countDevices(
    of issues: inout [StoredIssue], matching filter: HistoryFilter = HistoryFilter()
  ) throws(HistoryError) {
    let devices = try devices(of: issues, matching: filter)
    for index in issues.indices { issues[index].devices = devices[issues[index].id] }
  }

  /// Returns the issues on most devices first, those of the filter's page.
  func issuesByDevices(_ filter: HistoryFilter) throws(HistoryError) -> [StoredIssue] {
    var all = filter
    (all.limit, all.offset) = (0, 0)
    var found = try issues(all, sortedBy: .count)
    try countDevices(of: &found, matching: all)
    let order = found.indices.sorted { left, right in
      (found[right].devices ?? 0, left) < (found[left].devices ?? 0, right)
    }
    let page = order.dropFirst(max(0, filter.offset))
    return (filter.limit > 0 ? page.prefix(filter.limit) : page).map { found[$0] }
  }
}

extension HistoryQuestions {
  /// Counts the different devices of issues by key.
  fileprivate func devices(of issues: [StoredIssue], since: Timestamp) throws -> [String: Int] {
    let first = issues.lazy.map(\.firstSeen).min() ?? since
    let rows = issues.map(\.row)
    if source == nil, since <= first { return byKey(issues, try storedDevices(of: rows)) }
    // A server has no days before the first report.
    return devices(of: issues, try deviceDays(of: rows, since: max(since, Timestamp(day: first.day)).seconds))
  }

  /// Counts the different devices of issues in the reports of a scope by key.
  fileprivate func devices(of issues: [StoredIssue], in scope: FacetScope) throws -> [String: Int] {
    guard source == nil else { return [:] }
    return devices(of: issues, try deviceDays(scope, of: issues.map(\.row)))
  }

  private func devices(of issues: [StoredIssue], _ days: DeviceDays) -> [String: Int] {
    byKey(issues, days.groups.keys.reduce(into: [:]) { $0[$1] = days.devices(of: $1) })
  }

  private func byKey(_ issues: [StoredIssue], _ numbers: [Int64: Int]) -> [String: Int] {
    issues.reduce(into: [:]) { $0[$1.id] = numbers[$1.row] }
  }
}
