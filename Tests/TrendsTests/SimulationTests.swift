import Platform
import Testing
import Trends

/// Histories whose truth is known, as in `scripts/simulate-trends`, which compares more rules on more histories.
@Suite struct SimulationTests {
  private static let days = 35

  /// The number of reports of each device on each day: day and size.
  private typealias Cluster = (day: Int, size: Int)

  private static func poisson(_ mean: Double, _ chance: inout SeededRandom) -> Int {
    var (count, product) = (0, Double.random(in: 0..<1, using: &chance))
    while product > exp(-mean), count < 1000 {
      count += 1
      product *= Double.random(in: 0..<1, using: &chance)
    }
    return count
  }

  private static func single(_ chance: inout SeededRandom, _ rate: (Int) -> Double) -> [Cluster] {
    (0..<days).flatMap { day in (0..<poisson(rate(day), &chance)).map { _ in (day, 1) } }
  }

  private static func rate(_ chance: inout SeededRandom) -> Double {
    exp(Double.random(in: -3...2.3, using: &chance))
  }

  private static func loops(_ chance: inout SeededRandom) -> [Cluster] {
    let mean = rate(&chance) / 2
    return single(&chance) { _ in mean }
      + (0..<days).filter { _ in Int.random(in: 0..<10, using: &chance) == 0 }.map {
        ($0, Int.random(in: 4...30, using: &chance))
      }
  }

  private static func counts(_ clusters: [Cluster], hasDevices: Bool) -> IssueCounts {
    var daily = [Int](repeating: 0, count: days)
    for cluster in clusters { daily[cluster.day] += cluster.size }
    return IssueCounts(
      key: "", recent: daily[28...].reduce(0, +), base: daily[..<28].reduce(0, +), daily: daily,
      devices: hasDevices
        ? DeviceCounts(
          recent: clusters.count { $0.day >= 28 }, dispersion: Dispersion.index(ofClusters: clusters.map(\.size)))
        : nil, daysSinceLast: 0)
  }

  /// Returns the number of the first issues that are called growing, and of all others.
  private static func growing(
    _ histories: Int, hasDevices: Bool, first: (inout SeededRandom) -> [Cluster],
    others: (inout SeededRandom) -> [Cluster]
  ) -> (first: Int, others: Int) {
    var chance = SeededRandom(seed: 11)
    var calls = (first: 0, others: 0)
    for _ in 0..<histories {
      let issues = (0..<20).map { counts($0 == 0 ? first(&chance) : others(&chance), hasDevices: hasDevices) }
      let verdicts = assessTrends(issues).map(\.verdict)
      calls.first += verdicts[0] == .growing ? 1 : 0
      calls.others += verdicts.dropFirst().count { $0 == .growing }
    }
    return calls
  }

  private static func steady(_ chance: inout SeededRandom) -> [Cluster] {
    let mean = rate(&chance)
    return single(&chance) { _ in mean }
  }

  private static func weekdays(_ chance: inout SeededRandom) -> [Cluster] {
    let (mean, start) = (rate(&chance), Int.random(in: 0..<7, using: &chance))
    return single(&chance) { (($0 + start) % 7 < 5 ? 1.3 : 0.25) * mean }
  }

  /// Without a change, at most 0.1% of the issues are called.
  @Test(arguments: [true, false]) func falseAlarmsAreRare(_ hasDevices: Bool) {
    for kind in [Self.steady, Self.weekdays, Self.loops] {
      let calls = Self.growing(250, hasDevices: hasDevices, first: kind, others: kind)
      #expect(calls.first + calls.others <= 8, "\(calls) of 5,000")
    }
  }

  @Test func realGrowthIsFound() {
    let surge = Self.growing(100, hasDevices: true) { chance in
      Self.single(&chance) { $0 >= 32 ? 10 : 0.03 }
    } others: {
      Self.steady(&$0)
    }
    #expect(surge.first == 100)
    let four = Self.growing(200, hasDevices: true) { chance in
      let mean = 0.5 + Self.rate(&chance)
      return Self.single(&chance) { $0 >= 28 ? 4 * mean : mean }
    } others: {
      Self.steady(&$0)
    }
    #expect(four.first >= 180, "\(four.first) of 200")
  }

  /// Without devices a surge may be a single event; it is reported as growth or as a burst.
  @Test func aSurgeIsNeverSilent() {
    var chance = SeededRandom(seed: 5)
    for _ in 0..<100 {
      let surge = Self.counts(Self.single(&chance) { $0 >= 32 ? 10 : 0.03 }, hasDevices: false)
      let issues = [surge] + (0..<19).map { _ in Self.counts(Self.steady(&chance), hasDevices: false) }
      let verdict = assessTrends(issues)[0].verdict
      #expect(verdict == .growing || verdict == .burst, "\(surge.daily)")
    }
  }
}
