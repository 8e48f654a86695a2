/// The source of the content of pages. Each call reads one state of the history and keeps nothing open afterwards.
///
/// The server calls it from one task at a time, and so does the writer; both may call it concurrently.
package protocol PageSource: Sendable {
  func overview() throws -> OverviewPage
  /// Returns a page of the list of issues. `page` counts from 1; for a number past the end, returns the last page.
  func issues(page: Int) throws -> IssuesPage
  /// Returns the page of an issue; `nil` if there is no issue with this key.
  func issue(_ key: String) throws -> IssuePage?
  func builds() throws -> BuildsPage
  /// Returns the page of a report; `nil` if there is no report with this id.
  func report(_ id: String) throws -> ReportPage?
  func unrecognized() throws -> UnrecognizedPage
  /// Returns the issues and reports for which pages are written when the site is written to files.
  func links() throws -> (issues: [String], reports: [String])
  /// A number that changes when the content of the pages changes.
  var revision: Int { get }
}
