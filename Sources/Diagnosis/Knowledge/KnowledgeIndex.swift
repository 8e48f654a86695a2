import Bytes

/// Finds patterns and topics by the words that developers type.
///
/// A query matches an entry by its identifier, by one of its names, by a search term, by a phrase that the query
/// contains (a pasted error message), or by single words, in this order. Letter case, punctuation, blanks between words,
/// plurals and forms of verbs do not matter. If nothing matches, words that questions have are left out. A search visits
/// every entry; its cost is linear in the size of the catalogs.
package struct KnowledgeIndex: Sendable {
  /// A pattern or a topic.
  package enum Entry: Sendable {
    case pattern(Pattern)
    case topic(Topic)

    /// The identifier of the pattern or topic.
    package var id: String {
      switch self {
      case .pattern(let pattern): pattern.id
      case .topic(let topic): topic.id
      }
    }

    /// The one-line description of the pattern or topic.
    package var title: String {
      switch self {
      case .pattern(let pattern): pattern.title
      case .topic(let topic): topic.title
      }
    }
  }

  /// How an entry matches a query, best first.
  package enum Rank: Int, Comparable, Sendable {
    /// The query is the identifier.
    case id
    /// The query is another spelling of the identifier, or the number of a code or signal.
    case name
    /// The query is a search term.
    case searchTerm
    /// The query contains a search term or an identifier, as a pasted message does.
    case phrase
    /// Every word of the query occurs in identifier, title or search terms.
    case words

    /// Orders from the best rank to the worst.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// An entry that matches a query.
  package struct Match: Sendable {
    /// The pattern or topic.
    package let entry: Entry
    /// How the entry matches.
    package let rank: Rank
  }

  private let entries: [IndexedEntry]
  /// The words of all titles and terms.
  private let vocabulary: Set<String>

  /// The index of the built-in patterns and topics.
  package static let catalog = KnowledgeIndex(patterns: Pattern.catalog, topics: Topic.catalog + Topic.raisingAPIs)

  /// Creates an index; patterns precede topics of the same rank.
  package init(patterns: [Pattern], topics: [Topic]) {
    entries = patterns.map(IndexedEntry.init(pattern:)) + topics.map(IndexedEntry.init(topic:))
    vocabulary = entries.reduce(into: []) { $0.formUnion($1.words) }
  }

  /// Returns the entries that match `query`, best first; empty if none does or the query has no word.
  ///
  /// Only the first 1,000 characters of the query are considered.
  package func matches(for query: String) -> [Match] {
    let query = String(query.prefix(characters: Self.maxQueryLength))
    let words = SearchWords(query)
    guard !words.all.isEmpty else { return [] }
    let found = matches(for: query, words)
    if !found.isEmpty { return found }
    // Questions have words that say nothing about a failure, and misspelled ones: "why is my fnot nil".
    // The words of a long text are those of a message.
    let isShort = words.all.count <= Self.maxCorrectedWords
    let corrected = isShort ? words.all.map { vocabulary.contains($0) ? $0 : nearest($0) ?? $0 } : words.all
    for all in corrected == words.all ? [words.all] : [words.all, corrected] {
      for fillers in [[], Self.functionWords, Self.functionWords.union(Self.genericWords)] {
        let rest = all.filter { !fillers.contains($0) }
        guard !rest.isEmpty, rest != words.all else { continue }
        let short = rest.joined(separator: " ")
        let found = matches(for: short, SearchWords(short))
        if !found.isEmpty { return found }
      }
    }
    return []
  }

  /// Returns a word of the catalogs that differs in one letter, or in the order of two; `nil` if there is none.
  private func nearest(_ word: String) -> String? {
    guard word.utf8.count >= Self.minCorrected else { return nil }
    let letters = Array(word.utf8)
    return vocabulary.filter { Self.differInOneLetter(letters, Array($0.utf8)) }.min()
  }

  /// The maximum number of words of a question that are corrected.
  private static let maxCorrectedWords = 12
  /// The minimum length of a word that is corrected, in bytes.
  private static let minCorrected = 6

  static func differInOneLetter(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard abs(first.count - second.count) <= 1, first.first == second.first, first != second else { return false }
    var at = 0
    while at < min(first.count, second.count), first[at] == second[at] { at += 1 }
    let (left, right) = (first[at...], second[at...])
    if left.count == right.count {
      if left.dropFirst().elementsEqual(right.dropFirst()) { return true }
      return left.count > 1 && left.prefix(2).elementsEqual(right.prefix(2).reversed())
        && left.dropFirst(2).elementsEqual(right.dropFirst(2))
    }
    return left.count > right.count
      ? left.dropFirst().elementsEqual(right) : right.dropFirst().elementsEqual(left)
  }

  private static let functionWords = Set(QuestionWords.common.map(QuestionWords.stem))
  private static let genericWords = Set(QuestionWords.generic.map(QuestionWords.stem))

  private func matches(for query: String, _ words: SearchWords) -> [Match] {
    let id = Topic.normalized(query)
    let isCapitalized = query == query.uppercased()
    let named = Topic.topics(for: query).map { TopicKey($0) }
    var ranked: [(rank: Rank, order: Int, position: Int)] = []
    for (position, entry) in entries.enumerated() {
      guard let (rank, order) = entry.rank(id, words, named, isCapitalized: isCapitalized) else { continue }
      ranked.append((rank, order, position))
    }
    // There are hundreds of functions, which share words with many questions: only the name of a method precedes others.
    let isMethod = query.contains { $0 == "[" || $0 == "." || $0 == ":" }
    func isOther(_ one: (rank: Rank, order: Int, position: Int)) -> Int {
      guard case .topic(let topic) = entries[one.position].entry, topic.kind == .api else { return 0 }
      return isMethod && one.rank <= .name ? 0 : 1
    }
    return ranked.sorted {
      (isOther($0), $0.rank, $0.order, $0.position) < (isOther($1), $1.rank, $1.order, $1.position)
    }
    .map { Match(entry: entries[$0.position].entry, rank: $0.rank) }
  }

  private static let maxQueryLength = 1000
}

/// Identity of a topic: one identifier may occur in several kinds.
private struct TopicKey: Equatable {
  var kind: Topic.Kind
  var id: String

  init(_ topic: Topic) {
    kind = topic.kind
    id = topic.id
  }
}

/// The words of a text in a form in which spellings compare equal.
private struct SearchWords: Sendable {
  /// In lower case, without endings.
  let all: [String]
  /// The words without blanks: `overrelease` for `over-release` and `over release`.
  let joined: String
  /// True if the text has blanks between its words.
  let hasBlanks: Bool
  /// True if the text has characters of a script that is written without blanks.
  let isWide: Bool

  init(_ text: String) {
    hasBlanks = text.contains(where: \.isWhitespace)
    all = text.lowercased().split { !($0.isLetter || $0.isNumber) }.map { QuestionWords.stem(String($0)) }
    joined = all.joined()
    isWide = text.unicodeScalars.contains { $0.value >= 0x2E80 }
  }

  /// True if `phrase` occurs in these words, as consecutive words.
  func contains(_ phrase: SearchWords) -> Bool {
    if phrase.isWide { return joined.contains(phrase.joined) }
    guard let first = phrase.all.first, phrase.all.count <= all.count else { return false }
    for start in 0...(all.count - phrase.all.count)
    where all[start] == first && all[start..<(start + phrase.all.count)].elementsEqual(phrase.all) {
      return true
    }
    return false
  }
}

private struct IndexedEntry: Sendable {
  let entry: KnowledgeIndex.Entry
  private let id: String
  private let names: [SearchWords]
  private let terms: [SearchWords]
  /// Names and terms that are looked for inside a query.
  private let phrases: [SearchWords]
  private let titleWords: Set<String>
  private let termWords: Set<String>
  var words: Set<String> { titleWords.union(termWords) }

  init(pattern: Pattern) {
    self.init(
      .pattern(pattern), names: [pattern.id], phraseNames: [], searchTerms: pattern.searchTermList)
  }

  init(topic: Topic) {
    // Names of fields such as "Path" or "Process" are ordinary words of any message.
    let phraseNames =
      switch topic.kind {
      case .exceptionType, .exceptionCode, .signal, .terminationCode: [topic.id]
      // A single word, such as `hang`, is part of other questions.
      case .situation: topic.names.filter { $0.contains(" ") }
      case .namespace, .bugType, .field, .detail, .api: [String]()
      }
    self.init(
      .topic(topic), names: [topic.id] + topic.names, phraseNames: phraseNames, searchTerms: topic.searchTerms)
  }

  private init(_ entry: KnowledgeIndex.Entry, names: [String], phraseNames: [String], searchTerms: [String]) {
    self.entry = entry
    id = Topic.normalized(entry.id)
    self.names = names.map(SearchWords.init)
    terms = searchTerms.map(SearchWords.init)
    let longTerms = terms.filter { term in
      term.isWide && term.joined.count >= Self.minWideLength
        || term.joined.count >= (term.all.count > 1 ? Self.minPhraseLength : Self.minWordLength)
    }
    phrases = phraseNames.map(SearchWords.init) + longTerms
    titleWords = Set(([entry.title] + names).flatMap { SearchWords($0).all })
    termWords = Set(terms.flatMap(\.all))
  }

  /// Letters of the shortest term of several words that is looked for inside a query.
  private static let minPhraseLength = 5
  /// Characters of the shortest term in a script without blanks that is looked for inside a query.
  private static let minWideLength = 2
  /// Letters of the shortest single word that is looked for inside a query: `exception` and `optional` are too common.
  private static let minWordLength = 10

  /// The best rank for a query, and the order among entries of this rank; `nil` if the entry does not match.
  func rank(_ query: String, _ words: SearchWords, _ named: [TopicKey], isCapitalized: Bool) -> (
    KnowledgeIndex.Rank, Int
  )? {
    // Namespaces are in capitals. In lower case `watchdog` and `jetsam` are the words for the failures.
    if case .topic(let topic) = entry, topic.kind == .namespace, id == query, !isCapitalized { return (.searchTerm, 0) }
    if id == query { return (.id, 0) }
    if case .topic(let topic) = entry, let index = named.firstIndex(of: TopicKey(topic)) { return (.name, index) }
    if names.contains(where: { $0.joined == words.joined }) { return (.name, named.count) }
    if let index = terms.firstIndex(where: { $0.joined == words.joined }) { return (.searchTerm, index) }
    // The longest phrase is the most specific one. A query of one word may be a misspelled identifier.
    if words.hasBlanks || words.isWide, let longest = phrases.lazy.filter(words.contains).map(\.joined.count).max() {
      return (.phrase, -longest)
    }
    if words.all.allSatisfy(titleWords.contains) { return (.words, 0) }
    if words.all.allSatisfy({ titleWords.contains($0) || termWords.contains($0) }) { return (.words, 1) }
    return nil
  }
}
