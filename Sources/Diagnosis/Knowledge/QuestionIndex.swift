import Bytes

/// Finds the topics that a text asks about: sentences that describe a failure, in any of several languages.
///
/// A pattern's texts and search terms are the words of error messages; people describe failures in their own words. Each
/// word of a text counts for the patterns whose texts have it, the more the fewer they are. Nothing here is evidence: the
/// result is a pointer to `diagnose explain`.
package struct QuestionIndex: Sendable {
  /// The index of the built-in patterns.
  package static let catalog = QuestionIndex(Pattern.catalog)

  private struct Entry: Sendable {
    let id: String
    /// The words of the pattern, by how much they say about it: 1 for those of its search terms.
    let weights: [String: Double]
  }

  private let entries: [Entry]
  /// How many patterns have a word.
  private let counts: [String: Int]
  private let failures: Set<String>
  private let words = QuestionWords.standard

  init(_ patterns: [Pattern]) {
    let words = words
    failures = Set(
      QuestionWords.failures.description.split { $0 == " " || $0 == "\n" }.map { QuestionWords.stem(String($0)) })
    entries = patterns.map { pattern in
      var weights: [String: Double] = [:]
      func add(_ text: String, _ weight: Double) {
        for word in words.stems(of: text) { weights[word] = max(weights[word] ?? 0, weight) }
      }
      add(pattern.searchTerms, 1)
      add(QuestionWords.descriptions[pattern.id] ?? "", 1)
      add(pattern.title, 1)
      add(pattern.symptom, 0.8)
      add(filled(pattern.cause, with: [:]), 0.45)
      for step in pattern.remedy { add(filled(step, with: [:]), 0.25) }
      return Entry(id: pattern.id, weights: weights)
    }
    var counts: [String: Int] = [:]
    for entry in entries { for word in entry.weights.keys { counts[word, default: 0] += 1 } }
    self.counts = counts
  }

  /// The maximum number of topics that are returned.
  package static let maxTopics = 3
  /// The maximum length of a text, in bytes: longer ones are articles or logs.
  private static let maxLength = 4096
  /// The minimum score of the best topic, and that without a word for a failure.
  private static let minScore = 7.0
  private static let minScoreWithoutFailure = 18.0
  /// The minimum share of the text's words, by what they say, that the best topic has.
  private static let minShare = 0.2
  /// What an unknown word counts: it may be one of a language without a table.
  private static let unknownWord = 2.5

  /// Returns the identifiers of the topics for `diagnose explain` that a text asks about, best first, at most
  /// ``maxTopics``; empty for other texts.
  ///
  /// - Parameter bytes: An input in which nothing was recognized.
  package func topics(askedIn bytes: [UInt8]) -> [String] {
    guard bytes.count <= Self.maxLength, Self.isProse(bytes) else { return [] }
    return topics(for: String(decoding: bytes, as: UTF8.self))
  }

  func topics(for text: String) -> [String] {
    guard !Self.isAboutOther(text.lowercased()) else { return [] }
    let stems = words.stems(of: text)
    let terms = Self.terms(in: text)
    var scored: [(score: Double, id: String)] = []
    for entry in entries {
      // The sum does not depend on the order of the set.
      let parts = stems.compactMap { stem in entry.weights[stem].map { $0 * weight(of: stem) } }.sorted()
      let score = parts.reduce(0, +) + (terms.phrases.contains(entry.id) ? Self.phraseScore : 0)
      if score > 0 { scored.append((score, entry.id)) }
    }
    scored.sort { ($1.score, $0.id) < ($0.score, $1.id) }
    let best = scored.first?.score ?? 0
    let needed = stems.isDisjoint(with: failures) ? Self.minScoreWithoutFailure : Self.minScore
    let share = best / max(1, stems.map { counts[$0] == nil ? Self.unknownWord : weight(of: $0) }.sorted().reduce(0, +))
    var found = terms.names
    if best >= needed, share >= Self.minShare { found += scored.lazy.filter { $0.score >= best / 2 }.map(\.id) }
    return Array(found.prefix(Self.maxTopics))
  }

  /// What a search term of the pattern counts that the text contains as a phrase.
  private static let phraseScore = 4.0

  /// What a word says: much if few patterns have it.
  private func weight(of stem: String) -> Double {
    let count = Double(counts[stem] ?? 0)
    let rarity = 1 + (Double(entries.count) - count + 0.5) / (count + 0.5)
    // The logarithm, linear between powers of two: exact enough for an order.
    return 0.693 * (Double(rarity.exponent) + rarity.significand - 1)
  }

  /// The patterns of which the text contains a search term, and the names of codes and signals in it.
  private static func terms(in text: String) -> (phrases: Set<String>, names: [String]) {
    var phrases: Set<String> = []
    var names: [String] = []
    for match in KnowledgeIndex.catalog.matches(for: text) where match.rank <= .phrase {
      switch match.entry {
      case .pattern(let pattern): phrases.insert(pattern.id)
      case .topic(let topic):
        guard [.exceptionType, .exceptionCode, .terminationCode].contains(topic.kind), topic.id.utf8.count >= 8,
          !names.contains(topic.id), text.containsBytes(ignoringCase: topic.id)
        else { continue }
        names.append(topic.id)
      }
    }
    return (phrases, names)
  }

  /// Returns whether bytes are sentences, and neither JSON, markup nor source code.
  private static func isProse(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { $0 > 0x20 }), !"{<".utf8.contains(first) else { return false }
    let code = bytes.reduce(0) { $0 + ("{};=<>\\|".utf8.contains($1) ? 1 : 0) }
    return code * 25 <= bytes.count
  }

  /// Returns whether a text in lower case names another platform and none of Apple's, or is a list of changes.
  private static func isAboutOther(_ text: String) -> Bool {
    let isOther = QuestionWords.otherPlatforms.contains { text.contains($0) }
    if isOther, !QuestionWords.platforms.contains(where: { text.contains($0) }) { return true }
    return QuestionWords.releaseNotes.reduce(0) { $0 + (text.contains($1) ? 1 : 0) } >= 2
  }
}
