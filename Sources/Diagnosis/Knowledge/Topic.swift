import CrashReports

/// A word of the reports that can be explained: an exception type, a signal, who ends processes and with which codes,
/// a kind of report, a field.
package struct Topic: Identifiable, Sendable {
  /// Kinds of words, in the order in which answers stand when one word means several things.
  package enum Kind: String, Sendable, CaseIterable {
    case exceptionType, exceptionCode, signal, namespace, terminationCode, bugType, field, detail

    /// For people.
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
      }
    }
  }

  /// As reports write it: `EXC_BAD_ACCESS`, `0x8badf00d`, `DYLD 1`, `309`.
  package let id: String
  /// What sort of term it is.
  package let kind: Kind
  /// Other spellings under which it is found.
  package let names: [String]
  /// The number behind it, with which hexadecimal and decimal spellings are found.
  package let number: UInt64?
  /// What it is, in one line that follows the id.
  package let title: String
  /// What it means, a sentence an element.
  package let explanation: [String]
  /// Where and how it stands in reports.
  package let inReports: String?
  /// What to do first.
  package let advice: String?
  /// Patterns that rest on it.
  package let patterns: [String]
  /// Where the fact stands: header, Apple document.
  package let source: String

  /// Creates a topic from its parts.
  package init(
    _ id: String, _ kind: Kind, names: [String] = [], number: UInt64? = nil, _ title: String,
    _ explanation: [String] = [], inReports: String? = nil, advice: String? = nil, patterns: [String] = [],
    source: String
  ) {
    self.id = id
    self.kind = kind
    self.names = names
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
  /// Everything that can be explained besides patterns and formats.
  package static let catalog: [Topic] =
    exceptionTypes + exceptionCodes + signals + namespaces + terminationCodes + bugTypes + fields
    + Detail.Key.catalog.map {
      Topic(
        $0.name, .detail, $0.label, [$0.meaning], inReports: "Member of \"details\" in --format json.",
        source: "made by this program from the report")
    }

  /// What `words` may mean, surest first: `0x8badf00d`, `2343432205`, `SIGSEGV`, `11`, `dyld 4`, `"namespace": "DYLD"`.
  ///
  /// Case does not matter; signs around a word that is copied from a report are left out.
  package static func topics(for words: String) -> [Topic] {
    let wanted = normalized(words)
    guard !wanted.isEmpty, wanted.utf8.count <= 100 else { return [] }
    let named = catalog.filter { topic in
      normalized(topic.id) == wanted || topic.names.contains { normalized($0) == wanted }
    }
    // A number has a meaning of its own where it is long enough to be a code; small ones mean many things, so they are
    // told only where nothing has that very name.
    if let number = number(wanted) {
      let numbered = catalog.filter { $0.number == number && ($0.kind == .terminationCode || $0.kind == .signal) }
      let all = numbered.filter { topic in !named.contains { $0.id == topic.id && $0.kind == topic.kind } } + named
      return ordered(all)
    }
    return ordered(named)
  }

  /// All spellings, for suggestions.
  package static var words: [String] { catalog.map { $0.id.lowercased() } }

  private static func ordered(_ topics: [Topic]) -> [Topic] {
    let kinds = Kind.allCases
    return topics.enumerated().sorted { left, right in
      let a = kinds.firstIndex(of: left.element.kind) ?? 0
      let b = kinds.firstIndex(of: right.element.kind) ?? 0
      return (a, left.offset) < (b, right.offset)
    }.map(\.element)
  }

  /// Lower case, one blank between words, no quotation marks, commas and colons.
  static func normalized(_ words: String) -> String {
    let letters = words.lowercased().map { character in
      switch character {
      case "\"", ",", ":", "'", "(", ")", "\t", "\u{201C}", "\u{201D}": " " as Character
      default: character
      }
    }
    // "Namespace DYLD, Code 4" is what reports print for DYLD 4.
    let words = String(letters).split(separator: " ")
    let telling = words.filter { $0 != "code" && $0 != "namespace" }
    return (telling.isEmpty ? words : telling).joined(separator: " ")
  }

  /// The value of `0x…` or of decimal digits.
  private static func number(_ word: String) -> UInt64? {
    word.hasPrefix("0x") ? UInt64(word.dropFirst(2), radix: 16) : UInt64(word)
  }
}
