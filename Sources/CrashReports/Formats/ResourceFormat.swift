extension ReportFormat {
  /// A limit on processor time, wake-ups or disk writes was exceeded: a JSON header and text in the style of spindump.
  static let resource = ReportFormat(
    id: "resource",
    title: "Resource limit report",
    summary: "A process exceeded its limit on CPU time, wake-ups or disk writes; the stacks are samples. "
      + "JSON header (bug_type 142, 144, 145, 157, 202, 206) and text. EXC_RESOURCE reports (185, 385) are read as "
      + "crash text.",
    example: "Writes:           1074.31 MB of file backed memory dirtied over 660 seconds, exceeding limit of …",
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      guard segment.text != nil, BugType.isRead(segment.header?.bugType, by: .resource) else { return .no }
      return SampledMarks(segment).isDisjoint(with: [.exceptionType, .crash]) ? .certain : .no
    },
    decode: { segment, limits in
      var outcome = segment.decodeLines(limits, named: "a resource limit report") { source, bytes, line in
        var reader = SpindumpReader(source, bytes, firstLine: line, limits: limits)
        return reader.read()
      }
      for index in outcome.reports.indices {
        outcome.reports[index].value.source.format = "resource"
        // The bug type identifies the kind even if the text lacks its event.
        if outcome.reports[index].value.kind == .sample { outcome.reports[index].value.kind = .resource }
      }
      return outcome
    })
}
