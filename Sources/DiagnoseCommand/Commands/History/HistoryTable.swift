import History
import Presentation
import Vocabulary

/// What the history lists, for spreadsheets (RFC 4180).
enum HistoryTable {
  /// Issues; cells as the members of the JSON document.
  static func csv(_ issues: [StoredIssue]) -> String {
    var rows = ExportTable.row([
      "id", "pattern", "title", "place", "count", "firstSeen", "lastSeen", "firstBuild", "lastBuild", "state",
      "resolvedIn", "regressedIn", "note",
    ])
    for issue in issues {
      rows += ExportTable.row([
        issue.id, issue.pattern ?? "", issue.title, issue.place ?? "", String(issue.count), issue.firstSeen.rfc3339,
        issue.lastSeen.rfc3339, issue.firstBuild ?? "", issue.lastBuild ?? "", issue.state, issue.resolvedIn ?? "",
        issue.regressedIn ?? "", issue.note ?? "",
      ])
    }
    return String(decoding: rows, as: UTF8.self)
  }

  /// Reports, with the columns of an export.
  static func csv(_ reports: [StoredReport]) -> String {
    var rows = ExportTable.header
    for report in reports { rows += ExportTable.row(report.presented) }
    return String(decoding: rows, as: UTF8.self)
  }

  /// How many reports have each value of a facet.
  static func csv(_ table: FacetTable) -> String {
    var rows = ExportTable.row([table.facet.rawValue, "count"])
    for row in table.rows { rows += ExportTable.row([row.value ?? "", String(row.count)]) }
    return String(decoding: rows, as: UTF8.self)
  }

  /// Inputs that were not stored.
  static func csv(_ problems: [HistoryProblem]) -> String {
    var rows = ExportTable.row(["path", "code", "message", "at", "attempts"])
    for problem in problems {
      rows += ExportTable.row([
        problem.path, problem.code, problem.message, problem.at.rfc3339, String(problem.attempts),
      ])
    }
    return String(decoding: rows, as: UTF8.self)
  }
}
