internal import Foundation
internal import GRDB
internal import Vocabulary

/// A value of a parameter of a shipped query.
enum QuestionValue {
  /// The row of a canonical issue.
  case issue(Int64)
  /// The rows of canonical issues.
  case issues([Int64])
  /// The row of a build; 0 if it is not stated.
  case build(Int64)
  case int(Int)
  case text(String?)

  var databaseValue: DatabaseValue {
    switch self {
    case .issue(let row), .build(let row): row.databaseValue
    case .issues(let rows): Self.list(rows).databaseValue
    case .int(let number): number.databaseValue
    case .text(let text): text.databaseValue
    }
  }

  /// Returns rows as a list in JSON, for `json_each`.
  static func list(_ rows: [Int64]) -> String { "[" + rows.map(String.init).joined(separator: ",") + "]" }
}

/// Runs shipped queries on one state of the database.
struct HistoryQuestions {
  let database: Database
  /// What answers questions about counts if the database is the file of a summary; otherwise `nil`.
  let source: (any QuestionSource)?

  func rows(_ query: ShippedQuery, _ values: [QuestionValue] = []) throws -> [Row] {
    if let answer = try answer(query, values) { return try answer.rows(database) }
    return try Row.fetchAll(
      database.cachedStatement(sql: query.sql), arguments: StatementArguments(values.map(\.databaseValue)))
  }

  /// Runs a shipped query by days, or the same query on the reports of a scope.
  func rows(_ query: ShippedQuery, _ scope: FacetScope) throws -> [Row] {
    if let answer = try answer(query, scope) { return try answer.rows(database) }
    if scope.isEverything, let sql = query.completeTime { return try Row.fetchAll(database.cachedStatement(sql: sql)) }
    guard !scope.isPlain, let text = query.text else {
      return try rows(query, [.int(scope.days.first), .int(scope.days.last)])
    }
    var arguments = StatementArguments()
    let source = try scope.source(in: database, &arguments)
    return try Row.fetchAll(database, sql: text(source + " AS scoped WHERE true"), arguments: arguments)
  }

  // MARK: - Answers of a server

  /// Returns the answer of the source to a query; `nil` if the tables of the database answer it.
  private func answer(_ query: ShippedQuery, _ values: [QuestionValue]) throws -> SourceAnswer? {
    guard let source, let form = query.form, !form.isInFile else { return nil }
    var question = SourceQuestion(name: query.name, form: form, values: try values.map(resolved))
    if form.isScoped, case .int(let first)? = values.first, case .int(let last)? = values.last {
      guard first <= last else { return SourceAnswer(form, []) }
      question.scope.days = first...last
      question.values = []
    }
    return SourceAnswer(form, try source.rows(question))
  }

  /// Returns the answer of the source about a scope; `nil` if the tables of the database answer it.
  func answer(_ query: ShippedQuery, _ scope: FacetScope) throws -> SourceAnswer? {
    guard let source, let form = query.form else { return nil }
    // The file of a summary has the roll-up of the complete time.
    if scope.isEverything, query.completeTime != nil { return nil }
    guard let resolved = try scope.resolved(database) else { return SourceAnswer(form, []) }
    return SourceAnswer(
      form, try source.rows(SourceQuestion(name: query.name, form: form, values: [], scope: resolved)))
  }

  /// Returns a value in terms that do not depend on rows of this file.
  func resolved(_ value: QuestionValue) throws -> SourceQuestion.Value {
    switch value {
    case .int(let number): return .int(number)
    case .text(let text): return .text(text ?? "")
    case .issue(let row):
      return .issue(
        try StoredText.fetchAll(
          database.cachedStatement(
            sql: "SELECT key FROM issue WHERE id = ?1 OR merged_into = ?1 ORDER BY merged_into IS NOT NULL, key"),
          arguments: [row]))
    case .issues(let rows):
      return .issue(
        try StoredText.fetchAll(
          database.cachedStatement(
            sql: """
              SELECT key FROM issue WHERE id IN (SELECT value FROM json_each(?1))
                OR merged_into IN (SELECT value FROM json_each(?1)) ORDER BY key
              """), arguments: [QuestionValue.list(rows)]))
    case .build(let row):
      return .build(
        try Row.fetchOne(database.cachedStatement(sql: "SELECT * FROM build WHERE id = ?"), arguments: [row])
          .map { SummaryKey.of(BuildTable.Build($0)) } ?? "")
    }
  }

  // MARK: - Series of days

  /// The maximum length of a series of days; longer series are returned empty.
  static let maxSeriesLength = 4000

  func daily(of issue: Int64?, days: (first: Int, last: Int)) throws -> [Int] {
    guard days.first <= days.last, days.last - days.first < Self.maxSeriesLength else { return [] }
    var counts = [Int](repeating: 0, count: days.last - days.first + 1)
    let rows =
      if let issue {
        try rows(.issueDays, [.issue(issue), .int(days.first), .int(days.last)])
      } else {
        try rows(.daily, [.int(days.first), .int(days.last)])
      }
    for row in rows { counts[(row[checked: "day"] as Int) - days.first] = row[checked: "number"] }
    return counts
  }

  /// Returns the numbers of reports on each day by canonical issue, of the reports that match the terms.
  func dailyOfIssues(days: (first: Int, last: Int), terms: [FilterTerm] = []) throws -> [Int64: [Int]] {
    guard days.first <= days.last, days.last - days.first < Self.maxSeriesLength else { return [:] }
    let canonicalIssues = try canonicalIssues()
    var series: [Int64: [Int]] = [:]
    let cursor = try cursor(.dailyOfIssues, FacetScope(days: days, terms: terms))
    while let row = try cursor.next() {
      let issue: Int64 = row[checked: 1]
      let canonical = canonicalIssues[issue] ?? issue
      series[canonical, default: [Int](repeating: 0, count: days.last - days.first + 1)][
        (row[checked: 0] as Int) - days.first] +=
        row[checked: 2] as Int
    }
    return series
  }

  /// Returns the rows one after the other, for queries with many rows.
  private func cursor(_ query: ShippedQuery, _ scope: FacetScope) throws -> RowCursor {
    if let answer = try answer(query, scope) { return try answer.cursor(database) }
    guard !scope.isPlain, let text = query.text else {
      return try Row.fetchCursor(
        database.cachedStatement(sql: query.sql), arguments: [scope.days.first, scope.days.last])
    }
    var arguments = StatementArguments()
    let source = try scope.source(in: database, &arguments)
    return try Row.fetchCursor(database, sql: text(source + " AS scoped WHERE true"), arguments: arguments)
  }

  /// Returns the canonical issue of each merged issue.
  func canonicalIssues() throws -> [Int64: Int64] {
    var canonicalIssues: [Int64: Int64] = [:]
    for row in try Row.fetchAll(
      database.cachedStatement(sql: "SELECT id, merged_into FROM issue WHERE merged_into IS NOT NULL"))
    {
      canonicalIssues[row[checked: "id"]] = row[checked: "merged_into"]
    }
    return canonicalIssues
  }

  // MARK: - Facets

  /// Whether any report has the label of a machine.
  func hasMachines() throws -> Bool {
    source == nil ? try !rows(.machinesExist).isEmpty : try SummaryFile.hasMachines(database)
  }

  func counts(_ facet: Facet, _ scope: FacetScope) throws -> [FacetCount] { try facet.counts(self, scope) }

  /// Counts the reports of an issue; `nil` days mean its complete time.
  func counts(_ facet: Facet, of issue: Int64, days: Facet.Days? = nil) throws -> [FacetCount] {
    try facet.countsOfIssue(self, issue, days ?? (Int(Int32.min), Int(Int32.max)))
  }

  /// Reads a row with the columns `value` and `number`.
  @Sendable static func count(_ row: Row) -> FacetCount {
    FacetCount(value: row[checked: "value"], count: row[checked: "number"])
  }

  /// Reads a row with the columns `text` and `number`.
  @Sendable static func namedCount(_ row: Row) -> FacetCount {
    FacetCount(value: row[checked: "text"], count: row[checked: "number"])
  }

  /// Returns the name of a build, such as `2.4 (412)`; `nil` if it is not stated.
  static func buildName(_ row: Row) -> String? {
    buildName(version: row[checked: "version"], build: row[checked: "build"])
  }

  /// Returns the name of a build in a sentence: `412` for `(412)`.
  static func phrase(ofBuild name: String) -> String {
    guard name.hasPrefix("("), name.hasSuffix(")"), name.utf8.count > 2 else { return name }
    return String(name.dropFirst().dropLast())
  }

  /// Returns the name of a build; `nil` if it is not stated.
  static func buildName(version: String?, build: String?) -> String? {
    let name = [version, build.map { $0.isEmpty ? "" : "(\($0))" }].compactMap { $0 }.filter { !$0.isEmpty }
    return name.isEmpty ? nil : name.joined(separator: " ")
  }
}

/// The answer of a server as a table of SQLite, so that it is read like the answer of a query to the history itself. Keys
/// of issues and builds become the rows of the file.
struct SourceAnswer {
  private let columns: [QuestionForm.Column]
  /// An array of rows, as JSON.
  let json: String

  init(_ form: QuestionForm, _ rows: [[AnswerValue]]) {
    columns = form.columns
    var text = "["
    for (index, row) in rows.enumerated() {
      text += index > 0 ? ",[" : "["
      for (column, value) in row.enumerated() {
        if column > 0 { text += "," }
        switch value {
        case .int(let number): text += String(number)
        case .text(let string): Self.write(string, to: &text)
        }
      }
      text += "]"
    }
    json = text + "]"
  }

  /// Appends a string of JSON. The writer of documents would truncate long texts.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\" + String(scalar)
      case "\u{0}"..<" ": text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Returns a query for the rows, whose parameter `parameter` is `json`.
  func query(_ parameter: String) -> String {
    let expressions = columns.enumerated().map { index, column in
      let value = "json_extract(value, '$[\(index)]')"
      let expression =
        switch column.kind {
        case .int: value
        case .text: "nullif(\(value), '')"
        case .position: "nullif(\(value), \(Int64.min))"
        case .issue: "(SELECT id FROM issue WHERE issue.key = \(value))"
        case .build: "coalesce((SELECT build FROM summary_key WHERE summary_key.key = \(value)), 0)"
        }
      return expression + " AS " + column.name.quotedDatabaseIdentifier
    }
    // Because of the limit, SQLite computes the table once, also as a part of another query.
    return "SELECT " + expressions.joined(separator: ", ") + " FROM json_each(\(parameter)) LIMIT -1"
  }

  func rows(_ database: Database) throws -> [Row] {
    try Row.fetchAll(database.cachedStatement(sql: query("?1")), arguments: [json])
  }

  func cursor(_ database: Database) throws -> RowCursor {
    try Row.fetchCursor(database.cachedStatement(sql: query("?1")), arguments: [json])
  }
}
