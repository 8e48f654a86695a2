internal import ClickHouse
internal import History

/// The statement of a question about a summary.
struct SummaryStatement {
  private let question: SourceQuestion
  private let query: ServerQuery
  /// Returns the condition for the parts of the days in a range; `nil` for the parts without a day.
  private let parts: (ClosedRange<Int>?) -> Statement

  /// Returns `nil` for a question that is not in the catalog.
  init?(_ question: SourceQuestion, parts: @escaping (ClosedRange<Int>?) -> Statement) {
    guard let query = ServerQuery.catalog[question.name] else { return nil }
    self.question = question
    self.query = query
    self.parts = parts
  }

  /// Returns the condition for the parts of the summary with a condition on the table `summary`.
  static func parts(of condition: Statement) -> Statement {
    "part GLOBAL IN (SELECT arrayJoin(parts) FROM summary WHERE \(condition))"
  }

  /// The text.
  var text: Statement {
    Statement.joined(query.parts.map(text), by: "")
  }

  private func text(_ part: ServerQuery.Part) -> Statement {
    switch part {
    case .text(let text): Statement(text)
    case .value(let number): value(number)
    case .members(let number): members(number)
    case .table(.devices): "summary_device WHERE \(parts(Self.anyDay))"
    case .table(let table): "\(SQLIdentifier(table.rawValue)) WHERE \(parts(nil))"
    case .counts(let selection): "summary_count WHERE \(condition(selection))"
    }
  }

  private static let anyDay = Int.min...Int.max

  // MARK: - Values

  private func value(_ number: Int) -> Statement {
    switch question.values[number - 1] {
    case .int(let number): "\(number)"
    case .text(let text), .build(let text): "\(.text(text))"
    case .issue(let keys): "\(.text(keys.first ?? ""))"
    }
  }

  private func members(_ number: Int) -> Statement {
    guard case .issue(let keys) = question.values[number - 1] else { return "(NULL)" }
    return "\(list: keys.map(SQLValue.text))"
  }

  private func int(_ number: Int) -> Int {
    if case .int(let value) = question.values[number - 1] { value } else { 0 }
  }

  // MARK: - Counts

  private func condition(_ selection: ServerQuery.Selection) -> Statement {
    switch selection {
    case .all: parts(Self.anyDay)
    case .scope: condition(question.scope)
    case .issue(let issue): "\(parts(Self.anyDay)) AND issue IN \(members(issue))"
    case .issueDays(let issue, let first, let last):
      "\(days(int(first), int(last))) AND issue IN \(members(issue))"
    case .days(let first, let last): days(int(first), int(last))
    }
  }

  private func days(_ first: Int, _ last: Int) -> Statement {
    guard first <= last else { return "0" }
    return "\(parts(first...last)) AND day BETWEEN \(first) AND \(last)"
  }

  private func condition(_ scope: SourceQuestion.Scope) -> Statement {
    var alternatives: [Statement] = []
    if let days = scope.days, days != SourceQuestion.Scope.noDays {
      alternatives.append("day BETWEEN \(days.lowerBound) AND \(days.upperBound)")
    }
    alternatives += partialDays(scope)
    var condition = scope.days == nil ? parts(Self.anyDay) : parts(range(scope))
    if scope.days != nil {
      condition = "\(condition) AND (\(Statement.joined(alternatives, by: " OR ")))"
    }
    if let builds = scope.builds { condition = "\(condition) AND build IN \(list: builds.map(SQLValue.text))" }
    if let issues = scope.issues { condition = "\(condition) AND issue IN \(list: issues.map(SQLValue.text))" }
    for property in scope.properties {
      let list: Statement = "\(list: property.values.map(SQLValue.text))"
      condition =
        property.isExcluded
        ? "\(condition) AND \(SQLIdentifier(property.column)) NOT IN \(list)"
        : "\(condition) AND \(SQLIdentifier(property.column)) IN \(list)"
    }
    return condition
  }

  /// Returns the conditions for the parts of days at the limits of the period. Their reports must be stored, because pruned
  /// ones have no time.
  private func partialDays(_ scope: SourceQuestion.Scope) -> [Statement] {
    func day(_ seconds: Int) -> Int { Int((Double(seconds) / 86_400).rounded(.down)) }
    switch (scope.since, scope.until) {
    case (let since?, let until?) where day(since) == day(until):
      return ["day = \(day(since)) AND is_stored AND time >= \(since) AND time < \(until)"]
    case (let since, let until):
      return [
        since.map { "day = \(day($0)) AND is_stored AND time >= \($0)" },
        until.map { "day = \(day($0)) AND is_stored AND time < \($0)" },
      ].compactMap { $0 }
    }
  }

  /// Returns the range of the days of a period, also of those that are not complete.
  private func range(_ scope: SourceQuestion.Scope) -> ClosedRange<Int> {
    func day(_ seconds: Int) -> Int { Int((Double(seconds) / 86_400).rounded(.down)) }
    let days = scope.days.map { $0 == SourceQuestion.Scope.noDays ? [] : [$0.lowerBound, $0.upperBound] } ?? []
    let all = days + [scope.since, scope.until].compactMap { $0.map(day) }
    return (all.min() ?? 0)...(all.max() ?? 0)
  }
}
