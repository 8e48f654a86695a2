import Foundation
import History
import Pages
import Platform
import HistoryPresentation

/// The pages of a history whose file may not exist yet and may be replaced. The history is opened when a page is
/// requested, and remains open while the file is the same.
final class LivePages: PageSource, Sendable {
  private let path: String
  private let session: Session
  private let open = Guarded<HistoryPages?>(nil)

  init(_ path: String, _ session: Session) {
    self.path = path
    self.session = session
  }

  var revision: Int { (try? pages())?.revision ?? 0 }

  func overview() throws -> OverviewPage { try pages().overview() }
  func issues(_ query: IssueQuery) throws -> IssuesPage { try pages().issues(query) }
  func issue(_ key: String) throws -> IssuePage? { try pages().issue(key) }
  func reports(of key: String, page: Int) throws -> ReportsPage? { try pages().reports(of: key, page: page) }
  func builds() throws -> BuildsPage { try pages().builds() }
  func report(_ id: String) throws -> ReportPage? { try pages().report(id) }
  func unrecognized() throws -> UnrecognizedPage { try pages().unrecognized() }
  func links() throws -> SiteLinks { try pages().links() }

  private func pages() throws -> HistoryPages {
    try open.withLock { open in
      if let open, open.store.isAtItsPath { return open }
      open?.store.close()
      let session = session
      let pages = HistoryPages(
        store: try HistoryStore(path: path, access: .read, rules: session.historyRules),
        rules: session.settings.historyRules.signatures, clock: { session.now })
      open = pages
      return pages
    }
  }
}
