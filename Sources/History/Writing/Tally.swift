internal import GRDB

/// Where a counted report stands in the roll-ups.
struct Cell: Hashable {
  var issue: Int64
  var day: Int
  var build: Int64
  var os: Int64
  var device: Int64
}

/// Changes of the roll-ups within a transaction, written together: many reports of one issue change one row once.
struct Tally {
  private var changes: [Cell: Int] = [:]

  mutating func add(_ cell: Cell, _ change: Int) { changes[cell, default: 0] += change }

  var isEmpty: Bool { changes.isEmpty }

  /// Writes the changes; a row that comes to 0 goes.
  mutating func flush(_ statements: Statements) throws {
    struct Key: Hashable {
      var first: Int64
      var second: Int64
    }
    struct Place: Hashable {
      var day: Int
      var build: Int64
      var os: Int64
      var device: Int64
    }
    var days: [Key: Int] = [:]
    var builds: [Key: Int] = [:]
    var places: [Place: Int] = [:]
    for (cell, change) in changes where change != 0 {
      days[Key(first: Int64(cell.day), second: cell.issue), default: 0] += change
      builds[Key(first: cell.issue, second: cell.build), default: 0] += change
      places[Place(day: cell.day, build: cell.build, os: cell.os, device: cell.device), default: 0] += change
    }
    // In the order of the keys, so that neighbouring rows are written together.
    let cells = changes.filter { $0.value != 0 }.sorted { left, right in
      (left.key.issue, left.key.day, left.key.build, left.key.os, left.key.device)
        < (right.key.issue, right.key.day, right.key.build, right.key.os, right.key.device)
    }
    for (cell, change) in cells {
      try statements.run(
        """
        INSERT INTO rollup (issue, day, build, os, device, count) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """, [cell.issue, cell.day, cell.build, cell.os, cell.device, change])
      if change < 0 {
        try statements.run(
          "DELETE FROM rollup WHERE issue = ? AND day = ? AND build = ? AND os = ? AND device = ? AND count = 0",
          [cell.issue, cell.day, cell.build, cell.os, cell.device])
      }
    }
    for (key, change) in days.sorted(by: { ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second) })
    where change != 0 {
      try statements.run(
        """
        INSERT INTO rollup_day (day, issue, count) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """, [key.first, key.second, change])
      if change < 0 {
        try statements.run(
          "DELETE FROM rollup_day WHERE day = ? AND issue = ? AND count = 0", [key.first, key.second])
      }
    }
    for (key, change) in builds where change != 0 {
      try statements.run(
        """
        INSERT INTO rollup_build (issue, build, count) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """, [key.first, key.second, change])
      if change < 0 {
        try statements.run(
          "DELETE FROM rollup_build WHERE issue = ? AND build = ? AND count = 0", [key.first, key.second])
      }
    }
    for (place, change) in places where change != 0 {
      try statements.run(
        """
        INSERT INTO rollup_place (day, build, os, device, count) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """, [place.day, place.build, place.os, place.device, change])
      if change < 0 {
        try statements.run(
          "DELETE FROM rollup_place WHERE day = ? AND build = ? AND os = ? AND device = ? AND count = 0",
          [place.day, place.build, place.os, place.device])
      }
    }
    changes = [:]
  }
}
