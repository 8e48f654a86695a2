package import Diagnosis
import Vocabulary

/// The list of patterns as JSON (`diagnose-patterns/1`).
package enum PatternDocument {
  /// Returns the document.
  ///
  /// - Parameter isCustom: Returns whether a pattern is a custom one.
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
