internal import Vocabulary

extension TrendSection {
  /// Came back after it was resolved, in the last four weeks.
  package static let regressed = TrendSection(
    id: "regressed", title: "Regressed", isCondition: true,
    statement: { row, _ in
      let fix = inBuild(row.issue.resolvedIn)
      return (fix.isEmpty ? "" : "fixed\(fix), ") + "back" + inBuild(row.issue.regressedIn)
    },
    page: PageWords("Resolved once, and seen again in the build of the fix or a later one.", .bad) { row, _ in
      "fixed\(inBuild(row.issue.resolvedIn)), back\(inBuild(row.issue.regressedIn))"
    },
    includes: { row, now in row.issue.regressedAt.map { $0.day > now.day - 28 } == true })
}
