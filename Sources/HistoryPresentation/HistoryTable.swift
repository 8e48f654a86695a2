import CrashReports
import Diagnosis
import Documents
package import History
import Presentation
import Signatures
import Trends
import Vocabulary

/// Lists of the history as CSV for spreadsheets (RFC 4180).
package enum HistoryTable {
  /// Returns issues; the columns are members of the JSON document.
  package static func csv(_ issues: [StoredIssue]) -> String {
    var rows = ExportTable.row(IssueMember.columns.map(\.name))
    for issue in issues { rows += ExportTable.row(IssueMember.columns.map { $0.cell(issue) }) }
    return String(decoding: rows, as: UTF8.self)
  }

  /// Writes reports, of all issues or of one, with the columns of an export; returns the text that remains to be
  /// written. They may be very many. Throws the errors of `output` and of the history.
  package static func write(
    _ store: HistoryStore, _ filter: HistoryFilter, of issue: StoredIssue? = nil, to output: ([UInt8]) throws -> Void
  ) throws -> String {
    var rows = ExportTable.header
    try store.forEachReport(filter, of: issue) { reports in
      for report in reports { rows += ExportTable.row(report.presented) }
      try output(rows)
      rows = []
    }
    return String(decoding: rows, as: UTF8.self)
  }

  /// Returns the number of reports for each value of a facet.
  package static func csv(_ table: FacetTable) -> String {
    var rows = ExportTable.row([table.facet.id, "count"])
    for (name, row) in zip(FacetCount.names(table.rows), table.rows) {
      rows += ExportTable.row([name ?? "", String(row.count)])
    }
    return String(decoding: rows, as: UTF8.self)
  }

  /// Returns the inputs that were not recorded.
  package static func csv(_ problems: [HistoryProblem]) -> String {
    var rows = ExportTable.row(["path", "code", "message", "at", "attempts"])
    for problem in problems {
      rows += ExportTable.row([
        problem.path, problem.code, problem.message, problem.at.rfc3339, String(problem.attempts),
      ])
    }
    return String(decoding: rows, as: UTF8.self)
  }
}
