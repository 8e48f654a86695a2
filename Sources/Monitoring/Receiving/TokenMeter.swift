package import Platform

/// Counts what each token uses, in memory: a restart begins anew.
package final class TokenMeter: Sendable {
  private struct Use {
    /// The requests that are still permitted, which grow with time up to the limit.
    var requests: Double
    var filled: Moment
    /// The bytes since the beginning of the day of this token.
    var bytes = 0
    var day: Moment
  }

  private static let day = 86_400.0

  private let requestsPerMinute: Int
  private let bytesPerDay: Int
  private let clock: MonotonicClock
  private let uses = Guarded<[String: Use]>([:])

  /// A meter with the limits of each token.
  package init(requestsPerMinute: Int, bytesPerDay: Int, clock: MonotonicClock = .system) {
    self.requestsPerMinute = max(1, requestsPerMinute)
    self.bytesPerDay = max(1, bytesPerDay)
    self.clock = clock
  }

  /// Counts a request. Returns `nil` if it is permitted, otherwise the seconds until the next one is.
  package func countRequest(_ token: String) -> Int? {
    use(token) { use, _ in
      if use.requests >= 1 {
        use.requests -= 1
        return nil
      }
      return Int(((1 - use.requests) * 60 / Double(requestsPerMinute)).rounded(.up))
    }
  }

  /// Counts bytes of a body. Returns `nil` if they are permitted, otherwise the seconds until the next day of the token.
  package func count(bytes: Int, _ token: String) -> Int? {
    use(token) { use, now in
      guard bytes <= bytesPerDay - use.bytes else { return Self.secondsLeft(use, now) }
      use.bytes += bytes
      return nil
    }
  }

  /// Returns `nil` if so many bytes would be permitted now, otherwise the seconds until the next day of the token.
  package func check(bytes: Int, _ token: String) -> Int? {
    use(token) { use, now in bytes <= bytesPerDay - use.bytes ? nil : Self.secondsLeft(use, now) }
  }

  private static func secondsLeft(_ use: Use, _ now: Moment) -> Int {
    Int(max(1, day - now.seconds(since: use.day)).rounded(.up))
  }

  private func use(_ token: String, _ body: (inout Use, Moment) -> Int?) -> Int? {
    let now = clock.now
    let limit = Double(requestsPerMinute)
    return uses.withLock { uses in
      var use = uses[token] ?? Use(requests: limit, filled: now, day: now)
      let elapsed = max(0, now.seconds(since: use.filled))
      use.requests = min(limit, use.requests + elapsed * limit / 60)
      use.filled = now
      if now.seconds(since: use.day) >= Self.day { (use.bytes, use.day) = (0, now) }
      defer { uses[token] = use }
      return body(&use, now)
    }
  }
}
