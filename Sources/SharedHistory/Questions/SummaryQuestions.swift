import Bytes
package import ClickHouse
package import History
internal import Synchronization
internal import Vocabulary

/// Answers questions from a summary on the server. A summary never changes, so that each is asked once.
package final class SummaryQuestions: QuestionSource {
  private let server: SharedServer
  private let summary: SharedSummary
  /// The parts without a day.
  private let others: [String]
  /// The parts by day, ascending.
  private let days: [(day: Int, part: String)]
  /// The answers by statement.
  private let answers = Mutex<[Statement: [[AnswerValue]]]>([:])

  /// The maximum number of values in the stored answers.
  private static let mostKept = 100_000

  /// Creates a source of answers.
  package init(_ server: SharedServer, _ summary: SharedSummary) {
    self.server = server
    self.summary = summary
    others = summary.parts.filter { SummaryPart.day($0) == nil }
    days = summary.parts.compactMap { part in SummaryPart.day(part).map { ($0, part) } }.sorted { $0.day < $1.day }
  }

  /// Returns the rows of the answer.
  package func rows(_ question: SourceQuestion) throws(HistoryError) -> [[AnswerValue]] {
    let endpoint = server.connection.address.endpoint
    if let day = question.firstDayOfDevices, day < summary.devicesFrom {
      throw HistoryError(
        .notInSummary, "the summary contains devices of the latest days only",
        hint: "Ask without copy=0 in the address.", path: endpoint)
    }
    guard let statement = statement(question) else {
      throw HistoryError(.failed, "the question \(question.name) has no text for a server", path: endpoint)
    }
    do throws(ServerError) {
      if let answer = answers.withLock({ $0[statement] }) { return answer }
      var answer: [[AnswerValue]] = []
      for row in try server.connection.rows(statement) {
        answer.append(try Self.values(row, question.form.columns))
      }
      let size = answer.count * question.form.columns.count
      answers.withLock { kept in
        if size + kept.values.reduce(0, { $0 + $1.count * ($1.first?.count ?? 0) }) <= Self.mostKept {
          kept[statement] = answer
        }
      }
      return answer
    } catch { throw HistoryError(error, endpoint) }
  }

  private static func values(
    _ row: ResultRow, _ columns: [QuestionForm.Column]
  ) throws(ServerError) -> [AnswerValue] {
    var values: [AnswerValue] = []
    for (index, column) in columns.enumerated() {
      switch column.kind {
      case .issue, .build, .text: values.append(.text(String(streamSafe: row.bytes(index))))
      case .int, .position: values.append(.int(try row.int(at: index)))
      }
    }
    return values
  }

  /// Returns the statement of a question; `nil` if it is not in the catalog.
  func statement(_ question: SourceQuestion) -> Statement? {
    SummaryStatement(question, parts: parts)?.text
  }

  /// Returns the condition for the parts of the days in a range; `nil` for the parts without a day.
  private func parts(_ range: ClosedRange<Int>?) -> Statement {
    guard let range else { return Self.parts(others) }
    let named = days.filter { range.contains($0.day) }.map(\.part)
    // The names of very many parts would exceed the length of a statement.
    guard named.count > Self.mostNamed else { return Self.parts(named) }
    return SummaryStatement.parts(of: "number = \(summary.number) AND id = \(.text(summary.id))")
  }

  /// The number of parts that a statement names.
  private static let mostNamed = 4_000

  private static func parts(_ names: [String]) -> Statement { "part IN \(list: names.map(SQLValue.text))" }
}

extension HistoryError {
  /// Creates the error of a question that the server did not answer.
  package init(_ error: ServerError, _ endpoint: String) {
    let prefix = endpoint + ": "
    let message = error.message.hasPrefix(prefix) ? String(error.message.dropFirst(prefix.count)) : error.message
    self.init(.unavailable, message, hint: error.kind.remedy, path: endpoint)
    exitStatus = error.exitStatus
  }
}

extension SourceQuestion {
  /// The first day of the devices that the question reads; `nil` if it reads none.
  fileprivate var firstDayOfDevices: Int? {
    let parts = ServerQuery.catalog[name]?.parts ?? []
    let readsDevices = parts.contains { part in if case .table(.devices) = part { true } else { false } }
    guard readsDevices, case .int(let seconds)? = values.last else { return nil }
    return Timestamp(seconds: seconds).day
  }
}
