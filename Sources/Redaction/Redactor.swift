import Bytes

/// Takes personal data out of texts: names of users and machines, e-mail and network addresses, tokens, and numbers of
/// devices and accounts. Equal ones get equal stand-ins, as `user-1`, in the order in which they appear, so that what is
/// left can still be compared.
///
/// UUIDs of images and addresses of code stay: without them a report cannot be symbolicated. It works on any text, also
/// on JSON as it stands in a file, and leaves JSON that was valid so, each value of the type it had.
package struct Redactor: Sendable {
  /// What is replaced; the stand-in is the raw value with a number.
  package enum Kind: String, CaseIterable, Sendable {
    case user, host, email, ip, token, device, serial
    /// A folder that belongs to one installation of an app or to one account.
    case container
    /// The number of an account. Numbers stay numbers, so those of people all become 501, the first one a Mac gives.
    case account
  }

  /// Number of each value, by kind.
  private var numbers: [Kind: [String: Int]] = [:]
  /// Values that are replaced as words wherever they stand.
  private var words = RedactionWords()
  /// Words that must never be left, also within others, whatever they are.
  private var names = RedactionWords()
  /// Kinds of the words, and of the names.
  private var wordKinds: [(value: String, kind: Kind)] = []
  private var nameTexts: [String] = []
  /// In lower case: what a name may not be taken for, as it names code.
  private var spared: Set<String> = []
  /// What was replaced where, if somebody asks.
  private var trace: RedactionTrace?

  /// - Parameters:
  ///   - names: Further names to replace wherever they stand, also within words, letter case aside: names a
  ///     configuration lists, canaries of a test.
  ///   - accounts: Names of users that are known beforehand; replaced as whole words, if they are not too common.
  package init(names: [String] = [], accounts: [String] = []) {
    for name in names where !name.isEmpty {
      for spelling in RedactionSpelling.all(of: name) { self.names.insert(spelling, index: nameTexts.count) }
      nameTexts.append(name.lowercased())
    }
    // They get their numbers when they are met.
    for account in accounts where RedactionVocabulary.isTelling(account, .user) { add(account, .user) }
  }

  /// True for a name that stand-ins have in them, so that no copy could be without it.
  package static func isUnusable(name: String) -> Bool {
    let name = name.lowercased()
    return name.isEmpty || Kind.allCases.contains { $0.rawValue.contains(name) }
      || name.utf8.count < 5 && name.utf8.allSatisfy { $0.isDigit || $0 == 0x2D }
  }

  /// How many different values of each kind were replaced so far.
  package var counts: [Kind: Int] { numbers.mapValues(\.count) }

  /// Names of code, as of processes and images: an account of the same name is replaced in paths, and not where it stands
  /// by itself, as a report would no longer be the one it was.
  package mutating func spare(_ words: some Sequence<String>) { for word in words { spared.insert(word.lowercased()) } }

  /// How many values are not replaced as words because they name code.
  package var keptWords: Int { (numbers[.user] ?? [:]).keys.count { spared.contains($0) } }

  /// `text` with stand-ins. What is learnt from it, as a user's name from a path, counts for later texts too.
  package mutating func redacted(_ text: String) -> String {
    String(decoding: redacted(Array(text.utf8)), as: UTF8.self)
  }

  /// As `redacted(_:)`, for a file as it stands.
  package mutating func redacted(_ bytes: [UInt8]) -> [UInt8] {
    let first = replacingWords(in: replacingValues(in: bytes))
    // What stands beside a replaced word may be a value only now.
    let second = replacingValues(in: first)
    return second == first ? first : replacingWords(in: second)
  }

  /// Learns what `redacted(_:)` would, and replaces nothing.
  package mutating func learn(from bytes: [UInt8]) { _ = redacted(bytes) }

  /// What `redacted(_:)` replaces, and where.
  package mutating func traced(_ bytes: [UInt8]) -> RedactionTrace {
    trace = RedactionTrace()
    _ = redacted(bytes)
    defer { trace = nil }
    return trace ?? RedactionTrace()
  }

  private mutating func replacingValues(in bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var at = 0
    var lines = LineCounter()
    var scanner = RedactionScanner(bytes)
    while let match = scanner.next() {
      out += bytes[at..<match.range.lowerBound]
      out += placeholder(
        for: bytes[match.range], match, trace == nil ? 0 : lines.line(of: match.range.lowerBound, in: bytes))
      at = match.range.upperBound
    }
    out += bytes[at...]
    return out
  }

  private mutating func replacingWords(in bytes: [UInt8]) -> [UInt8] {
    guard !words.isEmpty || !names.isEmpty else { return bytes }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var last = 0
    var lines = LineCounter()
    for found in occurrences(in: bytes) {
      let (value, kind): (String, Kind) =
        found.isName ? (nameTexts[found.index], .user) : wordKinds[found.index]
      out += bytes[last..<found.range.lowerBound]
      out += Array("\(kind.rawValue)-\(number(of: value, kind))".utf8)
      if trace != nil {
        let number = number(of: value, kind)
        trace?.add(kind, number, value, line: lines.line(of: found.range.lowerBound, in: bytes))
      }
      last = found.range.upperBound
    }
    out += bytes[last...]
    return out
  }

  // MARK: What is left

  /// What is left in `text` that should not be: values of the rules, words that were replaced elsewhere, and `names`.
  /// Empty is how it should be.
  package func survivors(in text: String) -> [String] { survivors(in: Array(text.utf8)) }

  /// As `survivors(in:)`, for a file as it stands.
  package func survivors(in bytes: [UInt8]) -> [String] {
    var found: [String] = []
    var scanner = RedactionScanner(bytes)
    while let match = scanner.next() { found.append(String(decoding: bytes[match.range], as: UTF8.self)) }
    for one in occurrences(in: bytes) {
      found.append(one.isName ? nameTexts[one.index] : String(decoding: bytes[one.range], as: UTF8.self))
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  private struct Occurrence {
    var range: Range<Int>
    var index: Int
    var isName: Bool
  }

  /// One walk over the text; of overlapping ones the first, of those that begin together the name, then the longest.
  private func occurrences(in bytes: [UInt8]) -> [Occurrence] {
    guard !words.isEmpty || !names.isEmpty else { return [] }
    var found: [Occurrence] = []
    var at = 0
    while at < bytes.count {
      if let name = names.match(bytes, at, asWord: false) {
        found.append(Occurrence(range: at..<at + name.count, index: name.index, isName: true))
        at += name.count
      } else if let word = words.match(bytes, at, asWord: true),
        spared.isEmpty || !spared.contains(wordKinds[word.index].value.lowercased())
      {
        found.append(Occurrence(range: at..<at + word.count, index: word.index, isName: false))
        at += word.count
      } else {
        at += 1
      }
    }
    return found
  }

  // MARK: Stand-ins

  private mutating func placeholder(for bytes: ArraySlice<UInt8>, _ match: RedactionScanner.Match, _ line: Int)
    -> [UInt8]
  {
    let value = RedactionSpelling.decoded(bytes)
    let number = learn(value, match.kind)
    trace?.add(match.kind, number, value, line: line)
    if match.isNumber || match.kind == .account { return Array((match.kind == .account ? "501" : "0").utf8) }
    return Array("\(match.kind.rawValue)-\(number)".utf8)
  }

  private mutating func number(of value: String, _ kind: Kind) -> Int {
    let key = kind == .token ? value : value.lowercased()
    if let known = numbers[kind]?[key] { return known }
    let number = (numbers[kind]?.count ?? 0) + 1
    numbers[kind, default: [:]][key] = number
    return number
  }

  private mutating func learn(_ value: String, _ kind: Kind) -> Int {
    let before = numbers[kind]?.count ?? 0
    let number = number(of: value, kind)
    if number > before, RedactionVocabulary.isTelling(value, kind) { add(value, kind) }
    return number
  }

  private mutating func add(_ word: String, _ kind: Kind) {
    for spelling in RedactionSpelling.all(of: word) { words.insert(spelling, index: wordKinds.count) }
    wordKinds.append((word, kind))
  }
}

/// Numbers of lines, asked for in ascending order.
private struct LineCounter {
  private var line = 1
  private var at = 0

  mutating func line(of offset: Int, in bytes: [UInt8]) -> Int {
    while at < offset, at < bytes.count {
      if bytes[at] == 0x0A { line += 1 }
      at += 1
    }
    return line
  }
}

/// What was replaced where, for people; the values themselves are not in it.
package struct RedactionTrace: Sendable {
  /// One value that was replaced.
  package struct Entry: Sendable {
    /// What sort of value it was: user name, host name, email or IP address, token.
    package let kind: Redactor.Kind
    /// As in the copy.
    package let placeholder: String
    /// Enough to recognise one's own: the first letter, if there are five or more.
    package let hint: String
    /// Number of times that the value was replaced.
    package fileprivate(set) var count = 0
    /// From 1, ascending; the first hundred.
    package fileprivate(set) var lines: [Int] = []
  }

  /// In order of the kinds, then of appearance.
  package var entries: [Entry] {
    Redactor.Kind.allCases.flatMap { kind in
      (stored[kind] ?? [:]).sorted { $0.key < $1.key }.map { _, entry in
        var entry = entry
        // Words are replaced after values, and both are counted.
        entry.lines = Set(entry.lines).sorted()
        return entry
      }
    }
  }

  private var stored: [Redactor.Kind: [Int: Entry]] = [:]
  private static let linesKept = 100

  fileprivate mutating func add(_ kind: Redactor.Kind, _ number: Int, _ value: String, line: Int) {
    var entry =
      stored[kind]?[number]
      ?? Entry(
        kind: kind, placeholder: kind == .account ? "501" : "\(kind.rawValue)-\(number)", hint: Self.hint(value, kind))
    entry.count += 1
    if entry.lines.last != line, entry.lines.count < Self.linesKept { entry.lines.append(line) }
    stored[kind, default: [:]][number] = entry
  }

  private static func hint(_ value: String, _ kind: Redactor.Kind) -> String {
    let length = value.count
    guard kind != .token, kind != .account, length >= 5, let first = value.first else { return "(\(length))" }
    return "\(first)… (\(length))"
  }
}
