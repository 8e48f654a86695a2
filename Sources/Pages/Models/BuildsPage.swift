/// Issues against builds, for each app.
package struct BuildsPage: Sendable, Equatable {
  package var generatedAt: PageTime
  package var apps: [Matrix]

  package init(generatedAt: PageTime, apps: [Matrix]) {
    self.generatedAt = generatedAt
    self.apps = apps
  }

  /// The last builds of one app.
  package struct Matrix: Sendable, Equatable {
    package var app: String
    /// In build order, oldest first.
    package var builds: [Build]
    package var rows: [Row]
    /// Issues that are not among the rows.
    package var others: Int

    package init(app: String, builds: [Build], rows: [Row], others: Int = 0) {
      self.app = app
      self.builds = builds
      self.rows = rows
      self.others = others
    }
  }

  package struct Build: Sendable, Equatable {
    /// CFBundleVersion.
    package var build: String
    /// CFBundleShortVersionString.
    package var version: String?
    package var firstSeen: PageTime?
    /// Reports of issues that this build has first.
    package var new: Int
    /// Reports of recognised issues that earlier builds had.
    package var known: Int
    /// Reports of issues that earlier builds had and in which nothing was recognised.
    package var unrecognised: Int

    package init(
      build: String, version: String? = nil, firstSeen: PageTime? = nil, new: Int, known: Int, unrecognised: Int
    ) {
      self.build = build
      self.version = version
      self.firstSeen = firstSeen
      self.new = new
      self.known = known
      self.unrecognised = unrecognised
    }
  }

  package struct Row: Sendable, Equatable {
    package var key: String
    package var shortKey: String
    package var title: String
    package var place: String?
    package var marks: [IssueMark]
    /// Reports per build, as many as the matrix has builds; what is missing is 0.
    package var counts: [Int]

    package init(
      key: String, shortKey: String, title: String, place: String? = nil, marks: [IssueMark] = [], counts: [Int]
    ) {
      self.key = key
      self.shortKey = shortKey
      self.title = title
      self.place = place
      self.marks = marks
      self.counts = counts
    }
  }
}
