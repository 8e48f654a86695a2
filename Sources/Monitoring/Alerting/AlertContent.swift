import Diagnosis
import Documents
import Foundation
import History
import Presentation
import Vocabulary

/// What an alert states about issues. It is stored with the alert, so that every attempt sends the same.
package struct AlertContent: Codable, Equatable, Sendable {
  /// An issue, in texts that are already on one line and escaped.
  package struct Issue: Codable, Equatable, Sendable {
    /// The complete key.
    package var id: String
    /// What failed.
    package var headline: String
    /// The blamed file and line, function or image.
    package var location: String?
    /// The id of the known failure.
    package var pattern: String?
    /// The kind of its reports.
    package var kind: String?
    /// The app of one of its reports.
    package var app: String?
    /// The number of its reports.
    package var count: Int
    /// RFC 3339, UTC.
    package var firstSeen: String
    /// RFC 3339, UTC.
    package var lastSeen: String
    /// The first build in the order of builds.
    package var firstBuild: String?
    /// The last build in the order of builds.
    package var lastBuild: String?
    /// The build with the fix.
    package var resolvedIn: String?
    /// The build in which a resolved issue occurred again.
    package var regressedIn: String?
    /// The comparison with the time before.
    package var trend: String?
  }

  /// The issues, at most `AlertBook.maxAlerts`.
  package var issues: [Issue]
  /// The number of issues.
  package var total: Int

  /// The maximum length of a text, in characters.
  static let maxText = 300

  /// The text for the book.
  var stored: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return ((try? encoder.encode(self)).flatMap { String(data: $0, encoding: .utf8) }) ?? "{}"
  }

  /// Reads what `stored` returned; `nil` for any other text.
  package init?(stored: String) {
    guard let content = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)), !content.issues.isEmpty else {
      return nil
    }
    self = content
  }

  /// Describes issues.
  ///
  /// - Parameters:
  ///   - report: Returns a report of an issue, for its kind and app.
  ///   - redact: Replaces personal data in a text.
  init(_ matches: [AlertBook.Match], report: (StoredIssue) -> StoredReport?, redact: (String) -> String) {
    total = matches.count
    issues = matches.prefix(AlertBook.maxAlerts).map { match in
      let issue = match.subject.issue
      let stored = report(issue)
      func text(_ value: String?) -> String? {
        value.flatMap { $0.isEmpty ? nil : BriefText.cut(redact($0), Self.maxText) }
      }
      return Issue(
        id: issue.id, headline: text(issue.title) ?? "not recognized", location: text(issue.location),
        pattern: text(issue.pattern), kind: text(stored?.record.kind), app: text(stored?.assessment.report.appText),
        count: issue.count, firstSeen: issue.firstSeen.rfc3339, lastSeen: issue.lastSeen.rfc3339,
        firstBuild: text(issue.firstBuild), lastBuild: text(issue.lastBuild), resolvedIn: text(issue.resolvedIn),
        regressedIn: text(issue.regressedIn), trend: text(match.subject.trend))
    }
  }
}
