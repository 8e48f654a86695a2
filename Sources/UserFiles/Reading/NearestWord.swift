import Diagnosis
import Vocabulary

/// The word that was probably meant.
enum NearestWord {
  /// The known word with the fewest edits from `word`, letter case aside; `nil` if none is near.
  static func to(_ word: String, among known: [String]) -> String? {
    let typed = word.lowercased()
    let limit = max(1, typed.utf8.count / 3)
    let near = known.compactMap { candidate in
      editDistance(typed, candidate.lowercased(), limit: limit).map { (distance: $0, word: candidate) }
    }
    return near.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
  }

  /// A sentence for a hint: the nearest word, else all of them.
  static func hint(_ word: String, among known: [String]) -> String {
    if let near = to(word, among: known) { return "Did you mean '\(near)'?" }
    return known.count <= 24 ? "Known: \(known.joined(separator: ", "))." : "Nothing known is near it."
  }
}

/// Text of the file within a message: cut where it is long, and what cannot be seen is named.
func shown(_ text: String) -> String {
  let line = text.split(whereSeparator: \.isNewline).first ?? ""
  let start = line.prefix(60)
  return start.unicodeScalars.map { VisibleText.mustEscape($0) ? VisibleText.escape($0) : String($0) }.joined()
    + (start.endIndex < line.endIndex ? "…" : "")
}
