import Bytes

extension RedactionKind {
  static let personalNumber = RedactionKind(
    id: "personal-number", placeholder: .identity, title: "number of an order, a customer, a vehicle, or a code",
    recognition: """
      numbers with digits after words such as `order`, `Kundennummer`, `booking reference`, `VIN`; codes after \
      `verification code`, `promo code`, `OTP`, and in `Use 123 456 as your code`
      """,
    recognizers: [
      RedactionRecognizer(after: .number) { $0.numberAfterPhrase($1) },
      RedactionRecognizer(after: .code) { $0.codeAfterPhrase($1) },
      RedactionRecognizer(after: .use) { $0.codeToUse($1) },
      RedactionRecognizer(after: .vehicle) { $0.vehicle($1) },
      RedactionRecognizer(words: .digits) { scanner, at in scanner.codeBeforeVerb(at) ?? scanner.codeAfterVerb(at) },
    ],
    removed: [
      Example("order #1002-88731 failed", "order #identity-1 failed"),
      Example("customer number K-4471903", "customer number identity-1"),
      Example("Kundennr. 4711-0815", "Kundennr. identity-1"),
      Example("2FA code 731204 rejected", "2FA code identity-1 rejected"),
      Example("Use 559 201 as your login code", "Use identity-1 as your login code"),
      Example("promo code QUILL-25", "promo code identity-1"),
      Example("VIN 1HGCM82633A004352", "VIN identity-1"),
      Example("G-402981 is your Google code", "G-identity-1 is your Google code"),
    ],
    stays: [
      "order 66 executed", "error code 482913", "exit code 731204", "order of operations", "verification code failed",
      "order by id2", "policy 3",
      "Use 64-bit as your target", "Code 0x8badf00d", "purchase failed", "transaction id: nil", "contract 12",
    ])
}

extension RedactionScanner {
  /// Returns the offset of a value after words such as `number`, `no.`, `is` and signs.
  private func valueAfter(_ end: Int) -> Int {
    var at = end
    for _ in 0..<3 {
      at = self.end(from: at, atMost: 4) { ![0x20, 0x3A, 0x23, 0x3D, 0x22, 0x27, 0x28, 0x5B].contains($0) }
      if has("\u{FF1A}", at) || has("\u{2116}", at) { at += 3 }
      let stop = self.end(from: at, atMost: 10) { !($0.isLetter || $0 >= 0x80 || $0 == 0x2E) }
      guard stop > at, isByte(" ", stop) || isByte(":", stop) || isByte("#", stop),
        PrivacyWords.shared.roles(bytes[at..<stop]).contains(.connector)
      else { break }
      at = stop
    }
    return at
  }

  /// Returns the end of a word of digits, capital letters and dashes.
  private func endOfNumber(_ at: Int, _ isPart: (UInt8) -> Bool = { $0 == 0x2D || $0 == 0x2E || $0 == 0x2F }) -> Int {
    var stop = end(from: at, atMost: 48) { !($0.isLetterOrDigit || isPart($0)) }
    while stop > at, !bytes[stop - 1].isLetterOrDigit { stop -= 1 }
    return stop
  }

  fileprivate func numberAfterPhrase(_ end: Int) -> Match? {
    let start = valueAfter(end)
    guard start > end || byte(end).map({ $0.isDigit }) == true, !isByte("-", end) else { return nil }
    let stop = endOfNumber(start)
    let value = bytes[start..<stop]
    let digits = value.count(where: \.isDigit)
    guard (5...40).contains(value.count), digits >= 1, !isPlaceholder(start..<stop),
      !(byte(stop)?.isIdentifier ?? false), !hasIgnoringCase("0x", start),
      !isByte("(", stop), value.allSatisfy({ !$0.isLetter || $0 & 0x20 == 0 }) || digits >= 4 && value.count >= 6
    else { return nil }
    // A version, a time, or a small number is not one.
    let isSplit = value.contains(0x2D) || value.contains(0x2F)
    guard digits >= 4 || value.contains(where: \.isLetter) && (digits >= 2 || isSplit),
      value.count(where: { $0 == 0x2E }) < 2 || digits >= 10
    else { return nil }
    if !value.contains(where: \.isLetter), !isSplit, digits < 6, !bytes[end..<start].contains(0x23),
      !bytes[end..<start].contains(0x3A)
    {
      return nil
    }
    return Match(range: start..<stop, kind: .identity, isName: digits >= 6)
  }

  /// Returns the end of a code: digits in groups, or capital letters and digits with dashes.
  private func endOfCode(_ start: Int) -> Int? {
    var stop = endOfNumber(start) { $0 == 0x2D }
    let value = bytes[start..<stop]
    guard !value.isEmpty, !(byte(stop)?.isIdentifier ?? false) else { return nil }
    if value.allSatisfy(\.isDigit) {
      // Groups with blanks between them.
      while isByte(" ", stop), stop - start < 12 {
        let next = end(from: stop + 1, atMost: 5) { !$0.isDigit }
        guard (2...4).contains(next - stop - 1), !(byte(next)?.isIdentifier ?? false) else { break }
        stop = next
      }
      let count = bytes[start..<stop].count(where: \.isDigit)
      return (4...10).contains(count) ? stop : nil
    }
    let isUpper = value.allSatisfy { !$0.isLetter || $0 & 0x20 == 0 }
    let isMixed = value.contains(where: \.isDigit) && value.contains(where: \.isLetter)
    guard value.count >= 5 || isMixed && value.count >= 4,
      isMixed && (isUpper || value.contains(0x2D) || value.count >= 6) || isUpper && value.contains(0x2D)
    else { return nil }
    return hasIgnoringCase("0x", start) ? nil : stop
  }

  fileprivate mutating func codeAfterPhrase(_ end: Int) -> Match? {
    let start = valueAfter(end)
    guard start > end || byte(end).map({ $0.isDigit }) == true, let stop = endOfCode(start),
      !isPlaceholder(start..<stop)
    else { return nil }
    // Several recovery codes.
    let next = self.end(from: stop, atMost: 3) { ![0x20, 0x2C].contains($0) }
    if next > stop, bytes[start..<stop].contains(where: \.isLetter), let second = endOfCode(next),
      second - next == stop - start
    {
      pending = Match(range: next..<second, kind: .identity, isName: false)
    }
    return Match(range: start..<stop, kind: .identity, isName: false)
  }

  private static let purposes: [StaticString] = [
    " as your", " as the ", " to confirm", " to verify", " to log in", " to sign in", " to login", " for verification",
    " als ", " zur ", " pour ", " para ", " per ", " om ", " as a one-time", " as code",
  ]

  /// Matches the code in `Use 559 201 as your login code`.
  fileprivate func codeToUse(_ end: Int) -> Match? {
    guard isByte(" ", end) else { return nil }
    let start = valueAfter(end)
    guard let stop = endOfCode(start), Self.purposes.contains(where: { has($0, stop) }),
      bytes[start..<stop].count(where: \.isDigit) >= 3
    else { return nil }
    let rest = stop..<self.end(from: stop, atMost: 60) { $0 < 0x20 || $0 == 0x22 }
    let words: [StaticString] = ["code", "confirm", "verif", "log in", "login", "sign in", "pin", "passw", "bestätig"]
    return rest.contains { at in words.contains { hasIgnoringCase($0, at) } }
      ? Match(range: start..<stop, kind: .identity, isName: false) : nil
  }

  /// Matches the code in `402981 is your code`.
  fileprivate func codeBeforeVerb(_ at: Int) -> Match? {
    guard bytes[at].isDigit, let stop = endOfCode(at),
      has(" is your ", stop) || has(" ist dein", stop) || has(" ist Ihr", stop) || has(" est votre", stop)
        || has(" es tu ", stop)
    else { return nil }
    let rest = stop..<end(from: stop, atMost: 60) { $0 < 0x20 || $0 == 0x22 }
    return rest.contains { hasIgnoringCase("code", $0) || hasIgnoringCase("código", $0) || hasIgnoringCase("otp", $0) }
      ? Match(range: at..<stop, kind: .identity, isName: false) : nil
  }

  /// Matches the code in `Your Quill code is 402981`: one that people receive, in any language.
  fileprivate func codeAfterVerb(_ at: Int) -> Match? {
    let stop = end(from: at, atMost: 9) { !$0.isDigit }
    guard (4...8).contains(stop - at), isByte(" ", at - 1) || isByte(":", at - 1), !(byte(stop)?.isIdentifier ?? false)
    else {
      return nil
    }
    var end = start(before: at, atMost: 3) { $0 == 0x20 || $0 == 0x3A }
    var (isCode, words) = (false, 0)
    while words < 7 {
      let word = start(before: end, atMost: 24) { $0.isLetter || $0 >= 0x80 }
      let roles = PrivacyWords.shared.roles(bytes[word..<end])
      if isCode, roles.contains(.yours) { return Match(range: at..<stop, kind: .identity, isName: false) }
      if roles.contains(.code) { isCode = true } else if !isCode, words > 0 || !roles.contains(.copula) { return nil }
      guard word < end, isByte(" ", word - 1) else { return nil }
      end = word - 1
      words += 1
    }
    return nil
  }

  /// Matches the number of a vehicle (ISO 3779): 17 letters and digits.
  fileprivate func vehicle(_ end: Int) -> Match? {
    let start = valueAfter(end)
    let stop = self.end(from: start, atMost: 20) { !$0.isLetterOrDigit }
    guard start > end, stop - start == 17, !(byte(stop)?.isIdentifier ?? false),
      bytes[start..<stop].contains(where: \.isDigit)
    else { return nil }
    return Match(range: start..<stop, kind: .identity)
  }
}
