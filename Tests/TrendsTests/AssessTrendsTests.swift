import TestSupport
import Testing
import Trends

@Suite struct AssessTrendsTests {
  /// Daily counts spread as evenly as possible over 28 days, of which the last 7 contain `recent`.
  static func issue(
    _ key: String, _ recent: Int, _ base: Int, daily: [Int]? = nil, builds: Int? = nil, days: Int = 0, runs: Int? = nil
  ) -> IssueCounts {
    let even =
      (0..<21).map { base * 3 / 4 * ($0 + 1) / 21 - base * 3 / 4 * $0 / 21 }
      + (0..<7).map { recent * ($0 + 1) / 7 - recent * $0 / 7 }
    return IssueCounts(
      key: key, recent: recent, base: base, daily: daily ?? even, buildsSinceLast: builds, daysSinceLast: days,
      runsSinceLast: runs)
  }

  static func verdict(_ issue: IssueCounts) -> TrendVerdict? { assessTrends([issue]).first?.verdict }

  @Test func oneIssueIsJudgedByItself() {
    #expect(Self.verdict(Self.issue("grows", 12, 9)) == .growing)
    #expect(Self.verdict(Self.issue("new", 5, 0)) == .growing)
    #expect(Self.verdict(Self.issue("as before", 7, 28)) == .steady)
    #expect(Self.verdict(Self.issue("fewer", 2, 60)) == .falling)
    #expect(Self.verdict(Self.issue("none", 0, 20, days: 8)) == .falling)
  }

  @Test func belowFiveNothingIsCalled() {
    // p = 0.0016, but only four reports.
    #expect(Self.verdict(Self.issue("four", 4, 0)) == .tooFew)
    #expect(Self.verdict(Self.issue("four before", 0, 4, days: 9)) == .tooFew)
    #expect(Self.verdict(Self.issue("never", 0, 0, days: 10)) == .tooFew)
  }

  @Test func amongManyTheSameNumbersSayLess() {
    // p = 0.0109 for one issue; among 100 issues about one is expected by chance.
    let one = Self.issue("seen", 8, 9)
    #expect(Self.verdict(one) == .growing)
    let others = (0..<99).map { Self.issue("steady \($0)", 7, 28) }
    let judged = assessTrends([one] + others)
    #expect(judged[0].verdict == .watch)
    #expect(judged.dropFirst().allSatisfy { $0.verdict == .steady })
    #expect(judged.map(\.key) == ["seen"] + others.map(\.key))
  }

  /// An issue with p = 0.0406 must not become significant through eight issues with p = 0.008 but too few events.
  @Test func tooFewDoNotHelpOthers() {
    let few = (0..<8).map { Self.issue("few \($0)", 3, 0) }
    let judged = assessTrends(few + [Self.issue("more", 30, 80, daily: [Int](repeating: 3, count: 28))])
    #expect(judged.dropLast().allSatisfy { $0.verdict == .tooFew })
    #expect(judged.last?.verdict == .watch)
  }

  @Test func issuesWithoutEventsAreNoTests() {
    let silent = (0..<500).map { Self.issue("silent \($0)", 0, 0, days: 100) }
    let judged = assessTrends(silent + [Self.issue("seen", 8, 9)])
    #expect(judged.last?.verdict == .growing)
    #expect(judged.dropLast().allSatisfy { $0.verdict == .gone })
  }

  /// Twenty reports of one day are about one event. They are reported, but not as growth.
  @Test func burstIsOneEvent() throws {
    var days = [Int](repeating: 0, count: 35)
    days[32] = 20
    let burst = try #require(assessTrends([Self.issue("burst", 20, 0, daily: days)]).first)
    #expect(burst.isBursty)
    #expect(burst.verdict == .burst)
    #expect(burst.burst == Burst([20]))
    #expect(burst.comparison.ratio == .infinity)
    #expect(Self.verdict(Self.issue("spread", 20, 0)) == .growing)
  }

  /// One report 20 days ago, then 30 in three days, from 30 devices: the rise must not hide itself.
  @Test func aSurgeIsGrowth() throws {
    var days = [Int](repeating: 0, count: 35)
    days[14] = 1
    for day in 32..<35 { days[day] = 10 }
    let steady = Self.issue("steady", 7, 28, daily: [Int](repeating: 1, count: 35))
    for devices in [DeviceCounts(recent: 30, dispersion: 1), nil] {
      var issue = Self.issue("surge", 30, 1, daily: days)
      issue.devices = devices
      let judged = assessTrends([issue, steady])
      #expect(judged.map(\.verdict) == [.growing, .steady])
      #expect(judged[0].devices == devices?.recent)
      #expect(
        TrendWording.sentence(judged[0]).hasSuffix(devices == nil ? "30 in 3 days" : "30 in 3 days on 30 devices"))
    }
    var loop = Self.issue("one device", 30, 1, daily: days)
    loop.devices = DeviceCounts(recent: 1, dispersion: Dispersion.index(ofClusters: [1, 10, 10, 10]))
    #expect(assessTrends([loop])[0].dispersion.factor == assessTrends([loop])[0].dispersion.ofDays)
  }

  /// A burst among others like it is not reported.
  @Test func burstsAsBeforeAreSteady() {
    let days = (0..<35).map { $0 % 7 == 3 ? 20 : 0 }
    #expect(Self.verdict(Self.issue("weekly", 20, 80, daily: days)) == .steady)
  }

  @Test func fiveReportsAreNeverTooFew() {
    for recent in 0...12 {
      for base in 0...12 where recent + base >= 5 {
        for day in [28, 31, 34] {
          var days = [Int](repeating: 0, count: 35)
          days[day] = recent
          days[3] = base
          #expect(Self.verdict(Self.issue("", recent, base, daily: days)) != .tooFew)
        }
      }
    }
  }

  @Test func burstsDivideTheCountsOfTheTest() throws {
    let days = (0..<35).map { $0 % 4 == 0 ? 12 : 0 }
    let judged = try #require(assessTrends([Self.issue("bursts", 24, 84, daily: days)]).first)
    let factor = judged.dispersion.factor
    #expect(factor > 9 && factor < 11)
    // 24 / 9.5 is rounded down, 84 / 9.5 up.
    let divided = RateComparison(recent: Rate(events: 2, exposure: 7), base: Rate(events: 9, exposure: 28))
    #expect(judged.comparison.pValue == divided.pValue)
    #expect(agree(judged.comparison.ratio, 24.0 / 84 * 4, within: 1e-12))
    #expect(judged.recent.events == 24 && judged.base.events == 84)
    #expect(judged.verdict == .steady)
  }

  @Test func goneAfterThreeBuildsOrFourWeeks() {
    #expect(Self.verdict(Self.issue("builds", 0, 6, builds: 3, days: 8)) == .gone)
    #expect(Self.verdict(Self.issue("two builds", 0, 6, builds: 2, days: 8)) == .steady)
    #expect(Self.verdict(Self.issue("days", 0, 0, days: 28)) == .gone)
    #expect(Self.verdict(Self.issue("old build only", 1, 6, builds: 4, days: 1)) == .gone)
  }

  /// Five events of a period with the share s of all runs have p = s⁵, which is 0.05 for s = 0.5492803.
  @Test func watchBeginsAtFivePercent() {
    let others = (0..<3).map { Self.issue("steady \($0)", 7, 28) }
    for (runs, verdict) in [(540_000, .watch), (549_280, .watch), (549_281, .steady), (560_000, .steady)]
      as [(Int, TrendVerdict)]
    {
      var issue = Self.issue("seen", 5, 0)
      issue.runs = RunCounts(recent: runs, base: 1_000_000 - runs)
      let judged = assessTrends([issue] + others)[0]
      #expect(judged.verdict == verdict && (judged.comparison.pValue < 0.05) == (verdict == .watch), "\(runs)")
      #expect(agree(judged.comparison.pValue, 0.05, within: runs / 1_000 == 549 ? 1e-4 : 1))
    }
  }

  /// The recent period may be longer than the four weeks: an issue with an event in it is not gone.
  @Test func anIssueWithRecentEventsIsNotGone() {
    func verdict(_ recent: Int, _ base: Int, days: Int) -> TrendVerdict? {
      assessTrends([Self.issue("", recent, base, days: days)], recentDays: 60, baseDays: 240).first?.verdict
    }
    #expect(verdict(5, 20, days: 27) == .steady && verdict(5, 20, days: 28) == .steady)
    #expect(verdict(1, 6, days: 40) == .steady && verdict(1, 1, days: 40) == .tooFew)
    #expect(verdict(0, 6, days: 27) == .steady && verdict(0, 6, days: 28) == .gone)
  }

  @Test func growthInOldBuildsIsSaidBeforeGone() {
    #expect(Self.verdict(Self.issue("grows", 12, 9, builds: 5)) == .growing)
  }

  @Test func runsAreTheExposureIfKnown() throws {
    // Twice the reports with twice the runs.
    var issue = Self.issue("more runs", 40, 80)
    #expect(assessTrends([issue])[0].verdict == .growing)
    issue.runs = RunCounts(recent: 2000, base: 4000)
    let byRuns = assessTrends([issue])[0]
    #expect(byRuns.verdict == .steady)
    #expect(byRuns.comparison.ratio == 1)
    #expect(byRuns.unit == .runs)
  }

  @Test func runsWithoutItBoundTheRate() throws {
    let gone = try #require(assessTrends([Self.issue("gone", 0, 9, builds: 4, days: 9, runs: 3000)]).first)
    let below = try #require(gone.rateBelow)
    #expect(agree(below, 0.001, within: 0.002))
    #expect(assessTrends([Self.issue("unknown", 0, 9, days: 9)])[0].rateBelow == nil)
    #expect(assessTrends([Self.issue("no runs", 0, 9, days: 9, runs: 0)])[0].rateBelow == nil)
  }

  @Test func hostileCountsHaveAnAnswer() {
    let odd = [Int.min, -1, 0, 4, .max]
    for recent in odd {
      for base in odd {
        for days in odd {
          var issue = IssueCounts(
            key: "", recent: recent, base: base, daily: odd, buildsSinceLast: recent, daysSinceLast: days,
            runsSinceLast: base)
          #expect(assessTrends([issue], recentDays: days, baseDays: recent).count == 1)
          issue.runs = RunCounts(recent: base, base: days)
          #expect(assessTrends([issue]).count == 1)
        }
      }
    }
    #expect(assessTrends([]).isEmpty)
  }

  /// Among many issues that do not change, one is rarely significant: in about 5% of the reports.
  @Test func chanceAloneIsRarelyCalled() {
    var chance = SeededRandom(seed: 20)
    var pages = 0
    for _ in 0..<200 {
      let issues = (0..<40).map { number in
        var days = [Int](repeating: 0, count: 35)
        for _ in 0..<(5 + number * 2) { days[Int.random(in: 0..<35, using: &chance)] += 1 }
        return IssueCounts(
          key: "\(number)", recent: days[28...].reduce(0, +), base: days[..<28].reduce(0, +), daily: days,
          daysSinceLast: 0)
      }
      if assessTrends(issues).contains(where: { $0.verdict == .growing }) { pages += 1 }
    }
    #expect(pages <= 14, "\(pages) of 200")
  }

  /// A report of three thousand issues.
  @Test func thousandsOfIssuesAreJudgedAtOnce() {
    let issues = (1...3000).map { Self.issue("\($0)", 25_000 / $0, 100_000 / $0) }
    let fastest =
      (0..<3).map { _ in ProcessorTime.seconds { #expect(assessTrends(issues).count == 3000) } }.min() ?? 0
    #expect(fastest < 2, "\(fastest) s")
  }
}

/// xorshift64*: the same on every machine.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
