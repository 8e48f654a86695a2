import CrashReports
import Foundation
import TestSupport
import Testing

/// The list in `docs/formats.md` is generated from the catalog.
@Suite struct FormatsPageTests {
  static let begin = "<!-- formats: begin, written by the tests from the catalog -->\n"
  static let end = "<!-- formats: end -->"

  @Test func listIsUpToDate() throws {
    var rows = ["| id | what | read |", "|---|---|---|"]
    for format in ReportFormat.catalog {
      rows.append(
        "| `\(format.id)` | **\(format.title)**. \(format.summary) | \(format.isRead ? "yes" : "named only") |")
    }
    let list = rows.joined(separator: "\n") + "\n"
    let path = "docs/formats.md"
    var page = try Repository.text(of: path)
    let from = try #require(page.range(of: Self.begin)).upperBound
    let to = try #require(page.range(of: Self.end)).lowerBound
    if Repository.updatesExpected {
      page.replaceSubrange(from..<to, with: list)
      try Data(page.utf8).write(to: Repository.url(path))
    } else {
      #expect(String(page[from..<to]) == list, "run: UPDATE_EXPECTED=1 scripts/test --filter HouseTests")
    }
  }

  @Test func identifiersAreUnique() {
    let ids = ReportFormat.catalog.map(\.id)
    #expect(Set(ids).count == ids.count)
  }
}
