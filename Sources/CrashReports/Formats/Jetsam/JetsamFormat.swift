extension ReportFormat {
  /// Which processes iOS ended for want of memory: `{"memoryStatus":{…},"processes":[…]}`, or a table in text.
  static let jetsam = ReportFormat(
    id: "jetsam",
    title: "Jetsam event report",
    summary: "The system ended processes because memory ran out: which, why, and how much each process used. No stack "
      + "is in it. JSON of iOS 9.3 and later, text before.",
    example: #"{"rpages":90112,"reason":"per-process-limit","pid":4211,"name":"MyApp","states":["frontmost"]}"#,
    isRead: true,
    recognize: { segment in
      if segment.shape?.isCrashBody == true { return .no }
      if let bugType = bugType(of: segment), bugType == "298" || bugType == "198" { return .likely }
      if segment.shape?.isJetsam == true { return .likely }
      return segment.hasLine(startingWith: "Largest process:") ? .certain : .no
    },
    decode: { segment, limits in
      switch segment.content {
      case .headerOnly: return headerOnly(segment, format: "jetsam", kind: .jetsam)
      case .text:
        let end = segment.range.upperBound
        var decoder = JetsamTextDecoder(segment, limits)
        return SegmentOutcome(reports: [decoder.decode()], end: end, endLine: textEndLine(segment))
      case .json, .jsonMembers:
        return decodeBody(segment) { segment in
          var decoder = JetsamDecoder(segment, limits)
          return decoder.decode(segment)
        }
      }
    })
}
