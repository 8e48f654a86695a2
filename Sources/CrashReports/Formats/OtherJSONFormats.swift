extension ReportFormat {
  /// CoreAnalytics: one JSON object a line, the first and the last with `_marker`.
  static let analytics = unread(
    id: "analytics",
    title: "Analytics data",
    name: "analytics data",
    summary: "Counts that the system collects; no event is described in it.",
    example: #"{"_marker":"<metadata>","_preferredUserInterfaceLanguage":"en"}"#,
    bugTypes: ["211"],
    recognize: { $0.shape?.isAnalytics == true ? .certain : .no })

  /// `log show --style ndjson`.
  static let unifiedLogJSON = unread(
    id: "unified-log-json",
    title: "Unified log, JSON",
    name: "output of log show in JSON",
    summary: "Lines of the system's log as JSON objects; export it as text to have it read.",
    example: #"{"timestamp":"2026-03-02 07:11:09.120000+0100","eventMessage":"Library not loaded","processID":4711}"#,
    recognize: { $0.shape?.isUnifiedLog == true ? .likely : .no })

  /// KSCrash, Sentry and others have JSON formats of their own.
  static let thirdPartyJSON = unread(
    id: "third-party-json",
    title: "Crash report of a third-party reporter, JSON",
    name: "a crash report in the JSON of a third-party reporter (KSCrash, Sentry or one like them)",
    summary: "Export it in Apple's format to have it read.",
    example: #"{"report":{…},"crash":{"threads":[…]},"binary_images":[…]}"#,
    recognize: { $0.shape?.isThirdParty == true && $0.shape?.isCrashBody == false ? .likely : .no })

  /// Any other report with the header line of an .ips.
  static let otherBugType = ReportFormat(
    id: "other-bug-type",
    title: "Other diagnostic report of Apple",
    summary: "More than fifty kinds of reports share the header line; those not named above are only recognised.",
    example: #"{"bug_type":"224","timestamp":"2026-03-02 07:11:09.00 +0100"}"#,
    isRead: false,
    recognize: { segment in
      segment.header != nil || segment.shape?.markers.contains(.bugType) == true ? .possible : .no
    },
    decode: { segment, limits in
      let bugType = segment.header?.bugType ?? segment.shape?.bugType
      // The text below may be a crash report all the same.
      if segment.text != nil, let outcome = textBelow(segment, limits) { return outcome }
      let name = bugType.flatMap { bugTypeNames[$0] }.map { " (\($0))" } ?? ""
      let number = bugType.map { "bug_type \($0)\(name)" } ?? "without bug_type"
      return unreadOutcome(segment, limits, "a diagnostic report, \(number): this version does not read it yet")
    })

  private static func textBelow(_ segment: Segment, _ limits: DecodingLimits) -> SegmentOutcome? {
    let outcome = ipsText.decode(segment, limits)
    let isRead = outcome.reports.contains { report in !report.notes.contains { $0.code == "header-only" } }
    return isRead ? outcome : nil
  }

  /// Apple's names of bug types (`log_type` table of OSAnalytics), for those that have no format here.
  private static let bugTypeNames: [String: String] = [
    "115": "reset count", "183": "OTA update", "187": "sandbox violation", "224": "RTC transparency",
    "238": "app launch diagnostics", "284": "GPU event", "301": "system memory reset", "409": "system watchdog crash",
  ]
}
