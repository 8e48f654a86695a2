package import Trends
package import Vocabulary

extension TrendSection {
  /// All sections, in the order of text, JSON and pages. Add a new section here.
  package static let catalog: [TrendSection] = [
    .new, .regressed, .back, .growing, .burst, .watch, .fixed, .tooFew, .gone, .falling, .steady,
  ]

  /// Returns the section in which an issue is shown: a regression is more important than a new issue; otherwise the first
  /// in the catalog that includes it. `nil` if none does.
  package static func section(of row: TrendReport.Row, _ now: Timestamp) -> TrendSection? {
    precedence.first { $0.includes(row, now) }
  }

  /// A regressed issue is in that section, even if another section includes it.
  private static let precedence: [TrendSection] = [.regressed] + catalog

  /// Returns the section of the issues with this verdict.
  package static func section(of verdict: TrendVerdict) -> TrendSection {
    switch verdict {
    case .growing: .growing
    case .burst: .burst
    case .watch: .watch
    case .tooFew: .tooFew
    case .gone: .gone
    case .falling: .falling
    case .steady: .steady
    }
  }
}
