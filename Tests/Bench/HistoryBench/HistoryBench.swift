import Foundation
import GRDB
import History
import Vocabulary

/// Fills a history with synthetic reports through the interface of the store, and measures recording and queries.
///
///     scripts/make-history [--reports N] [--seed N] [--batch N] [--fill-only | --query-only] FILE
///
/// Times of queries are CPU time, the minimum of five runs; times of recording are elapsed time.
@main
enum HistoryBench {
  static func main() throws {
    var options = Options()
    guard options.read(CommandLine.arguments.dropFirst()) else {
      FileHandle.standardError.write(
        Data("use: HistoryBench [--reports N] [--seed N] [--batch N] [--fill-only | --query-only] FILE\n".utf8))
      exit(64)
    }
    if options.fills { try fill(options) }
    if options.asks { try ask(options) }
  }

  struct Options {
    var path = ""
    var reports = 1_000_000
    var seed = 1
    var batch = 10_000
    var fills = true
    var asks = true

    mutating func read(_ arguments: ArraySlice<String>) -> Bool {
      var rest = arguments
      while let argument = rest.popFirst() {
        switch argument {
        case "--reports", "--seed", "--batch":
          guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else { return false }
          switch argument {
          case "--reports": reports = value
          case "--seed": seed = value
          default: batch = value
          }
        case "--fill-only": asks = false
        case "--query-only": fills = false
        default:
          guard path.isEmpty, !argument.hasPrefix("-") else { return false }
          path = argument
        }
      }
      return !path.isEmpty && (fills || asks)
    }
  }

  // MARK: - Recording

  static func fill(_ options: Options) throws {
    let store = try HistoryStore(path: options.path)
    defer { store.close() }
    let made = MadeReports(seed: UInt64(options.seed))
    let clock = ContinuousClock()
    let preparer = RecordPreparer(store.rules)
    var preparing = Duration.zero
    var storing = Duration.zero
    var stored = 0
    var first: Double?
    try made.forEachBatch(of: options.batch, count: options.reports) { batch in
      // Commands prepare records on the threads that read, and one thread stores them.
      var prepared: [PreparedRecord] = []
      preparing += clock.measure { prepared = batch.map(preparer.prepare) }
      let time = try clock.measure { stored += try store.add(prepared).stored }
      storing += time
      let rate = Double(batch.count) / time.seconds
      first = first ?? rate
      if stored % (options.batch * 10) == 0 || stored == options.reports {
        print("  \(stored) stored, \(Int(rate)) reports/s")
      }
    }
    print(
      "stored \(stored) of \(options.reports) in \(text(storing.seconds)) s, batches of \(options.batch): "
        + "\(Int(Double(options.reports) / storing.seconds)) reports/s; "
        + "prepared in \(text(preparing.seconds)) s")
    if let info = try store.info() {
      print(
        "\(info.reports) reports, \(info.issues) issues, \(info.builds) builds, \(info.stacks) stacks, "
          + "\(info.bytes / 1_000_000) MB, \(info.bytes / max(1, info.reports)) bytes a report")
    }
  }

  // MARK: - Queries

  static func ask(_ options: Options) throws {
    let now = Timestamp(seconds: MadeReports().lastDay * 86_400 + 86_399)
    let store = try HistoryStore(path: options.path, access: .read)
    defer { store.close() }
    print("questions of the store, milliseconds of CPU time")
    var filter = HistoryFilter()
    filter.limit = 20
    let issues = try store.issues(filter, sortedBy: .count)
    try time("issues, 20 most frequent") { kept &+= try store.issues(filter, sortedBy: .count).count }
    try time("issues, 20 seen last") { kept &+= try store.issues(filter, sortedBy: .last).count }
    // As many short ids as the command prints.
    try time("trends, 7 days against 28") { kept &+= try store.trends(now: now, shortIDs: 10).compared }
    try time("trends by build") { kept &+= try store.trends(by: .build, now: now).count }
    if let issue = issues.first {
      try time("spread of the most frequent issue") { kept &+= try store.spread(of: issue).hashed }
      try time("facets of the most frequent issue") { kept &+= try store.facets(of: issue).count }
      var latest = HistoryFilter()
      latest.limit = 50
      filter.since = Timestamp(seconds: now.seconds - 365 * 86_400)
      try time("issues of a year, 20 most frequent") { kept &+= try store.issues(filter, sortedBy: .count).count }
      filter.since = Timestamp(seconds: now.seconds - 30 * 86_400)
      try time("issues of 30 days, 20 most frequent") { kept &+= try store.issues(filter, sortedBy: .count).count }
      filter.since = nil
      filter.words = ["view", "controller"]
      try time("search for two words") { kept &+= try store.issues(filter).count }
      filter.words = ["function17"]
      try time("search for a function") { kept &+= try store.issues(filter).count }
      try time("last 50 reports of it") { kept &+= try store.reports(latest, of: issue).count }
    }
    if let record = try store.records(limit: 1).records.first {
      try time("is a digest known") { kept &+= try store.holds(record.digest) ? 1 : 0 }
    }

    print("shipped queries with their examples, milliseconds of CPU time")
    let queue = try DatabaseQueue(path: options.path)
    try queue.read { database in
      try database.execute(sql: "PRAGMA cache_size = -65536")
      for query in ShippedQuery.catalog {
        var sql = query.sql
        for (index, value) in query.example.enumerated().reversed() {
          sql = sql.replacing("?\(index + 1)", with: value)
        }
        let statement = try database.makeStatement(sql: sql)
        var rows = 0
        try time(query.name) {
          rows = 0
          let cursor = try Row.fetchCursor(statement)
          while try cursor.next() != nil { rows += 1 }
        } detail: {
          "\(rows) rows"
        }
      }
    }
  }

  /// Uses results, so that the optimizer does not remove the work.
  nonisolated(unsafe) static var kept = 0

  static func time(_ name: String, _ body: () throws -> Void, detail: () -> String = { "" }) throws {
    var best = Double.infinity
    for _ in 0..<5 {
      let begin = clock()
      try body()
      best = min(best, Double(clock() - begin) / Double(CLOCKS_PER_SEC))
    }
    let padded = name.padding(toLength: 36, withPad: " ", startingAt: 0)
    print("  \(padded) \(text(best * 1000)) \(detail())")
  }

  static func text(_ value: Double) -> String { String(format: "%.2f", value) }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}

extension IssueSpread {
  fileprivate var hashed: Int { String(describing: self).utf8.count }
}
