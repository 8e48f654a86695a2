import History
import Trends
import Vocabulary

/// The sentences about a comparison of two sides.
struct ComparisonWords {
  let comparison: HistoryComparison

  /// The sections with rows, each with its heading, and whether its rows were tested.
  var sections: [(title: String, rows: [HistoryComparison.Row], isTested: Bool)] {
    let tested: [(String, DifferenceVerdict)] = [
      ("New", .new), ("Gone", .gone), (comparesShares ? "Worse (larger share)" : "Worse", .worse),
      (comparesShares ? "Better (smaller share)" : "Better", .better),
    ]
    let few = comparison.firstSeen.filter { $0.difference.verdict != .new }
    return
      (tested.map { ($0.0, comparison.rows($0.1), true) }
      + [("First seen in \(names.after), with too few reports for a test", few, false)]).filter { !$0.1.isEmpty }
  }

  /// Whether shares are compared, so that more of everything is not a difference.
  var comparesShares: Bool { comparison.unit == .deviceDays || comparison.unit == .reports }

  /// What a comparison of shares does not show; `nil` if rates are compared.
  package var limitOfShares: String? {
    guard comparesShares, comparison.compared > 0 else { return nil }
    let isOfBuilds = comparison.basis.dimension == .build || comparison.basis.dimension == .appVersion
    let (before, after) = names
    return "Whether \(after) fails more often than \(before) as a whole is not known: that needs the numbers of runs"
      + (isOfBuilds ? " of both (diagnose database runs), and no filter by system or device." : ".")
  }

  private var names: (before: String, after: String) { (comparison.before.name, comparison.after.name) }

  /// The result in one sentence: `560 is worse than 550: 2 new issues, 1 worse.`
  var summary: String {
    let first = comparison.firstSeen.count
    return change
      + (first > 0 && comparison.sideWithoutExposure == nil
        ? " \(countText(first, "issue")) first seen in \(names.after)." : "")
  }

  private var change: String {
    let (before, after) = names
    if comparison.before.reports == 0, comparison.after.reports == 0 { return "No reports of \(before) or \(after)." }
    if let side = comparison.sideWithoutExposure {
      return "No reports of \(side.name), so that its reports have no rate: nothing was compared."
    }
    switch (isWorse, isBetter) {
    case (false, false):
      let compared = countText(comparison.compared - comparison.count(.tooFew), comparesShares ? "share" : "issue")
      return
        (comparesShares
        ? "The shares of issues in \(after) do not differ from those in \(before): "
        : "\(after) does not differ from \(before): ") + "\(compared) compared, every difference could be chance."
    case (true, false): return "\(after) is worse than \(before): \(counts)."
    case (false, true): return "\(after) is better than \(before): \(counts)."
    case (true, true): return "\(after) differs from \(before): \(counts)."
    }
  }

  /// The result in one word for programs: `worse`, `better`, `mixed`, `unchanged` or `notCompared`.
  var verdict: String {
    if comparison.sideWithoutExposure != nil { return "notCompared" }
    return switch (isWorse, isBetter) {
    case (true, true): "mixed"
    case (true, false): "worse"
    case (false, true): "better"
    case (false, false): "unchanged"
    }
  }

  private var isWorse: Bool {
    comparison.count(.new) + comparison.count(.worse) > 0 || comparison.changeOfAll == .worse
  }
  /// Whether some issues, or all reports together, are less frequent: few issues may grow while all others become rare.
  private var isBetter: Bool {
    comparison.count(.gone) + comparison.count(.better) > 0 || comparison.changeOfAll == .better
  }

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
    // Only if it is not the sum of what is listed.
    let isListed =
      comparison.changeOfAll == .worse
      ? comparison.count(.new) + comparison.count(.worse) > 0 : comparison.count(.gone) + comparison.count(.better) > 0
    if comparison.changeOfAll != nil, !isListed, let total = comparison.total {
      parts.append("all reports together \(TrendWording.brief(total.ratio)) times as frequent")
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
      return text + total + "." + (days ?? "") + (uncounted.map { " " + $0 + "." } ?? "")
    case .deviceDays:
      return text + ". Shares are compared: a device counts once for each issue and day."
    case .reports:
      return text + ". Shares of the reports are compared, because neither runs nor devices are known."
    }
  }

  /// The reports of days on which no runs are known: `53 of 83 reports of 560 are on other days, and were not compared`; `nil` if there are
  /// none.
  var uncounted: String? {
    guard comparison.unit == .runs else { return nil }
    let parts = [comparison.before, comparison.after].filter { $0.reports > $0.events }.map { side in
      "\(TrendWording.grouped(side.reports - side.events)) of \(countText(side.reports, "report")) of \(side.name)"
    }
    return parts.isEmpty ? nil : parts.joined(separator: " and ") + " are on days without runs, and were not compared"
  }

  private func side(_ side: HistoryComparison.Side) -> String {
    let reports = "\(side.name): \(countText(side.reports, "report"))"
    switch comparison.unit {
    case .runs:
      return "\(side.name): \(countText(side.events, "report")) in \(TrendWording.whole(side.exposure)) runs "
        + "(\(perThousand(Rate(events: side.events, exposure: side.exposure))) per 1,000)"
    case .days: return reports + " in " + days(side.exposure)
    case .deviceDays: return reports + " on " + countText(side.events, "device-day")
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
      case .deviceDays: "\(share(before)) vs. \(share(after)) device-days"
      case .reports: "\(share(before)) vs. \(share(after)) reports"
      }
    let isBack = row.difference.verdict == .new && comparison.app != nil && !comparison.isFirstSeen(row)
    return rates + "; " + TrendWording.ratio(row.difference.comparison) + ", "
      + TrendWording.pValue(row.difference.pValue)
      + (isBack
        ? "; not in \(names.before), but in earlier builds" + (row.issue.firstBuild.map { ", first in \($0)" } ?? "")
        : "")
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
