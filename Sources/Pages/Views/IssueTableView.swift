internal import History
import Vocabulary

/// A table of issues.
struct IssueTableView {
  let label: String
  let rows: [IssueRow]
  let context: PageContext
  /// Whether first seen and builds have their own columns; otherwise builds are shown below the title.
  var isWide = false

  func write(to html: inout HTML) {
    if isWide { writeWide(to: &html) } else { writeNarrow(to: &html) }
  }

  private func writeNarrow(to html: inout HTML) {
    let columns = [
      Column("Issue", "what"), Column("Per day", "trend"), Column("Reports", "num"), Column("Last seen", "when"),
    ]
    html.cards(label, "issues", columns, rows) { cell, row, index in
      switch index {
      case 0:
        issueCell(&cell, row)
        if let statement = row.statement { cell.element("p", [.class("statement")]) { $0.text(statement, limit: 400) } }
      case 1: SparklineChart(row.days).write(to: &cell)
      case 2: cell.number(row.issue.count)
      default: cell.day(row.issue.lastSeen)
      }
    }
  }

  private func writeWide(to html: inout HTML) {
    let hasDevices = rows.contains { $0.issue.devices != nil }
    let columns =
      [Column("Issue", "what"), Column("Per day", "trend"), Column("Reports", "num")]
      + (hasDevices ? [Column("Devices", "num devices")] : [])
      + [Column("First seen", "when first"), Column("Last seen", "when"), Column("Builds", "builds")]
    html.cards(label, "issues wide", columns, rows) { cell, row, index in
      // The columns without that of devices.
      switch hasDevices && index > 2 ? index - 1 : index {
      case 0: issueCell(&cell, row)
      case 1: SparklineChart(row.days).write(to: &cell)
      case 2 where index == 3: if let devices = row.issue.devices { cell.number(devices) }
      case 2: cell.number(row.issue.count)
      case 3: cell.day(row.issue.firstSeen)
      case 4: cell.day(row.issue.lastSeen)
      default: cell.builds(row.issue.firstBuild, row.issue.lastBuild)
      }
    }
  }

  private func issueCell(_ html: inout HTML, _ row: IssueRow) {
    html.element("p", [.class("name")]) {
      context.link(to: .issue(key: row.issue.id), in: &$0) { $0.text(row.issue.title, limit: 300) }
      $0.marks(row.marks)
    }
    html.element("p", [.class("meta")]) {
      $0.element("code") { $0.text(row.issue.shortID, limit: 64) }
      if let location = row.issue.location { $0.element("code") { $0.text(location, limit: 200) } }
      if let pattern = row.issue.pattern {
        context.link(to: IssueQuery(pattern: pattern).map(PagePath.issues), in: &$0) { $0.text(pattern, limit: 100) }
      }
      if !isWide, row.issue.firstBuild != nil || row.issue.lastBuild != nil {
        $0.element("span") {
          $0.words(row.issue.firstBuild == row.issue.lastBuild ? "build " : "builds ")
          $0.builds(row.issue.firstBuild, row.issue.lastBuild)
        }
      }
    }
  }
}
