internal import Diagnosis
internal import Foundation
internal import GRDB
package import Vocabulary

/// A canonical issue with the issues merged into it. The count includes the reports that match a filter; the times are
/// those of all reports.
package struct StoredIssue: Sendable, Equatable {
  /// The key of the issue: 12 hexadecimal digits.
  package var id: String
  /// The shortest unambiguous prefix of `id` in this history, at least 4 digits; `id` itself if it was not computed.
  package var shortID: String
  /// The identifier of the pattern of the latest report; `nil` if no pattern matched.
  package var pattern: String?
  /// What happened, in one line: the text of the latest report's best finding, else the report's own statement.
  package var title: String {
    get { latest.title }
    set { latest = LatestFinding(summary: newValue, confidence: .possible, patterns: .catalog) }
  }
  /// The blamed file and line, else function, else image; `nil` if nothing is blamed.
  package var location: String?
  /// The number of reports that match the filter, without variants.
  package var count: Int
  /// The number of different devices of the reports that match the filter; `nil` if it was not counted, or no report states a device.
  package var devices: Int?
  /// The time of the issue's earliest report.
  package var firstSeen: Timestamp
  /// The time of the issue's latest report.
  package var lastSeen: Timestamp
  /// The build number, else the version, of the first build in the order of builds; `nil` if no report names one. The
  /// earliest report may be from a later build. If the issue occurs in several apps, both builds are those of the first app
  /// by name.
  package var firstBuild: String?
  /// The build number, else the version, of the last build in the order of builds; `nil` if no report names one.
  package var lastBuild: String?
  /// The state: `open`, `resolved` or `ignored`. An issue that was ignored until an earlier time is open.
  package var state: String
  /// The build with the fix; empty if none was named, `nil` if the issue was not resolved.
  package var resolvedIn: String?
  /// When it was resolved; `nil` if it is not resolved, or regressed.
  package var resolvedAt: Timestamp?
  /// The time until which the issue is hidden; `nil` if it is not ignored, or ignored without an end.
  package var ignoredUntil: Timestamp?
  /// When it was resolved before it regressed; `nil` if it did not. Unlike the time of the regression, it does not change when
  /// an earlier report of the regression is recorded later.
  var refutedResolution: Timestamp?
  /// When it regressed after it was resolved; `nil` if it did not.
  package var regressedAt: Timestamp?
  /// The build in which it regressed; `nil` if it did not.
  package var regressedIn: String?
  /// The user's latest note; `nil` if there is none.
  package var note: String?
  /// Whether it was first seen in the latest build of its app or, if its reports name no builds, in the last seven days.
  package var isNew = false
  /// The title of the signature.
  package var signature: String
  /// The kind of the signature: `trap`, `exception:NSRangeException`, ….
  package var kind: String
  /// The key at the coarse level, which related issues share.
  package var coarse: String
  /// The row of the issue, for further queries to the same history; 0 for an issue without a history.
  var row: Int64
  /// The source of the title.
  private var latest: LatestFinding

  /// Creates an issue without a history, for pages and tests.
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

/// The best finding of an issue's latest report. Its text is rendered on demand.
private struct LatestFinding: Sendable, Equatable {
  /// The report's own statement, for a report without a finding.
  var summary: String
  var pattern: String?
  var confidence: Confidence
  /// The encoded `FindingFacts`; `nil` without a finding.
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
  /// Returns the issues with a report that matches the filter.
  package func issues(_ filter: HistoryFilter = .init(), sortedBy order: HistoryFilter.Order = .last)
    throws(HistoryError) -> [StoredIssue]
  {
    if order == .devices { return try issuesByDevices(filter) }
    return try ask(otherwise: []) { questions in
      let database = questions.database
      let query = try IssueSource(filter, rules, isLatestFirst: order == .last, questions)
      let column =
        switch order {
        case .last: "spans.last DESC"
        case .first: "spans.first DESC"
        case .count, .devices: "sums.number DESC"
        }
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT \(StoredIssue.columns), sums.number, spans.first, spans.last
          FROM \(query.source) AS sums JOIN issue ON issue.id = sums.canonical
            JOIN (\(ShippedQuery.spans(among: query.among))) AS spans ON spans.canonical = sums.canonical
          \(query.condition)
          ORDER BY \(column), issue.key \(filter.page)
          """, arguments: query.arguments)
      let reading = IssueReading(database, rules)
      return try rows.map { try StoredIssue($0, reading) }
    }
  }

  /// Returns the number of issues with a report that matches the filter, without regard to its limit.
  package func issueCount(_ filter: HistoryFilter) throws(HistoryError) -> Int {
    try ask(otherwise: 0) { questions in
      let query = try IssueSource(filter, rules, isLatestFirst: false, questions)
      return try Int.fetchOne(
        questions.database,
        sql: "SELECT count(*) FROM \(query.source) AS sums JOIN issue ON issue.id = sums.canonical \(query.condition)",
        arguments: query.arguments) ?? 0
    }
  }

  /// Returns the keys of the issues with a report that matches the filter, without regard to its limit.
  package func issueKeys(_ filter: HistoryFilter) throws(HistoryError) -> Set<String> {
    try ask(otherwise: []) { questions in
      let query = try IssueSource(filter, rules, isLatestFirst: false, questions)
      return try StoredText.fetchSet(
        questions.database,
        sql: "SELECT issue.key FROM \(query.source) AS sums JOIN issue ON issue.id = sums.canonical \(query.condition)",
        arguments: query.arguments)
    }
  }

  /// Returns the time of the earliest report of a build; `nil` if there is none.
  package func firstTime(ofBuild build: String) throws(HistoryError) -> Timestamp? {
    try read(otherwise: nil) { database in
      try Int.fetchOne(
        database, sql: "SELECT min(first_seen) FROM build WHERE build = ?1 OR (build = '' AND version = ?1)",
        arguments: [build]
      ).map(Timestamp.init(seconds:))
    }
  }

  /// Returns the issue that has or had this complete key; `nil` if there is none.
  package func issue(_ key: String) throws(HistoryError) -> StoredIssue? {
    try read(otherwise: nil) { database in
      guard let row = try IssueKeys.canonicalRow(of: key, in: database) else { return nil }
      return try StoredIssue.fetch(row, in: database, rules)
    }
  }
}

extension HistoryFilter {
  /// A period whose complete days are in the roll-ups.
  struct Days {
    var first: Int
    var last: Int
    /// The beginning of the period, if it is within a day.
    var since: Timestamp?
    /// The end of the period, if it is within a day.
    var until: Timestamp?
  }

  /// The complete days of the period; `nil` if single reports must be read, or if the period has no limits.
  var wholeDays: Days? {
    guard terms.withoutPatterns.isEmpty, since != nil || until != nil else { return nil }
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
    // If both limits are within one day, its reports would be counted twice.
    if let since, let until, since.day == until.day { return nil }
    return days
  }
}

extension StoredIssue {
  /// The columns of `issue` in the order in which they are read; `number`, `first` and `last` follow them.
  static let columns =
    [
      "id", "key", "pattern", "summary", "location", "first_build", "last_build", "state", "resolved_in",
      "ignored_until",
      "regressed_at", "regressed_in", "note", "signature", "kind", "coarse", "confidence",
      "state_at",
    ].map { "issue." + $0 }.joined(separator: ", ") + ", (SELECT text FROM facts WHERE id = issue.facts) AS facts"

  /// Creates an issue from a row of `columns` and the sums after them. Columns are read by index, because finding 22 of
  /// them by name takes longer than reading them.
  ///
  /// - Parameter isShortened: Whether to compute the short id and whether the issue is new, which needs a few queries.
  ///   Otherwise the short id is the complete id.
  init(_ row: Row, _ reading: IssueReading, isShortened: Bool = true) throws {
    let (database, patterns, names) = (reading.database, reading.rules.patterns, reading.names)
    self.row = row[checked: 0]
    id = row[checked: 1]
    shortID = isShortened ? try ShortID.shortest(id, in: database) : id
    let pattern = (row[checked: 2] as String?).map(Pattern.checkedID)
    self.pattern = pattern
    latest = LatestFinding(
      summary: row[checked: 3], pattern: pattern,
      confidence: (row[checked: 16] as Int?).map(Confidence.init(stored:)) ?? .possible,
      facts: row[checked: 18], patterns: patterns)
    location = row[checked: 4]
    let builds = try reading.builds(of: self.row, first: row[checked: 5], last: row[checked: 6])
    firstBuild = try names.name(builds.first)
    lastBuild = try names.name(builds.last)
    state = row[checked: 7]
    resolvedIn = row[checked: 8]
    if state == "resolved" { resolvedAt = (row[checked: 17] as Int?).map(Timestamp.init(seconds:)) }
    ignoredUntil = (row[checked: 9] as Int?).map(Timestamp.init(seconds:))
    if state == "ignored", let end = ignoredUntil, end < reading.now {
      state = "open"
      ignoredUntil = nil
    }
    regressedAt = (row[checked: 10] as Int?).map(Timestamp.init(seconds:))
    regressedIn = row[checked: 11]
    if regressedAt != nil { refutedResolution = (row[checked: 17] as Int?).map(Timestamp.init(seconds:)) }
    note = row[checked: 12]
    signature = row[checked: 13]
    kind = row[checked: 14]
    coarse = row[checked: 15]
    count = row[checked: 19]
    firstSeen = Timestamp(seconds: row[checked: 20])
    lastSeen = Timestamp(seconds: row[checked: 21])
    if isShortened { isNew = try reading.isNew(self.row, firstSeen: firstSeen) }
  }

  /// Reads a canonical issue by its row.
  static func fetch(
    _ id: Int64, in database: Database, _ rules: HistoryRules, isShortened: Bool = true
  ) throws -> StoredIssue? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT \(columns), (SELECT sum(total) FROM issue AS member WHERE member.id = issue.id OR member.merged_into = issue.id)
              AS number,
            (SELECT min(first_seen) FROM issue AS member WHERE member.id = issue.id OR member.merged_into = issue.id) AS first,
            (SELECT max(last_seen) FROM issue AS member WHERE member.id = issue.id OR member.merged_into = issue.id) AS last
          FROM issue WHERE id = ?
          """), arguments: [id]
    ).map { try StoredIssue($0, IssueReading(database, rules), isShortened: isShortened) }
  }
}

/// Finds issues by the keys that they have or had.
enum IssueKeys {
  /// Returns the row of the canonical issue with this key; `nil` if there is none, or if an old key is ambiguous.
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
