internal import ClickHouse
package import History

/// The statements of questions, for people who ask a summary with programs of their own.
package enum SummarySQL {
  /// Returns a statement that reads the latest summary, whichever that is when it runs; `nil` for a question that a
  /// summary does not answer.
  package static func text(_ question: SourceQuestion) -> String? {
    let latest = SummaryStatement.parts(of: "number = (SELECT max(number) FROM summary)")
    return SummaryStatement(question) { _ in latest }?.text.text
  }
}
