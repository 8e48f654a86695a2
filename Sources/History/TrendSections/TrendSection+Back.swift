internal import Trends
internal import Vocabulary

extension TrendSection {
  /// Came back after at least three builds without it, though nobody had resolved it; in the latest build of its app.
  package static let back = TrendSection(
    id: "back", title: "Back",
    statement: { row, _ in row.back.map(TrendWording.back) ?? "" },
    includes: { row, _ in row.back != nil })
}
