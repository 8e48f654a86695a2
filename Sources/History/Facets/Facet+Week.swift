internal import GRDB
internal import Vocabulary

extension Facet {
  /// Weeks in UTC, from Monday.
  package static let week = Facet(
    id: "week", title: "Week of", basis: .week, isSeries: true,
    counts: { weeks(try $0.rows(.daily, $1)) },
    ofIssue: { weeks(try $0.rows(.issueDays, [.issue($1), .int($2.first), .int($2.last)])) })

  /// Sums ordered days into weeks.
  private static func weeks(_ rows: [Row]) -> [FacetCount] {
    var weeks: [(monday: Int, count: Int)] = []
    for row in rows {
      let day: Int = row[checked: "day"]
      // 1970-01-01 was a Thursday.
      let monday = day - ((day + 3) % 7 + 7) % 7
      if weeks.last?.monday == monday {
        weeks[weeks.count - 1].count += row[checked: "number"] as Int
      } else {
        weeks.append((monday, row[checked: "number"]))
      }
    }
    return weeks.map { FacetCount(value: Timestamp(day: $0.monday).date, count: $0.count) }
  }
}
