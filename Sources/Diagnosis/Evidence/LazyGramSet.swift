import Bytes
import Synchronization

/// A `GramSet` that is made when it is first asked for.
final class LazyGramSet: Sendable {
  private let make: @Sendable () -> GramSet
  private let made = Mutex<GramSet?>(nil)

  init(_ make: @escaping @Sendable () -> GramSet) { self.make = make }

  func mayContain(_ grams: [UInt16]) -> Bool {
    made.withLock { set in
      if let set { return set.mayContain(grams) }
      let new = make()
      set = new
      return new.mayContain(grams)
    }
  }
}

extension GlobSet {
  /// False if none of the patterns matches any of the texts that `set` was made from.
  func mayMatch(_ set: LazyGramSet) -> Bool { grams.contains { set.mayContain($0) } }
}
