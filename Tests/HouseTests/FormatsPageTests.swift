import CrashReports
import Foundation
import TestSupport
import Testing

/// The list in `docs/formats.md` is generated from the catalog.
@Suite struct FormatsPageTests {
  @Test func listIsUpToDate() throws {
    var rows = ["| id | what | read |", "|---|---|---|"]
    for format in ReportFormat.catalog {
      rows.append(
        "| `\(format.id)` | **\(format.title)**. \(format.summary) | \(format.isRead ? "yes" : "named only") |")
    }
    let list = rows.joined(separator: "\n") + "\n"
    #expect(
      try Repository.part("formats", of: "docs/formats.md", updatedTo: list) == list,
      "run: UPDATE_EXPECTED=1 scripts/test --filter HouseTests")
  }

  @Test func identifiersAreUnique() {
    let ids = ReportFormat.catalog.map(\.id)
    #expect(Set(ids).count == ids.count)
  }
}
