import Foundation
import TestSupport
import Testing

@testable import Trends

@Suite struct RateComparisonTests {
  /// Events, exposures and the exact results.
  struct Shown: Sendable, CustomTestStringConvertible {
    let recent: (Int, Double)
    let base: (Int, Double)
    let pValue: Double
    let ratio: Double
    let low: Double
    let high: Double
    var testDescription: String { "\(recent.0)/\(recent.1) against \(base.0)/\(base.1)" }
  }

  static let shown: [Shown] = [
    .init(recent: (5, 1), base: (0, 4), pValue: 0.00032, ratio: .infinity, low: 3.66542, high: .infinity),
    .init(recent: (3, 1), base: (0, 4), pValue: 0.008, ratio: .infinity, low: 1.65293, high: .infinity),
    .init(recent: (1, 1), base: (0, 4), pValue: 0.2, ratio: .infinity, low: 0.102564, high: .infinity),
    .init(recent: (12, 7), base: (9, 28), pValue: 0.000194065752, ratio: 5.33333, low: 2.06250, high: 14.3321),
    .init(recent: (8, 7), base: (9, 28), pValue: 0.0109343152, ratio: 3.55556, low: 1.19368, high: 10.3824),
    .init(recent: (30, 7), base: (80, 28), pValue: 0.0405854071, ratio: 1.5, low: 0.951538, high: 2.30826),
    .init(recent: (100, 7), base: (300, 28), pValue: 0.00859507254, ratio: 1.33333, low: 1.05243, high: 1.67732),
    .init(recent: (2, 1), base: (2, 4), pValue: 0.1808, ratio: 4, low: 0.289940, high: 55.1839),
    .init(recent: (0, 1), base: (3, 4), pValue: 1, ratio: 0, low: 0, high: 9.67981),
    .init(recent: (5, 7), base: (0, 28), pValue: 0.00032, ratio: .infinity, low: 3.66542, high: .infinity),
    .init(
      recent: (20, 7), base: (0, 28), pValue: 1.048576e-14, ratio: .infinity, low: 19.7482, high: .infinity),
    .init(recent: (0, 7), base: (20, 28), pValue: 1, ratio: 0, low: 0, high: 0.810198),
    .init(recent: (7, 7), base: (28, 28), pValue: 0.567158326, ratio: 1, low: 0.368749, high: 2.34295),
    .init(recent: (1000, 7), base: (4000, 28), pValue: 0.505641741, ratio: 1, low: 0.932124, high: 1.07203),
  ]

  @Test(arguments: shown)
  func isExactToSixDigits(_ shown: Shown) {
    let found = RateComparison(
      recent: Rate(events: shown.recent.0, exposure: shown.recent.1),
      base: Rate(events: shown.base.0, exposure: shown.base.1))
    #expect(agree(found.pValue, shown.pValue, within: 5e-9))
    #expect(agree(found.ratio, shown.ratio, within: 3e-6))
    #expect(agree(found.low, shown.low, within: 3e-6))
    #expect(agree(found.high, shown.high, within: 3e-6))
  }

  @Test func agreesWithScipy() throws {
    let lines = try Repository.text(of: "Tests/Fixtures/trends/vectors.csv").split(separator: "\n").dropFirst(2)
    #expect(lines.count > 400)
    for line in lines {
      let numbers = line.split(separator: ",").compactMap { Double($0) }
      try #require(numbers.count == 9)
      let found = RateComparison(
        recent: Rate(events: Int(numbers[0]), exposure: numbers[1]),
        base: Rate(events: Int(numbers[2]), exposure: numbers[3]))
      #expect(agree(found.pValue, numbers[4], within: 1e-10), "p of \(line): \(found.pValue)")
      #expect(agree(found.pValueOfDecline, numbers[5], within: 1e-10), "decline of \(line): \(found.pValueOfDecline)")
      #expect(agree(found.ratio, numbers[6], within: 1e-14), "ratio of \(line)")
      #expect(agree(found.low, numbers[7], within: 1e-10), "low of \(line): \(found.low)")
      #expect(agree(found.high, numbers[8], within: 1e-10), "high of \(line): \(found.high)")
    }
  }

  /// With integer exposures the tail is a quotient of integers.
  @Test(arguments: [(1, 4), (1, 1), (2, 3), (4, 1), (7, 28)])
  func pValueIsTheQuotientOfIntegers(_ exposures: (Int, Int)) throws {
    let (recentExposure, baseExposure) = exposures
    let exposureSum = UInt128(recentExposure + baseExposure)
    let maxEvents = Int(120 / Foundation.log2(Double(exposureSum)))
    for total in 0...min(40, maxEvents) {
      for recent in 0...total {
        var favorable: UInt128 = 0
        for count in recent...total {
          favorable +=
            choose(total, count) * power(UInt128(recentExposure), count)
            * power(UInt128(baseExposure), total - count)
        }
        let exact = Double(favorable) / Double(power(exposureSum, total))
        let found = RateComparison(
          recent: Rate(events: recent, exposure: Double(recentExposure)),
          base: Rate(events: total - recent, exposure: Double(baseExposure)))
        #expect(agree(found.pValue, exact, within: 1e-12), "\(recent) of \(total): \(found.pValue), exact \(exact)")
      }
    }
  }

  /// The ends are defined by tails of 2.5%. Here the tails are summed term by term.
  @Test func intervalEndsCutOffTheirTails() {
    for total in 1...60 {
      for recent in stride(from: 0, through: total, by: 3) {
        let found = RateComparison(
          recent: Rate(events: recent, exposure: 1), base: Rate(events: total - recent, exposure: 1))
        if recent > 0 {
          let share = found.low / (1 + found.low)
          #expect(agree(plainTail(recent...total, total, share), 0.025, within: 1e-10))
        } else {
          #expect(found.low == 0)
        }
        if recent < total {
          let share = found.high / (1 + found.high)
          #expect(agree(plainTail(0...recent, total, share), 0.025, within: 1e-10))
        } else {
          #expect(found.high == .infinity)
        }
      }
    }
  }

  @Test func moreRecentEventsAreNeverLessRemarkable() {
    for base in [0, 1, 4, 30, 400] {
      var last = RateComparison(recent: Rate(events: 0, exposure: 7), base: Rate(events: base, exposure: 28))
      #expect(last.pValue == 1)
      for recent in 1...300 {
        let next = RateComparison(recent: Rate(events: recent, exposure: 7), base: Rate(events: base, exposure: 28))
        // Too close to 1 to be distinguished in floating point.
        #expect(next.pValue < last.pValue || last.pValue > 1 - 1e-12)
        #expect(next.low > last.low)
        #expect(next.high >= last.high)
        #expect(next.low <= next.ratio && next.ratio <= next.high)
        last = next
      }
    }
  }

  @Test func periodsExchangedTurnTheRatioOver() {
    for (recent, base) in [(3, 8), (40, 12), (1, 1), (500, 90)] {
      let one = RateComparison(recent: Rate(events: recent, exposure: 7), base: Rate(events: base, exposure: 28))
      let other = RateComparison(recent: Rate(events: base, exposure: 28), base: Rate(events: recent, exposure: 7))
      #expect(agree(one.ratio, 1 / other.ratio, within: 1e-14))
      #expect(agree(one.low, 1 / other.high, within: 1e-11))
      #expect(agree(one.high, 1 / other.low, within: 1e-11))
      #expect(one.pValueOfDecline == other.pValue)
    }
  }

  @Test func dividedCountsSayLessAndKeepTheRatio() {
    let (recent, base) = (Rate(events: 12, exposure: 7), Rate(events: 9, exposure: 28))
    let plain = RateComparison(recent: recent, base: base)
    let divided = RateComparison(recent: recent, base: base, dividedBy: 3)
    let alike = RateComparison(recent: Rate(events: 4, exposure: 7), base: Rate(events: 3, exposure: 28))
    #expect(divided.ratio == plain.ratio)
    #expect(divided.pValue == alike.pValue)
    #expect(divided.low == alike.low && divided.high == alike.high)
    for factor in [-1, 0, 0.5, 1, .nan, -.infinity, .infinity] {
      #expect(RateComparison(recent: recent, base: base, dividedBy: factor) == plain)
    }
  }

  @Test func dividedCountsKeepTheRatioInTheInterval() {
    for factor in [2.5, 7, 100] {
      for recent in [0, 1, 3, 9, 80] {
        for base in [0, 1, 2, 11, 400] {
          let found = RateComparison(
            recent: Rate(events: recent, exposure: 7), base: Rate(events: base, exposure: 28), dividedBy: factor)
          #expect(found.low <= found.ratio && found.ratio <= found.high)
        }
      }
    }
  }

  @Test func nothingTrapsAndEveryAnswerIsDefined() {
    let events = [Int.min, -1, 0, 1, 5, 1_000_000, 4_000_000_000, .max]
    let exposures: [Double] = [
      .nan, -.infinity, -1, 0, .leastNonzeroMagnitude, 1e-300, 1, 28, 1e300, .greatestFiniteMagnitude, .infinity,
    ]
    for recent in events {
      for base in events {
        for recentExposure in exposures {
          for baseExposure in exposures {
            let found = RateComparison(
              recent: Rate(events: recent, exposure: recentExposure), base: Rate(events: base, exposure: baseExposure))
            #expect((0...1).contains(found.pValue) && (0...1).contains(found.pValueOfDecline))
            #expect(found.low >= 0 && found.low <= found.ratio && found.ratio <= found.high)
          }
        }
      }
    }
  }

  /// Quotients of bursty events are rounded against each hypothesis: for growth the recent one down and the base one up, for
  /// decline the other way.
  @Test(arguments: [
    (9.5, growth: (2, 9), decline: (3, 8)), (11.0, growth: (2, 8), decline: (3, 7)),
    (12.0, growth: (2, 7), decline: (2, 7)), (25.0, growth: (0, 4), decline: (1, 3)),
  ])
  func quotientsAreRoundedAgainstTheHypothesis(_ factor: Double, growth: (Int, Int), decline: (Int, Int)) {
    func compared(_ recent: Int, _ base: Int, _ factor: Double = 1) -> RateComparison {
      RateComparison(
        recent: Rate(events: recent, exposure: 7), base: Rate(events: base, exposure: 28), dividedBy: factor)
    }
    let found = compared(24, 84, factor)
    #expect(found.pValue == compared(growth.0, growth.1).pValue)
    #expect(found.low == compared(growth.0, growth.1).low)
    #expect(found.pValueOfDecline == compared(decline.0, decline.1).pValueOfDecline)
    #expect(found.high == compared(decline.0, decline.1).high)
  }

  @Test func withoutExposureNothingIsCompared() {
    for exposure in [0, -3, .nan, Double.infinity] {
      let found = RateComparison(recent: Rate(events: 50, exposure: exposure), base: Rate(events: 1, exposure: 28))
      #expect(found.pValue == 1 && found.ratio == 1 && found.low == 0 && found.high == .infinity)
    }
  }

  /// docs/trends.md contains the measurements.
  @Test func millionEventsAreComparedAtOnce() {
    for (recent, base) in [(200_000, 800_000), (1_000_000, 0), (0, 1_000_000), (500_000, 500_000), (201_000, 799_000)] {
      let fastest =
        (0..<5).map { _ in
          ProcessorTime.seconds {
            let found = RateComparison(
              recent: Rate(events: recent, exposure: 7), base: Rate(events: base, exposure: 28))
            #expect(found.low <= found.ratio)
          }
        }.min() ?? 0
      #expect(fastest < 0.05, "\(recent) and \(base): \(fastest) s")
    }
  }

  @Test func upperLimitWithoutEventsIsAboutThreeByRuns() {
    #expect(agree(upperLimitOfRate(withoutEventsIn: 1), 0.95, within: 1e-14))
    #expect(agree(upperLimitOfRate(withoutEventsIn: 10), 0.258_865_550_893, within: 1e-10))
    #expect(agree(upperLimitOfRate(withoutEventsIn: 1e6), 2.995_732e-6, within: 1e-5))
    for runs in [0, -1, .nan] { #expect(upperLimitOfRate(withoutEventsIn: runs) == 1) }
    #expect(upperLimitOfRate(withoutEventsIn: .infinity) == 0)
  }
}

/// Equal, or with a relative difference of at most `tolerance`.
func agree(_ found: Double, _ wanted: Double, within tolerance: Double) -> Bool {
  found == wanted || abs(found - wanted) <= tolerance * abs(wanted)
}

private func choose(_ total: Int, _ count: Int) -> UInt128 {
  (0..<count).reduce(1) { $0 * UInt128(total - $1) / UInt128($1 + 1) }
}

private func power(_ base: UInt128, _ exponent: Int) -> UInt128 {
  (0..<exponent).reduce(1) { product, _ in product * base }
}

private func plainTail(_ counts: ClosedRange<Int>, _ total: Int, _ share: Double) -> Double {
  counts.reduce(0) { sum, count in
    sum + Double(choose(total, count)) * Foundation.pow(share, Double(count))
      * Foundation.pow(1 - share, Double(total - count))
  }
}
