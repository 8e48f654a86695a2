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
  private let order: BuildOrderRules
  private var ids: [Key: Int64] = [:]
  private var held: [Int64: Build] = [:]

  init(_ statements: Statements, order: BuildOrderRules) {
    self.statements = statements
    self.order = order
  }

  /// Id of the build a report names; 0 when it names not even an app.
  func id(of record: ReportRecord) throws -> Int64 {
    guard let app = record.app else { return 0 }
    let key = Key(
      bundleID: record.bundleID ?? "", process: record.process ?? "", version: record.version ?? "",
      build: record.build ?? "")
    if let id = ids[key] {
      try lower(id, to: record.time)
      return id
    }
    let found = try statements.number(
      "SELECT id FROM build WHERE bundle_id = ? AND process = ? AND version = ? AND build = ?",
      [key.bundleID, key.process, key.version, key.build])
    if let found {
      ids[key] = found
      try lower(found, to: record.time)
      return found
    }
    try statements.run(
      """
      INSERT INTO build (app, bundle_id, process, version, build, position, first_seen)
      VALUES (?, ?, ?, ?, ?, NULL, ?)
      """,
      [app, key.bundleID, key.process, key.version, key.build, record.time.seconds])
    let id = statements.database.lastInsertedRowID
    ids[key] = id
    try number(app)
    return id
  }

  func build(_ id: Int64) throws -> Build? {
    if id == 0 { return nil }
    if let build = held[id] { return build }
    guard let row = try statements.row("SELECT * FROM build WHERE id = ?", [id]) else { return nil }
    let build = Build(row)
    held[id] = build
    return build
  }

  /// Gives every build of an app its place in the order again.
  func number(_ app: String) throws {
    held = [:]
    let builds = try statements.rows("SELECT * FROM build WHERE app = ? ORDER BY id", [app]).map(Build.init)
    let order = order.order(builds.map { ($0.version, $0.build) })
    for build in builds {
      let position = order.position(version: build.version, build: build.build)
      if position != build.position {
        try statements.run("UPDATE build SET position = ? WHERE id = ?", [position, build.id])
      }
    }
  }

  /// The lowest position of an app's builds that are not before `name`, a build that was never seen.
  func place(of name: String, app: String) throws -> Int? {
    let builds = try statements.rows("SELECT * FROM build WHERE app = ? ORDER BY id", [app]).map(Build.init)
    let order = order.order(builds.map { ($0.version, $0.build) } + [("", name)])
    guard let wanted = order.position(version: "", build: name) else { return nil }
    let later = builds.filter { build in
      order.position(version: build.version, build: build.build).map { $0 >= wanted } ?? false
    }
    return later.compactMap(\.position).min() ?? .max
  }

  /// Numbers all apps again: the order was changed.
  func numberAll() throws {
    for app in try String.fetchAll(statements.database, sql: "SELECT DISTINCT app FROM build ORDER BY app") {
      try number(app)
    }
    held = [:]
  }

  private func lower(_ id: Int64, to time: Timestamp) throws {
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
  package enum Basis: String, Sendable, CaseIterable {
    /// By CFBundleVersion, component by component.
    case build
    /// By the marketing version, then by CFBundleVersion.
    case version
    /// As in a list the user gives.
    case list
  }

  package var basis: Basis
  /// Builds in order, for `list`.
  package var list: [String]
  /// Patterns (`*` is any run of characters) of builds that are outside the order.
  package var outside: [String]

  package init(basis: Basis = .build, list: [String] = [], outside: [String] = []) {
    self.basis = basis
    self.list = list
    self.outside = outside
  }

  func order(_ builds: [(version: String, build: String)]) -> BuildOrder {
    let ordering: BuildOrdering =
      switch basis {
      case .build: .build
      case .version: .version
      case .list: .list(list)
      }
    return BuildOrder(
      builds.map { BuildOrder.names(version: $0.version, build: $0.build) }, ordering: ordering, outside: outside)
  }

  /// As kept in the history.
  var text: String { ([basis.rawValue] + list.map { "b:" + $0 } + outside.map { "o:" + $0 }).joined(separator: "\n") }
}

extension BuildOrder {
  func position(version: String, build: String) -> Int? { position(of: Self.names(version: version, build: build)) }

  /// A report that states one number states it as the version; it orders builds as well as any.
  static func names(version: String, build: String) -> (version: String?, build: String?) {
    (version.isEmpty ? nil : version, build.isEmpty ? (version.isEmpty ? nil : version) : build)
  }
}
