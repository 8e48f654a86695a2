import History
import Trends
import Vocabulary

/// The sentences about a comparison of two sides.
struct ComparisonWords {
  let comparison: HistoryComparison

  /// The verdicts that are listed, with the headings of their sections.
  static let sections: [(verdict: DifferenceVerdict, title: String)] = [
    (.new, "New"), (.gone, "Gone"), (.worse, "Worse"), (.better, "Better"),
  ]

  private var names: (before: String, after: String) { (comparison.before.name, comparison.after.name) }

  /// The result in one sentence: `560 is worse than 550: 2 new issues, 1 worse.`
  var summary: String {
    let (before, after) = names
    if comparison.before.reports == 0, comparison.after.reports == 0 { return "No reports of \(before) or \(after)." }
    if let side = comparison.sideWithoutExposure {
      return "No reports of \(side.name), so that its reports have no rate: nothing was compared."
    }
    let (isWorse, isBetter) = (worsened > 0, improved > 0)
    switch (isWorse, isBetter) {
    case (false, false):
      return "\(after) does not differ from \(before): \(countText(comparison.compared, "issue")) compared, "
        + "every difference could be chance."
    case (true, false): return "\(after) is worse than \(before): \(counts)."
    case (false, true): return "\(after) is better than \(before): \(counts)."
    case (true, true): return "\(after) differs from \(before): \(counts)."
    }
  }

  /// The result in one word for programs: `worse`, `better`, `mixed`, `unchanged` or `notCompared`.
  var verdict: String {
    if comparison.sideWithoutExposure != nil { return "notCompared" }
    return switch (worsened > 0, improved > 0) {
    case (true, true): "mixed"
    case (true, false): "worse"
    case (false, true): "better"
    case (false, false): "unchanged"
    }
  }

  private var worsened: Int { comparison.count(.new) + comparison.count(.worse) }
  private var improved: Int { comparison.count(.gone) + comparison.count(.better) }

  /// Returns `2 new issues, 1 worse, 3 gone`.
  private var counts: String {
    var parts: [String] = []
    for (verdict, word) in [
      (DifferenceVerdict.new, "new"), (.worse, "worse"), (.gone, "gone"), (.better, "better"),
    ] {
      let count = comparison.count(verdict)
      if count == 0 { continue }
      if !parts.isEmpty {
        parts.append("\(TrendWording.grouped(count)) \(word)")
      } else {
        parts.append(verdict == .new ? countText(count, "new issue") : countText(count, "issue") + " " + word)
      }
    }
    return parts.joined(separator: ", ")
  }

  /// The reports and rates of both sides, and what the rates refer to.
  var sides: String {
    let text = "\(side(comparison.before)); \(side(comparison.after))"
    switch comparison.unit {
    case .runs, .days:
      let total = comparison.total.map { ": " + TrendWording.ratio($0) } ?? ""
      let days = comparison.days.map {
        " Runs are known from \($0.lowerBound.date) to \($0.upperBound.date); only reports of these days are compared."
      }
      return text + total + "." + (days ?? "")
    case .devices: return text + ". Devices with an issue are compared, of the devices with any report."
    case .reports:
      return text + ". Shares of the reports are compared, because neither runs nor devices are known."
    }
  }

  private func side(_ side: HistoryComparison.Side) -> String {
    let reports = "\(side.name): \(countText(side.reports, "report"))"
    switch comparison.unit {
    case .runs:
      return "\(side.name): \(countText(side.events, "report")) in \(TrendWording.whole(side.exposure)) runs "
        + "(\(perThousand(Rate(events: side.events, exposure: side.exposure))) per 1,000)"
    case .days: return reports + " in " + days(side.exposure)
    case .devices: return reports + " on " + countText(side.events, "device")
    case .reports: return reports
    }
  }

  private func days(_ number: Double) -> String {
    let isWhole = number == number.rounded()
    return (isWhole ? TrendWording.whole(number) : TrendWording.brief(number)) + (number == 1 ? " day" : " days")
  }

  /// Returns the numbers of an issue: `3 vs. 45 reports, 0.3 vs. 5.6 per 1,000 runs; 18 times (95% CI 6.0–60), p < 0.0001`.
  func numbers(_ row: HistoryComparison.Row) -> String {
    let (before, after) = (row.difference.before, row.difference.after)
    let counts = "\(TrendWording.grouped(before.events)) vs. \(TrendWording.grouped(after.events))"
    let rates =
      switch comparison.unit {
      case .runs: "\(counts) reports, \(perThousand(before)) vs. \(perThousand(after)) per 1,000 runs"
      case .days: "\(counts) reports"
      case .devices: "on \(share(before)) vs. \(share(after)) devices"
      case .reports: "\(share(before)) vs. \(share(after)) reports"
      }
    return rates + "; " + TrendWording.ratio(row.difference.comparison) + ", "
      + TrendWording.pValue(row.difference.pValue)
  }

  private func perThousand(_ rate: Rate) -> String {
    rate.exposure > 0 ? TrendWording.brief(1000 * Double(rate.events) / rate.exposure) : "?"
  }

  private func share(_ rate: Rate) -> String {
    "\(TrendWording.grouped(rate.events)) of \(TrendWording.whole(rate.exposure))"
  }

  /// The number of issues without a difference; empty if there are none.
  var others: String {
    let (unchanged, few) = (comparison.count(.unchanged), comparison.count(.tooFew))
    var parts: [String] = []
    if unchanged > 0 {
      parts.append("\(countText(unchanged, "issue")) unchanged, or with a difference that could be chance")
    }
    if few > 0 { parts.append("\(countText(few, "issue")) with too few reports to compare") }
    guard !parts.isEmpty else { return "" }
    let only = [
      (comparison.othersOnlyAfter, names.after), (comparison.othersOnlyBefore, names.before),
    ].filter { $0.0 > 0 }.map { "\(TrendWording.grouped($0.0)) only in \($0.1)" }
    return parts.joined(separator: "; ") + (only.isEmpty ? "" : " (" + only.joined(separator: ", ") + ")") + "."
  }
}
