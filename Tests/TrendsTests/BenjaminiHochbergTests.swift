import TestSupport
import Testing
import Trends

@Suite struct BenjaminiHochbergTests {
  @Test func agreesWithScipy() throws {
    let lines = try Repository.text(of: "Tests/Fixtures/trends/many-tests.csv").split(separator: "\n").dropFirst(2)
    #expect(lines.count == 60)
    for line in lines {
      let columns = line.split(separator: ",")
      try #require(columns.count == 2)
      let values = columns[0].split(separator: " ").compactMap { Double($0) }
      #expect(benjaminiHochberg(values) == columns[1].map { $0 == "+" }, "\(line)")
    }
  }

  /// 0.03 is above 1/3 of 5%, but it is the second smallest value and below 2/3 of 5%.
  @Test func largerOneCanCarrySmallerOnes() {
    #expect(benjaminiHochberg([0.03, 0.9, 0.03]) == [true, false, true])
    #expect(benjaminiHochberg([0.03, 0.9, 0.8]) == [false, false, false])
    #expect(benjaminiHochberg([0.04, 0.05, 0.01]) == [true, true, true])
  }

  @Test func oneTestIsJudgedByTheRateItself() {
    #expect(benjaminiHochberg([0.05]) == [true])
    #expect(benjaminiHochberg([0.050001]) == [false])
    #expect(benjaminiHochberg([0.08], rate: 0.1) == [true])
    #expect(benjaminiHochberg([]) == [])
  }

  @Test func whatIsNoProbabilityIsNotBelievedAndCounts() {
    #expect(benjaminiHochberg([.nan, -1, 0.04]) == [false, false, false])
    #expect(benjaminiHochberg([.nan, -1, 0.01]) == [false, false, true])
    #expect(benjaminiHochberg([.infinity, 7, 0.01]) == [false, false, true])
    #expect(benjaminiHochberg([0, 0.5], rate: .nan) == [false, false])
  }
}
