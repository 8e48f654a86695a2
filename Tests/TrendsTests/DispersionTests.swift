import Testing
import Trends

@Suite struct DispersionTests {
  @Test func factorIsVarianceByMean() {
    // Mean 2, squares 1 + 1 + 0 + 4 + 4 = 10, of 4.
    #expect(Dispersion.index(of: [1, 3, 2, 0, 4]) == 1.25)
    #expect(Dispersion.index(of: [3, 3, 3]) == 0)
  }

  @Test func oneDayOfManyIsABurst() {
    let burst = Dispersion(daily: [Int](repeating: 0, count: 34) + [28], recentDays: 7)
    #expect(agree(burst.factor, 28, within: 1e-12))
    #expect(burst.isBursty)
    #expect(burst.divisor == burst.factor)
    #expect(burst.divisorOfBase == 1)
  }

  @Test func evenDaysAreTakenAsTheyAre() {
    let even = Dispersion(daily: (0..<35).map { 2 + $0 % 2 }, recentDays: 7)
    #expect(!even.isBursty)
    #expect(even.divisor == 1)
  }

  /// A rise from one period to the next must not look like a burst: it would hide itself.
  @Test func aRiseBetweenThePeriodsIsNoDispersion() {
    let rise = Dispersion(daily: [Int](repeating: 1, count: 28) + [Int](repeating: 40, count: 7), recentDays: 7)
    #expect(rise.factor == 0)
    #expect(rise.divisor == 1)
  }

  @Test func aSingleRecentDayIsMeasuredWithTheOthers() {
    let burst = Dispersion(daily: [0, 0, 0, 0, 20], recentDays: 1)
    #expect(burst.factor == 20)
    #expect(burst.ofBase == 1)
  }

  /// Reports of thirty devices are thirty events, also on one day; thirty reports of one device are about one.
  @Test func devicesReduceTheDispersion() {
    let days = [Int](repeating: 0, count: 34) + [30]
    let byDays = Dispersion(daily: days, recentDays: 7)
    let many = Dispersion(
      daily: days, recentDays: 7, devices: .some(Dispersion.index(ofClusters: [Int](repeating: 1, count: 30))))
    #expect(agree(many.factor * many.factor, byDays.factor, within: 1e-12), "the geometric mean of 30 and 1")
    let one = Dispersion(daily: days, recentDays: 7, devices: Dispersion.index(ofClusters: [30]))
    #expect(one.factor == byDays.factor)
  }

  @Test func sizesOfClusters() {
    #expect(Dispersion.index(ofClusters: [1, 1, 1]) == 1)
    #expect(Dispersion.index(ofClusters: [4, 4]) == 4)
    #expect(Dispersion.index(ofClusters: [1, 3]) == 2.5)
    #expect(Dispersion.index(ofClusters: [0, -7]) == 1)
    #expect(Dispersion.index(ofClusters: [.max, .max]).isFinite)
  }

  @Test func thresholdItselfIsNoBurst() {
    // Mean 1, squares 4 · (0 or 1 or 4 …): chosen so that variance / mean is exactly 2.
    #expect(Dispersion(daily: [0, 0, 0, 2, 3], recentDays: 5).factor == 2)
    #expect(!Dispersion(daily: [0, 0, 0, 2, 3], recentDays: 5).isBursty)
  }

  @Test func oddCountsAreDefined() {
    #expect(Dispersion(daily: [], recentDays: 7).factor == 1)
    #expect(Dispersion(daily: [9], recentDays: 7).factor == 1)
    #expect(Dispersion(daily: [0, 0, -4], recentDays: -3).factor == 1)
    #expect(Dispersion(daily: [.max, 0, .min, .max], recentDays: .max).isBursty)
  }

  @Test(arguments: [
    ([0, 0, 0, 0, 10, 10, 10], 30, 3), ([20, 0, 0, 0, 0, 0, 1], 20, 1), ([1, 1, 1, 1, 1, 1, 1], 7, 7), ([5], 5, 1),
    ([3, 0, 3], 6, 3), ([2, 0, 2, 0, 0, 0, 40], 40, 1),
  ])
  func aBurstIsTheShortestRunWithNineTenths(_ recent: [Int], _ events: Int, _ days: Int) throws {
    let burst = try #require(Burst(recent[...]))
    #expect((burst.events, burst.days) == (events, days))
  }

  /// The search takes quadratic time, so longer periods have none.
  @Test(arguments: [(3_999, true), (4_000, true), (4_001, false)])
  func longPeriodsHaveNoBurst(_ days: Int, _ isFound: Bool) {
    let burst = Burst(([Int](repeating: 0, count: days - 1) + [5])[...])
    #expect((burst != nil) == isFound)
    #expect(burst?.days == (isFound ? 1 : nil))
  }

  @Test func withoutEventsThereIsNoBurst() {
    #expect(Burst([]) == nil)
    #expect(Burst([0, -3, 0]) == nil)
    #expect(Burst([.max, .max, .min])?.days == 2)
  }
}
