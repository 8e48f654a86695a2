extension Pattern {
  /// Every known failure, sorted by id. A new pattern is one file in `Patterns/` and one line here.
  package static let catalog: [Pattern] = [
    ibAgentCrashedUnspecified,
    ibAgentExceptionUnspecified,
    ibFontCFReleaseNull,
    ibOverlaysMainBundleNib,
    nibSelfClassRecursion,
  ]

  /// The pattern with this permanent identifier.
  package static func with(id: String) -> Pattern? { byID[id] }

  private static let byID = Dictionary(catalog.map { ($0.id, $0) }) { first, _ in first }
}
