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
  private let isReadOnly: Bool
  private let open = Guarded<HistoryPages?>(nil)

  /// The pages of the history at a path.
  ///
  /// - Parameters:
  ///   - terms: What the counted reports have or do not have.
  ///   - isReadOnly: Whether no page has forms that change issues.
  package init(_ path: String, _ session: Session, terms: [FilterTerm] = [], isReadOnly: Bool = false) {
    self.isReadOnly = isReadOnly
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
      var pages = HistoryPages(
        store: try HistoryStore(path: path, access: .read, rules: session.historyRules),
        rules: session.settings.historyRules.signatures, clock: { session.now }, terms: terms)
      pages.isEditable = isEditable
      open = pages
      return pages
    }
  }

  /// Whether issues can be changed: not if the user asked for pages that change nothing, and not in a file or a folder that
  /// cannot be written.
  private var isEditable: Bool {
    let folder = (path as NSString).deletingLastPathComponent
    return !isReadOnly && FileManager.default.isWritableFile(atPath: path)
      && FileManager.default.isWritableFile(atPath: folder.isEmpty ? "." : folder)
  }

  /// Makes a change that a form requests: the same as `diagnose history resolve` and the other commands.
  package func edit(_ edit: IssueEdit) throws -> IssueEditOutcome {
    guard isEditable else { return .readOnly }
    // A file that does not exist any more is not created.
    guard try pages().store.issue(edit.key)?.id == edit.key else { return .unknown }
    do {
      let store = try HistoryStore(path: path, access: .write, rules: session.historyRules)
      defer { store.close() }
      guard let issue = try store.issue(edit.key), issue.id == edit.key else { return .unknown }
      guard HistoryPages.mark(of: try store.events(of: issue)) == edit.seen else { return .outdated }
      let outcome = try IssueChange(edit).apply(
        to: issue, in: store, at: session.now, by: session.variable("USER") ?? "")
      return .done(key: outcome.issue.id)
    } catch let refusal as IssueChange.Refusal {
      return .refused(
        message: Self.sentence(refusal.message), hint: refusal.hint, canBeForced: refusal.forcing != nil)
    } catch let fault as CommandFault {
      guard let message = fault.message, fault.status == .nothingDone || fault.status == .wrongUse else { throw fault }
      return .refused(message: Self.sentence(message), hint: nil, canBeForced: false)
    } catch let error as HistoryError where error.code == .readOnly { return .readOnly }
  }

  /// Returns an error of a command as a sentence.
  private static func sentence(_ message: String) -> String {
    let text = message.first.map { $0.uppercased() + message.dropFirst() } ?? ""
    return text.hasSuffix(".") ? text : text + "."
  }
}

extension IssueChange {
  /// Creates the change that a form requests.
  fileprivate init(_ edit: IssueEdit) {
    let action: Action =
      switch edit.action {
      case .resolve: .resolve(build: edit.build, isForced: edit.isForced)
      case .reopen: .reopen
      case .ignore: .ignore(until: edit.until)
      case .note: .note
      case .merge: .merge(into: edit.other ?? "")
      case .undo: .undo
      }
    self.init(action, note: edit.note)
  }
}
