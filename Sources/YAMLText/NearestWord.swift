import Bytes
import Vocabulary

/// Suggestions for misspelled words.
package enum NearestWord {
  /// Returns the known word with the fewest edits from `word`, ignoring letter case; `nil` if none is near.
  package static func to(_ word: String, among known: [String]) -> String? {
    let typed = word.lowercased()
    let limit = max(1, typed.utf8.count / 3)
    let near = known.compactMap { candidate in
      editDistance(typed, candidate.lowercased(), limit: limit).map { (distance: $0, word: candidate) }
    }
    return near.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
  }

  /// Returns a hint with the nearest word, or with all words if none is near.
  package static func hint(_ word: String, among known: [String]) -> String {
    if let near = to(word, among: known) { return "Did you mean '\(near)'?" }
    return known.count <= 24 ? "Valid values: \(known.joined(separator: ", "))." : "No similar value is known."
  }
}

/// Returns text of the file for use in a message: one line, truncated, with invisible characters escaped.
package func shown(_ text: String) -> String {
  let line = text.split(whereSeparator: \.isNewline).first ?? ""
  let start = line.prefix(characters: 60)
  return start.unicodeScalars.map { VisibleText.mustEscape($0) ? VisibleText.escape($0) : String($0) }.joined()
    + (start.endIndex < line.endIndex ? "…" : "")
}
