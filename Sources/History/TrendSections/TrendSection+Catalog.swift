package import Trends
internal import Vocabulary

extension TrendSection {
  /// All sections, in the order of text, JSON and pages. Add a new section here.
  package static let catalog: [TrendSection] = [
    .new, .regressed, .back, .growing, .watch, .tooFew, .gone, .falling, .steady,
  ]

  /// Returns the section of the issues with this verdict.
  package static func section(of verdict: TrendVerdict) -> TrendSection {
    switch verdict {
    case .growing: .growing
    case .watch: .watch
    case .tooFew: .tooFew
    case .gone: .gone
    case .falling: .falling
    case .steady: .steady
    }
  }
}
