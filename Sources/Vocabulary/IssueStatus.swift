/// The status of a report's issue in the history: whether the failure was seen before.
package struct IssueStatus: Sendable, Equatable {
  /// The status of an issue. An open enumeration: later versions may add values.
  package enum Status: String, Sendable {
    /// The report is the first one of its issue.
    case new
    /// The issue was seen before.
    case known
    /// The issue occurred again after it was resolved.
    case regressed
    /// The user disabled the history.
    case notRecorded
    /// The history could not be used.
    case unavailable
  }

  /// Whether the failure is new to the history, or why the history gives no answer.
  package var status: Status
  /// The id of the issue: 12 hexadecimal digits, the same for equal failures on every machine, with or without history.
  package var issue: String?
  /// The shortest prefix of `issue`, of at least 4 digits, that is unique in this history.
  package var shortIssue: String?
  /// The id of the report: 12 hexadecimal digits, a prefix of its digest; `nil` if the report is not stored.
  package var report: String?
  /// The shortest prefix of `report`, of at least 4 digits, that is unique in this history.
  package var shortReport: String?
  /// The time of the issue's earliest report, RFC 3339 in UTC.
  package var firstSeen: String?
  /// The time of the issue's latest report, including this one, RFC 3339 in UTC.
  package var lastSeen: String?
  /// The time of the issue's latest report before this one, RFC 3339 in UTC; `nil` if there is none.
  package var previouslySeen: String?
  /// The number of reports of the issue, including this one.
  package var count: Int?
  /// The number of these reports that occurred on the current day (UTC).
  package var countToday: Int?
  /// The earliest build of the app (`CFBundleVersion`) with the issue; `nil` if no report names a build.
  package var firstBuild: String?
  /// The latest build of the app (`CFBundleVersion`) with the issue; `nil` if no report names a build.
  package var lastBuild: String?
  /// The state that the user set: `open`, `resolved` or `ignored`.
  package var state: String?
  /// The build with the fix; `nil` if the issue was not resolved in a build.
  package var resolvedIn: String?
  /// True if the report is older than the retention period of the history, and was not stored for that reason.
  package var isTooOld = false
  /// True if the same bytes were already stored; nothing was counted again.
  package var wasRecordedBefore = false
  /// The id of a stored report of the same incident of which this one is a variant; it is not counted again.
  package var variantOf: String?

  /// Creates a status with only the status value and the issue.
  package init(status: Status, issue: String? = nil) {
    self.status = status
    self.issue = issue
  }
}
