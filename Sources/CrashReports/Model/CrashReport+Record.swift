/// Whether an input records an event, or is another text that a reader could make sense of.
///
/// A folder contains documentation, source code, logs of passing tests and statistics next to reports. They are
/// answered if a user asks about one of them, but a history that stored them would count failures that never happened.
extension CrashReport {
  /// Why an input is not the record of an event.
  package enum NotARecord: String, Sendable, CaseIterable {
    case mention, sourceCode, description, statistics, noFailure

    /// The reason in a few words, after "not a report: ".
    package var text: String {
      switch self {
      case .mention: "it only mentions a failure"
      case .sourceCode: "source code"
      case .description: "a description in words"
      case .statistics: "system statistics; nothing failed"
      case .noFailure: "text or a log without a failure"
      }
    }
  }

  /// Returns why this is not the record of an event; `nil` if it is one.
  ///
  /// A record has at least one part that only a program or the system writes: a header, an exception, a termination,
  /// frames, images, an event of a kind with its own format (jetsam, panic, resource, hang, sample), a message of a
  /// loader, of Interface Builder or of its tools, or a line with a failure message that is not quoted.
  ///
  /// - Parameter notes: The notes of the reader. Two of them state what a text is.
  package func notARecord(_ notes: [Note]) -> NotARecord? {
    if source.format == "source-excerpt" || notes.contains(where: { $0.code == "source-excerpt" }) {
      return .sourceCode
    }
    if notes.contains(where: { $0.code == "symptom" }) { return .description }
    if source.isMention { return .mention }
    if kind == .statistics { return .statistics }
    if hasHeader || hasFailure || hasStack || isEvent || hasToolMessage { return nil }
    var isQuoted = false
    for line in consoleLines where Wording.hasFailure(line.text) {
      if !line.isMention { return nil }
      isQuoted = true
    }
    return isQuoted ? .mention : .noFailure
  }

  /// Whether nothing but lines of text and values that sentences contain, too, were read: no header, no stack, no address, no
  /// event with a format of its own, and no message of a tool.
  package var hasOnlyWords: Bool {
    !hasHeader && !hasStack && !isEvent && !hasToolMessage && source.quotesLines && exception?.codes == nil
      && exception?.faultAddress == nil && applicationSpecificInformation?.isEmpty != false
  }

  /// Whether nothing but lines of a log were read, perhaps with the process that wrote them: no exception, no termination, no stack,
  /// no event with a format of its own, and no message of a tool.
  package var isOnlyLog: Bool {
    incident == nil && source.bugType == nil && !hasFailure && !hasStack && !isEvent && !hasToolMessage
  }

  /// The lines that a report begins with. A name or a time alone also occurs in logs.
  private var hasHeader: Bool {
    if incident != nil || source.bugType != nil { return true }
    guard let process, process.name != nil || process.path != nil else { return false }
    return process.pid != nil || process.path != nil || process.bundleID != nil || times?.crashed != nil
      || host.os != nil
  }

  private var hasFailure: Bool {
    exception != nil || termination != nil || applicationSpecificInformation?.isEmpty == false
  }

  private var hasStack: Bool {
    images?.isEmpty == false || lastExceptionBacktrace?.isEmpty == false
      || applicationSpecificBacktraces?.contains { !$0.isEmpty } == true
      || threads?.contains { !$0.frames.isEmpty || $0.registers?.isEmpty == false } == true
  }

  /// Whether a format of its own describes the event.
  private var isEvent: Bool { Self.eventKinds.contains(kind) }

  private static let eventKinds: Set<Kind> = [
    .hang, .jetsam, .resource, .watchdog, .panic, .launch, .sample, .leak,
  ]

  private var hasToolMessage: Bool {
    !previewMessages.isEmpty || !loaderMessages.isEmpty || !canvasLines.isEmpty
      || documentMessages.contains { $0.severity != .notice && $0.severity != .warning }
  }
}

extension CrashReport {
  /// Returns the report for a text in which a user describes a failure in words.
  ///
  /// - Parameters:
  ///   - text: The line that says most about the failure.
  ///   - line: Its number, from 1.
  ///   - count: The number of lines of the input.
  package static func description(_ text: String, line: Int, ofLines count: Int) -> Decoded<CrashReport> {
    var report = CrashReport(source: Source(format: "console"))
    report.kind = .unknown
    report.source.firstLine = 1
    report.source.lastLine = max(count, 1)
    report.source.isMention = true
    var entry = ConsoleLine(text: text, line: line)
    entry.isMention = true
    report.consoleLines = [entry]
    return Decoded(report, notes: [.description])
  }
}

extension Note {
  /// States that a text is a description.
  static let description = Note("symptom", "This is a description in words, not the output of a program.")
  /// States that a text quotes a message.
  package static let quotation = Note(
    "quotation", "This is a document that quotes a message, not the output of a program.")
}

extension Decoded where Value == CrashReport {
  /// Whether this is the record of an event: ``CrashReport/notARecord(_:)``.
  package var isRecord: Bool { value.notARecord(notes) == nil }
}
