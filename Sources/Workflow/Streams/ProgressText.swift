import HistoryPresentation
import Trends
import Vocabulary

/// The progress of work, and its text.
struct ProgressText: Sendable {
  /// The name of the work: `ingest`.
  let what: String
  /// The number of steps; 0 if unknown.
  let total: Int
  /// The singular noun for a step: `file`.
  let unit: String
  /// The singular noun for what else is counted: `report`.
  let counting: String?
  var done = 0
  var counted = 0
  /// The parts that take long now, and their start times relative to the start of the work.
  var notes: [(text: String, since: Duration)] = []

  /// Returns the line; `nil` if there is nothing to show.
  func line(after elapsed: Duration, columns: Int) -> String? {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    var parts: [String] = []
    if total > 1 {
      parts.append("\(TrendWording.grouped(min(done, total))) of \(countText(total, unit))")
    } else if counting == nil, done > 1 {
      parts.append(countText(done, unit))
    } else if let counting, counted > 1 {
      parts.append(countText(counted, counting))
    }
    if !parts.isEmpty {
      let (amount, noun) = counting.map { (counted, $0) } ?? (done, unit)
      if let rate = Self.rate(amount, noun, seconds) { parts.append(rate) }
      if let left = timeLeft(seconds) { parts.append(left) }
    }
    if let note = notes.last {
      let lasting = (elapsed - note.since).components.seconds
      parts.append(note.text + (lasting > 1 ? " (\(lasting) s)" : ""))
    }
    guard !parts.isEmpty else { return nil }
    // Some terminals wrap a line that is as wide as the terminal.
    return Self.cut("diagnose: \(what): " + Terminal.escaped(parts.joined(separator: ", ")), to: columns - 1)
  }

  /// Returns the estimated remaining time; `nil` if there is not enough data.
  private func timeLeft(_ seconds: Double) -> String? {
    guard total > 1, done > 0, done < total, seconds >= 2 else { return nil }
    let left = (seconds / Double(done) * Double(total - done)).rounded(.up)
    if left < 60 { return "\(Int(left)) s left" }
    if left < 3600 { return "\(Int((left / 60).rounded(.up))) min left" }
    guard left < 360_000 else { return nil }
    return "\(Int(left) / 3600) h \(Int(left) % 3600 / 60) min left"
  }

  /// Returns a rate such as `1,020 reports/s`; slow rates are per minute.
  private static func rate(_ amount: Int, _ noun: String, _ seconds: Double) -> String? {
    guard amount > 1, seconds > 0 else { return nil }
    let rate = Double(amount) / seconds
    if rate >= 1 { return "\(countText(Int(min(rate, 1e15).rounded()), noun))/s" }
    return "\(countText(Int((rate * 60).rounded()), noun))/min"
  }

  /// Returns at most `columns` columns of the text. Characters from Hangul on count as two columns wide.
  static func cut(_ text: String, to columns: Int) -> String {
    var used = 0
    var fitting = text.startIndex
    for index in text.unicodeScalars.indices {
      used += text.unicodeScalars[index].value < 0x1100 ? 1 : 2
      if used > columns { return String(text.unicodeScalars[..<fitting]) + (columns >= 3 ? "..." : "") }
      if used <= columns - 3 { fitting = text.unicodeScalars.index(after: index) }
    }
    return text
  }
}
