import Bytes

/// Splits what was read from a log of Interface Builder, ibtool or a build into one report for each failure.
///
/// A failure is a cause in a view of a document. Each report has only the lines of its failure, so that no finding takes
/// its class, its document or its evidence from the line of another one. Two lines are the same failure in these cases:
///
/// | a line with | and another one with | reason |
/// |---|---|---|
/// | view and cause | the same view and cause | Xcode repeats messages |
/// | view and cause | the same document without a view, the same cause | Xcode reports a view's failure for its document, too |
/// | view and cause | the same view; only the end of the agent | the end of the agent is a symptom |
/// | view, only the end of the agent | its document without a view; a cause that names the view's class | the same |
/// | the only view, only an exception | its document without a view; an exception with its reason | the same |
/// | document and message of a tool | the same document and message | ibtool repeats messages |
/// | document and message of a tool, the only ones | a message of a tool without document | the same |
/// | document and message of a tool | at most `LogFailures.reach` lines away, a message of a tool without document | a tool writes several lines for one failure |
struct LogFailures {
  /// The maximum number of lines between a message about a document and one of the tool itself.
  private static let reach = 4

  /// A failure: indices of the messages that state it.
  private struct Failure {
    var previews: [Int] = []
    var documents: [Int] = []
    var isWarning = true
    /// The first and the last line of the first message.
    var first: Int
    var last: Int
  }

  /// A cause in a view, or in a document if `view` is empty.
  private struct Key: Hashable {
    var document: String
    var view = ""
    var cause = ""
  }

  private let report: CrashReport
  private var names: ViewNames
  private var failures: [Failure] = []
  private var byCause: [Key: Int] = [:]
  /// The first failure of each view, and whether only the end of the agent is known of it.
  private var byView: [Key: (failure: Int, isSymptom: Bool)] = [:]
  /// The failures of views, by document.
  private var viewsOfDocument: [String: [Int]] = [:]
  /// Views of which only the end of the agent is known, by document and class.
  private var symptoms: [Key: Int] = [:]

  private init(_ report: CrashReport) {
    self.report = report
    names = ViewNames(report.previewMessages)
  }

  /// Returns a report for each failure of `decoded`, errors before warnings, otherwise in the order of the log; only
  /// `decoded` if it is not a log, or has one failure.
  ///
  /// - Parameter lines: The lines of the input.
  static func split(_ decoded: Decoded<CrashReport>, _ lines: inout LineRanges) -> [Decoded<CrashReport>] {
    let report = decoded.value
    let count = report.previewMessages.count + report.documentMessages.count
    guard report.kind == .preview, report.source.quotesLines, count > 0 else { return [decoded] }
    var splitter = LogFailures(report)
    splitter.collectPreviews()
    splitter.collectDocuments()
    return splitter.reports(decoded, &lines)
  }

  // MARK: - Messages of Interface Builder

  private mutating func collectPreviews() {
    // Messages about a view first: those of a document alone belong to them.
    var others: [Int] = []
    for (index, message) in report.previewMessages.enumerated() where message.statesFailure {
      if let view = names.view(of: message) {
        add(index, view: view)
      } else {
        others.append(index)
      }
    }
    for index in others { addToDocument(index) }
    addNarration()
  }

  private mutating func add(_ index: Int, view: String) {
    let message = report.previewMessages[index]
    let isSymptom = AgentEnd.isOnlyStatement(message.cause)
    var key = Key(document: names.document(of: message), view: view)
    let known = byView[key]
    if let known, isSymptom { return add(preview: index, to: known.failure) }
    let viewKey = key
    // A class that was not loaded has none of its attributes.
    key.cause =
      message.action == .ignoreRuntimeAttribute ? "attribute" : Self.normalized(message.cause)
    if let same = byCause[key] { return add(preview: index, to: same) }
    // The end of the agent was reported before its cause.
    if let known, known.isSymptom {
      byView[viewKey]?.isSymptom = false
      byCause[key] = known.failure
      return add(preview: index, to: known.failure)
    }
    let failure = append(preview: index)
    byCause[key] = failure
    key.view = ""
    if byCause[key] == nil { byCause[key] = failure }
    if known == nil { byView[viewKey] = (failure, isSymptom) }
    viewsOfDocument[key.document, default: []].append(failure)
    if isSymptom, let name = message.objectClass { symptoms[Key(document: key.document, view: name)] = failure }
  }

  private mutating func addToDocument(_ index: Int) {
    let message = report.previewMessages[index]
    let key = Key(document: names.document(of: message), cause: Self.normalized(message.cause))
    if let same = byCause[key] { return add(preview: index, to: same) }
    if let only = onlyException(in: key.document), message.cause.containsBytes("raised a") {
      byCause[key] = only
      return add(preview: index, to: only)
    }
    for word in words(of: message.cause) {
      guard let named = symptoms[Key(document: key.document, view: word)] else { continue }
      byCause[key] = named
      return add(preview: index, to: named)
    }
    byCause[key] = append(preview: index)
  }

  /// Returns the failure of the only view of a document if it states only that an exception was thrown: the exception that
  /// Interface Builder reports for the document is that one.
  private func onlyException(in document: String) -> Int? {
    guard let views = viewsOfDocument[document], views.count == 1, let failure = views.first,
      let first = failures[failure].previews.first
    else { return nil }
    let cause = report.previewMessages[first].cause
    return AgentEnd.isOnlyStatement(cause) && cause.containsBytes("exception") ? failure : nil
  }

  /// Adds lines that state no failure, such as "Finishing debugging instance of CardView", to the failure of their view.
  private mutating func addNarration() {
    for (index, message) in report.previewMessages.enumerated() where !message.statesFailure {
      guard let view = names.view(of: message) else { continue }
      let key = Key(document: names.document(of: message), view: view)
      if let known = byView[key] { failures[known.failure].previews.append(index) }
    }
  }

  private mutating func append(preview index: Int) -> Int {
    let message = report.previewMessages[index]
    failures.append(
      Failure(
        previews: [index], isWarning: message.severity == .warning, first: message.line, last: message.lastLine))
    return failures.count - 1
  }

  private mutating func add(preview index: Int, to failure: Int) {
    failures[failure].previews.append(index)
    if report.previewMessages[index].severity != .warning { failures[failure].isWarning = false }
  }

  private func words(of text: String) -> [String] {
    text.utf8.prefix(4096).split { !($0.isLetterOrDigit || $0 == UInt8(ascii: "_")) }.map { String(Substring($0)) }
  }

  // MARK: - Messages of tools

  private mutating func collectDocuments() {
    var loose: [Int] = []
    var symptomDocuments: [Int] = []
    for (index, message) in report.documentMessages.enumerated() where message.isError {
      guard let document = message.document?.lastPathComponent ?? message.document else {
        loose.append(index)
        continue
      }
      let whole = Key(document: "tool " + document)
      // The list of failed commands and the exit code are symptoms of an error in the document.
      if DocumentPhrases.isSymptom(message.text) {
        if let known = byCause[whole] {
          failures[known].documents.append(index)
          continue
        }
        symptomDocuments.append(index)
        continue
      }
      let key = Key(document: whole.document, view: message.objectID ?? "", cause: Self.normalized(message.text))
      if let known = byCause[key] {
        failures[known].documents.append(index)
      } else {
        byCause[key] = failures.count
        if byCause[whole] == nil { byCause[whole] = failures.count }
        failures.append(Failure(documents: [index], isWarning: false, first: message.line, last: message.lastLine))
      }
    }
    for index in symptomDocuments {
      let message = report.documentMessages[index]
      let whole = Key(document: "tool " + (message.document?.lastPathComponent ?? message.document ?? ""))
      if let known = byCause[whole] {
        failures[known].documents.append(index)
      } else {
        byCause[whole] = failures.count
        failures.append(Failure(documents: [index], isWarning: false, first: message.line, last: message.lastLine))
      }
    }
    addLoose(loose)
  }

  /// Adds the messages of tools that name no document to the nearest failure, or else to one failure of their own.
  private mutating func addLoose(_ loose: [Int]) {
    let about = failures.indices.filter { !failures[$0].documents.isEmpty }
    var next = 0
    var own: (failure: Int, causes: [String: Int])?
    for index in loose {
      let message = report.documentMessages[index]
      while next < about.count, failures[about[next]].first < message.line { next += 1 }
      let before = next > 0 ? about[next - 1] : nil
      let after = next < about.count ? about[next] : nil
      if about.count == 1 {
        failures[about[0]].documents.append(index)
      } else if let before, message.line - failures[before].last <= Self.reach {
        failures[before].documents.append(index)
        failures[before].last = max(failures[before].last, message.lastLine)
      } else if let after, failures[after].first - message.lastLine <= Self.reach {
        failures[after].documents.append(index)
      } else {
        let cause = Self.normalized(message.text)
        if let known = own?.causes[cause] {
          failures[known].documents.append(index)
        } else if let own, DocumentPhrases.isSymptom(message.text) || !isSeparate(message, from: own.failure) {
          failures[own.failure].documents.append(index)
          failures[own.failure].last = max(failures[own.failure].last, message.lastLine)
        } else {
          let failure = failures.count
          own = (failure, (own?.causes ?? [:]).merging([cause: failure]) { known, _ in known })
          failures.append(Failure(documents: [index], isWarning: false, first: message.line, last: message.lastLine))
        }
      }
    }
  }

  /// Whether a message of a tool that has lost its document is about another failure than an earlier one: each run of a tool
  /// prints a list of its own.
  private func isSeparate(_ message: DocumentMessage, from failure: Int) -> Bool {
    guard let first = failures[failure].documents.first else { return false }
    return message.list != report.documentMessages[first].list
  }

  // MARK: - Reports

  private func reports(_ decoded: Decoded<CrashReport>, _ lines: inout LineRanges) -> [Decoded<CrashReport>] {
    guard failures.count > 1 else { return [repeated(decoded, failures.first)] }
    let order = failures.indices.sorted {
      (failures[$0].isWarning ? 1 : 0, failures[$0].first, $0) < (
        failures[$1].isWarning ? 1 : 0, failures[$1].first, $1
      )
    }
    var base = decoded.value
    base.previewMessages = []
    base.documentMessages = []
    base.consoleLines = []
    base.loaderMessages = []
    base.threads = nil
    base.lastExceptionBacktrace = nil
    base.applicationSpecificBacktraces = nil
    var result = order.map { index in
      let failure = failures[index]
      var one = base
      one.previewMessages = failure.previews.sorted().map { report.previewMessages[$0] }
      one.documentMessages = failure.documents.sorted().map { report.documentMessages[$0] }
      one.source.firstLine = failure.first
      one.source.lastLine = failure.last
      one.source.byteRange = lines.range(failure.first...failure.last, part: part(of: failure))
      return repeated(Decoded(one), failure)
    }
    addContext(to: &result, order)
    result[0].notes = decoded.notes + result[0].notes
    let warnings = report.documentMessages.count { !$0.isError }
    if warnings > 0 {
      result[0].notes.append(
        Note("tool-warnings", "\(warnings) warnings and notices of ibtool or actool are not part of a failure."))
    }
    return result
  }

  /// Returns the index of the failure's message among the messages on its line; `nil` if it has the line alone.
  private func part(of failure: Failure) -> (index: Int, count: Int)? {
    guard let first = failure.previews.first else { return nil }
    let line = report.previewMessages[first].line
    var (index, count) = (0, 0)
    var at = first
    while at > 0, report.previewMessages[at - 1].line == line { at -= 1 }
    while at < report.previewMessages.count, report.previewMessages[at].line == line {
      if at < first { index += 1 }
      count += 1
      at += 1
    }
    return count > 1 ? (index, count) : nil
  }

  /// Gives each other line of the log, and the stacks, to the failure above it.
  private func addContext(to result: inout [Decoded<CrashReport>], _ order: [Int]) {
    var byLine = order.indices.map { (line: failures[order[$0]].first, position: $0) }
    byLine.sort { ($0.line, $0.position) < ($1.line, $1.position) }
    func owner(_ line: Int) -> Int {
      var (low, high) = (0, byLine.count)
      while low < high {
        let middle = (low + high) / 2
        if byLine[middle].line <= line { low = middle + 1 } else { high = middle }
      }
      return byLine[max(0, low - 1)].position
    }
    for line in report.consoleLines { result[owner(line.line)].value.consoleLines.append(line) }
    for line in report.loaderMessages { result[owner(line.line)].value.loaderMessages.append(line) }
    let frames = report.threads?.first?.frames ?? report.lastExceptionBacktrace
    guard let line = frames?.first?.line ?? report.threads?.first?.line else { return }
    let position = owner(line)
    result[position].value.threads = report.threads
    result[position].value.lastExceptionBacktrace = report.lastExceptionBacktrace
    result[position].value.applicationSpecificBacktraces = report.applicationSpecificBacktraces
  }

  /// Adds how often the log states a failure, if it is more than once in the same words.
  private func repeated(_ decoded: Decoded<CrashReport>, _ failure: Failure?) -> Decoded<CrashReport> {
    guard let failure, let first = failure.previews.first else { return decoded }
    let message = report.previewMessages[first]
    let count = failure.previews.count {
      let other = report.previewMessages[$0]
      return other.action == message.action && other.cause == message.cause && other.objectID == message.objectID
    }
    guard count > 1 else { return decoded }
    var decoded = decoded
    decoded.value.add(.repetitions, .number(count), line: message.line)
    return decoded
  }

  /// Returns the first bytes of a cause in lower case, without addresses, numbers, blanks and punctuation at its end.
  private static func normalized(_ cause: String) -> String {
    var bytes: [UInt8] = []
    // Who refers to a library is not part of the cause.
    var stated = Array(cause.utf8.prefix(1024))
    if let end = ByteSearch.find("Referenced from", stated, 0..<stated.count) { stated.removeSubrange(end...) }
    for byte in stated where !byte.isBlank && byte != 0x0a && !byte.isDigit {
      bytes.append(byte.lowercased)
    }
    while let last = bytes.last, last == UInt8(ascii: ".") || last == UInt8(ascii: ":") { bytes.removeLast() }
    return String(streamSafe: bytes)
  }
}

extension ReadOutcome {
  /// Replaces each report of a log by one report for each of its failures.
  mutating func splitFailures(in bytes: [UInt8], _ limits: DecodingLimits) {
    joinCanvasReports()
    guard reports.contains(where: { $0.value.kind == .preview }) else { return }
    var lines = LineRanges(bytes)
    var result: [Decoded<CrashReport>] = []
    for report in reports {
      let room = max(1, limits.reports - result.count)
      var parts = LogFailures.split(report, &lines)
      if parts.count > room {
        parts.removeSubrange(room...)
        faults.append(
          DecodingFault(
            .limitReached, "more than \(limits.reports) failures in one log: the others were not read",
            line: parts.last?.value.source.lastLine))
      }
      result += parts
    }
    reports = result
    for index in reports.indices { reports[index].value.source.index = index }
  }
}
