/// Why something about a repository is not known, as a part of a sentence: `the history is shallow`.
package struct GitFault: Error, Equatable {
  /// The reason. It contains no text of the repository.
  package var reason: String

  init(_ reason: String) { self.reason = reason }
}
