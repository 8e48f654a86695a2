import Knowledge

/// The words with which developers describe failures: words of several languages by the English words of the catalog, and
/// words that tell what kind of text it is. `Knowledge/words` has them as data.
///
/// A line of a language is `english words: term, term`. A term of a language with blanks stands for words that begin with
/// it, a short one in ASCII only for itself; a term of several words for words in this order. A term of Chinese or Japanese
/// is searched in the text, and the longest one counts.
struct QuestionWords: Sendable {
  private static let lists = KnowledgeText.words.lists

  /// English words of the catalog, of which a description of a failure contains one.
  static let failures = words("failures")

  /// Words that occur in any text.
  static let common = words("common")

  /// Words of questions that name no failure.
  static let generic = words("generic")

  /// Words of other platforms and fields. A text with one of them is about something else, unless it also names one of
  /// Apple's.
  static let otherPlatforms = lists["other platforms"]

  /// Words with which people tell what happened to them, and programs seldom do.
  static let firstPerson = Set(lists["first person"].map { Substring($0) })

  /// Words of Apple's platforms and tools.
  static let platforms = lists["platforms"]

  /// Words of release notes and lists of changes: they name failures that no longer happen.
  static let releaseNotes = lists["release notes"]
  /// The patterns of failures that people describe in words.
  static let describedPatterns = lists["described patterns"]

  /// Descriptions of single failures by the identifier of the pattern.
  static let descriptions = Dictionary(
    KnowledgeText.descriptions.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })

  private static func words(_ list: String) -> [String] {
    lists[list].flatMap { $0.split(separator: " ").map(String.init) }
  }

  /// The English words for a term.
  private var single: [Substring: [(term: [Substring], words: [String])]] = [:]
  private var unspaced: [Character: [(term: String, words: [String])]] = [:]
  let commonWords: Set<String>

  /// The words of the built-in tables.
  static let standard = QuestionWords()

  private init() {
    commonWords = Set(Self.common)
    for line in KnowledgeText.languages.fields {
      let words = line.name.split(separator: " ").map { Self.stem(String($0)) }
      for term in line.value.split(separator: ",") { add(term.split(separator: " "), words) }
    }
    // The longest term counts.
    for key in unspaced.keys { unspaced[key]?.sort { $0.term.count > $1.term.count } }
  }

  private mutating func add(_ term: [Substring], _ words: [String]) {
    guard let first = term.first, let character = first.first else { return }
    if Self.isUnspaced(character) {
      unspaced[character, default: []].append((term.joined(), words))
    } else {
      single[first.prefix(Self.keyLength), default: []].append((term, words))
    }
  }

  /// Terms are found by their first letters, so that a word is compared with few of them.
  private static let keyLength = 2

  /// Returns the words of a text in the form in which they are compared. An element has the forms of one word or term: its
  /// own, its parts, and the English words for it.
  func groups(of text: String) -> Set<Set<String>> {
    var groups: Set<Set<String>> = []
    var written: [(word: Substring, forms: Set<String>)] = []
    let plain = text.replacing("\u{2019}", with: "'")
    for run in plain.split(whereSeparator: { !($0.isLetter || $0.isNumber) }) {
      for part in Self.scripts(run) {
        if let first = part.first, Self.isUnspaced(first) {
          addUnspaced(part, to: &groups)
        } else {
          written.append((Substring(part.lowercased()), forms(of: part)))
        }
      }
    }
    for position in written.indices {
      for (term, words) in single[written[position].word.prefix(Self.keyLength)] ?? []
      where term.count <= written.count - position
        && zip(term, written[position...]).allSatisfy({ Self.word($1.word, matches: $0, ofSeveral: term.count > 1) })
      {
        if term.count == 1 { written[position].forms.formUnion(words) } else { groups.insert(Set(words)) }
      }
    }
    groups.formUnion(written.map(\.forms))
    groups.remove([])
    return groups
  }

  /// Returns the words of a text, and the English words for them.
  func stems(of text: String) -> Set<String> { groups(of: text).reduce(into: []) { $0.formUnion($1) } }

  private static func word(_ word: Substring, matches term: Substring, ofSeveral: Bool) -> Bool {
    if word == term { return true }
    let isLong = term.utf8.count > term.count ? term.count >= 3 : term.count >= 6
    return (isLong || ofSeveral && term.count >= 3) && word.hasPrefix(term)
  }

  /// Returns the forms of a word; of the name of a function or class also its parts.
  private func forms(of word: Substring) -> Set<String> {
    let lowered = word.lowercased()
    var forms: Set<String> = commonWords.contains(lowered) ? [] : [Self.stem(lowered)]
    let parts = Self.parts(word)
    guard parts.count > 1 else { return forms }
    for part in parts where part.count > 1 && !commonWords.contains(part) { forms.insert(Self.stem(part)) }
    return forms
  }

  /// Adds the English words for the terms in a text without blanks.
  private func addUnspaced(_ text: Substring, to groups: inout Set<Set<String>>) {
    var rest = text
    while let first = rest.first {
      if let (term, words) = unspaced[first]?.first(where: { rest.hasPrefix($0.term) }) {
        groups.insert(Set(words))
        rest = rest.dropFirst(term.count)
      } else {
        rest = rest.dropFirst()
      }
    }
  }

  /// Returns whether a character belongs to a script that is written without blanks between words.
  static func isUnspaced(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first?.value else { return false }
    return (0x3040...0x30FF).contains(scalar) || (0x3400...0x9FFF).contains(scalar) || scalar == 0x3005
  }

  /// Splits a run of letters where the script changes: `从xib创建`.
  private static func scripts(_ run: Substring) -> [Substring] {
    var parts: [Substring] = []
    var rest = run
    while let first = rest.first {
      let isUnspaced = isUnspaced(first)
      let part = rest.prefix { Self.isUnspaced($0) == isUnspaced }
      parts.append(part)
      rest = rest.dropFirst(part.count)
    }
    return parts
  }

  /// Returns the parts of a name in lower case: `awake`, `from`, `nib`.
  private static func parts(_ word: Substring) -> [String] {
    var parts: [String] = []
    var current = ""
    var previous: Character?
    let letters = Array(word)
    for (index, letter) in letters.enumerated() {
      let next = index + 1 < letters.count ? letters[index + 1] : nil
      let begins =
        letter.isUppercase && (previous?.isUppercase == false || next?.isLowercase == true)
        || letter.isNumber != (previous?.isNumber ?? letter.isNumber)
      if begins, !current.isEmpty {
        parts.append(current.lowercased())
        current = ""
      }
      current.append(letter)
      previous = letter
    }
    if !current.isEmpty { parts.append(current.lowercased()) }
    return parts
  }

  /// Returns an English word in lower case without the endings of plural and verb forms. Not a dictionary form: both sides
  /// of a comparison lose the same endings.
  static func stem(_ word: String) -> String {
    var stem = word
    let length = stem.utf8.count
    if length > 5, stem.hasSuffix("ies") {
      // `zombies` and `memories`: the ending of both singular forms becomes `i`.
      return stem.dropLast(3) + "i"
    } else if length > 4, ["sses", "shes", "ches", "xes"].contains(where: stem.hasSuffix) {
      stem.removeLast(2)
    } else if length > 3, stem.hasSuffix("s"), !["ss", "us", "is"].contains(where: stem.hasSuffix) {
      stem.removeLast()
    }
    if stem.utf8.count > 5, stem.hasSuffix("ing") {
      stem.removeLast(3)
    } else if stem.utf8.count > 4, stem.hasSuffix("ed") {
      stem.removeLast(2)
    }
    if stem.utf8.count > 4, let last = stem.last, stem.dropLast().last == last, !"slz".contains(last) {
      stem.removeLast()
    }
    if stem.utf8.count > 4, stem.hasSuffix("e") { stem.removeLast() }
    if stem.utf8.count > 4, stem.hasSuffix("y") { stem = stem.dropLast() + "i" }
    return stem
  }
}
