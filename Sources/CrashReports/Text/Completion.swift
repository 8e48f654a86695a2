import Bytes
import Vocabulary

/// The end of a report: values that are known only after all lines are read.
extension TextReader {
  /// Completes the current report, if its lines form one, and resets the state for the next.
  mutating func finishReport() {
    if isReport { reports.append(completed()) }
    draft = Draft()
    section = .unsectioned
    unrecognized.paragraph.removeAll(keepingCapacity: true)
  }

  /// Whether the lines form a report. Marks alone do not.
  private var isReport: Bool {
    guard draft.begin != nil else { return false }
    let isQuiet =
      draft.pieces.isSubset(of: [.console, .document]) && draft.report.documentMessages.isEmpty
      && !draft.report.consoleLines.isEmpty
    if isQuiet, isSuccessfulLog { return false }
    let marks: Draft.Pieces = [.translated, .endMarker, .thirdParty, .buildFirst, .chain]
    let pieces = draft.pieces.subtracting(marks)
    for dialect in TextDialect.catalog where dialect.mark == pieces {
      if let suffices = dialect.suffices { return suffices(draft) }
    }
    return !pieces.isEmpty
  }

  /// True if the lines with a time stamp are those of build tools, or are in a log that states its success: neither is
  /// a failure.
  private var isSuccessfulLog: Bool {
    let tools: Set<String> = [
      "appintentsmetadataprocessor", "xcodebuild", "swift-frontend", "swift-driver",
      "codesign", "simctl", "appintentsnltrainingprocessor",
    ]
    if draft.report.consoleLines.allSatisfy({ $0.process.map(tools.contains) ?? false }) { return true }
    // The result is at the end.
    let end = Slice(max(source.slice.start, source.slice.end - (1 << 20)), source.slice.end)
    return LogVerdict.results.contains { text.contains($0.mark, end) }
  }

  private mutating func completed() -> Decoded<CrashReport> {
    for dialect in TextDialect.catalog { dialect.complete?(&self) }
    completeProcess()
    concludeException()
    completeFailure()
    concludeSimulator()
    completeStacks()
    completeSource()
    draft.report.readResourceLimit()
    noteFragment()
    if let unread = draft.unread {
      draft.note(
        Note(
          "unread-lines", "\(unread.count) lines of the report were not recognized; the first is quoted.",
          line: unread.line, quotation: unread.quotation), limits)
    }
    return Decoded(draft.report, notes: draft.notes)
  }

  private mutating func completeProcess() {
    let isBuildFirst =
      draft.pieces.contains(.buildFirst) || VersionText.isBuildFirst(system: draft.report.host.os)
    let version = VersionText(draft.version, buildFirst: isBuildFirst)
    draft.process.version = version.version
    draft.process.build = version.build
    if let identifier = draft.identifier {
      let file = draft.process.path?.lastPathComponent
      // Without a bundle the identifier repeats the name. Some services are named like their bundle identifier.
      let isReverseDomain = identifier.utf8.count { $0 == UInt8(ascii: ".") } >= 2
      if isReverseDomain || identifier != draft.process.name && identifier != file {
        draft.process.bundleID = identifier
      }
    }
    completeFromConsole()
    if draft.process != CrashReport.Process() { draft.report.process = draft.process }
    if draft.times != CrashReport.Times() { draft.report.times = draft.times }
  }

  /// Reads process and time from the column of a console line with which a process announces its own end, if no header states them,
  /// and only one process did so.
  private mutating func completeFromConsole() {
    guard draft.process == CrashReport.Process(), draft.times == CrashReport.Times() else { return }
    let lines = draft.report.consoleLines.filter { $0.process != nil && Self.announcesOwnEnd($0.text) }
    guard let first = lines.first, lines.allSatisfy({ $0.process == first.process && $0.pid == first.pid }) else {
      return
    }
    draft.process.name = first.process
    draft.process.pid = first.pid
    guard let time = first.time, Self.hasDate(time) else { return }
    draft.times.crashed = CrashReport.ReportTime(reportText: time)
  }

  /// Swift prints the file before its message: `Cards/Deck.swift:12: Fatal error: …`.
  private static func announcesOwnEnd(_ text: String) -> Bool {
    let start = text.prefix(bytes: 300)
    return ListWords.shared.ownEnds.contains {
      start.hasPrefix($0) || start.contains(".swift:") && start.contains(": " + $0)
    }
  }

  /// Whether a time begins with a year, a month and a day.
  private static func hasDate(_ time: String) -> Bool {
    let bytes = Array(time.utf8.prefix(10))
    return bytes.count == 10
      && bytes.enumerated().allSatisfy {
        $0.offset == 4 || $0.offset == 7 ? $0.element == UInt8(ascii: "-") : $0.element.isDigit
      }
  }

  private mutating func completeFailure() {
    completeSpringBoardCode()
    // For a memory access error (codes 1 and 2), the second code is the faulting address.
    if draft.exception.type == "EXC_BAD_ACCESS", draft.exception.faultAddress == nil, draft.exception.subtype == nil,
      let codes = draft.exception.codes, codes.count == 2, codes[0] == 1 || codes[0] == 2
    {
      draft.exception.faultAddress = RuntimeAddress(codes[1])
    }
    if !draft.exception.isEmpty { draft.report.exception = draft.exception }
    if !draft.termination.isEmpty { draft.report.termination = draft.termination }
    if !draft.pieces.isDisjoint(with: [.applicationInformation, .sanitizer]) {
      draft.report.applicationSpecificInformation = draft.messages
    }
  }

  /// Early iOS printed terminations by SpringBoard as an exception: `Exception Type: 00000020` with the reason,
  /// such as 0x8badf00d, as its code.
  private mutating func completeSpringBoardCode() {
    guard draft.exception.type == "00000020", let code = draft.exception.codes?.first else { return }
    draft.exception.type = nil
    guard draft.termination.namespace == nil else { return }
    draft.termination.namespace = "SPRINGBOARD"
    draft.termination.code = code
    draft.report.lines[.termination] = draft.report.lines[.exceptionCodes]
  }

  private mutating func completeStacks() {
    if let image = draft.trailer, let name = image.name, image.loadAddress != nil {
      draft.imageList.append(image, column: name)
      draft.pieces.insert(.images)
    }
    draft.imageList.sort()
    concludeInnermostFrame()
    if draft.pieces.contains(.images) { draft.report.images = draft.imageList.images }
    if !draft.threads.isEmpty || draft.pieces.contains(.threads) {
      var threads: [CrashReport.Thread] = []
      threads.reserveCapacity(draft.threads.count)
      for index in draft.threads.indices {
        var thread = draft.threads[index].thread
        thread.omittedFrames = draft.threads[index].stack.omitted
        thread.frames = resolved(draft.threads[index].stack.consumeFrames())
        if !draft.explicitFault, thread.index == draft.faultingThread { thread.crashed = true }
        threads.append(thread)
      }
      draft.report.threads = threads
    }
    if let frames = draft.lastException?.consumeFrames() { draft.report.lastExceptionBacktrace = resolved(frames) }
    if !draft.backtraces.isEmpty {
      var backtraces: [[CrashReport.Frame]] = []
      for index in draft.backtraces.indices { backtraces.append(resolved(draft.backtraces[index].consumeFrames())) }
      draft.report.applicationSpecificBacktraces = backtraces
    }
  }

  private mutating func resolved(_ stated: consuming [CrashReport.Frame]) -> [CrashReport.Frame] {
    var frames = stated
    if draft.imageList.isEmpty { return frames }
    for index in frames.indices { draft.imageList.resolve(&frames[index]) }
    return frames
  }

  /// Infers a simulator from paths, parent processes and images that exist only on simulators.
  private mutating func concludeSimulator() {
    guard draft.report.host.isSimulator == nil else { return }
    guard let evidence = simulatorEvidence() else { return }
    draft.report.host.isSimulator = true
    draft.note(
      Note("simulator-concluded", "The process ran in a simulator, inferred from \(evidence)."), limits)
  }

  private func simulatorEvidence() -> String? {
    if let path = draft.process.path,
      path.containsBytes("/CoreSimulator/Devices/") || path.containsBytes("Simulator.platform/")
    {
      return "the path of the process"
    }
    if draft.process.parent?.name == "launchd_sim" { return "the parent process" }
    for image in draft.imageList.images.prefix(4096) {
      if image.name == "dyld_sim" || image.name?.hasPrefix("libsystem_sim_") == true { return "the loaded images" }
    }
    for position in draft.threads.indices.prefix(64) {
      // By index, so that no frame is copied.
      for index in draft.threads[position].stack.first.indices
      where draft.threads[position].stack.first[index].image == "dyld_sim" {
        return "frames of dyld_sim"
      }
    }
    return nil
  }

  private mutating func completeSource() {
    let conclusion = TextDialect.conclusion(of: draft)
    draft.report.kind = conclusion.kind
    var reportSource = CrashReport.Source(format: conclusion.format.id)
    reportSource.index = reports.count
    if let begin = draft.begin {
      reportSource.firstLine = begin.line
      reportSource.lastLine = max(begin.line, draft.end.line)
      var range = (begin.offset, draft.end.offset)
      if let start = source.originalOffset(ofLine: begin.line - firstLine),
        let end = source.originalOffset(ofLine: draft.end.line - firstLine + 1)
      {
        range = (start, end)
      }
      let limit = source.original?.slice.end ?? source.slice.end
      let start = min(range.0, limit)
      reportSource.byteRange = start..<max(start, min(range.1, limit))
    }
    draft.report.source = reportSource
  }

  /// Notes what a fragment lacks, and where a report is truncated.
  private mutating func noteFragment() {
    let pieces = draft.pieces
    for dialect in TextDialect.catalog { if let note = dialect.truncation?(draft) { draft.note(note, limits) } }
    let hasStacks = !pieces.isDisjoint(with: [.threads, .frames])
    guard pieces.contains(.header) else {
      guard hasStacks || !pieces.isDisjoint(with: .crashSection) else { return }
      let missing = pieces.contains(.images) ? "no header" : "no header, no list of binary images and no end"
      draft.note(Note("fragment", "This is only part of a report: it has \(missing)."), limits)
      return
    }
    var missing: [String] = []
    if !hasStacks { missing.append("threads") }
    if !pieces.contains(.images) { missing.append("binary images") }
    if !missing.isEmpty {
      let last = draft.lastSection.isEmpty ? "the header" : "“\(draft.lastSection)”"
      draft.note(
        Note(
          "truncated", "The report is truncated in \(last): it has no \(missing.joined(separator: " and no ")).",
          line: draft.report.source.lastLine), limits)
      return
    }
    let endsWithMarker = draft.reportVersion == "104" && !pieces.contains(.thirdParty)
    if endsWithMarker, !pieces.contains(.endMarker) {
      draft.note(
        Note(
          "truncated", "The report is truncated in “\(draft.lastSection)”: its end marker is missing.",
          line: draft.report.source.lastLine), limits)
    } else if pieces.contains(.regions), !pieces.contains(.regionTotal) {
      // A paste may have been shortened on purpose: only what begins must end.
      draft.note(
        Note(
          "truncated", "The report is truncated in its summary of memory regions.",
          line: draft.report.source.lastLine), limits)
    }
  }
}
