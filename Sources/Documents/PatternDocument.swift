package import Diagnosis
import Vocabulary

/// Patterns in a list, for programs (`diagnose-patterns/1`).
package enum PatternDocument {
  /// - Parameter isCustom: Whether a pattern is the user's own.
  package static func json(_ patterns: [Pattern], isCustom: (Pattern) -> Bool) -> String {
    ListDocument.text("diagnose-patterns/1", "patterns", patterns) { writer, pattern in
      writer.member("id", pattern.id)
      writer.member("title", pattern.title)
      writer.member("family", pattern.family.rawValue)
      writer.member("revision", pattern.revision)
      writer.member("since", pattern.since)
      writer.member("severity", pattern.severity.rawValue)
      writer.member("origin", isCustom(pattern) ? "custom" : "builtIn")
    }
  }
}
