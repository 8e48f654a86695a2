import Bytes

/// The forms of values that follow a label.
extension RedactionScanner {
  typealias Form = @Sendable (inout RedactionScanner, RedactionField) -> Match?

  static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"),
      UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "}"), UInt8(ascii: "&"):
      true
    default: byte < 0x20
    }
  }

  /// Returns the end of a value without blanks. JSON escapes of letters belong to it.
  func endOfWord(from start: Int) -> Int {
    var stop = start
    while true {
      stop = end(from: stop) { $0 == 0x20 || $0 == UInt8(ascii: "\\") || Self.endsValue($0) }
      guard stop - start < Self.maxLength, let next = endOfUnicodeEscape(stop) else { return stop }
      stop = next
    }
  }

  /// Returns the end of a value that extends to the end of its line.
  func endOfLine(from start: Int) -> Int {
    var stop = start
    while true {
      stop = end(from: stop) { $0 == UInt8(ascii: "\\") || $0 < 0x20 || $0 == UInt8(ascii: "\"") }
      guard stop - start < Self.maxLength, let next = endOfUnicodeEscape(stop) else { break }
      stop = next
    }
    while stop > start, bytes[stop - 1] <= 0x20 { stop -= 1 }
    return stop
  }

  /// Returns the words that mean that there is no value, and words of prose after a label.
  private static let noValues: Set<String> = [
    "nil", "null", "true", "false", "yes", "no", "none", "empty", "undefined", "unknown", "missing", "required",
    "invalid", "incorrect", "wrong", "expired", "not", "is", "was", "are", "the", "a", "an", "and", "or", "for", "from",
    "with", "without", "cannot", "can", "could", "should", "must", "may", "will", "has", "have", "had", "did", "does",
    "failed", "failure", "error", "denied", "unable", "please", "too", "n/a", "na", "nan", "unset", "set", "default",
    "string", "int", "bool", "data", "any", "in", "on", "at", "of", "to", "by", "as", "if", "this", "that", "it", "its",
    "new", "old", "no-value", "changed", "found", "available", "unavailable", "unauthorized", "rejected", "accepted",
    "verified", "unverified", "ok", "success", "used", "unused", "being", "been", "be", "but", "when", "while", "until",
    "lookup", "name", "field", "value", "(none)", "<none>", "<nil>", "nobody", "root", "mobile", "daemon", "wheel",
    "system", "localhost", "self", "us", "we", "you", "they", "he", "she", "who", "which", "what", "where", "there",
  ]

  /// Returns whether a text is a word that means that there is no value, or that prose follows the label.
  func isNoValue(_ range: Range<Int>) -> Bool {
    guard let first = byte(range.lowerBound), !range.isEmpty else { return true }
    if [0x28, 0x7B, 0x5B, 0x2D, 0x2F, 0x3C].contains(first) { return true }
    if bytes[range].allSatisfy({ [0x2A, 0x2E, 0x78, 0x58, 0x3F, 0x2D, 0x5F, 0x24].contains($0) }) { return true }
    guard range.count <= 16 else { return false }
    var text = string(range).lowercased()
    while let last = text.last, [".", "!", "?", ":"].contains(last) { text.removeLast() }
    return Self.noValues.contains(text) || text.hasPrefix("0x")
  }

  /// Returns whether a field is a parameter in the name of a function, `login(token: Swift.String)`, and not a value.
  func isParameter(_ field: RedactionField) -> Bool {
    guard field.delimiter == .colon, field.quoteEnd == nil else { return false }
    // `token:forKey:]` and `token:)` are parts of a selector and of a Swift name.
    let stop = end(from: field.start, atMost: 80) { !($0.isIdentifier || $0 == 0x2E) }
    if stop == field.start || isByte(":", stop) {
      return byte(field.start).map { $0 == 0x29 || $0.isIdentifier } ?? true
    }
    if field.start == field.label.upperBound + 1, isByte("]", stop), isInMethod(field.label.lowerBound) { return true }
    var at = start(before: field.label.lowerBound, atMost: 64) { $0.isIdentifier }
    if byte(at - 1) == 0x20 { at = start(before: at - 1, atMost: 32) { $0.isIdentifier } }
    if byte(at - 1) == 0x20 { at -= 1 }
    guard let before = byte(at - 1), before == UInt8(ascii: "(") || before == UInt8(ascii: ",") else { return false }
    var open = at - 1
    if before == UInt8(ascii: ",") {
      open = start(before: open, atMost: 256) { $0 != UInt8(ascii: "(") && $0 >= 0x20 } - 1
      guard isByte("(", open) else { return false }
    }
    guard let name = byte(open - 1), name.isIdentifier || name == UInt8(ascii: ">") else { return false }
    return isTypeName(field.start)
  }

  /// Returns whether a method of Objective-C begins on the line before `at`.
  func isInMethod(_ at: Int) -> Bool {
    let open = start(before: at, atMost: 128) { $0 != UInt8(ascii: "[") && $0 >= 0x20 }
    return isByte("[", open - 1) && (isByte("-", open - 2) || isByte("+", open - 2))
  }

  /// Returns whether the name of a Swift type can begin at `at`.
  private func isTypeName(_ at: Int) -> Bool {
    for word: StaticString in [
      "inout ", "some ", "any ", "__owned ", "__shared ", "borrowing ", "consuming ", "sending ",
    ]
    where has(word, at) { return true }
    guard let first = byte(at) else { return false }
    if [0x40, 0x28, 0x5B, 0x5F].contains(first) { return true }
    return first.isLetter && first & 0x20 == 0
  }

  // MARK: Fields

  /// Returns a number in JSON, whose placeholder must be a number.
  func number(_ field: RedactionField, _ kind: Redactor.Kind, atLeast count: Int = 1) -> Match? {
    guard field.quoteEnd == nil else { return nil }
    let stop = end(from: field.start, atMost: 24) { !$0.isDigit }
    guard stop - field.start >= count,
      stop == bytes.count || !(bytes[stop].isIdentifier || bytes[stop] == UInt8(ascii: ".") || bytes[stop] == 0x2D)
    else { return nil }
    return Match(range: field.start..<stop, kind: kind, isNumber: field.isKey)
  }

  /// Returns the value of a field that is a secret. A secret after an assignment or a qualified label may be any word;
  /// after a label that prose contains too, such as `token:`, it must look like one.
  static func secret(_ strength: SecretStrength) -> Form {
    { scanner, field in
      if let end = field.quoteEnd {
        guard scanner.isSecret(field.start..<end, field, strength) else { return nil }
        return Match(range: field.start..<end, kind: .token)
      }
      if field.isKey, scanner.bytes[field.start].isDigit { return scanner.number(field, .token, atLeast: 4) }
      if field.isKey, field.delimiter == .colon,
        scanner.isJSON || scanner.byte(field.label.lowerBound - 1) == UInt8(ascii: "\"")
      {
        return nil
      }
      var start = field.start
      for scheme: StaticString in schemes where scanner.hasIgnoringCase(scheme, start) {
        start = scanner.end(from: start + scheme.utf8CodeUnitCount, atMost: 8) { !$0.isBlank }
        break
      }
      var stop = scanner.endOfWord(from: start)
      while stop > start, [0x2E, 0x2C, 0x21, 0x3A].contains(scanner.bytes[stop - 1]) { stop -= 1 }
      guard start < stop, !scanner.isParameter(field), scanner.isSecret(start..<stop, field, strength) else {
        return nil
      }
      return Match(range: start..<stop, kind: .token)
    }
  }

  /// How much a word must look like a secret.
  enum SecretStrength: Sendable {
    /// After a label such as `password`, every word.
    case any
    /// After a label such as `token`, a word with digits, or a long one.
    case token
    /// After a label such as `pin`, four to eight digits.
    case digits
  }

  private static let schemes: [StaticString] = [
    "bearer ", "basic ", "digest ", "token ", "negotiate ", "apikey ", "bot ", "oauth ", "jwt ",
  ]

  private func isSecret(_ range: Range<Int>, _ field: RedactionField, _ strength: SecretStrength) -> Bool {
    let value = bytes[range]
    if isNoValue(range) || range.count < 3 { return false }
    // `PWD=/Users/jane` and `tokenURL: https://…` are not secrets.
    if value.first == UInt8(ascii: "~") || has("http", range.lowerBound) { return false }
    if PrivacyWords.shared.roles(value).contains(.ofTechnology), field.quoteEnd == nil,
      field.delimiter == .blank || followsVerb(range)
    {
      return false
    }
    if field.quoteEnd == nil, followsVerb(range), Self.wordsAfterSecret.contains(string(range).lowercased()) {
      return false
    }
    let hasDigit = value.contains(where: \.isDigit)
    switch strength {
    case .any:
      if field.delimiter == .blank, !field.isOption, field.quoteEnd == nil, !followsVerb(range) {
        return hasDigit && value.contains { $0.isLetter } || isSecretOfSentence(range, field)
      }
      return field.quoteEnd != nil || !isTypeAnnotation(range)
    case .digits:
      if (3...8).contains(range.count), value.allSatisfy(\.isDigit) {
        return range.count > 3 || hasIgnoringCase("cv", field.label.lowerBound)
      }
      let isStated = field.delimiter == .assignment || field.isKey || followsVerb(range)
      return isStated && range.count >= 8 && value.allSatisfy(\.isLetterOrDigit) && !isTypeAnnotation(range)
    case .token:
      if hasDigit, value.contains(where: \.isLetter) { return range.count >= 6 && !isVersionOrCode(range) }
      if field.isKey, hasDigit { return range.count >= 6 }
      if hasDigit { return range.count >= 6 && field.delimiter == .assignment }
      if field.isQualified || field.isQuery || field.isOption || field.delimiter == .assignment || field.isKey {
        return range.count >= 6 && !isTypeAnnotation(range) && !value.contains(0x20)
      }
      return range.count >= 16 && !value.contains(0x20) && !isTypeAnnotation(range)
    }
  }

  /// Returns whether "is" precedes a value, as in `the password is x`.
  private func followsVerb(_ range: Range<Int>) -> Bool {
    hasBefore(" is ", range.lowerBound) || hasBefore(" was ", range.lowerBound)
  }

  /// Words that follow "password" in sentences.
  private static let wordsAfterSecret: Set<String> = [
    "attempt", "attempts", "entered", "provided", "supplied", "protected", "protection", "manager", "required",
    "policy",
    "expired", "expiration", "mismatch", "mismatched", "validation", "verification", "authentication", "credential",
    "credentials", "autofill", "generation", "generator", "rejected", "accepted", "encryption", "encrypted", "database",
    "keychain", "complexity", "strength", "recovery", "settings", "prompted", "prompting", "callback", "handling",
    "correctly",
    "stored", "saved", "hashed", "encoded", "hidden", "visible", "weak", "strong", "short", "long", "cached", "shared",
    "incorrectly", "combination", "requirements", "confirmation", "characters", "detected", "returned", "received",
  ]

  /// Returns whether a word of letters is a password in a sentence: `wrong password x for account`.
  private func isSecretOfSentence(_ range: Range<Int>, _ field: RedactionField) -> Bool {
    let value = bytes[range]
    guard value.count >= 8, value.allSatisfy({ $0.isLetter && $0 & 0x20 != 0 }) else { return false }
    let word = string(range)
    guard !Self.wordsAfterSecret.contains(word), !RedactionVocabulary.isOfReports(word) else { return false }
    let adjectives = ["wrong", "incorrect", "bad", "specific", "temporary", "invalid", "initial", "with", "using"]
    let next = byte(range.upperBound)
    let ends = next.map { $0 < 0x20 || $0 == 0x22 || $0 == 0x2C } ?? true
    if isByte("(", field.label.lowerBound - 1), isByte(")", range.upperBound) { return true }
    return (ends || has(" for ", range.upperBound) || has(" at ", range.upperBound))
      && adjectives.contains(
        wordBefore(start(before: field.label.lowerBound, atMost: 2) { $0 == 0x20 || $0 == 0x2D }).text)
  }

  /// Returns whether a word is a type, `Swift.String`, or a bundle identifier, and not a secret.
  private func isTypeAnnotation(_ range: Range<Int>) -> Bool {
    let names: [StaticString] = [
      "Swift.", "Foundation.", "__C.", "String", "Any", "Optional", "NSString", "com.apple.",
    ]
    return names.contains { has($0, range.lowerBound) }
  }

  private func isVersionOrCode(_ range: Range<Int>) -> Bool {
    hasIgnoringCase("0x", range.lowerBound) || has("com.apple.", range.lowerBound)
  }

  /// Returns the name of a user or a machine.
  static func name(_ kind: Redactor.Kind, words: Int = 1) -> Form {
    { scanner, field in
      if let end = field.quoteEnd {
        let range = field.start..<end
        guard range.count >= 2, range.count <= 256, !scanner.isNoValue(range), scanner.isNameLike(range) else {
          return nil
        }
        return Match(range: range, kind: kind)
      }
      if field.isKey { return scanner.number(field, kind) }
      guard field.delimiter != .blank, !scanner.isParameter(field) else { return nil }
      let isLine = field.beginsLine && field.delimiter == .colon
      var stop = isLine ? scanner.endOfTitle(from: field.start) : scanner.endOfNames(from: field.start, atMost: words)
      while stop > field.start, [0x2E, 0x2C, 0x3A, 0x20].contains(scanner.bytes[stop - 1]) { stop -= 1 }
      stop = scanner.endBeforeWidePunctuation(field.start..<stop)
      let first = scanner.endOfWord(from: field.start)
      guard field.start < stop, !scanner.isNoValue(field.start..<min(first, stop)),
        scanner.isNameLike(field.start..<stop)
      else { return nil }
      return Match(range: field.start..<stop, kind: kind)
    }
  }

  /// Returns where wide punctuation ends a value in Chinese or Japanese.
  private func endBeforeWidePunctuation(_ range: Range<Int>) -> Int {
    for at in range where bytes[at] == 0xEF || bytes[at] == 0xE3 {
      let marks: [StaticString] = ["\u{FF0C}", "\u{3001}", "\u{3002}", "\u{FF1B}", "\u{FF08}", "\u{FF09}", "\u{300D}"]
      if at > range.lowerBound, marks.contains(where: { has($0, at) }) { return at }
    }
    return range.upperBound
  }

  /// A value that identifies one thing among all: a UUID, or as many hexadecimal digits.
  static func uniqueIdentifier(_ kind: Redactor.Kind) -> Form {
    { scanner, field in
      let first = scanner.isByte("_", field.start) ? field.start + 1 : field.start
      let stop = field.quoteEnd ?? scanner.end(from: first, atMost: 65) { !($0.isHexDigit || $0 == 0x2D) }
      let value = scanner.bytes[first..<max(first, stop)]
      let isHexadecimal =
        value.count >= 24 && value.count <= 64 && value.allSatisfy { $0.isHexDigit || $0 == 0x2D }
        && value.contains(where: \.isDigit)
      guard isHexadecimal, !(scanner.byte(stop)?.isIdentifier ?? false) else { return nil }
      return Match(range: field.start..<stop, kind: kind)
    }
  }

  /// Returns the end of a name that extends to the end of its line, or to a remark after it.
  private func endOfTitle(from start: Int) -> Int {
    let stop = endOfLine(from: start)
    for at in start..<stop {
      switch bytes[at] {
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "["), 0x09:
        return at
      case 0x20 where at + 1 < stop && bytes[at + 1] == 0x20: return at
      case 0x20 where has(" / ", at) || has(" | ", at): return at
      default: break
      }
    }
    return stop
  }

  /// Returns the end of a word, and of the words after it that begin with an uppercase letter.
  private func endOfNames(from start: Int, atMost count: Int) -> Int {
    var stop = endOfWord(from: start)
    for _ in 1..<max(2, count) where count > 1 {
      guard byte(stop) == 0x20, let first = byte(stop + 1), first >= 0x80 || first.isLetter && first & 0x20 == 0 else {
        break
      }
      let next = endOfWord(from: stop + 1)
      if isByte("=", next) || isByte(":", next) || bytes[stop + 1..<next].contains(where: { $0 == 0x3D || $0 == 0x3A })
      {
        break
      }
      stop = next
    }
    return stop
  }

  /// Returns whether a value can be a name: it has a letter, and is not an address, version, path or bundle identifier.
  func isNameLike(_ range: Range<Int>) -> Bool {
    let value = bytes[range]
    guard value.contains(where: { $0.isLetter || $0 >= 0x80 || $0 == 0x5C }), let first = value.first else {
      return false
    }
    if hasIgnoringCase("0x", range.lowerBound) { return false }
    if first == UInt8(ascii: "_") { return value.count > 24 && value.dropFirst().allSatisfy(\.isHexDigit) }
    // A time: an export lists one for each label.
    if first.isDigit, value.count >= 10, isByte("-", range.lowerBound + 4), isByte("-", range.lowerBound + 7) {
      return false
    }
    return !value.contains { [0x3D, 0x7B, 0x7D, 0x2F].contains($0) } && !has("com.apple", range.lowerBound)
  }

  /// Returns an identifier of a device, an installation or a user.
  static func identifier(_ kind: Redactor.Kind, atLeast count: Int = 6) -> Form {
    { scanner, field in
      if field.quoteEnd == nil, let number = scanner.number(field, kind, atLeast: count) { return number }
      if field.isKey, field.quoteEnd == nil { return nil }
      let stop = field.quoteEnd ?? scanner.endOfWord(from: field.start)
      let range = field.start..<stop
      guard range.count >= (field.isKey ? 2 : count), range.count <= 256, !scanner.isParameter(field),
        !scanner.isNoValue(range),
        !scanner.hasIgnoringCase("0x", range.lowerBound), field.delimiter != .blank || range.count >= 12
      else { return nil }
      let value = scanner.bytes[range]
      let isHexadecimal = value.count >= 16 && value.allSatisfy { $0.isHexDigit || $0 == 0x2D }
      guard isHexadecimal || field.quoteEnd != nil && field.isKey || value.contains(where: \.isDigit),
        value.allSatisfy({ $0.isIdentifier || [0x2D, 0x2E, 0x3A, 0x7C, 0x2B, 0x3D].contains($0) })
      else { return nil }
      return Match(range: range, kind: kind)
    }
  }

  /// Returns a run of digits with separators: a number of a phone, a card, or a device.
  static func digits(_ kind: Redactor.Kind, _ count: ClosedRange<Int>) -> Form {
    { scanner, field in
      let start = field.start
      // A date: `call 2024-03-11`.
      if scanner.has("20", start) || scanner.has("19", start), scanner.isByte("-", start + 4),
        scanner.isByte("-", start + 7)
      {
        return nil
      }
      var stop = start
      var digits = 0
      var last = field.start
      while stop < scanner.bytes.count, stop - field.start < 48 {
        let byte = scanner.bytes[stop]
        if byte.isDigit {
          digits += 1
          last = stop + 1
        } else if byte == UInt8(ascii: "%"), let (sign, next) = scanner.decoded(stop),
          [0x20, 0x28, 0x29, 0x2B].contains(sign)
        {
          stop = next
          continue
        } else if ![0x20, 0x2D, 0x28, 0x29, 0x2B, 0x2E, 0x2F].contains(byte) {
          break
        }
        stop += 1
      }
      guard count.contains(digits), !(scanner.byte(last)?.isIdentifier ?? false) else { return nil }
      return Match(range: field.start..<last, kind: kind, isNumber: field.isKey && field.quoteEnd == nil)
    }
  }
}
