extension ReportFormat {
  /// A kernel panic: a JSON body with `panicString`, or the text of old systems.
  static let panic = ReportFormat(
    id: "panic",
    title: "Kernel panic or forced reset",
    summary: "The entire system stopped or was reset. The cause is in the kernel, in the hardware or in a service that "
      + "the kernel waits for, not in an app. The kernel's backtrace is read as a thread.",
    example: "panic(cpu 1 caller 0xfffffff02c1b5a70): watchdog timeout: no checkins from watchdogd",
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      if segment.shape?.isCrashBody == true { return .no }
      if BugType.isRead(bugType(of: segment), by: .panic) { return .likely }
      if segment.shape?.isPanic == true { return .likely }
      return segment.hasLine(startingWith: "panic(cpu", within: 40)
        || segment.hasLine(startingWith: "*** Panic Report ***", within: 12) ? .certain : .no
    },
    decode: { segment, limits in
      switch segment.content {
      case .headerOnly: return headerOnly(segment, format: "panic", kind: .panic)
      case .text:
        return SegmentOutcome(
          reports: [PanicTextDecoder.decode(segment, limits)], end: segment.range.upperBound,
          endLine: textEndLine(segment))
      case .json, .jsonMembers, .binary, .container:
        return decodeBody(segment) { segment in
          var decoder = PanicDecoder(segment, limits)
          return decoder.decode(segment)
        }
      }
    })
}
