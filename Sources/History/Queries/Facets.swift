internal import Foundation
internal import GRDB
package import Vocabulary

/// Reports with one value of a facet.
package struct FacetCount: Sendable, Equatable {
  /// `nil`: not stated, or not recognised.
  package var value: String?
  /// Counted reports with the value.
  package var count: Int
  /// Of all reports, those with this value; `nil` where it was not asked for.
  package var ofAll: Int?

  /// Creates a count from its parts.
  package init(value: String?, count: Int, ofAll: Int? = nil) {
    self.value = value
    self.count = count
    self.ofAll = ofAll
  }
}

/// What the reports of an issue have in common: how often each value occurs, beside how often it occurs in all reports.
package struct FacetTable: Sendable, Equatable {
  /// The property by which reports were counted.
  package var facet: Facet
  /// One row for each value.
  package var rows: [FacetCount]
  /// Counted reports of the issue, whatever their value.
  package var total: Int
  /// Counted reports of all issues; `nil` where it was not asked for.
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
  /// An issue's reports by build, system, device, process and machine.
  package func facets(of issue: StoredIssue) throws(HistoryError) -> [FacetTable] {
    try read(otherwise: []) { database in
      let questions = HistoryQuestions(database: database)
      let span = (first: Int(Int32.min), last: Int(Int32.max))
      return try Facet.catalog.filter { $0.summary != .none }.compactMap { facet in
        var rows = try questions.counts(facet, of: issue.row)
        guard rows.contains(where: { $0.value != nil }) else { return nil }
        let all = facet.summary == .countsBesideAll ? try questions.counts(facet, days: span) : nil
        for index in rows.indices {
          rows[index].ofAll = all?.first { $0.value == rows[index].value }?.count
        }
        return FacetTable(
          facet: facet, rows: rows, total: rows.reduce(0) { $0 + $1.count },
          totalOfAll: all.map { $0.reduce(0) { $0 + $1.count } })
      }
    }
  }

  /// Reports of a period by a facet.
  package func counts(by facet: Facet, from first: Timestamp, to last: Timestamp) throws(HistoryError) -> [FacetCount] {
    try read(otherwise: []) { database in
      try HistoryQuestions(database: database).counts(facet, days: (first.day, last.day))
    }
  }

  /// An issue's reports by a facet, over all its time or the days given.
  package func counts(of issue: StoredIssue, by facet: Facet, days: (first: Int, last: Int)? = nil)
    throws(HistoryError) -> [FacetCount]
  {
    try read(otherwise: []) { database in
      try HistoryQuestions(database: database).counts(facet, of: issue.row, days: days)
    }
  }

  /// Reports of each day from `first` to `last`, both included; of one issue, or of all.
  package func daily(of issue: StoredIssue? = nil, from first: Timestamp, to last: Timestamp) throws(HistoryError)
    -> [Int]
  {
    try read(otherwise: []) { database in
      try HistoryQuestions(database: database).daily(of: issue?.row, days: (first.day, last.day))
    }
  }

  /// Reports of each day by issue, for the whole issues with any.
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

/// Shipped questions, asked within one state of the database.
struct HistoryQuestions {
  let database: Database

  func rows(_ query: ShippedQuery, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(database.cachedStatement(sql: query.sql), arguments: arguments)
  }

  /// Days longer than this are not drawn one by one.
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

  /// The whole of each issue that is a part.
  func canonicalIssues() throws -> [Int64: Int64] {
    var canonicalIssues: [Int64: Int64] = [:]
    for row in try Row.fetchAll(
      database.cachedStatement(sql: "SELECT id, merged_into FROM issue WHERE merged_into IS NOT NULL"))
    {
      canonicalIssues[row[checked: "id"]] = row[checked: "merged_into"]
    }
    return canonicalIssues
  }

  func counts(_ facet: Facet, days: Facet.Days) throws -> [FacetCount] { try facet.counts(self, days) }

  /// `nil` days: the issue's whole time.
  func counts(_ facet: Facet, of issue: Int64, days: Facet.Days? = nil) throws -> [FacetCount] {
    try facet.countsOfIssue(self, issue, days ?? (Int(Int32.min), Int(Int32.max)))
  }

  /// A row with the columns `value` and `number`.
  @Sendable static func count(_ row: Row) -> FacetCount {
    FacetCount(value: row[checked: "value"], count: row[checked: "number"])
  }

  /// A row with the columns `text` and `number`.
  @Sendable static func namedCount(_ row: Row) -> FacetCount {
    FacetCount(value: row[checked: "text"], count: row[checked: "number"])
  }

  /// `2.4 (412)`; `nil` for a build that is not stated.
  static func buildName(_ row: Row) -> String? {
    let (version, build): (String?, String?) = (row[checked: "version"], row[checked: "build"])
    let name = [version, build.map { $0.isEmpty ? "" : "(\($0))" }].compactMap { $0 }.filter { !$0.isEmpty }
    return name.isEmpty ? nil : name.joined(separator: " ")
  }
}

/// Reports of a week, and those of them that belong to issues which nothing known explains.
package struct UnrecognizedWeek: Sendable, Equatable {
  /// Midnight UTC at which the week begins.
  package var monday: Timestamp
  /// Counted reports of the week.
  package var reports: Int
  /// Counted reports of the week that belong to issues without a pattern.
  package var unrecognized: Int

  /// Creates a week from its parts.
  package init(monday: Timestamp, reports: Int, unrecognized: Int) {
    self.monday = monday
    self.reports = reports
    self.unrecognized = unrecognized
  }
}

extension HistoryStore {
  /// How much is not recognised, week by week, the present one last: what the program itself is judged by.
  package func unrecognized(weeks: Int, now: Timestamp) throws(HistoryError) -> [UnrecognizedWeek] {
    let monday = now.day - ((now.day + 3) % 7 + 7) % 7
    let first = monday - 7 * (weeks - 1)
    return try read(otherwise: []) { database in
      let questions = HistoryQuestions(database: database)
      var rows = (0..<weeks).map {
        UnrecognizedWeek(monday: Timestamp(day: first + 7 * $0), reports: 0, unrecognized: 0)
      }
      for row in try questions.rows(.daily, [first, now.day]) {
        rows[((row[checked: "day"] as Int) - first) / 7].reports += row[checked: "number"] as Int
      }
      for row in try questions.rows(.unrecognizedByDay, [first, now.day]) {
        rows[((row[checked: "day"] as Int) - first) / 7].unrecognized += row[checked: "number"] as Int
      }
      return rows
    }
  }
}
