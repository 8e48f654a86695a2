extension ReportFormat {
  /// An envelope of Sentry, which the SDK stores on the device and sends.
  static let sentryEnvelope = ReportFormat(
    id: "sentry-envelope",
    title: "Sentry envelope",
    summary:
      "The file that Sentry's SDK stores and sends: an event and its attachments. The event and attached reports "
      + "are read, and have the formats of their own; event and attachment are one report if they describe one failure. "
      + "Other items, such as minidumps and sessions, are named.",
    example: #"{"event_id":"…","sent_at":"…"} and lines {"type":"event","length":1178}"#,
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      if case .container = segment.content, SentryEnvelope.begins(segment.bytes) { return .certain }
      return .no
    },
    decode: { segment, limits in
      var reader = SentryEnvelopeReader(segment.bytes, limits)
      return reader.read()
    })
}

/// Reads the items of an envelope.
private struct SentryEnvelopeReader {
  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private let envelope: SentryEnvelope
  /// The reports of the events; an envelope of an SDK has one.
  private var events: [Decoded<CrashReport>] = []
  private var attached: [Decoded<CrashReport>] = []
  private var unread: [SentryEnvelope.Item] = []
  private var hasEvent = false

  init(_ bytes: [UInt8], _ limits: DecodingLimits) {
    self.bytes = bytes
    self.limits = limits
    envelope = SentryEnvelope(bytes)
  }

  mutating func read() -> SegmentOutcome {
    for item in envelope.items { read(item) }
    var outcome = SegmentOutcome(end: bytes.count, endLine: 1 + ByteSearch.lineBreaks(bytes, 0..<bytes.count))
    outcome.reports = joined()
    if outcome.reports.isEmpty {
      outcome.faults = [fault]
    } else {
      addNotes(to: &outcome.reports[0])
    }
    return outcome
  }

  private mutating func read(_ item: SentryEnvelope.Item) {
    switch item.type {
    case "event":
      hasEvent = true
      let segment = Segment(
        bytes: bytes, range: item.payload, firstLine: item.line, header: nil, bodyStart: item.payload.lowerBound,
        bodyLine: item.line, content: .json(nil))
      var decoder = SentryDecoder(segment, limits)
      guard var report = decoder.decode(segment).reports.first else { return unread.append(item) }
      report.value.source.firstLine = item.line
      report.value.source.lastLine = item.line + ByteSearch.lineBreaks(bytes, item.payload)
      report.value.source.byteRange = item.payload
      events.append(report)
    case "attachment" where mayBeReport(item):
      let outcome = EmbeddedReports.read(bytes, item.payload, line: item.line, limits: limits)
      let reports = outcome.reports.filter(\.isRecord)
      if reports.isEmpty { unread.append(item) } else { attached += reports }
    default: unread.append(item)
    }
  }

  private func mayBeReport(_ item: SentryEnvelope.Item) -> Bool {
    if item.attachmentType == "event.applecrashreport" { return true }
    if item.attachmentType == "event.minidump" || item.contentType?.hasPrefix("image/") == true { return false }
    return !bytes[item.payload].starts(with: Array("MDMP".utf8))
  }

  /// The reports of the envelope: one if the event and an attachment describe the same failure, as MetricKit's diagnostic
  /// and Apple's report do, of which the attachment has more. Of several events, none is known to belong to an attachment.
  private func joined() -> [Decoded<CrashReport>] {
    guard events.count == 1, var first = attached.first else { return events + attached }
    first.value.fillIn(from: events[0].value)
    first.notes.append(Note("joined", "The event of Sentry describes the same failure; the attached report was read."))
    return [first] + attached.dropFirst()
  }

  private func addNotes(to report: inout Decoded<CrashReport>) {
    if !unread.isEmpty {
      let names = unread.prefix(10).map(\.description).joined(separator: ", ")
      let more = unread.count > 10 ? " and \(unread.count - 10) more" : ""
      report.notes.append(Note("unread-items", "Not read in this envelope: \(names)\(more)."))
    }
    if let item = envelope.items.first(where: \.isCut) {
      if !report.notes.contains(where: { $0.code == "truncated" }) {
        report.notes.append(
          Note("truncated", "The report is truncated; the envelope ends inside an item.", line: item.line))
      }
    }
    if envelope.damaged.count > 0 {
      let words = envelope.damaged.count == 1 ? "1 line" : "\(envelope.damaged.count) lines"
      report.notes.append(
        Note("damaged", "\(words) between the items of the envelope were not read.", line: envelope.damaged.line))
    }
    if let line = envelope.omittedLine {
      report.notes.append(
        Note(
          "limit-reached", "The envelope has more than \(envelope.items.count) items; the others were not read.",
          line: line))
    }
  }

  private var fault: DecodingFault {
    let names = envelope.items.prefix(10).map(\.description).joined(separator: ", ")
    if let dump = unread.first(where: { isMinidump($0) }) {
      return DecodingFault(
        .unsupportedFormat,
        "a Sentry envelope whose event has no exception; the crash is in the attached minidump, which is not read: "
          + dump.description, hint: "Open the minidump with minidump-stackwalk.", line: dump.line)
    }
    let what = hasEvent ? "whose event has no exception and no stack" : "without an event"
    return DecodingFault(.notAReport, "a Sentry envelope \(what): \(names)", line: 1)
  }

  private func isMinidump(_ item: SentryEnvelope.Item) -> Bool {
    item.attachmentType == "event.minidump" || bytes[item.payload].starts(with: Array("MDMP".utf8))
  }
}
