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
    let first = issues.lazy.map(\.firstSeen.day).min() ?? 0
    let values: [QuestionValue] = [
      .issues(issues.map(\.row)), .int(max(since.seconds, Timestamp(day: first).seconds)),
    ]
    var found = try rows(.devicesOfIssues, values)
    if try hasMachines() { found += try rows(.machinesOfIssues, values) }
    var owners: [Int64: Set<String>] = [:]
    for row in found { owners[row[checked: 0], default: []].insert(row[checked: 2]) }
    return issues.reduce(into: [:]) { $0[$1.id] = owners[$1.row]?.count }
  }

  /// Counts the different devices of issues in the reports of a scope by key.
  fileprivate func devices(of issues: [StoredIssue], in scope: FacetScope) throws -> [String: Int] {
    guard source == nil else { return [:] }
    var owners: [Int64: Set<String>] = [:]
    for row in try dailyOwners(scope, of: issues.map(\.row)) {
      owners[row[checked: 0], default: []].insert(row[checked: 2])
    }
    return issues.reduce(into: [:]) { $0[$1.id] = owners[$1.row]?.count }
  }
}

extension HistoryQuestions {
  /// Returns rows with a canonical issue, a day, a device and the number of its reports, of those in a scope whose devices
  /// are known, as `devicesOfIssues` and `machinesOfIssues` do for all reports.
  ///
  /// - Parameter issues: The rows of canonical issues; `nil` for all.
  func dailyOwners(_ scope: FacetScope, of issues: [Int64]? = nil) throws -> [Row] {
    var arguments = StatementArguments()
    let condition = try scope.condition(in: database, &arguments)
    if let issues { arguments += ["issues": QuestionValue.list(issues)] }
    return try ShippedQuery.owners(
      condition, amongIssues: issues != nil, withMachines: hasMachines()
    ).flatMap { try Row.fetchAll(database, sql: $0, arguments: arguments) }
  }

  /// Returns the devices of the reports in a scope, by canonical issue, with the numbers of their reports.
  func owners(_ scope: FacetScope) throws -> [Int64: [(name: String, number: Int)]] {
    var numbers: [Int64: [String: Int]] = [:]
    for row in try dailyOwners(scope) {
      numbers[row[checked: 0], default: [:]][row[checked: 2], default: 0] += row[checked: 3] as Int
    }
    return numbers.mapValues { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }
}
