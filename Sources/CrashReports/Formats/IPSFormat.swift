extension ReportFormat {
  /// Two consecutive JSON documents: a header line and a body. The header may be missing.
  static let ips = ReportFormat(
    id: "ips",
    title: "Apple crash report, JSON (.ips)",
    summary: "Written by macOS 12, iOS 15 and later: a header line and a body, both JSON. Also read if the "
      + "header is missing, if it is truncated, and with the text that Console adds around it.",
    example: #"{"app_name":"MyApp","timestamp":"2026-04-01 12:39:57.00 -0700","bug_type":"309",…}"#,
    isRead: true,
    recognize: { segment in
      switch segment.content {
      case .json(nil): .certain
      // A stackshot may state its exception and the identifier of a process, as crash reports do.
      case .json(let shape?) where shape.isStackshotAlone && BugType.isRead(bugType(of: segment), by: .stackshot): .no
      case .json(let shape?) where shape.isCrashBody: .certain
      case .json where segment.header.map { isCrashBugType($0.bugType) } == true: .likely
      case .headerOnly where isCrashBugType(segment.header?.bugType): .likely
      default: .no
      }
    },
    decode: decodeIPS)

  /// Members of a body, pasted without the enclosing object.
  static let ipsMembers = ReportFormat(
    id: "ips-members",
    title: "Part of an Apple crash report in JSON",
    summary: "Some members of the body of an .ips, as pasted into issues and chats.",
    example: #"  "termination" : {"namespace":"DYLD","code":1,"indicator":"Library missing",…},"#,
    isRead: true,
    recognize: { segment in
      if case .jsonMembers = segment.content { return .certain }
      return .no
    },
    decode: { segment, limits in
      var decoder = IPSDecoder(
        segment.bytes, range: segment.bodyStart..<segment.range.upperBound, line: segment.bodyLine, header: nil,
        limits: limits)
      decoder.budget = segment.budget
      var outcome = SegmentOutcome(decoder.decodeFragment())
      for index in outcome.reports.indices { outcome.reports[index].value.source.format = "ips-members" }
      return outcome
    })

  /// Returns whether reports of a bug type are crashes (`log_type` of OSAnalytics): 109 and 309 crash, 308 OS fault.
  /// A missing bug type counts as a crash.
  static func isCrashBugType(_ bugType: String?) -> Bool {
    bugType == nil || BugType.isRead(bugType, by: .crash)
  }

  @Sendable
  private static func decodeIPS(_ segment: Segment, _ limits: DecodingLimits) -> SegmentOutcome {
    if case .headerOnly = segment.content { return headerOnly(segment) }
    var work = 0
    func decode(to end: Int) -> IPSResult {
      var decoder = IPSDecoder(
        segment.bytes, range: segment.bodyStart..<end, line: segment.bodyLine, header: segment.header, limits: limits)
      decoder.budget = segment.budget - work
      let result = decoder.decodeBody()
      work += result.work
      return result
    }
    var result = decode(to: segment.range.upperBound)
    // A body without its end continues into the next report: decode it again, up to the next header line.
    let repeatedBytes = result.end - segment.bodyStart
    if result.isDamaged || result.hasRawLineBreaks, repeatedBytes < segment.budget - work,
      let next = Segmenter.headerLine(segment.bytes, after: segment.bodyStart, before: result.end)
    {
      work += repeatedBytes
      result = decode(to: next)
    }
    var outcome = SegmentOutcome(result)
    outcome.work = work
    if !outcome.reports.isEmpty,
      let nested = readNestedStackshot(segment, limits, into: &outcome.reports[0])
    {
      outcome.frameCount += nested.frameCount
      outcome.work += nested.work
    }
    for index in outcome.reports.indices { setKind(&outcome.reports[index].value) }
    return outcome
  }

  private static func setKind(_ report: inout CrashReport) {
    report.readResourceLimit()
    guard let type = BugType.with(id: report.source.bugType) else { return }
    switch type.family {
    case .crash where type.kind == .crash: break
    case .crash, .crashBody, .resource, .hang: report.kind = type.kind
    case .panic, .stackshot, .jetsam, .record, .unread: break
    }
  }

  /// Returns a report with what the header line states, for a header without a body.
  static func headerOnly(_ segment: Segment) -> SegmentOutcome {
    var report = CrashReport(source: CrashReport.Source(format: "ips"))
    report.source.quotesLines = false
    segment.header?.fill(&report)
    let line = segment.header?.line
    var notes = [Note("header-only", "The report has only its header line; the body is missing.", line: line)]
    if segment.header?.isCut == true {
      notes.append(Note("truncated", "The report is truncated inside its header line.", line: line))
    }
    return SegmentOutcome(
      reports: [Decoded(report, notes: notes)], end: segment.range.upperBound, endLine: segment.bodyLine)
  }
}

extension SegmentOutcome {
  init(_ result: IPSResult) {
    self.init(
      reports: [result.decoded], end: result.end, endLine: result.endLine, frameCount: result.frameCount,
      work: result.work,
      isDamaged: result.isDamaged)
  }
}
