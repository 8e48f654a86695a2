internal import Trends
internal import Vocabulary

extension HistoryStore {
  /// Returns the values that are more or less frequent in issues than in the other issues of the same apps in the same time,
  /// by the key of the issue. The error rate is that of all issues of the call together; issues without such a value are
  /// omitted.
  ///
  /// Reads the last reports, unless every issue has too few. A summary does not have them: then nothing is returned.
  package func associations(of issues: [StoredIssue]) throws(HistoryError) -> [String: [Association]] {
    let candidates = issues.filter { $0.count >= minEventsForTrend }
    guard !candidates.isEmpty else { return [:] }
    return try ask(otherwise: [:]) { questions in
      guard questions.source == nil, try SummaryFile.reports(questions.database) == "report" else { return [:] }
      let rows = candidates.map(\.row)
      // Of many issues, nearly every app is one of theirs.
      let sample = try SampledReports(questions, appsOf: rows.count <= Self.maxIssuesOfApps ? rows : nil)
      var reader = AssociationReader(sample)
      let found = reader.associations(ofIssues: rows)
      return zip(candidates, found).reduce(into: [:]) { if !$1.1.isEmpty { $0[$1.0.id] = $1.1 } }
    }
  }

  /// The maximum number of issues whose apps are looked up.
  private static let maxIssuesOfApps = 100
}
