import Synchronization

/// Values of a context by key, each created on first use.
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

/// A value of a context that is created on first use: few reports need it, but several patterns may.
final class OnDemand<Value: Sendable>: Sendable {
  private let created = Mutex<Value?>(nil)

  /// Returns the value; `create` is called at most once, and must not use the value itself.
  func value(_ create: () -> Value) -> Value {
    created.withLock { value in
      if let value { return value }
      let new = create()
      value = new
      return new
    }
  }
}
