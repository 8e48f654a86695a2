/// Where pages come from. Each call answers from one state of the history and holds nothing open afterwards.
///
/// The server asks from one task at a time, the writer too; the two may ask at once.
package protocol PageSource: Sendable {
  func overview() throws -> OverviewPage
  /// `page` counts from 1; one behind the last gives the last.
  func issues(page: Int) throws -> IssuesPage
  /// `nil` when there is no such issue.
  func issue(_ key: String) throws -> IssuePage?
  func builds() throws -> BuildsPage
  /// `nil` when there is no such report.
  func report(_ id: String) throws -> ReportPage?
  func unrecognized() throws -> UnrecognizedPage
  /// Issues and reports that get a page of their own when the site is written to files.
  func links() throws -> (issues: [String], reports: [String])
  /// Changes when what the pages show changes.
  var revision: Int { get }
}
