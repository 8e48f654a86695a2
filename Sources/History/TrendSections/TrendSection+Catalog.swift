package import Trends
internal import Vocabulary

extension TrendSection {
  /// In the order of text, JSON and pages; a new section is a new line.
  package static let catalog: [TrendSection] = [
    .new, .regressed, .back, .growing, .watch, .tooFew, .gone, .falling, .steady,
  ]

  /// The section of all issues with this verdict.
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
