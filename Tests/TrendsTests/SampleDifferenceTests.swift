import Platform
import Testing
import Trends

/// The decision between new, gone, worse, better and chance, and how often it is wrong.
@Suite struct SampleDifferenceTests {
  private static func verdicts(
    _ counts: [(before: Int, after: Int)], before: Double = 1000, after: Double = 1000, dispersion: Double = 1
  ) -> [DifferenceVerdict] {
    let issues = counts.enumerated().map { index, count in
      SampleCounts(key: String(index), before: count.before, after: count.after, dispersion: dispersion)
    }
    return assessDifferences(issues, before: before, after: after).map(\.verdict)
  }

  @Test(arguments: [
    (0, 20, DifferenceVerdict.new), (20, 0, .gone), (10, 40, .worse), (40, 10, .better), (10, 12, .unchanged),
    (0, 4, .tooFew), (4, 0, .tooFew), (2, 2, .tooFew), (0, 5, .unchanged), (0, 6, .new), (0, 0, .tooFew),
  ])
  func decision(before: Int, after: Int, verdict: DifferenceVerdict) {
    #expect(Self.verdicts([(before, after)]) == [verdict])
  }

  /// Twice the reports with twice the exposure are not a difference.
  @Test func ratesAreCompared() {
    #expect(Self.verdicts([(50, 100)], before: 1000, after: 2000) == [.unchanged])
    #expect(Self.verdicts([(50, 50)], before: 1000, after: 4000) == [.better])
    #expect(Self.verdicts([(0, 40)], before: 0, after: 1000) == [.unchanged], "an unknown exposure is not compared")
    #expect(Self.verdicts([(5, 40)], before: .nan, after: 1000) == [.unchanged])
    #expect(Self.verdicts([(0, 4)], before: 10_000, after: 100) == [.tooFew], "four reports, however improbable")
    #expect(Self.verdicts([]).isEmpty)
    #expect(Self.verdicts([(.max, .max)]) == [.unchanged])
  }

  /// The difference that is called for one issue is not called among many.
  @Test func theNumberOfIssuesCounts() {
    let one = [(before: 5, after: 17)]
    #expect(Self.verdicts(one) == [.worse])
    #expect(Self.verdicts(one + [(before: Int, after: Int)](repeating: (10, 10), count: 200))[0] == .unchanged)
  }

  @Test func aDeviceInALoopIsNotManyFailures() {
    #expect(Self.verdicts([(0, 45)], dispersion: 45) == [.unchanged])
    #expect(Self.verdicts([(0, 45)], dispersion: 2) == [.new], "within the threshold")
  }

  /// An issue that the first sample has with reports that are not compared is not new.
  @Test func anIssueWithoutComparedEventsIsNotNew() {
    var counts = SampleCounts(key: "a", before: 0, after: 30)
    counts.occursBefore = true
    #expect(assessDifferences([counts], before: 10, after: 10).map(\.verdict) == [.worse])
    counts = SampleCounts(key: "a", before: 30, after: 0)
    counts.occursAfter = true
    #expect(assessDifferences([counts], before: 10, after: 10).map(\.verdict) == [.better])
  }

  /// Exchanging the samples exchanges the verdicts.
  @Test func theDecisionIsSymmetric() {
    var chance = SeededRandom(seed: 5)
    let opposite: [DifferenceVerdict: DifferenceVerdict] = [.new: .gone, .gone: .new, .worse: .better, .better: .worse]
    for _ in 0..<100 {
      let counts = (0..<12).map { _ in
        (before: Int.random(in: 0..<30, using: &chance), after: Int.random(in: 0..<30, using: &chance))
      }
      let there = Self.verdicts(counts, before: 300, after: 500)
      let back = Self.verdicts(counts.map { (before: $0.after, after: $0.before) }, before: 500, after: 300)
      #expect(back == there.map { opposite[$0] ?? $0 })
    }
  }

  // MARK: - Simulation

  private static func poisson(_ mean: Double, _ chance: inout SeededRandom) -> Int {
    var (count, product) = (0, Double.random(in: 0..<1, using: &chance))
    while product > exp(-mean), count < 2000 {
      count += 1
      product *= Double.random(in: 0..<1, using: &chance)
    }
    return count
  }

  /// Two samples of the same rates have no difference in at least 95 of 100 histories; exposures differ.
  @Test(arguments: [(20, 1.0), (5, 3.0), (60, 0.2)])
  func equalSamplesHaveNoDifference(issues: Int, ratio: Double) {
    var chance = SeededRandom(seed: 17)
    let histories = 400
    var flagged = 0
    for _ in 0..<histories {
      let counts = (0..<issues).map { _ -> (before: Int, after: Int) in
        let mean = exp(Double.random(in: -1...4.5, using: &chance))
        return (Self.poisson(mean, &chance), Self.poisson(mean * ratio, &chance))
      }
      let verdicts = Self.verdicts(counts, before: 1000, after: 1000 * ratio)
      if verdicts.contains(where: { $0 != .unchanged && $0 != .tooFew }) { flagged += 1 }
    }
    #expect(flagged <= histories / 20, "\(flagged) of \(histories)")
  }

  /// Shares of the reports, whose number is random, too.
  @Test func equalSharesHaveNoDifference() {
    var chance = SeededRandom(seed: 23)
    let histories = 400
    var flagged = 0
    for _ in 0..<histories {
      let counts = (0..<15).map { _ -> (before: Int, after: Int) in
        let mean = exp(Double.random(in: -1...4, using: &chance))
        return (Self.poisson(mean, &chance), Self.poisson(mean, &chance))
      }
      let totals = counts.reduce((0, 0)) { ($0.0 + $1.before, $0.1 + $1.after) }
      let verdicts = Self.verdicts(counts, before: Double(totals.0), after: Double(totals.1))
      if verdicts.contains(where: { $0 != .unchanged && $0 != .tooFew }) { flagged += 1 }
    }
    #expect(flagged <= histories / 20, "\(flagged) of \(histories)")
  }

  /// A rate that is four times as high is found nearly always, and the others are not called.
  @Test func largeDifferencesAreFound() {
    var chance = SeededRandom(seed: 29)
    var (found, others) = (0, 0)
    for _ in 0..<200 {
      let counts = (0..<20).map { index in
        (before: Self.poisson(12, &chance), after: Self.poisson(index == 0 ? 48 : 12, &chance))
      }
      let verdicts = Self.verdicts(counts)
      if verdicts[0] == .worse { found += 1 }
      others += verdicts.dropFirst().count { $0 != .unchanged && $0 != .tooFew }
    }
    #expect(found >= 180, "\(found) of 200")
    #expect(others <= 40, "\(others) of 3800")
  }
}
