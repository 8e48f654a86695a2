import CrashReports
import Diagnosis
import Documents
import History
import Presentation
import Signatures
import Trends
package import Vocabulary

/// The user's clock: the current time, and the conversion of times to the user's time zone.
package struct LocalClock: Sendable {
  /// The current time, which may be fixed.
  package let now: Timestamp
  /// Returns the offset from UTC in seconds, east positive. Called only when a time is shown, because finding the time
  /// zone may read files.
  private let offset: @Sendable (Timestamp) -> Int

  /// Creates a clock.
  ///
  /// - Parameter offset: Returns how many seconds the user's time zone is ahead of UTC at a time.
  package init(now: Timestamp, offset: @escaping @Sendable (Timestamp) -> Int) {
    self.now = now
    self.offset = offset
  }

  /// Returns date and time, such as `2026-08-01 14:02`.
  package func dateAndTime(_ time: Timestamp) -> String {
    let text = local(time)
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }

  /// Returns the time of day, such as `14:02:11`.
  package func timeOfDay(_ time: Timestamp) -> String { String(local(time).dropFirst(11).dropLast(1)) }

  /// Returns the beginning of the user's day that was `days` days ago.
  package func midnight(_ days: Int) -> Timestamp {
    let zone = offset(now)
    let day = (now.seconds + zone - days * 86_400) / 86_400
    let midnight = Timestamp(seconds: day * 86_400 - zone)
    // The zone may have changed since.
    return Timestamp(seconds: day * 86_400 - offset(midnight))
  }

  private func local(_ time: Timestamp) -> String {
    Timestamp(seconds: max(0, time.seconds + offset(time))).rfc3339
  }
}
