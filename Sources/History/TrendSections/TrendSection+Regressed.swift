internal import Trends
internal import Vocabulary

extension TrendSection {
  /// Resolved, and seen again within the last four weeks.
  package static let regressed = TrendSection(
    id: "regressed", title: "Regressed", isCondition: true,
    statement: { row, _ in
      let fix = inBuild(row.issue.resolvedIn)
      return (fix.isEmpty ? "" : "resolved\(fix), ") + "regressed" + inBuild(row.issue.regressedIn) + "; " + counts(row)
    },
    page: PageWords("Resolved, then seen again in the build with the fix or a later one.", .bad) { row, _ in
      "resolved\(inBuild(row.issue.resolvedIn)), regressed\(inBuild(row.issue.regressedIn))"
    },
    includes: { row, now in row.issue.regressedAt.map { $0.day > now.day - 28 } == true })
}
