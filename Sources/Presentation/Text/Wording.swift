import CrashReports
import Diagnosis
import Documents
import Vocabulary

/// Sentences that several outputs use.
enum Wording {
  /// Returns the headline with its subject: "MyApp crashed: LoadFonts released a NULL object".
  static func headline(_ finding: FindingText, in report: CrashReport) -> String {
    // Headlines about previews begin with "Xcode preview".
    guard report.canvasLines.isEmpty, var subject = subject(of: report) else { return statement(finding) }
    let headline = oneLine(finding.bareStatement)
    if finding.systemProcess != nil, !headline.contains(subject) { subject += ", a process of the system," }
    let verb = verb(report)
    if finding.confidence == .possible {
      return subject + (verb.isEmpty ? ", possibly: " : verb + ", possibly: ") + headline
    }
    // A headline that names the process or its agent needs no other subject.
    let names = subject.hasPrefix("The ") ? [String(subject.dropFirst(4)), "Interface Builder"] : [subject]
    if names.contains(where: { headline.contains($0) }) { return headline }
    return subject + verb + ": " + headline
  }

  /// Returns the statement of a finding on one line.
  static func statement(_ finding: FindingText) -> String { oneLine(finding.statement) }

  /// Returns the process that failed; `nil` if the report does not state it.
  static func subject(of report: CrashReport) -> String? {
    if let name = report.process?.name, !name.isEmpty { return isAgent(name) ? "The designables agent" : name }
    guard report.kind == .crash, let main = report.crashedThread?.frames.last(where: { $0.symbol?.name == "main" }),
      let image = main.image, isAgent(shortImageName(image))
    else { return nil }
    return "The designables agent"
  }

  private static func isAgent(_ name: String) -> Bool {
    name.hasPrefix("IBDesignablesAge") || name.hasPrefix("IBAgent-")
  }

  private static func verb(_ report: CrashReport) -> String {
    switch report.kind {
    case .crash: return " crashed"
    case .hang: return " hung"
    case .watchdog, .jetsam: return " was killed"
    case .fault: return " reported a fault"
    // Most reports about resources are warnings.
    case .resource:
      guard case .text(let action)? = report.detail(.action)?.value else { return "" }
      return action.lowercased().contains("killed") ? " was killed" : ""
    default: return ""
    }
  }

  /// Returns the confidence: "certain, cause likely".
  static func confidenceText(_ finding: FindingText) -> String {
    finding.confidence == finding.certaintyOfCause
      ? finding.confidence.rawValue : "\(finding.confidence.rawValue), cause \(finding.certaintyOfCause.rawValue)"
  }

  /// Returns the location: "XXXCore.m:38", the file without its folder.
  static func location(_ blame: Blame?) -> String? {
    guard let file = blame?.file, !file.isEmpty else { return nil }
    return location(file: file, line: blame?.line)
  }

  static func location(file: String, line: Int?) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return line.map { "\(name):\($0)" } ?? name
  }

  /// Returns the location to look at first: function, file and image.
  static func primaryLocation(_ blame: Blame) -> String? { blame.words }

  /// Returns app, system and time of a report, as far as they are stated, each after its label.
  static func circumstances(_ report: CrashReport) -> [(String, String)] {
    let (process, host) = (report.process, report.host)
    let facts: [(String, [String?])] = [
      ("App", [process?.name, process?.version, process?.build.map { "(\($0))" }]),
      ("System", [host.os, host.osBuild.map { "(\($0))" }, host.architecture]),
      ("Device", [host.device]),
      ("Time", [report.times?.crashed?.readable]),
    ]
    return facts.map { ($0, $1.compactMap { $0 }.joined(separator: " ")) }.filter { !$1.isEmpty }
  }

  /// Returns app, system, device and time of a report, as far as they are stated; not the name of the process alone,
  /// which the headline has.
  static func metadata(_ report: CrashReport) -> [String] {
    let isNameOnly = report.process?.version == nil && report.process?.build == nil
    return circumstances(report).compactMap { label, words in
      switch label {
      case "App": isNameOnly ? nil : oneLine(words)
      case "Time": oneLine(report.times?.crashed?.rfc3339.map(Timestamp.readable) ?? words)
      default: oneLine(words)
      }
    }
  }

  /// Returns the status of the issue in the history.
  static func seen(_ issueStatus: IssueStatus?) -> String {
    guard let issueStatus else { return "no history used" }
    switch issueStatus.status {
    case .notRecorded: return "not recorded"
    case .unavailable: return "unknown: the history is not available"
    case .new, .known, .regressed: break
    }
    var words =
      switch issueStatus.status {
      case .new: "NEW"
      case .regressed: "REGRESSED after it was resolved"
      default: ""
      }
    if issueStatus.status == .new, let build = issueStatus.firstBuild { words += " in build \(build)" }
    if !words.isEmpty { words += "." }
    if let count = issueStatus.count, count > 0 {
      var counted = count == 1 ? "1 time" : "\(count) times"
      if let today = issueStatus.countToday, today > 0 {
        counted += today == count ? " today" : ", \(today) of them today"
      }
      words += (words.isEmpty ? "" : " ") + counted
      if count > 1 {
        if let first = issueStatus.firstSeen { words += ", first \(Timestamp.readable(first))" }
        if let last = issueStatus.previouslySeen {
          words += ", previously \(Timestamp.readable(last))"
        } else if let last = issueStatus.lastSeen {
          words += ", last \(Timestamp.readable(last))"
        }
      }
      words += "."
      if issueStatus.status != .new, let first = issueStatus.firstBuild, let last = issueStatus.lastBuild {
        words += first == last ? " Only in build \(first)." : " Builds \(first) to \(last)."
      }
    }
    if issueStatus.wasRecordedBefore { words += " This exact report was recorded before and is not counted again." }
    return words.isEmpty ? "known" : words
  }

  /// Returns the evidence of a statement: "line 7", "lines 7–15", "line 31, inferred", "frame 3".
  static func evidence(_ witnesses: some Sequence<ExplainedCitation>) -> String {
    let witnesses = Array(witnesses)
    let isInferred = witnesses.contains { $0.kind == .inferred }
    let lines = Array(Set(witnesses.compactMap(\.line))).sorted()
    var words: String?
    if let first = lines.first, let last = lines.last {
      if lines.count == 1 {
        words = "line \(first)"
      } else if last.subtractingReportingOverflow(first) == (lines.count - 1, false) || lines.count > 3 {
        words = "lines \(first)–\(last)"
      } else {
        words = "lines " + lines.map(String.init).joined(separator: ", ")
      }
    } else if let frame = witnesses.lazy.compactMap(\.frame).first {
      words = "frame \(frame)"
    } else if let text = witnesses.lazy.compactMap(\.text).first {
      let end = text.firstIndex { $0 == ":" || $0 == "=" || $0 == " " || $0 == "\n" } ?? text.endIndex
      let label = text[..<end]
      // A member's name, and not the first characters of a message.
      if label.utf8.count <= 28, label.first?.isLetter ?? false, end < text.endIndex { words = String(label) }
    }
    guard isInferred else { return words ?? "stated" }
    return words.map { $0 + ", inferred" } ?? "inferred"
  }

  /// Returns groups of consecutive witnesses with the same statement.
  static func grouped(_ witnesses: [ExplainedCitation]) -> [[ExplainedCitation]] {
    var groups: [[ExplainedCitation]] = []
    for witness in witnesses {
      if let last = groups.last?.first, last.statement == witness.statement, last.kind == witness.kind {
        groups[groups.count - 1].append(witness)
      } else {
        groups.append([witness])
      }
    }
    return groups
  }

  /// What an output says if no input is a report and none was unreadable.
  static let noReports = "No reports found."

  /// Returns the totals: "2 reports, 1 recognized, 1 input not readable".
  ///
  /// - Parameter failures: The number of failures that the reports describe, which is then stated.
  static func summary(
    _ reports: [PresentedReport], _ errors: [InputError], _ style: PresentationStyle, failures: Int? = nil
  ) -> String {
    let recognized = reports.count { !$0.findings(style).isEmpty }
    var words = "\(reports.count) \(reports.count == 1 ? "report" : "reports")"
    if let failures { words += ", \(failures) \(failures == 1 ? "failure" : "failures")" }
    words += ", \(recognized) recognized"
    if let views = ViewSummary(reports).words { words += "; " + views }
    if !errors.isEmpty { words += ", \(errors.count) \(errors.count == 1 ? "input" : "inputs") unreadable" }
    return words
  }

  /// Returns the summary of a report without a finding, on one line.
  static func unrecognized(_ assessment: Assessment) -> String { oneLine(assessment.summary) }

  /// Returns that summary with its meaning: no known pattern matches, or the report does not describe a failure.
  static func withoutFinding(_ assessment: Assessment) -> String {
    (assessment.report.kind.isFailure ? "Not recognized: " : "No failure: ") + unrecognized(assessment)
  }

  /// Returns that the report is cut off or damaged, and where; `nil` if it is whole.
  static func damage(_ notes: [Note]) -> String? {
    guard let note = notes.first(where: { $0.code == "truncated" }) ?? notes.first(where: \.isDamage) else {
      return nil
    }
    let line = note.line.map { " line \($0)" }
    let text = oneLine(note.text)
    switch note.code {
    case "truncated":
      let words = "The report is cut off" + (line.map { " after" + $0 } ?? "")
      let known = "The report is truncated"
      guard text.hasPrefix(known) else { return words + ". " + text }
      let rest = text.dropFirst(known.count)
      return words + (rest.hasPrefix(" ") ? "," : "") + rest
    case "header-only": return "The report is cut off after its header line: the body is missing."
    default: return "The report is damaged" + (line.map { " at" + $0 } ?? "") + ". " + text
    }
  }

  /// Returns `text` with line breaks and tabs replaced by blanks.
  static func oneLine(_ text: String) -> String { text.onOneLine }
}
