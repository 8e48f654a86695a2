import Bytes

extension RedactionLabel {
  /// Labels in other languages. Some are words of several languages, or also English ones, of which the first is used.
  static func inOtherLanguages(
    _ concept: RedactionLanguages.Concept, extent: Extent = .part, isSpaced: Bool = false,
    value: @escaping @Sendable (inout RedactionScanner, RedactionField) -> RedactionScanner.Match?
  ) -> RedactionLabel {
    RedactionLabel(extent, RedactionLanguages.names(concept), isSpaced: isSpaced, value: value)
  }
}
