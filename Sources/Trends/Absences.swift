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
package func absences(positionsSeen: some Sequence<Int>, positionsRun: some Sequence<Int>) -> Absences {
  var (seen, run) = (positionsSeen.sorted()[...], positionsRun.sorted()[...])
  var returns: [Absences.Return] = []
  var hasBeenSeen = false
  var absent = 0
  while !seen.isEmpty || !run.isEmpty {
    let position = min(seen.first ?? .max, run.first ?? .max)
    let isSeen = seen.first == position
    while seen.first == position { seen.removeFirst() }
    while run.first == position { run.removeFirst() }
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
