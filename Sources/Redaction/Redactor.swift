import Bytes

/// Replaces personal data in texts with placeholders: names of users and machines, e-mail and network addresses,
/// tokens, and numbers of devices and accounts.
///
/// Equal values get equal placeholders, such as `user-1`, numbered in order of appearance, so that redacted texts can
/// still be compared. UUIDs of images and code addresses are not replaced, because symbolication needs them. The
/// redactor works on any text, including JSON: valid JSON remains valid, and each value keeps its type.
package struct Redactor: Sendable {
  /// The kind of a replaced value; the placeholder is the raw value with a number.
  package enum Kind: String, CaseIterable, Sendable {
    case user, host, email, ip, token, device, serial
    /// A folder of one app installation or of one account.
    case container
    /// A number from authorities, such as that of a passport.
    case identity
    case phone
    /// The number of a bank account or a payment card.
    case bank
    /// Coordinates.
    case location
    case volume
    /// The name of a document, without its ending.
    case document
    /// The number of an account. Numbers remain numbers: those of people's accounts all become 501, the first one on a
    /// Mac.
    case account

    /// What it is, in a few words.
    package var title: String {
      switch self {
      case .user: "user name"
      case .host: "host name"
      case .email: "e-mail address"
      case .ip: "network address"
      case .token: "token or password"
      case .device: "device identifier"
      case .serial: "serial number"
      case .container: "app container"
      case .identity: "identity number"
      case .phone: "phone number"
      case .bank: "bank or card number"
      case .location: "coordinates"
      case .volume: "volume name"
      case .document: "document name"
      case .account: "account identifier"
      }
    }
  }

  /// The number of each value, by kind.
  private(set) var numbers: [Kind: [String: Int]] = [:]
  /// Values that are replaced everywhere as words.
  private var words = RedactionWords()
  /// Names that are replaced everywhere, also within words.
  private var names = RedactionWords()
  /// The values and kinds of `words`, by index.
  private(set) var wordKinds: [(value: String, kind: Kind)] = []
  /// The texts of `names`, by index.
  private(set) var nameTexts: [String] = []
  /// The lines that `know` has read.
  var known: Set<String> = []
  /// Names of code, in lower case, which are not replaced as words.
  private(set) var spared: Set<String> = []
  /// A record of replacements, while one is requested.
  private var trace: RedactionTrace?

  /// Creates a redactor.
  ///
  /// - Parameters:
  ///   - names: Additional names to replace everywhere, also within words, ignoring letter case: names from a
  ///     configuration, canaries of a test.
  ///   - accounts: Known user names, which are replaced as words unless they are too common.
  package init(names: [String] = [], accounts: [String] = []) {
    for name in names where !name.isEmpty { addName(name) }
    // Numbers are assigned at the first replacement.
    for account in accounts where RedactionVocabulary.isDistinctive(account, .user) { add(account, .user) }
  }

  /// Returns whether a name cannot be redacted: it is empty, part of placeholders, one ASCII character, a short number, or
  /// contains what separates the values of documents, so that a copy would not be valid.
  package static func isUnusable(name: String) -> Bool {
    let name = name.lowercased()
    let scalars = name.unicodeScalars
    guard let first = scalars.first, let last = scalars.last, isPartOfName(first), isPartOfName(last) else {
      return true
    }
    return Kind.allCases.contains { $0.rawValue.contains(name) } || name.utf8.count < 2
      || name.utf8.count < 5 && !scalars.contains { $0.properties.isAlphabetic }
      || name.utf8.contains { $0 < 0x20 || "\"{}[]<>".utf8.contains($0) }
  }

  private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar.value > 0x2E80
  }

  /// The number of different values of each kind that were replaced so far.
  package var counts: [Kind: Int] { numbers.mapValues(\.count) }

  /// Adds names of code, such as processes and images, that are not replaced as words. An account of the same name is
  /// replaced only in paths, so that the report still identifies its code.
  package mutating func spare(_ words: some Sequence<String>) { for word in words { spared.insert(word.lowercased()) } }

  /// The number of values that are not replaced as words because they are names of code.
  package var sparedWordCount: Int { (numbers[.user] ?? [:]).keys.count { spared.contains($0) } }

  /// Returns `text` with placeholders. Values found in it, such as a user name in a path, are also replaced in later
  /// texts.
  package mutating func redacted(_ text: String) -> String {
    String(streamSafe: redacted(Array(text.utf8)))
  }

  /// Returns the bytes of a file with placeholders, as `redacted(_:)` for texts.
  package mutating func redacted(_ bytes: [UInt8]) -> [UInt8] {
    // Escapes come first: a value that continues with one would be found only up to it.
    let first = replacingWords(in: replacingValues(in: replacingEscapedValues(in: bytes)))
    // Next to a replaced word, text may become recognizable as a value.
    let second = replacingValues(in: replacingEscapedValues(in: first))
    return second == first ? first : replacingWords(in: second)
  }

  /// Collects the values that `redacted(_:)` would find, without a result.
  package mutating func learn(from bytes: [UInt8]) { _ = redacted(bytes) }

  /// Collects the values that are recognized by their form or context, in one pass. `learn(from:)` also finds those that are
  /// recognizable only beside a replaced name.
  package mutating func collect(from report: [UInt8]) {
    let bytes = TeachingText.of(report)
    var scanner = RedactionScanner(bytes)
    while let match = scanner.next() {
      if match.isName { _ = learn(RedactionSpelling.decoded(bytes[match.range]), match.kind) }
    }
    for found in occurrences(in: bytes) {
      let (value, kind) = found.isName ? (nameTexts[found.index], .user) : wordKinds[found.index]
      _ = number(of: value, kind)
    }
  }

  /// Returns what `redacted(_:)` replaces, with line numbers.
  package mutating func traced(_ bytes: [UInt8]) -> RedactionTrace {
    trace = RedactionTrace()
    _ = redacted(bytes)
    defer { trace = nil }
    return trace ?? RedactionTrace()
  }

  /// Returns the placeholder of the name of a user, which may have any form.
  package mutating func placeholder(ofUser name: String) -> String {
    guard !name.isEmpty, !Self.isPlaceholder(name) else { return name }
    return "\(Kind.user.rawValue)-\(learn(name, .user))"
  }

  private static func isPlaceholder(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return RedactionScanner(bytes).isPlaceholder(0..<bytes.count)
  }

  /// Returns a redacted text after it was searched again. Two values may form a third one after the text between them
  /// is replaced; it is then replaced, too.
  ///
  /// - Throws: `ReportScrubber.Leak` if a rule or a name still matches.
  package mutating func verified(_ bytes: [UInt8]) throws(ReportScrubber.Leak) -> [UInt8] {
    var copy = bytes
    var left = survivors(in: copy)
    for _ in 0..<3 where !left.isEmpty {
      copy = redacted(copy)
      left = survivors(in: copy)
    }
    guard left.isEmpty else { throw ReportScrubber.Leak(count: left.count) }
    return copy
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

  /// Replaces the values that are recognized only after their escapes are decoded.
  private mutating func replacingEscapedValues(in bytes: [UInt8]) -> [UInt8] {
    guard let decoded = DecodedEscapes(bytes) else { return bytes }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var at = 0
    var lines = LineCounter()
    var scanner = RedactionScanner(decoded.bytes)
    while let match = scanner.next() {
      guard let range = decoded.original(match.range), range.lowerBound >= at else { continue }
      out += bytes[at..<range.lowerBound]
      out += placeholder(
        for: decoded.bytes[match.range], match, trace == nil ? 0 : lines.line(of: range.lowerBound, in: bytes))
      at = range.upperBound
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

  // MARK: Verification

  /// Returns the personal data that remains in `text`: values found by the rules, words that were replaced elsewhere,
  /// and `names`. The result should be empty.
  package func survivors(in text: String) -> [String] { survivors(in: Array(text.utf8)) }

  /// Returns the personal data that remains in the bytes of a file, as `survivors(in:)` for texts.
  package func survivors(in bytes: [UInt8]) -> [String] {
    var found: [String] = []
    var scanner = RedactionScanner(bytes)
    while let match = scanner.next() { found.append(String(streamSafe: bytes[match.range])) }
    if let decoded = DecodedEscapes(bytes) {
      var scanner = RedactionScanner(decoded.bytes)
      while let match = scanner.next() {
        if decoded.original(match.range) != nil { found.append(String(streamSafe: decoded.bytes[match.range])) }
      }
    }
    for one in occurrences(in: bytes) {
      found.append(one.isName ? nameTexts[one.index].lowercased() : String(streamSafe: bytes[one.range]))
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  private struct Occurrence {
    var range: Range<Int>
    var index: Int
    var isName: Bool
  }

  /// Returns all words and names in one pass. Of overlapping ones, the first is used; of those that begin at the same
  /// offset, a name, then the longest.
  private func occurrences(in bytes: [UInt8]) -> [Occurrence] {
    guard !words.isEmpty || !names.isEmpty else { return [] }
    let isJSON = RedactionScanner(bytes).isJSON
    var found: [Occurrence] = []
    var at = 0
    while at < bytes.count {
      if isJSON, bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count, bytes[at + 1] != UInt8(ascii: "u"),
        names.match(bytes, at, asWord: false) == nil, words.match(bytes, at, asWord: true) == nil
      {
        // The letter of an escape is not part of a name: `\tom` is a tab and `om`.
        at += 2
      } else if let name = names.match(bytes, at, asWord: false) {
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

  // MARK: Placeholders

  private mutating func placeholder(for bytes: ArraySlice<UInt8>, _ match: RedactionScanner.Match, _ line: Int)
    -> [UInt8]
  {
    let value = RedactionSpelling.decoded(bytes)
    let isNew = numbers[match.kind]?[Self.key(value, match.kind)] == nil
    let number = match.isName ? learn(value, match.kind) : number(of: value, match.kind)
    if isNew, let masked = Self.masked(value) {
      // Signatures contain messages with their numbers masked, which have no other form.
      for spelling in RedactionSpelling.all(of: masked) { words.insert(spelling, index: wordKinds.count) }
      wordKinds.append((value, match.kind))
    }
    trace?.add(match.kind, number, value, line: line)
    if match.isNumber || match.kind == .account { return Array((match.kind == .account ? "501" : "0").utf8) }
    return Array("\(match.kind.rawValue)-\(number)".utf8)
  }

  /// The minimum number of letters of a value that is recognized without its numbers.
  private static let minMaskedLetters = 6

  /// Returns a value of words and numbers with its numbers masked, as signatures mask them; `nil` for other values.
  private static func masked(_ value: String) -> String? {
    var out = ""
    var letters = 0
    for scalar in value.unicodeScalars {
      if scalar.value < 0x80, scalar.properties.numericType != nil {
        if out.last != "#" { out.append("#") }
      } else {
        out.unicodeScalars.append(scalar)
        letters += scalar.properties.isAlphabetic ? 1 : 0
      }
    }
    return out.contains("#") && out.contains(" ") && letters >= minMaskedLetters && !value.contains("#") ? out : nil
  }

  private mutating func number(of value: String, _ kind: Kind) -> Int {
    let key = Self.key(value, kind)
    if let known = numbers[kind]?[key] { return known }
    let number = (numbers[kind]?.count ?? 0) + 1
    numbers[kind, default: [:]][key] = number
    return number
  }

  /// Equal values have one placeholder. The letter case of a token matters.
  static func key(_ value: String, _ kind: Kind) -> String { kind == .token ? value : value.lowercased() }

  private mutating func learn(_ value: String, _ kind: Kind) -> Int {
    let before = numbers[kind]?.count ?? 0
    let number = number(of: value, kind)
    if number > before, RedactionVocabulary.isDistinctive(value, kind) { add(value, kind) }
    return number
  }

  mutating func addName(_ name: String) {
    for spelling in RedactionSpelling.all(of: name) { names.insert(spelling, index: nameTexts.count) }
    nameTexts.append(name)
  }

  mutating func add(_ word: String, _ kind: Kind) {
    for spelling in RedactionSpelling.all(of: word) { words.insert(spelling, index: wordKinds.count) }
    wordKinds.append((word, kind))
  }
}
