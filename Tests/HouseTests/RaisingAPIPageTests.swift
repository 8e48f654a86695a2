import Diagnosis
import Foundation
import Presentation
import TestSupport
import Testing

/// `docs/generated/apis.md` is generated from the catalog.
@Suite struct RaisingAPIPageTests {
  @Test func pageIsUpToDate() throws {
    let page = RaisingAPIPage.markdown(RaisingAPIIndex.standard.all)
    let path = "docs/generated/apis.md"
    if Repository.updatesExpected {
      try Data(page.utf8).write(to: Repository.url(path))
    } else {
      #expect(try Repository.text(of: path) == page, "run: UPDATE_EXPECTED=1 scripts/test --filter HouseTests")
    }
  }
}
