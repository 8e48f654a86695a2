/// The number of runs of a build on a day. Runs turn counts of failures into rates.
package struct BuildRuns: Sendable, Hashable {
  /// The bundle identifier or process name; `nil` for the only app in the history that the build can belong to.
  package var app: String?
  /// CFBundleShortVersionString; `nil` for any version.
  package var version: String?
  /// CFBundleVersion; `nil` for the only build of the version.
  package var build: String?
  /// The UTC day, counted from 1970-01-01.
  package var day: Int
  /// The number of launches on that day.
  package var runs: Int
  /// Whose build it is, if that is known; then `app` is set, and `version` and `build` are complete.
  package var owner: Owner?

  /// The identity of the app of a build.
  package struct Owner: Sendable, Hashable {
    /// CFBundleIdentifier; empty if not stated.
    package var bundleID: String
    /// The name of the process; empty if not stated.
    package var process: String

    /// Creates an identity from its parts.
    package init(bundleID: String, process: String) {
      self.bundleID = bundleID
      self.process = process
    }
  }

  /// Creates runs from their parts.
  package init(app: String? = nil, version: String? = nil, build: String? = nil, day: Int, runs: Int) {
    self.app = app
    self.version = version
    self.build = build
    self.day = day
    self.runs = runs
  }

  /// The maximum number of runs of a build on one day, so that sums over all days cannot overflow.
  package static let most = 1 << 40
}

/// The result of recording runs.
package struct RunsNoted: Sendable, Equatable {
  /// The number of days of builds that are new or have a different number than before.
  package var set = 0
  /// The number of days of builds that already had the same number.
  package var unchanged = 0
  /// The number of builds that no report has named yet.
  package var newBuilds = 0
  /// The number of rejected rows: their build could not be determined.
  package var refused = 0
  /// The first rejected rows, grouped by name.
  package var faults: [Fault] = []

  static let maxFaults = 20

  /// Rejected rows with the same name.
  package struct Fault: Sendable, Equatable {
    /// The index of the first of these rows in the input, from 0.
    package var index: Int
    /// The number of rows with this name.
    package var rows: Int
    /// Why the rows were rejected: a sentence without a period.
    package var reason: String
  }

  /// Creates sums that are all 0.
  package init() {}
}
