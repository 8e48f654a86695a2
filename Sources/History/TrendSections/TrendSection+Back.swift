internal import Trends
internal import Vocabulary

extension TrendSection {
  /// Back in the latest build of its app after at least three builds without it, without having been resolved.
  package static let back = TrendSection(
    id: "back", title: "Back",
    statement: { row, _ in row.back.map(TrendWording.back) ?? "" },
    includes: { row, _ in row.back != nil })
}
