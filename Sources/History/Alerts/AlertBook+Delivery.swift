internal import GRDB
package import Vocabulary

extension AlertBook {
  /// When failed deliveries are tried again, and for how long.
  package struct Patience: Sendable {
    /// The pause after the first failure, in seconds; it doubles with each further one.
    package var firstPause = 30
    /// The longest pause, in seconds.
    package var maxPause = 3_600
    /// An alert that is older, in seconds, is given up after a failure.
    package var lifetime = 3 * 86_400
    /// The number of failures before an alert is given up, however old it is: after a time in which the machine was off, the
    /// network may need a while.
    package var minAttempts = 10
    /// A factor from 0.5 to 1 for each pause, so that machines that failed together do not return together.
    package var jitter: @Sendable () -> Double = { Double.random(in: 0.5...1) }

    /// The patience of the program.
    package init() {}

    /// Returns the pause after so many failures, in seconds.
    func pause(after failures: Int) -> Int {
      var pause = firstPause
      for _ in 1..<max(1, min(failures, 32)) where pause < maxPause { pause *= 2 }
      return max(1, Int(Double(min(pause, maxPause)) * min(1, max(0.5, jitter()))))
    }
  }

  /// The longest pause that a receiver can ask for, in seconds.
  private static var maxRequestedPause: Int { 3_600 }

  /// How long delivered and failed alerts are listed, in seconds.
  static let listedSeconds = 90 * 86_400

  /// Returns an alert that is due: of those with the fewest failures, the oldest. `nil` if none is.
  ///
  /// - Parameter rules: The names of the rules that the caller has; `nil` for all. An alert of another rule, which a process
  ///   with another configuration can deliver, is returned only when it is old enough to be given up.
  package func nextDue(_ now: Timestamp, of rules: Set<String>? = nil) throws(HistoryError) -> Alert? {
    try write { database -> Alert? in
      // A time far in the future is that of a wrong clock.
      let limit = now.seconds + 2 * Self.maxRequestedPause
      let old = now.seconds - Patience().lifetime
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT alert.* FROM alert LEFT JOIN pause ON pause.rule = alert.rule
          WHERE state = 'waiting' AND (next <= ?1 OR next > ?2)
            AND (pause.until IS NULL OR pause.until <= ?1 OR pause.until > ?2)
          ORDER BY attempts, at, id
          """, arguments: [now.seconds, limit])
      while let row = try rows.next() {
        let alert = Alert(row)
        if rules?.contains(alert.rule) ?? true || alert.at.seconds <= old { return alert }
      }
      return nil
    }
  }

  /// Returns the seconds until an alert may be due; `nil` if none is waiting.
  package func secondsUntilDue(_ now: Timestamp) throws(HistoryError) -> Int? {
    try write { database in
      try Int.fetchOne(
        database,
        sql: """
          SELECT min(max(next, coalesce(pause.until, 0))) FROM alert LEFT JOIN pause ON pause.rule = alert.rule
          WHERE state = 'waiting'
          """
      ).map { max(0, $0 - now.seconds) }
    }
  }

  /// Notes that an alert was delivered. What was waiting for the same receiver may be delivered now.
  package func delivered(_ alert: Alert, answer: String, now: Timestamp) throws(HistoryError) {
    try write { database in
      try database.execute(
        sql: "UPDATE alert SET state = 'delivered', ended = ?, answer = ? WHERE id = ? AND state = 'waiting'",
        arguments: [now.seconds, answer, alert.id])
      try database.execute(sql: "DELETE FROM pause WHERE rule = ?", arguments: [alert.rule])
      // Old entries are not needed for the rules.
      try database.execute(
        sql: "DELETE FROM alert WHERE state <> 'waiting' AND ended < ?", arguments: [now.seconds - Self.listedSeconds])
    }
  }

  /// Notes that a delivery failed. Returns the new state: failed, if the alert is given up.
  ///
  /// - Parameter retryAfter: The seconds after which the receiver asks to try again; at most an hour counts.
  @discardableResult package func failed(
    _ alert: Alert, error: String, retryAfter: Int? = nil, now: Timestamp, _ patience: Patience = .init()
  ) throws(HistoryError) -> State {
    try write { database in
      let attempts = alert.attempts + 1
      let isGivenUp = attempts >= patience.minAttempts && now.seconds - alert.at.seconds >= patience.lifetime
      let requested = min(Self.maxRequestedPause, max(0, retryAfter ?? 0))
      let next = now.seconds + max(requested, patience.pause(after: attempts))
      try database.execute(
        sql: """
          UPDATE alert SET attempts = ?, next = ?, answer = ?, state = ?, ended = ? WHERE id = ? AND state = 'waiting'
          """,
        arguments: [
          attempts, next, error, (isGivenUp ? State.failed : .waiting).rawValue, isGivenUp ? now.seconds : nil,
          alert.id,
        ])
      let failures =
        (try Int.fetchOne(database, sql: "SELECT failures FROM pause WHERE rule = ?", arguments: [alert.rule]) ?? 0) + 1
      try database.execute(
        sql: "INSERT OR REPLACE INTO pause (rule, failures, until) VALUES (?, ?, ?)",
        arguments: [
          alert.rule, failures, now.seconds + max(requested, patience.pause(after: failures)),
        ])
      return isGivenUp ? .failed : .waiting
    }
  }
}
