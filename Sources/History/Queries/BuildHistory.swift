internal import GRDB
internal import Trends
internal import Vocabulary

/// The builds of all apps, and the builds in which each issue was seen.
///
/// A build within the order of its app has a rank: all of these builds are numbered by app and position. Builds with equal
/// positions have the same rank.
struct BuildHistory {
  /// A build of an issue: its rank, or why it has none.
  private enum Seen {
    /// A report without an app.
    static let withoutApp = Int32.min

    /// Returns the value for a build outside the order of an app.
    static func outside(_ app: Int) -> Int32 { -1 - Int32(clamping: app) }

    /// Returns the app of a build outside the order.
    static func app(outside value: Int32) -> Int { Int(-(value + 1)) }
  }

  /// When an issue was seen and when it was not, of all its apps.
  struct Absence {
    /// The latest return after builds without it; `nil` unless the latest build of the app has it again.
    var back: Absences.Return?
    /// The number of builds that ran without it since it was last seen.
    var sinceLast: Int
    /// Whether it was first seen in the latest build of each of its apps, which have earlier builds.
    var isNew: Bool
  }

  /// The names of the apps, sorted.
  private var apps: [String] = []
  /// The ranks of the builds of each app, lowest first.
  private var ranks: [[Int]] = []
  /// The app of each rank.
  private var appOfRank: [Int] = []
  /// The ranks of the builds of each canonical issue, in any order and possibly repeated, and the negative values of `Seen`.
  private var seen: [Int64: [Int32]] = [:]

  init(_ questions: HistoryQuestions) throws {
    var builds: [Int64: Int32] = [:]
    var last: (app: Int, position: Int)?
    // Ordered by app and position.
    for row in try questions.rows(.appPresence) {
      let name: String = row[checked: "app"]
      if apps.last != name {
        apps.append(name)
        ranks.append([])
      }
      let app = apps.count - 1
      guard let position: Int = row[checked: "position"] else {
        builds[row[checked: "id"]] = Seen.outside(app)
        continue
      }
      if last?.app != app || last?.position != position {
        ranks[app].append(appOfRank.count)
        appOfRank.append(app)
        last = (app, position)
      }
      builds[row[checked: "id"]] = Int32(clamping: appOfRank.count - 1)
    }
    let canonicalIssues = try questions.canonicalIssues()
    let rows = try Row.fetchCursor(questions.database.cachedStatement(sql: ShippedQuery.buildPresence.sql))
    // The builds of an issue follow each other.
    var (issue, ofIssue): (Int64?, [Int32]) = (nil, [])
    while let row = try rows.next() {
      let (next, build): (Int64, Int64) = (row[checked: 0], row[checked: 1])
      if next != issue {
        if let issue { seen[canonicalIssues[issue] ?? issue, default: []] += ofIssue }
        issue = next
        ofIssue.removeAll(keepingCapacity: true)
      }
      ofIssue.append(builds[build] ?? Seen.withoutApp)
    }
    if let issue { seen[canonicalIssues[issue] ?? issue, default: []] += ofIssue }
  }

  /// Returns the names of the apps of an issue, with an empty name for reports without an app.
  func names(of issue: Int64) -> Set<String> {
    Set(
      (seen[issue] ?? []).map { value in
        if value >= 0 { return apps[appOfRank[Int(value)]] }
        return value == Seen.withoutApp ? "" : apps[Seen.app(outside: value)]
      })
  }

  /// Combines all apps of an issue: it is gone only if it is gone from each, and new only if it is new in each. Returns
  /// `nil` if no report of the issue names a build within the order.
  func absence(of issue: Int64) -> Absence? {
    var rest = (seen[issue] ?? []).filter { $0 >= 0 }.sorted().map(Int.init)[...]
    var absence: Absence?
    while let app = rest.first.map({ appOfRank[$0] }) {
      let ofApp = Array(rest.prefix { appOfRank[$0] == app })
      rest = rest.dropFirst(ofApp.count)
      let run = ranks[app]
      let found = absences(positionsSeen: ofApp, positionsRun: run)
      var combined = absence ?? Absence(sinceLast: .max, isNew: true)
      combined.sinceLast = min(combined.sinceLast, found.sinceLast)
      if let last = found.returns.last, last.position == run.last { combined.back = last }
      if ofApp.first != run.last || run.count < 2 { combined.isNew = false }
      absence = combined
    }
    return absence
  }
}
