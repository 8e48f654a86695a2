import Bytes

/// Finds the topics that a text asks about: sentences that describe a failure, in any of several languages.
///
/// A pattern's texts and search terms are the words of error messages; people describe failures in their own words. Each
/// word of a text counts for the patterns whose texts have it, the more the fewer they are. Nothing here is evidence: the
/// result is a pointer to `diagnose explain`.
package struct QuestionIndex: Sendable {
  /// The index of the built-in patterns of failures that people describe in words.
  package static let catalog: QuestionIndex = {
    let described = Set(QuestionWords.describedPatterns)
    return QuestionIndex(Pattern.catalog.filter { described.contains($0.id) })
  }()

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
      QuestionWords.failures.map(QuestionWords.stem))
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
  package static let maxLength = 8192
  /// What the best topic must have: a score, and a share of the text's words by what they say.
  private static let minimums = [(score: 7.0, share: 0.2), (score: 5.0, share: 0.38)]
  /// The minimum score of a text without a word for a failure.
  private static let minScoreWithoutFailure = 18.0
  /// The minimum number of words that count for the best topic, and what each counts.
  private static let minWords = (count: 2, weight: 1.0)
  /// What an unknown word counts; less in a text with letters outside ASCII, of whose language few words are known.
  private static let unknownWord = (english: 2.5, other: 0.6)
  /// What further forms of a word count: the English words for one term describe one thing.
  private static let furtherForm = 0.35

  /// Returns the identifiers of the topics for `diagnose explain` that a text asks about, best first, at most
  /// ``maxTopics``; empty for other texts.
  ///
  /// - Parameter bytes: An input in which nothing was recognized.
  package func topics(askedIn bytes: [UInt8]) -> [String] {
    guard bytes.count <= Self.maxLength, Self.isProse(bytes) else { return [] }
    return topics(for: String(streamSafe: bytes))
  }

  /// Returns the topics for a text that readers took for a message of a log because it contains a word such as "crashes":
  /// only if it is written in the first person or asks, so that no message of a program is taken for a question.
  package func topics(askedInMessage bytes: [UInt8]) -> [String] {
    guard bytes.count <= Self.maxLength else { return [] }
    let text = String(streamSafe: bytes)
    let words = text.lowercased().split { !($0.isLetter || $0 == "'") }
    let asks =
      text.contains("?") || text.contains("\u{FF1F}") || words.contains { QuestionWords.firstPerson.contains($0) }
    return asks && words.count >= 5 ? topics(askedIn: bytes) : []
  }

  /// Returns the identifiers of patterns whose words a question has, best first, at most ``maxRelated``: weaker than
  /// ``topics(askedIn:)``, for a question about a failure.
  package func related(to question: String) -> [String] {
    guard question.utf8.count <= Self.maxLength else { return [] }
    let groups = words.groups(of: question)
    let scored = entries.map { score(of: $0, groups, hasPhrase: false) }.sorted {
      ($1.score, $0.id) < ($0.score, $1.id)
    }
    guard let best = scored.first, best.score >= Self.minRelated else { return [] }
    return scored.prefix(Self.maxRelated).filter { $0.score >= best.score * Self.relatedShare }.map(\.id)
  }

  /// The maximum number of related patterns, the minimum score of the best one, and the share of it that others need.
  private static let maxRelated = 5
  private static let minRelated = 3.5
  private static let relatedShare = 0.6

  /// The maximum number of lines of which the best is searched.
  private static let maxLines = 256

  /// Returns the index of the line whose words say most about a topic; 0 if no line has one of its words.
  ///
  /// - Parameter id: A topic that was found in the text of `lines`.
  package func line(of lines: [Substring], about id: String) -> Int {
    guard let entry = entries.first(where: { $0.id == id }) else { return 0 }
    var best = (line: 0, score: 0.0)
    for (index, line) in lines.prefix(Self.maxLines).enumerated() {
      let score = score(of: entry, words.groups(of: String(line)), hasPhrase: false).score
      if score > best.score { best = (index, score) }
    }
    return best.line
  }

  func topics(for text: String) -> [String] {
    guard !Self.isAboutOther(text.lowercased()) else { return [] }
    let groups = words.groups(of: text)
    let terms = terms(in: text)
    let scored = entries.map { score(of: $0, groups, hasPhrase: terms.phrases.contains($0.id)) }
      .sorted { ($1.score, $0.id) < ($0.score, $1.id) }
    guard let best = scored.first else { return [] }
    let unknown = text.utf8.allSatisfy { $0 < 0x80 } ? Self.unknownWord.english : Self.unknownWord.other
    let total = Self.sum(groups.map { value(of: $0, weight: { counts[$0] == nil ? nil : 1 }) ?? unknown })
    let isFailure = groups.contains { !$0.isDisjoint(with: failures) }
    let isKnown = Self.minimums.contains { best.score >= $0.score && best.score >= $0.share * total }
    var found = terms.names + terms.quoted
    if isKnown, best.words >= Self.minWords.count, isFailure || best.score >= Self.minScoreWithoutFailure {
      found += scored.lazy.filter { $0.score >= best.score / 2 }.map(\.id)
    }
    return Array(found.prefix(Self.maxTopics))
  }

  /// What the words of a text say for a pattern, and how many of them do.
  private func score(of entry: Entry, _ groups: Set<Set<String>>, hasPhrase: Bool)
    -> (score: Double, words: Int, id: String)
  {
    let values = groups.compactMap { value(of: $0, weight: { entry.weights[$0] }) }
    let words = values.reduce(0) { $0 + ($1 >= Self.minWords.weight ? 1 : 0) }
    return (Self.sum(values) + (hasPhrase ? Self.phraseScore : 0), words, entry.id)
  }

  /// What the forms of one word say, weighted; `nil` if none has a weight.
  private func value(of forms: Set<String>, weight: (String) -> Double?) -> Double? {
    let values = forms.compactMap { form in weight(form).map { $0 * rarity(of: form) } }.sorted(by: >)
    guard let first = values.first else { return nil }
    return first + Self.furtherForm * values.dropFirst().reduce(0, +)
  }

  /// The sum, which does not depend on the order of a set.
  private static func sum(_ values: [Double]) -> Double { values.sorted().reduce(0, +) }

  /// What a search term of the pattern counts that the text contains as a phrase.
  private static let phraseScore = 4.0

  /// What a word says: much if few patterns have it.
  private func rarity(of stem: String) -> Double {
    let count = Double(counts[stem] ?? 0)
    let ratio = 1 + (Double(entries.count) - count + 0.5) / (count + 0.5)
    // The logarithm, linear between powers of two: exact enough for an order.
    return 0.693 * (Double(ratio.exponent) + ratio.significand - 1)
  }

  /// The minimum number of words of a search term that is a message.
  private static let minMessageWords = 4

  /// The patterns of which the text contains a search term; those among them that are not in this index, if the term is a
  /// message; and the names of codes and signals in the text.
  private func terms(in text: String) -> (phrases: Set<String>, quoted: [String], names: [String]) {
    var phrases: Set<String> = []
    var quoted: [String] = []
    var names: [String] = []
    for match in KnowledgeIndex.catalog.matches(for: text) where match.rank <= .phrase {
      switch match.entry {
      case .pattern(let pattern):
        phrases.insert(pattern.id)
        let isQuoted = pattern.searchTerms.split(separator: "\n").contains {
          $0.split(separator: " ").count >= Self.minMessageWords && text.containsBytes(ignoringCase: String($0))
        }
        if isQuoted, !entries.contains(where: { $0.id == pattern.id }) { quoted.append(pattern.id) }
      case .topic(let topic):
        guard [.exceptionType, .exceptionCode, .terminationCode].contains(topic.kind), topic.id.utf8.count >= 8,
          !names.contains(topic.id), text.containsBytes(ignoringCase: topic.id)
        else { continue }
        names.append(topic.id)
      }
    }
    return (phrases, quoted, names)
  }

  /// Returns whether bytes are sentences, and neither JSON, markup nor source code.
  private static func isProse(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { $0 > 0x20 }), !"{<".utf8.contains(first) else { return false }
    let code = bytes.reduce(0) { $0 + ("{};=<>\\|".utf8.contains($1) ? 1 : 0) }
    return code * 25 <= bytes.count
  }

  /// Returns whether a text in lower case names another platform and none of Apple's, or is a list of changes.
  package static func isAboutOther(_ text: String) -> Bool {
    let isOther = QuestionWords.otherPlatforms.contains { text.contains($0) }
    if isOther, !QuestionWords.platforms.contains(where: { text.contains($0) }) { return true }
    return QuestionWords.releaseNotes.reduce(0) { $0 + (text.contains($1) ? 1 : 0) } >= 2
  }
}
