/// Finds the words that are most similar to what the user typed.
package enum Suggestion {
  /// Returns the words nearest to `word`, best first: similar in spelling, or containing it.
  package static func nearest(to word: String, among words: [String], limit: Int = 3) -> [String] {
    let lowered = word.lowercased()
    let typed = Array(lowered.utf8.prefix(64))
    guard !typed.isEmpty else { return [] }
    let scored = words.compactMap { candidate -> (Int, String)? in
      let bytes = Array(candidate.utf8)
      let distance = distance(typed, bytes)
      if distance <= max(1, typed.count / 3) { return (distance, candidate) }
      return typed.count >= 3 && lowered.utf8.count <= bytes.count && candidate.contains(lowered)
        ? (bytes.count, candidate) : nil
    }
    return scored.sorted { $0 < $1 }.prefix(limit).map(\.1)
  }

  /// Optimal string alignment distance: insertions, deletions, substitutions, and swaps of neighbors.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for (row, byte) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(previous[column + 1] + 1, current[column] + 1, previous[column] + (byte == other ? 0 : 1))
        if row > 0, column > 0, byte == right[column - 1], other == left[row - 1] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      before = previous
      previous = current
    }
    return previous[right.count]
  }
}
