import Testing
import Trends

@Suite struct DispersionTests {
  @Test func factorIsVarianceByMean() {
    // Mean 2, squares 1 + 1 + 0 + 4 + 4 = 10, of 4.
    #expect(Dispersion(daily: [1, 3, 2, 0, 4]).factor == 1.25)
    #expect(Dispersion(daily: [3, 3, 3]).factor == 0)
  }

  @Test func oneDayOfManyIsABurst() {
    let burst = Dispersion(daily: [Int](repeating: 0, count: 27) + [28])
    #expect(agree(burst.factor, 28, within: 1e-12))
    #expect(burst.isBursty)
    #expect(burst.divisor == burst.factor)
    #expect(burst.adjusted(28) <= 1)
    #expect(burst.adjusted(60) == 2)
  }

  @Test func evenDaysAreTakenAsTheyAre() {
    let even = Dispersion(daily: (0..<28).map { 2 + $0 % 2 })
    #expect(!even.isBursty)
    #expect(even.divisor == 1)
    #expect(even.adjusted(17) == 17)
    #expect(even.adjusted(-17) == 0)
  }

  @Test func onlyTheLast28DaysCount() {
    #expect(!Dispersion(daily: [1000] + [Int](repeating: 1, count: 28)).isBursty)
    #expect(Dispersion(daily: [1000] + [Int](repeating: 1, count: 27)).isBursty)
  }

  @Test func thresholdItselfIsNoBurst() {
    // Mean 1, squares 4 · (0 or 1 or 4 …): chosen so that variance / mean is exactly 2.
    #expect(Dispersion(daily: [0, 0, 0, 2, 3]).factor == 2)
    #expect(!Dispersion(daily: [0, 0, 0, 2, 3]).isBursty)
  }

  @Test func oddCountsAreDefined() {
    #expect(Dispersion(daily: []).factor == 1)
    #expect(Dispersion(daily: [9]).factor == 1)
    #expect(Dispersion(daily: [0, 0, -4]).factor == 1)
    let huge = Dispersion(daily: [.max, 0, .min, .max])
    #expect(huge.isBursty)
    #expect(huge.adjusted(.max) <= 4)
    #expect(huge.adjusted(.min) == 0)
  }
}
