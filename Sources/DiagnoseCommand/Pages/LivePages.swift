import Foundation
import History
import Pages
import HistoryPresentation

/// Pages of a history that may not be there yet, and may be put in the place of another: it is opened when a page is
/// asked for, and kept open while the file stays the same.
final class LivePages: PageSource, @unchecked Sendable {
  private let path: String
  private let session: Session
  private let lock = NSLock()
  private var open: (pages: HistoryPages, file: UInt64?)?

  init(_ path: String, _ session: Session) {
    self.path = path
    self.session = session
  }

  var revision: Int { (try? pages())?.revision ?? 0 }

  func overview() throws -> OverviewPage { try pages().overview() }
  func issues(page: Int) throws -> IssuesPage { try pages().issues(page: page) }
  func issue(_ key: String) throws -> IssuePage? { try pages().issue(key) }
  func builds() throws -> BuildsPage { try pages().builds() }
  func report(_ id: String) throws -> ReportPage? { try pages().report(id) }
  func unrecognized() throws -> UnrecognizedPage { try pages().unrecognized() }
  func links() throws -> (issues: [String], reports: [String]) { try pages().links() }

  private func pages() throws -> HistoryPages {
    try lock.withLock {
      let file = try? FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
      if let open, open.file == file, file != nil { return open.pages }
      // SQLite's locks belong to the process: the former one is closed before the file is opened again.
      open?.pages.store.close()
      let session = session
      let pages = HistoryPages(
        store: try HistoryStore(path: path, access: .read, rules: session.historyRules),
        rules: session.settings.historyRules.signatures, clock: { session.now })
      open = (pages, file)
      return pages
    }
  }
}
