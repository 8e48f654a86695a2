import Bytes

extension RedactionKind {
  static let correspondent = RedactionKind(
    id: "correspondent", placeholder: .user, title: "name of people in a mail or a chat",
    recognition: """
      headers in many languages (`Van:`, `De:`, `Från:`); the line before a quotation (`On …, NAME wrote:`, `Am … schrieb \
      NAME:`); `[14:02] NAME:` and `sender=`; `title` of a notification
      """,
    labels: [
      RedactionLabel(
        .whole,
        """
        from to cc bcc replyto van aan von an kopie de à copieà para da a od do komu dla från fra til till kimden kime feladó \
        címzett lähettäjä vastaanottaja από προς от кому від من إلى מאת אל प्रेषक จาก 发件人 寄件者 差出人 보낸사람 받는사람
        """, value: RedactionScanner.nameInHeader),
      RedactionLabel(.whole, "sender", value: RedactionScanner.nameOfSender),
    ],
    recognizers: [
      RedactionRecognizer(at: ":") { $0.authorOfQuotation($1) },
      RedactionRecognizer(at: "[") { $0.authorInTranscript($1) },
    ],
    removed: [
      Example("Van: Zoe Quill\nAan: support", "Van: user-1\nAan: support"),
      Example("Am 3. März 2025 schrieb Zoe Quill:", "Am 3. März 2025 schrieb user-1:"),
      Example("[14:02] Zoe Quill: it crashes", "[14:02] user-1: it crashes"),
      Example("cell sender=Grandma Quillson text=x", "cell sender=user-1 text=x"),
    ],
    stays: [
      "From: support", "To: main queue", "[14:02] Main Thread: idle", "[14:02:11] UIKit Core: load",
      "On Tue the server wrote:", "sender=nil", "from: 12",
    ])
}

extension RedactionScanner {
  /// The name in a header of a mail, which is alone on its line or before an address.
  fileprivate static let nameInHeader: Form = { scanner, field in
    guard field.delimiter == .colon, field.beginsLine, !field.isKey else { return nil }
    let words = scanner.nameWords(field.start)
    guard let first = words.first, let last = words.last, !scanner.isPlaceholder(first.range) else { return nil }
    let stop = last.range.upperBound
    let isEnd =
      scanner.endsLine(stop) || scanner.has(" <", stop) || scanner.isByte(";", stop) || scanner.has("\" <", stop)
      || scanner.has(" [", stop)
    let isName = words.count >= 2 || first.roles.contains(.given) && !first.isCaseless
    return isEnd && isName ? Match(range: first.range.lowerBound..<stop, kind: .user) : nil
  }

  /// The sender of a message in a log: capitalized words.
  fileprivate static let nameOfSender: Form = { scanner, field in
    if let end = field.quoteEnd {
      let range = field.start..<end
      return range.count >= 2 && scanner.isNameLike(range) && !scanner.isNoValue(range)
        && scanner.beginsName(field.start).isCapital && !scanner.bytes[range].contains(0x3A)
        ? Match(range: range, kind: .user) : nil
    }
    let words = scanner.nameWords(field.start)
    guard let first = words.first, let last = words.last, words.count >= 2 || first.roles.contains(.given) else {
      return nil
    }
    return Match(range: first.range.lowerBound..<last.range.upperBound, kind: .user)
  }

  /// Matches the name before or after a verb in the line before a quotation, which has a date.
  fileprivate func authorOfQuotation(_ at: Int) -> Match? {
    guard endsLine(at + 1) else { return nil }
    let end = start(before: at, atMost: 2) { $0 == 0x20 || $0 == 0xA0 || $0 == 0xC2 }
    let line = start(before: end, atMost: 160) { $0 >= 0x20 && $0 != 0x22 }
    // The first words of the line after the mark of a quotation, and an escape of a string.
    guard bytes[line..<end].contains(where: \.isDigit) else { return nil }
    let verb = start(before: end, atMost: 24) { $0 > 0x20 }
    if PrivacyWords.shared.quoting.contains(string(verb..<end).lowercased()) { return nameBefore(verb, line) }
    // The name stands after the verb: `schrieb Zoe Quill:`.
    var at = verb
    for _ in 0..<4 where at > line {
      let words = nameWords(at)
      if let last = words.last, last.range.upperBound == end, isByte(" ", at - 1) {
        let before = start(before: at - 1, atMost: 24) { $0 > 0x20 }
        if PrivacyWords.shared.quoting.contains(string(before..<at - 1).lowercased()), !isPlaceholder(at..<end) {
          return at >= floor ? Match(range: at..<end, kind: .user) : nil
        }
      }
      at = start(before: max(line, at - 1), atMost: 40) { $0 > 0x20 }
    }
    return nil
  }

  /// Returns the capitalized words before a verb, and before an auxiliary verb: `Zoe Quill ha scritto`.
  private func nameBefore(_ verb: Int, _ line: Int) -> Match? {
    var end = verb - 1
    var start = self.start(before: end, atMost: 40) { $0 > 0x20 }
    for auxiliary: StaticString in ["ha", "a", "hat", "heeft", "har", "le", "has", "ont"]
    where end - start == auxiliary.utf8CodeUnitCount && has(auxiliary, start) && start > line {
      end = start - 1
      start = self.start(before: end, atMost: 40) { $0 > 0x20 }
      break
    }
    var first = end
    for _ in 0..<4 {
      guard start < end, beginsName(start).isCapital || first < end && bytes[start].isLetter, start > line else {
        break
      }
      let stop = endOfNameWord(start)
      guard stop == end || isByte(" ", stop) || isByte(".", stop) else { break }
      if beginsName(start).isCapital { first = start }
      guard isByte(" ", start - 1) else { break }
      let before = self.start(before: start - 1, atMost: 40) { $0 > 0x20 }
      if [0x2C, 0x3A].contains(bytes[start - 2]) || bytes[before].isDigit { break }
      start = before
    }
    guard first < end, first >= floor, !isPlaceholder(first..<end), nameWord(first).map({ !isCommon($0) }) == true
    else {
      return nil
    }
    return Match(range: first..<end, kind: .user)
  }

  /// Matches the author of a line in a transcript: `[14:02] Zoe Quill: …`.
  fileprivate func authorInTranscript(_ at: Int) -> Match? {
    guard beginsLine(at) else { return nil }
    let close = end(from: at + 1, atMost: 32) {
      !($0.isDigit || [0x3A, 0x2E, 0x2C, 0x2F, 0x2D, 0x20, 0x41, 0x4D, 0x50, 0x54].contains($0))
    }
    guard isByte("]", close), isByte(" ", close + 1), bytes[at..<close].contains(0x3A) else { return nil }
    let words = nameWords(close + 2)
    guard let first = words.first, let last = words.last, isByte(":", last.range.upperBound),
      isByte(" ", last.range.upperBound + 1),
      words.count >= 2 || first.roles.contains(.given) && !first.roles.contains(.word),
      words.allSatisfy({ !$0.roles.contains(.capitalized) }), !isPlaceholder(first.range)
    else { return nil }
    return Match(range: first.range.lowerBound..<last.range.upperBound, kind: .user)
  }
}
