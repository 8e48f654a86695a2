internal import Platform

/// When a failed request is repeated: exponential backoff with full jitter. The waiting time after `n` failures is
/// random between 0 and `base × 2ⁿ⁻¹`, at most `cap`, so that machines that failed together do not return together.
package struct RetryPolicy: Sendable {
  /// The maximum number of attempts, at least 1.
  package var attempts = 5
  /// The base of the waiting time in milliseconds.
  package var base = 200
  /// The maximum waiting time in milliseconds.
  package var cap = 10_000
  /// The time in milliseconds after which no further attempt begins.
  package var deadline = 60_000

  /// The policy for ordinary requests.
  package init() {}

  /// One attempt only.
  package static let never: RetryPolicy = {
    var policy = RetryPolicy()
    policy.attempts = 1
    return policy
  }()

  /// The maximum waiting time after `failures` failed attempts.
  func ceiling(after failures: Int) -> Int { min(cap, base << min(failures - 1, 20)) }
}

/// The time, for requests that are repeated. Tests have another.
package struct RetryClock: Sendable {
  /// Returns milliseconds of a monotonic clock.
  package var now: @Sendable () -> Int
  /// Waits for a number of milliseconds.
  package var sleep: @Sendable (Int) -> Void
  /// Returns a random number from 0 to the given one.
  package var random: @Sendable (Int) -> Int

  /// Creates a clock.
  package init(
    now: @escaping @Sendable () -> Int, sleep: @escaping @Sendable (Int) -> Void,
    random: @escaping @Sendable (Int) -> Int
  ) {
    self.now = now
    self.sleep = sleep
    self.random = random
  }

  /// The clock of the system.
  package static let system = RetryClock(
    now: { SystemClock.monotonicMilliseconds }, sleep: { SystemClock.sleep(milliseconds: $0) },
    random: { Int.random(in: 0...max(0, $0)) })
}

extension RetryPolicy {
  /// Runs `attempt` until it succeeds, fails with an error that is not retriable, or the policy ends.
  func run<Result>(
    _ clock: RetryClock, isCanceled: () -> Bool, _ attempt: () throws(ServerError) -> Result
  ) throws(ServerError) -> Result {
    let start = clock.now()
    var failures = 0
    while true {
      do throws(ServerError) { return try attempt() } catch {
        failures += 1
        guard error.isRetriable, failures < attempts else { throw error }
        let wait = clock.random(ceiling(after: failures))
        guard clock.now() + wait - start < deadline else { throw error }
        var left = wait
        while left > 0 {
          // A request to stop is answered within a tenth of a second.
          guard !isCanceled() else { throw error }
          let part = min(left, 100)
          clock.sleep(part)
          left -= part
        }
        guard !isCanceled() else { throw error }
      }
    }
  }
}
