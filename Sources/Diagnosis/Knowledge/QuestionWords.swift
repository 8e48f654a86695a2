/// The words with which developers describe failures, as data: words of several languages by the English words of the
/// catalog, and words that tell what kind of text it is.
///
/// A line is `english words: term, term`. A term of a language with blanks stands for words that begin with it, a short one
/// in ASCII only for itself; a term of several words for words in this order. A term of Chinese or Japanese is searched in
/// the text, and the longest one counts.
struct QuestionWords: Sendable {
  /// The tables of all languages. A further language is a further table.
  static let tables: [StaticString] = [english, german, russian, chinese, japanese]

  /// English words that occur in any text.
  static let common: StaticString = """
    a an the is are was were be been being am do does did doing done have has had having i my me we our us you your he
    she it its they them their this that these those there here and or but if then else when while where why how what
    which who whom no nor so too very can could may might must shall should will would to of in on at by for from with
    into onto over under about as than also just only even still any some all each every more most other another such
    same own new old get gets got getting use uses used using see seen like want try tries tried make makes made making
    after before since until because during between again once always ever often sometimes s t d m re ve ll let one two
    first last way thing things out up down off please help need needs know something anything
    der die das und ein eine einen ist zu im den dem mit auf bei ich wir sie es wenn nach hat als um sich beim wird
    """

  /// English words of the catalog, of which a description of a failure contains one.
  static let failures: StaticString = """
    crash crashes hang hangs kill terminate terminated error exception fail fails failed failure wrong lost blank empty
    missing slow long leak endless recursion not never without cannot nil null invalid unexpected quit overflow zombie
    corruption corrupted deallocated bounds stale broken nothing doesn isn won can couldn problem issue bug fault reject panic
    deadlock race exclusive incompatible trap stop stops twice effect confusing
    """

  /// Words of other platforms and fields, in any language. A text with one of them is about something else, unless it
  /// also names one of Apple's.
  static let otherPlatforms: [String] = [
    "android", "андроид", "安卓", "アンドロイド", "鸿蒙", "gradle", "logcat", "recyclerview", "nullpointerexception", "windows",
    "ubuntu", "kubernetes", "docker", "django", "wordpress", "vue", "angular", "playstation", "excel",
  ]

  /// Words with which people tell what happened to them, and programs seldom do.
  static let firstPerson: Set<Substring> = [
    "i", "i'm", "i've", "my", "me", "we", "our", "us", "я", "мой", "моя", "моё", "мы", "у нас", "ich", "mein", "meine",
    "meiner", "wir",
    "unser", "unsere", "since", "when", "whenever", "sometimes", "wenn", "manchmal", "когда", "иногда",
  ]

  /// Words of Apple's platforms and tools.
  static let platforms: [String] = [
    "ios", "ipados", "macos", "watchos", "tvos", "visionos", "xcode", "swift", "swiftui", "uikit", "appkit",
    "objective",
    "iphone", "ipad", "interface builder", "storyboard", "xib", "cocoa", "foundation", "core data", "testflight",
  ]

  /// Words of release notes and lists of changes, in any language: they name failures that no longer happen.
  static let releaseNotes: [String] = [
    "fixed", "fixes", "improve", "added", "adds ", "this release", "version ", "release notes", "changelog",
    "what's new", "bug fixes",
    "исправлен", "улучшен", "добавлен", "верси", "修复", "优化", "改进", "新增", "版本", "修正", "改善", "追加しました", "バージョン",
    "behebt", "behoben", "verbesser", "hinzugefügt",
  ]

  /// Words with which people describe single failures in words that neither the pattern's texts nor its search terms
  /// contain, by the identifier of the pattern.
  static let descriptions: [String: String] = [
    "ib-stale-render": """
    change a property and the preview does not change, changes have no effect in Interface Builder, the \
    initializer runs once and everything is drawn in initWithFrame
    """,
    "ib-agent-crashed-unspecified": """
    Designables shows Crashed, storyboard and xib designables crashed, the agent process crashed in Xcode
    """,
    "nib-self-class-recursion": """
    the class of the root view is the view itself, endless loop in initWithCoder, custom class set to itself
    """,
    "ib-preview-blank-no-error": "custom view not shown in xib or storyboard but appears at run time, without an error",
    "ib-awakefromnib-not-called": "awakeFromNib is not called in Interface Builder, the button stays empty",
    "ibtool-crash": "ibtool crashed without details",
    "watchdog-8badf00d": """
    the system kills the app at launch, takes longer than twenty seconds to start, too slow at launch
    """,
    "jetsam-memory": "too much memory, large photos",
    "objc-zombie-message": "access to a freed object, a zombie object",
    "memory-use-after-free": "access to a freed object, use after free",
    "dyld-library-missing": "framework or dynamic library not found at launch, the app quits at once",
    "exc-resource-cpu": "uses the processor for too long in the background",
    "swift-forced-cast": "as! cannot cast an object to a class",
  ]

  /// The English words for a term.
  private var single: [Substring: [(term: [Substring], words: [String])]] = [:]
  private var unspaced: [Character: [(term: String, words: [String])]] = [:]
  let commonWords: Set<String>

  /// The words of the built-in tables.
  static let standard = QuestionWords()

  private init() {
    commonWords = Set(Self.common.description.split { $0 == " " || $0 == "\n" }.map(String.init))
    for table in Self.tables {
      for line in table.description.split(separator: "\n") {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let words = line[..<colon].split(separator: " ").map { Self.stem(String($0)) }
        for term in line[line.index(after: colon)...].split(separator: ",") {
          add(term.split(separator: " "), words)
        }
      }
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
      stem = stem.dropLast(3) + "y"
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
    return stem
  }
}
