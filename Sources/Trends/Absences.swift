/// Where an issue was away, in builds that ran.
package struct Absences: Equatable, Sendable {
  /// A time that it was away for at least three builds and came back.
  package struct Return: Equatable, Sendable {
    /// Builds that ran without it.
    package let absent: Int
    /// Position of the first build that had it again.
    package let position: Int
  }

  /// In the order of builds.
  package let returns: [Return]
  /// Builds that ran without it after the last that had it; 0 if it was never seen.
  package let sinceLast: Int

  /// None in the last three builds that ran.
  package var isGone: Bool { sinceLast >= buildsUntilGone }
}

/// Builds without an issue that make its return worth a word.
package let buildsUntilBack = 3

/// Finds the absences of an issue.
///
/// - Parameters:
///   - positionsSeen: Positions of the builds that had it.
///   - positionsRun: Positions of the builds in which the app was seen at all, by reports or by runs, in any order. A
///     build that never ran proves nothing by its silence. Where the issue was seen, the app was.
package func absences(positionsSeen: Set<Int>, positionsRun: [Int]) -> Absences {
  var returns: [Absences.Return] = []
  var hasBeenSeen = false
  var absent = 0
  for position in positionsSeen.union(positionsRun).sorted() {
    if !positionsSeen.contains(position) {
      if hasBeenSeen { absent += 1 }
      continue
    }
    if absent >= buildsUntilBack { returns.append(.init(absent: absent, position: position)) }
    hasBeenSeen = true
    absent = 0
  }
  return Absences(returns: returns, sinceLast: absent)
}
