internal import GRDB
internal import Trends
internal import Vocabulary

/// The reports of both sides of a comparison.
struct ComparedSides {
  /// A side.
  struct Side {
    var name: String
    /// Its reports whose issues are compared.
    var scope: FacetScope
    /// The runs of its builds; `nil` if they are unknown or do not belong to the reports.
    var runs: Int?
    /// The length of the period in days; `nil` for values.
    var days: Double?

    /// The reports that are the exposure: those of `scope`, of any failure.
    var exposed: FacetScope {
      var exposed = scope
      exposed.terms = scope.terms.ofExposure
      return exposed
    }
  }

  /// Both sides.
  struct Pair {
    var basis: ComparisonBasis
    var app: String?
    var before: Side
    var after: Side
    /// The days on which the runs of builds are known; only their reports are compared with runs.
    var daysOfRuns: ClosedRange<Int>?
    /// The position of the first build of the second side; `nil` for other bases, and for builds outside the order.
    var position: Int?
  }

  private let questions: HistoryQuestions
  private let basis: ComparisonBasis
  private let terms: [FilterTerm]
  private let now: Timestamp

  private var database: Database { questions.database }

  init(_ questions: HistoryQuestions, _ basis: ComparisonBasis, _ terms: [FilterTerm], now: Timestamp) {
    self.questions = questions
    self.basis = basis
    self.now = now
    self.terms = terms.filter { $0.isNegated || $0.dimension != basis.dimension }
  }

  /// Returns both sides. Throws a `ComparisonFault` if they cannot be compared.
  func resolved(_ before: AskedSide, _ after: AskedSide) throws -> Pair {
    switch (basis.dimension, basis.days, before, after) {
    case (let dimension?, _, .value(let before), .value(let after)):
      if case .builds(let builds) = dimension.storage {
        return try ofBuilds(before, after, dimension, builds)
      }
      return try ofNames(before, after, dimension)
    case (_, let days?, .period(let before), .period(let after)): return try ofPeriods(before, after, days)
    default: throw ComparisonFault.empty
    }
  }

  // MARK: - Builds and versions

  private func ofBuilds(
    _ before: String, _ after: String, _ dimension: FilterDimension, _ texts: FilterDimension.Builds
  ) throws -> Pair {
    let conditions = try FilterConditions(terms, in: database)
    let candidates = try FilterValues(database).allBuilds().filter { $0.isNamed && conditions.allowsBuild($0.id) }
    if candidates.isEmpty { throw ComparisonFault.empty }
    func found(_ text: String) throws -> [BuildTable.Build] {
      let match = FilterMatch(text)
      let builds = candidates.filter { texts.texts($0).contains(where: match.equals) }
      guard builds.isEmpty else { return builds }
      throw ComparisonFault.unknown(
        UnknownTerm(
          term: FilterTerm(dimension, text), known: FilterValues.known(dimension, texts, among: candidates)))
    }
    var (first, second) = (try found(before), try found(after))
    let apps = (Set(first.map(\.app)), Set(second.map(\.app)))
    let common = apps.0.intersection(apps.1).sorted()
    guard let app = common.first else {
      throw ComparisonFault.differentApps(before: apps.0.sorted(), after: apps.1.sorted())
    }
    if common.count > 1 { throw ComparisonFault.severalApps(common) }
    first.removeAll { $0.app != app }
    second.removeAll { $0.app != app }
    let names = (first.first.map(texts.shown) ?? before, second.first.map(texts.shown) ?? after)
    try check(Set(first.map(\.id)), Set(second.map(\.id)), names)
    func side(_ name: String, _ builds: [BuildTable.Build]) -> Side {
      var scope = FacetScope(days: FacetScope.allDays, terms: terms)
      // The name of an app may be that of a process of another one.
      scope.builds = Set(builds.map(\.id))
      return Side(name: name, scope: scope)
    }
    var pair = Pair(basis: basis, app: app, before: side(names.0, first), after: side(names.1, second))
    pair.position = second.compactMap(\.position).min()
    try addRuns(of: app, first, second, to: &pair)
    return pair
  }

  /// Adds the runs of both sides if they are known and belong to the reports.
  private func addRuns(
    of app: String, _ first: [BuildTable.Build], _ second: [BuildTable.Build], to pair: inout Pair
  ) throws {
    guard terms.ofExposure.selectOnlyBuilds else { return }
    let exposure = try Exposure(questions)
    guard let days = exposure.days(of: app) else { return }
    func runs(_ builds: [BuildTable.Build]) -> Int {
      let names = builds.compactMap { HistoryQuestions.buildName(version: $0.version, build: $0.build) }
      return exposure.runs(ofBuilds: Set(names), of: app)
    }
    let (before, after) = (runs(first), runs(second))
    guard before > 0, after > 0 else { return }
    (pair.before.runs, pair.after.runs, pair.daysOfRuns) = (before, after, days)
  }

  // MARK: - Systems and devices

  private func ofNames(_ before: String, _ after: String, _ dimension: FilterDimension) throws -> Pair {
    let values = FilterValues(database)
    func found(_ text: String) throws -> (rows: Set<Int64>, name: String) {
      let term = FilterTerm(dimension, text)
      let rows = Set(try values.rows(term))
      guard case .name(let column) = dimension.storage, !rows.isEmpty else {
        throw ComparisonFault.unknown(UnknownTerm(term: term, known: try values.known(dimension)))
      }
      let names = try values.names(column).filter { rows.contains($0.id) }.map(\.text)
      return (rows, names.count == 1 ? names[0] : text)
    }
    let (first, second) = (try found(before), try found(after))
    try check(first.rows, second.rows, (first.name, second.name))
    func side(_ name: String, _ text: String) -> Side {
      Side(name: name, scope: FacetScope(days: FacetScope.allDays, terms: terms + [FilterTerm(dimension, text)]))
    }
    return Pair(basis: basis, before: side(first.name, before), after: side(second.name, after))
  }

  /// Throws a fault if both sides have reports in common.
  private func check(_ first: Set<Int64>, _ second: Set<Int64>, _ names: (String, String)) throws {
    if first == second { throw ComparisonFault.same(names.0) }
    if !first.isDisjoint(with: second) { throw ComparisonFault.overlap(names.0, names.1) }
  }

  // MARK: - Periods

  private func ofPeriods(_ before: Timestamp, _ after: Timestamp, _ length: Int) throws -> Pair {
    guard let first = try Int.fetchOne(database, sql: "SELECT min(day) FROM rollup_day") else {
      throw ComparisonFault.empty
    }
    let last = max(first, now.day)
    let covered = try TrendPeriods.coveredDays(questions, today: last, longest: last - first + 1)
    let firstCovered = last - covered + 1
    func side(_ time: Timestamp) throws -> Side {
      let start = time.day
      let end = start + length - 1
      guard end >= firstCovered, start <= last else {
        throw ComparisonFault.outside(
          Timestamp(day: start), recorded: Timestamp(day: firstCovered)...Timestamp(day: last))
      }
      // Of the first period, only the days count on which failures would have been recorded, and of the current one, only
      // the elapsed time.
      let begin = max(start, firstCovered)
      let elapsed = min((end + 1) * 86_400, max(now.seconds, begin * 86_400 + 1)) - begin * 86_400
      return Side(
        name: Timestamp(day: start).date, scope: FacetScope(days: (begin, end), terms: terms),
        days: Double(elapsed) / 86_400)
    }
    let pair = Pair(basis: basis, before: try side(before), after: try side(after))
    if pair.before.name == pair.after.name { throw ComparisonFault.same(pair.before.name) }
    if abs(before.day - after.day) < length { throw ComparisonFault.overlap(pair.before.name, pair.after.name) }
    return pair
  }
}
