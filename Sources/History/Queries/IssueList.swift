internal import Foundation
internal import GRDB

/// What a list of issues or reports is narrowed to. Times are those of the crashes.
package struct HistoryFilter: Sendable {
  package var pattern: String?
  /// Process name or bundle id.
  package var app: String?
  package var since: Timestamp?
  package var until: Timestamp?
  package var labels: [String: String] = [:]
  /// Rows at most; 0 is all.
  package var limit = 50

  package init() {}

  package enum Order: String, Sendable, CaseIterable { case last, first, count }
}

/// An issue as a list shows it. Sums are of the reports the filter lets through.
package struct StoredIssue: Sendable, Equatable {
  package var id: String
  package var shortID: String
  /// `nil` when nothing known was recognised.
  package var pattern: String?
  package var title: String
  package var place: String?
  package var count: Int
  package var firstSeen: Timestamp
  package var lastSeen: Timestamp
  package var firstBuild: String?
  package var lastBuild: String?
  package var state: String
}

extension HistoryStore {
  /// The issues with a report that the filter lets through.
  package func issues(_ filter: HistoryFilter = .init(), sortedBy order: HistoryFilter.Order = .last)
    throws(HistoryError) -> [StoredIssue]
  {
    try read(otherwise: []) { database in
      var arguments = StatementArguments()
      let condition = filter.condition(&arguments)
      let column =
        switch order {
        case .last: "last DESC"
        case .first: "first DESC"
        case .count: "number DESC"
        }
      // Without a condition on reports the issue's own sums answer, whatever the number of reports.
      let source =
        filter.looksAtReports
        ? """
        (SELECT report.issue, count(*) AS number, min(report.time) AS first, max(report.time) AS last
          FROM report WHERE report.variant_of IS NULL\(condition) GROUP BY +report.issue)
        """
        : "(SELECT id AS issue, total AS number, first_seen AS first, last_seen AS last FROM issue)"
      var pattern = ""
      if let wanted = filter.pattern {
        pattern = "WHERE issue.pattern = :issuePattern"
        arguments += ["issuePattern": wanted]
      }
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT issue.*, sums.number, sums.first, sums.last
          FROM \(source) AS sums JOIN issue ON issue.id = sums.issue \(pattern)
          ORDER BY \(column), issue.key LIMIT \(filter.limit > 0 ? filter.limit : -1)
          """, arguments: arguments)
      return try rows.map { try StoredIssue($0, in: database) }
    }
  }

  /// Time of the earliest report of a build; `nil` when there is none.
  package func firstTime(ofBuild build: String) throws(HistoryError) -> Timestamp? {
    try read(otherwise: nil) { database in
      try Int.fetchOne(
        database,
        sql: """
          SELECT min(time) FROM report
          WHERE variant_of IS NULL AND build = (SELECT id FROM name WHERE text = ?)
          """, arguments: [build]
      ).map(Timestamp.init(seconds:))
    }
  }
}

extension StoredIssue {
  init(_ row: Row, in database: Database) throws {
    id = row["key"]
    shortID = try ShortID.shortest(row["key"], in: database)
    pattern = row["pattern"]
    title = row["title"]
    place = row["place"]
    count = row["number"]
    firstSeen = Timestamp(seconds: row["first"])
    lastSeen = Timestamp(seconds: row["last"])
    firstBuild = row["first_build"]
    lastBuild = row["last_build"]
    state = row["state"]
  }
}

extension HistoryFilter {
  var looksAtReports: Bool { app != nil || since != nil || until != nil || !labels.isEmpty }

  /// ` AND …` over the columns of `report`, values as named arguments.
  func condition(_ arguments: inout StatementArguments) -> String {
    var text = ""
    if let since {
      text += " AND report.time >= :since"
      arguments += ["since": since.seconds]
    }
    if let until {
      text += " AND report.time < :until"
      arguments += ["until": until.seconds]
    }
    if let app {
      text += """
         AND (report.process = (SELECT id FROM name WHERE text = :app)
         OR report.app = (SELECT id FROM name WHERE text = :app))
        """
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
