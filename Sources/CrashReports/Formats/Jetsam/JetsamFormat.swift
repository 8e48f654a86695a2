extension ReportFormat {
  /// Processes that iOS killed because memory ran out: `{"memoryStatus":{…},"processes":[…]}`, or a table in text.
  static let jetsam = ReportFormat(
    id: "jetsam",
    title: "Jetsam event report",
    summary:
      "The system killed processes because memory ran out or because they exceeded a limit: which ones, why, and "
      + "how much memory each process used. It has no stacks. JSON since iOS 9.3, text before.",
    example: #"{"rpages":90112,"reason":"per-process-limit","pid":4211,"name":"MyApp","states":["frontmost"]}"#,
    isRead: true,
    recognize: { segment in
      if segment.shape?.isCrashBody == true { return .no }
      if BugType.isRead(bugType(of: segment), by: .jetsam) { return .likely }
      if segment.shape?.isJetsam == true || segment.shape?.isJetsamProcess == true { return .likely }
      return segment.hasLine(startingWith: "Largest process:") ? .certain : .no
    },
    decode: { segment, limits in
      switch segment.content {
      case .headerOnly: return headerOnly(segment, format: "jetsam", kind: .jetsam)
      case .text:
        let end = segment.range.upperBound
        var decoder = JetsamTextDecoder(segment, limits)
        return SegmentOutcome(reports: [decoder.decode()], end: end, endLine: textEndLine(segment))
      case .json(let shape) where shape?.isJetsamProcess == true:
        var decoder = JetsamDecoder(segment, limits)
        return decoder.decodeProcesses(segment)
      case .json, .jsonMembers, .binary, .container:
        return decodeBody(segment) { segment in
          var decoder = JetsamDecoder(segment, limits)
          return decoder.decode(segment)
        }
      }
    })
}
