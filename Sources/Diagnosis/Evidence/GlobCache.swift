import Bytes
import Synchronization

extension GlobSet {
  private static let created = Mutex<[[String]: GlobSet]>([:])

  /// Returns the set of the globs of a pattern, which is created once and on first use: few reports need it, but those
  /// that do are evaluated by the thousand.
  ///
  /// - Parameter globs: A list that a pattern contains, never text of a report: the sets are never removed.
  static func shared(_ globs: [String]) -> GlobSet {
    created.withLock { sets in
      if let set = sets[globs] { return set }
      let set = GlobSet(globs)
      sets[globs] = set
      return set
    }
  }
}
