import CrashReports
import Diagnosis
package import Documents
package import History
import Presentation
import Signatures
import Trends
import Vocabulary

/// Answers of the history as JSON.
package enum HistoryDocument {
  static let schema = "diagnose-history/1"

  /// Returns issues as a `diagnose-history/1` document, with the number of reports on each of the last `days` days.
  package static func json(_ issues: [StoredIssue], _ daily: [String: [Int]], days: Int) -> String {
    ListDocument.text(schema, "issues", issues) { writer, issue in
      IssueMember.write(issue, isCounted: true, to: &writer)
      writer.member("daily", numbers: daily[issue.id] ?? [Int](repeating: 0, count: days))
    }
  }

  /// Returns what the reports of an issue have in common, with the comparison of the values that are more or less frequent
  /// than in other issues.
  package static func json(
    _ issue: StoredIssue, _ facets: [FacetTable], _ associations: [Association]
  ) -> String {
    let rows = facets.flatMap { table in table.rows.map { (table, $0) } }
    return ListDocument.text(schema, "facets", rows) { writer, item in
      let (table, row) = item
      writer.member("issue", issue.id)
      writer.member("facet", table.facet.id)
      writer.member("value", row.value)
      writer.present("app", row.app)
      writer.member("count", row.count)
      writer.member("total", table.total)
      writer.member("ofAll", row.ofAll)
      writer.member("totalOfAll", table.totalOfAll)
      let found = associations.first { $0.property.id == table.facet.id && $0.value == row.value }
      guard let found else { return }
      writer.name("association")
      writer.object { AssociationMember.write(found, to: &$0) }
    }
  }

  /// Returns the number of reports for each value of a facet.
  package static func json(_ table: FacetTable) -> String {
    ListDocument.text(schema, "counts", table.rows) { writer, row in
      writer.member("facet", table.facet.id)
      writer.member("value", row.value)
      writer.present("app", row.app)
      writer.member("count", row.count)
      writer.member("total", table.total)
    }
  }

  /// Returns the inputs that were not recorded.
  package static func json(_ problems: [HistoryProblem]) -> String {
    ListDocument.text(schema, "problems", problems) { writer, problem in
      writer.member("path", problem.path)
      writer.member("code", problem.code)
      writer.member("message", problem.message)
      writer.member("at", problem.at.rfc3339)
      writer.member("attempts", problem.attempts)
    }
  }

  /// Returns the size and contents of the history, in numbers.
  package static func json(_ info: DatabaseInfo) -> String {
    ListDocument.text(schema, "database", [info]) { writer, info in
      let numbers: [(String, Int)] = [
        ("schema", info.schema), ("bytes", info.bytes), ("reports", info.reports), ("variants", info.variants),
        ("issues", info.issues), ("open", info.open), ("resolved", info.resolved), ("ignored", info.ignored),
        ("builds", info.builds), ("stacks", info.stacks), ("withEvidence", info.withEvidence),
        ("withRaw", info.withRaw), ("problems", info.problems),
      ]
      for (name, number) in numbers { writer.member(name, number) }
      writer.member("firstSeen", info.first?.rfc3339)
      writer.member("lastSeen", info.last?.rfc3339)
      writer.member("prunedBefore", info.prunedBefore?.date)
      writer.name("otherCopies")
      writer.array(info.otherCopies) { writer, copy in
        writer.object {
          $0.member("path", copy.path)
          $0.member("address", copy.address)
          $0.member("unsent", copy.unsent)
          $0.member("isSameHistory", copy.isSameHistory)
          $0.member("problem", copy.problem)
        }
      }
      guard let server = info.server else { return }
      writer.name("server")
      writer.object { writer in
        writer.member("address", server.address)
        writer.member("bytes", server.bytes)
        writer.member("unsent", server.unsent)
        writer.member("received", server.received?.rfc3339)
        writer.name("senders")
        writer.array(server.senders) { writer, sender in
          writer.object {
            $0.member("id", sender.id)
            $0.member("records", sender.records)
            $0.member("last", sender.last.rfc3339)
            $0.member("program", sender.program)
            $0.member("isThis", sender.isThis)
          }
        }
        guard let summary = server.summary else { return }
        writer.name("summary")
        writer.object {
          $0.member("made", summary.made.rfc3339)
          $0.member("reports", summary.reports)
          $0.member("bytes", summary.bytes)
          $0.member("program", summary.program)
        }
      }
    }
  }

  /// Returns reports as a `diagnose/1` document.
  package static func json(_ reports: [StoredReport]) -> String {
    EncodedDocument(reports: reports.map(\.presented)).indented()
  }

  /// Returns an issue and its latest reports as a `diagnose/1` document.
  package static func json(_ story: IssueStory) -> String {
    var document = EncodedDocument(reports: story.reports.map(\.presented))
    document.issue = { writer in
      IssueMember.write(story.issue, isCounted: true, to: &writer)
      writer.member("trend", story.trend?.id)
      writer.member("variants", story.spread.variants)
      writer.name("associations")
      writer.array(story.associations) { writer, association in
        writer.object { AssociationMember.write(association, to: &$0) }
      }
      for (facet, counts) in story.values where facet == .build {
        writer.name("builds")
        writer.array(counts) { writer, build in
          writer.object {
            $0.member("value", build.value)
            $0.member("app", build.app)
            $0.member("count", build.count)
          }
        }
      }
      writer.name("merged")
      writer.array(story.relations.parts) { writer, part in
        writer.object {
          $0.member("id", part.key)
          $0.member("kind", part.kind)
          $0.member("signature", part.signature)
          $0.member("count", part.count)
          $0.member("reason", part.reason)
        }
      }
      writer.name("related")
      writer.array(story.relations.related) { writer, other in
        writer.object {
          $0.member("id", other.id)
          $0.member("shortID", other.shortID)
          $0.member("title", other.title)
          $0.member("kind", other.kind)
          $0.member("count", other.count)
        }
      }
    }
    return document.indented()
  }

  /// Writes reports, of all issues or of one, as a `diagnose/1` document; returns the text that remains to be written. They
  /// may be very many.
  ///
  /// If the history fails after the first reports, the document is still completed and contains the error, so that a
  /// program can use the reports it has read. Throws the errors of `output` and of the history.
  package static func write(
    _ store: HistoryStore, _ filter: HistoryFilter, of issue: StoredIssue? = nil, to output: ([UInt8]) throws -> Void
  ) throws -> String {
    var document = DocumentStream()
    do {
      try store.forEachReport(filter, of: issue) { try output(document.bytes(of: $0.map(\.presented))) }
    } catch let error as HistoryError {
      let fault = InputError(path: error.path, code: error.code.rawValue, message: error.message, hint: error.hint)
      try output(document.end(errors: [fault]))
      throw error
    }
    return String(decoding: document.end(), as: UTF8.self)
  }
}

extension StoredReport {
  /// The report in the form that the outputs take.
  package var presented: PresentedReport {
    PresentedReport(
      path: path, digest: digest.description, assessment: assessment, id: issueStatus.report, history: issueStatus,
      labels: labels, signature: signature, patterns: patterns)
  }
}
