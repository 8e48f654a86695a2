internal import GRDB
internal import Vocabulary

/// The parts of a query for the issues that have a report that matches a filter.
struct IssueSource {
  /// A table with the columns `canonical` and `number`: the canonical issues, and the number of matching reports.
  private(set) var source = ""
  /// A `WHERE` clause on `issue`; empty for all.
  private(set) var condition = ""
  private(set) var arguments = StatementArguments()
  /// The rows of the issues that suffice for a short list; `nil` for all.
  private var latest: [Int64]?

  /// A `WHERE` clause for the issues that suffice; empty for all.
  var among: String { Self.among(latest) }

  /// Creates the parts of a query.
  ///
  /// - Parameter isLatestFirst: Whether the query returns the latest issues, up to the limit of the filter.
  init(_ filter: HistoryFilter, _ rules: HistoryRules, isLatestFirst: Bool, _ questions: HistoryQuestions) throws {
    let database = questions.database
    let conditions = try FilterConditions(filter.terms, in: database)
    try addSource(filter, conditions, rules, isLatestFirst: isLatestFirst, questions)
    var parts: [String] = []
    let pattern = conditions.sqlOfPattern("issue.pattern", &arguments)
    if !pattern.isEmpty { parts.append(pattern) }
    if filter.isUnrecognized { parts.append("issue.pattern IS NULL") }
    if filter.state != .all {
      parts.append(IssueReading.state(of: "issue", at: ":now") + " = :state")
      arguments += ["state": filter.state.rawValue, "now": rules.clock().seconds]
    }
    if !filter.words.isEmpty {
      parts.append(IssueSearch(filter.words, rules.patterns).condition(&arguments))
    }
    if !parts.isEmpty { condition = "WHERE " + parts.joined(separator: " AND ") }
  }

  /// Adds the table. Without a condition on reports the stored sums of issues suffice; the cost does not depend on the
  /// number of reports.
  private mutating func addSource(
    _ filter: HistoryFilter, _ conditions: FilterConditions, _ rules: HistoryRules, isLatestFirst: Bool,
    _ questions: HistoryQuestions
  ) throws {
    if filter.needsReports, let answer = try questions.answer(.issuesOfDays, filter.scope) {
      source = "(\(answer.query(":answer")))"
      arguments += ["answer": answer.json]
    } else if let period = filter.wholeDays {
      source = Self.sums(of: period, &arguments)
    } else if filter.needsReports, let text = ShippedQuery.issuesOfDays.text {
      // Only labels need the reports themselves. Of pruned reports, the counts remain.
      let table = try filter.scope.sourceOfIssues(in: questions.database, &arguments)
      source = "(\(text(table + " AS scoped WHERE true")))"
    } else {
      let only = conditions.onlyPattern
      let isSimple = filter.words.isEmpty && !filter.isUnrecognized && (only != nil || filter.terms.isEmpty)
      if isLatestFirst, isSimple {
        latest = try Self.latest(filter, only, rules.clock(), in: questions.database)
      }
      source = """
        (SELECT coalesce(merged_into, id) AS canonical, sum(total) AS number FROM issue\(among)
          GROUP BY canonical)
        """
    }
  }

  /// Returns the issues for a short list of the latest ones, without reading all issues: as many as requested, and those
  /// last seen in the same second as the last of them. Returns `nil` for a long list, or if very many issues were seen in
  /// one second.
  private static func latest(
    _ filter: HistoryFilter, _ pattern: String?, _ now: Timestamp, in database: Database
  ) throws -> [Int64]? {
    guard let end = filter.end, end <= 1000 else { return nil }
    let state = filter.state == .all ? nil : filter.state.rawValue
    let rows = try Row.fetchCursor(
      database.cachedStatement(sql: ShippedQuery.latestIssues.sql), arguments: [state, pattern, now.seconds])
    var canonicals: Set<Int64> = []
    var last = Int.min
    while let row = try rows.next() {
      let seen: Int = row[checked: 1]
      if canonicals.count >= end, seen < last { break }
      canonicals.insert(row[checked: 0])
      last = seen
      // They become part of the text of a statement, whose length is limited.
      if canonicals.count > 5000 { return nil }
    }
    return canonicals.sorted()
  }

  private static func among(_ canonicals: [Int64]?) -> String {
    guard let canonicals else { return "" }
    let list = canonicals.map(String.init).joined(separator: ",")
    return " WHERE id IN (\(list)) OR merged_into IN (\(list))"
  }

  /// Returns a query for the sums of a period: complete days from the roll-up, partial days from their reports.
  private static func sums(of period: HistoryFilter.Days, _ arguments: inout StatementArguments) -> String {
    let weeks = RollupWeek.within(period.first, period.last)
    // Without a complete week all days are before the weeks.
    arguments += [
      "firstDay": period.first, "beforeWeeks": weeks.map { $0.lowerBound * 7 - 1 } ?? period.last,
      "firstWeek": weeks?.lowerBound ?? 1, "lastWeek": weeks?.upperBound ?? 0,
      "afterWeeks": weeks.map { $0.upperBound * 7 + 7 } ?? 1, "lastDay": weeks == nil ? 0 : period.last,
    ]
    var parts: [String] = []
    if let since = period.since {
      parts.append(
        """
        SELECT issue, count(*) FROM report WHERE day = :sinceDay AND time >= :since AND variant_of IS NULL GROUP BY issue
        """)
      arguments += ["sinceDay": since.day, "since": since.seconds]
    }
    if let until = period.until {
      parts.append(
        """
        SELECT issue, count(*) FROM report WHERE day = :untilDay AND time < :until AND variant_of IS NULL GROUP BY issue
        """)
      arguments += ["untilDay": until.day, "until": until.seconds]
    }
    let limits = [":firstDay", ":beforeWeeks", ":firstWeek", ":lastWeek", ":afterWeeks", ":lastDay"]
    return "(\(ShippedQuery.issuesOfPeriod(limits, and: parts)))"
  }
}
