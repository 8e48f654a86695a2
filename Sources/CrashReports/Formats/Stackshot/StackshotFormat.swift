extension ReportFormat {
  /// The stacks of all processes at one moment: `{"processByPid":{…},"binaryImages":[…]}`.
  static let stackshot = ReportFormat(
    id: "stackshot",
    title: "Stackshot",
    summary: "The stacks of all processes at one moment, taken when the device hung or on request. The threads of the "
      + "process that the header names are read, otherwise those of the frontmost or largest process.",
    example: #"{"processByPid":{"4211":{"procname":"MyApp","threadById":{"9012":{"userFrames":[[23,51640]]}}}}}"#,
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      if segment.shape?.isCrashBody == true { return .no }
      if let bugType = bugType(of: segment), bugTypes.contains(bugType) {
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

  /// 288: stackshot; 188: its older form; 509: taken before a process was killed.
  private static let bugTypes: Set<String> = ["288", "188", "509"]
}
