internal import GRDB
package import Vocabulary

/// What a list of issues or reports is narrowed to. Times are those of the crashes.
package struct HistoryFilter: Sendable {
  /// What the user said of an issue; an issue that came back is open.
  package enum State: String, Sendable, CaseIterable { case open, resolved, ignored, all }

  /// Identifier of a pattern; `nil`: any pattern, or none.
  package var pattern: String?
  /// Process name or bundle id.
  package var app: String?
  /// Earliest time, included; `nil`: no bound.
  package var since: Timestamp?
  /// Latest time, excluded; `nil`: no bound.
  package var until: Timestamp?
  /// Labels that a report must have, each with its value; empty: any report.
  package var labels: [String: String] = [:]
  /// State of the issues.
  package var state: State = .all
  /// Rows at most; 0 is all.
  package var limit = 50

  /// Creates a filter that keeps everything, 50 rows at most.
  package init() {}

  /// How issues are sorted: by their latest report, by their first one, or by number; the latest and the most come
  /// first.
  package enum Order: String, Sendable, CaseIterable { case last, first, count }
}

extension HistoryFilter {
  /// True when the sums of issues do not answer, because only some of the reports are asked for.
  var needsReports: Bool { app != nil || since != nil || until != nil || !labels.isEmpty }

  /// ` AND …` over the columns of `report`, values as named arguments.
  func condition(_ arguments: inout StatementArguments) -> String {
    var text = ""
    if let since {
      // The day leads the index, the time is exact.
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
