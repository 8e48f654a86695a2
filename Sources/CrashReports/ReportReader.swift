/// The result of reading one input: its reports, and the errors for parts that could not be read.
package struct ReadOutcome: Sendable {
  /// The reports that could be read, in the order of the input.
  package var reports: [Decoded<CrashReport>]
  /// The parts of the input that are not a supported report, or the reason why the input has no report.
  package var faults: [DecodingFault]
  /// What the input is apart from reports, such as "source code"; `nil` for a log, a report or an unknown text.
  package var inputKind: String?

  /// Creates an outcome, by default without reports and faults.
  package init(reports: [Decoded<CrashReport>] = [], faults: [DecodingFault] = []) {
    self.reports = reports
    self.faults = faults
  }

  /// Moves the report at `index`, which must be an index of `reports`, out of the outcome and leaves an empty one.
  ///
  /// The caller can then change the report in place. If a reference also stayed here, the first change would copy the
  /// report with all its frames.
  package mutating func take(_ index: Int) -> Decoded<CrashReport> {
    var report = Decoded(CrashReport(source: CrashReport.Source(format: "")))
    swap(&report, &reports[index])
    return report
  }
}

/// The entry point for decoding reports. Formats are recognized by content, never by file name.
package enum ReportReader {
  /// Reads every report of an input, without what was written around its lines (`TextWrapper`).
  ///
  /// Never throws and never traps: an input without a report yields at least one fault that states what the input is.
  /// Lines and offsets refer to `bytes`, also in text that was converted or unwrapped.
  package static func read(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) -> ReadOutcome {
    if let outcome = readWhole(bytes, limits) { return outcome }
    var outcome = readNormalized(bytes, limits)
    outcome.readFeedback(from: bytes, limits)
    return outcome
  }

  private static func readNormalized(_ bytes: [UInt8], _ limits: DecodingLimits) -> ReadOutcome {
    let isUTF16 = InputEncoding.utf16(bytes) != nil
    if !isUTF16, let fault = UnsupportedInput.fault(bytes) { return ReadOutcome(faults: [fault]) }
    // The texts in the members of these documents would be taken for the document.
    let isDocument = !isUTF16 && ReportFormat.isServiceDocument(bytes)
    let input = isDocument ? InputNormalizer.encoded(bytes) : InputNormalizer.normalize(bytes)
    if isUTF16, let fault = UnsupportedInput.fault(input.bytes) { return ReadOutcome(faults: [fault]) }
    var outcome = readText(input.bytes, limits)
    if outcome.reports.isEmpty, !input.removals.isEmpty {
      // Nothing was gained: the input is described as it is, without what is not seen at the ends of its lines.
      let plain = InputNormalizer.encoded(bytes)
      outcome = readText(plain.bytes, limits)
      outcome.markMentions(in: plain.bytes, outcome.isStructured)
      if !plain.isPlain { outcome.locate(in: plain, bytes) }
      return outcome
    }
    // Timestamps hide code from the survey; comment marks and tags are what it looks for.
    let isStructured = outcome.isStructured
    outcome.markMentions(in: input.bytes, isStructured)
    if input.isPlain { return outcome }
    outcome.locate(in: input, bytes)
    // What was removed around the lines, such as the quotation marks of JSON, can be what is open at the end.
    if !isUTF16 { outcome.noteEnd(of: bytes, from: InputEncoding.markLength(bytes)) }
    if input.hadSourceMarks { outcome.markMentions(in: bytes, isStructured) }
    return outcome
  }

  /// Reads a file in a binary format or a container, which has neither lines nor text around it; `nil` for any other
  /// input.
  private static func readWhole(_ bytes: [UInt8], _ limits: DecodingLimits) -> ReadOutcome? {
    let content: Segment.Content
    if UnsupportedInput.isBinaryReport(head: bytes) {
      content = .binary
    } else if SentryEnvelope.begins(bytes) {
      content = .container
    } else {
      return nil
    }
    let segment = Segment(
      bytes: bytes, range: 0..<bytes.count, firstLine: 1, header: nil, bodyStart: 0, bodyLine: 1, content: content)
    guard let format = ReportFormat.best(for: segment) else { return nil }
    let result = format.decode(segment, limits)
    var outcome = ReadOutcome(reports: result.reports, faults: result.faults)
    for index in outcome.reports.indices {
      outcome.reports[index].value.source.index = index
      let range = outcome.reports[index].value.source.byteRange ?? 0..<bytes.count
      outcome.reports[index].value.source.byteRange = range
      outcome.reports[index].value.settle()
    }
    return outcome
  }

  /// Reads every report of a text that was normalized before (`InputText.text`). Lines and offsets refer to `text`.
  package static func read(normalized text: [UInt8], limits: DecodingLimits = DecodingLimits()) -> ReadOutcome {
    if let fault = UnsupportedInput.fault(text) { return ReadOutcome(faults: [fault]) }
    return readText(text, limits)
  }

  private static func readText(_ bytes: [UInt8], _ limits: DecodingLimits) -> ReadOutcome {
    let start = InputEncoding.markLength(bytes)
    var pass = ReadingPass(bytes, start: start, limits: limits)
    var outcome = pass.read()
    outcome.splitFailures(in: bytes, limits)
    for index in outcome.reports.indices {
      outcome.reports[index].value.settle()
      outcome.reports[index].value.separateOtherWriters()
    }
    outcome.joinExports()
    outcome.joinConsoles()
    if outcome.reports.isEmpty && outcome.faults.isEmpty {
      outcome.faults.append(UnsupportedInput.nothingFound(bytes, from: start))
    }
    outcome.noteEnd(of: bytes, from: start)
    return outcome
  }
}
