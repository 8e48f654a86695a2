import Bytes

extension RedactionKind {
  static let personInSentence = RedactionKind(
    id: "person-in-sentence", placeholder: .user, title: "name of people in a sentence",
    recognition: """
      a given name with a surname; known names after a preposition or before a verb; names and accounts after phrases such \
      as `assigned to`, `gemeldet von`, `сообщил`; the owner in `Anna's iPad`; `@name`
      """,
    recognizers: [
      RedactionRecognizer(after: .person) { $0.personAfterPhrase($1) },
      RedactionRecognizer(after: .speaker) { $0.speaker($1) },
      RedactionRecognizer(after: .relative) { $0.relative($1) },
      RedactionRecognizer(words: .names) { $0.personInSentence($1) },
      RedactionRecognizer(at: "\"") { $0.nameBeforeAddress($1) },
      RedactionRecognizer(at: "@") { $0.mention($1) },
    ],
    removed: [
      Example("It crashed for Zoe Quill when idle", "It crashed for user-1 when idle"),
      Example("assigned to zquill, please", "assigned to user-1, please"),
      Example("TODO(zquill): fix", "TODO(user-1): fix"), Example("Fehler bei Zoë Quill", "Fehler bei user-1"),
      Example("сообщил Тимур Квилл, всегда", "сообщил user-1, всегда"),
      Example("escalated by Monika to Renate", "escalated by user-1 to user-2"),
      Example("in Zoe's account", "in user-1's account"), Example("@quill_zoe please retest", "@user-1 please retest"),
      Example("my name is Zoe Quill and I", "my name is user-1 and I"),
    ],
    stays: [
      "Crashes when Dark Mode is on", "assigned to the main queue", "Assigned to Main Queue", "Mark Sweep is running",
      "reported by Crash Reporter", "@MainActor @objc func load()", "today's build", "the app's window",
      "closed by remote host", "according to the log", "Page Fault in Grace Period",
    ])
}

extension RedactionScanner {
  /// Returns the name that the words are, without later words that belong to the sentence.
  private func name(_ words: [NameWord], _ count: Int) -> Match? {
    guard let first = words.first, count > 0 else { return nil }
    let range = first.range.lowerBound..<words[count - 1].range.upperBound
    guard !isPlaceholder(range) else { return nil }
    let isKnown = first.roles.contains(.given) && !first.roles.contains(.word) && range.count >= 5
    return Match(range: range, kind: .user, isName: count >= 2 || isKnown || bytes[range.lowerBound] >= 0xC3)
  }

  /// Returns how many words from the first one are a name, as far as they prove it themselves.
  private func countOfKnown(_ words: [NameWord]) -> Int {
    guard let first = words.first else { return 0 }
    if first.isCaseless {
      guard first.roles.contains(.given) else { return 0 }
      return words.count > 1 && (isSecondName(words[1]) || words[1].roles.contains(.given)) ? 2 : 1
    }
    return words.count >= 2 && words.contains { $0.roles.contains(.given) || isSurname($0) } ? words.count : 0
  }

  /// Returns whether a word of a script without capital letters is a surname: Arabic ones have the article.
  private func isSecondName(_ word: NameWord) -> Bool {
    word.roles.contains(.surname) || has("\u{627}\u{644}", word.range.lowerBound)
  }

  /// Returns whether the second word of a name in a script without capital letters can be a surname: no word of a
  /// sentence, and not joined with `and`.
  private func isNameAfterGiven(_ words: [NameWord]) -> Bool {
    guard words.count > 1 else { return false }
    let second = words[1]
    return second.roles.isDisjoint(with: [.notPerson, .preposition, .verb, .copula])
      && (4...40).contains(second.range.count)
      && !has("\u{5D5}", second.range.lowerBound) && !has("\u{648}", second.range.lowerBound)
      && !has("\u{5D4}", second.range.lowerBound)
  }

  /// Returns whether two words end a sentence, or stand before one that `and` joins.
  private func isBeforeConjunction(_ words: [NameWord]) -> Bool {
    guard isNameAfterGiven(words), words[0].roles.isDisjoint(with: [.notPerson, .preposition, .verb]) else {
      return false
    }
    guard words.count > 2 else { return endsLine(words[1].range.upperBound) }
    let third = words[2].range.lowerBound
    return has("\u{5D5}", third) || has("\u{648}", third) || words[2].roles.contains(.preposition)
  }

  /// Returns whether two words stand before a verb of speaking, or before a particle and such a verb.
  private func endsBeforeVerb(_ words: [NameWord]) -> Bool {
    guard words.count >= 3, isNameAfterGiven(words), (4...40).contains(words[0].range.count),
      words[0].roles.isDisjoint(with: [.notPerson, .preposition, .verb])
    else { return false }
    if words[2].roles.contains(.verb) { return true }
    return words.count > 3 && words[2].roles.contains(.preposition) && words[3].roles.contains(.verb)
  }

  private func isSurname(_ word: NameWord) -> Bool {
    word.roles.contains(.surname) || has("O'", word.range.lowerBound) || has("Mc", word.range.lowerBound)
      || PrivacyWords.shared.endsLikeSurname(bytes[word.range])
  }

  /// Matches a name that its words, or the words around it, show.
  fileprivate func personInSentence(_ at: Int) -> Match? {
    guard beginsPhrase(at) else { return nil }
    let words = nameWords(at)
    guard let first = words.first, !isBeforeCode(words) else { return nil }
    if let owner = ownerOfThing(words) { return owner }
    let isGiven = first.roles.contains(.given)
    let isPlain = isGiven && !first.roles.contains(.word)
    if first.isCaseless { return personWithoutCase(words) }
    if precedesThing(words) { return nil }
    if words.count >= 2, isAuthorOfComment(at, words) { return name(words, words.count) }
    if words.count >= 2 {
      // A given name with a surname needs no other evidence.
      if isPlain || words.contains(where: { $0.roles.contains(.surname) && !$0.roles.contains(.word) })
        || isGiven && words.dropFirst().contains(where: { isSurname($0) })
      {
        return name(words, words.count)
      }
      guard words.contains(where: { isSurname($0) || $0.roles.contains(.given) && !$0.roles.contains(.word) }) else {
        return nil
      }
      return followsPreposition(at) || precedesVerb(words) ? name(words, words.count) : nil
    }
    guard isPlain else { return nil }
    return followsPreposition(at) || precedesVerb(words) ? name(words, 1) : nil
  }

  /// Returns whether words begin a comment in a source, and a date follows: `// Zoe Quill, 12/03/2023`.
  private func isAuthorOfComment(_ at: Int, _ words: [NameWord]) -> Bool {
    guard hasBefore("// ", at) || hasBefore(" * ", at) || hasBefore("# ", at), let end = words.last?.range.upperBound
    else { return false }
    let date = self.end(from: end, atMost: 4) { ![0x20, 0x2C, 0x28].contains($0) }
    let stop = self.end(from: date, atMost: 10) { !($0.isDigit || [0x2D, 0x2E, 0x2F].contains($0)) }
    return date > end && stop - date >= 6
  }

  /// Matches the display name before an address of mail, in quotation marks: `"Quill, Zoe" <…>`.
  fileprivate func nameBeforeAddress(_ at: Int) -> Match? {
    let start = at + 1
    let stop = end(from: start, atMost: 80) { $0 == 0x22 || $0 < 0x20 || $0 == 0x5C }
    let mark = stop + backslashes(stop)
    guard stop - start >= 3, isByte("\"", mark), has(" <", mark + 1),
      bytes[start..<stop].contains(where: { $0.isLetter || $0 >= 0x80 })
    else { return nil }
    let address = end(from: mark + 3, atMost: 80) { $0 <= 0x20 || $0 == 0x3E }
    guard isByte(">", address), bytes[mark + 3..<address].contains(0x40), !isPlaceholder(start..<stop) else {
      return nil
    }
    return Match(range: start..<stop, kind: .user)
  }

  /// A name in a script without capital letters: a known given name, and a surname after it.
  private func personWithoutCase(_ words: [NameWord]) -> Match? {
    let count = countOfKnown(words)
    let isFull = count <= 1 && endsBeforeVerb(words)
    return count > 0 || isFull ? name(words, isFull ? 2 : count) : nil
  }

  /// Returns whether code or a path follows, such as `Anna.load()`.
  private func isBeforeCode(_ words: [NameWord]) -> Bool {
    guard let end = words.last?.range.upperBound, let next = byte(end) else { return false }
    if [0x5F, 0x28, 0x2F, 0x3D, 0x3C, 0x40].contains(next) || next.isDigit { return true }
    return (next == 0x2E || next == 0x3A) && byte(end + 1).map { $0.isIdentifier || $0 == 0x3A } == true
  }

  /// Returns whether one of the short words precedes, after which people stand.
  private func followsPreposition(_ at: Int) -> Bool {
    let blank = start(before: at, atMost: 3) { [0x20, 0x22, 0x28].contains($0) }
    guard blank < at else { return false }
    let word = start(before: blank, atMost: 24) { $0.isLetter || $0 >= 0x80 || $0 == 0x27 }
    return word < blank && PrivacyWords.shared.roles(bytes[word..<blank]).contains(.preposition)
  }

  /// Returns whether a verb follows that people are the subject of.
  private func precedesVerb(_ words: [NameWord]) -> Bool {
    guard let end = words.last?.range.upperBound, isByte(" ", end) else { return false }
    let stop = self.end(from: end + 1, atMost: 24) { !($0.isLetter || $0 >= 0x80 || $0 == 0x27) }
    return stop > end + 1 && PrivacyWords.shared.roles(bytes[end + 1..<stop]).contains(.verb)
  }

  /// Returns whether the words name a product or a font: a noun or a verb of things follows, `Hugo generators`.
  private func precedesThing(_ words: [NameWord]) -> Bool {
    guard var at = words.last?.range.upperBound, isByte(" ", at) else { return false }
    for verb: StaticString in [" are ", " is ", " were ", " was "] where has(verb, at) {
      at += verb.utf8CodeUnitCount - 1
      break
    }
    let stop = end(from: at + 1, atMost: 24) { !$0.isLetter }
    return stop > at + 1 && PrivacyWords.shared.roles(bytes[at + 1..<stop]).contains(.ofThings)
  }

  /// Matches the owner in `Anna's account`: a known name, or any before a thing that people own.
  private func ownerOfThing(_ words: [NameWord]) -> Match? {
    guard let word = words.last, !word.isInitial else { return nil }
    let end = word.range.upperBound
    let mark = isByte("'", end) ? 1 : has("\u{2019}", end) ? 3 : 0
    if mark > 0, isByte("s", end - 1), isByte(" ", end + mark), isPossession(end + mark + 1) {
      return name(words, words.count)
    }
    guard mark > 0, byte(end + mark).map({ $0 | 0x20 == 0x73 && lengthOfLetter(end + mark + 1) == 0 }) == true else {
      return nil
    }
    let isKnown = words.contains {
      $0.roles.contains(.given) && !$0.roles.contains(.word) || $0.roles.contains(.surname)
    }
    if isKnown || words.count > 1 && isSurname(word) { return name(words, words.count) }
    return isByte(" ", end + mark + 1) && isPossession(end + mark + 2) ? name(words, words.count) : nil
  }

  /// Returns whether a thing that people own is named at an offset.
  private func isPossession(_ start: Int) -> Bool {
    var thing = start
    for word: StaticString in ["old ", "new ", "second ", "other ", "own ", "personal ", "broken ", "work "]
    where has(word, thing) { thing += word.utf8CodeUnitCount }
    let stop = end(from: thing, atMost: 20) { !($0.isLetterOrDigit || $0 == 0x2D) }
    let two = isByte(" ", stop) ? end(from: stop + 1, atMost: 20) { !$0.isLetter } : stop
    return [stop, two].contains { PrivacyWords.shared.possessions.contains(string(thing..<$0).lowercased()) }
  }

  // MARK: After phrases

  /// Words between a phrase and the name.
  private static let introductions: [StaticString] = [
    "the user ", "user ", "our tester ", "our customer ", "customer ", "the customer ", "tester ", "Dr. ", "Dr ",
    "Mr. ",
    "Mr ", "Mrs. ", "Mrs ", "Ms. ", "Ms ", "Miss ", "Prof. ", "Herr ", "Herrn ", "Frau ", "Sr. ", "Sra. ", "Sig. ",
    "Aunt ", "Uncle ", "M. ", "Mme ", "l'utilisateur ", "l'utilisatrice ",
  ]

  /// Matches the name after `assigned to`, `reported by`, `my name is`.
  fileprivate mutating func personAfterPhrase(_ end: Int) -> Match? { person(after: end, isAnyWord: false) }

  /// Matches the name after `my name is`: any capitalized word before the end of a part of the sentence.
  fileprivate mutating func speaker(_ end: Int) -> Match? { person(after: end, isAnyWord: true) }

  /// Matches the name after `my colleague`: any capitalized word, also within a sentence.
  fileprivate mutating func relative(_ end: Int) -> Match? {
    guard isByte(" ", end) || isByte(",", end) || bytes[end - 1] >= 0xE0 else { return nil }
    let words = nameWords(self.end(from: end, atMost: 2) { $0 != 0x20 && $0 != 0x2C })
    guard let first = words.first, !isBeforeCode(words) else { return nil }
    if first.isCaseless { return person(after: end, isAnyWord: true) }
    return isCommon(first) || isPlaceholder(first.range) ? nil : withNameAfter(name(words, words.count))
  }

  private mutating func person(after end: Int, isAnyWord: Bool) -> Match? {
    var start = self.end(from: end, atMost: 4) { ![0x20, 0x3A, 0x22, 0x28, 0x27, 0x2A, 0x40, 0x5B, 0x3D].contains($0) }
    guard start > end || byte(end).map({ $0 >= 0xE0 }) == true else { return nil }
    for word in Self.introductions where has(word, start) { start += word.utf8CodeUnitCount }
    guard start < bytes.count, !isPlaceholderAt(start) else { return nil }
    let words = nameWords(start)
    if let first = words.first, !isBeforeCode(words) {
      if first.isCaseless {
        let count = max(countOfKnown(words), first.range.count <= 40 && !first.roles.contains(.notPerson) ? 1 : 0)
        let isFull =
          count == 1 && first.roles.contains(.given) && isNameAfterGiven(words) || endsBeforeVerb(words)
          || isBeforeConjunction(words)
        return name(words, min(isFull ? 2 : count, words.count))
      }
      let isKnown = words.contains { $0.roles.contains(.given) || isSurname($0) }
      let next = words.last.flatMap { byte($0.range.upperBound) } ?? 0x0A
      let isAlone =
        next < 0x20 || [0x2C, 0x2E, 0x22, 0x29, 0x5C].contains(next)
        || [" and ", " from ", " und ", " et ", " uses ", " can", " has ", " is "]
          .contains { (word: StaticString) in has(word, words.last?.range.upperBound ?? 0) }
      guard words.count >= 2 || isKnown || isAnyWord && isAlone else { return account(start) }
      return withNameAfter(name(words, words.count))
    }
    return account(start)
  }

  /// Adds a second name: `for Anna and Tom`, `cc Anna, Tom`.
  mutating func withNameAfter(_ match: Match?) -> Match? {
    guard let match else { return nil }
    let joins: [StaticString] = [
      " and ", ", ", " & ", " und ", " et ", " y ", " e ", "; ", " en ", " och ", " og ", " to ",
    ]
    guard let join = joins.first(where: { has($0, match.range.upperBound) }) else { return match }
    let words = nameWords(match.range.upperBound + join.utf8CodeUnitCount)
    guard let first = words.first, words.count >= 2 || first.roles.contains(.given), !isBeforeCode(words) else {
      return match
    }
    pending = name(words, words.count)
    return match
  }

  private func isPlaceholderAt(_ at: Int) -> Bool {
    isPlaceholder(at..<end(from: at, atMost: 16) { !($0.isIdentifier || $0 == 0x2D) })
  }

  /// The sounds with which words of English and of the names of programs begin.
  private static let onsets: Set<String> = [
    "bl", "br", "ch", "cl", "cr", "dr", "dw", "fl", "fr", "gh", "gl", "gn", "gr", "kn", "kr", "ph", "pl", "pr", "ps",
    "qu", "rh",
    "sc", "sh", "sk", "sl", "sm", "sn", "sp", "sq", "st", "sw", "th", "tr", "ts", "tw", "wh", "wr", "xc", "xp", "ns",
    "ui",
    "cf", "cg", "ca", "mt", "gc", "io",
  ]

  /// Matches the name of an account after a phrase: it has a dot, an underscore or digits, or begins with the initial of a
  /// given name before a surname.
  private func account(_ start: Int) -> Match? {
    var stop = end(from: start, atMost: 40) { !($0.isLetterOrDigit || [0x2E, 0x2D, 0x5F, 0x23].contains($0)) }
    while stop > start, [0x2E, 0x2D].contains(bytes[stop - 1]) { stop -= 1 }
    let range = start..<stop
    guard (3...32).contains(range.count), bytes[start].isLetter, !isPlaceholder(range), !isNoValue(range),
      byte(stop).map({ $0 <= 0x20 || [0x22, 0x27, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x5C, 0x5D, 0x3F, 0x21].contains($0) })
        ?? true
    else { return nil }
    // Functions close and create things, too: `closed by fclose`.
    let isOfPeople =
      !hasBefore("by ", start)
      || ["reported", "filed", "submitted", "raised", "escalated", "approved", "reviewed", "reopened", "forwarded"]
        .contains(wordBefore(start - 4).text)
    return looksLikeAccount(range, isOfPeople: isOfPeople) ? Match(range: range, kind: .user) : nil
  }

  /// Returns whether a word is the name of an account by its form.
  func looksLikeAccount(_ range: Range<Int>, isOfPeople: Bool) -> Bool {
    let word = bytes[range]
    let text = string(range)
    guard text == text.lowercased(), word.allSatisfy({ $0 < 0x80 }), !Self.systemAccounts.contains(text),
      RedactionVocabulary.isDistinctive(text, .user), !RedactionVocabulary.isOfReports(text),
      !PrivacyWords.shared.roles(word).contains(.notPerson), !isBundleIdentifier(range)
    else { return false }
    let letters = word.prefix { $0.isLetter }
    if letters.count == word.count {
      if PrivacyWords.shared.roles(word).contains(.given) || PrivacyWords.shared.roles(word).contains(.surname) {
        return true
      }
      let vowels: [UInt8] = Array("aeiouy".utf8)
      if PrivacyWords.shared.roles(word.dropFirst()).contains(.surname) { return true }
      return isOfPeople && word.count >= 4 && word.contains(where: vowels.contains)
        && !vowels.contains(word[range.lowerBound])
        && !vowels.contains(word[range.lowerBound + 1]) && !Self.onsets.contains(String(text.prefix(2)))
    }
    // `zoe#4821`.
    if word.count > 6, word.dropLast(4).last == 0x23, word.suffix(4).allSatisfy(\.isDigit) { return true }
    // `s.lindqvist`, `anna_k`, `tom42`, `alice-w`.
    let parts = word.split { !$0.isLetter }
    guard let first = parts.first else { return false }
    let isSeparated = word.contains { $0 == 0x2E || $0 == 0x5F }
    let hasName = parts.contains { part in
      let roles = PrivacyWords.shared.roles(part)
      return roles.contains(.given) || roles.contains(.surname) || PrivacyWords.shared.endsLikeSurname(part)
    }
    return hasName || isSeparated && parts.count == 2 && (first.count == 1 || parts[1].count == 1)
  }

  // MARK: Mentions

  /// Attributes and keywords of languages and tools that begin with an at sign.
  private static let attributes: Set<String> = [
    "objc", "main", "available", "state", "binding", "published", "escaping", "autoclosure", "sendable", "rpath",
    "discardableresult", "testable", "inlinable", "property", "interface", "implementation", "protocol", "selector",
    "synthesize", "import", "class", "end", "try", "catch", "throw", "encode", "nonobjc", "unknown", "frozen", "inline",
    "convention", "dynamic", "optional", "required", "public", "private", "protected", "package", "synchronized",
    "finally",
    "autoreleasepool", "compatibility", "defs", "dynamicmembercallable", "environment", "thick", "thin", "owned",
    "unowned",
    "guaranteed", "out", "inout", "error", "async", "concurrent", "yields", "pseudogeneric", "noescape", "substituted",
    "param", "return", "returns", "throws", "see", "since", "deprecated", "author", "version", "brief", "note", "code",
    "media", "keyframes", "override", "test", "suite", "before", "after", "component", "injectable", "here", "channel",
    "everyone", "all", "team", "dev", "static", "staticmethod", "classmethod", "dataclass", "entity", "table", "type",
    "usableFromInline", "usablefrominline", "nonisolated", "globalactor", "observable", "model", "query", "macro",
    "attached", "freestanding",
    "resultbuilder", "viewbuilder", "warn", "export", "latest", "next", "beta", "alpha", "canary", "master", "types",
    "babel",
    "tsv", "csv", "json", "html", "uri", "base64", "text", "executable_path", "loader_path", "unchecked", "box",
    "objc_metatype", "differentiable", "deallocating", "noderivative", "self", "weak", "strong", "native", "callee",
    "block", "in", "autoreleased", "opened", "dynamic_self", "swift",
  ]

  /// Matches `@name` in a sentence.
  fileprivate func mention(_ at: Int) -> Match? {
    if let before = byte(at - 1), before > 0x20, ![0x28, 0x22, 0x5B, 0x2A].contains(before),
      !Self.followsEscape(bytes, at)
    {
      return nil
    }
    guard let first = byte(at + 1), first.isLetter && first & 0x20 != 0 else { return nil }
    var stop = end(from: at + 1, atMost: 40) { !($0.isLetterOrDigit || [0x2E, 0x2D, 0x5F].contains($0)) }
    while stop > at + 1, [0x2E, 0x2D, 0x5F].contains(bytes[stop - 1]) { stop -= 1 }
    let range = at + 1..<stop
    let next = byte(stop) ?? 0x20
    guard (3...32).contains(range.count),
      next <= 0x20 || [0x22, 0x27, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x21, 0x5C, 0x5D].contains(next),
      !isPlaceholder(range)
    else { return nil }
    let name = string(range)
    // Attributes stand before types, or in quotation marks, and are words of letters.
    let isSpecial = bytes[range].contains { !$0.isLetter }
    let isBeforeType =
      isByte(" ", stop) && byte(stop + 1).map { $0.isLetter && $0 & 0x20 == 0 } == true && lengthOfLetter(stop + 2) > 0
    guard isSpecial || !isBeforeType && !isByte("\"", at - 1) && name == name.lowercased() else { return nil }
    let isOfTypes = ["callee_", "in_", "out_", "owned_", "unowned_", "autoreleased_", "pack_", "isolated_"].contains {
      name.hasPrefix($0)
    }
    guard !Self.attributes.contains(name.lowercased()), !isOfTypes, !has(" @", stop), !has(" (", stop),
      !has(" var ", stop),
      !has(" func ", stop), !has(" class ", stop), !has(" struct ", stop), !has(" let ", stop), !has(" import ", stop)
    else { return nil }
    return Match(range: range, kind: .user, isName: range.count >= 5 && RedactionVocabulary.isDistinctive(name, .user))
  }
}
