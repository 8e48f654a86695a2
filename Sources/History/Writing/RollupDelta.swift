internal import GRDB

/// The key of a counted report in the roll-ups.
struct RollupKey: Hashable {
  var issue: Int64
  var day: Int
  var build: Int64
  var os: Int64
  var device: Int64
}

extension RollupKey {
  /// Creates the key by which a row of `report` is counted.
  init(_ row: Row) {
    self.init(
      issue: row[checked: "issue"], day: row[checked: "day"], build: row[checked: "build"], os: row[checked: "os"],
      device: row[checked: "device"])
  }
}

/// The weeks of `rollup_week`: seven days each, numbered from 1970-01-01.
enum RollupWeek {
  /// The SQL expression for the week of `day`. SQLite truncates quotients, so days before 1970 are shifted.
  static let sql = "(day + 7000000) / 7 - 1000000"

  /// Returns the week that contains a day.
  static func containing(_ day: Int) -> Int { (day - ((day % 7) + 7) % 7) / 7 }

  /// Returns the weeks that are completely within days; `nil` if there are none.
  static func within(_ first: Int, _ last: Int) -> ClosedRange<Int>? {
    let weeks = (containing(first - 1) + 1, containing(last + 1) - 1)
    return weeks.0 <= weeks.1 ? weeks.0...weeks.1 : nil
  }
}

/// The changes of the roll-ups within a transaction. They are written together, so that many reports of one issue change
/// a row only once.
struct RollupDelta {
  private var changes: [RollupKey: Int] = [:]

  mutating func add(_ rollupKey: RollupKey, _ change: Int) { changes[rollupKey, default: 0] += change }

  var isEmpty: Bool { changes.isEmpty }

  /// The days with changes, also with those that cancel each other.
  var days: Set<Int> { Set(changes.keys.map(\.day)) }

  /// Writes the changes. Deletes rows whose count becomes 0.
  mutating func flush(_ statements: Statements) throws {
    guard !changes.isEmpty else { return }
    let changes = changes.filter { $0.value != 0 }
    self.changes = [:]
    for table in RollUp.all { try table.add(changes, statements) }
  }
}

/// A table of counts whose key consists of some columns of a roll-up key.
private struct RollUp: Sendable {
  /// The columns of the key, in the order of the primary key; unused ones are 0.
  struct TableKey: Hashable, Comparable {
    var columns: (Int64, Int64, Int64, Int64, Int64)

    init(_ first: Int64, _ second: Int64, _ third: Int64 = 0, _ fourth: Int64 = 0, _ fifth: Int64 = 0) {
      columns = (first, second, third, fourth, fifth)
    }

    static func == (left: Self, right: Self) -> Bool { left.columns == right.columns }
    static func < (left: Self, right: Self) -> Bool { left.columns < right.columns }

    func hash(into hasher: inout Hasher) {
      hasher.combine(columns.0)
      hasher.combine(columns.1)
      hasher.combine(columns.2)
      hasher.combine(columns.3)
      hasher.combine(columns.4)
    }

    /// Returns the column at an index from 0 to 4.
    func column(_ index: Int) -> Int64 {
      switch index {
      case 0: columns.0
      case 1: columns.1
      case 2: columns.2
      case 3: columns.3
      default: columns.4
      }
    }
  }

  var width: Int
  var tableKey: @Sendable (RollupKey) -> TableKey
  /// The statement that adds a change to a row.
  var add: StaticString
  /// The statement that deletes a row whose count is 0.
  var remove: StaticString

  static let all = [
    RollUp(
      width: 5, tableKey: { TableKey($0.issue, Int64($0.day), $0.build, $0.os, $0.device) },
      add: """
        INSERT INTO rollup (issue, day, build, os, device, count) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """,
      remove: "DELETE FROM rollup WHERE issue = ? AND day = ? AND build = ? AND os = ? AND device = ? AND count = 0"),
    RollUp(
      width: 2, tableKey: { TableKey(Int64($0.day), $0.issue) },
      add: """
        INSERT INTO rollup_day (day, issue, count) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """,
      remove: "DELETE FROM rollup_day WHERE day = ? AND issue = ? AND count = 0"),
    RollUp(
      width: 2, tableKey: { TableKey(Int64(RollupWeek.containing($0.day)), $0.issue) },
      add: """
        INSERT INTO rollup_week (week, issue, count) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """,
      remove: "DELETE FROM rollup_week WHERE week = ? AND issue = ? AND count = 0"),
    RollUp(
      width: 2, tableKey: { TableKey($0.issue, $0.build) },
      add: """
        INSERT INTO rollup_build (issue, build, count) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """,
      remove: "DELETE FROM rollup_build WHERE issue = ? AND build = ? AND count = 0"),
    RollUp(
      width: 3, tableKey: { TableKey($0.issue, $0.build, $0.os) },
      add: """
        INSERT INTO rollup_system (issue, build, os, count) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """,
      remove: "DELETE FROM rollup_system WHERE issue = ? AND build = ? AND os = ? AND count = 0"),
    RollUp(
      width: 2, tableKey: { TableKey($0.issue, $0.device) },
      add: """
        INSERT INTO rollup_device (issue, device, count) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """,
      remove: "DELETE FROM rollup_device WHERE issue = ? AND device = ? AND count = 0"),
    RollUp(
      width: 4, tableKey: { TableKey(Int64($0.day), $0.build, $0.os, $0.device) },
      add: """
        INSERT INTO rollup_environment (day, build, os, device, count) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """,
      remove: "DELETE FROM rollup_environment WHERE day = ? AND build = ? AND os = ? AND device = ? AND count = 0"),
    RollUp(
      width: 3, tableKey: { TableKey($0.build, $0.os, $0.device) },
      add: """
        INSERT INTO rollup_total (build, os, device, count) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """,
      remove: "DELETE FROM rollup_total WHERE build = ? AND os = ? AND device = ? AND count = 0"),
  ]

  /// Writes the changes in the order of the keys, so that neighboring rows are written together.
  func add(_ changes: [RollupKey: Int], _ statements: Statements) throws {
    var sums: [TableKey: Int] = [:]
    sums.reserveCapacity(changes.count)
    for (rollupKey, change) in changes { sums[tableKey(rollupKey), default: 0] += change }
    for (tableKey, change) in sums.sorted(by: { $0.key < $1.key }) where change != 0 {
      try statements.run(add) { parameters in
        for index in 0..<width { parameters.add(tableKey.column(index)) }
        parameters.add(change)
      }
      guard change < 0 else { continue }
      try statements.run(remove) { parameters in for index in 0..<width { parameters.add(tableKey.column(index)) } }
    }
  }
}
