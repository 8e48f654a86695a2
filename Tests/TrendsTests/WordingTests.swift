import Testing
import Trends

@Suite struct SparklineTests {
  @Test(arguments: [
    ([0, 1, 2, 3, 4, 5, 6, 7, 8], "·▁▂▃▄▅▆▇█", ".:-=+*#%@"),
    ([0, 0, 0], "···", "..."),
    ([], "", ""),
    ([5], "█", "@"),
    ([3, 3, 3], "███", "@@@"),
    ([1, 1_000_000, 0, 500_000], "▁█·▄", ":@.+"),
    ([-3, 2, .min, 1], "·█·▄", ".@.+"),
    ([.max, 1, .max / 2], "█▁▄", "@:+"),
    ([0, 1, 1, 0, 12, 9, 17, 3], "·▁▁·▆▅█▂", ".::.#*@-"),
  ])
  func bars(_ counts: [Int], _ text: String, _ ascii: String) {
    #expect(Sparkline.text(counts) == text)
    #expect(Sparkline.text(counts, ascii: true) == ascii)
    #expect(Sparkline.text(counts).count == counts.count)
    #expect(Sparkline.text(counts, ascii: true).utf8.count == counts.count)
  }

  @Test func foldingKeepsTheSumAndTheNewest() {
    let days = Array(1...30)
    #expect(Sparkline.folded(days, to: 30) == days)
    #expect(Sparkline.folded(days, to: 4) == [21, 84, 148, 212])
    for width in 1...40 {
      let folded = Sparkline.folded(days, to: width)
      #expect(folded.count <= width)
      #expect(folded.reduce(0, +) == 465)
    }
    #expect(Sparkline.folded([.max, .max, -5], to: 1) == [.max])
    #expect(Sparkline.folded([1, 2], to: 0) == [1, 2])
    #expect(Sparkline.folded([], to: 3) == [])
  }
}

@Suite struct TrendWordingTests {
  static func sentence(_ recent: Int, _ base: Int, daily: [Int] = [], runs: RunCounts? = nil) -> String? {
    let counts = IssueCounts(key: "k", recent: recent, base: base, daily: daily, daysSinceLast: 0, runs: runs)
    return assessTrends([counts]).first.map(TrendWording.sentence)
  }

  @Test func sentences() {
    #expect(
      Self.sentence(12, 9) == "12 in 7 days vs. 2.3 a week before (9 in 28 days). 5.3 times (95% CI 2.1–14), p = 0.0002"
    )
    #expect(
      Self.sentence(5, 0) == "5 in 7 days vs. none in the previous 28. At least 3.7 times (95% CI), p = 0.0003")
    #expect(
      Self.sentence(0, 20)
        == "none in 7 days vs. 5.0 a week before (20 in 28 days). At most 0.81 times (95% CI), p = 0.01")
    #expect(
      Self.sentence(1000, 4000)
        == "1,000 in 7 days vs. 1,000 a week before (4,000 in 28 days). 1.0 times (95% CI 0.93–1.1), p = 0.51")
    #expect(Self.sentence(4, 0) == "4 in 7 days vs. none in the previous 28")
    #expect(
      Self.sentence(40, 80, runs: RunCounts(recent: 1, base: 1_000_000))
        == "40 in 1 run vs. 80 in the previous 1,000,000. 500,000 times (95% CI 330,000–740,000), p < 0.0001")
  }

  @Test func burstsAreReported() throws {
    var days = [Int](repeating: 0, count: 35)
    days[32] = 20
    let sentence = try #require(Self.sentence(20, 0, daily: days))
    #expect(sentence.hasSuffix("; burst: 20 in 1 day"), "\(sentence)")
  }

  @Test(arguments: [
    (0, "0"), (-1, "0"), (0.0005, "below 0.001"), (0.001, "0.001"), (0.0999, "0.1"), (0.951538, "0.95"),
    (0.996, "1.0"), (1, "1.0"), (1.04, "1.0"), (4, "4.0"), (1.05243, "1.1"), (2.0625, "2.1"), (9.94, "9.9"),
    (9.96, "10"),
    (14.3321, "14"), (99.4, "99"), (99.6, "100"), (1369, "1,400"), (123_456_789, "120,000,000"),
    (1e300, "over 1,000,000,000"),
    (.infinity, "∞"), (.nan, "unknown"),
  ])
  func briefNumbers(_ value: Double, _ text: String) { #expect(TrendWording.brief(value) == text) }

  @Test(arguments: [
    (1, "p = 1"), (0.999, "p = 1"), (0.567, "p = 0.57"), (0.5, "p = 0.50"), (0.0406, "p = 0.04"), (0.0109, "p = 0.01"),
    (0.0095, "p = 0.01"), (0.008, "p = 0.008"), (0.000194, "p = 0.0002"), (0.0001, "p = 0.0001"),
    (0.00009, "p < 0.0001"), (0, "p < 0.0001"),
  ])
  func pValues(_ value: Double, _ text: String) { #expect(TrendWording.pValue(value) == text) }

  @Test func backAndGone() {
    #expect(
      absences(positionsSeen: [0, 6], positionsRun: Array(0...6)).returns.map(TrendWording.back) == [
        "back after 5 builds"
      ])
    #expect(TrendWording.gone(runs: 12_000) == "0 in 12,000 runs: rate below 1 in 4,006 (95% limit)")
    #expect(TrendWording.gone(runs: 1) == "0 in 1 run: rate below 1 in 1 (95% limit)")
    #expect(TrendWording.gone(runs: 0) == "no runs")
  }

  /// A result is reported as counts, ratio and interval, never as a grade of certainty.
  @Test func forbiddenWordsAreAbsent() throws {
    for recent in [0, 1, 4, 5, 30, 4000, Int.max] {
      for base in [0, 1, 9, 5000, Int.max] {
        let sentence = try #require(Self.sentence(recent, base)).lowercased()
        for word in ["significan", "confiden", "certain", "% sure", "nan", "inf", "e+"] {
          #expect(!sentence.contains(word), "\(sentence)")
        }
      }
    }
  }
}
