import Diagnosis
import Foundation
import Presentation
import TestSupport
import Testing

/// `docs/generated/codes.md` is generated from the catalog.
@Suite struct TopicsPageTests {
  @Test func pageIsUpToDate() throws {
    let page = TopicPage.markdown(Topic.catalog)
    let path = "docs/generated/codes.md"
    if Repository.updatesExpected {
      try Data(page.utf8).write(to: Repository.url(path))
    } else {
      #expect(try Repository.text(of: path) == page, "run: UPDATE_EXPECTED=1 scripts/test --filter HouseTests")
    }
  }
}
