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
    try read(otherwise: []) { database in
      let questions = HistoryQuestions(database: database)
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
    try read(otherwise: []) { database in
      try HistoryQuestions(database: database).counts(facet, FacetScope(days: (first.day, last.day)))
    }
  }

  /// Counts the reports of a scope by a facet.
  package func counts(by facet: Facet, _ scope: FacetScope) throws(HistoryError) -> [FacetCount] {
    try read(otherwise: []) { try HistoryQuestions(database: $0).counts(facet, scope) }
  }

  /// Counts the reports of an issue by a facet, over its complete time or the given days.
  package func counts(of issue: StoredIssue, by facet: Facet, days: (first: Int, last: Int)? = nil)
    throws(HistoryError) -> [FacetCount]
  {
    try read(otherwise: []) { database in
      try HistoryQuestions(database: database).counts(facet, of: issue.row, days: days)
    }
  }

  /// Counts the reports of an issue, or of all issues, for each day from `first` to `last`, both included.
  package func daily(of issue: StoredIssue? = nil, from first: Timestamp, to last: Timestamp) throws(HistoryError)
    -> [Int]
  {
    try read(otherwise: []) { database in
      try HistoryQuestions(database: database).daily(of: issue?.row, days: (first.day, last.day))
    }
  }

  /// Counts the reports of each day for every canonical issue that has any. The result is by key.
  package func dailyOfIssues(from first: Timestamp, to last: Timestamp) throws(HistoryError) -> [String: [Int]] {
    try read(otherwise: [:]) { database in
      let byRow = try HistoryQuestions(database: database).dailyOfIssues(days: (first.day, last.day))
      var keys: [String: [Int]] = [:]
      for (row, days) in byRow {
        if let key = try String.fetchOne(
          database.cachedStatement(sql: "SELECT key FROM issue WHERE id = ?"), arguments: [row])
        {
          keys[key] = days
        }
      }
      return keys
    }
  }
}

/// Runs shipped queries on one state of the database.
struct HistoryQuestions {
  let database: Database

  func rows(_ query: ShippedQuery, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(database.cachedStatement(sql: query.sql), arguments: arguments)
  }

  /// The maximum length of a series of days; longer series are returned empty.
  static let maxSeriesLength = 4000

  func daily(of issue: Int64?, days: (first: Int, last: Int)) throws -> [Int] {
    guard days.first <= days.last, days.last - days.first < Self.maxSeriesLength else { return [] }
    var counts = [Int](repeating: 0, count: days.last - days.first + 1)
    let rows =
      if let issue {
        try rows(.issueDays, [issue, days.first, days.last])
      } else {
        try rows(.daily, [days.first, days.last])
      }
    for row in rows { counts[(row[checked: "day"] as Int) - days.first] = row[checked: "number"] }
    return counts
  }

  func dailyOfIssues(days: (first: Int, last: Int)) throws -> [Int64: [Int]] {
    guard days.first <= days.last, days.last - days.first < Self.maxSeriesLength else { return [:] }
    let canonicalIssues = try canonicalIssues()
    var series: [Int64: [Int]] = [:]
    let cursor = try Row.fetchCursor(
      database.cachedStatement(sql: ShippedQuery.dailyOfIssues.sql), arguments: [days.first, days.last])
    while let row = try cursor.next() {
      let issue: Int64 = row[checked: 1]
      let canonical = canonicalIssues[issue] ?? issue
      series[canonical, default: [Int](repeating: 0, count: days.last - days.first + 1)][
        (row[checked: 0] as Int) - days.first] +=
        row[checked: 2] as Int
    }
    return series
  }

  /// Returns the canonical issue of each merged issue.
  func canonicalIssues() throws -> [Int64: Int64] {
    var canonicalIssues: [Int64: Int64] = [:]
    for row in try Row.fetchAll(
      database.cachedStatement(sql: "SELECT id, merged_into FROM issue WHERE merged_into IS NOT NULL"))
    {
      canonicalIssues[row[checked: "id"]] = row[checked: "merged_into"]
    }
    return canonicalIssues
  }

  func counts(_ facet: Facet, _ scope: FacetScope) throws -> [FacetCount] { try facet.counts(self, scope) }

  /// Counts the reports of an issue; `nil` days mean its complete time.
  func counts(_ facet: Facet, of issue: Int64, days: Facet.Days? = nil) throws -> [FacetCount] {
    try facet.countsOfIssue(self, issue, days ?? (Int(Int32.min), Int(Int32.max)))
  }

  /// Reads a row with the columns `value` and `number`.
  @Sendable static func count(_ row: Row) -> FacetCount {
    FacetCount(value: row[checked: "value"], count: row[checked: "number"])
  }

  /// Reads a row with the columns `text` and `number`.
  @Sendable static func namedCount(_ row: Row) -> FacetCount {
    FacetCount(value: row[checked: "text"], count: row[checked: "number"])
  }

  /// Returns the name of a build, such as `2.4 (412)`; `nil` if it is not stated.
  static func buildName(_ row: Row) -> String? {
    let (version, build): (String?, String?) = (row[checked: "version"], row[checked: "build"])
    let name = [version, build.map { $0.isEmpty ? "" : "(\($0))" }].compactMap { $0 }.filter { !$0.isEmpty }
    return name.isEmpty ? nil : name.joined(separator: " ")
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
  /// - Parameter app: A process name or bundle id; `nil` for any app.
  package func unrecognized(weeks: Int, now: Timestamp, app: String? = nil) throws(HistoryError) -> [UnrecognizedWeek] {
    let monday = now.day - ((now.day + 3) % 7 + 7) % 7
    let first = monday - 7 * (weeks - 1)
    return try read(otherwise: []) { database in
      let questions = HistoryQuestions(database: database)
      var rows = (0..<weeks).map {
        UnrecognizedWeek(monday: Timestamp(day: first + 7 * $0), reports: 0, unrecognized: 0)
      }
      let scope = FacetScope(days: (first, now.day), app: app)
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
