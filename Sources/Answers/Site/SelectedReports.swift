import History

extension [FilterTerm] {
  /// The terms in words, such as `app Courier, not build 550`; `nil` for none.
  package var selectionWords: String? {
    isEmpty ? nil : map { ($0.isNegated ? "not " : "") + $0.dimension.noun + " " + $0.value }.joined(separator: ", ")
  }

  /// Whether the terms name values of a dimension.
  func selects(_ dimension: FilterDimension) -> Bool { contains { $0.dimension == dimension && !$0.isNegated } }
}
