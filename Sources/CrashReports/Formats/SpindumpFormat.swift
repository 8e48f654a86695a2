extension ReportFormat {
  /// Samples of one or all processes over some seconds, as a tree indented by depth.
  static let spindump = ReportFormat(
    id: "spindump",
    title: "Spindump, hang report",
    summary: "Samples of stacks over some seconds, from spindump, a hang or a watchdog (`.hang`, `.spin`, `.diag`, "
      + "`.shutdownStall`). The call trees of the process in question are read; output shows their heaviest paths.",
    example: "Event:            hang",
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      guard segment.text != nil else { return .no }
      let marks = SampledMarks(segment)
      guard marks.isDisjoint(with: [.exceptionType, .crash, .analysisTool]) else { return .no }
      if BugType.isRead(segment.header?.bugType, by: .hang) { return .certain }
      if !marks.isDisjoint(with: [.dataSource, .heaviestStack, .powerstats]) { return .certain }
      // The fields of a resource report without its header have an event and the action of the system.
      return marks.isSuperset(of: [.event, .steps]) || marks.isSuperset(of: [.event, .action]) ? .certain : .no
    },
    decode: { segment, limits in
      segment.decodeLines(limits, named: "a spindump or hang report") { source, bytes, line in
        var reader = SpindumpReader(source, bytes, firstLine: line, limits: limits)
        return reader.read()
      }
    })
}
