package import History
package import Vocabulary

/// Issues against builds, for each app.
package struct BuildsPage: Sendable {
  package var generatedAt: Timestamp
  package var apps: [BuildMatrix]
  /// Words beside issues, by the issue's key.
  package var marks: [String: [IssueMark]]

  package init(generatedAt: Timestamp, apps: [BuildMatrix], marks: [String: [IssueMark]] = [:]) {
    self.generatedAt = generatedAt
    self.apps = apps
    self.marks = marks
  }
}
