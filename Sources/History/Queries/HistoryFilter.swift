internal import GRDB
package import Vocabulary

/// A filter for lists of issues or reports. Times are those of the crashes.
package struct HistoryFilter: Sendable {
  /// The state of an issue set by the user. A regressed issue is open.
  package enum State: String, Sendable, CaseIterable { case open, resolved, ignored, all }

  /// What the reports have or do not have; empty for any report. A pattern is that of the issue in lists of issues, and
  /// that of any finding in lists of reports.
  package var terms: [FilterTerm] = []
  /// The earliest time, included; `nil` for no limit.
  package var since: Timestamp?
  /// The end of the period, excluded; `nil` for no limit.
  package var until: Timestamp?
  /// Words that an issue must all contain; empty for any issue. See `IssueSearch`.
  package var words: [String] = []
  /// The state of the issues.
  package var state: State = .all
  /// Whether only issues without a pattern match.
  package var isUnrecognized = false
  /// The maximum number of rows; 0 for all.
  package var limit = 50
  /// The number of rows to skip, for the next page of a list of issues or of the reports of an issue.
  package var offset = 0

  /// Creates a filter that matches everything, with at most 50 rows.
  package init() {}

  /// The order of issues: by their latest report, by their first one (latest first), by number of reports, or by number of
  /// different devices (largest first).
  package enum Order: String, Sendable, CaseIterable { case last, first, count, devices }
}

extension HistoryFilter {
  /// Whether the filter selects some of the reports, so that the sums of issues do not suffice.
  var needsReports: Bool { since != nil || until != nil || !terms.withoutPatterns.isEmpty }

  /// The scope of the reports that match, of any pattern.
  var scope: FacetScope { FacetScope(since: since, until: until, terms: terms.withoutPatterns) }

  /// The clause for `limit` and `offset`.
  var page: String { "LIMIT \(limit > 0 ? limit : -1) OFFSET \(max(0, offset))" }

  /// The number of rows up to the end of the page; `nil` without a limit.
  var end: Int? {
    let (sum, overflows) = limit.addingReportingOverflow(max(0, offset))
    return limit > 0 && !overflows ? sum : nil
  }

  /// Returns a condition ` AND …` on the columns of `report`, and adds its values to the named arguments.
  func condition(in database: Database, _ arguments: inout StatementArguments) throws -> String {
    var text = ""
    if let since {
      // The index is on the day; the time gives the exact limit.
      text += " AND report.day >= :sinceDay AND report.time >= :since"
      arguments += ["sinceDay": since.day, "since": since.seconds]
    }
    if let until {
      text += " AND report.day <= :untilDay AND report.time < :until"
      arguments += ["untilDay": until.day, "until": until.seconds]
    }
    text += try FilterConditions(terms, in: database).sql("report.", .ofFindings, &arguments)
    return text
  }
}
