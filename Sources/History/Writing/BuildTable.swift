internal import GRDB
internal import Trends
internal import Vocabulary

/// The table of builds, ordered within each app.
final class BuildTable {
  /// A stored build.
  struct Build {
    var id: Int64
    var app: String
    var bundleID: String
    var process: String
    var version: String
    var build: String
    /// The position in the order of the app's builds; `nil` for a build outside the order.
    var position: Int?

    /// Whether a version or a build number is stated.
    var isNamed: Bool { !build.isEmpty || !version.isEmpty }

    /// The build number, else the version.
    var name: String { build.isEmpty ? version : build }
  }

  private struct Key: Hashable {
    var bundleID: String
    var process: String
    var version: String
    var build: String
  }

  private let statements: Statements
  private let rules: BuildOrderRules
  private lazy var order = rules.order
  private var ids: [Key: Int64] = [:]
  private var cached: [Int64: Build] = [:]
  /// The names of the builds that were added since `takeAddedNames`.
  private var addedNames: Set<String> = []

  init(_ statements: Statements, order: BuildOrderRules) {
    self.statements = statements
    rules = order
  }

  /// Returns the id of the build that a report names; 0 if it names no app.
  func id(of record: ReportRecord) throws -> Int64 {
    guard let app = record.app else { return 0 }
    return try id(
      of: Build(
        id: 0, app: app, bundleID: record.bundleID ?? "", process: record.process ?? "", version: record.version ?? "",
        build: record.build ?? ""), seen: record.time)
  }

  /// Returns the id of a build, which is added if it is not stored.
  func id(of build: Build, seen time: Timestamp) throws -> Int64 {
    let key = Key(
      bundleID: build.bundleID, process: build.process, version: build.version, build: build.build)
    if let id = ids[key] {
      try lowerFirstSeen(id, to: time)
      return id
    }
    let found = try statements.number(
      "SELECT id FROM build WHERE bundle_id = ? AND process = ? AND version = ? AND build = ?",
      [key.bundleID, key.process, key.version, key.build])
    if let found {
      ids[key] = found
      try lowerFirstSeen(found, to: time)
      return found
    }
    let id = try add(build, seen: time)
    ids[key] = id
    return id
  }

  /// Adds a row for a build at its position in the order. Returns its id.
  func add(_ build: Build, seen time: Timestamp) throws -> Int64 {
    try statements.run(
      """
      INSERT INTO build (app, bundle_id, process, version, build, position, first_seen)
      VALUES (?, ?, ?, ?, ?, NULL, ?)
      """, [build.app, build.bundleID, build.process, build.version, build.build, time.seconds])
    let id = statements.database.lastInsertedRowID
    addedNames.formUnion([build.build, build.version])
    guard let rank = order.rank(of: build) else { return id }
    if let position = try freePosition(for: rank, app: build.app) {
      try statements.run("UPDATE build SET position = ? WHERE id = ?", [position, id])
    } else {
      try renumber(build.app)
    }
    return id
  }

  /// Returns the build numbers and versions of the builds that were added since the last call.
  func takeAddedNames() -> Set<String> {
    defer { addedNames = [] }
    return addedNames.subtracting([""])
  }

  func build(_ id: Int64) throws -> Build? {
    if id == 0 { return nil }
    if let build = cached[id] { return build }
    guard let row = try statements.row("SELECT * FROM build WHERE id = ?", [id]) else { return nil }
    let build = Build(row)
    cached[id] = build
    return build
  }

  /// Recomputes the positions of all builds of an app, with free positions between them.
  private func renumber(_ app: String) throws {
    cached = [:]
    let builds = try statements.rows("SELECT * FROM build WHERE app = ? ORDER BY id", [app]).map(Build.init)
    let ranks = builds.map(order.rank(of:))
    let locations = Dictionary(
      Set(ranks.compactMap(\.self)).sorted().enumerated().map { ($1, $0 * Self.spacing) },
      uniquingKeysWith: { first, _ in first })
    for (build, rank) in zip(builds, ranks) {
      let position = rank.flatMap { locations[$0] }
      if position != build.position {
        try statements.run("UPDATE build SET position = ? WHERE id = ?", [position, build.id])
      }
    }
  }

  /// The distance between the positions of two builds after renumbering. It leaves room for later builds, so that most
  /// of them do not move others.
  private static let spacing = 1 << 22

  /// Returns a position for a rank: that of builds with the same rank, or a free one between its neighbors. If there is
  /// no free position, other builds are moved. Returns `nil` if all builds must be renumbered.
  private func freePosition(for rank: BuildRank, app: String) throws -> Int? {
    guard var location = try search(rank, app: app) else { return nil }
    if case .between(let below?, let above?) = location, above - below < 2 {
      guard try spread(around: below, app: app), let found = try search(rank, app: app) else { return nil }
      location = found
    }
    let position =
      switch location {
      case .at(let position): position
      case .between(nil, nil): 0
      case .between(let below?, nil): below + Self.spacing
      case .between(nil, let above?): above - Self.spacing
      case .between(let below?, let above?): Self.middle(below, above)
      }
    if case .between(position, _) = location { return nil }
    return position.isPossible ? position : nil
  }

  /// Spreads the builds around a position evenly over the smallest enclosing range that is not too full. Smaller ranges
  /// may be fuller. Each build therefore moves rarely, in any order of arrival.
  ///
  /// Source: Bender, Cole, Demaine, Farach-Colton, Zito, "Two Simplified Algorithms for Maintaining Order in a List",
  /// ESA 2002, section 2.
  private func spread(around position: Int, app: String) throws -> Bool {
    var maxBuilds = 1.0
    for exponent in 1...45 {
      maxBuilds *= Self.capacityGrowth
      let size = 1 << exponent
      // The range of this size, aligned to its size, that contains the position.
      let low = position & ~(size - 1)
      guard low.isPossible, (low + size).isPossible else { return false }
      let count = Int(
        try statements.number(
          "SELECT count(DISTINCT position) FROM build WHERE app = ? AND position >= ? AND position < ?",
          [app, low, low + size]) ?? 0)
      guard count > 0, Double(count + 1) <= maxBuilds else { continue }
      cached = [:]
      let rows = try statements.rows(
        "SELECT id, position FROM build WHERE app = ? AND position >= ? AND position < ? ORDER BY position",
        [app, low, low + size])
      var (last, next) = (Int?.none, low - size / count / 2)
      for row in rows {
        let old: Int = row[checked: 1]
        if old != last { next += size / count }
        last = old
        try statements.run("UPDATE build SET position = ? WHERE id = ?", [next, row[checked: 0] as Int64])
      }
      return true
    }
    return false
  }

  /// The factor by which the maximum number of builds of a range grows when its size doubles.
  private static let capacityGrowth = 1.5

  private enum Location {
    case at(Int)
    /// The positions of the builds before and after it; `nil` if there is none.
    case between(Int?, Int?)
  }

  /// Returns the location of a rank among the builds of an app that have a position, by binary search: positions rise
  /// with ranks. Returns `nil` if a build with a position has no rank, as in a damaged history.
  private func search(_ rank: BuildRank, app: String) throws -> Location? {
    guard
      let last = try statements.row(
        """
        SELECT position, version, build FROM build WHERE app = ? AND position IS NOT NULL ORDER BY position DESC LIMIT 1
        """, [app]),
      let first = try statements.row(
        "SELECT position, version, build FROM build WHERE app = ? AND position IS NOT NULL ORDER BY position LIMIT 1",
        [app])
    else { return .between(nil, nil) }
    guard var above = BuildPosition(last, order), var below = BuildPosition(first, order) else { return nil }
    // In most cases the build is the newest.
    if above.rank <= rank { return above.rank == rank ? .at(above.position) : .between(above.position, nil) }
    if below.rank >= rank { return below.rank == rank ? .at(below.position) : .between(nil, below.position) }
    // All builds not yet searched are between `below` and `limit`. There is no build between `limit` and `above`.
    var limit = above.position
    while true {
      let middle = Self.middle(below.position, limit)
      guard middle > below.position else { return .between(below.position, above.position) }
      let row = try statements.row(
        """
        SELECT position, version, build FROM build WHERE app = ? AND position >= ? AND position < ?
        ORDER BY position LIMIT 1
        """, [app, middle, limit])
      guard let row else {
        limit = middle
        continue
      }
      guard let found = BuildPosition(row, order) else { return nil }
      if found.rank == rank { return .at(found.position) }
      if found.rank < rank {
        below = found
      } else {
        (above, limit) = (found, middle)
      }
    }
  }

  /// The position and the rank of a build.
  private struct BuildPosition {
    var position: Int
    var rank: BuildRank

    /// - Parameter row: The columns position, version and build.
    init?(_ row: Row, _ order: BuildOrder) {
      let (version, build): (String, String) = (row[checked: 1], row[checked: 2])
      guard let position: Int = row[checked: 0], let rank = order.rank(version: version, build: build) else {
        return nil
      }
      self.position = position
      self.rank = rank
    }
  }

  /// Returns the middle of two positions, rounded down.
  private static func middle(_ low: Int, _ high: Int) -> Int { low + (high - low) / 2 }

  /// Returns the lowest position of the app's builds that are not before `name`, a build that was never seen, and of
  /// those that are after it.
  func location(of name: String, app: String) throws -> (from: Int, after: Int)? {
    guard let rank = order.rank(version: nil, build: name) else { return nil }
    return switch try search(rank, app: app) {
    case .at(let position)?: (position, position + 1)
    case .between(_, let above)?: (above ?? .max, above ?? .max)
    case nil: nil
    }
  }

  /// Recomputes the positions of the builds of all apps, after a change of the order.
  func renumberAll() throws {
    for app in try StoredText.fetchAll(statements.database, sql: "SELECT DISTINCT app FROM build ORDER BY app") {
      try renumber(app)
    }
    cached = [:]
  }

  private func lowerFirstSeen(_ id: Int64, to time: Timestamp) throws {
    let current: Int
    if let first = firstSeen[id] {
      current = first
    } else {
      current = Int(try statements.number("SELECT first_seen FROM build WHERE id = ?", [id]) ?? .max)
    }
    firstSeen[id] = min(current, time.seconds)
    if time.seconds < current {
      try statements.run("UPDATE build SET first_seen = ? WHERE id = ?", [time.seconds, id])
    }
  }

  private var firstSeen: [Int64: Int] = [:]
}

extension BuildTable.Build {
  init(_ row: Row) {
    id = row[checked: "id"]
    app = row[checked: "app"]
    bundleID = row[checked: "bundle_id"]
    process = row[checked: "process"]
    version = row[checked: "version"]
    build = row[checked: "build"]
    position = row[checked: "position"]
  }

  /// Returns whether `left` comes first: by position, then by names. Builds outside the order come last.
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    (left.position ?? .max, left.app, left.version, left.build, left.process)
      < (right.position ?? .max, right.app, right.version, right.build, right.process)
  }

  /// Returns the ids of the first and the last of these builds; 0 if none is named. A build outside the order is the last
  /// only if no build has a position. Builds of several apps have no common order, so those of the first app by name are
  /// used.
  static func span(of builds: [Self]) -> (first: Int64, last: Int64) {
    let named = builds.filter(\.isNamed)
    let app = named.map(\.app).min()
    let sorted = named.filter { $0.app == app }.sorted(by: precedes)
    return (sorted.first?.id ?? 0, (sorted.last { $0.position != nil } ?? sorted.last)?.id ?? 0)
  }
}

/// The user's settings for the order of builds.
package struct BuildOrderRules: Sendable, Equatable {
  /// The property that determines the order.
  package enum Basis: String, Sendable, CaseIterable {
    /// By CFBundleVersion, component by component.
    case build
    /// By the marketing version, then by CFBundleVersion.
    case version
    /// By a list from the user.
    case list
  }

  /// The property that determines the order.
  package var basis: Basis
  /// The builds in order, oldest first, for the basis `list`.
  package var list: [String]
  /// The patterns (`*` matches any characters) of builds that are outside the order.
  package var outside: [String]

  /// Creates rules from their parts; by default builds are ordered by CFBundleVersion.
  package init(basis: Basis = .build, list: [String] = [], outside: [String] = []) {
    self.basis = basis
    self.list = list
    self.outside = outside
  }

  var order: BuildOrder {
    switch basis {
    case .build: BuildOrder(.build, outside: outside)
    case .version: BuildOrder(.version, outside: outside)
    case .list: BuildOrder(.list(list), outside: outside)
    }
  }

  /// The stored form of the rules.
  var text: String { ([basis.rawValue] + list.map { "b:" + $0 } + outside.map { "o:" + $0 }).joined(separator: "\n") }
}

extension BuildOrder {
  fileprivate func rank(of build: BuildTable.Build) -> BuildRank? { rank(version: build.version, build: build.build) }

  /// A report with only one number states it as the version; it is then used as the build number.
  fileprivate func rank(version: String, build: String) -> BuildRank? {
    rank(version: .some(version), build: .some(build.isEmpty ? version : build))
  }
}
