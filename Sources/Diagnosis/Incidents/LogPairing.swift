import Bytes
import CrashReports

/// Which lines of a command's output and which crash reports describe the same crash.
///
/// A log names a crash by the process and its pid (`Crash: MyApp (501)`, `MyApp[501:3342]`), by the test that ran, or as a
/// crash of Interface Builder's agent. Each crash in the log is paired with at most one report, and each report with at
/// most one crash in the log, so that two crashes are never taken for one.
package struct LogPairing: Sendable, Equatable {
  /// A crash that a log and a crash report describe.
  package struct Pair: Sendable, Equatable {
    /// The index of the log.
    package var log: Int
    /// The index of the crash report.
    package var report: Int
    /// The line of the log, from 1.
    package var line: Int
    /// The test that the log names.
    package var test: String?
    /// `certain` for name and pid of the process, `likely` otherwise.
    package var confidence: Confidence
    /// The reason in one sentence.
    package var statement: String
  }

  /// The pairs, in the order of the reports.
  package private(set) var pairs: [Pair] = []
  /// The indices of the logs and reports that add nothing: another one of the same crash has the same or a more specific
  /// finding. The values are the indices of those others.
  package private(set) var covered: [Int: [Int]] = [:]

  /// The maximum number of seconds between a line with a process ID and the report of that process.
  private static let window = 300.0
  /// The maximum number of crashes of one log.
  private static let maxEvents = 64

  /// Pairs logs with reports. Pure: the same input gives the same result.
  ///
  /// - Parameters:
  ///   - assessments: Everything that one command left.
  ///   - logs: The indices of what was read from its output.
  package init(_ assessments: [Assessment], logs: Range<Int>) {
    let reports = assessments.indices.filter { !logs.contains($0) && Self.isCrashReport(assessments[$0]) }
      .prefix(Self.maxEvents)
    guard !reports.isEmpty else { return }
    var free = reports.map { Candidate(index: $0, assessment: assessments[$0], trace: Trace(assessments[$0])) }
    for log in logs where !Self.isCrashReport(assessments[log]) {
      var events = Self.events(in: assessments[log])
      for rule in Self.rules {
        for index in events.indices.reversed() {
          let candidates = free.filter { rule.fits(events[index], $0) }
          // One of several would be a guess.
          guard candidates.count == 1, !rule.needsOnlyOne || events.count == 1 && free.count == 1,
            let report = candidates.first
          else { continue }
          let event = events.remove(at: index)
          free.removeAll { $0.index == report.index }
          pairs.append(
            Pair(
              log: log, report: report.index, line: event.line, test: event.test, confidence: rule.confidence,
              statement: rule.statement(event, report)))
        }
      }
      let paired = pairs.filter { $0.log == log }.map(\.report)
      // A line of a process is not a crash by itself.
      let isComplete = events.allSatisfy { $0.test == nil && !$0.isAgent }
      if isComplete, !paired.isEmpty { cover(log, paired, assessments) }
    }
    pairs.sort { ($0.report, $0.log, $0.line) < ($1.report, $1.log, $1.line) }
  }

  /// Returns the number of crashes that a log names without their stacks, for which there may be a crash report.
  package static func crashes(in assessment: Assessment) -> Int {
    guard !isCrashReport(assessment), assessment.report.crashedThread?.frames.isEmpty != false else { return 0 }
    let events = events(in: assessment)
    let named = events.count { ($0.test != nil || $0.isAgent) && $0.isCrash }
    if named > 0 { return named }
    return assessment.findings.isEmpty || !events.contains { !$0.isAgent } ? 0 : 1
  }

  /// Notes what need not be shown, if all crashes of a log have a report.
  private mutating func cover(_ log: Int, _ reports: [Int], _ assessments: [Assessment]) {
    let logged = assessments[log].findings.filter { $0.confidence > .possible }.map(\.pattern)
    let found = reports.map { report in
      assessments[report].findings.filter { $0.confidence > .possible }.map(\.pattern)
    }
    let agrees = logged.allSatisfy { pattern in
      found.contains { $0.contains { Self.covers($0, pattern) } }
    }
    if agrees, found.allSatisfy({ !$0.isEmpty }) || logged.isEmpty {
      covered[log] = reports
    } else if reports.count == 1, let patterns = found.first, let best = logged.first,
      patterns.allSatisfy({ Self.covers(best, $0) })
    {
      // The log states the reason, and the report does not.
      covered[reports[0]] = [log]
    }
  }

  /// Returns whether a finding of pattern `one` says at least as much as one of pattern `other`.
  private static func covers(_ one: String, _ other: String) -> Bool {
    if one == other || Incidents.explains(one, other) { return true }
    guard let first = Pattern.with(id: one), let second = Pattern.with(id: other) else { return false }
    return !second.isSpecific && first.generality <= second.generality
  }

  private static func isCrashReport(_ assessment: Assessment) -> Bool {
    let report = assessment.report
    return report.kind.isFailure && report.process?.name != nil
      && (report.exception?.type != nil || report.termination != nil || report.process?.path != nil)
  }
}

// MARK: - Crashes in a log

extension LogPairing {
  /// A crash that a log names.
  fileprivate struct Event {
    var line: Int
    var test: String?
    var processes: [Trace.Process] = []
    var time: StatedTime?
    /// True for a crash of Interface Builder's agent.
    var isAgent = false
    /// False for an exception that the agent may have caught: there need not be a report.
    var isCrash = true
    /// Classes of the views that the agent was drawing.
    var classes: [String] = []
  }

  /// Returns the crashes that a log names, each once.
  fileprivate static func events(in assessment: Assessment) -> [Event] {
    let report = assessment.report
    var events: [Event] = []
    for line in report.consoleLines.prefix(4096) where !line.isMention && events.count < maxEvents {
      let named = process(in: line.text)
      if let test = test(in: line.text) {
        // The summary at the end of a log repeats the tests that crashed.
        if let known = events.firstIndex(where: { $0.test == test }) {
          if let named, !events[known].processes.contains(named) { events[known].processes.append(named) }
        } else {
          events.append(Event(line: line.line, test: test, processes: named.map { [$0] } ?? []))
        }
      } else if let process = named ?? line.process.map({ Trace.Process(name: $0, pid: line.pid) }), process.pid != nil,
        !events.contains(where: { $0.processes.contains(process) })
      {
        events.append(Event(line: line.line, processes: [process], time: line.time.flatMap { StatedTime($0) }))
      }
    }
    join(&events)
    let messages = report.previewMessages.filter { $0.action != .other && mentionsAgentFailure($0.cause) }
    if let message = messages.first {
      var event = Event(line: message.line, isAgent: true)
      event.classes = messages.prefix(maxEvents).compactMap(\.objectClass)
      event.isCrash = messages.contains { $0.cause.containsBytes("crashed") }
      events.append(event)
    }
    return events
  }

  /// Returns whether Xcode's message states that the agent failed, not that it refused something.
  private static func mentionsAgentFailure(_ cause: String) -> Bool {
    let words: [StaticString] = ["crashed", "raised", "threw"]
    return cause.containsBytes("gent") && words.contains { cause.containsBytes($0) }
  }

  /// Joins the lines of a process with the test during which it crashed: the last line before the test is reported. A
  /// process whose crash the log does not name is not a crash of its own.
  private static func join(_ events: inout [Event]) {
    for index in events.indices where events[index].test != nil && events[index].processes.isEmpty {
      guard index > 0, events[index - 1].test == nil else { continue }
      events[index].processes = events[index - 1].processes
      events[index].time = events[index - 1].time
    }
    guard events.contains(where: { $0.test != nil }) else { return }
    events.removeAll { $0.test == nil }
  }

  /// Returns the test of a line that reports its crash, as `CardTests.testLoad`.
  private static func test(in text: String) -> String? {
    var name: Substring?
    if let mark = text.range(of: "Restarting after unexpected exit"), let start = text.range(of: " in ", after: mark) {
      name = text[start...].prefix { $0 != ";" }
    } else if let mark = text.range(of: " encountered an error (Crash:") {
      name = text[..<mark]
    } else if text.hasPrefix("Test case '"), text.containsBytes("Crash:"), let start = text.range(of: "Test case '") {
      name = text[text.index(start, offsetBy: 11)...].prefix { $0 != "'" }
    }
    guard let name else { return nil }
    let words = name.split { " \t'[]-".contains($0) }
    let bare = words.suffix(words.count > 1 && text.containsBytes("-[") ? 2 : 1).joined(separator: ".")
    let plain = bare.hasSuffix("()") ? String(bare.dropLast(2)) : bare
    return plain.isEmpty || plain.utf8.count > 300 ? nil : plain
  }

  /// Returns the process of `Crash: MyApp (501)`.
  private static func process(in text: String) -> Trace.Process? {
    guard let mark = text.range(of: "Crash: ") else { return nil }
    let rest = text[mark...].dropFirst(7)
    guard let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")"),
      let pid = Int(rest[rest.index(after: open)..<close])
    else { return nil }
    let name = rest[..<open].split(separator: " ").joined(separator: " ")
    return name.isEmpty ? nil : Trace.Process(name: name, pid: pid)
  }
}

// MARK: - Rules

extension LogPairing {
  private struct Candidate {
    var index: Int
    var assessment: Assessment
    var trace: Trace
  }

  /// A way to recognize that a report is about a crash that a log names.
  private struct Rule: Sendable {
    var confidence: Confidence
    /// Whether the rule is used only if there is one crash in the log and one report.
    var needsOnlyOne = false
    var fits: @Sendable (Event, Candidate) -> Bool
    var statement: @Sendable (Event, Candidate) -> String
  }

  /// In order of strength: a stronger rule takes its report first.
  private static let rules = [
    Rule(
      confidence: .certain,
      fits: { event, report in
        guard let process = report.assessment.report.process, let pid = process.pid else { return false }
        guard event.processes.contains(where: { $0.pid == pid && $0.name == process.name }) else { return false }
        guard let logged = event.time, let crashed = report.trace.time else { return true }
        return logged.distance(to: crashed).map { $0 <= window } ?? true
      },
      statement: { _, report in
        let process = report.assessment.report.process
        return "both are about \(process?.name ?? "the process") [\(process?.pid ?? 0)]"
      }),
    Rule(
      confidence: .likely,
      fits: { event, report in
        guard let test = event.test?.split(separator: ".").last, !contradicts(event, report) else { return false }
        return report.trace.mentions(String(test))
      },
      statement: { event, _ in "the crashed stack contains \(event.test ?? "the test")" }),
    Rule(
      confidence: .likely,
      fits: { event, report in
        event.isAgent && report.trace.isAgentReport && event.classes.contains(where: report.trace.mentions)
      },
      statement: { event, report in
        let name = event.classes.first(where: report.trace.mentions) ?? "the view"
        return "the agent's report names the view \(name)"
      }),
    Rule(
      confidence: .likely, needsOnlyOne: true,
      fits: { event, report in event.isAgent && report.trace.isAgentReport },
      statement: { _, _ in "the only crash report of the agent that appeared" }),
    Rule(
      confidence: .likely, needsOnlyOne: true,
      fits: { event, report in
        event.test != nil && !contradicts(event, report) && isTestProcess(report.assessment.report)
      },
      statement: { event, _ in
        "the only crash report of a test process that appeared, and the only test that crashed"
      }),
  ]

  /// Returns whether the log names another process than the report.
  private static func contradicts(_ event: Event, _ report: Candidate) -> Bool {
    guard let process = report.assessment.report.process, let pid = process.pid else { return false }
    let known = event.processes.filter { $0.pid != nil }
    return !known.isEmpty && !known.contains { $0.pid == pid && $0.name == process.name }
  }

  private static func isTestProcess(_ report: CrashReport) -> Bool {
    if let name = report.process?.name, name == "xctest" || name.hasSuffix("-Runner") { return true }
    return report.images?.contains { $0.name == "XCTest" || $0.name == "XCTestCore" || $0.name == "Testing" } ?? false
  }
}

extension String {
  /// Returns the start of the first `text`, at or after `start`; the index after `text` if `start` is given.
  fileprivate func range(of text: String, after start: Index? = nil) -> Index? {
    let haystack = utf8
    let needle = Array(text.utf8)
    var at = start ?? startIndex
    while let first = haystack[at...].firstIndex(of: needle[0]) {
      if haystack[first...].starts(with: needle) {
        return start == nil ? first : haystack.index(first, offsetBy: needle.count)
      }
      at = haystack.index(after: first)
    }
    return nil
  }
}
