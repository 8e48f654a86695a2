import Bytes

/// Marks what an input only mentions: texts and fields on lines of documentation, comments, literals and code.
extension ReadOutcome {
  /// Whether each report was read from JSON or another structure, and not from lines. To be asked before `locate`, after
  /// which a text whose lines were split cannot be quoted either.
  var isStructured: [Bool] { reports.map { !$0.value.source.quotesLines } }

  /// Marks the mentions in each report, and states the reason if the input has no record of a failure.
  ///
  /// - Parameters:
  ///   - bytes: The input; the lines of the reports refer to it.
  ///   - isStructured: For each report, whether it was read from a structure: then its lines have no form of their own.
  mutating func markMentions(in bytes: [UInt8], _ isStructured: [Bool]) {
    for index in reports.indices where reports[index].value.source.format == ReportFormat.sourceExcerpt.id {
      reports[index].value.source.isMention = true
    }
    guard needsSurvey(bytes, isStructured) else { return }
    let structured = zip(reports, isStructured).compactMap { report, isStructured -> ClosedRange<Int>? in
      let source = report.value.source
      guard isStructured, let first = source.firstLine, let last = source.lastLine, 1 <= first, first <= last
      else {
        return nil
      }
      return first...last
    }
    guard let survey = InputSurvey(bytes, structured: structured) else { return }
    if survey.kind != .log { inputKind = survey.kind.title }
    for index in reports.indices {
      if survey.kind == .documentation, reports[index].value.isOwnRecord(in: bytes) { continue }
      reports[index].value.markMentions(survey, isStructured: isStructured[index])
      let isNoted = reports[index].notes.contains { $0.code == "mention" }
      if reports[index].value.source.isMention, reports[index].value.kind.isFailure, !isNoted {
        reports[index].notes.append(Self.note(survey.kind))
      }
    }
    removeExamples(survey)
  }

  /// Removes what a change prevents, and what a sentence introduces as an example to the reader: neither happened. A report
  /// with a stack remains, as a mention: it may be worth a diagnosis anyway.
  private mutating func removeExamples(_ survey: InputSurvey) {
    let line = reports.first?.value.source.firstLine
    reports.removeAll { report in
      guard report.value.source.isMention, report.value.threads?.isEmpty != false else { return false }
      if survey.kind == .change { return true }
      let messages = report.value.messages
      return !messages.isEmpty && messages.allSatisfy { survey.isExample($0.line) }
    }
    guard reports.isEmpty, faults.isEmpty, let line else { return }
    faults.append(.mention(inputKind, line: line))
  }

  /// Whether an input has lines outside of its reports. A report that begins the input and has a header is not a
  /// quotation, and most inputs are such a report.
  private func needsSurvey(_ bytes: [UInt8], _ isStructured: [Bool]) -> Bool {
    guard let first = reports.first, reports.count == 1 else { return true }
    let source = first.value.source
    if isStructured == [true], source.byteRange?.lowerBound == 0 { return false }
    // The rows of a call tree look like code. Output of a tool that begins the input is not a quotation.
    if first.value.callTree != nil, source.firstLine == 1 { return false }
    return !(first.value.process != nil && first.value.threads?.isEmpty == false && Self.beginsWithHeader(bytes))
  }

  private static func beginsWithHeader(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      let text = ByteText(buffer, limit: 4096)
      let start = (0..<min(buffer.count, 256)).first { text[$0] > 0x20 } ?? 0
      let end = text.first(0x0a, Slice(start, text.count)) ?? text.count
      return text.headerLabel(text.trimmed(Slice(start, end))) != nil
    }
  }

  private static func note(_ kind: InputSurvey.Kind) -> Note {
    let text =
      switch kind {
      case .log: "The text mentions a failure; it is not a record of one."
      default: "The input is \(kind.title): it mentions a failure and is not a record of one."
      }
    return Note("mention", text)
  }
}

extension CrashReport {
  /// The minimum number of frames of a report that is more than an illustration.
  private static let minFrames = 3
  /// The number of bytes above a report in which the name of its process is searched.
  private static let maxAbove = 65_536

  /// Whether a document is about the program whose complete report it contains, as the description of a project that reproduces a
  /// failure is: the report has its time and a stack, and the text above it names the process.
  fileprivate func isOwnRecord(in bytes: [UInt8]) -> Bool {
    guard let name = process?.name, name.utf8.count >= 4, times != nil, exception != nil, let first = source.firstLine,
      threads?.contains(where: { $0.frames.count >= Self.minFrames }) == true
    else { return false }
    var line = 1
    let end = bytes.firstIndex { byte in
      if byte == 0x0a { line += 1 }
      return line >= first
    }
    return String(streamSafe: Array(bytes[..<min(end ?? bytes.count, Self.maxAbove)])).containsBytes(ignoringCase: name)
  }

  /// Marks texts on lines that only mention them. If nothing else remains, the report is a mention; otherwise, fields
  /// that were read from such lines are removed.
  fileprivate mutating func markMentions(_ survey: InputSurvey, isStructured: Bool) {
    if source.isMention { return }
    for index in consoleLines.indices where survey.isMention(consoleLines[index].line) {
      consoleLines[index].isMention = true
    }
    if isStructured ? survey.kind == .log || survey.kind == .data : hasRecord(survey) {
      removeMentionedFields(survey)
    } else {
      source.isMention = true
      for index in consoleLines.indices { consoleLines[index].isMention = true }
    }
  }

  /// Returns whether a part of the report is on a line that is not a mention.
  private func hasRecord(_ survey: InputSurvey) -> Bool {
    if lines.values.contains(where: survey.isRecord) || details.contains(where: { survey.isRecord($0.line) }) {
      return true
    }
    let stacks = (threads ?? []).map(\.frames) + [lastExceptionBacktrace ?? []] + (applicationSpecificBacktraces ?? [])
    if stacks.contains(where: { $0.contains { survey.isRecord($0.line) } }) { return true }
    let beginsInMention = survey.isMention(source.firstLine)
    return messages.contains { message in
      guard survey.isRecord(message.line) else { return false }
      return message.origin != .applicationSpecificInformation || !beginsInMention || survey.isLogLine(message.line)
    }
  }

  private mutating func removeMentionedFields(_ survey: InputSurvey) {
    if survey.isMention(lines[.exceptionType] ?? lines[.exceptionReason]), exception != nil {
      exception = nil
      for field in [Field.exceptionType, .exceptionCodes, .exceptionSubtype, .exceptionMessage, .exceptionReason] {
        lines[field] = nil
      }
    }
    if lines[.exceptionReason] != lines[.exceptionType], survey.isMention(lines[.exceptionReason]) {
      removeRaisedException()
    }
    if survey.isMention(lines[.termination]) {
      termination = nil
      for field in [Field.termination, .terminationReasons, .terminationDetails] { lines[field] = nil }
    }
    previewMessages.removeAll { survey.isMention($0.line) }
    documentMessages.removeAll { survey.isMention($0.line) }
    loaderMessages.removeAll { survey.isMention($0.line) }
    canvasLines.removeAll { survey.isMention($0.line) }
  }
}

extension DecodingFault {
  /// The fault of source code in which no check finds a fault.
  package static func sourceCode(line: Int?) -> DecodingFault {
    DecodingFault(
      .notAReport, "not a failure report: source code, in which no known fault was found", line: line)
  }

  /// The fault of an input that mentions a failure, of which no pattern recognizes more than a word.
  ///
  /// - Parameters:
  ///   - kind: What the input is, such as "source code"; `nil` if that is unknown.
  ///   - line: The line of the mention.
  package static func mention(_ kind: String?, line: Int?) -> DecodingFault {
    let what = kind ?? "text"
    return DecodingFault(
      .notAReport, "not a failure report: \(what) that mentions a failure but has no record of one", line: line)
  }
}
