package import Diagnosis

/// Writes a pattern as a pattern file.
package enum PatternWriter {
  /// Returns a pattern file with one pattern, which matches the same reports as `pattern`.
  ///
  /// - Parameter id: The id of the written pattern, in the form `namespace/name`.
  /// - Returns: `nil` if a part of its evidence is code, which no file can contain.
  package static func text(_ pattern: Pattern, id: String) -> String? {
    let grades = pattern.grades.compactMap(grade)
    let gaps = pattern.gaps.compactMap { gap in
      EvidenceWriter.text(gap.unless).map { entry([("unless", $0), ("text", EvidenceWriter.quoted(gap.text))]) }
    }
    guard grades.count == pattern.grades.count else { return nil }
    var lines = ["patterns:"]
    func add(_ name: String, _ value: String) {
      lines.append((lines.count == 1 ? "  - " : "    ") + name + ": " + value)
    }
    func add(_ name: String, _ items: [String]) {
      guard !items.isEmpty else { return }
      lines.append("    \(name):")
      lines += items.map { "      - " + $0 }
    }
    add("id", id)
    add("title", EvidenceWriter.quoted(pattern.title))
    add("family", pattern.family.rawValue)
    add("severity", pattern.severity.rawValue)
    add("symptom", EvidenceWriter.quoted(pattern.symptom))
    add("grades", grades)
    add("headline", EvidenceWriter.quoted(pattern.headline))
    add("cause", EvidenceWriter.quoted(pattern.cause))
    add("remedy", pattern.remedy.map(EvidenceWriter.quoted))
    add("changes", pattern.changes.map(change))
    if !pattern.phrases.isEmpty { add("phrases", phrases(pattern.phrases)) }
    add("gaps", gaps)
    add("lookalikes", pattern.lookalikes.compactMap(lookalike))
    add("references", pattern.references.map(reference))
    add("supersedes", (pattern.supersedes + [pattern.id]).map(EvidenceWriter.quoted))
    add("generality", String(pattern.generality))
    add("examples", pattern.examples.map(example))
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a mapping of keys to YAML.
  private static func entry(_ entries: [(String, String)]) -> String {
    "{ " + entries.map { "\($0.0): \($0.1)" }.joined(separator: ", ") + " }"
  }

  private static func grade(_ grade: Pattern.Grade) -> String? {
    guard let evidence = EvidenceWriter.text(grade.evidence) else { return nil }
    var entries = [("confidence", grade.confidence.rawValue), ("cause", grade.cause.rawValue)]
    if let severity = grade.severity { entries.append(("severity", severity.rawValue)) }
    return entry(entries + [("evidence", evidence)])
  }

  private static func change(_ change: Change) -> String {
    var entries = [("language", EvidenceWriter.quoted(change.language))]
    if let before = change.before { entries.append(("before", EvidenceWriter.quoted(before))) }
    return entry(entries + [("after", EvidenceWriter.quoted(change.after))])
  }

  private static func phrases(_ phrases: [String: [String: String]]) -> String {
    entry(
      phrases.sorted { $0.key < $1.key }.map { name, values in
        let texts = values.sorted { $0.key < $1.key }.map {
          (EvidenceWriter.quoted($0.key), EvidenceWriter.quoted($0.value))
        }
        return (name, entry(texts))
      })
  }

  private static func lookalike(_ other: Pattern.LookAlike) -> String? {
    var entries = [
      ("pattern", EvidenceWriter.quoted(other.pattern)), ("because", EvidenceWriter.quoted(other.because)),
    ]
    if let when = other.when {
      guard let text = EvidenceWriter.text(when) else { return nil }
      entries.append(("when", text))
    }
    return entry(entries)
  }

  private static func reference(_ reference: Reference) -> String {
    let title = EvidenceWriter.quoted(reference.title)
    guard let url = reference.url else { return title }
    return entry([("title", title), ("url", EvidenceWriter.quoted(url))])
  }

  private static func example(_ example: Pattern.Example) -> String {
    let shows = EvidenceWriter.quoted(example.shows)
    let excerpt = ("excerpt", EvidenceWriter.quoted(example.excerpt))
    switch example.expectation {
    case .matches(let confidence):
      return entry([("matches", shows), ("atLeast", confidence.rawValue), excerpt])
    case .doesNotMatch: return entry([("doesNotMatch", shows), excerpt])
    }
  }
}
