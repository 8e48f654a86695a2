import Foundation
package import History
package import Pages
import Platform
import HistoryPresentation
package import Workflow

/// The pages of a history whose file may not exist yet and may be replaced. The history is opened when a page is
/// requested, and remains open while the file is the same.
package final class LivePages: PageSource, Sendable {
  private let path: String
  private let session: Session
  private let terms: [FilterTerm]
  private let open = Guarded<HistoryPages?>(nil)

  /// The pages of the history at a path.
  ///
  /// - Parameter terms: What the counted reports have or do not have.
  package init(_ path: String, _ session: Session, terms: [FilterTerm] = []) {
    self.path = path
    self.session = session
    self.terms = terms
  }

  /// Which reports are counted, in words.
  package var selection: String? { terms.selectionWords }

  /// The revision of the history; 0 if it cannot be opened.
  package var revision: Int { (try? pages())?.revision ?? 0 }

  /// Returns the first page.
  package func overview() throws -> OverviewPage { try pages().overview() }
  /// A page of the list of issues, as in `HistoryPages`.
  package func issues(_ query: IssueQuery) throws -> IssuesPage { try pages().issues(query) }
  /// The page of an issue.
  package func issue(_ key: String) throws -> IssuePage? { try pages().issue(key) }
  /// A page of the reports of an issue.
  package func reports(of key: String, page: Int) throws -> ReportsPage? { try pages().reports(of: key, page: page) }
  /// The table of builds and issues.
  package func builds() throws -> BuildsPage { try pages().builds() }
  /// The page of a report.
  package func report(_ id: String) throws -> ReportPage? { try pages().report(id) }
  /// The page of issues without a pattern.
  package func unrecognized() throws -> UnrecognizedPage { try pages().unrecognized() }
  /// Which issues, reports and patterns have a page.
  package func links() throws -> SiteLinks { try pages().links() }

  private func pages() throws -> HistoryPages {
    try open.withLock { open in
      if let open, open.store.isAtItsPath { return open }
      open?.store.close()
      let session = session
      let pages = HistoryPages(
        store: try HistoryStore(path: path, access: .read, rules: session.historyRules),
        rules: session.settings.historyRules.signatures, clock: { session.now }, terms: terms)
      open = pages
      return pages
    }
  }
}
