extension ReportFormat {
  /// The output of `log show --style ndjson` or `json`.
  static let unifiedLogJSON = ReportFormat(
    id: "unified-log-json",
    title: "Unified log, JSON",
    summary: "Events of the system's log as JSON objects, one per line or in an array (log show --style ndjson or "
      + "json). They are read like the rows of the log as text.",
    example: #"{"timestamp":"2026-03-02 07:11:09.120000+0100","eventMessage":"Library not loaded","processID":4711}"#,
    isRead: true, canRewriteFrames: false,
    recognize: { $0.shape?.isUnifiedLog == true ? .likely : .no },
    decode: { segment, limits in
      var decoder = UnifiedLogDecoder(segment, limits)
      return decoder.decode(segment)
    })
}
