import Bytes
import Synchronization

/// A `GramSet` that is created on first use.
final class LazyGramSet: Sendable {
  private let create: @Sendable () -> GramSet
  private let created = Mutex<GramSet?>(nil)

  init(_ create: @escaping @Sendable () -> GramSet) { self.create = create }

  /// Returns false if `grams` do not all occur in the set.
  func mayContain(_ grams: [UInt16]) -> Bool {
    created.withLock { set in
      if let set { return set.mayContain(grams) }
      let new = create()
      set = new
      return new.mayContain(grams)
    }
  }
}

extension GlobSet {
  /// Returns false if none of the globs matches any of the texts from which `set` was created.
  func mayMatch(_ set: LazyGramSet) -> Bool { grams.contains { set.mayContain($0) } }
}
