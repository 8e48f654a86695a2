import YAMLText

/// Writes a pattern as a pattern file, or as a document.
package enum PatternWriter {
  /// Returns a pattern file with one pattern, which matches the same reports as `pattern`.
  ///
  /// - Parameter id: The id of the written pattern, in the form `namespace/name`.
  /// - Returns: `nil` if a part of its evidence is code without a name, which no file can contain.
  package static func text(_ pattern: Pattern, id: String) -> String? {
    guard let entries = entries(pattern, id: id) else { return nil }
    var lines = ["patterns:"]
    for (name, value) in entries {
      let start = (lines.count == 1 ? "  - " : "    ") + name + ":"
      let items: [String]
      switch value {
      case .list(let values): items = values.map(\.flow)
      case .texts(let texts): items = texts.map(YAMLValue.quoted)
      default:
        lines.append(start + " " + value.flow)
        continue
      }
      lines.append(start)
      lines += items.map { "      - " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the entries of a pattern for a user's file; `nil` if a part of its evidence is code without a name.
  private static func entries(_ pattern: Pattern, id: String) -> [(String, YAMLValue)]? {
    guard let facts = facts(pattern, nil) else { return nil }
    var entries: [(String, YAMLValue)] = [
      ("id", .word(id)), ("title", .text(pattern.title)), ("family", .word(pattern.family.rawValue)),
      ("severity", .word(pattern.severity.rawValue)), ("symptom", .text(pattern.symptom)), ("grades", facts.grades),
      ("headline", .text(pattern.headline)), ("cause", .text(pattern.cause)), ("remedy", .texts(pattern.remedy)),
      ("cases", facts.cases), ("changes", .list(pattern.changes.map(change))),
    ]
    if !pattern.phrases.isEmpty { entries.append(("phrases", phrases(pattern.phrases))) }
    entries += [
      ("gaps", facts.gaps), ("lookalikes", facts.lookalikes), ("references", .list(pattern.references.map(reference))),
      ("supersedes", .texts(pattern.supersedes + [pattern.id])), ("generality", .word(String(pattern.generality))),
      ("examples", .list(pattern.examples.map(example))),
    ]
    return entries.filter { entry in
      switch entry.1 {
      case .list(let items): !items.isEmpty
      case .texts(let texts): !texts.isEmpty
      default: true
      }
    }
  }

  /// The parts of a pattern that contain evidence.
  struct Facts {
    var grades: YAMLValue
    var cases: YAMLValue
    var gaps: YAMLValue
    var lookalikes: YAMLValue
  }

  /// Returns the parts of a pattern that contain evidence; `nil` if a part of a grade is code without a name. Without
  /// `names`, gaps and look-alikes with such code are omitted: a copy matches without them.
  static func facts(_ pattern: Pattern, _ names: FactNames?) -> Facts? {
    let grades = pattern.grades.compactMap { grade($0, names) }
    let gaps = pattern.gaps.compactMap { gap in
      EvidenceWriter.value(gap.unless, names).map {
        YAMLValue.mapping([("unless", $0), ("text", .text(gap.text))])
      }
    }
    let lookalikes = pattern.lookalikes.compactMap { lookalike($0, names) }
    let cases = pattern.cases.compactMap { one($0, names) }
    if names != nil, cases.count != pattern.cases.count { return nil }
    guard grades.count == pattern.grades.count else { return nil }
    if names != nil, gaps.count != pattern.gaps.count || lookalikes.count != pattern.lookalikes.count { return nil }
    return Facts(grades: .list(grades), cases: .list(cases), gaps: .list(gaps), lookalikes: .list(lookalikes))
  }

  private static func grade(_ grade: Pattern.Grade, _ names: FactNames?) -> YAMLValue? {
    guard let evidence = EvidenceWriter.value(grade.evidence, names) else { return nil }
    var entries: [(String, YAMLValue)] = [
      ("confidence", .word(grade.confidence.rawValue)), ("cause", .word(grade.cause.rawValue)),
    ]
    if let severity = grade.severity { entries.append(("severity", .word(severity.rawValue))) }
    return .mapping(entries + [("evidence", evidence)])
  }

  private static func one(_ one: Pattern.Case, _ names: FactNames?) -> YAMLValue? {
    var entries: [(String, YAMLValue)] = [("name", .word(one.name))]
    for (name, templates) in [("line", one.line), ("beside", one.beside)] where !templates.isEmpty {
      entries.append((name, .texts(templates.map(\.source))))
    }
    if one.readsError { entries.append(("error", .word("true"))) }
    if let evidence = one.evidence {
      guard let value = EvidenceWriter.value(evidence, names) else { return nil }
      entries.append(("evidence", value))
    }
    if let certainty = one.certainty { entries.append(("certainty", .word(certainty.rawValue))) }
    if let headline = one.headline { entries.append(("headline", .text(headline))) }
    if let cause = one.cause { entries.append(("cause", .text(cause))) }
    if !one.remedy.isEmpty { entries.append(("remedy", .texts(one.remedy))) }
    return .mapping(entries)
  }

  static func change(_ change: Change) -> YAMLValue {
    var entries: [(String, YAMLValue)] = [("language", .text(change.language))]
    if let before = change.before { entries.append(("before", .text(before))) }
    entries.append(("after", .text(change.after)))
    if let when = change.when { entries.append(("when", .text(when))) }
    if let unless = change.unless { entries.append(("unless", .text(unless))) }
    return .mapping(entries)
  }

  static func phrases(_ phrases: [String: [String: String]]) -> YAMLValue {
    .mapping(
      phrases.sorted { $0.key < $1.key }.map { name, values in
        (name, .mapping(values.sorted { $0.key < $1.key }.map { (YAMLValue.quoted($0.key), .text($0.value)) }))
      })
  }

  private static func lookalike(_ other: Pattern.LookAlike, _ names: FactNames?) -> YAMLValue? {
    var entries: [(String, YAMLValue)] = [("pattern", .text(other.pattern)), ("because", .text(other.because))]
    if let when = other.when {
      guard let value = EvidenceWriter.value(when, names) else { return nil }
      entries.append(("when", value))
    }
    return .mapping(entries)
  }

  static func reference(_ reference: Reference) -> YAMLValue {
    guard let url = reference.url else { return .text(reference.title) }
    return .mapping([("title", .text(reference.title)), ("url", .text(url))])
  }

  private static func example(_ example: Pattern.Example) -> YAMLValue {
    switch example.expectation {
    case .matches(let confidence):
      .mapping(
        [("matches", .text(example.shows)), ("atLeast", .word(confidence.rawValue))]
          + (example.named.map { [("case", .word($0))] } ?? []) + [("excerpt", .text(example.excerpt))])
    case .doesNotMatch: .mapping([("doesNotMatch", .text(example.shows)), ("excerpt", .text(example.excerpt))])
    }
  }
}
