internal import GRDB
internal import Trends
internal import Vocabulary

/// Compares builds with the builds before them at equal age: a build of three days has had less time, and other users, than
/// one of three months.
struct BuildAges {
  private struct Build {
    var app: String
    var position: Int
    var name: String
    var rows: Set<Int64>
  }

  private let questions: HistoryQuestions
  private let terms: [FilterTerm]
  private let today: Int
  private let exposure: Exposure
  private let builds: [Build]
  /// The number of reports of each row of a build on each day.
  private var reports: [Int64: [Int: Int]] = [:]
  /// The first day on which failures would have been recorded.
  private let firstDay: Int

  /// `nil` for a server's summary, which does not have the reports of each build by day.
  init?(_ questions: HistoryQuestions, _ terms: [FilterTerm], today: Int) throws {
    guard questions.source == nil else { return nil }
    self.questions = questions
    self.terms = terms
    self.today = today
    exposure = try Exposure(questions)
    let database = questions.database
    let rows = try FilterValues(database).allBuilds().filter(\.isNamed)
    builds = Dictionary(grouping: rows) {
      [$0.app, HistoryQuestions.buildName(version: $0.version, build: $0.build) ?? ""]
    }
    .compactMap { key, rows in
      guard let position = rows.lazy.compactMap(\.position).first else { return nil }
      return Build(app: key[0], position: position, name: key[1], rows: Set(rows.map(\.id)))
    }
    firstDay = try Int.fetchOne(database, sql: "SELECT min(day) FROM rollup_day") ?? today
    let scope = FacetScope(days: FacetScope.allDays, terms: terms)
    var arguments = StatementArguments()
    let source = scope.isPlain ? "rollup_environment" : try scope.source(in: database, &arguments)
    let counts = try Row.fetchCursor(
      database, sql: "SELECT build, day, sum(count) FROM \(source) AS scoped GROUP BY build, day", arguments: arguments)
    while let row = try counts.next() { reports[row[checked: 0], default: [:]][row[checked: 1]] = row[checked: 2] }
  }

  /// Returns whether the first report or run of a build is after a day, and after the first day of the history, on which older builds
  /// begin, too.
  func isBegun(_ name: String, _ app: String, since day: Int) -> Bool {
    guard let build = builds.first(where: { $0.app == app && $0.name == name }), let first = firstDay(of: build) else {
      return false
    }
    return first > day && first > firstDay
  }

  /// Returns the comparison of a build with the one before it; `nil` if there is none, or if the first days of either are
  /// not recorded.
  func predecessor(of name: String, _ app: String) throws -> FacetTrend.Predecessor? {
    guard let build = builds.first(where: { $0.app == app && $0.name == name }),
      let earlier = builds.filter({ $0.app == app && $0.position < build.position && firstDay(of: $0) != nil })
        .max(by: { ($0.position, $0.name) < ($1.position, $1.name) }),
      let first = firstDay(of: build), let firstOfEarlier = firstDay(of: earlier)
    else { return nil }
    let runs = terms.ofExposure.selectOnlyBuilds ? exposure.days(of: app) : nil
    let last = min(today, runs?.upperBound ?? today)
    // A build of the first day may be older than the history.
    guard first <= last, firstOfEarlier > firstDay else { return nil }
    let days = last - first + 1
    let ofBuild = first...last
    let ofEarlier = firstOfEarlier...min(last, firstOfEarlier + days - 1)
    func comparison(_ unit: FacetTrend.Predecessor.Unit, _ own: Int, _ other: Int) -> FacetTrend.Predecessor? {
      guard own > 0, other > 0 else { return nil }
      return FacetTrend.Predecessor(
        name: earlier.name, days: days, unit: unit,
        own: Rate(events: count(build, ofBuild), exposure: Double(own)),
        earlier: Rate(events: count(earlier, ofEarlier), exposure: Double(other)))
    }
    if let runs, runs.lowerBound <= firstOfEarlier,
      let found = comparison(
        .runs, exposure.runs(ofBuild: name, of: app, in: ofBuild),
        exposure.runs(ofBuild: earlier.name, of: app, in: ofEarlier))
    {
      return found
    }
    return comparison(.devices, try devices(build, ofBuild), try devices(earlier, ofEarlier))
  }

  /// Returns the first day with a report or a run of a build.
  private func firstDay(of build: Build) -> Int? {
    let reported = build.rows.compactMap { reports[$0]?.keys.min() }.min()
    let ran = exposure.firstDay(ofBuild: build.name, of: build.app)
    return [reported, ran].compactMap { $0 }.min()
  }

  private func count(_ build: Build, _ days: ClosedRange<Int>) -> Int {
    build.rows.reduce(0) { sum, row in
      sum + (reports[row] ?? [:]).reduce(0) { $0 + (days.contains($1.key) ? $1.value : 0) }
    }
  }

  /// Returns the number of devices with a report of a build; 0 unless nearly all of its reports state one.
  private func devices(_ build: Build, _ days: ClosedRange<Int>) throws -> Int {
    var scope = FacetScope(days: (days.lowerBound, days.upperBound), terms: terms)
    scope.builds = build.rows
    let devices = try questions.deviceDays(scope)
    return devices.reports * 10 >= count(build, days) * 9 ? devices.deviceCount : 0
  }
}
