import Bytes

extension RedactionKind {
  static let greeting = RedactionKind(
    id: "greeting", placeholder: .user, title: "name in a greeting or a signature",
    recognition: """
      names between a greeting at the beginning of a line (`Hi`, `Sehr geehrte`, `Уважаемый`) and punctuation; the line \
      after a closing (`Best regards`, `Cordialement`)
      """,
    recognizers: [
      RedactionRecognizer(after: .greeting) { $0.nameInGreeting($1) },
      RedactionRecognizer(after: .closing) { $0.nameAfterClosing($1) },
      RedactionRecognizer(at: "-") { $0.nameAfterDashes($1) },
    ],
    removed: [
      Example("Hi Zoe,\nit crashed", "Hi user-1,\nit crashed"),
      Example("Dear Mrs. Quill,\nwe", "Dear user-1,\nwe"),
      Example("Viele Grüße\nZoë Quill", "Viele Grüße\nuser-1"), Example("Thanks,\\nZoe\"", "Thanks,\\nuser-1\""),
      Example("Здравствуйте, Тимур!", "Здравствуйте, user-1!"), Example("Hi Zoe and Thomas,", "Hi user-1 and user-2,"),
      Example("-- \nZoe Quill\nQA", "-- \nuser-1\nQA"),
    ],
    stays: [
      "Hi there,", "Hello World, this is a test", "Dear Customer,", "Best regards,\nThe Support Team",
      "Thanks,\n\nCrash log:",
      "Best Time: 12", "Regards,\nApple",
    ])
}

extension RedactionScanner {

  private static let titles: [StaticString] = [
    "Mr. ", "Mrs. ", "Ms. ", "Mr ", "Mrs ", "Ms ", "Mx. ", "Dr. ", "Dr ", "Prof. ", "Herr ", "Herrn ", "Frau ", "Sr. ",
    "Sra. ",
    "Sr ", "Sra ", "Pani ", "Pan ", "Monsieur ", "Madame ", "Mme ", "M. ", "Signor ", "Signora ", "Sig. ", "Dott. ",
    "Senhor ",
    "Senhora ", "heer ", "mevrouw ", "de heer ", "господин ", "госпожа ", "Bay ", "Sayın ", "Don ", "Doña ",
  ]

  /// Returns the offset after forms of address.
  private func afterTitles(_ start: Int) -> Int {
    var at = start
    for _ in 0..<2 {
      guard let title = Self.titles.first(where: { has($0, at) }) else { break }
      at += title.utf8CodeUnitCount
    }
    return at
  }

  /// Returns the start of the phrase that ends at an offset, if it begins a line.
  private func beginsMail(_ end: Int) -> Bool {
    let line = start(before: end, atMost: 48) { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    var start = line
    // The `n` of an escape.
    if Self.followsEscape(bytes, line + 1), start < end { start += 1 }
    while start < end, [0x20, 0x3E, 0x09, 0x2A].contains(bytes[start]) { start += 1 }
    return PrivacyWords.shared.cues.matches(bytes, start).contains { $0.end == end }
  }

  /// Matches the name between a greeting and punctuation: `Hi Anna,`.
  fileprivate mutating func nameInGreeting(_ end: Int) -> Match? {
    guard beginsMail(end) else { return nil }
    let blank = self.end(from: end, atMost: 3) { ![0x20, 0x2C, 0x3A].contains($0) }
    guard blank > end else { return nil }
    let titled = afterTitles(blank)
    let words = nameWords(titled)
    guard let first = words.first, let last = words.last else { return nil }
    let stop = last.range.upperBound
    let isPunctuated = byte(stop).map { [0x2C, 0x21, 0x3A, 0x3B, 0x2E, 0x3F].contains($0) } ?? true
    let isEnd = isPunctuated || endsLine(stop) || has(" -", stop) || has(" \u{2013}", stop) || has(" \u{2014}", stop)
    let isJoined = [" and ", " und ", " et ", " y ", " e ", " & ", " en ", " i ", " и "].contains {
      (join: StaticString) in has(join, stop)
    }
    let isKnown = first.roles.contains(.given) && !first.roles.contains(.word) || titled > blank
    guard isEnd || isJoined || isKnown, !isPlaceholder(first.range.lowerBound..<stop) else { return nil }
    // A sentence that begins with a greeting's word: `Best Time: 12`.
    if byte(stop) == 0x3A, !isKnown, !first.roles.contains(.given), !first.isCaseless { return nil }
    return withNameAfter(mailMatch(words))
  }

  private func mailMatch(_ words: [NameWord]) -> Match? {
    guard let first = words.first, let last = words.last else { return nil }
    let range = first.range.lowerBound..<last.range.upperBound
    guard !isPlaceholder(range), range.count >= 2 else { return nil }
    let isKnown = first.roles.contains(.given) && !first.roles.contains(.word) && range.count >= 5
    return Match(range: range, kind: .user, isName: words.count >= 2 || isKnown || bytes[range.lowerBound] >= 0xC3)
  }

  /// Matches the line after a closing, or the rest of its line after a comma.
  fileprivate func nameAfterClosing(_ end: Int) -> Match? {
    guard beginsMail(end) else { return nil }
    let mark = self.end(from: end, atMost: 4) { ![0x2C, 0x2E, 0x21, 0x20, 0x2D].contains($0) }
    if let line = afterLineBreak(mark) { return signature(line) }
    guard mark > end else { return nil }
    let words = nameWords(mark)
    guard let first = words.first, let last = words.last, endsLine(last.range.upperBound),
      bytes[end..<mark].contains(0x2C) || first.roles.contains(.given)
    else { return nil }
    return mailMatch(words)
  }

  /// Returns the name that is alone on a line.
  private func signature(_ start: Int) -> Match? {
    let at = afterTitles(self.end(from: start, atMost: 4) { ![0x20, 0x2D, 0x2A].contains($0) })
    let words = nameWords(at)
    guard let last = words.last else { return nil }
    let stop = last.range.upperBound
    guard endsLine(stop) || has(", ", stop) || has(" (", stop) || has(" |", stop) || has(" -", stop) else { return nil }
    return mailMatch(words)
  }

  /// Matches the name after the two dashes that begin a signature.
  fileprivate func nameAfterDashes(_ at: Int) -> Match? {
    guard isByte("-", at + 1), beginsLine(at), let line = afterLineBreak(at + 2) else { return nil }
    let words = nameWords(line)
    guard words.count >= 2, words.contains(where: { $0.roles.contains(.given) || $0.roles.contains(.surname) }) else {
      return nil
    }
    return signature(line)
  }
}
