package import Diagnosis
import Vocabulary

/// The list of patterns as JSON (`diagnose-patterns/1`).
package enum PatternDocument {
  /// Returns the document.
  package static func json(_ patterns: [Pattern]) -> String {
    ListDocument.text("diagnose-patterns/1", "patterns", patterns) { writer, pattern in
      writer.member("id", pattern.id)
      writer.member("title", pattern.attributed(pattern.title))
      writer.member("family", pattern.family.rawValue)
      writer.member("revision", pattern.revision)
      writer.member("since", pattern.since)
      writer.member("severity", pattern.severity.rawValue)
      writer.member("origin", origin(pattern))
    }
  }

  private static func origin(_ pattern: Pattern) -> String {
    switch pattern.author {
    case .program: "builtIn"
    case .user: "custom"
    case .stranger: "found"
    }
  }
}
