import Synchronization

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
