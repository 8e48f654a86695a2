import CrashReports
import Diagnosis
import Documents
import Vocabulary

/// The reports of one failure as one answer: the report that is shown, and how many there are.
struct SameFailures {
  /// All reports of the failure, the one that is shown first; never empty.
  private let reports: [PresentedReport]
  /// Whether the reports describe a failure.
  let isFailure: Bool

  /// The maximum number of other descriptions that are named.
  private static let maxOthers = 10

  private init(_ group: Problems.Group) {
    isFailure = group.problem.isFailure
    reports = group.problems.compactMap { problem in
      if case .report(let presented) = problem.origin { presented } else { nil }
    }
  }

  /// Returns the answers for reports: the most frequent failure first, others in the order of the reports. With
  /// `style.each`, each report is an answer.
  static func answers(_ reports: [PresentedReport], _ style: PresentationStyle) -> [Self] {
    let problems = Problems(reports, [], style)
    let groups = style.each ? problems.entries.map { Problems.Group($0) } : problems.failures
    func first(_ group: Problems.Group) -> Int { group.problems.lazy.map(\.position).min() ?? 0 }
    return groups.map { (group: $0, first: first($0)) }.sorted {
      ($1.group.count, $0.first) < ($0.group.count, $1.first)
    }.map { Self($0.group) }
  }

  /// The report that is shown, with the history of all.
  var shown: PresentedReport {
    var shown = reports[0]
    guard reports.count > 1 else { return shown }
    shown.sameFailure = Array(reports.flatMap(\.sameFailure).prefix(Self.maxOthers))
    let histories = reports.compactMap(\.history)
    guard var latest = histories.max(by: { ($0.count ?? 0) < ($1.count ?? 0) }) else { return shown }
    // The second report of a new failure finds the first one.
    for status in [IssueStatus.Status.new, .regressed] where histories.contains(where: { $0.status == status }) {
      latest.status = status
    }
    latest.previouslySeen = histories.min { ($0.count ?? 0) < ($1.count ?? 0) }?.previouslySeen
    latest.wasRecordedBefore = histories.allSatisfy(\.wasRecordedBefore)
    latest.report = shown.history?.report
    latest.shortReport = shown.history?.shortReport
    shown.history = latest
    return shown
  }

  /// The name of the input that is shown, and the position of the report in it.
  var shownName: String {
    let position = reports[0].assessment.report.source.index
    return Terminal.quotedFileName(reports[0].name) + (position > 0 ? " (\(position + 1))" : "")
  }

  /// The number of reports, their builds and times: "27 reports, 3 builds, first 2026-08-01 09:12 UTC, last …, such as
  /// a.ips"; `nil` for one report.
  var words: String? {
    guard reports.count > 1 else { return nil }
    var parts = ["\(reports.count) reports"]
    let builds = Set(
      reports.compactMap { presented -> [String]? in
        guard let process = presented.assessment.report.process else { return nil }
        let build = [process.version, process.build].compactMap { $0 }
        return build.isEmpty ? nil : build
      })
    if !builds.isEmpty { parts.append("\(builds.count) \(builds.count == 1 ? "build" : "builds")") }
    let times = reports.compactMap { presented -> (time: Timestamp, text: String)? in
      guard let text = presented.assessment.report.times?.crashed?.rfc3339, let time = Timestamp(rfc3339: text) else {
        return nil
      }
      return (time, Timestamp.readable(text))
    }
    if let first = times.min(by: { $0.time < $1.time }), let last = times.max(by: { $0.time < $1.time }),
      first.time < last.time
    {
      parts += ["first \(first.text)", "last \(last.text)"]
    }
    return parts.joined(separator: ", ") + ", such as " + shownName
  }
}
