/// How often a build of an app ran on a day: what turns counts of failures into rates.
package struct BuildRuns: Sendable, Hashable {
  /// Bundle identifier or process name; `nil`: the app of the history to which the build can belong.
  package var app: String?
  /// CFBundleShortVersionString; `nil`: any.
  package var version: String?
  /// CFBundleVersion; `nil`: the only build of the version.
  package var build: String?
  /// UTC day, counted from 1970-01-01.
  package var day: Int
  /// How often the build was launched on that day.
  package var runs: Int

  /// Creates runs from their parts.
  package init(app: String? = nil, version: String? = nil, build: String? = nil, day: Int, runs: Int) {
    self.app = app
    self.version = version
    self.build = build
    self.day = day
    self.runs = runs
  }

  /// A day's runs of one build are no more than this: sums of all days stay far from overflow.
  package static let most = 1 << 40
}

/// What became of runs that were to be noted.
package struct RunsNoted: Sendable, Equatable {
  /// Days of builds that are noted now or say another number than before.
  package var set = 0
  /// Days of builds that were noted like this before.
  package var unchanged = 0
  /// Builds that no report has named yet.
  package var newBuilds = 0
  /// Rows whose build could not be told.
  package var refused = 0
  /// The first of them, those of one name together.
  package var faults: [Fault] = []

  static let faultsKept = 20

  /// Rows of a name that could not be told.
  package struct Fault: Sendable, Equatable {
    /// Place of the first row among those given, from 0.
    package var index: Int
    /// How many rows have the name.
    package var rows: Int
    /// A sentence without its end.
    package var reason: String
  }

  /// Creates sums of nothing.
  package init() {}
}
