import Diagnosis
import Foundation
import Presentation
import TestSupport
import Testing

/// The catalog of patterns is complete and consistent. Each failure message states what to do.
@Suite struct PatternHouseTests {
  @Test func catalogIsSortedAndWithoutDoubles() {
    let ids = Pattern.catalog.map(\.id)
    #expect(ids == ids.sorted(), "sort Pattern+Catalog.swift by id")
    #expect(Set(ids).count == ids.count)
  }

  @Test func everyPatternFileIsInTheCatalog() throws {
    let catalog = try Repository.text(of: "Sources/Diagnosis/Pattern+Catalog.swift")
    for file in Repository.files(below: "Sources/Diagnosis/Patterns") {
      for line in try Repository.text(of: file).split(separator: "\n") {
        guard line.hasPrefix("  static let "), line.contains("= Pattern(") else { continue }
        let name = line.dropFirst("  static let ".count).prefix { $0 != " " && $0 != ":" }
        #expect(catalog.contains("    \(name),"), "add `\(name),` to Pattern+Catalog.swift")
      }
    }
  }

  /// Pattern ids are permanent: histories and users' files store them. UPDATE_EXPECTED=1 adds new ids and never removes one.
  @Test func idsArePermanent() throws {
    let path = "Tests/HouseTests/pattern-ids.expected"
    let recorded = Set(try Repository.text(of: path).split(separator: "\n").map(String.init))
    let current = Set(Pattern.catalog.map(\.id))
    #expect(recorded.subtracting(current).isEmpty, "ids were removed")
    if Repository.updatesExpected {
      try Data((recorded.union(current).sorted().joined(separator: "\n") + "\n").utf8).write(to: Repository.url(path))
    } else {
      #expect(current.subtracting(recorded).isEmpty, "run UPDATE_EXPECTED=1 scripts/test --filter HouseTests")
    }
  }

  @Test(arguments: Pattern.catalog.map(\.id))
  func referencesToOtherPatternsAreReal(_ id: String) throws {
    let pattern = try #require(Pattern.with(id: id))
    for other in pattern.supersedes + pattern.lookalikes.map(\.pattern) {
      #expect(Pattern.with(id: other) != nil, "\(other) is not in the catalog")
      #expect(other != id)
    }
  }

  @Test func supersedingHasNoCycle() {
    let graph = Dictionary(uniqueKeysWithValues: Pattern.catalog.map { ($0.id, $0.supersedes) })
    for start in graph.keys {
      var reached: Set<String> = []
      var open = graph[start] ?? []
      while let next = open.popLast() {
        #expect(next != start, "\(start) supersedes itself through other patterns")
        if reached.insert(next).inserted { open += graph[next] ?? [] }
      }
    }
  }

  @Test(arguments: Pattern.catalog.map(\.id))
  func pageIsUpToDate(_ id: String) throws {
    let pattern = try #require(Pattern.with(id: id))
    let path = "docs/generated/patterns/\(id).md"
    let page = PatternPage.markdown(pattern)
    if Repository.updatesExpected {
      let url = Repository.url(path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(page.utf8).write(to: url)
    }
    let present = try? Repository.text(of: path)
    #expect(present == page, "run: UPDATE_EXPECTED=1 scripts/test --filter HouseTests")
  }

  /// The list of all pages, by family.
  @Test func listOfPagesIsUpToDate() throws {
    var page = """
      # Failure patterns

      This list is generated from the catalog. `diagnose patterns list` prints the same list, `diagnose explain ID` a page.

      """
    for family in Pattern.Family.allCases {
      let members = Pattern.catalog.filter { $0.family == family }
      guard !members.isEmpty else { continue }
      page += "\n## \(family.rawValue)\n\n"
      for pattern in members { page += "- [`\(pattern.id)`](\(pattern.id).md) \(pattern.title)\n" }
    }
    let path = "docs/generated/patterns/README.md"
    if Repository.updatesExpected { try Data(page.utf8).write(to: Repository.url(path)) }
    let present = try? Repository.text(of: path)
    #expect(present == page, "run: UPDATE_EXPECTED=1 scripts/test --filter HouseTests")
  }

  @Test func noPageIsLeftOver() {
    let pages = Repository.files(below: "docs/generated/patterns").filter { $0 != "docs/generated/patterns/README.md" }
    let known = Set(Pattern.catalog.map { "docs/generated/patterns/\($0.id).md" })
    for page in pages { #expect(known.contains(page), "\(page) does not belong to a pattern") }
  }

  @Test func everyPatternHasASample() {
    let samples = Set(
      Repository.files(below: "sample-logs/patterns").compactMap {
        $0.split(separator: "/").dropFirst(2).first.map(String.init)
      })
    let missing = Pattern.catalog.map(\.id).filter { !samples.contains($0) }
    #expect(missing.isEmpty, "no sample in sample-logs/patterns for: \(missing)")
  }
}
