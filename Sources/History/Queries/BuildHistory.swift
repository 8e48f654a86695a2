internal import GRDB
internal import Trends
internal import Vocabulary

/// The builds of all apps, and the builds in which each issue was seen.
struct BuildHistory {
  /// The builds of an app.
  private struct App {
    var name: String
    /// The positions of the builds, lowest first.
    var positions: [Int] = []
  }

  /// A build with reports of an issue. A build outside the order has no position; a report without an app, no app.
  private struct Seen {
    var app: Int?
    var position: Int?
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

  /// Sorted by name.
  private var apps: [App] = []
  private var seen: [Int64: [Seen]] = [:]

  init(_ questions: HistoryQuestions) throws {
    var builds: [Int64: Seen] = [:]
    // Ordered by app and position.
    for row in try questions.rows(.appPresence) {
      let name: String = row[checked: "app"]
      if apps.last?.name != name { apps.append(App(name: name)) }
      let (app, position) = (apps.count - 1, row[checked: "position"] as Int?)
      builds[row[checked: "id"]] = Seen(app: app, position: position)
      if let position, apps[app].positions.last != position { apps[app].positions.append(position) }
    }
    let canonicalIssues = try questions.canonicalIssues()
    let rows = try Row.fetchCursor(questions.database.cachedStatement(sql: ShippedQuery.buildPresence.sql))
    // The builds of an issue follow each other.
    var (issue, ofIssue): (Int64?, [Seen]) = (nil, [])
    while let row = try rows.next() {
      let (next, build): (Int64, Int64) = (row[checked: 0], row[checked: 1])
      if next != issue {
        if let issue { seen[canonicalIssues[issue] ?? issue, default: []] += ofIssue }
        issue = next
        ofIssue.removeAll(keepingCapacity: true)
      }
      ofIssue.append(builds[build] ?? Seen())
    }
    if let issue { seen[canonicalIssues[issue] ?? issue, default: []] += ofIssue }
  }

  /// Returns the names of the apps of an issue, with an empty name for reports without an app.
  func names(of issue: Int64) -> Set<String> {
    Set((seen[issue] ?? []).map { $0.app.map { apps[$0].name } ?? "" })
  }

  /// Combines all apps of an issue: it is gone only if it is gone from each, and new only if it is new in each. Returns
  /// `nil` if no report of the issue names a build within the order.
  func absence(of issue: Int64) -> Absence? {
    var rest = (seen[issue] ?? []).compactMap { seen in
      seen.app.flatMap { app in seen.position.map { (app: app, position: $0) } }
    }.sorted { $0 < $1 }[...]
    var absence: Absence?
    while let app = rest.first?.app {
      let ofApp = rest.prefix { $0.app == app }.map(\.position)
      rest = rest.dropFirst(ofApp.count)
      let run = apps[app].positions
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
