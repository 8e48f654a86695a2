/// Reports of Apple's systems in which nothing failed, or which name no process. They are recognized by their bug type
/// and described, but not read.
extension ReportFormat {
  /// CoreAnalytics data: one JSON object per line, the first and the last with `_marker`.
  static let analytics = ReportFormat(
    id: "analytics",
    title: "Analytics data",
    summary: "Counters that the system collects, one JSON object per line. It contains no event, so it is not reported "
      + "as a failure.",
    example: #"{"_marker":"<metadata>","_preferredUserInterfaceLanguage":"en"}"#,
    isRead: true,
    recognize: { segment in
      if segment.shape?.isAnalytics == true { return .certain }
      return bugType(of: segment) == "211" && segment.text == nil ? .likely : .no
    },
    decode: { segment, limits in
      guard case .json = segment.content else { return headerOnly(segment, format: "analytics", kind: .statistics) }
      var report = CrashReport(source: CrashReport.Source(format: "analytics"))
      report.source.quotesLines = false
      report.kind = .statistics
      report.eventSummary = BugType.with(id: "211")?.phrase
      segment.header?.fill(&report)
      let rows = JSONRows(segment, limits).walk { shape in !shape.isDiagnostic || shape.isAnalytics }
      report.add(.records, .number(rows.count))
      var notes: [Note] = []
      if rows.isCut { notes.append(Note("truncated", "The report is truncated inside a record.", line: rows.endLine)) }
      return SegmentOutcome(
        reports: [Decoded(report, notes: notes)], end: rows.end, endLine: rows.endLine, work: rows.work)
    })

  /// Other records of the system, recognized by their bug type.
  static let systemRecord = ReportFormat(
    id: "system-record",
    title: "System record",
    summary: "Counters, logs and notices with the header line of a report: resets (115), updates (183), the sandbox "
      + "(187), calls (224), launches (238), the graphics processor (284), memory resets (301), power logs (230) and "
      + "about fifty others (`diagnose explain NUMBER`). They are not reported as a failure of a process; the part "
      + "below the header is not read.",
    example: #"{"bug_type":"224","timestamp":"2026-03-02 07:11:09.00 +0100"}"#,
    isRead: true,
    recognize: { segment in
      guard BugType.isRead(bugType(of: segment), by: .record) else { return .no }
      return segment.shape?.isCrashBody == true ? .no : .likely
    },
    decode: { segment, limits in
      // The text below the header may still be a crash report.
      if segment.text != nil, let outcome = crashText(segment, limits) { return outcome }
      let bugType = bugType(of: segment)
      var report = CrashReport(source: CrashReport.Source(format: "system-record"))
      let entry = BugType.with(id: bugType)
      report.source.bugType = bugType
      report.source.quotesLines = false
      report.kind = entry?.kind ?? .statistics
      report.eventSummary = entry?.phrase
      segment.header?.fill(&report)
      var outcome = unreadOutcome(segment, limits, "")
      outcome.faults = []
      outcome.reports = [Decoded(report)]
      return outcome
    })

  /// Returns the crash report in the text below a header of another kind; `nil` if there is none.
  static func crashText(_ segment: Segment, _ limits: DecodingLimits) -> SegmentOutcome? {
    let outcome = ipsText.decode(segment, limits)
    let isRead = outcome.reports.contains { report in
      !report.notes.contains { $0.code == "header-only" } && report.isRecord
    }
    return isRead ? outcome : nil
  }
}
