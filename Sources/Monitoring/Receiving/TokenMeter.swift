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
    /// The requests that are being received.
    var open = 0
  }

  private static let day = 86_400.0

  private let requestsPerMinute: Int
  private let bytesPerDay: Int
  private let requestsAtOnce: Int
  private let clock: MonotonicClock
  private let uses = Guarded<[String: Use]>([:])

  /// A meter with the limits of each token.
  package init(requestsPerMinute: Int, bytesPerDay: Int, requestsAtOnce: Int, clock: MonotonicClock = .system) {
    self.requestsPerMinute = max(1, requestsPerMinute)
    self.bytesPerDay = max(1, bytesPerDay)
    self.requestsAtOnce = max(1, requestsAtOnce)
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

  /// Begins to receive a request, until `leave`. Returns false if too many of the token are being received.
  package func enter(_ token: String) -> Bool {
    use(token) { use, _ in
      guard use.open < requestsAtOnce else { return 1 }
      use.open += 1
      return nil
    } == nil
  }

  /// Ends a request that was entered.
  package func leave(_ token: String) {
    uses.withLock { uses in
      if let open = uses[token]?.open { uses[token]?.open = max(0, open - 1) }
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
