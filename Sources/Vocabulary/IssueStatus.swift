/// What the history knows about the failure a report shows: the answer to "was it seen before?".
package struct IssueStatus: Sendable, Equatable {
  /// Open list: values are added as the history learns to tell more.
  package enum Status: String, Sendable {
    /// The first report of its issue.
    case new
    /// Seen before.
    case known
    /// Came back after it was resolved.
    case regressed
    /// The user asked for no history.
    case notRecorded
    /// There is a history, but it could not be used.
    case unavailable
  }

  /// Whether the failure is new to the history, or why the history gives no answer.
  package var status: Status
  /// Id of the issue: 12 hexadecimal digits, the same for equal failures on every machine, with or without history.
  package var issue: String?
  /// The shortest beginning of `issue`, of at least 4 digits, that names nothing else in this history.
  package var shortIssue: String?
  /// Id of the report: 12 hexadecimal digits, the beginning of its digest; `nil` when it is not stored.
  package var report: String?
  /// The shortest beginning of `report`, of at least 4 digits, that names nothing else in this history.
  package var shortReport: String?
  /// Time of the issue's earliest report, RFC 3339 in UTC.
  package var firstSeen: String?
  /// Time of the issue's latest report, this one included, RFC 3339 in UTC.
  package var lastSeen: String?
  /// Time of the issue's latest report before this one, RFC 3339 in UTC; `nil` when there is none.
  package var previouslySeen: String?
  /// Reports of the issue, this one included.
  package var count: Int?
  /// Those of them that happened on the present day (UTC).
  package var countToday: Int?
  /// Earliest build of the app (`CFBundleVersion`) in which the issue was seen; `nil` where no report names a build.
  package var firstBuild: String?
  /// Latest build of the app (`CFBundleVersion`) in which the issue was seen; `nil` where no report names a build.
  package var lastBuild: String?
  /// What the user said of the issue: `open`, `resolved` or `ignored`.
  package var state: String?
  /// Build with the fix, where the issue was resolved in one.
  package var resolvedIn: String?
  /// True when the report is from before the days that this history keeps, and so was not stored.
  package var isTooOld = false
  /// True when the same bytes had been stored before; nothing was counted again.
  package var wasRecordedBefore = false
  /// Id of the stored report of the same incident of which this one is another rendering; it is not counted again.
  package var variantOf: String?

  /// Creates an answer that gives only the status and the issue.
  package init(status: Status, issue: String? = nil) {
    self.status = status
    self.issue = issue
  }
}
