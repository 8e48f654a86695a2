extension String {
  /// Returns the text with some of its scalars replaced.
  ///
  /// `replacing(_:with:)` compares characters. It does not find a mark of a markup language that is a part of a longer
  /// character, because an accent or a letter such as U+0D4E is joined to it, although a receiver finds it.
  package func replacingScalars(_ replacements: [Unicode.Scalar: String]) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let replacement = replacements[scalar] {
        result.append(contentsOf: replacement.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
