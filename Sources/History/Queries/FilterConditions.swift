internal import GRDB

/// The terms of a filter as rows of one database, and the SQL conditions for them.
///
/// Values of one dimension are alternatives; dimensions, labels with different keys, and terms that narrow are combined. A
/// term whose value no report has selects nothing.
struct FilterConditions {
  /// The rows that a column must have, and those that it must not have.
  private struct Rows {
    /// `nil` for any.
    var included: Set<Int64>?
    var excluded: Set<Int64> = []

    mutating func include(_ rows: Set<Int64>) { included = included?.intersection(rows) ?? rows }
  }

  /// Labels as they are stored: exact keys and values.
  private struct Labels {
    var pairs: [(key: String, value: String)]
    var isNegated: Bool
  }

  /// Which patterns count.
  enum Patterns {
    /// That of the issue.
    case ofIssue
    /// Those of all findings of the report.
    case ofFindings
    /// None: the caller adds their condition.
    case none
  }

  /// The conditions by column: `build`, `os`, `device`, or one that only reports have.
  private var columns: [String: Rows] = [:]
  private var labels: [Labels] = []
  private var patterns: Set<String>?
  private var excludedPatterns: Set<String> = []

  /// The columns of roll-ups that terms refer to, in the order of the conditions.
  private static let columnNames = ["build", "os", "device"]
  /// The columns that only reports have, in the order of the conditions.
  private static let reportColumnNames = FilterDimension.catalog.compactMap { dimension in
    if case .report(let column) = dimension.storage { column } else { nil }
  }

  init(_ terms: [FilterTerm], in database: Database) throws {
    let values = FilterValues(database)
    for dimension in FilterDimension.catalog {
      let ofDimension = terms.filter { $0.dimension == dimension }
      for isNegated in [false, true] {
        for isNarrowing in [false, true] {
          let part = ofDimension.filter { $0.isNegated == isNegated && $0.isNarrowing == isNarrowing }
          if !part.isEmpty { try add(part, dimension, isNegated, values) }
        }
      }
    }
  }

  private mutating func add(
    _ terms: [FilterTerm], _ dimension: FilterDimension, _ isNegated: Bool, _ values: FilterValues
  ) throws {
    switch dimension.storage {
    case .builds, .name, .report:
      let column =
        switch dimension.storage {
        case .name(let column), .report(let column): column
        default: "build"
        }
      let rows = try terms.reduce(into: Set<Int64>()) { $0.formUnion(try values.rows($1)) }
      if isNegated {
        columns[column, default: Rows()].excluded.formUnion(rows)
      } else {
        columns[column, default: Rows()].include(rows)
      }
    case .label, .labels:
      let byKey = Dictionary(grouping: terms) { term in
        if case .labels = dimension.storage { term.label?.key.lowercased() ?? "" } else { "" }
      }
      for (_, ofKey) in byKey.sorted(by: { $0.key < $1.key }) {
        labels.append(Labels(pairs: try ofKey.flatMap { try values.labels($0) }, isNegated: isNegated))
      }
    case .patterns:
      let ids = Set(terms.flatMap { [$0.value, $0.value.lowercased()] })
      if isNegated { excludedPatterns.formUnion(ids) } else { patterns = patterns?.intersection(ids) ?? ids }
    }
  }

  /// Whether only the reports themselves have what the terms refer to.
  var needsReports: Bool { !labels.isEmpty || Self.reportColumnNames.contains { columns[$0] != nil } }

  /// Whether the terms refer to builds only.
  var concernsOnlyBuilds: Bool {
    labels.isEmpty && !hasPatterns && columns.keys.allSatisfy { $0 == "build" }
  }

  /// Returns whether reports of the build with this row can match.
  func allowsBuild(_ row: Int64) -> Bool {
    guard let rows = columns["build"] else { return true }
    return rows.included?.contains(row) ?? true && !rows.excluded.contains(row)
  }

  /// Excludes all builds but these.
  mutating func restrict(toBuilds rows: Set<Int64>) { columns["build", default: Rows()].include(rows) }

  private var hasPatterns: Bool { patterns != nil || !excludedPatterns.isEmpty }

  // MARK: - SQL

  /// Returns a condition ` AND …`, and adds its values to the named arguments.
  ///
  /// - Parameters:
  ///   - table: `report.` for reports; empty for a roll-up, which has no labels.
  ///   - kind: Which patterns count.
  ///   - isPaged: Whether few reports are read in the order of their rows, so that the labels of each are looked up instead
  ///     of finding all reports with a label first.
  func sql(
    _ table: String, _ kind: Patterns, isPaged: Bool = false, _ arguments: inout StatementArguments
  ) -> String {
    var text = ""
    for column in Self.columnNames + Self.reportColumnNames {
      guard let rows = columns[column] else { continue }
      if let included = rows.included {
        text += " AND \(table)\(column) IN (SELECT value FROM json_each(:\(column)Rows))"
        arguments += ["\(column)Rows": QuestionValue.list(included.sorted())]
      }
      if !rows.excluded.isEmpty {
        text += " AND \(table)\(column) NOT IN (SELECT value FROM json_each(:\(column)OtherRows))"
        arguments += ["\(column)OtherRows": QuestionValue.list(rows.excluded.sorted())]
      }
    }
    for (index, label) in labels.enumerated() { text += sql(label, index, isPaged, &arguments) }
    return text + sqlOfPatterns(table, kind, &arguments)
  }

  private func sql(
    _ labels: Labels, _ index: Int, _ isPaged: Bool, _ arguments: inout StatementArguments
  ) -> String {
    var alternatives: [String] = []
    for (number, pair) in labels.pairs.enumerated() {
      let (key, value) = ("key\(index)x\(number)", "value\(index)x\(number)")
      alternatives.append("label.key = :\(key) AND label.value = :\(value)")
      arguments += [key: pair.key, value: pair.value]
    }
    // Without a label that the term selects, no report has it.
    let condition = alternatives.isEmpty ? "false" : alternatives.map { "(\($0))" }.joined(separator: " OR ")
    let not = labels.isNegated ? " NOT" : ""
    return isPaged
      ? " AND\(not) EXISTS (SELECT 1 FROM label WHERE label.report = report.id AND (\(condition)))"
      : " AND report.id\(not) IN (SELECT report FROM label WHERE \(condition))"
  }

  private func sqlOfPatterns(_ table: String, _ kind: Patterns, _ arguments: inout StatementArguments) -> String {
    guard hasPatterns else { return "" }
    switch kind {
    case .none: return ""
    case .ofIssue:
      let condition = sqlOfPattern("canonical.pattern", &arguments)
      return """
         AND \(table)issue IN (SELECT member.id FROM issue AS member JOIN issue AS canonical
         ON canonical.id = coalesce(member.merged_into, member.id) WHERE \(condition))
        """
    case .ofFindings:
      func found(_ ids: Set<String>, _ name: String) -> String {
        "(SELECT 1 FROM finding WHERE finding.report = report.id AND finding.pattern IN "
          + "(SELECT id FROM name WHERE text IN \(Self.list(ids, name, &arguments))))"
      }
      var text = ""
      if let patterns { text += " AND EXISTS " + found(patterns, "pattern") }
      if !excludedPatterns.isEmpty { text += " AND NOT EXISTS " + found(excludedPatterns, "otherPattern") }
      return text
    }
  }

  /// Returns the condition on a column with the pattern of an issue; empty for any pattern or none.
  func sqlOfPattern(_ column: String, _ arguments: inout StatementArguments) -> String {
    var conditions: [String] = []
    if let patterns { conditions.append("\(column) IN \(Self.list(patterns, "pattern", &arguments))") }
    if !excludedPatterns.isEmpty {
      let list = Self.list(excludedPatterns, "otherPattern", &arguments)
      conditions.append("(\(column) IS NULL OR \(column) NOT IN \(list))")
    }
    return conditions.joined(separator: " AND ")
  }

  /// The single pattern, in lower case, that issues must have; `nil` if there are several, or others are excluded.
  var onlyPattern: String? {
    guard excludedPatterns.isEmpty, let patterns, patterns.count == 1 else { return nil }
    return patterns.first
  }

  private static func list(_ values: Set<String>, _ name: String, _ arguments: inout StatementArguments) -> String {
    let names = values.sorted().enumerated().map { index, value in
      arguments += ["\(name)\(index)": value]
      return ":\(name)\(index)"
    }
    return "(" + names.joined(separator: ", ") + ")"
  }

  // MARK: - Other sources

  /// Adds the conditions to a scope in terms that do not depend on rows of this file. Throws an error if a summary does not
  /// have what they refer to.
  func add(to scope: inout SourceQuestion.Scope, in database: Database) throws {
    if needsReports { throw HistoryError.noLabelsInSummary }
    let values = FilterValues(database)
    if let rows = columns["build"] {
      // A report without an app belongs to no build: its key is empty.
      var keys = try SummaryKey.all(database)
      keys[0] = ""
      scope.builds = keys.filter { key in
        (rows.included?.contains(key.key) ?? true) && !rows.excluded.contains(key.key)
      }.values.sorted()
    }
    for column in Self.columnNames.dropFirst() {
      guard let rows = columns[column] else { continue }
      let names = try values.names(column)
      if let included = rows.included {
        let selected = names.filter { included.contains($0.id) && !rows.excluded.contains($0.id) }
        scope.properties.append(.init(column: column, values: selected.map(\.text), isExcluded: false))
      } else if !rows.excluded.isEmpty {
        let excluded = names.filter { rows.excluded.contains($0.id) }
        scope.properties.append(.init(column: column, values: excluded.map(\.text), isExcluded: true))
      }
    }
    guard hasPatterns else { return }
    var arguments = StatementArguments()
    let condition = sqlOfPattern("canonical.pattern", &arguments)
    scope.issues = try StoredText.fetchAll(
      database,
      sql: """
        SELECT member.key FROM issue AS member JOIN issue AS canonical
          ON canonical.id = coalesce(member.merged_into, member.id) WHERE \(condition) ORDER BY member.key
        """, arguments: arguments)
  }
}

/// The values that the reports of a database have, by dimension.
struct FilterValues {
  let database: Database

  init(_ database: Database) { self.database = database }

  /// Returns the rows that a term on builds, systems or devices selects, without regard to its negation.
  func rows(_ term: FilterTerm) throws -> [Int64] {
    let match = FilterMatch(term)
    switch term.dimension.storage {
    case .builds(let builds):
      return try allBuilds().filter { build in builds.texts(build).contains(where: match.equals) }.map(\.id)
    case .name(let column): return match.selected(try names(column), \.text).map(\.id)
    case .report(let column): return match.selected(try namesOfReports(column), \.text).map(\.id)
    case .label, .labels, .patterns: return []
    }
  }

  /// Returns the labels that a term selects, with their exact keys and values.
  func labels(_ term: FilterTerm) throws -> [(key: String, value: String)] {
    switch term.dimension.storage {
    case .label(let key):
      let match = FilterMatch(term)
      return try values(ofLabel: "\(key)").filter(match.equals).map { ("\(key)", $0) }
    case .labels:
      guard let label = term.label else { return [] }
      // An empty value is one, too.
      let value = label.value.lowercased()
      return try labelKeys().filter(FilterMatch(label.key).equals).flatMap { key in
        try values(ofLabel: key).filter { $0.lowercased() == value }.map { (key, $0) }
      }
    case .builds, .name, .report, .patterns: return []
    }
  }

  /// Returns all builds, also those without a report whose runs are known.
  func allBuilds() throws -> [BuildTable.Build] {
    try Row.fetchAll(
      database,
      sql: "SELECT * FROM build ORDER BY app, position IS NULL, position, version, build, process"
    ).map(BuildTable.Build.init)
  }

  /// Returns the names of the apps that terms allow; `nil` for all.
  func apps(of terms: [FilterTerm]) throws -> Set<String>? {
    guard !terms.isEmpty else { return nil }
    let conditions = try FilterConditions(terms, in: database)
    return Set(try allBuilds().filter { conditions.allowsBuild($0.id) }.map(\.app))
  }

  /// Returns the systems or devices of counted reports, sorted.
  func names(_ column: String) throws -> [(id: Int64, text: String)] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT name.id, name.text FROM (SELECT DISTINCT \(column.quotedDatabaseIdentifier) AS used FROM rollup_total)
          JOIN name ON name.id = used ORDER BY name.text
        """
    ).map { ($0[checked: 0], $0[checked: 1]) }
  }

  /// Returns the values of a column that only reports have, of counted reports, sorted.
  func namesOfReports(_ column: String) throws -> [(id: Int64, text: String)] {
    try Row.fetchAll(database, sql: Self.sqlOfNames(column)).map { ($0[checked: 0], $0[checked: 1]) }
  }

  /// The query for the values of a column of counted reports. It searches the next value in the index of the column, because
  /// `DISTINCT` would read the entry of every report.
  static func sqlOfNames(_ column: String) -> String {
    let column = column.quotedDatabaseIdentifier
    return """
      WITH RECURSIVE used (id) AS (
        SELECT min(\(column)) FROM report WHERE variant_of IS NULL
        UNION ALL
        SELECT (SELECT min(\(column)) FROM report WHERE variant_of IS NULL AND \(column) > used.id) FROM used
          WHERE used.id IS NOT NULL
      )
      SELECT name.id, name.text FROM used JOIN name ON name.id = used.id ORDER BY name.text
      """
  }

  /// Returns the keys of all labels, sorted.
  func labelKeys() throws -> [String] {
    try StoredText.fetchAll(database, sql: "SELECT DISTINCT key FROM label ORDER BY key")
  }

  /// Returns the values of a label, sorted.
  func values(ofLabel key: String) throws -> [String] {
    try StoredText.fetchAll(
      database, sql: "SELECT DISTINCT value FROM label WHERE key = ? ORDER BY value", arguments: [key])
  }

  /// Returns the patterns of issues, sorted.
  func patterns() throws -> [String] {
    try StoredText.fetchAll(
      database, sql: "SELECT DISTINCT pattern FROM issue WHERE pattern IS NOT NULL ORDER BY pattern")
  }

  /// Returns whether a finding has one of two patterns.
  func hasFinding(of pattern: String, or other: String) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: "SELECT EXISTS (SELECT 1 FROM finding WHERE pattern IN (SELECT id FROM name WHERE text IN (?, ?)))",
      arguments: [pattern, other]) ?? false
  }
}
