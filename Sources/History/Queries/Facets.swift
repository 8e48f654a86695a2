internal import Foundation
internal import GRDB
package import Vocabulary

/// A property by which reports are counted.
package enum Facet: String, Sendable, CaseIterable {
  case day, week, build, os, device, process, pattern, machine

  /// How a heading calls it.
  package var title: String {
    switch self {
    case .day: "Day"
    case .week: "Week from"
    case .build: "Build"
    case .os: "System"
    case .device: "Device"
    case .process: "Process"
    case .pattern: "Known failure"
    case .machine: "Machine"
    }
  }
}

/// Reports with one value of a facet.
package struct FacetCount: Sendable, Equatable {
  /// `nil`: not stated, or not recognised.
  package var value: String?
  package var count: Int
  /// Of all reports, those with this value; `nil` where it was not asked for.
  package var ofAll: Int?

  package init(value: String?, count: Int, ofAll: Int? = nil) {
    self.value = value
    self.count = count
    self.ofAll = ofAll
  }
}

/// What the reports of an issue have in common: how often each value occurs, beside how often it occurs in all reports.
package struct FacetTable: Sendable, Equatable {
  package var facet: Facet
  package var rows: [FacetCount]
  /// Reports of the issue, and of all issues.
  package var total: Int
  package var totalOfAll: Int?

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
      let all: [Facet: [FacetCount]] = [
        .os: try questions.counts(.os, days: span), .device: try questions.counts(.device, days: span),
        .build: try questions.counts(.build, days: span), .process: try questions.counts(.process, days: span),
      ]
      return try [Facet.build, .os, .device, .process, .machine].compactMap { facet in
        var rows = try questions.counts(facet, of: issue.row)
        guard rows.contains(where: { $0.value != nil }) else { return nil }
        let known = all[facet]
        for index in rows.indices {
          rows[index].ofAll = known?.first { $0.value == rows[index].value }?.count
        }
        return FacetTable(
          facet: facet, rows: rows, total: rows.reduce(0) { $0 + $1.count },
          totalOfAll: known.map { $0.reduce(0) { $0 + $1.count } })
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
  static let longestSeries = 4000

  func daily(of issue: Int64?, days: (first: Int, last: Int)) throws -> [Int] {
    guard days.first <= days.last, days.last - days.first < Self.longestSeries else { return [] }
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
    guard days.first <= days.last, days.last - days.first < Self.longestSeries else { return [:] }
    let roots = try roots()
    var series: [Int64: [Int]] = [:]
    let cursor = try Row.fetchCursor(
      database.cachedStatement(sql: ShippedQuery.dailyOfIssues.sql), arguments: [days.first, days.last])
    while let row = try cursor.next() {
      let issue: Int64 = row[checked: 1]
      let root = roots[issue] ?? issue
      series[root, default: [Int](repeating: 0, count: days.last - days.first + 1)][
        (row[checked: 0] as Int) - days.first] +=
        row[checked: 2] as Int
    }
    return series
  }

  /// The whole of each issue that is a part.
  func roots() throws -> [Int64: Int64] {
    var roots: [Int64: Int64] = [:]
    for row in try Row.fetchAll(
      database.cachedStatement(sql: "SELECT id, merged_into FROM issue WHERE merged_into IS NOT NULL"))
    {
      roots[row[checked: "id"]] = row[checked: "merged_into"]
    }
    return roots
  }

  func counts(_ facet: Facet, days: (first: Int, last: Int)) throws -> [FacetCount] {
    let arguments: StatementArguments = [days.first, days.last]
    switch facet {
    case .day: return try rows(.daily, arguments).map(Self.dayCount)
    case .week: return Self.weeks(try rows(.daily, arguments))
    case .build: return try rows(.byBuild, arguments).map(Self.buildCount)
    case .os: return try rows(.bySystem, arguments).map(Self.count)
    case .device: return try rows(.byDevice, arguments).map(Self.count)
    case .process: return try rows(.byProcess, arguments).map(Self.count)
    case .pattern: return try rows(.byPattern, arguments).map(Self.count)
    case .machine:
      return try Row.fetchAll(
        database,
        sql: """
          SELECT label.value AS value, count(*) AS number FROM report JOIN label ON label.report = report.id
          WHERE report.day BETWEEN ? AND ? AND report.variant_of IS NULL AND label.key = 'machine'
          GROUP BY value ORDER BY number DESC, value
          """, arguments: arguments
      ).map(Self.count)
    }
  }

  func counts(_ facet: Facet, of issue: Int64, days: (first: Int, last: Int)? = nil) throws -> [FacetCount] {
    let span = days ?? (Int(Int32.min), Int(Int32.max))
    switch facet {
    case .day: return try rows(.issueDays, [issue, span.first, span.last]).map(Self.dayCount)
    case .week: return Self.weeks(try rows(.issueDays, [issue, span.first, span.last]))
    case .build: return try rows(.issueBuilds, [issue]).map(Self.buildCount)
    case .os:
      return try rows(.issueSystems, [issue]).map {
        FacetCount(value: $0[checked: "text"], count: $0[checked: "number"])
      }
    case .device:
      return try rows(.issueDevices, [issue]).map {
        FacetCount(value: $0[checked: "text"], count: $0[checked: "number"])
      }
    case .process:
      return try Row.fetchAll(
        database,
        sql: """
          SELECT iif(build.process = '', build.app, build.process) AS value, sum(count) AS number
          FROM rollup_build LEFT JOIN build ON build.id = rollup_build.build
          WHERE issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1)
          GROUP BY value ORDER BY number DESC, value
          """, arguments: [issue]
      ).map(Self.count)
    case .pattern:
      return try Row.fetchAll(
        database,
        sql: """
          SELECT name.text AS value, count(*) AS number
          FROM report LEFT JOIN finding ON finding.report = report.id AND finding.position = 0
            LEFT JOIN name ON name.id = finding.pattern
          WHERE report.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND report.variant_of IS NULL
          GROUP BY value ORDER BY number DESC, value
          """, arguments: [issue]
      ).map(Self.count)
    case .machine:
      return try Row.fetchAll(
        database,
        sql: """
          SELECT label.value AS value, count(*) AS number
          FROM report LEFT JOIN label ON label.report = report.id AND label.key = 'machine'
          WHERE report.issue IN (SELECT id FROM issue WHERE id = ?1 OR merged_into = ?1) AND report.variant_of IS NULL
          GROUP BY value ORDER BY number DESC, value
          """, arguments: [issue]
      ).map(Self.count)
    }
  }

  private static func count(_ row: Row) -> FacetCount {
    FacetCount(value: row[checked: "value"], count: row[checked: "number"])
  }

  private static func dayCount(_ row: Row) -> FacetCount {
    FacetCount(value: Timestamp(day: row[checked: "day"]).date, count: row[checked: "number"])
  }

  private static func buildCount(_ row: Row) -> FacetCount {
    FacetCount(value: buildName(row), count: row[checked: "number"])
  }

  /// `2.4 (412)`; `nil` for a build that is not stated.
  static func buildName(_ row: Row) -> String? {
    let (version, build): (String?, String?) = (row[checked: "version"], row[checked: "build"])
    let name = [version, build.map { $0.isEmpty ? "" : "(\($0))" }].compactMap { $0 }.filter { !$0.isEmpty }
    return name.isEmpty ? nil : name.joined(separator: " ")
  }

  /// Days summed into weeks from Monday.
  private static func weeks(_ rows: [Row]) -> [FacetCount] {
    var weeks: [(monday: Int, count: Int)] = []
    for row in rows {
      let day: Int = row[checked: "day"]
      // 1970-01-01 was a Thursday.
      let monday = day - ((day + 3) % 7 + 7) % 7
      if weeks.last?.monday == monday {
        weeks[weeks.count - 1].count += row[checked: "number"] as Int
      } else {
        weeks.append((monday, row[checked: "number"]))
      }
    }
    return weeks.map { FacetCount(value: Timestamp(day: $0.monday).date, count: $0.count) }
  }
}

/// Reports of a week, and those of them that belong to issues which nothing known explains.
package struct UnrecognisedWeek: Sendable, Equatable {
  package var monday: Timestamp
  package var reports: Int
  package var unrecognised: Int
}

extension HistoryStore {
  /// How much is not recognised, week by week, the present one last: what the program itself is judged by.
  package func unrecognised(weeks: Int, now: Timestamp) throws(HistoryError) -> [UnrecognisedWeek] {
    let monday = now.day - ((now.day + 3) % 7 + 7) % 7
    let first = monday - 7 * (weeks - 1)
    return try read(otherwise: []) { database in
      let questions = HistoryQuestions(database: database)
      var rows = (0..<weeks).map {
        UnrecognisedWeek(monday: Timestamp(day: first + 7 * $0), reports: 0, unrecognised: 0)
      }
      for row in try questions.rows(.daily, [first, now.day]) {
        rows[((row[checked: "day"] as Int) - first) / 7].reports += row[checked: "number"] as Int
      }
      for row in try questions.rows(.unrecognisedByDay, [first, now.day]) {
        rows[((row[checked: "day"] as Int) - first) / 7].unrecognised += row[checked: "number"] as Int
      }
      return rows
    }
  }
}
