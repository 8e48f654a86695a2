#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A value that one thread at a time accesses, and for whose changes threads can wait.
///
/// Waits are measured by the monotonic clock, so that a change of the time of day neither ends nor extends them. It is not
/// Synchronization's `Mutex`, which has no waits, and whose slow path on Linux is in a library that is not instrumented for
/// ThreadSanitizer, which then reports races that do not exist.
package final class Guarded<Value>: @unchecked Sendable {
  private var value: Value
  /// At fixed addresses, which the system requires.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Creates a guarded value.
  package init(_ value: sending Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(changed, nil)
    #elseif canImport(Glibc)
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(changed, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Calls `body` with the value while no other thread accesses it. Threads that wait are not woken.
  ///
  /// `body` must not access the guarded value itself.
  package func withLock<Result, Fault: Error>(
    _ body: (inout Value) throws(Fault) -> Result
  ) throws(Fault) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Calls `body` as `withLock` does, and wakes the threads that wait.
  package func change<Result, Fault: Error>(
    _ body: (inout Value) throws(Fault) -> Result
  ) throws(Fault) -> Result {
    defer { wake() }
    return try withLock(body)
  }

  /// Wakes the threads that wait, to check the value again.
  package func wake() { pthread_cond_broadcast(changed) }

  /// Waits until `body` returns a result, which it may take out of the value. It is called when the wait begins, and each
  /// time the thread is woken. Wakes no other thread.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }

  /// Waits as `wait(for:)` does, at most until `deadline`; then returns `nil` if `body` still does.
  package func wait<Result>(until deadline: Moment, for body: (inout Value) -> Result?) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      guard pause(until: deadline) else { return body(&value) }
    }
  }

  /// Waits for a change; returns false if the deadline passed.
  private func pause(until deadline: Moment) -> Bool {
    let now = Moment.now
    guard now < deadline else { return false }
    #if canImport(Darwin)
      var time = Moment.systemTime(nanoseconds: deadline.nanoseconds - now.nanoseconds)
      pthread_cond_timedwait_relative_np(changed, mutex, &time)
    #elseif canImport(Glibc)
      var time = Moment.systemTime(nanoseconds: deadline.nanoseconds)
      pthread_cond_timedwait(changed, mutex, &time)
    #endif
    return true
  }
}
