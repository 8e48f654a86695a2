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

  /// Whatever the texts: smaller, equal or larger, exactly one of them, and in a row.
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
  @Test func positionsFollowTheBuildNumber() {
    let order = BuildOrder([("2.0", "413"), ("1.9", "412"), ("1.9", "412.1"), ("1.8", "9")])
    #expect(order.position(of: ("1.8", "9")) == 0)
    #expect(order.position(of: ("1.9", "412")) == 1)
    #expect(order.position(of: ("1.9", "412.1")) == 2)
    #expect(order.position(of: ("2.0", "413")) == 3)
    #expect(order.count == 4)
    #expect(order.position(of: ("2.0", "414")) == nil)
  }

  @Test func equalBuildsShareAPosition() {
    let order = BuildOrder([("1.0", "7"), ("1.1", "7.0"), ("1.1", "8"), ("1.1", "8")])
    #expect(order.position(of: ("1.0", "7")) == 0)
    #expect(order.position(of: ("1.1", "7.0")) == 0)
    #expect(order.position(of: ("1.1", "8")) == 1)
    #expect(order.count == 2)
  }

  @Test func versionCanComeFirst() {
    let builds: [(version: String?, build: String?)] = [
      ("1.10", "1"), ("1.9", "1"), ("1.9", "2"), ("1.10", nil), (nil, "3"),
    ]
    let order = BuildOrder(builds, ordering: .version)
    #expect(order.position(of: ("1.9", "1")) == 0)
    #expect(order.position(of: ("1.9", "2")) == 1)
    #expect(order.position(of: ("1.10", nil)) == 2)
    #expect(order.position(of: ("1.10", "1")) == 3)
    #expect(order.position(of: (nil, "3")) == nil)
  }

  @Test func listDecides() {
    let builds: [(version: String?, build: String?)] = [
      ("2.0", "413"), ("1.9", "412"), ("1.9", "414"), ("2.1", "9"), (nil, "415"),
    ]
    let order = BuildOrder(builds, ordering: .list(["415", " 1.9 ", "413", "1.9 (414)", "never built", "413"]))
    #expect(order.position(of: (nil, "415")) == 0)
    #expect(order.position(of: ("1.9", "412")) == 1)
    #expect(order.position(of: ("2.0", "413")) == 2)
    #expect(order.position(of: ("1.9", "414")) == 3)
    #expect(order.position(of: ("2.1", "9")) == nil)
  }

  @Test func whatSaysNothingHasNoPosition() {
    let order = BuildOrder([(nil, nil), ("1", nil), ("1", "  "), ("1", " 5\n")])
    #expect(order.count == 1)
    #expect(order.position(of: (nil, nil)) == nil)
    #expect(order.position(of: ("1", nil)) == nil)
    #expect(order.position(of: ("1", "")) == nil)
    #expect(order.position(of: (" 1", "5")) == 0)
  }

  @Test func outsideOfTheOrder() {
    let builds: [(version: String?, build: String?)] = [
      ("999.9.9", "999.9.9"), ("1.0", "401"), ("1.0", "405"), ("1.0-dev", "500"), ("2.0", "dev7"),
    ]
    let order = BuildOrder(builds, outside: ["999.*", "*-dev", "2.0 (dev?)"])
    #expect(order.count == 2)
    #expect(order.position(of: ("999.9.9", "999.9.9")) == nil)
    #expect(order.position(of: ("1.0-dev", "500")) == nil)
    #expect(order.position(of: ("2.0", "dev7")) == nil)
    #expect(order.position(of: ("1.0", "405")) == 1)
  }

  @Test func resolvedIn405() throws {
    let builds = ["401", "405", "412", "999.9.9"].map { (version: String?("1"), build: String?($0)) }
    let order = BuildOrder(builds, outside: ["999.9.9"])
    let resolved = try #require(order.position(of: ("1", "405")))
    #expect(!regressed(resolvedIn: resolved, reportPosition: order.position(of: ("1", "401"))))
    #expect(regressed(resolvedIn: resolved, reportPosition: order.position(of: ("1", "405"))))
    #expect(regressed(resolvedIn: resolved, reportPosition: order.position(of: ("1", "412"))))
    #expect(!regressed(resolvedIn: resolved, reportPosition: order.position(of: ("1", "999.9.9"))))
    #expect(!regressed(resolvedIn: resolved, reportPosition: order.position(of: ("1", nil))))
  }

  @Test(arguments: [
    ("*", "", true), ("", "", true), ("", "a", false), ("a*c", "abc", true), ("a*c", "ac", true),
    ("a*c", "acb", false), ("?", "", false), ("?", "é", true), ("*a*b*", "xxaxxbxx", true), ("*a*b", "ba", false),
    ("a**", "a", true), ("[a]", "a", false),
  ])
  func patternMatches(_ pattern: String, _ text: String, _ matches: Bool) {
    #expect(BuildPattern(pattern).matches(text) == matches)
  }

  @Test func patternsDoNotExplode() {
    let text = String(repeating: "a", count: 2000)
    #expect(!BuildPattern(String(repeating: "*a", count: 200) + "*b").matches(text))
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
