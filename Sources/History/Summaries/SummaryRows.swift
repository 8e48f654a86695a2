/// Counted reports of a summary.
package struct SummaryCount: Sendable, Hashable {
  /// The key of the issue; merged issues keep their own.
  package var issue: String
  /// The UTC day, counted from 1970-01-01.
  package var day: Int
  /// The time in seconds since 1970; 0 if the reports were pruned.
  package var time = 0
  /// Whether the reports are stored. Of pruned reports only the number remains.
  package var isStored = false
  /// The key of the build; empty if the report names no app.
  package var build: String
  /// The name and version of the system; empty if not stated.
  package var os: String
  /// The model identifier of the device; empty if not stated.
  package var device: String
  /// The label `machine`; empty if there is none.
  package var machine = ""
  /// The identifier of the best finding's pattern; empty if no pattern matched.
  package var pattern = ""
  /// The number of reports.
  package var reports: Int
}

/// The reports of an issue from one device or machine on one day.
package struct SummaryDevice: Sendable, Hashable {
  /// The key of the issue.
  package var issue: String
  /// The UTC day, counted from 1970-01-01.
  package var day: Int
  /// A hash of the identifier of the device, or `machine ` and the label of a report that states no device.
  package var owner: String
  /// Whether `owner` is the label of a machine.
  package var isMachine: Bool
  /// The number of reports.
  package var reports: Int
}

/// An issue of a summary.
package struct SummaryIssue: Sendable, Equatable {
  /// The key.
  package var issue: String
  /// The key of the issue that it is merged into; otherwise its own.
  package var canonical: String
  /// What happened, in one line, in the latest report of the canonical issue.
  package var title: String
  /// The blamed file and line, else function, else image; empty if nothing is blamed.
  package var location: String
  /// The pattern of the canonical issue; empty if no pattern matched.
  package var pattern: String
  /// The state of the canonical issue: `open`, `resolved` or `ignored`.
  package var state: String
  /// The time in seconds until which it is ignored; the largest number if without an end.
  package var ignoredUntil: Int
  /// The coarse key.
  package var coarse: String
  /// The key of the first build in the order of builds; empty if no report names one.
  package var firstBuild: String
  /// The time of the earliest report in seconds since 1970.
  package var firstSeen: Int
  /// The time of the latest report in seconds since 1970.
  package var lastSeen: Int
  /// The number of counted reports, without those of merged issues.
  package var reports: Int
}

/// A build of a summary.
package struct SummaryBuild: Sendable, Equatable {
  /// The key.
  package var build: String
  /// The bundle identifier, else the process.
  package var app: String
  /// The bundle identifier; empty if not stated.
  package var bundleID: String
  /// The process; empty if not stated.
  package var process: String
  /// CFBundleShortVersionString; empty if not stated.
  package var version: String
  /// CFBundleVersion; empty if not stated.
  package var number: String
  /// The position in the order of the app's builds; `nil` for a build outside the order.
  package var position: Int?
  /// The time of the earliest report in seconds since 1970.
  package var firstSeen: Int
}

/// The reports of an issue over the complete time that have one value of a property.
package struct SummaryTotal: Sendable, Equatable {
  /// The properties that are summed.
  package enum Property: String, Sendable { case build, os, device }

  /// The key of the issue.
  package var issue: String
  /// The property.
  package var property: Property
  /// The key of a build, or the name of a system or device; empty if not stated.
  package var value: String
  /// The number of counted reports.
  package var reports: Int
}

/// The runs of a build on a day.
package struct SummaryRun: Sendable, Equatable {
  /// The bundle identifier, else the process.
  package var app: String
  /// CFBundleShortVersionString; empty if not known.
  package var version: String
  /// CFBundleVersion; empty if not stated.
  package var number: String
  /// The UTC day, counted from 1970-01-01.
  package var day: Int
  /// The number of runs.
  package var runs: Int
}
