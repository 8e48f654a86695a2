internal import GRDB
internal import Trends
internal import Vocabulary

/// The builds of apps, in their order.
final class BuildTable {
  /// A build as stored.
  struct Build {
    var id: Int64
    var app: String
    var bundleID: String
    var process: String
    var version: String
    var build: String
    /// `nil` outside the order.
    var position: Int?

    /// False for an app whose build is not stated.
    var isNamed: Bool { !build.isEmpty || !version.isEmpty }

    /// What people call it.
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

  init(_ statements: Statements, order: BuildOrderRules) {
    self.statements = statements
    rules = order
  }

  /// Id of the build a report names; 0 when it names not even an app.
  func id(of record: ReportRecord) throws -> Int64 {
    guard let app = record.app else { return 0 }
    let key = Key(
      bundleID: record.bundleID ?? "", process: record.process ?? "", version: record.version ?? "",
      build: record.build ?? "")
    if let id = ids[key] {
      try lowerFirstSeen(id, to: record.time)
      return id
    }
    let found = try statements.number(
      "SELECT id FROM build WHERE bundle_id = ? AND process = ? AND version = ? AND build = ?",
      [key.bundleID, key.process, key.version, key.build])
    if let found {
      ids[key] = found
      try lowerFirstSeen(found, to: record.time)
      return found
    }
    let id = try add(
      Build(
        id: 0, app: app, bundleID: key.bundleID, process: key.process, version: key.version, build: key.build),
      seen: record.time)
    ids[key] = id
    return id
  }

  /// A row for a build that has none, in its place in the order. Returns its id.
  func add(_ build: Build, seen time: Timestamp) throws -> Int64 {
    try statements.run(
      """
      INSERT INTO build (app, bundle_id, process, version, build, position, first_seen)
      VALUES (?, ?, ?, ?, ?, NULL, ?)
      """, [build.app, build.bundleID, build.process, build.version, build.build, time.seconds])
    let id = statements.database.lastInsertedRowID
    guard let rank = order.rank(of: build) else { return id }
    if let position = try freePosition(for: rank, app: build.app) {
      try statements.run("UPDATE build SET position = ? WHERE id = ?", [position, id])
    } else {
      try renumber(build.app)
    }
    return id
  }

  func build(_ id: Int64) throws -> Build? {
    if id == 0 { return nil }
    if let build = cached[id] { return build }
    guard let row = try statements.row("SELECT * FROM build WHERE id = ?", [id]) else { return nil }
    let build = Build(row)
    cached[id] = build
    return build
  }

  /// Gives every build of an app its place in the order again, with room between them.
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

  /// What lies between two builds after all were numbered: most that come between them later find a position of their
  /// own, without another build being touched.
  private static let spacing = 1 << 22

  /// A position for a rank: that of its equals, or a free one between its neighbours, which move aside where there is no
  /// room; `nil` where nothing but numbering all again helps.
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

  /// Spreads the builds around a position over the smallest range of positions that is thinly enough settled, the less
  /// thinly the smaller it is: so each build moves seldom, in whatever order they come.
  ///
  /// Source: Bender, Cole, Demaine, Farach-Colton, Zito, "Two Simplified Algorithms for Maintaining Order in a List",
  /// ESA 2002, section 2.
  private func spread(around position: Int, app: String) throws -> Bool {
    var maxBuilds = 1.0
    for exponent in 1...45 {
      maxBuilds *= Self.capacityGrowth
      let size = 1 << exponent
      // The range of this size, aligned to it, that holds the position.
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

  /// By how much more builds a range may have than one of half its size.
  private static let capacityGrowth = 1.5

  private enum Location {
    case at(Int)
    /// The positions next to it.
    case between(Int?, Int?)
  }

  /// Where a rank is, or would be, among the builds of an app that have a position: these rise with the ranks, so it is
  /// found by halves. `nil` where a position belongs to a build without a rank, as in a damaged history.
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
    // Nearly always it is the newest.
    if above.rank <= rank { return above.rank == rank ? .at(above.position) : .between(above.position, nil) }
    if below.rank >= rank { return below.rank == rank ? .at(below.position) : .between(nil, below.position) }
    // Between `below` and `limit` lie all builds that are not told yet, between `limit` and `above` none.
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

  /// A build in its place.
  private struct BuildPosition {
    var position: Int
    var rank: BuildRank

    /// - Parameter row: Position, version and build.
    init?(_ row: Row, _ order: BuildOrder) {
      let (version, build): (String, String) = (row[checked: 1], row[checked: 2])
      guard let position: Int = row[checked: 0], let rank = order.rank(version: version, build: build) else {
        return nil
      }
      self.position = position
      self.rank = rank
    }
  }

  /// Halfway, rounded down.
  private static func middle(_ low: Int, _ high: Int) -> Int { low + (high - low) / 2 }

  /// The lowest position of an app's builds that are not before `name`, a build that was never seen.
  func location(of name: String, app: String) throws -> Int? {
    guard let rank = order.rank(version: nil, build: name) else { return nil }
    return switch try search(rank, app: app) {
    case .at(let position)?: position
    case .between(_, let above)?: above ?? .max
    case nil: nil
    }
  }

  /// Numbers all apps again: the order was changed.
  func renumberAll() throws {
    for app in try String.fetchAll(statements.database, sql: "SELECT DISTINCT app FROM build ORDER BY app") {
      try renumber(app)
    }
    cached = [:]
  }

  private func lowerFirstSeen(_ id: Int64, to time: Timestamp) throws {
    let known: Int
    if let first = firstSeen[id] {
      known = first
    } else {
      known = Int(try statements.number("SELECT first_seen FROM build WHERE id = ?", [id]) ?? .max)
    }
    firstSeen[id] = min(known, time.seconds)
    if time.seconds < known {
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

  /// Before or after in the order; what is outside comes last, and what stands equal is told apart by its names.
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    (left.position ?? .max, left.app, left.version, left.build, left.process)
      < (right.position ?? .max, right.app, right.version, right.build, right.process)
  }
}

/// How the builds of every app are ordered, as the user set it.
package struct BuildOrderRules: Sendable, Equatable {
  /// What the order of builds is made from.
  package enum Basis: String, Sendable, CaseIterable {
    /// By CFBundleVersion, component by component.
    case build
    /// By the marketing version, then by CFBundleVersion.
    case version
    /// As in a list the user gives.
    case list
  }

  /// What the order is made from.
  package var basis: Basis
  /// Builds in order, for `list`.
  package var list: [String]
  /// Patterns (`*` is any run of characters) of builds that are outside the order.
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

  /// As kept in the history.
  var text: String { ([basis.rawValue] + list.map { "b:" + $0 } + outside.map { "o:" + $0 }).joined(separator: "\n") }
}

extension BuildOrder {
  fileprivate func rank(of build: BuildTable.Build) -> BuildRank? { rank(version: build.version, build: build.build) }

  /// A report that states one number states it as the version; it orders builds as well as any.
  fileprivate func rank(version: String, build: String) -> BuildRank? {
    rank(version: .some(version), build: .some(build.isEmpty ? version : build))
  }
}
