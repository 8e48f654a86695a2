import Synchronization

/// Values by key, each created on first use.
final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let created = Mutex<[Key: Value]>([:])

  /// Returns the value; `create` is called at most once for a key, and must not use the memo itself.
  func value(_ key: Key, _ create: () -> Value) -> Value {
    created.withLock { values in
      if let value = values[key] { return value }
      let new = create()
      values[key] = new
      return new
    }
  }
}

/// A value that is created on first use: few reports need it, but several patterns may.
///
/// Reading takes no lock, because some values are read for every frame.
final class OnDemand<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let created = AtomicLazyReference<Box>()

  /// Returns the value. Threads that ask for it at the same time may all call `create`, and use the same result.
  func value(_ create: () -> Value) -> Value {
    if let box = created.load() { return box.value }
    return created.storeIfNil(Box(create())).value
  }
}
