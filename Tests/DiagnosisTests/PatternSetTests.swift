import Analysis
import CrashReports
import TestSupport
import Testing

@testable import Diagnosis

/// The index may skip a pattern only if it does not match.
@Suite struct PatternSetTests {
  private func context(_ bytes: [UInt8]) -> [AnalysisContext] {
    ReportReader.read(bytes).reports.map { decoded in
      AnalysisContext(report: Analysis.named(decoded.value), input: bytes)
    }
  }

  @Test func nothingIsMissedInAnySampleOrExample() throws {
    var inputs = try SampleLog.all.map { try $0.bytes() }
    inputs += PatternExample.all.map { Array($0.example.unmarked.text.utf8) }
    for input in inputs {
      for one in context(input) {
        let all = Pattern.catalog.filter { $0.fallback == nil && $0.finding(in: one) != nil }.map(\.id)
        let visited = Set(PatternSet.catalog.candidates(for: one).map(\.id))
        #expect(visited.isSuperset(of: all), "not visited: \(Set(all).subtracting(visited))")
        for stage in Pattern.Fallback.allCases {
          let all = Pattern.catalog.filter { $0.fallback == stage && $0.finding(in: one) != nil }.map(\.id)
          let visited = Set(PatternSet.catalog.fallbacks(stage, for: one).map(\.id))
          #expect(visited.isSuperset(of: all), "not visited: \(Set(all).subtracting(visited))")
        }
      }
    }
  }

  @Test func wordsThatDoNotOccurAreNotVisited() throws {
    let text = "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 0 beyond bounds'"
    let one = try #require(context(Array(text.utf8)).first)
    let visited = PatternSet.catalog.candidates(for: one)
    #expect(visited.count < Pattern.catalog.count * 3 / 4)
    #expect(visited.contains { $0.id == "nsexception-range" })
  }

  @Test func orderIsThatOfTheCatalog() throws {
    let one = try #require(context(Array("Fatal error: Index out of range".utf8)).first)
    let ids = PatternSet.catalog.candidates(for: one).map(\.id)
    #expect(ids == ids.sorted())
  }
}
