internal import GRDB

/// The changes of the devices of issues within a transaction. Unlike the other roll-ups they contain stored reports only:
/// pruning removes what is known about devices.
struct ReporterDelta {
  private struct Key: Hashable, Comparable {
    var issue: Int64
    var reporter: Int64

    static func < (left: Self, right: Self) -> Bool { (left.issue, left.reporter) < (right.issue, right.reporter) }
  }

  private var changes: [Key: Int] = [:]

  /// Adds a change of the number of reports of a device; nothing for a report that states no device.
  mutating func add(_ issue: Int64, _ reporter: Int64?, _ change: Int) {
    guard let reporter else { return }
    changes[Key(issue: issue, reporter: reporter), default: 0] += change
  }

  /// Writes the changes in the order of the keys, so that neighboring rows are written together.
  mutating func flush(_ statements: Statements) throws {
    guard !changes.isEmpty else { return }
    var numbers: [Int64: Int] = [:]
    for (key, change) in changes.sorted(by: { $0.key < $1.key }) where change != 0 {
      let count =
        try statements.number(
          """
          INSERT INTO rollup_reporter (issue, reporter, count) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET count = count + excluded.count RETURNING count
          """
        ) { parameters in
          parameters.add(key.issue)
          parameters.add(key.reporter)
          parameters.add(change)
        } ?? 0
      if Int(count) == change { numbers[key.issue, default: 0] += 1 }
      guard count == 0 else { continue }
      numbers[key.issue, default: 0] -= 1
      try statements.run("DELETE FROM rollup_reporter WHERE issue = ? AND reporter = ?", [key.issue, key.reporter])
    }
    changes = [:]
    for (issue, number) in numbers.sorted(by: { $0.key < $1.key }) where number != 0 {
      try statements.run(
        """
        INSERT INTO reporter_count (issue, number) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET number = number + excluded.number
        """, [issue, number])
      if number < 0 { try statements.run("DELETE FROM reporter_count WHERE issue = ? AND number = 0", [issue]) }
    }
  }

  /// Computes both tables from the stored reports.
  static func recount(_ database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM rollup_reporter;
        INSERT INTO rollup_reporter (issue, reporter, count)
          SELECT issue, reporter, count(*) FROM report WHERE variant_of IS NULL AND reporter IS NOT NULL GROUP BY 1, 2;
        DELETE FROM reporter_count;
        INSERT INTO reporter_count (issue, number) SELECT issue, count(*) FROM rollup_reporter GROUP BY 1;
        """)
  }
}
