/// A finding in words: its pattern's texts with the finding's captures in them. Rendered when asked, so that findings
/// nobody prints cost nothing.
///
/// The members of the finding itself are members of its text, too.
@dynamicMemberLookup
package struct FindingText: Sendable {
  /// The facts.
  package let finding: Finding
  private let pattern: Pattern?
  /// For the sentences of citations that came from another finding.
  private let patterns: PatternSet

  /// - Parameters:
  ///   - finding: What to render.
  ///   - patterns: Where the pattern is looked up. Of a pattern that is not there, the stored title is all that is known.
  package init(_ finding: Finding, _ patterns: PatternSet) {
    self.finding = finding
    self.patterns = patterns
    pattern = patterns.pattern(finding.pattern)
  }

  /// A fact of the finding.
  package subscript<Value>(dynamicMember member: KeyPath<Finding, Value>) -> Value { finding[keyPath: member] }

  /// The pattern's title: the same for every report.
  package var title: String { pattern?.title ?? finding.storedTitle ?? finding.pattern }

  /// What happened here, in one line, with the report's own names.
  package var headline: String { pattern.map { filled($0.headline) } ?? "" }

  /// The headline, or the title where there is none.
  package var bareStatement: String {
    let headline = headline
    return headline.isEmpty ? title : headline
  }

  /// What happened, in one line; a finding that is only possible is not stated as a fact.
  package var statement: String { finding.confidence == .possible ? "Possibly: " + bareStatement : bareStatement }

  /// Why it happens; empty where the pattern is not known.
  package var cause: String { pattern.map { filled($0.cause) } ?? "" }

  /// Steps, most useful first.
  package var remedy: [String] { pattern?.remedy.map(filled) ?? [] }

  /// Example edits.
  package var changes: [Change] {
    pattern?.changes.map { Change($0.language, before: $0.before.map(filled), after: filled($0.after)) } ?? []
  }

  /// What the report lacks and what it would change.
  package var missing: [String] {
    guard let pattern else { return [] }
    return finding.missing.filter(pattern.gaps.indices.contains).map { pattern.gaps[$0].text }
  }

  /// Similar failures that were considered, and why it is not them.
  package var ruledOut: [RuledOut] {
    guard let pattern else { return [] }
    return finding.ruledOut.filter(pattern.lookalikes.indices.contains).map {
      RuledOut(pattern: pattern.lookalikes[$0].pattern, because: filled(pattern.lookalikes[$0].because))
    }
  }

  /// Documents that the pattern rests on; empty for a pattern that no longer exists.
  package var references: [Reference] { pattern?.references ?? [] }

  /// The citations with their sentences.
  package var witnesses: [ExplainedCitation] {
    finding.citations.map { ExplainedCitation(citation: $0, statement: explanation(of: $0)) }
  }

  /// The citation's own line where the sentence is not known: evidence of another revision may number its sentences
  /// otherwise, and a wrong sentence would be worse.
  private func explanation(of citation: Citation) -> String { sentence(of: citation) ?? citation.text ?? "" }

  private func sentence(of citation: Citation) -> String? {
    guard let explanation = citation.explanation else { return nil }
    let source = explanation.pattern == finding.pattern ? pattern : patterns.pattern(explanation.pattern)
    guard let source, explanation.pattern != finding.pattern || source.revision == finding.patternRevision else {
      return nil
    }
    let sentences = source.explanations
    guard sentences.indices.contains(explanation.index) else { return nil }
    return Diagnosis.filled(sentences[explanation.index], with: explanation.captures, phrases: source.phrases)
  }

  private func filled(_ text: String) -> String {
    Diagnosis.filled(text, with: finding.captures, phrases: pattern?.phrases ?? [:])
  }
}

/// A citation with the sentence that says what it proves.
@dynamicMemberLookup
package struct ExplainedCitation: Sendable, Equatable {
  /// The cited line.
  package let citation: Citation
  /// One sentence; the quoted line where the sentence is not known.
  package let statement: String

  /// A fact of the citation.
  package subscript<Value>(dynamicMember member: KeyPath<Citation, Value>) -> Value { citation[keyPath: member] }
}
