import Bytes
package import CrashReports
import Vocabulary

/// The analysis of one report: roles of frames, derived facts, findings, blame. A pure function of its input.
package enum Assessor {
  /// Returns the report with roles, derived facts, findings and blame.
  ///
  /// - Parameters:
  ///   - decoded: The report as read, with demangled names.
  ///   - input: The bytes that it was read from, for quoting lines.
  ///   - patterns: The patterns to evaluate: the catalog, possibly with a user's patterns.
  ///   - userRules: A user's rules for the roles of images.
  ///   - outcome: The outcome of the run that the input shows, for an input with several reports.
  package static func assess(
    _ decoded: consuming Decoded<CrashReport>, input: [UInt8], patterns: PatternSet = .catalog,
    own userRules: ImageRules = .builtIn, outcome: StatedOutcome? = nil
  ) -> Assessment {
    var notes = decoded.notes
    // In place: a copy of the report would share its threads, which would then be copied when the roles are set.
    decoded.value.deriveFacts(notes: &notes)
    decoded.value.assignFrameRoles(userRules)
    let context = AnalysisContext(report: decoded.value, input: input)
    var found = patterns.candidates(for: context).compactMap { pattern in
      pattern.finding(in: context).map {
        Found(pattern: pattern, finding: $0.finding, frame: $0.blamedFrame, certainty: $0.certainty)
      }
    }
    // What a tool printed does not explain the crash that a stack in the same text shows.
    let showsCrash = context.report.exception != nil && !context.threadStack.isEmpty
    for stage in Pattern.Fallback.allCases {
      let isOpenForTools = isOpen(stage, found)
      let isOpenForCrash = showsCrash && isOpen(stage, found.filter { $0.pattern.family != .tools })
      guard isOpenForTools || isOpenForCrash else { continue }
      found += patterns.fallbacks(stage, for: context).compactMap { pattern -> Found? in
        guard isOpenForTools || pattern.family != .tools else { return nil }
        return pattern.finding(in: context).map {
          Found(pattern: pattern, finding: $0.finding, frame: $0.blamedFrame, certainty: $0.certainty)
        }
      }
    }
    found.removeAll { explainsTool($0, in: context.report) }
    removeSuperseded(&found, in: context.report)
    limitByOutcome(&found, outcome ?? StatedOutcome(of: input), in: context.report)
    sort(&found, showsCrash: showsCrash)
    removeRepeated(&found)
    for index in found.indices { found[index].finding.sortCitations() }
    let fallback = context.primaryLocation()
    return Assessment(
      report: context.report, notes: notes, findings: found.map(\.finding),
      summary: context.summary(blame: fallback?.blame, library: fallback.flatMap { context.library(at: $0.position) }),
      blame: found.first?.finding.blame ?? fallback?.blame,
      blamedFrame: found.first.map { $0.frame ?? fallback?.position } ?? fallback?.position)
  }

  private struct Found {
    var pattern: Pattern
    var finding: Finding
    var frame: Int?
    /// The certainty of the cause that the grade states. Lines near a message, which select cases, are not stored with a report, and
    /// the order of findings must be the same when it is read again.
    var certainty: Confidence
  }

  /// Returns whether a pattern about apps cites only what a document compiler of Xcode printed.
  private static func explainsTool(_ found: Found, in report: CrashReport) -> Bool {
    guard Pattern.with(id: found.pattern.id) != nil else { return false }
    switch found.pattern.family {
    case .designables, .ibtool, .nib, .resource, .tools: return false
    default: break
    }
    let citations = found.finding.citations
    // A stack, a header or a line of an app: most reports.
    guard citations.allSatisfy({ $0.line != nil }) else { return false }
    var lines = Set(report.documentMessages.prefix(512).flatMap { Array($0.line...$0.lastLine) })
    for line in (report.consoleLines + report.loaderMessages).prefix(5_000) {
      if let range = XcodeTools.lines(writtenWith: line) { lines.formUnion(range) }
    }
    return !citations.isEmpty && citations.allSatisfy { $0.line.map(lines.contains) ?? false }
  }

  /// Returns whether the findings leave room for the patterns of a stage.
  private static func isOpen(_ stage: Pattern.Fallback, _ found: [Found]) -> Bool {
    switch stage {
    case .unlessSpecific:
      !found.contains { $0.pattern.hides && $0.finding.confidence > .possible && $0.pattern.isSpecific }
    case .unlessExplained: !found.contains { $0.pattern.hides && $0.finding.confidence > .possible }
    case .ifNothingElse: !found.contains { $0.pattern.hides }
    }
  }

  /// Removes findings that a more specific finding explains, and adds their citations to that finding.
  ///
  /// A specific finding that is only possible does not hide a symptom that the report states: both remain. A line of
  /// the build log about one document does not explain a line about another document; if a symptom cites both, it
  /// remains with the citations that are not explained.
  private static func removeSuperseded(_ found: inout [Found], in report: CrashReport) {
    var explained: [String: Int] = [:]
    for (index, one) in found.enumerated() where one.finding.confidence > .possible {
      for id in one.pattern.effectiveSupersedes where id != one.pattern.id {
        if let other = explained[id], !isBetter(one, found[other]) { continue }
        explained[id] = index
      }
    }
    // A sentence that quotes a message states nothing about the failure that a stack shows.
    let quoting = report.source.isMention ? [] : Set(report.consoleLines.lazy.filter(\.isMention).map(\.line))
    var remaining: [Found] = []
    for var one in found {
      guard let by = explained[one.pattern.id] else {
        remaining.append(one)
        continue
      }
      let documents = found[by].finding.citations.compactMap { report.document(onLine: $0.line) }
      var unexplained: [Citation] = []
      for var witness in one.finding.citations {
        let document = report.document(onLine: witness.line)
        if let document, !documents.isEmpty, !documents.contains(document) {
          unexplained.append(witness)
        } else if witness.line.map(quoting.contains) ?? false {
          continue
        } else if let captures = witness.explanation?.captures,
          captures["linkedLibrary"] != nil || captures["programFunction"] != nil
        {
          // The other finding cites the library or the caller itself, or names it.
          continue
        } else if !found[by].finding.citations.contains(where: { $0.line == witness.line && $0.text == witness.text }) {
          witness.frame = nil
          found[by].finding.citations.append(witness)
        }
      }
      if !unexplained.isEmpty {
        one.finding.citations = unexplained
        remaining.append(one)
      }
    }
    // Citations were added to the entries of `found`; `remaining` contains copies made before that.
    let updated = found
    found = remaining.map { one in
      var one = one
      if explained[one.pattern.id] == nil, let current = updated.first(where: { $0.pattern.id == one.pattern.id }) {
        one.finding.citations = current.finding.citations
      }
      return one
    }
  }

  /// Limits the confidence of what tools and frameworks printed before a run stated that it succeeded: it did not end the run.
  private static func limitByOutcome(_ found: inout [Found], _ outcome: StatedOutcome, in report: CrashReport) {
    func isPrinted(_ one: Found) -> Bool {
      guard one.pattern.author == .program, one.finding.confidence > .possible else { return false }
      switch one.pattern.family {
      case .tools, .resource, .autolayout: return true
      default: return one.finding.severity != .error
      }
    }
    guard report.exception == nil, found.contains(where: isPrinted), let end = outcome.successLine else { return }
    for index in found.indices where isPrinted(found[index]) {
      guard found[index].finding.citations.allSatisfy({ $0.line.map { $0 < end } ?? false }) else { continue }
      found[index].finding.confidence = .possible
      found[index].finding.certaintyOfCause = .possible
    }
  }

  /// Removes findings about tools that only repeat the lines of a better one: a line announces one failure.
  private static func removeRepeated(_ found: inout [Found]) {
    var explained: Set<Int> = []
    found.removeAll { one in
      let citations = one.finding.citations.filter { !$0.isBeside(one.pattern) }
      let lines = citations.compactMap(\.line)
      let isRepeated =
        one.pattern.author == .program && one.pattern.family == .tools && !lines.isEmpty
        && lines.count == citations.count && lines.allSatisfy(explained.contains)
      if !isRepeated, one.pattern.family == .tools, one.pattern.hides { explained.formUnion(lines) }
      return isRepeated
    }
  }

  /// Sorts findings, the best one first.
  ///
  /// - Parameter showsCrash: Whether the report has an exception and its stack: what a tool printed about the process in the same
  ///   text is a consequence of that crash, with any confidence. It is then behind what explains the crash.
  private static func sort(_ found: inout [Found], showsCrash: Bool) {
    func explainsCrash(_ one: Found) -> Bool { one.pattern.family != .tools && one.finding.confidence > .possible }
    guard showsCrash, found.contains(where: { explainsCrash($0) && $0.finding.severity == .error }) else {
      found.sort { isBetter($0, $1) }
      return
    }
    found.sort { left, right in
      let isFirst = (explainsCrash(left), explainsCrash(right))
      return isFirst.0 == isFirst.1 ? isBetter(left, right) : isFirst.0
    }
  }

  private static func isBetter(_ left: Found, _ right: Found) -> Bool {
    if left.finding.confidence != right.finding.confidence {
      return left.finding.confidence > right.finding.confidence
    }
    // What ended the process is before what the process survived.
    let isFailure = left.finding.severity == .error
    if isFailure != (right.finding.severity == .error), left.finding.confidence > .possible { return isFailure }
    // A stranger's pattern is the last of those with the same confidence.
    if (left.pattern.author == .stranger) != (right.pattern.author == .stranger) {
      return right.pattern.author == .stranger
    }
    if left.pattern.generality != right.pattern.generality {
      return left.pattern.generality < right.pattern.generality
    }
    if left.certainty != right.certainty { return left.certainty > right.certainty }
    return left.pattern.id < right.pattern.id
  }
}

extension Citation {
  /// Whether a case of the pattern cites the line, which is near the one that the pattern is about.
  fileprivate func isBeside(_ pattern: Pattern) -> Bool {
    guard let explanation, explanation.pattern == pattern.id else { return false }
    let sentences = pattern.explanations
    return sentences.indices.contains(explanation.index) && sentences[explanation.index] == Pattern.Case.besideStatement
  }
}

extension Finding {
  /// Sorts the citations in the order of the report; those without a line are last.
  fileprivate mutating func sortCitations() {
    let order = citations.enumerated().sorted {
      ($0.element.line ?? .max, $0.offset) < ($1.element.line ?? .max, $1.offset)
    }
    citations = order.map(\.element)
  }
}

extension CrashReport {
  /// The name of the document that a line of the build log is about, without its folder, which logs write differently.
  fileprivate func document(onLine line: Int?) -> String? {
    guard let line, let message = previewMessages.first(where: { $0.line <= line && line <= $0.lastLine }) else {
      return nil
    }
    return message.document.map(shortImageName)
  }
}

extension AnalysisContext {
  /// The location to look at first when no pattern matches: the innermost frame of the app, else the first frame that
  /// is not part of the failure handling.
  func primaryLocation() -> (blame: Blame, position: Int)? {
    if stackIsUnrelated { return nil }
    if let position = firstAppFrame() { return (Self.blame(in: crashStack, at: position), position) }
    // A handler of a signal was called: the failure is in the frame below, with or without a name.
    let fault = faultPosition
    if fault > 0, !isExceptionStack { return (Self.blame(crashStack[fault]), fault) }
    let distinctive =
      crashStack.firstIndex { isDistinctive($0) && !Self.isPrimitive($0) }
      ?? crashStack.firstIndex(where: isDistinctive)
    guard let position = distinctive ?? crashStack.firstIndex(where: { $0.role != .machinery }) else { return nil }
    return (Self.blame(crashStack[position]), position)
  }

  /// Whether a frame of a stack without code of the app has a name to look at.
  private func isDistinctive(_ frame: CrashReport.Frame) -> Bool {
    switch frame.role {
    case .system, .host: frame.isNamed
    case .unknown, nil: frame.isNamed && frame.blamability > .foreign
    case .app, .machinery, .glue, .loader: false
    }
  }

  private static let primitives = GlobSet(FrameRoleLists.primitiveImages)

  /// Whether a frame is of a library for memory, threads and system calls, which reports what its caller did.
  private static func isPrimitive(_ frame: CrashReport.Frame) -> Bool {
    frame.image.map { primitives.matches(shortImageName($0)) } ?? false
  }

  /// Whether the stack shows nothing about the failure: an idle thread has no code to look at, for any reason that the system
  /// had to take its stack, and the system also marks an idle thread when it ends a process from outside.
  var stackIsUnrelated: Bool {
    if isEndedForReasonsOutside || report.wasSignaledWhileWaiting { return true }
    guard stackWaitsForEvents else { return false }
    if report.kind == .sample || report.kind == .hang || report.source.format == "spindump" { return true }
    // Old reports of a watchdog have a number in place of the type.
    guard report.exception?.signal != "SIGKILL", let type = report.exception?.type else { return true }
    return !type.hasPrefix("EXC_")
  }

  /// Codes of terminations for which the system, or a user, ends any process: the device was too hot, and the app was removed from
  /// the list of apps.
  private static let codesFromOutside: Set<UInt64> = [0xc000_10ff, 0xdead_fa11]

  /// Whether the system ended the process for a reason that no thread of it shows.
  private var isEndedForReasonsOutside: Bool {
    let exception = report.exception
    guard [nil, "EXC_CRASH"].contains(exception?.type) || exception?.signal == "SIGKILL" else { return false }
    let code = report.termination?.code ?? exception?.codes?.first
    return code.map(Self.codesFromOutside.contains) ?? false
  }

  /// Whether the stack that decides is that of a thread that waits for events, and not that of an exception.
  private var stackWaitsForEvents: Bool { !isExceptionStack && report.waitsForEvents }

  /// A summary for a report without a finding: the exception or message, and the function.
  ///
  /// - Parameter library: The library that the function belongs to, if it is linked into the app.
  func summary(blame: Blame?, library: String? = nil) -> String {
    let profile = report.kind == .sample ? profileStatement : nil
    if !report.kind.isFailure, let event = report.eventSummary {
      return event + (profile.map { ": " + $0 } ?? "")
    }
    if let profile { return profile }
    if report.kind == .sample, stackWaitsForEvents {
      let samples = report.crashedThread?.samples ?? report.threads?.first?.samples
      return "the main thread waited for events" + (samples.map { " in its heaviest stack (\($0) samples)" } ?? "")
    }
    var what: String
    if let event = report.eventSummary {
      what = event
    } else if let name = report.exception?.name {
      what = "uncaught \(name)"
      if let reason = report.exception?.reason { what += ": " + Self.firstLine(reason) }
    } else if let termination = report.termination, let namespace = termination.namespace, namespace != "SIGNAL" {
      what = "terminated by \(namespace)"
      if let code = termination.code { what += " with code \(code.hexadecimal)" }
    } else if let type = report.exception?.type {
      what = type
      if let signal = report.exception?.signal { what += " (\(signal))" }
      if let subtype = report.exception?.subtype { what += ", " + Self.firstLine(subtype) }
    } else if let message = report.previewMessages.first {
      what = "Interface Builder: " + (message.cause.isEmpty ? message.action.words : Self.firstLine(message.cause))
    } else if let text = leadingText {
      what = Self.firstLine(text)
    } else if report.threads?.isEmpty == false {
      what = stackWaitsForEvents ? "stack of a thread that waits for events" : "stack only, no exception"
    } else {
      what = "no exception, message or stack"
    }
    if let function = blame?.function { what += " in " + shortened(function) }
    if let library { what += " (code of \(library), a library that is linked into the app)" }
    return what
  }

  /// The number of messages among which the one that says most is searched.
  private static let maxLeading = 512

  /// The message that says most about the failure, the first one of those that say as much; one that no sentence quotes, if there is one.
  private var leadingText: String? {
    let mentioned = Set(report.consoleLines.lazy.filter(\.isMention).map(\.line))
    var best: (text: String, weight: Int)?
    for text in texts.prefix(Self.maxLeading) where !text.isJoined {
      let isQuoted = text.message.line.map(mentioned.contains) ?? false
      let weight = text.weight - (isQuoted ? 8 : 0)
      if weight > best?.weight ?? .min { best = (text.message.text, weight) }
    }
    return best?.text ?? texts.first?.message.text
  }

  /// What the samples show; `nil` if no function dominates, or if the main thread was idle, which has its own words.
  private var profileStatement: String? {
    guard let profile = ProfileSummary(report) else { return nil }
    if profile.isIdle, report.waitsForEvents { return nil }
    let marked = report.threads?.firstIndex(where: \.crashed)
    return profile.statement(isMarked: profile.thread == marked || report.threads?.count == 1)
  }

  private static func firstLine(_ text: String) -> String {
    let line = text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? text
    return line.shortened(to: 160)
  }
}

extension PreviewMessage.Action {
  /// What Interface Builder could not do, for a message that states no reason.
  fileprivate var words: String {
    switch self {
    case .updateAutoLayoutStatus: "failed to update auto layout status; the message states no reason"
    case .renderInstance: "failed to render a view; the message states no reason"
    case .renderAndUpdate: "failed to render and update auto layout status; the message states no reason"
    case .ignoreRuntimeAttribute: "a user defined runtime attribute was ignored"
    case .other: "a message without a reason"
    }
  }
}
