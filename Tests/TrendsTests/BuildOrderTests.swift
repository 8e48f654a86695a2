import Testing

@testable import Trends

@Suite struct BuildNumberTests {
  @Test(arguments: [
    ["1.9", "1.10", "1.10.1", "2"],
    ["412", "412.1", "413"],
    ["9", "10", "11", "100"],
    ["1", "1.0.1", "1.1", "1.beta", "2"],
    ["0.9", "1", "999.9.9", "99999999999999999999", "100000000000000000000", "1A5"],
    ["1..1", "1.1", "1.1.0.1"],
  ])
  func areInThisOrder(_ texts: [String]) {
    let numbers = texts.map(BuildNumber.init)
    for one in numbers.indices {
      for other in numbers.indices {
        #expect((numbers[one] < numbers[other]) == (one < other), "\(texts[one]) < \(texts[other])")
        #expect((numbers[one] == numbers[other]) == (one == other), "\(texts[one]) == \(texts[other])")
      }
    }
  }

  @Test(arguments: [["1", "1.0", "1.0.0", "01", "1.", "001.00"], ["", "0", "0.0", ".", "00"], ["b", "b.0"]])
  func areEqual(_ texts: [String]) {
    #expect(Set(texts.map(BuildNumber.init)).count == 1)
    for one in texts {
      for other in texts {
        #expect(BuildNumber(one) == BuildNumber(other))
        #expect(!(BuildNumber(one) < BuildNumber(other)))
      }
    }
  }

  @Test func numbersMayHaveAnyLength() {
    let long = String(repeating: "9", count: 100_000)
    #expect(BuildNumber(long) < BuildNumber("1" + String(repeating: "0", count: 100_000)))
    #expect(BuildNumber("1." + long) > BuildNumber("1.5"))
    #expect(BuildNumber("18446744073709551616") > BuildNumber("18446744073709551615"))
  }

  @Test func onlyPlainDigitsAreNumbers() {
    for text in ["-1", "+1", "1 ", "٣", "1e3", "0x10"] { #expect(BuildNumber(text) > BuildNumber("999999"), "\(text)") }
  }

  /// Any two texts are in exactly one of the relations less, equal and greater, and the order is transitive.
  @Test func orderIsTotal() {
    var chance = SeededRandom(seed: 5)
    let parts = ["0", "1", "9", "10", "010", "", "a", "b2", "99999999999999999999"]
    let numbers = (0..<90).map { _ in
      BuildNumber(
        (0...Int.random(in: 0...3, using: &chance)).map { _ in parts.randomElement(using: &chance) ?? "" }
          .joined(separator: "."))
    }
    for one in numbers {
      for two in numbers {
        #expect([one < two, two < one, one == two].filter(\.self).count == 1)
        if one == two { #expect(one.hashValue == two.hashValue) }
        for three in numbers where one < two && two < three { #expect(one < three) }
      }
    }
  }
}

@Suite struct BuildOrderTests {
  /// The builds with a rank, in order; equal builds are grouped in the given order.
  private func ordered(_ builds: [(version: String?, build: String?)], _ order: BuildOrder) -> [[String]] {
    let ranked = builds.compactMap { build in
      order.rank(version: build.version, build: build.build).map { (rank: $0, name: Self.name(build)) }
    }
    let groups = Dictionary(grouping: ranked) { $0.rank }
    return groups.sorted { $0.key < $1.key }.map { $0.value.map(\.name) }
  }

  private static func name(_ build: (version: String?, build: String?)) -> String {
    (build.version ?? "-") + " " + (build.build ?? "-")
  }

  @Test func ranksFollowTheBuildNumber() {
    #expect(
      ordered([("2.0", "413"), ("1.9", "412"), ("1.9", "412.1"), ("1.8", "9")], BuildOrder())
        == [["1.8 9"], ["1.9 412"], ["1.9 412.1"], ["2.0 413"]])
  }

  @Test func equalBuildsShareARank() {
    #expect(
      ordered([("1.0", "7"), ("1.1", "7.0"), ("1.1", "8"), ("1.1", "8")], BuildOrder())
        == [["1.0 7", "1.1 7.0"], ["1.1 8", "1.1 8"]])
  }

  @Test func versionCanComeFirst() {
    #expect(
      ordered([("1.10", "1"), ("1.9", "1"), ("1.9", "2"), ("1.10", nil), (nil, "3")], BuildOrder(.version))
        == [["1.9 1"], ["1.9 2"], ["1.10 -"], ["1.10 1"]])
  }

  @Test func listDecides() {
    #expect(
      ordered(
        [("2.0", "413"), ("1.9", "412"), ("1.9", "414"), ("2.1", "9"), (nil, "415")],
        BuildOrder(.list(["415", " 1.9 ", "413", "1.9 (414)", "never built", "413"])))
        == [["- 415"], ["1.9 412"], ["2.0 413"], ["1.9 414"]])
  }

  @Test func whatSaysNothingHasNoRank() {
    #expect(ordered([(nil, nil), ("1", nil), ("1", "  "), ("1", " 5\n")], BuildOrder()) == [["1  5\n"]])
    #expect(BuildOrder().rank(version: " 1", build: "5") == BuildOrder().rank(version: "1", build: " 5\n"))
  }

  @Test func outsideOfTheOrder() {
    let builds: [(version: String?, build: String?)] = [
      ("999.9.9", "999.9.9"), ("1.0", "401"), ("1.0", "405"), ("1.0-dev", "500"), ("2.0", "dev7"),
    ]
    let order = BuildOrder(outside: ["999.*", "*-dev", "2.0 (dev?)"])
    #expect(ordered(builds, order) == [["1.0 401"], ["1.0 405"]])
  }
}

@Suite struct AbsencesTests {
  @Test func backAfterFiveBuilds() {
    let found = absences(positionsSeen: [0, 1, 7], positionsRun: Array(0...8))
    #expect(found.returns == [.init(absent: 5, position: 7)])
    #expect(found.sinceLast == 1)
    #expect(!found.isGone)
  }

  @Test func twoBuildsAreNoAbsence() {
    #expect(absences(positionsSeen: [0, 3], positionsRun: [0, 1, 2, 3]).returns.isEmpty)
    #expect(absences(positionsSeen: [0, 4], positionsRun: [0, 1, 2, 3, 4]).returns.map(\.absent) == [3])
  }

  @Test func buildsThatDidNotRunDoNotCount() {
    #expect(absences(positionsSeen: [0, 9], positionsRun: [0, 4, 9]).returns.isEmpty)
    let found = absences(positionsSeen: [2], positionsRun: [2, 5, 8])
    #expect(found.sinceLast == 2 && !found.isGone)
  }

  @Test func goneAfterThree() {
    #expect(absences(positionsSeen: [4], positionsRun: [5, 6, 7]).isGone)
    #expect(!absences(positionsSeen: [4], positionsRun: [5, 5, 6, 6]).isGone)
  }

  @Test func buildsBeforeTheFirstAreNoAbsence() {
    #expect(absences(positionsSeen: [6], positionsRun: Array(0...6)) == .init(returns: [], sinceLast: 0))
  }

  @Test func neverSeenIsNotGone() {
    #expect(absences(positionsSeen: [], positionsRun: [1, 2, 3, 4]) == .init(returns: [], sinceLast: 0))
    #expect(absences(positionsSeen: [], positionsRun: []).sinceLast == 0)
  }

  @Test func everyReturnIsFoundInOrder() {
    let found = absences(positionsSeen: [-9, 4, .max], positionsRun: [.min, -8, -7, -6, 5, 6, 7, 8, .max].reversed())
    #expect(found.returns == [.init(absent: 3, position: 4), .init(absent: 4, position: .max)])
  }
}
