internal import Foundation
internal import GRDB
package import Vocabulary

/// The number of reports with one value of a facet.
package struct FacetCount: Sendable, Hashable {
  /// The value; `nil` for reports that do not state it, or were not recognized.
  package var value: String?
  /// The number of counted reports with the value.
  package var count: Int
  /// The number of reports of all issues with the value; `nil` if it was not requested.
  package var ofAll: Int?
  /// The app of a build: a bundle identifier, else a process name; `nil` for values of other facets.
  package var app: String?

  /// Creates a count from its parts.
  package init(value: String?, count: Int, ofAll: Int? = nil, app: String? = nil) {
    self.value = value
    self.count = count
    self.ofAll = ofAll
    self.app = app
  }

  /// Returns the names of values for readers; a build that several of these apps have is followed by its app.
  package static func names(_ rows: [FacetCount]) -> [String?] {
    let apps = Dictionary(rows.map { ($0.value, Set([$0.app])) }, uniquingKeysWith: { $0.union($1) })
    return rows.map { row in
      guard let value = row.value, let app = row.app, !app.isEmpty, (apps[value]?.count ?? 0) > 1 else {
        return row.value
      }
      return value + " of " + app
    }
  }
}

/// The values of a facet in the reports of an issue, with their frequency in all reports for comparison.
package struct FacetTable: Sendable, Equatable {
  /// The property by which reports were counted.
  package var facet: Facet
  /// One row for each value.
  package var rows: [FacetCount]
  /// The number of all counted reports of the issue.
  package var total: Int
  /// The number of counted reports of all issues; `nil` if it was not requested.
  package var totalOfAll: Int?

  /// Creates a table from its parts.
  package init(facet: Facet, rows: [FacetCount], total: Int, totalOfAll: Int? = nil) {
    self.facet = facet
    self.rows = rows
    self.total = total
    self.totalOfAll = totalOfAll
  }
}

extension HistoryStore {
  /// Counts the reports of an issue by build, system, device, process and machine.
  package func facets(of issue: StoredIssue) throws(HistoryError) -> [FacetTable] {
    try ask(otherwise: []) { questions in
      let span = (first: Int(Int32.min), last: Int(Int32.max))
      return try Facet.catalog.filter { $0.summary != .none }.compactMap { facet in
        var rows = try questions.counts(facet, of: issue.row)
        guard rows.contains(where: { $0.value != nil }) else { return nil }
        let all = facet.summary == .countsBesideAll ? try questions.counts(facet, FacetScope(days: span)) : nil
        for index in rows.indices {
          rows[index].ofAll = all?.first { $0.value == rows[index].value && $0.app == rows[index].app }?.count
        }
        return FacetTable(
          facet: facet, rows: rows, total: rows.reduce(0) { $0 + $1.count },
          totalOfAll: all.map { $0.reduce(0) { $0 + $1.count } })
      }
    }
  }

  /// Counts the reports of a period by a facet.
  package func counts(by facet: Facet, from first: Timestamp, to last: Timestamp) throws(HistoryError) -> [FacetCount] {
    try ask(otherwise: []) { questions in
      try questions.counts(facet, FacetScope(days: (first.day, last.day)))
    }
  }

  /// Counts the reports of a scope by a facet.
  package func counts(by facet: Facet, _ scope: FacetScope) throws(HistoryError) -> [FacetCount] {
    try ask(otherwise: []) { try $0.counts(facet, scope) }
  }

  /// Counts the reports of an issue by a facet, over its complete time or the given days.
  package func counts(of issue: StoredIssue, by facet: Facet, days: (first: Int, last: Int)? = nil)
    throws(HistoryError) -> [FacetCount]
  {
    try ask(otherwise: []) { questions in
      try questions.counts(facet, of: issue.row, days: days)
    }
  }

  /// Counts the reports of an issue, or of all issues, for each day from `first` to `last`, both included.
  package func daily(of issue: StoredIssue? = nil, from first: Timestamp, to last: Timestamp) throws(HistoryError)
    -> [Int]
  {
    try ask(otherwise: []) { questions in
      try questions.daily(of: issue?.row, days: (first.day, last.day))
    }
  }

  /// Counts the reports of each day for every canonical issue that has any. The result is by key.
  ///
  /// - Parameter terms: What the reports have or do not have, of any pattern; empty for any report.
  package func dailyOfIssues(
    from first: Timestamp, to last: Timestamp, terms: [FilterTerm] = []
  ) throws(HistoryError) -> [String: [Int]] {
    try ask(otherwise: [:]) { questions in
      let byRow = try questions.dailyOfIssues(days: (first.day, last.day), terms: terms.withoutPatterns)
      var keys: [String: [Int]] = [:]
      for (row, days) in byRow {
        if let key = try StoredText.fetchOne(
          questions.database.cachedStatement(sql: "SELECT key FROM issue WHERE id = ?"), arguments: [row])
        {
          keys[key] = days
        }
      }
      return keys
    }
  }
}

/// The number of reports in a week, and of those in which no pattern matched.
package struct UnrecognizedWeek: Sendable, Equatable {
  /// The beginning of the week: Monday, midnight UTC.
  package var monday: Timestamp
  /// The number of counted reports in the week.
  package var reports: Int
  /// The number of counted reports in the week that belong to issues without a pattern.
  package var unrecognized: Int

  /// Creates a week from its parts.
  package init(monday: Timestamp, reports: Int, unrecognized: Int) {
    self.monday = monday
    self.reports = reports
    self.unrecognized = unrecognized
  }
}

extension HistoryStore {
  /// Returns the numbers of unrecognized reports by week, the current week last. They measure the coverage of the
  /// patterns.
  ///
  /// - Parameter terms: What the reports have or do not have; empty for any report.
  package func unrecognized(
    weeks: Int, now: Timestamp, terms: [FilterTerm] = []
  ) throws(HistoryError) -> [UnrecognizedWeek] {
    let monday = now.day - ((now.day + 3) % 7 + 7) % 7
    let first = monday - 7 * (weeks - 1)
    return try ask(otherwise: []) { questions in
      var rows = (0..<weeks).map {
        UnrecognizedWeek(monday: Timestamp(day: first + 7 * $0), reports: 0, unrecognized: 0)
      }
      let scope = FacetScope(days: (first, now.day), terms: terms)
      for row in try questions.rows(.daily, scope) {
        rows[((row[checked: "day"] as Int) - first) / 7].reports += row[checked: "number"] as Int
      }
      for row in try questions.rows(.unrecognizedByDay, scope) {
        rows[((row[checked: "day"] as Int) - first) / 7].unrecognized += row[checked: "number"] as Int
      }
      return rows
    }
  }
}
