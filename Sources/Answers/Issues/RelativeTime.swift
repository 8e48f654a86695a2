import Bytes
package import HistoryPresentation
package import Vocabulary

/// Reads times and durations that a user or an agent writes.
package enum RelativeTime {
  /// Returns the time that `2w`, `12h`, `yesterday`, `today`, a date or a date with a time means; `nil` for other text.
  package static func time(_ text: String, _ clock: LocalClock) -> Timestamp? {
    switch text.lowercased() {
    case "today": return clock.midnight(0)
    case "yesterday": return clock.midnight(1)
    default: break
    }
    if let time = Timestamp(rfc3339: text) { return time }
    guard text.last.map({ "smhdw".contains($0) }) == true, let span = seconds(text) else {
      return nil
    }
    return Timestamp(seconds: clock.now.seconds - Int(span))
  }

  /// Returns the seconds of a duration such as `2s`, `500ms`, `5m`, `1h` or `400d`, or of a number of seconds; `nil` for
  /// other text, and for more than a hundred years.
  package static func seconds(_ text: String) -> Double? {
    let units: [(String, Double)] = [
      ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400), ("w", 604_800), ("", 1),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      let digits = text.dropLast(unit.count)
      guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.isDigit || $0 == 0x2E }),
        let number = Double(digits), number * factor <= 100 * 366 * 86_400
      else { continue }
      return number * factor
    }
    return nil
  }
}

extension LocalClock {
  /// A clock for checking the form of a time.
  package static let unset = LocalClock(now: Timestamp(seconds: 0)) { _ in 0 }

  /// Returns a clock for periods of complete days: the days of a history are those of UTC, so `yesterday` is the day before
  /// the present one there, in each time zone.
  package static func ofDays(_ now: Timestamp) -> LocalClock { LocalClock(now: now) { _ in 0 } }
}
