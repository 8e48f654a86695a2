internal import GRDB
package import Vocabulary

/// A table of the issues of an app by its latest builds.
package struct BuildMatrix: Sendable {
  /// A column: one or more builds at the same position in the order.
  package struct Build: Sendable, Equatable {
    /// CFBundleVersion, else the marketing version.
    package var build: String
    /// CFBundleShortVersionString; `nil` if not stated, or if `build` contains it.
    package var version: String?
    /// The time of the first report of the build.
    package var firstSeen: Timestamp
    /// The number of counted reports of issues first seen in this build. All reports of the build are in `new`, `known`
    /// or `unrecognized`.
    package var new: Int
    /// The number of counted reports of issues that were seen before this build.
    package var known: Int
    /// The number of counted reports of issues without a pattern.
    package var unrecognized: Int
    /// The position in the order of the app's builds; `nil` for a build outside the order.
    package var position: Int?

    /// Creates a build from its parts.
    package init(
      build: String, version: String?, firstSeen: Timestamp, new: Int, known: Int, unrecognized: Int,
      position: Int? = nil
    ) {
      self.build = build
      self.version = version
      self.firstSeen = firstSeen
      self.new = new
      self.known = known
      self.unrecognized = unrecognized
      self.position = position
    }
  }

  /// An issue and its counts.
  package struct Row: Sendable {
    /// The issue, with the sums of all its reports.
    package var issue: StoredIssue
    /// The number of reports in each build, in the order of the columns. Missing elements are 0.
    package var counts: [Int]

    /// Creates a row from its parts.
    package init(issue: StoredIssue, counts: [Int]) {
      self.issue = issue
      self.counts = counts
    }
  }

  /// The app: a bundle identifier, else a process name.
  package var app: String
  /// The builds in order, the latest last.
  package var builds: [Build]
  /// The issues, sorted by number of reports in these builds, largest first.
  package var rows: [Row]
  /// The number of issues not in `rows`.
  package var others: Int

  /// Creates a matrix from its parts.
  package init(app: String, builds: [Build], rows: [Row], others: Int) {
    self.app = app
    self.builds = builds
    self.rows = rows
    self.others = others
  }
}

/// The number of reports of an issue in a build.
package struct BuildCount: Sendable, Equatable {
  /// The app: a bundle identifier, else a process name.
  package var app: String
  /// CFBundleVersion, else the marketing version.
  package var build: String
  /// CFBundleShortVersionString; `nil` if not stated, or if `build` contains it.
  package var version: String?
  /// The number of counted reports.
  package var count: Int

  /// Creates a count from its parts.
  package init(app: String, build: String, version: String?, count: Int) {
    self.app = app
    self.build = build
    self.version = version
    self.count = count
  }
}

extension HistoryStore {
  /// Returns the builds in which an issue was seen, in order.
  package func builds(of issue: StoredIssue) throws(HistoryError) -> [BuildCount] {
    try ask(otherwise: []) { questions in
      try questions.rows(.issueBuilds, [.issue(issue.row)]).compactMap { row in
        let (version, build): (String, String) = (row[checked: "version"], row[checked: "build"])
        guard !version.isEmpty || !build.isEmpty else { return nil }
        return BuildCount(
          app: row[checked: "app"], build: build.isEmpty ? version : build, version: build.isEmpty ? nil : version,
          count: row[checked: "number"])
      }
    }
  }

  /// Returns the number of apps.
  package func appCount() throws(HistoryError) -> Int {
    try read(otherwise: 0) { try Int.fetchOne($0, sql: "SELECT count(DISTINCT app) FROM build") ?? 0 }
  }

  /// Returns a number that changes when the history changes.
  package func revision() throws(HistoryError) -> Int {
    try read(otherwise: 0) { database in
      // Changes with the commits of other connections; this one does not write.
      let version = try Int.fetchOne(database, sql: "PRAGMA data_version") ?? 0
      let last = try Int.fetchOne(database, sql: "SELECT max(id) FROM report") ?? 0
      return last &* 1_000_003 &+ version
    }
  }

  /// Returns a table for each app, with its latest builds and the most frequent issues in them.
  package func buildMatrices(builds count: Int, issues limit: Int) throws(HistoryError) -> [BuildMatrix] {
    try ask(otherwise: []) { questions in
      let database = questions.database
      var apps: [String: [Row]] = [:]
      for row in try questions.rows(.appPresence) where row[checked: "position"] as Int? != nil {
        apps[row[checked: "app"], default: []].append(row)
      }
      let canonicalIssues = try questions.canonicalIssues()
      var counts: [Int64: [(issue: Int64, count: Int)]] = [:]
      let cursor = try Row.fetchCursor(database.cachedStatement(sql: ShippedQuery.buildPresence.sql))
      while let row = try cursor.next() {
        let issue: Int64 = row[checked: 0]
        counts[row[checked: 1], default: []].append((canonicalIssues[issue] ?? issue, row[checked: 2]))
      }
      let facts = try Row.fetchAll(
        database, sql: "SELECT id, pattern, first_build FROM issue WHERE merged_into IS NULL")
      let reading = IssueReading(database, rules)
      var patterns: [Int64: String] = [:]
      var firstBuilds: [Int64: Int64] = [:]
      for row in facts {
        patterns[row[checked: "id"]] = row[checked: "pattern"]
        let id: Int64 = row[checked: "id"]
        firstBuilds[id] = try reading.builds(of: id, first: row[checked: "first_build"], last: 0).first
      }
      return try apps.sorted { $0.key < $1.key }.map { app, rows in
        try matrix(app, rows, count, limit, counts, patterns, firstBuilds, database)
      }
    }
  }

  private func matrix(
    _ app: String, _ rows: [Row], _ count: Int, _ limit: Int, _ counts: [Int64: [(issue: Int64, count: Int)]],
    _ patterns: [Int64: String], _ firstBuilds: [Int64: Int64], _ database: Database
  ) throws -> BuildMatrix {
    // Builds at the same position, also of several processes, are one column.
    var columns: [(position: Int, ids: [Int64], row: Row)] = []
    for row in rows {
      let position: Int = row[checked: "position"]
      if columns.last?.position == position {
        columns[columns.count - 1].ids.append(row[checked: "id"])
      } else {
        columns.append((position, [row[checked: "id"]], row))
      }
    }
    columns = Array(columns.suffix(count))
    var cells: [Int64: [Int]] = [:]
    let builds = columns.enumerated().map { index, column in
      var build = BuildMatrix.Build(
        build: column.row[checked: "build"], version: column.row[checked: "version"],
        firstSeen: Timestamp(seconds: column.row[checked: "first_seen"]), new: 0, known: 0, unrecognized: 0,
        position: column.position)
      if build.build.isEmpty { (build.build, build.version) = (build.version ?? "", nil) }
      for id in column.ids {
        for (issue, number) in counts[id] ?? [] {
          cells[issue, default: [Int](repeating: 0, count: columns.count)][index] += number
          if patterns[issue] == nil {
            build.unrecognized += number
          } else if firstBuilds[issue].map(column.ids.contains) == true {
            build.new += number
          } else {
            build.known += number
          }
        }
      }
      return build
    }
    let sorted = cells.map { (issue: $0.key, counts: $0.value, sum: $0.value.reduce(0, +)) }.sorted {
      ($1.sum, $0.issue) < ($0.sum, $1.issue)
    }
    return BuildMatrix(
      app: app, builds: builds,
      rows: try sorted.prefix(limit).compactMap { row in
        try StoredIssue.fetch(row.issue, in: database, rules).map {
          BuildMatrix.Row(issue: $0, counts: row.counts)
        }
      }, others: max(0, sorted.count - limit))
  }
}
