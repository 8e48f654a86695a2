package import History
package import Vocabulary

/// Issues against builds, for each app.
package struct BuildsPage: Sendable {
  /// Time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// One matrix for each app that has ordered builds, sorted by app.
  package var apps: [BuildMatrix]
  /// Words beside issues, by the issue's key.
  package var marks: [String: [IssueMark]]

  /// Creates a page from its parts.
  package init(generatedAt: Timestamp, apps: [BuildMatrix], marks: [String: [IssueMark]] = [:]) {
    self.generatedAt = generatedAt
    self.apps = apps
    self.marks = marks
  }
}
