internal import CrashReports
package import Diagnosis
internal import Foundation
internal import GRDB
package import Signatures
package import Vocabulary

/// A report as stored in the history: its identity and description, without threads and images.
package struct StoredReport: Sendable {
  /// The stored parts of the report, and its findings.
  package var assessment: Assessment
  /// The stored record.
  package var record: ReportRecord
  /// The ids of the report, and the status of its issue.
  package var issueStatus: IssueStatus
  /// The signature of the record's stack under this history's rules.
  package var signature: Signature

  /// The SHA-256 digest of the report's bytes, which identifies the report.
  package var digest: SHA256Digest { record.digest }
  /// The path of the input.
  package var path: String { record.path }
  /// The values of the labels by key.
  package var labels: [String: String] { record.labels.mapValues(\.value) }
  /// The time of the crash, else of arrival.
  package var time: Timestamp { record.time }
  /// When the report first arrived.
  package var seenAt: Timestamp { record.seenAt }
  /// Whether the report ends early or is missing parts.
  package var isDamaged: Bool { record.isDamaged }

  /// The patterns that provide the text of the findings.
  package let patterns: PatternSet

  /// What happened, in one line.
  package var headline: String {
    assessment.findings.first.map { FindingText($0, patterns).headline } ?? assessment.summary
  }

  /// The text of the findings, best first.
  package var findings: [FindingText] { assessment.findings.map { FindingText($0, patterns) } }
}

extension HistoryStore {
  /// Returns the stored reports, including variants, latest first.
  package func reports(_ filter: HistoryFilter = .init(), of issue: StoredIssue? = nil) throws(HistoryError)
    -> [StoredReport]
  {
    try read(otherwise: []) { database in
      // The file of a summary has neither evidence nor original bytes.
      let reader = StoredReportReader(database, rules, try SummaryFile.isOne(database) ? .described : .complete)
      return try Self.reportRows(filter, of: issue, in: database).map(reader.report)
    }
  }

  /// Passes the stored reports of all issues or of one, including variants, to `body`, latest first, a page at a time. The
  /// history is not locked while `body` runs, and memory does not grow with the list.
  ///
  /// The list is read at the beginning; reports that are removed in the meantime are skipped. The reports lack what
  /// outputs do not show: evidence, original bytes and short ids.
  package func forEachReport(
    _ filter: HistoryFilter, of issue: StoredIssue? = nil, page: Int = 500, _ body: ([StoredReport]) throws -> Void
  ) throws {
    let ids = try reportIDs(filter, of: issue)
    for start in stride(from: 0, to: ids.count, by: page) {
      let part = ids[start..<min(start + page, ids.count)]
      try body(
        try read(otherwise: []) { database in
          let reader = StoredReportReader(database, rules, .shown)
          let statement = try database.makeStatement(sql: "SELECT * FROM report WHERE id = ?")
          return try part.compactMap { id in
            try Row.fetchOne(statement, arguments: [id]).map { try reader.report($0) }
          }
        })
    }
  }

  private func reportIDs(_ filter: HistoryFilter, of issue: StoredIssue?) throws(HistoryError) -> [Int64] {
    try read(otherwise: []) { database in
      var arguments = StatementArguments()
      let condition = try Self.condition(filter, of: issue, in: database, &arguments)
      return try Int64.fetchAll(
        database, sql: "SELECT id FROM report WHERE true\(condition) \(Self.latestFirst(filter))", arguments: arguments)
    }
  }

  /// Returns the number of stored reports, of all issues or of one, that match the filter, without regard to its limit.
  package func reportCount(_ filter: HistoryFilter, of issue: StoredIssue? = nil) throws(HistoryError) -> Int {
    try read(otherwise: 0) { database in
      var arguments = StatementArguments()
      let condition = try Self.condition(filter, of: issue, in: database, &arguments)
      return try Int.fetchOne(
        database, sql: "SELECT count(*) FROM report WHERE true\(condition)", arguments: arguments) ?? 0
    }
  }

  private static func condition(
    _ filter: HistoryFilter, of issue: StoredIssue?, in database: Database, _ arguments: inout StatementArguments
  ) throws -> String {
    let condition = try filter.condition(in: database, &arguments)
    guard let issue else { return condition }
    arguments += ["canonical": issue.row]
    return condition
      + " AND report.issue IN (SELECT id FROM issue WHERE id = :canonical OR merged_into = :canonical)"
  }

  private static func latestFirst(_ filter: HistoryFilter) -> String {
    "ORDER BY day DESC, time DESC, digest LIMIT \(filter.limit > 0 ? filter.limit : -1)"
  }

  private static func reportRows(_ filter: HistoryFilter, of issue: StoredIssue?, in database: Database) throws
    -> [Row]
  {
    var arguments = StatementArguments()
    let condition = try filter.condition(in: database, &arguments)
    guard let issue else {
      return try Row.fetchAll(
        database, sql: "SELECT * FROM report WHERE true\(condition) \(latestFirst(filter))", arguments: arguments)
    }
    return try IssueReports(issue, in: database).rows(filter, condition, arguments)
  }
}

/// Reads rows of `report` as records and as reports. Shared rows are cached, so a reader must only be used within one
/// transaction that does not write.
final class StoredReportReader {
  /// The parts of a report to read.
  enum Detail {
    case complete
    /// Everything except evidence and the report's bytes.
    case described
    /// Everything except evidence, the report's bytes and short ids.
    case shown
  }

  private let database: Database
  private let statements: Statements
  private let rules: ImageRules
  private let reading: IssueReading
  private let patterns: PatternSet
  private let detail: Detail
  private var layout: ReportLayout?
  private var names: [Int64: String?] = [:]
  private var builds: [Int64: BuildTable.Build?] = [:]
  private var inputs: [Int64: SignatureInput] = [:]
  private var signatures: [Int64: Signature] = [:]
  private var facts: [Int64: Finding] = [:]
  private var issueStatuses: [Int64: IssueStatus] = [:]

  init(_ database: Database, _ rules: HistoryRules, _ detail: Detail = .complete) {
    self.database = database
    statements = Statements(database)
    self.rules = rules.signatures
    reading = IssueReading(database, rules)
    patterns = rules.patterns
    self.detail = detail
  }

  func report(_ row: Row) throws -> StoredReport {
    let record = try record(row)
    let reader = IssueStatusReader(database: database, now: record.seenAt, reading)
    let issue: Int64 = row[checked: "issue"]
    var issueStatus = try Self.cached(issue, &issueStatuses) {
      try reader.issueStatus(issue: issue, status: .known, isShort: detail != .shown, countsToday: false)
    }
    try reader.add(record.digest, to: &issueStatus, variantOf: row[checked: "variant_of"], isShort: detail != .shown)
    issueStatus.wasRecordedBefore = true
    let assessment = Assessment(
      report: record.report, notes: [], findings: record.findings, summary: record.summary,
      blame: record.findings.first?.blame, blamedFrame: nil)
    let signature = Self.cached(row[checked: "stack"], &signatures) { Signature(record.signatureInput, rules: rules) }
    return StoredReport(
      assessment: assessment, record: record, issueStatus: issueStatus, signature: signature, patterns: patterns)
  }

  func record(_ row: Row) throws -> ReportRecord {
    let row = StoredRow(row, try layout(of: row), self)
    let bytes: Data = row["digest"].value()
    guard let digest = SHA256Digest(bytes: Array(bytes)), let input = try input(row["stack"].value()) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    let id: Int64 = row["id"].value()
    var record = ReportRecord(digest: digest, signatureInput: input)
    try row.read(into: &record)
    record.findings = try findings(of: id)
    for label in try statements.rows("SELECT key, value, at FROM label WHERE report = ?", of: id) {
      record.labels[label[checked: 0]] = .init(value: label[checked: 1], at: Timestamp(seconds: label[checked: 2]))
    }
    if detail == .complete { record.raw = try statements.bytes("SELECT bytes FROM raw WHERE report = ?", of: id) }
    if detail != .shown {
      record.otherKeys = try statements.rows(
        "SELECT key FROM issue_alias WHERE source = ? AND level = 'default' ORDER BY key", [bytes]
      ).map { $0[checked: 0] }
    }
    return record
  }

  private func layout(of row: Row) throws -> ReportLayout {
    if let layout { return layout }
    let layout = try ReportLayout(row)
    self.layout = layout
    return layout
  }

  /// The maximum number of cached values in each cache, so that memory does not grow while reading a long history.
  private static let maxCachedValues = 2048

  /// Returns the value for `id` from `cache`; reads and caches it if it is missing.
  private static func cached<Value>(_ id: Int64, _ cache: inout [Int64: Value], _ read: () throws -> Value) rethrows
    -> Value
  {
    if let value = cache[id] { return value }
    let value = try read()
    if cache.count >= maxCachedValues { cache.removeAll(keepingCapacity: true) }
    cache[id] = value
    return value
  }

  private func input(_ stack: Int64) throws -> SignatureInput? {
    if let input = inputs[stack] { return input }
    let text = try StoredText.fetchOne(
      database.cachedStatement(sql: "SELECT input FROM stack WHERE id = ?"), arguments: [stack])
    guard let input = text.flatMap(SignatureInput.init(encoded:)) else { return nil }
    return Self.cached(stack, &inputs) { input }
  }

  func build(_ id: Int64) throws -> BuildTable.Build? {
    try Self.cached(id, &builds) {
      try Row.fetchOne(database.cachedStatement(sql: "SELECT * FROM build WHERE id = ?"), arguments: [id])
        .map(BuildTable.Build.init)
    }
  }

  /// Returns the evidence with an id; `nil` if evidence is not read.
  func evidence(_ id: Int64?) throws -> [UInt8]? {
    guard detail == .complete else { return nil }
    return try id.flatMap { try statements.bytes("SELECT bytes FROM evidence WHERE id = ?", of: $0) }
  }

  private func findings(of report: Int64) throws -> [Finding] {
    let rows = try statements.rows(
      """
      SELECT pattern, revision, confidence, certainty_of_cause, facts FROM finding WHERE report = ? ORDER BY position
      """, of: report)
    return try rows.compactMap { row in
      guard let pattern = try name(row[checked: 0]).map(Pattern.checkedID) else { return nil }
      let id: Int64 = row[checked: 4]
      // Facts do not contain the name of their own pattern, so two patterns may share a row of facts.
      var finding = try Self.cached(id, &facts) {
        FindingFacts.decoded(
          try text(id), pattern: "", revision: 0, confidence: .possible, certaintyOfCause: .possible)
      }
      finding.take(pattern: pattern)
      finding.patternRevision = row[checked: 1]
      finding.confidence = .init(stored: row[checked: 2])
      finding.certaintyOfCause = .init(stored: row[checked: 3])
      return finding
    }
  }

  private func text(_ facts: Int64) throws -> String {
    try StoredText.fetchOne(database.cachedStatement(sql: "SELECT text FROM facts WHERE id = ?"), arguments: [facts])
      ?? ""
  }

  /// Returns a text that rows share; `nil` for 0.
  func name(_ id: Int64?) throws -> String? {
    guard let id, id != 0 else { return nil }
    return try Self.cached(id, &names) {
      try StoredText.fetchOne(database.cachedStatement(sql: "SELECT text FROM name WHERE id = ?"), arguments: [id])
    }
  }
}
