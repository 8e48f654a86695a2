import Testing
import Trends

/// The comparison of the share of a value in an issue with that in others, and how often it is wrong.
@Suite struct ShareComparisonTests {
  private static func comparison(
    _ events: Int, of total: Int, others: Int, of otherTotal: Int, dispersion: Double = 1, choices: Int = 1
  ) -> ShareComparison {
    ShareComparison(
      ShareCounts(
        events: events, total: total, otherEvents: others, otherTotal: otherTotal, dispersion: dispersion,
        choices: choices))
  }

  private static func isNear(_ value: Double, _ expected: Double) -> Bool {
    abs(value - expected) <= 1e-10 * expected
  }

  /// Values computed with quotients of integers.
  @Test func exactProbabilities() {
    #expect(Self.isNear(Self.comparison(103, of: 103, others: 200, of: 328).pValueOfMore, 2.811279724938666e-19))
    #expect(Self.isNear(Self.comparison(8, of: 10, others: 3, of: 20).pValueOfMore, 0.000974238155647451))
    #expect(Self.isNear(Self.comparison(5, of: 5, others: 0, of: 5).pValueOfMore, 1 / 252.0))
    #expect(Self.isNear(Self.comparison(0, of: 5, others: 5, of: 5).pValueOfFewer, 1 / 252.0))
    #expect(Self.isNear(Self.comparison(5, of: 5, others: 0, of: 5).pValue, 2 / 252.0), "two-sided")
    #expect(Self.isNear(Self.comparison(5, of: 5, others: 0, of: 5, choices: 3).pValue, 3 / 252.0))
  }

  /// All sums of small tables: the probabilities of both directions overlap in the observed table.
  @Test func bothDirectionsContainTheObservedTable() {
    for total in 1...6 {
      for otherTotal in 1...6 {
        for events in 0...total {
          for others in 0...otherTotal {
            let table = Self.comparison(events, of: total, others: others, of: otherTotal)
            #expect(table.pValueOfMore + table.pValueOfFewer >= 1 - 1e-12)
            #expect(table.pValueOfMore <= 1 && table.pValueOfFewer <= 1 && table.pValue <= 1)
            let opposite = Self.comparison(
              total - events, of: total, others: otherTotal - others, of: otherTotal)
            #expect(abs(opposite.pValueOfFewer - table.pValueOfMore) < 1e-12)
          }
        }
      }
    }
  }

  @Test func nothingToCompareIsNotADifference() {
    for table in [
      Self.comparison(0, of: 0, others: 10, of: 20), Self.comparison(10, of: 20, others: 0, of: 0),
      Self.comparison(20, of: 20, others: 30, of: 30), Self.comparison(0, of: 20, others: 0, of: 30),
      Self.comparison(-4, of: -1, others: 5, of: 5),
    ] {
      #expect(table.pValue == 1, "\(table.counts)")
    }
    #expect(Self.comparison(9, of: 5, others: 0, of: 5).counts.events == 5, "a part is at most its total")
    let huge = Self.comparison(.max, of: .max, others: 0, of: .max)
    #expect(huge.pValue < 1e-9 && !huge.pValue.isNaN)
    #expect(Self.comparison(5, of: 5, others: 0, of: 5, dispersion: .nan).pValue < 0.05)
  }

  /// Events that are not independent are divided, and rounded so that p grows.
  @Test func dependentEventsAreLessEvidence() {
    let single = Self.comparison(20, of: 20, others: 10, of: 100)
    #expect(Self.comparison(20, of: 20, others: 10, of: 100, dispersion: 1).pValue == single.pValue)
    #expect(Self.comparison(20, of: 20, others: 10, of: 100, dispersion: 2).pValue > single.pValue)
    let looped = Self.comparison(20, of: 20, others: 10, of: 100, dispersion: 10)
    #expect(looped.pValueOfMore > single.pValueOfMore && looped.share == 1)
    #expect(Self.comparison(20, of: 20, others: 10, of: 100, dispersion: 25).pValueOfMore == 1, "not even one event")
    var others = ShareCounts(events: 20, total: 20, otherEvents: 10, otherTotal: 100, otherDispersion: 1)
    #expect(ShareComparison(others).pValue == single.pValue)
    others.otherDispersion = 20
    #expect(ShareComparison(others).pValueOfMore > single.pValueOfMore)
  }

  @Test(arguments: [
    (4, 4, 10, 20, false), (5, 5, 10, 20, true), (5, 5, 0, 4, false), (5, 5, 0, 5, true), (2, 9, 2, 9, false),
    (2, 9, 3, 9, true),
  ])
  func minimalCounts(events: Int, total: Int, others: Int, otherTotal: Int, isTested: Bool) {
    #expect(Self.comparison(events, of: total, others: others, of: otherTotal).isTested == isTested)
  }

  @Test func smallDifferencesAreNotReported() {
    #expect(Self.comparison(80, of: 100, others: 600, of: 1000).isLarge)
    #expect(!Self.comparison(79, of: 100, others: 600, of: 1000).isLarge)
    #expect(Self.comparison(40, of: 100, others: 600, of: 1000).isLarge, "less frequent")
  }

  /// Tests without enough events do not count; the others are judged together.
  @Test func theNumberOfTestsCounts() {
    let one = Self.comparison(9, of: 10, others: 10, of: 40)
    #expect(assessShares([one]) == [true])
    let equal = Self.comparison(5, of: 10, others: 20, of: 40)
    #expect(assessShares([one] + [ShareComparison](repeating: equal, count: 500)).first == false)
    let few = Self.comparison(1, of: 2, others: 20, of: 40)
    #expect(assessShares([one] + [ShareComparison](repeating: few, count: 500)).first == true)
    #expect(assessShares([few]) == [false] && assessShares([]).isEmpty)
  }

  // MARK: - Simulation

  /// Devices with values of several properties, as they are distributed among users.
  private struct World {
    var devices: [[Int]]

    /// - Parameter dependent: Whether new models have new systems, as in reality.
    init(_ count: Int, dependent: Bool, _ chance: inout SeededRandom) {
      devices = (0..<count).map { _ in
        let model = Self.pick([40, 25, 15, 8, 5, 4, 2, 1], &chance)
        let system = dependent && model > 1 ? Self.pick([5, 80, 10, 5], &chance) : Self.pick([55, 25, 15, 5], &chance)
        return [model, system, Self.pick([70, 20, 10], &chance), Self.pick([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], &chance)]
      }
    }

    private static func pick(_ weights: [Int], _ chance: inout SeededRandom) -> Int {
      var left = Int.random(in: 0..<weights.reduce(0, +), using: &chance)
      for (index, weight) in weights.enumerated() {
        if left < weight { return index }
        left -= weight
      }
      return 0
    }

    /// Returns the comparisons of issues, which are sets of devices, by issue and property.
    func comparisons(_ issues: [Set<Int>]) -> [ShareComparison] {
      issues.indices.flatMap { index in
        let others = issues.indices.filter { $0 != index }.reduce(into: Set<Int>()) { $0.formUnion(issues[$1]) }
        return (0..<4).flatMap { property in
          Set(devices.map { $0[property] }).sorted().map { value in
            ShareComparison(
              ShareCounts(
                events: issues[index].count { devices[$0][property] == value }, total: issues[index].count,
                otherEvents: others.count { devices[$0][property] == value }, otherTotal: others.count))
          }
        }
      }
    }
  }

  /// Without an association, at most one history in twenty has a significant value, also if properties depend on each other.
  @Test(arguments: [true, false]) func falseAssociationsAreRare(dependent: Bool) {
    var chance = SeededRandom(seed: 41)
    let histories = 200
    var flagged = 0
    for _ in 0..<histories {
      let world = World(300, dependent: dependent, &chance)
      let issues = (0..<10).map { _ in
        Set((0..<Int.random(in: 3...60, using: &chance)).map { _ in Int.random(in: 0..<300, using: &chance) })
      }
      if assessShares(world.comparisons(issues)).contains(true) { flagged += 1 }
    }
    #expect(flagged <= histories / 20, "\(flagged) of \(histories)")
  }

  /// An issue of one system is found nearly always, and other issues are not called because of it.
  @Test func realAssociationsAreFound() {
    var chance = SeededRandom(seed: 43)
    var found = 0
    for _ in 0..<50 {
      let world = World(300, dependent: false, &chance)
      let affected = world.devices.indices.filter { world.devices[$0][1] == 1 }
      let first = Set(affected.shuffled(using: &chance).prefix(25))
      let issues =
        [first]
        + (0..<9).map { _ in Set((0..<40).map { _ in Int.random(in: 0..<300, using: &chance) }) }
      let comparisons = world.comparisons(issues)
      let calls = assessShares(comparisons)
      let ofFirst = zip(comparisons, calls).filter { $0.0.counts.total == first.count && $0.0.share == 1 && $0.1 }
      if !ofFirst.isEmpty { found += 1 }
    }
    #expect(found >= 48, "\(found) of 50")
  }
}
