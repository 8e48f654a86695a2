extension Pattern {
  /// The words that developers type for this failure, most typical first; empty for a pattern of a user's file.
  ///
  /// Terms are error messages, terms of Apple's documents and everyday names. Letter case, punctuation and blanks are
  /// ignored: `over-release` is equal to `over release` and `overrelease`. A term that several patterns share leads to
  /// the pattern that lists it earliest.
  package var searchTermList: [String] { searchTerms.split(separator: "\n").map(String.init) }
}
