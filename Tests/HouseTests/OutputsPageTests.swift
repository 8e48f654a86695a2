import Foundation
import Presentation
import TestSupport
import Testing

/// The list in `docs/outputs.md` is generated from the catalog.
@Suite struct OutputsPageTests {
  static let begin = "<!-- formats: begin, written by the tests from the catalog -->\n"
  static let end = "<!-- formats: end -->"

  @Test func listIsUpToDate() throws {
    var rows = ["| `--format` | | `diagnose check` |", "|---|---|---|"]
    for format in OutputFormat.catalog {
      rows.append("| `\(format.id)` | \(format.title) | \(format.renderCheck == nil ? "" : "yes") |")
    }
    let list = rows.joined(separator: "\n") + "\n"
    let path = "docs/outputs.md"
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
}
