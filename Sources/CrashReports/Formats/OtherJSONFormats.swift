extension ReportFormat {
  /// Any other report that has the header line of an .ips.
  static let otherBugType = ReportFormat(
    id: "other-bug-type",
    title: "Other Apple diagnostic report",
    summary: "More than fifty kinds of reports share the header line; those not in this list are recognized but not "
      + "read. If the header line is followed by a crash report in text, that is read.",
    example: #"{"bug_type":"747","timestamp":"2026-03-02 07:11:09.00 +0100"}"#,
    isRead: false,
    recognize: { segment in
      segment.header != nil || segment.shape?.markers.contains(.bugType) == true ? .possible : .no
    },
    decode: { segment, limits in
      // The text below the header may still be a crash report.
      if segment.text != nil, let outcome = crashText(segment, limits) { return outcome }
      let id = bugType(of: segment)
      let title = BugType.with(id: id).map { ", \($0.title)" } ?? ""
      let number = id.map { "bug_type \($0)\(title)" } ?? "without bug_type"
      return unreadOutcome(segment, limits, "a diagnostic report (\(number)): this version does not read it yet")
    })
}
