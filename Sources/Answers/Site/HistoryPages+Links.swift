import History
package import Pages

/// The pages that are written to files. Their number is limited, so that a history of a million reports becomes a site of
/// limited size; a server has a page for every issue and every report.
extension HistoryPages {
  /// The number of issues with a page: those seen last, and those of each list until the maximum is reached.
  private static let issueLimit = 2_000
  private static let issueMaximum = 4_000
  /// The number of latest reports of each issue that always have a page.
  private static let reportMinimum = 10
  /// The maximum number of reports of an issue that are listed and have a page.
  private static let reportMaximum = 5 * ReportsPage.size
  /// The maximum number of reports with a page, except for the latest ones of each issue.
  private static let siteMaximum = 20_000

  /// Returns which issues, reports and patterns have a page in files.
  package func links() throws -> SiteLinks {
    var filter = HistoryFilter()
    filter.terms = terms
    filter.limit = Self.issueLimit
    var issues = try store.issues(filter, sortedBy: .last)
    let total = try store.issueCount(filter)
    let patterns = try issuePatterns()
    if total > issues.count {
      var seen = Set(issues.map(\.id))
      for query in lists(patterns) where issues.count < Self.issueMaximum {
        issues += try self.issues(query).rows.map(\.issue).filter { seen.insert($0.id).inserted }
      }
      issues = Array(issues.prefix(Self.issueMaximum))
    }
    var links = SiteLinks(issues: issues.map(\.id), reports: [], patterns: patterns)
    for issue in issues {
      let room = max(Self.reportMinimum, min(Self.reportMaximum, Self.siteMaximum - links.reports.count))
      links.reports += try store.reportIDs(of: issue, limit: room)
      let count = min(try store.reportCount(of: issue), Self.reportMaximum)
      if count > Self.reportMinimum {
        links.reportPages[issue.id] = (count + ReportsPage.size - 1) / ReportsPage.size
      }
    }
    return links
  }

  /// Returns the lists whose issues have pages, the most useful first.
  private func lists(_ patterns: [String]) -> [IssueQuery] {
    [.count, .first].map(IssueQuery.init(order:)) + IssueQuery.trends.map(IssueQuery.init(trend:))
      + IssueQuery.states.map(IssueQuery.init(state:)) + patterns.compactMap(IssueQuery.init(pattern:))
  }

  /// Returns the patterns of the stored issues and the value for none.
  private func issuePatterns() throws -> [String] {
    try self.issues(IssueQuery()).patterns.map(\.pattern) + [IssueQuery.noPattern]
  }
}
