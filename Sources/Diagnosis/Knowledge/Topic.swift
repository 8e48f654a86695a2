import CrashReports

/// A term in reports that can be explained: an exception type, a signal, a namespace or code of a termination, a kind
/// of report, a field; or a situation, which has several failures.
package struct Topic: Identifiable, Sendable {
  /// Kinds of terms, in the order of the answers where one term has several meanings.
  package enum Kind: String, Sendable, CaseIterable {
    case exceptionType, exceptionCode, signal, namespace, terminationCode, bugType, field, detail, situation, api

    /// The kind in words, for display.
    package var title: String {
      switch self {
      case .exceptionType: "Mach exception type"
      case .exceptionCode: "code of a Mach exception"
      case .signal: "signal"
      case .namespace: "namespace of a termination"
      case .terminationCode: "termination code"
      case .bugType: "bug_type of a report"
      case .field: "field of a report"
      case .detail: "fact of a report, in the JSON output's details"
      case .situation: "what is seen before there is a report; it has several causes"
      case .api: "method or function that raises"
      }
    }
  }

  /// The term as reports write it: `EXC_BAD_ACCESS`, `0x8badf00d`, `DYLD 1`, `309`.
  package let id: String
  /// The kind of the term.
  package let kind: Kind
  /// Other spellings of the term: `segv`, `signal 11`.
  package let names: [String]
  /// Words that developers type for it without knowing the term, most typical first: `segmentation fault`.
  package let searchTerms: [String]
  /// The number of the term, by which hexadecimal and decimal spellings are found; `nil` for a term without one.
  package let number: UInt64?
  /// A one-line description, printed after the id.
  package let title: String
  /// What the term means, one sentence per element.
  package let explanation: [String]
  /// Where the term occurs in reports and how it is written there.
  package let inReports: String?
  /// The first step to take.
  package let advice: String?
  /// Identifiers of patterns that use the term as evidence.
  package let patterns: [String]
  /// The source of the facts: a header or an Apple document.
  package let source: String

  /// Creates a topic from its parts.
  package init(
    _ id: String, _ kind: Kind, names: [String] = [], searchTerms: [String] = [], number: UInt64? = nil,
    _ title: String, _ explanation: [String] = [], inReports: String? = nil, advice: String? = nil,
    patterns: [String] = [], source: String
  ) {
    self.id = id
    self.kind = kind
    self.names = names
    self.searchTerms = searchTerms
    self.number = number
    self.title = title
    self.explanation = explanation
    self.inReports = inReports
    self.advice = advice
    self.patterns = patterns
    self.source = source
  }
}

extension Topic {
  /// Every term that can be explained besides patterns and formats.
  package static let catalog: [Topic] =
    exceptionTypes + exceptionCodes + signals + namespaces + terminationCodes + bugTypes + fields + situations
    + Detail.Key.catalog.map {
      Topic(
        $0.name, .detail, $0.label, [$0.meaning], inReports: "Member of \"details\" in --format json.",
        source: "derived by this program from the report")
    }

  /// Returns the topics with this name, most likely first: `0x8badf00d`, `2343432205`, `SIGSEGV`, `11`, `dyld 4`,
  /// `"namespace": "DYLD"`.
  ///
  /// Letter case does not matter; punctuation around a term that is copied from a report is ignored. Search terms are
  /// not considered; see `KnowledgeIndex`.
  package static func topics(for words: String) -> [Topic] {
    let wanted = normalized(words)
    guard !wanted.isEmpty, wanted.utf8.count <= 100 else { return [] }
    var named = catalog.filter { topic in
      normalized(topic.id) == wanted || topic.names.contains { normalized($0) == wanted }
    }
    let function = RaisingAPI.key(String(words.drop { $0 == " " }))
    if let api = RaisingAPIIndex.standard.entry(named: function) ?? RaisingAPIIndex.standard.entry(id: wanted) {
      named += raisingAPIs.filter { $0.names.first == api.id }
    }
    // A small number has many meanings: only signals and termination codes are added to the exact names.
    if let number = number(wanted) {
      let numbered = catalog.filter { $0.number == number && ($0.kind == .terminationCode || $0.kind == .signal) }
      let all = numbered.filter { topic in !named.contains { $0.id == topic.id && $0.kind == topic.kind } } + named
      return ordered(all)
    }
    return ordered(named)
  }

  /// Every id in lower case, for suggestions.
  package static var words: [String] { catalog.map { $0.id.lowercased() } }

  private static func ordered(_ topics: [Topic]) -> [Topic] {
    let kinds = Kind.allCases
    return topics.enumerated().sorted { left, right in
      let a = kinds.firstIndex(of: left.element.kind) ?? 0
      let b = kinds.firstIndex(of: right.element.kind) ?? 0
      return (a, left.offset) < (b, right.offset)
    }.map(\.element)
  }

  /// Returns `words` in lower case with single blanks between them, without quotation marks, commas and colons.
  static func normalized(_ words: String) -> String {
    let letters = words.lowercased().map { character in
      switch character {
      case "\"", ",", ":", "'", "(", ")", "\t", "\u{201C}", "\u{201D}": " " as Character
      default: character
      }
    }
    // "Namespace DYLD, Code 4" is what reports print for DYLD 4.
    let words = String(letters).split(separator: " ")
    let distinctive = words.filter { $0 != "code" && $0 != "namespace" }
    return (distinctive.isEmpty ? words : distinctive).joined(separator: " ")
  }

  /// The value of `0x…` or of decimal digits.
  static func number(_ word: String) -> UInt64? {
    word.hasPrefix("0x") ? UInt64(word.dropFirst(2), radix: 16) : UInt64(word)
  }
}
