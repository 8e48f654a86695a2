package import History
package import Vocabulary

/// The content of the page of builds: issues by builds, for each app.
package struct BuildsPage: Sendable {
  /// The time at which the content was read from the history.
  package var generatedAt: Timestamp
  /// A matrix for each app that has ordered builds, sorted by app.
  package var apps: [BuildMatrix]
  /// The marks beside issues, by the key of the issue.
  package var marks: [String: [IssueMark]]

  /// Creates a page from its parts.
  package init(generatedAt: Timestamp, apps: [BuildMatrix], marks: [String: [IssueMark]] = [:]) {
    self.generatedAt = generatedAt
    self.apps = apps
    self.marks = marks
  }
}
