import Foundation
import MadePages
import Pages
import TestSupport
import Testing

/// Compares each page. `UPDATE_EXPECTED=1 scripts/test --filter PagesTests` rewrites them.
@Suite struct GoldenTests {
  @Test(arguments: ["overview", "issues", "builds", "unrecognized", "issue", "report"])
  func pageIsAsExpected(_ name: String) throws {
    let pages = AllPages(MadeHistory(.usual, issues: 3)).pages
    let html = try #require(pages.first { $0.name == name }).html
    let path = "Tests/PagesTests/Golden/\(name).html"
    if Repository.updatesExpected {
      try Data(html.utf8).write(to: Repository.url(path))
    }
    #expect(html == (try Repository.text(of: path)))
  }
}
