internal import Trends
internal import Vocabulary

extension TrendSection {
  /// Back in the latest build of its app after at least three builds without it, without having been resolved.
  package static let back = TrendSection(
    id: "back", title: "Back",
    statement: back,
    page: PageWords("Seen again after at least three builds without it.", .warm, isMark: true, statement: back),
    includes: { row, _ in row.back != nil })

  @Sendable private static func back(_ row: TrendReport.Row, _ context: Context) -> String {
    (row.back.map { TrendWording.back($0) + "; " } ?? "") + counts(row)
  }
}
