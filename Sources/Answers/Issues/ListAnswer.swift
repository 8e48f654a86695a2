package import History
package import HistoryPresentation
import Presentation
import Vocabulary
package import Workflow

/// The format of a list.
package enum ListFormat: String, CaseIterable { case text, json, csv }

/// Writes the answers of a list.
package struct ListAnswer {
  var store: HistoryStore
  /// What the list contains.
  package var filter: HistoryFilter
  var page: HistoryPage
  var session: Session

  /// The answer to a question for a list.
  ///
  /// - Parameters:
  ///   - store: The history, which is open.
  ///   - filter: What the list contains.
  ///   - page: The appearance of text.
  ///   - session: The clock.
  package init(store: HistoryStore, filter: HistoryFilter, page: HistoryPage, session: Session) {
    self.store = store
    self.filter = filter
    self.page = page
    self.session = session
  }

  /// The number of days in the column of bars.
  private static let days = 30

  /// Returns the issues that match the filter.
  package func issues(_ format: ListFormat, sortedBy order: HistoryFilter.Order) throws -> String {
    var list = try store.issues(filter, sortedBy: order)
    if order != .devices { try store.countDevices(of: &list, matching: filter) }
    let first = Timestamp(seconds: session.now.seconds - (Self.days - 1) * 86_400)
    switch format {
    case .csv: return HistoryTable.csv(list)
    case .json:
      return HistoryDocument.json(
        list, try store.dailyOfIssues(from: first, to: session.now, terms: filter.terms), days: Self.days)
    case .text:
      if list.isEmpty { return try nothing() }
      let daily = try store.dailyOfIssues(from: first, to: session.now, terms: filter.terms)
      return page.issues(list, daily, days: Self.days)
        + footer(list.count, isFull(list.count) ? try store.issueCount(filter) : list.count)
    }
  }

  /// Returns the reports, of all issues or of one, that match the filter.
  package func reports(of issue: StoredIssue? = nil) throws -> String {
    let list = try store.reports(filter, of: issue)
    if list.isEmpty { return try nothing() }
    return page.reports(list)
      + footer(list.count, isFull(list.count) ? try store.reportCount(filter, of: issue) : list.count)
  }

  /// Returns the inputs that were not recorded.
  package func problems() throws -> String {
    let list = try store.problems(limit: filter.limit)
    let count = isFull(list.count) ? try store.info()?.problems ?? list.count : list.count
    return page.problems(list) + footer(list.count, count)
  }

  private func isFull(_ count: Int) -> Bool { filter.limit > 0 && count >= filter.limit }

  /// Returns the line that states how many rows there are if not all are shown.
  private func footer(_ shown: Int, _ count: Int) -> String { count > shown ? page.footer(shown, of: count) : "" }

  /// Returns why a list is empty.
  private func nothing() throws -> String { page.nothing(isHistoryEmpty: try store.countedReports() == 0) }
}
