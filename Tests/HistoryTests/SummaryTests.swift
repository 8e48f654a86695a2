import ClickHouse
import CrashReports
import Diagnosis
import Foundation
import GRDB
import Platform
import Signatures
import TestSupport
import Testing
import Trends
import Vocabulary

@testable import History
@testable import SharedHistory

/// What a summary contains, without a server.
@Suite struct SummaryTests {
  /// The parts that a server would have.
  private struct Server {
    var parts: [String: [SummaryCount]] = [:]
    var valid: Set<String> = []

    /// Makes a summary as `SharedHistory` does, with `body` while it is made.
    mutating func summarize(_ store: HistoryStore, during body: () throws -> Void = {}) throws {
      try store.prepareSummary(keeping: valid)
      var (all, sent): (Set<String>, [Int: String]) = ([], [:])
      var added: [String: [SummaryCount]] = [:]
      _ = try store.withSummaryState { state in
        for (day, part) in try state.days() {
          if let part {
            all.insert(part)
            continue
          }
          let name = SummaryPart.ofDay(day)
          added[name] = try state.day(day).counts
          sent[day] = name
          all.insert(name)
        }
        try body()
      }
      parts.merge(added) { _, new in new }
      valid = all
      try store.noteSummary(sent)
    }

    /// The sums of all valid parts, as lines.
    var sums: [String: Int] {
      var sums: [String: Int] = [:]
      for part in valid {
        for row in parts[part] ?? [] {
          sums["\(row.issue) \(row.day) \(row.build) \(row.os) \(row.device)", default: 0] += row.reports
        }
      }
      return sums
    }
  }

  /// The roll-up of a history, as lines.
  private func rollup(_ store: HistoryStore) throws -> [String: Int] {
    let queue = try DatabaseQueue(path: store.path)
    return try queue.read { database in
      let builds = try SummaryKey.all(database)
      return try Row.fetchAll(
        database,
        sql: """
          SELECT issue.key, day, build, coalesce(system.text, ''), coalesce(model.text, ''), count FROM rollup
            JOIN issue ON issue.id = rollup.issue LEFT JOIN name AS system ON system.id = os
            LEFT JOIN name AS model ON model.id = device
          """
      ).reduce(into: [:]) { sums, row in
        let build = builds[row[2] as Int64] ?? ""
        sums["\(row[0] as String) \(row[1] as Int) \(build) \(row[3] as String) \(row[4] as String)"] = row[5] as Int
      }
    }
  }

  @Test(arguments: SharedCopyTests.seeds)
  func partsThatAreKeptHaveTheCountsOfNow(seed: UInt64) throws {
    let world = try World()
    let store = try world.store()
    var dice = Dice(seed)
    var keys: Set<String> = []
    var server = Server()
    for _ in 0..<12 {
      for _ in 0..<(1 + dice.roll(3)) { _ = try SharedCopyTests.change(store, &dice, &keys, withRuns: false) }
      if dice.roll(6) == 0 {
        _ = try store.prune(before: Timestamp(seconds: HistoryStore.noon.seconds - dice.roll(3) * 86_400))
      }
      // What arrives while a summary is made is in the next one.
      let isBusy = dice.roll(3) == 0
      try server.summarize(store) {
        if isBusy { _ = try SharedCopyTests.change(store, &dice, &keys, withRuns: false) }
      }
      if isBusy { try server.summarize(store) }
      #expect(server.sums == (try rollup(store)), "seed \(seed)")
      #expect(try store.check() == [])
    }
  }

  @Test func aLabelThatComesLaterChangesItsDay() throws {
    let world = try World()
    let store = try world.store()
    var server = Server()
    try store.record(World.recording("a report"))
    try server.summarize(store)
    let before = server.valid
    try server.summarize(store)
    #expect(server.valid == before)
    try store.record(World.recording("a report", labels: ["machine": "ci-7"]))
    try server.summarize(store)
    #expect(server.valid != before)
    #expect(server.valid.flatMap { server.parts[$0] ?? [] }.map(\.machine) == ["ci-7"])
  }

  @Test func prunedReportsRemainCounted() throws {
    let world = try World()
    let store = try world.store()
    for number in 0..<4 { try store.record(World.recording("\(number)", labels: ["machine": "ci"])) }
    try store.record(World.recording("later", crashed: "2026-08-03T01:00:00Z", os: "iOS 17"))
    _ = try store.prune(before: try #require(Timestamp(rfc3339: "2026-08-02")))
    var server = Server()
    try server.summarize(store)
    let rows = server.valid.flatMap { server.parts[$0] ?? [] }.sorted { $0.day < $1.day }
    #expect(rows.map(\.reports) == [4, 1])
    #expect(rows.map(\.isStored) == [false, true])
    #expect(rows.map(\.machine) == ["", ""] && rows.map(\.os) == ["", "iOS 17"])
  }

  /// A summary has the latest reports only, so that a report before them is not the one with most names in a copy, either.
  @Test(arguments: [SummaryFile.reportsPerIssue - 1, SummaryFile.reportsPerIssue, SummaryFile.reportsPerIssue + 1])
  func theBestNamedReportIsOneOfASummary(count: Int) throws {
    let world = try World()
    let store = try world.store()
    for number in 0..<count {
      try store.record(World.recording("\(number)", crashed: "2026-08-01T12:00:\(10 + number)Z"))
    }
    store.close()
    let queue = try DatabaseQueue(path: world.path)
    try queue.write {
      try $0.execute(sql: "UPDATE report SET named_frames = 9 WHERE time = (SELECT min(time) FROM report)")
    }
    try queue.close()
    let changed = try world.store()
    let issue = try #require(try changed.issues().first)
    let best = try #require(try changed.bestNamedReport(of: issue))
    #expect(best.record.path == (count > SummaryFile.reportsPerIssue ? "\(count - 1).ips" : "0.ips"))
  }

  @Test func oneProcessMakesASummary() throws {
    let world = try World()
    let store = try world.store()
    try store.share()
    // Nothing listens on this port.
    let server = SharedServer(ServerConnection(try ServerAddress("clickhouse://u@127.0.0.1:1/d"), nil))
    let history = SharedHistory(server, store, .init(program: "diagnose test", now: { HistoryStore.noon }))
    func failure() -> HistoryError? {
      do throws(SharedHistory.Fault) { _ = try history.summarize() } catch {
        if case .history(let error) = error { return error }
      }
      return nil
    }
    let file = try FileDescriptor(
      opening: FilePath(store.path + ".summarizing"), [.writeOnly, .create], mode: 0o600)
    defer { try? file.close() }
    try file.lock()
    #expect(failure()?.code == .busy)
    file.unlock()
    #expect(failure() == nil, "the server is asked, which is not available")
  }

  @Test func anyTextOfAServerIsReadAsItIs() throws {
    let world = try World()
    let store = try world.store()
    let texts = [
      "a", "\"", "\\", "it's", "\u{1}\u{1f}\n\t", "]],[[1", "\u{2028}\u{FEFF}", "é\u{301}🚨", "$[0]", "null", "1e999",
      String(repeating: "x", count: 100_000),
    ]
    let form = QuestionForm([.text("value"), .position("rank"), .int("number")])
    let rows = texts.enumerated().map { [AnswerValue.text($1), .int($0 == 0 ? .min : $0), .int(.max - $0)] }
    let found = try store.read(otherwise: []) { try SourceAnswer(form, rows).rows($0) }
    #expect(found.map { $0["value"] as String? } == texts)
    #expect(found.map { $0["rank"] as Int? } == [nil] + (1..<texts.count).map { $0 })
    #expect(found.map { $0["number"] as Int } == texts.indices.map { .max - $0 })
    #expect(try store.read(otherwise: []) { try SourceAnswer(form, []).rows($0) }.isEmpty)
    let empty = try store.read(otherwise: []) { try SourceAnswer(form, [[.text(""), .int(1), .int(1)]]).rows($0) }
    #expect(empty.map { $0["value"] as String? } == [nil])
  }

  // MARK: - Statements

  /// The statements are golden, so that a change of one is visible. UPDATE_EXPECTED=1 rewrites them.
  @Test func statementsAreAsExpected() throws {
    let summary = SharedSummary(
      number: 7, id: "s", parts: ["day 20000 a", "day 20030 b", "day 20040 c", "rows d"], schema: 1, pieces: 1, size: 1,
      devicesFrom: 0, reports: 1, program: "diagnose test", at: HistoryStore.noon)
    let questions = SummaryQuestions(
      SharedServer(ServerConnection(try ServerAddress("clickhouse://u@127.0.0.1/d"), nil)), summary)
    var text = ""
    for query in ShippedQuery.catalog {
      guard query.form != nil else { continue }
      let question = try #require(
        query.example(days: 20_000...20_030, issue: "aabbccddeeff", build: "it's", now: HistoryStore.noon))
      text += "\(query.name): \(query.question)\n\(try #require(questions.statement(question)).text)\n\n"
    }
    var scoped = SourceQuestion(name: "daily", form: try #require(ShippedQuery.daily.form), values: [])
    (scoped.scope.since, scoped.scope.until) = (20_000 * 86_400 + 7, 20_030 * 86_400 + 9)
    scoped.scope.days = 20_001...20_029
    scoped.scope.builds = ["0011223344556677"]
    scoped.scope.issues = ["aabbccddeeff", "it's"]
    scoped.scope.properties = [
      .init(column: "os", values: ["iOS 26.0", "it's"], isExcluded: false),
      .init(column: "device", values: ["Mac14,2"], isExcluded: true),
    ]
    text +=
      "daily, of parts of days, an app, a pattern, systems and not a device\n\(try #require(questions.statement(scoped)).text)\n"
    let golden = Repository.root.appendingPathComponent("Tests/HistoryTests/server-questions.expected")
    if Repository.updatesExpected { try text.write(to: golden, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: golden, encoding: .utf8) == text)
  }

  @Test func everyQuestionOfUsersHasBothForms() {
    // One finds out whether others are needed, and one is faster than `issues-of-days`.
    let internalQueries: Set = [
      "issues-of-period", "known-digest", "machines-exist", "device-counts", "machine-counts",
    ]
    #expect(Set(ShippedQuery.catalog.filter { $0.form == nil }.map(\.name)) == internalQueries)
    #expect(Set(ServerQuery.catalog.keys) == Set(ShippedQuery.catalog.filter { $0.form != nil }.map(\.name)))
    for query in ShippedQuery.catalog {
      #expect(query.form?.isScoped == ServerQuery.catalog[query.name]?.isScoped, "\(query.name)")
    }
  }
}

/// Histories without a copy give the answers of a copy, on real servers.
@Suite(.enabled(if: TestEngines.exist, Comment(rawValue: TestEngines.comment)), .serialized)
struct SummaryServerTests {
  /// The random histories: fewer than without a server, unless DIAGNOSE_SEEDS names them.
  static let seeds =
    ProcessInfo.processInfo.environment["DIAGNOSE_SEEDS"] == nil ? [1, 2, 3, 4] : SharedCopyTests.seeds

  @Test(arguments: TestEngines.addresses, seeds)
  func bothFormsOfEveryQuestionGiveTheSameRows(address: String, seed: UInt64) throws {
    let database = "summary_test_\(seed)"
    try TestDatabase.remove(address, database)
    defer { try? TestDatabase.remove(address, database) }
    let world = try World()
    let store = try world.store()
    try store.share()
    let history = try TestDatabase.history(address, database, store)
    _ = try history.server.create(cluster: nil)
    var dice = Dice(seed)
    var keys: Set<String> = []
    for round in 0..<2 {
      for _ in 0..<(4 + dice.roll(8)) { _ = try SharedCopyTests.change(store, &dice, &keys, withRuns: seed % 2 == 0) }
      if dice.roll(4) == 0 { _ = try store.prune(before: Timestamp(day: HistoryStore.noon.day - dice.roll(3))) }
      _ = try history.summarize()
      #expect(try history.summarize().isUnchanged)
      let summary = try #require(try history.server.summary())
      let path = world.folder.appendingPathComponent("summary-\(round).sqlite").path
      #expect(try history.server.receive(summary, to: .init(path), isCanceled: { false }))
      let source = SummaryQuestions(history.server, summary)
      let thin = try HistoryStore(summary: path, source: source, rules: store.rules)
      defer { thin.close() }
      try QuestionComparison(store, thin, source, "seed \(seed), round \(round), \(address)").compare(&dice)
      try DocumentComparison(store, thin, "seed \(seed), round \(round), \(address)").compare(&dice)
    }
  }

  @Test(arguments: TestEngines.addresses)
  func aSummaryIsNotUsedBeforeItIsComplete(address: String) throws {
    let database = "summary_test_incomplete"
    try TestDatabase.remove(address, database)
    defer { try? TestDatabase.remove(address, database) }
    let world = try World()
    let store = try world.store()
    try store.share()
    let history = try TestDatabase.history(address, database, store)
    _ = try history.server.create(cluster: nil)
    #expect(try history.server.summary() == nil)
    try store.record(World.recording("a report"))
    let first = try history.summarize()
    #expect(first.reports == 1 && first.days == 1)
    let summary = try #require(try history.server.summary())
    // Rows of an attempt that failed belong to no summary.
    let connection = ServerConnection(try ServerAddress(address), nil)
    try connection.execute(
      """
      INSERT INTO \(SQLIdentifier(database)).summary_count (part, issue, day, time, is_stored, reports)
      VALUES ('day 20666 abandoned', 'x', 20666, 0, 1, 5)
      """)
    let source = SummaryQuestions(history.server, summary)
    let form = try #require(ShippedQuery.daily.form)
    let rows = try source.rows(SourceQuestion(name: "daily", form: form, values: []))
    #expect(rows == [[.int(20_666), .int(1)]])
    // A server does not decide how much is stored.
    for size in [summary.size - 1, summary.size + 1, 1 << 40] {
      var other = summary
      other.size = size
      #expect(throws: ServerError.self) {
        try history.server.receive(
          other, to: .init(world.folder.appendingPathComponent("size\(size)").path), isCanceled: { false })
      }
    }
    // A summary without its file is an error.
    try connection.execute("TRUNCATE TABLE \(SQLIdentifier(database)).summary_file")
    #expect(throws: ServerError.self) {
      try history.server.receive(
        summary, to: .init(world.folder.appendingPathComponent("x").path), isCanceled: { false })
    }
  }

  @Test(arguments: TestEngines.addresses)
  func whatSummariesReplacedIsRemovedAfterADay(address: String) throws {
    let database = "summary_test_replaced"
    try TestDatabase.remove(address, database)
    defer { try? TestDatabase.remove(address, database) }
    let world = try World()
    let store = try world.store()
    try store.share()
    let history = try TestDatabase.history(address, database, store)
    _ = try history.server.create(cluster: nil)
    try store.record(World.recording("a report"))
    _ = try history.summarize()
    let first = try #require(try history.server.summary())
    let connection = history.server.connection
    // Parts that attempts abandoned: more than a statement can name.
    try connection.execute(
      """
      INSERT INTO summary_count (part, issue, day, time, is_stored, reports)
      SELECT concat('day 20001 abandoned with a long name ', toString(number)), 'x', 20001, 0, 1, 5
      FROM system.numbers LIMIT 9000
      """)
    func number(_ statement: ClickHouse.Statement) throws -> Int {
      try #require(try connection.rows(statement).first?.int("number"))
    }
    func wait(_ expected: Int, _ statement: ClickHouse.Statement) throws {
      // Servers change and delete rows in their own time.
      for _ in 0..<600 where try number(statement) != expected { Thread.sleep(forTimeInterval: 0.05) }
      #expect(try number(statement) == expected, "\(statement.text)")
    }
    let changed = ["summary", "summary_count", "summary_file", "summary_issue"]
    for table in changed { try connection.execute("ALTER TABLE \(table: table) UPDATE at = at - 200000 WHERE 1 = 1") }
    for table in changed {
      let rows = try number("SELECT count() AS number FROM \(table: table)")
      try wait(rows, "SELECT sum(toUInt64(at < now() - 100000)) AS number FROM \(table: table)")
    }
    try store.record(World.recording("another"))
    _ = try history.summarize()
    let summary = try #require(try history.server.summary())
    #expect(summary.number > first.number && summary.reports == 2)
    try wait(1, "SELECT count() AS number FROM summary")
    try wait(1, "SELECT uniqExact(id) AS number FROM summary_file")
    for table in ["summary_count", "summary_issue"] {
      try wait(
        0, "SELECT countIf(part NOT IN (SELECT arrayJoin(parts) FROM summary)) AS number FROM \(table: table)")
    }
    try wait(2, "SELECT sum(reports) AS number FROM summary_count")
  }
}

/// Compares the rows of both forms of each question.
private struct QuestionComparison {
  private let store: HistoryStore
  private let thin: HistoryStore
  private let source: SummaryQuestions
  private let comment: String

  init(_ store: HistoryStore, _ thin: HistoryStore, _ source: SummaryQuestions, _ comment: String) {
    (self.store, self.thin, self.source, self.comment) = (store, thin, source, comment)
  }

  func compare(_ dice: inout Dice) throws {
    for query in ShippedQuery.catalog {
      guard let form = query.form else { continue }
      for _ in 0..<2 {
        let values = try self.values(query, form, &dice)
        let local = try store.ask(otherwise: [String]()) { questions in
          try keyed(questions.rows(query, values), form, questions.database)
        }
        let remote = try thin.ask(otherwise: [String]()) { questions in
          var question = SourceQuestion(name: query.name, form: form, values: try values.map(questions.resolved))
          if form.isScoped, case .int(let first) = values[0], case .int(let last) = values[1] {
            question.values = []
            question.scope.days = min(first, last)...max(first, last)
          }
          let answer = SourceAnswer(form, try source.rows(question))
          return try keyed(try answer.rows(questions.database), form, questions.database)
        }
        #expect(local == remote, "\(query.name) \(values), \(comment)")
      }
    }
  }

  /// Returns values for the parameters: those of days in order, and of issues and builds that exist.
  private func values(_ query: ShippedQuery, _ form: QuestionForm, _ dice: inout Dice) throws -> [QuestionValue] {
    let today = HistoryStore.noon.day
    let days = [today - dice.roll(4), today - dice.roll(4)].sorted()
    if form.isScoped { return [.int(days[0]), .int(days[1])] }
    let ids = try store.read(otherwise: []) { database in
      try ["SELECT id FROM issue WHERE merged_into IS NULL ORDER BY key", "SELECT id FROM build ORDER BY id"].map {
        try Int64.fetchAll(database, sql: $0)
      }
    }
    return form.parameters.map { parameter in
      switch parameter {
      case .issue where query.name.hasSuffix("issues"): .issues(ids[0].filter { _ in dice.roll(2) == 0 })
      case .issue: .issue(ids[0].isEmpty ? 0 : ids[0][dice.roll(ids[0].count)])
      case .build: .build(ids[1].isEmpty ? 0 : ids[1][dice.roll(ids[1].count)])
      case .text: .text([nil, "open", "resolved", "ib-font-cfrelease-null"][dice.roll(4)])
      case .now: .int(HistoryStore.noon.seconds + dice.roll(40) * 86_400)
      case .since: .int(days[0] * 86_400)
      case .firstDay: .int(days[0])
      case .lastDay: .int(days[1])
      case .firstDayBefore: .int(days[0] - 2)
      case .lastDayBefore: .int(days[0] - 1)
      }
    }
  }

  /// Returns rows as sorted lines, in which rows of issues and builds are their keys, and NULL is an empty text.
  private func keyed(_ rows: [Row], _ form: QuestionForm, _ database: Database) throws -> [String] {
    let builds = try SummaryKey.all(database)
    return try rows.map { row in
      try form.columns.enumerated().map { index, column in
        #expect(row.columnNames.dropFirst(index).first == column.name)
        switch column.kind {
        case .issue:
          return try String.fetchOne(
            database, sql: "SELECT key FROM issue WHERE id = ?", arguments: [row[index] as Int64])
            ?? "?"
        case .build: return builds[row[index] as Int64] ?? ""
        case .text: return (row[index] as String?) ?? ""
        case .int, .position: return (row[index] as Int?).map(String.init) ?? "none"
        }
      }.joined(separator: " | ")
    }.sorted()
  }
}

/// Compares the values from which documents are made.
private struct DocumentComparison {
  private let store: HistoryStore
  private let thin: HistoryStore
  private let comment: String

  init(_ store: HistoryStore, _ thin: HistoryStore, _ comment: String) {
    (self.store, self.thin, self.comment) = (store, thin, comment)
  }

  func compare(_ dice: inout Dice) throws {
    let now = HistoryStore.noon
    for filter in filters(&dice) {
      for order in HistoryFilter.Order.allCases {
        try expectEqual { try $0.issues(filter, sortedBy: order) }
      }
      try expectEqual { try $0.issueCount(filter) }
      try expectEqual { try $0.issueKeys(filter) }
    }
    for facet in Facet.catalog {
      let since = Timestamp(seconds: now.seconds - dice.roll(4 * 86_400))
      try expectEqual { try $0.counts(by: facet, FacetScope(since: nil, until: nil)) }
      try expectEqual { try $0.counts(by: facet, FacetScope(since: since, until: nil)) }
      try expectEqual {
        try $0.counts(by: facet, FacetScope(since: since, until: Timestamp(seconds: since.seconds + 90_000)))
      }
      try expectEqual {
        try $0.counts(by: facet, FacetScope(since: since, until: Timestamp(seconds: since.seconds + 900)))
      }
      if facet.basis == nil {
        // A summary does not have the days and devices of values.
        try expectEqual {
          try $0.trends(by: facet, now: now, terms: [FilterTerm(.app, "MyApp")]).map {
            "\($0.key) \($0.recent) \($0.base) \($0.unit)"
          }
        }
      }
    }
    try expectEqual { try $0.unrecognized(weeks: 3, now: now, terms: [FilterTerm(.app, "Other")]) }
    try expectEqual { Self.lines(try $0.trends(now: now)) }
    try expectEqual { Self.lines(try $0.trends(now: now, basis: .day, terms: [FilterTerm(.app, "com.example.myapp")])) }
    try expectEqual { try $0.buildMatrices(builds: 5, issues: 5).map { "\($0)" } }
    try expectEqual { try $0.countedReports() }
    for issue in try store.issues() { try compare(issue, now) }
  }

  private func compare(_ issue: StoredIssue, _ now: Timestamp) throws {
    try expectEqual { try $0.issue(issue.id) }
    try expectEqual { try $0.facets(of: issue) }
    try expectEqual { try $0.spread(of: issue) }
    try expectEqual { try $0.builds(of: issue).map { "\($0)" } }
    try expectEqual { try $0.events(of: issue) }
    try expectEqual { "\(try $0.relations(of: issue))" }
    try expectEqual { try $0.reportCount(of: issue) }
    try expectEqual { try $0.reportIDs(of: issue, limit: 10) }
    try expectEqual { try $0.daily(of: issue, from: Timestamp(day: now.day - 9), to: now) }
    var filter = HistoryFilter()
    filter.limit = 10
    try expectEqual { try $0.reports(filter, of: issue).map(Self.shown) }
    try expectEqual { try $0.bestNamedReport(of: issue).map(Self.shown) }
  }

  private static func shown(_ report: StoredReport) -> String {
    var report = report
    // Neither is shown, and a summary has neither.
    (report.record.evidence, report.record.raw) = (nil, nil)
    return "\(report.record) \(report.issueStatus) \(report.headline)"
  }

  /// Returns the contents of a report, without functions and patterns.
  private static func lines(_ report: TrendReport) -> [String] {
    ["\(report.recentDays) \(report.baseDays) \(report.compared) \(report.conditions.map(\.id).sorted())"]
      + report.sections.flatMap { section in
        section.rows.map { row in
          "\(section.section.id) \(row.issue.id) \(row.issue.shortID) \(row.issue.title) \(row.issue.count) "
            + "\(row.issue.state) \(row.issue.isNew) \(row.daily) \(String(describing: row.back)) "
            + "\(String(describing: row.buildsSinceLast)) \(row.assessment)"
        }
      }
  }

  private func filters(_ dice: inout Dice) -> [HistoryFilter] {
    var filters = [HistoryFilter()]
    for index in 0..<5 {
      var filter = HistoryFilter()
      if index > 0 { filter.since = Timestamp(seconds: HistoryStore.noon.seconds - dice.roll(4 * 86_400)) }
      if index > 2 { filter.until = Timestamp(seconds: HistoryStore.noon.seconds + 1 + dice.roll(86_400)) }
      if index % 2 == 0 { filter.terms.append(FilterTerm(.app, ["MyApp", "com.example.Other"][dice.roll(2)])) }
      if dice.roll(3) == 0 {
        let dimension = [FilterDimension.build, .os, .device][dice.roll(3)]
        let value = ["build": "412", "os": "14", "device": "Mac"][dimension.id] ?? ""
        filter.terms.append(FilterTerm(dimension, value, isNegated: dice.roll(2) == 0))
      }
      if dice.roll(4) == 0 { filter.words = ["font"] }
      if dice.roll(4) == 0 { filter.state = .open }
      if dice.roll(4) == 0 { filter.terms.append(FilterTerm(.pattern, "ib-font-cfrelease-null")) }
      filters.append(filter)
    }
    return filters
  }

  private func expectEqual<Value: Equatable>(
    _ value: (HistoryStore) throws -> Value, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let (copy, summary) = (try value(store), try value(thin))
    #expect(copy == summary, Comment(rawValue: comment), sourceLocation: sourceLocation)
  }
}
