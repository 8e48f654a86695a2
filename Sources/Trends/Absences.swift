/// The absences of an issue from builds that ran.
package struct Absences: Equatable, Sendable {
  /// A return after an absence from at least three builds.
  package struct Return: Equatable, Sendable {
    /// The number of builds that ran without it.
    package let absent: Int
    /// The position of the first build in which it was seen again.
    package let position: Int
  }

  /// The returns, in build order.
  package let returns: [Return]
  /// The number of builds that ran after the last one in which it was seen; 0 if it was never seen.
  package let sinceLast: Int

  /// Whether it was not seen in the last three builds that ran.
  package var isGone: Bool { sinceLast >= buildsUntilGone }
}

/// The number of builds without an issue after which its next occurrence is reported as a return.
package let buildsUntilBack = 3

/// Finds the absences of an issue.
///
/// - Parameters:
///   - positionsSeen: The positions of the builds in which the issue was seen, in any order.
///   - positionsRun: The positions of the builds in which the app was seen, by reports or by runs, in any order. A build
///     that never ran does not count as an absence. Builds in `positionsSeen` need not be repeated.
package func absences(positionsSeen: [Int], positionsRun: [Int]) -> Absences {
  let (seen, run) = (positionsSeen.sorted(), positionsRun.sorted())
  var (nextSeen, nextRun) = (0, 0)
  var returns: [Absences.Return] = []
  var hasBeenSeen = false
  var absent = 0
  while nextSeen < seen.count || nextRun < run.count {
    let position = min(nextSeen < seen.count ? seen[nextSeen] : .max, nextRun < run.count ? run[nextRun] : .max)
    let isSeen = nextSeen < seen.count && seen[nextSeen] == position
    while nextSeen < seen.count, seen[nextSeen] == position { nextSeen += 1 }
    while nextRun < run.count, run[nextRun] == position { nextRun += 1 }
    if !isSeen {
      if hasBeenSeen { absent += 1 }
      continue
    }
    if absent >= buildsUntilBack { returns.append(.init(absent: absent, position: position)) }
    hasBeenSeen = true
    absent = 0
  }
  return Absences(returns: returns, sinceLast: absent)
}
