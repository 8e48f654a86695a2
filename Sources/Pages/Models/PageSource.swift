/// The source of the content of pages. Each call reads one state of the history and keeps nothing open afterwards.
///
/// The server calls it from one task at a time, and so does the writer; both may call it concurrently.
package protocol PageSource: Sendable {
  func overview() throws -> OverviewPage
  /// Returns a page of the list of issues. For a number past the end, returns the last page.
  func issues(_ query: IssueQuery) throws -> IssuesPage
  /// Returns the page of an issue; `nil` if there is no issue with this key.
  func issue(_ key: String) throws -> IssuePage?
  /// Returns a page of the list of an issue's reports; `nil` if there is no issue with this key. `page` counts from 1; for
  /// a number past the end, returns the last page.
  func reports(of key: String, page: Int) throws -> ReportsPage?
  func builds() throws -> BuildsPage
  /// Returns the page of a report; `nil` if there is no report with this id.
  func report(_ id: String) throws -> ReportPage?
  func unrecognized() throws -> UnrecognizedPage
  /// Returns the pages that are written when the site is written to files.
  func links() throws -> SiteLinks
  /// A number that changes when the content of the pages changes.
  var revision: Int { get }
  /// Which reports the pages count, in words such as `app Courier, not build 550`; `nil` for all.
  var selection: String? { get }
  /// Makes a change that a form requests, with the checks of the commands.
  func edit(_ edit: IssueEdit) throws -> IssueEditOutcome
}

extension PageSource {
  /// All reports.
  package var selection: String? { nil }

  /// Changes nothing.
  package func edit(_ edit: IssueEdit) -> IssueEditOutcome { .readOnly }
}

/// The pages of a site in addition to those that every site has.
package struct SiteLinks: Sendable, Equatable {
  /// The keys of the issues with a page.
  package var issues: [String]
  /// The ids of the reports with a page.
  package var reports: [String]
  /// The identifiers of the patterns with a list of issues.
  package var patterns: [String]
  /// The number of pages of the list of reports, by the key of the issue; only for issues with such a list.
  package var reportPages: [String: Int]

  /// Creates links from their parts.
  package init(issues: [String], reports: [String], patterns: [String] = [], reportPages: [String: Int] = [:]) {
    self.issues = issues
    self.reports = reports
    self.patterns = patterns
    self.reportPages = reportPages
  }
}
