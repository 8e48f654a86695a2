internal import GRDB
package import Vocabulary

/// A filter for lists of issues or reports. Times are those of the crashes.
package struct HistoryFilter: Sendable {
  /// The state of an issue set by the user. A regressed issue is open.
  package enum State: String, Sendable, CaseIterable { case open, resolved, ignored, all }

  /// The identifier of a pattern; `nil` for reports with any pattern or none.
  package var pattern: String?
  /// A process name or bundle id; `nil` for any app.
  package var app: String?
  /// The earliest time, included; `nil` for no limit.
  package var since: Timestamp?
  /// The end of the period, excluded; `nil` for no limit.
  package var until: Timestamp?
  /// The labels that a report must have, with their values; empty for any report.
  package var labels: [String: String] = [:]
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
  /// different devices of all reports (largest first).
  package enum Order: String, Sendable, CaseIterable { case last, first, count, devices }
}

extension HistoryFilter {
  /// Whether the filter selects some of the reports, so that the sums of issues do not suffice.
  var needsReports: Bool { app != nil || since != nil || until != nil || !labels.isEmpty }

  /// The clause for `limit` and `offset`.
  var page: String { "LIMIT \(limit > 0 ? limit : -1) OFFSET \(max(0, offset))" }

  /// The number of rows up to the end of the page; `nil` without a limit.
  var end: Int? {
    let (sum, overflows) = limit.addingReportingOverflow(max(0, offset))
    return limit > 0 && !overflows ? sum : nil
  }

  /// Returns a condition ` AND …` on the columns of `report`, and adds its values to the named arguments.
  func condition(_ arguments: inout StatementArguments) -> String {
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
    if let app {
      text += " AND report.build IN (SELECT id FROM build WHERE bundle_id = :app OR process = :app)"
      arguments += ["app": app]
    }
    for (index, label) in labels.sorted(by: { $0.key < $1.key }).enumerated() {
      text += """
         AND EXISTS (SELECT 1 FROM label WHERE label.report = report.id
         AND label.key = :key\(index) AND label.value = :value\(index))
        """
      arguments += ["key\(index)": label.key, "value\(index)": label.value]
    }
    return text
  }
}
