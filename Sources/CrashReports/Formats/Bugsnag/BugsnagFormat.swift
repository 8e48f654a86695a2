extension ReportFormat {
  /// An event as Bugsnag exports it, and as its notifier for Apple platforms sends it.
  static let bugsnag = ReportFormat(
    id: "bugsnag",
    title: "Bugsnag event, JSON",
    summary:
      "An event of Bugsnag for an Apple platform, alone or in the request that its notifier sends. What the notifier "
      + "stores on the device is the JSON of KSCrash.",
    example: #"{"exceptions":[{"errorClass":"NSRangeException","stacktrace":[…]}],"severityReason":{…},"threads":[…]}"#,
    isRead: true, canRewriteFrames: false,
    recognize: { segment in segment.shape?.isBugsnag == true ? .certain : .no },
    decode: { segment, limits in
      decodeBody(segment) { segment in
        var decoder = BugsnagDecoder(segment, limits)
        return decoder.decode(segment)
      }
    })
}
