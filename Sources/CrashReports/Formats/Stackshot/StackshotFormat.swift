extension ReportFormat {
  /// The stacks of all processes at one moment: `{"processByPid":{…},"binaryImages":[…]}`.
  static let stackshot = ReportFormat(
    id: "stackshot",
    title: "Stackshot",
    summary: "The stacks of all processes at one moment, taken when the device hung or on request. The threads of the "
      + "process that the reason or the header names are read, otherwise those of the frontmost or largest process.",
    example: #"{"processByPid":{"4211":{"procname":"MyApp","threadById":{"9012":{"userFrames":[[23,51640]]}}}}}"#,
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      if segment.shape?.isCrashBody == true, segment.shape?.isStackshotAlone != true { return .no }
      if BugType.isRead(bugType(of: segment), by: .stackshot) {
        if segment.text != nil { return .no }
        return .likely
      }
      return segment.shape?.isStackshot == true ? .likely : .no
    },
    decode: { segment, limits in
      guard case .json = segment.content else { return headerOnly(segment, format: "stackshot", kind: .sample) }
      return decodeBody(segment) { segment in
        var decoder = StackshotDecoder(segment, limits)
        return decoder.decode(segment)
      }
    })

  /// Reads the threads and images of a stackshot inside the body of a crash report (bug_type 409, a watchdog timeout),
  /// whose own `pid` may be -1.
  static func readNestedStackshot(_ segment: Segment, _ limits: DecodingLimits, into report: inout Decoded<CrashReport>)
    -> SegmentOutcome?
  {
    guard segment.shape?.isStackshot == true, report.value.threads?.isEmpty != false else { return nil }
    var decoder = StackshotDecoder(segment, limits, processName: report.value.process?.name)
    let outcome = decoder.decode(segment)
    // Without stacks of its own process the report has none: those of another process are not about this failure.
    guard let stackshot = outcome.reports.first, let threads = stackshot.value.threads, !threads.isEmpty,
      report.value.process?.name == nil || report.value.process?.name == stackshot.value.process?.name
    else { return outcome }
    // The frames are pairs of numbers, in which no name can be written.
    report.value.source.format = ReportFormat.stackshot.id
    report.value.threads = threads
    if report.value.images?.isEmpty != false { report.value.images = stackshot.value.images }
    var process = report.value.process ?? CrashReport.Process()
    process.name = process.name ?? stackshot.value.process?.name
    process.pid = stackshot.value.process?.pid ?? process.pid
    report.value.process = process
    report.value.details += stackshot.value.details.filter { $0.key == .processesCount || $0.key == .processes }
    report.notes += stackshot.notes.filter { $0.code == "process-chosen" || $0.code == "limit-reached" }
    return outcome
  }
}
