/// Finds a sequence of frames that repeats without gaps (step 7.3).
enum CycleStep {
  struct Cycle: Equatable {
    var start: Int
    var period: Int
    /// The number of complete turns.
    var turns: Int
    /// The number of frames of all complete turns.
    var count: Int { period * turns }
  }

  private static let maxStart = 19
  private static let maxPeriod = 16

  /// Returns the first cycle with at least 3 turns and 6 frames. Starts are tried before periods, small ones first.
  static func find(_ stack: [Int]) -> Cycle? {
    for start in 0...maxStart where stack.count - start >= 6 {
      for period in 1...maxPeriod where stack.count - start >= 3 * period {
        var at = start + period
        while at < stack.count, stack[at] == stack[at - period] { at += 1 }
        let turns = (at - start) / period
        if turns >= 3, turns * period >= 6 { return Cycle(start: start, period: period, turns: turns) }
      }
    }
    return nil
  }

  /// Returns the rotation that sorts first. A turn has at most 16 elements, so all rotations are compared.
  static func smallestRotation<Element>(_ turn: [Element], _ precedes: (Element, Element) -> Bool) -> [Element] {
    var best = 0
    for start in turn.indices.dropFirst() {
      for offset in turn.indices {
        let left = turn[(start + offset) % turn.count]
        let right = turn[(best + offset) % turn.count]
        if precedes(left, right) {
          best = start
          break
        }
        if precedes(right, left) { break }
      }
    }
    return Array(turn[best...] + turn[..<best])
  }
}
