internal import Diagnosis
internal import Foundation
internal import GRDB
package import Vocabulary

/// An issue with all its parts. The count is of the reports a filter let through, the times are the issue's own.
package struct StoredIssue: Sendable, Equatable {
  /// Key of the issue: 12 hexadecimal digits.
  package var id: String
  /// The shortest beginning of `id`, of at least 4 digits, that names nothing else in this history; `id` itself where
  /// it was not looked for.
  package var shortID: String
  /// `nil` when nothing known was recognised.
  package var pattern: String?
  /// What happened, in one line: the latest report's best finding in words, else what that report states.
  package var title: String {
    get { latest.title }
    set { latest = LatestFinding(summary: newValue, confidence: .possible, patterns: .catalog) }
  }
  /// File and line, else function, else image, that is blamed; `nil` if nothing is.
  package var location: String?
  /// Reports that the filter let through, without variants.
  package var count: Int
  /// Time of the issue's earliest report.
  package var firstSeen: Timestamp
  /// Time of the issue's latest report.
  package var lastSeen: Timestamp
  /// Version and build of the app in which it was first seen; `nil` if no report names one.
  package var firstBuild: String?
  /// Version and build of the app in which it was last seen; `nil` if no report names one.
  package var lastBuild: String?
  /// `open`, `resolved` or `ignored`.
  package var state: String
  /// Build with the fix; empty if none was named, `nil` if the issue was not resolved.
  package var resolvedIn: String?
  /// Time until when the issue is hidden; `nil`: not ignored, or without an end.
  package var ignoredUntil: Timestamp?
  /// When it came back after it was resolved; `nil` if it did not.
  package var regressedAt: Timestamp?
  /// Build in which it came back; `nil` if it did not.
  package var regressedIn: String?
  /// The user's latest note; `nil` if there is none.
  package var note: String?
  /// Title of the signature.
  package var signature: String
  /// Kind of the signature: `trap`, `exception:NSRangeException`, ….
  package var kind: String
  /// Key at the coarse level, which related issues share.
  package var coarse: String
  /// Row of the issue, for further questions to the same history; 0 for an issue of no history.
  var row: Int64
  /// What the title is made of.
  private var latest: LatestFinding

  /// An issue of no history, for pages and tests.
  package init(
    id: String, shortID: String, pattern: String?, title: String, location: String?, count: Int, firstSeen: Timestamp,
    lastSeen: Timestamp, firstBuild: String?, lastBuild: String?, state: String = "open"
  ) {
    self.id = id
    self.shortID = shortID
    self.pattern = pattern
    self.location = location
    self.count = count
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.firstBuild = firstBuild
    self.lastBuild = lastBuild
    self.state = state
    signature = ""
    kind = ""
    coarse = ""
    row = 0
    latest = LatestFinding(summary: title, confidence: .possible, patterns: .catalog)
  }
}

/// The best finding of an issue's latest report, put into words when somebody asks.
private struct LatestFinding: Sendable, Equatable {
  /// What the report states, for one without a finding.
  var summary: String
  var pattern: String?
  var confidence: Confidence
  /// `FindingFacts`; `nil` without a finding.
  var facts: String?
  var patterns: PatternSet

  var title: String {
    guard let pattern, let facts else { return summary }
    // A headline does not depend on the revision.
    let finding = FindingFacts.decoded(
      facts, pattern: pattern, revision: 0, confidence: confidence, certaintyOfCause: confidence)
    return FindingText(finding, patterns).statement
  }

  static func == (left: Self, right: Self) -> Bool {
    (left.summary, left.pattern, left.confidence, left.facts)
      == (right.summary, right.pattern, right.confidence, right.facts)
  }
}

extension HistoryStore {
  /// The issues with a report that the filter lets through.
  package func issues(_ filter: HistoryFilter = .init(), sortedBy order: HistoryFilter.Order = .last)
    throws(HistoryError) -> [StoredIssue]
  {
    try read(otherwise: []) { database in
      var arguments = StatementArguments()
      // Without a condition on reports the issues' own sums answer, whatever the number of reports.
      let source: String
      var latest: [Int64]?
      if let period = filter.wholeDays {
        source = Self.sums(of: period, &arguments)
      } else if filter.needsReports {
        source = """
          (SELECT coalesce(member.merged_into, member.id) AS canonical, sum(counts.number) AS number FROM
            (SELECT report.issue, count(*) AS number FROM report
              WHERE report.variant_of IS NULL\(filter.condition(&arguments)) GROUP BY +report.issue) AS counts
            JOIN issue AS member ON member.id = counts.issue GROUP BY canonical)
          """
      } else {
        if order == .last { latest = try Self.latest(filter, in: database) }
        source =
          "(SELECT coalesce(merged_into, id) AS canonical, sum(total) AS number FROM issue\(Self.among(latest)) GROUP BY canonical)"
      }
      var conditions: [String] = []
      if let pattern = filter.pattern {
        conditions.append("issue.pattern = :issuePattern")
        arguments += ["issuePattern": pattern]
      }
      if filter.state != .all {
        conditions.append("issue.state = :state")
        arguments += ["state": filter.state.rawValue]
      }
      let column =
        switch order {
        case .last: "spans.last DESC"
        case .first: "spans.first DESC"
        case .count: "sums.number DESC"
        }
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT \(StoredIssue.columns), sums.number, spans.first, spans.last
          FROM \(source) AS sums JOIN issue ON issue.id = sums.canonical
            JOIN (\(ShippedQuery.spans(among: Self.among(latest)))) AS spans ON spans.canonical = sums.canonical
          \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
          ORDER BY \(column), issue.key LIMIT \(filter.limit > 0 ? filter.limit : -1)
          """, arguments: arguments)
      let names = BuildNames(database)
      return try rows.map { try StoredIssue($0, in: database, rules.patterns, names) }
    }
  }

  /// The issues that a short list of those seen last can show, found without looking at all: as many as are wanted, and
  /// those seen in the same second as the last of them. `nil` for a long list, and where very many were seen in one second.
  private static func latest(_ filter: HistoryFilter, in database: Database) throws -> [Int64]? {
    guard (1...1000).contains(filter.limit) else { return nil }
    let state = filter.state == .all ? nil : filter.state.rawValue
    let rows = try Row.fetchCursor(
      database.cachedStatement(sql: ShippedQuery.latestIssues.sql), arguments: [state, filter.pattern])
    var canonicals: Set<Int64> = []
    var last = Int.min
    while let row = try rows.next() {
      let seen: Int = row[checked: 1]
      if canonicals.count >= filter.limit, seen < last { break }
      canonicals.insert(row[checked: 0])
      last = seen
      // They stand in the text of a statement, which has a limit.
      if canonicals.count > 5000 { return nil }
    }
    return canonicals.sorted()
  }

  private static func among(_ canonicals: [Int64]?) -> String {
    guard let canonicals else { return "" }
    let list = canonicals.map(String.init).joined(separator: ",")
    return " WHERE id IN (\(list)) OR merged_into IN (\(list))"
  }

  /// Sums of a period: whole days from the roll-up, the hours at its ends from the reports of those days.
  private static func sums(of period: HistoryFilter.Days, _ arguments: inout StatementArguments) -> String {
    arguments += ["firstDay": period.first, "lastDay": period.last]
    var parts = ["SELECT issue, count AS number FROM rollup_day WHERE day BETWEEN :firstDay AND :lastDay"]
    if let since = period.since {
      parts.append(
        """
        SELECT issue, count(*) FROM report WHERE day = :sinceDay AND time >= :since AND variant_of IS NULL GROUP BY issue
        """)
      arguments += ["sinceDay": since.day, "since": since.seconds]
    }
    if let until = period.until {
      parts.append(
        """
        SELECT issue, count(*) FROM report WHERE day = :untilDay AND time < :until AND variant_of IS NULL GROUP BY issue
        """)
      arguments += ["untilDay": until.day, "until": until.seconds]
    }
    return """
      (SELECT coalesce(member.merged_into, member.id) AS canonical, sum(counts.number) AS number
        FROM (\(parts.joined(separator: " UNION ALL "))) AS counts JOIN issue AS member ON member.id = counts.issue
        GROUP BY canonical)
      """
  }

  /// Time of the earliest report of a build; `nil` when there is none.
  package func firstTime(ofBuild build: String) throws(HistoryError) -> Timestamp? {
    try read(otherwise: nil) { database in
      try Int.fetchOne(
        database, sql: "SELECT min(first_seen) FROM build WHERE build = ?1 OR (build = '' AND version = ?1)",
        arguments: [build]
      ).map(Timestamp.init(seconds:))
    }
  }

  /// An issue by its whole key, or any key that it has or had; `nil` when there is none.
  package func issue(_ key: String) throws(HistoryError) -> StoredIssue? {
    try read(otherwise: nil) { database in
      guard let row = try IssueKeys.canonicalRow(of: key, in: database) else { return nil }
      return try StoredIssue.fetch(row, in: database, rules.patterns)
    }
  }
}

extension HistoryFilter {
  /// A period of which the roll-ups know the whole days.
  struct Days {
    var first: Int
    var last: Int
    /// Where the period begins within a day, and where it ends within one.
    var since: Timestamp?
    var until: Timestamp?
  }

  /// `nil` when the reports must be looked at one by one, or when nothing limits the period.
  var wholeDays: Days? {
    guard app == nil, labels.isEmpty, since != nil || until != nil else { return nil }
    var days = Days(first: Int(Int32.min), last: Int(Int32.max))
    if let since {
      let isMidnight = since.seconds == since.day * 86_400
      days.first = isMidnight ? since.day : since.day + 1
      if !isMidnight { days.since = since }
    }
    if let until {
      days.last = until.day - 1
      if until.seconds != until.day * 86_400 { days.until = until }
    }
    // Both ends within one day would be counted by each.
    if let since, let until, since.day == until.day { return nil }
    return days
  }
}

extension StoredIssue {
  /// Columns of `issue` in the order in which they are read; `number`, `first` and `last` follow them.
  static let columns = [
    "id", "key", "pattern", "summary", "location", "first_build", "last_build", "state", "resolved_in", "ignored_until",
    "regressed_at", "regressed_in", "note", "signature", "kind", "coarse", "confidence", "facts",
  ].map { "issue." + $0 }.joined(separator: ", ")

  /// From a row of `columns`, and the sums after them. Columns are read by their number: finding 21 of them by name takes
  /// longer than reading them.
  ///
  /// - Parameter isShortened: whether the short id is looked for, which takes a few questions; else it is the whole one.
  init(
    _ row: Row, in database: Database, _ patterns: PatternSet, _ names: BuildNames? = nil, isShortened: Bool = true
  ) throws {
    let names = names ?? BuildNames(database)
    self.row = row[checked: 0]
    id = row[checked: 1]
    shortID = isShortened ? try ShortID.shortest(id, in: database) : id
    pattern = row[checked: 2]
    let facts: Int64? = row[checked: 17]
    latest = LatestFinding(
      summary: row[checked: 3], pattern: row[checked: 2],
      confidence: (row[checked: 16] as Int?).map(Confidence.init(stored:)) ?? .possible,
      facts: try facts.flatMap {
        try String.fetchOne(
          database.cachedStatement(sql: "SELECT text FROM facts WHERE id = ?"), arguments: [$0])
      }, patterns: patterns)
    location = row[checked: 4]
    firstBuild = try names.name(row[checked: 5])
    lastBuild = try names.name(row[checked: 6])
    state = row[checked: 7]
    resolvedIn = row[checked: 8]
    ignoredUntil = (row[checked: 9] as Int?).map(Timestamp.init(seconds:))
    regressedAt = (row[checked: 10] as Int?).map(Timestamp.init(seconds:))
    regressedIn = row[checked: 11]
    note = row[checked: 12]
    signature = row[checked: 13]
    kind = row[checked: 14]
    coarse = row[checked: 15]
    count = row[checked: 18]
    firstSeen = Timestamp(seconds: row[checked: 19])
    lastSeen = Timestamp(seconds: row[checked: 20])
  }

  /// A whole issue by its row.
  static func fetch(_ id: Int64, in database: Database, _ patterns: PatternSet) throws -> StoredIssue? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT \(columns), (SELECT sum(total) FROM issue AS member WHERE member.id = issue.id OR member.merged_into = issue.id)
              AS number,
            (SELECT min(first_seen) FROM issue AS member WHERE member.id = issue.id OR member.merged_into = issue.id) AS first,
            (SELECT max(last_seen) FROM issue AS member WHERE member.id = issue.id OR member.merged_into = issue.id) AS last
          FROM issue WHERE id = ?
          """), arguments: [id]
    ).map { try StoredIssue($0, in: database, patterns) }
  }
}

/// Keys that an issue has, or had.
enum IssueKeys {
  /// Row of the whole issue with this key; `nil` when there is none, or when an old key may mean several.
  static func canonicalRow(of key: String, in database: Database) throws -> Int64? {
    if let id = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT coalesce(merged_into, id) FROM issue WHERE key = ?"), arguments: [key])
    {
      return id
    }
    let others = try Int64.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT DISTINCT coalesce(issue.merged_into, issue.id) FROM issue_alias JOIN issue ON issue.key = issue_alias.issue
          WHERE issue_alias.key = ? LIMIT 2
          """), arguments: [key])
    return others.count == 1 ? others[0] : nil
  }
}
