internal import GRDB
internal import Vocabulary

extension Facet {
  /// Days in UTC.
  package static let day = Facet(
    id: "day", title: "Day", basis: .day, isSeries: true,
    counts: { try $0.rows(.daily, $1).map(count) },
    ofIssue: { try $0.rows(.issueDays, [.issue($1), .int($2.first), .int($2.last)]).map(count) })

  private static func count(_ row: Row) -> FacetCount {
    FacetCount(value: Timestamp(day: row[checked: "day"]).date, count: row[checked: "number"])
  }
}
