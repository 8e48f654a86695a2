import CrashReports
import Diagnosis
import Documents
import History
import Presentation
import Signatures
import Trends
package import Vocabulary

/// The reader's clock: the present time, and other times as it would show them.
package struct LocalClock: Sendable {
  /// The present time, which may be fixed.
  package let now: Timestamp
  /// Seconds east of UTC. Asked for only when a time is shown, because finding out the zone may read files.
  private let offset: @Sendable (Timestamp) -> Int

  /// - Parameter offset: how many seconds the reader's zone is ahead of UTC at a time.
  package init(now: Timestamp, offset: @escaping @Sendable (Timestamp) -> Int) {
    self.now = now
    self.offset = offset
  }

  /// `2026-08-01 14:02`.
  package func dateAndTime(_ time: Timestamp) -> String {
    let text = local(time)
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }

  /// `14:02:11`.
  package func timeOfDay(_ time: Timestamp) -> String { String(local(time).dropFirst(11).dropLast(1)) }

  private func local(_ time: Timestamp) -> String {
    Timestamp(seconds: max(0, time.seconds + offset(time))).rfc3339
  }
}
