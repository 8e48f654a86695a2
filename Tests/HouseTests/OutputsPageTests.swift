import Foundation
import Presentation
import TestSupport
import Testing

/// The list in `docs/outputs.md` is generated from the catalog.
@Suite struct OutputsPageTests {
  @Test func listIsUpToDate() throws {
    var rows = ["| `--format` | | `diagnose check` |", "|---|---|---|"]
    for format in OutputFormat.catalog {
      rows.append("| `\(format.id)` | \(format.title) | \(format.renderCheck == nil ? "" : "yes") |")
    }
    let list = rows.joined(separator: "\n") + "\n"
    #expect(
      try Repository.part("formats", of: "docs/outputs.md", updatedTo: list) == list,
      "run: UPDATE_EXPECTED=1 scripts/test --filter HouseTests")
  }
}
