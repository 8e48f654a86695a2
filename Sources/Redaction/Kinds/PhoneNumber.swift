import Bytes

extension RedactionKind {
  static let phoneNumber = RedactionKind(
    id: "phone-number", placeholder: .phone, title: "phone number",
    recognition: "international form, `tel:`, `(555) 123-4567`, or a label such as `phone`, `msisdn`",
    labels: [
      RedactionLabel(
        .part,
        """
        phone phonenumber telephone mobilenumber mobilephone cellphone cellnumber msisdn callerid faxnumber phoneno \
        telnumber contactnumber whatsapp dialednumber recipientnumber sendernumber homephone workphone phonehandle \
        incomingnumber outgoingnumber callednumber callingnumber callernumber calleenumber
        """, isSpaced: true, value: RedactionScanner.digits(.phone, 7...17)),
      .inOtherLanguages(.phone, extent: .glued, isSpaced: true, value: RedactionScanner.digits(.phone, 7...17)),
      RedactionLabel(
        .whole,
        """
        tel mobile cell fax sms facetime call dial callto smsto textto messageto dialing dialed calling called ring phoneto \
        mob fon
        """, isSpaced: true,
        value: RedactionScanner.digits(.phone, 7...17)),
    ],
    recognizers: [
      RedactionRecognizer(at: "+(") { $0.phone($1) }, RedactionRecognizer(at: "/") { $0.phoneInURL($1) },
      RedactionRecognizer(words: .digits) { $0.nationalPhone($1) },
      RedactionRecognizer(after: .call) { $0.phoneAfterWord($1) },
    ],
    removed: [
      Example("tel:+491701234567", "tel:phone-1"), Example("call +1 (555) 123-4567 now", "call phone-1 now"),
      Example("phone: 0170 1234567", "phone: phone-1"), Example("msisdn=491701234567", "msisdn=phone-1"),
      Example("at (555) 123-4567.", "at phone-1."), Example("555-123-4567", "phone-1"),
      Example("tel:%2B491701234567", "tel:phone-1"), Example("https://wa.me/491701234567", "https://wa.me/phone-1"),
      Example("T\u{E9}l : 06 12 34 56 78", "T\u{E9}l : phone-1"),
    ],
    stays: [
      "MyApp 0x0000000100001234 main + 20", "start + 1234567890", "2026-11-23 10:00:00.000 +0100", "x+1234567890",
      "1700000000-1700000001", "phone: iPhone14,5", "+12345",
    ])
}

extension RedactionScanner {
  /// Returns the end of a number with `count` digits and single separators from `start` on.
  private func endOfNumber(_ start: Int, _ count: ClosedRange<Int>) -> Int? {
    var at = start
    var digits = 0
    var last = start
    while at < bytes.count, at - start < 32 {
      let byte = bytes[at]
      if byte.isDigit {
        digits += 1
        last = at + 1
      } else if ![0x20, 0x2D, 0x28, 0x29, 0x2E, 0x2F].contains(byte) {
        break
      } else if at - last >= 2 || byte == 0x2E && bytes[at - 1] == 0x2E {
        break
      }
      at += 1
    }
    guard count.contains(digits), !(byte(last)?.isIdentifier ?? false) else { return nil }
    return last
  }

  /// Matches `+49 170 1234567` and `(555) 123-4567`.
  fileprivate func phone(_ at: Int) -> Match? {
    if let before = byte(at - 1), before.isIdentifier || before == 0x2B || before == 0x29 {
      guard Self.followsEscape(bytes, at) else { return nil }
    }
    guard let next = byte(at + 1) else { return nil }
    if bytes[at] == 0x2B {
      // Without separators, a number that long is not an offset.
      guard next.isDigit, next != 0x30, let stop = endOfNumber(at + 1, 9...15) else { return nil }
      guard !bytes[at..<stop].contains(0x2E) || !isByte(",", stop) else { return nil }
      let points = bytes[at..<stop].count { $0 == 0x2E }
      return points == 1 ? nil : Match(range: at..<stop, kind: .phone)
    }
    guard isByte(")", at + 4), bytes[at + 1..<at + 4].allSatisfy(\.isDigit), next >= 0x32 else { return nil }
    let start = end(from: at + 5, atMost: 1) { $0 != 0x20 && $0 != 0x2D }
    guard let stop = localNumber(start) else { return nil }
    return Match(range: at..<stop, kind: .phone)
  }

  /// Matches the number in a link to a chat: `https://wa.me/491701234567`.
  fileprivate func phoneInURL(_ at: Int) -> Match? {
    guard hasBefore("wa.me", at) || hasBefore("t.me", at) || hasBefore("signal.me", at) || hasBefore("viber.me", at)
    else {
      return nil
    }
    let start = isByte("+", at + 1) ? at + 2 : at + 1
    let stop = end(from: start, atMost: 17) { !$0.isDigit }
    return stop - start >= 7 ? Match(range: at + 1..<stop, kind: .phone) : nil
  }

  /// Returns the end of `123-4567`.
  private func localNumber(_ at: Int) -> Int? {
    guard bytes.count - at >= 8, bytes[at..<at + 3].allSatisfy(\.isDigit), [0x2D, 0x20, 0x2E].contains(bytes[at + 3]),
      bytes[at + 4..<at + 8].allSatisfy(\.isDigit), !(byte(at + 8)?.isIdentifier ?? false), byte(at + 8) != 0x2D
    else { return nil }
    return at + 8
  }

  /// Matches `0049 170 1234567`: the prefix of calls to other countries, and groups.
  private func internationalPrefix(_ at: Int) -> Match? {
    let before = byte(at - 1) ?? 0x20
    let country = end(from: at, atMost: 6) { !$0.isDigit }
    guard let first = byte(at + 2), first.isDigit, first != 0x30, [0x20, 0x3A, 0x22].contains(before),
      !(byte(at - 2)?.isDigit ?? false),
      let next = byte(country), next == 0x20 || next == 0x2D || next == 0x2F, let stop = endOfNumber(at, 11...16)
    else { return nil }
    return Match(range: at..<stop, kind: .phone)
  }

  /// Matches `555-123-4567`.
  fileprivate func nationalPhone(_ at: Int) -> Match? {
    if has("00", at) { return internationalPrefix(at) }
    guard isByte("-", at + 3), isByte("-", at + 7), bytes[at] >= 0x32, bytes[at + 1].isDigit, bytes[at + 2].isDigit,
      byte(at - 1) != 0x2D, byte(at - 1) != 0x2E, let stop = localNumber(at + 4)
    else { return nil }
    return Match(range: at..<stop, kind: .phone)
  }
}
