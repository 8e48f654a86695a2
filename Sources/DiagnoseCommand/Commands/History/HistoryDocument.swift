import Documents
import History
import Presentation
import Signatures
import Vocabulary

/// What the history answers, for programs.
enum HistoryDocument {
  /// Issues, in a document of their own (`diagnose-history/1`), with the reports of each of the last days.
  static func json(_ issues: [StoredIssue], _ daily: [String: [Int]]) -> String {
    JSONText.document(
      "diagnose-history/1", "issues",
      issues.map { issue in "    " + JSONText.object(members(issue) + [("daily", .numbers(daily[issue.id] ?? []))]) })
  }

  /// What the reports of an issue have in common.
  static func json(_ issue: StoredIssue, _ facets: [FacetTable]) -> String {
    JSONText.document(
      "diagnose-history/1", "facets",
      facets.flatMap { table in
        table.rows.map { row in
          "    "
            + JSONText.object([
              ("issue", .text(issue.id)), ("facet", .text(table.facet.rawValue)), ("value", .text(row.value)),
              ("count", .number(row.count)), ("total", .number(table.total)), ("ofAll", .number(row.ofAll)),
              ("totalOfAll", .number(table.totalOfAll)),
            ])
        }
      })
  }

  /// How many reports have each value of a facet.
  static func json(_ table: FacetTable) -> String {
    JSONText.document(
      "diagnose-history/1", "counts",
      table.rows.map { row in
        "    "
          + JSONText.object([
            ("facet", .text(table.facet.rawValue)), ("value", .text(row.value)), ("count", .number(row.count)),
            ("total", .number(table.total)),
          ])
      })
  }

  static func members(_ issue: StoredIssue) -> [(String, JSONText.Value)] {
    [
      ("id", .text(issue.id)), ("shortID", .text(issue.shortID)), ("pattern", .text(issue.pattern)),
      ("title", .text(issue.title)), ("place", .text(issue.place)), ("count", .number(issue.count)),
      ("firstSeen", .text(issue.firstSeen.rfc3339)), ("lastSeen", .text(issue.lastSeen.rfc3339)),
      ("firstBuild", .text(issue.firstBuild)), ("lastBuild", .text(issue.lastBuild)), ("state", .text(issue.state)),
      ("resolvedIn", .text(issue.resolvedIn)), ("regressedIn", .text(issue.regressedIn)),
      ("regressedAt", .text(issue.regressedAt?.rfc3339)), ("ignoredUntil", .text(issue.ignoredUntil?.rfc3339)),
      ("note", .text(issue.note)), ("kind", .text(issue.kind)), ("signature", .text(issue.signature)),
    ]
  }

  /// Inputs that were not stored.
  static func json(_ problems: [HistoryProblem]) -> String {
    JSONText.document(
      "diagnose-history/1", "problems",
      problems.map { problem in
        "    "
          + JSONText.object([
            ("path", .text(problem.path)), ("code", .text(problem.code)), ("message", .text(problem.message)),
            ("at", .text(problem.at.rfc3339)), ("attempts", .number(problem.attempts)),
          ])
      })
  }

  /// Reports, as a document of `diagnose/1`.
  static func json(_ reports: [StoredReport]) -> String {
    EncodedDocument(reports: reports.map(\.presented)).indented()
  }

  /// Writes reports, of which there may be very many, as a document of `diagnose/1`; returns what is left to write.
  ///
  /// Where the history fails after the first of them, the document is ended all the same and names the fault: what a
  /// program has read of it so far can be taken.
  static func write(_ store: HistoryStore, _ filter: HistoryFilter) throws -> String {
    var document = DocumentStream()
    do {
      try store.forEachReport(filter) { try StandardStreams.output(document.bytes(of: $0.map(\.presented))) }
    } catch let error as HistoryError {
      let fault = InputError(path: error.path, code: error.code.rawValue, message: error.message, hint: error.hint)
      try StandardStreams.output(String(decoding: document.end(errors: [fault]), as: UTF8.self))
      throw error
    }
    return String(decoding: document.end(), as: UTF8.self)
  }
}

extension StoredReport {
  var presented: PresentedReport {
    PresentedReport(
      path: path, digest: digest.description, assessment: assessment, id: standing.report, history: standing,
      labels: labels, signature: signature, patterns: patterns)
  }
}
