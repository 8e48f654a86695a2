import Foundation
import GRDB
import History
import TestSupport
import Testing

/// The plans of shipped queries are golden, to detect a query that reads every report. UPDATE_EXPECTED=1 rewrites them.
@Suite struct QueryPlanTests {
  @Test func plansAreAsExpected() throws {
    let world = try World()
    let store = try world.store()
    for number in 0..<20 { try store.record(World.recording("r\(number)", function: "f\(number % 5)")) }
    store.close()
    let queue = try DatabaseQueue(path: store.path)
    let text = try queue.read { database in
      try ShippedQuery.catalog.flatMap { query in
        var texts = [try plan(query.name + ": " + query.question, query.sql, query.example, database)]
        if let sql = query.completeTime {
          texts.append(try plan(query.name + ", complete time", sql, [], database))
        }
        return texts
      }.joined(separator: "\n")
    }
    for line in text.split(separator: "\n") where line.contains("SCAN report") {
      Issue.record("reads every report: \(line)")
    }
    let golden = Repository.root.appendingPathComponent("Tests/HistoryTests/query-plans.expected")
    if Repository.updatesExpected {
      try text.write(to: golden, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: golden, encoding: .utf8) == text)
  }

  private func plan(_ title: String, _ sql: String, _ example: [String], _ database: Database) throws -> String {
    var sql = sql
    for (index, value) in example.enumerated().reversed() { sql = sql.replacing("?\(index + 1)", with: value) }
    let plan = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql).map { "  \($0["detail"] as String)" }
    return "\(title)\n" + plan.joined(separator: "\n") + "\n"
  }
}
