/// What came of one input: the reports in it, in order, and what of it gave none.
package struct ReadOutcome: Sendable {
  /// The reports that could be read, in the order of the input.
  package var reports: [Decoded<CrashReport>]
  /// Parts of the input that are no report of a kind we read, or the reason why there is none at all.
  package var faults: [DecodingFault]

  /// Creates an outcome; by default one without reports and faults.
  package init(reports: [Decoded<CrashReport>] = [], faults: [DecodingFault] = []) {
    self.reports = reports
    self.faults = faults
  }

  /// Hands over the report at `index`, which must be an index of `reports`, and leaves an empty one.
  ///
  /// Whoever then changes it changes it in place; a report that also stayed here would be copied, frames and all.
  package mutating func take(_ index: Int) -> Decoded<CrashReport> {
    var taken = Decoded(CrashReport(source: CrashReport.Source(format: "")))
    swap(&taken, &reports[index])
    return taken
  }
}

/// The way from bytes to reports: tells formats apart by content, never by name.
package enum ReportReader {
  /// Reads every report of an input.
  ///
  /// Never fails and never traps: an input without any report gives at least one fault that says what it is.
  /// Lines and offsets are those of `bytes`; text that had to be converted (UTF-16, quoted mail) has lines only.
  package static func read(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) -> ReadOutcome {
    if let text = InputEncoding.utf8(fromUTF16: bytes) {
      let outcome = ForeignInput.fault(text).map { ReadOutcome(faults: [$0]) } ?? readText(text, limits)
      return moved(outcome, Note("utf-16", "The text was in UTF-16 and has been converted."))
    }
    if let fault = ForeignInput.fault(bytes) { return ReadOutcome(faults: [fault]) }
    if let text = InputEncoding.unquoted(bytes) {
      return moved(readText(text, limits), Note("quoted", "Each line was quoted with \">\"; read without."))
    }
    return readText(InputEncoding.lineFeeds(forCarriageReturns: bytes) ?? bytes, limits)
  }

  /// Marks what was read from converted bytes: places in those are none in the input.
  private static func moved(_ outcome: ReadOutcome, _ note: Note) -> ReadOutcome {
    var outcome = outcome
    for index in outcome.reports.indices {
      outcome.reports[index].value.source.byteRange = nil
      outcome.reports[index].notes.append(note)
    }
    for index in outcome.faults.indices { outcome.faults[index].offset = nil }
    return outcome
  }

  private static func readText(_ bytes: [UInt8], _ limits: DecodingLimits) -> ReadOutcome {
    let start = InputEncoding.markLength(bytes)
    var pass = ReadingPass(bytes, start: start, limits: limits)
    var outcome = pass.read()
    if outcome.reports.isEmpty && outcome.faults.isEmpty {
      outcome.faults.append(ForeignInput.nothingFound(bytes, from: start))
    }
    return outcome
  }
}
