import Bytes

extension RedactionKind {
  static let bankNumber = RedactionKind(
    id: "bank-number", placeholder: .bank, title: "IBAN or card number",
    recognition: "their form and their check digits (mod 97, Luhn); labels such as `accountNumber`",
    labels: [
      RedactionLabel(
        .part,
        """
        cardnumber creditcard creditcardnumber debitcard cardno ccnumber accountnumber accountno bankaccount iban pan \
        routingnumber kontonummer konto kontonr compte cuenta conto rekening rekeningnummer numérodecompte númerodecuenta
        """, isSpaced: true, value: RedactionScanner.bankField),
      RedactionLabel(
        .whole, "exp expiry expires expirydate expdate validthru", isSpaced: true, value: RedactionScanner.expiry),
    ],
    recognizers: [
      RedactionRecognizer(words: .letters) { $0.iban($1) }, RedactionRecognizer(words: .digits) { $0.card($1) },
    ],
    removed: [
      Example("IBAN DE89 3704 0044 0532 0130 00, x", "IBAN bank-1, x"),
      Example("to GB82WEST12345698765432.", "to bank-1."),
      Example("card 4111 1111 1111 1111", "card bank-1"), Example("5500-0000-0000-0004", "bank-1"),
      Example("\"card\":\"378282246310005\"", "\"card\":\"bank-1\""),
      Example("accountNumber=00123456", "accountNumber=bank-1"),
    ],
    stays: [
      "DE89 3704 0044 0532 0130 01", "4111 1111 1111 1112", "0x4111111111111111", "\"value\":4111111111111111",
      "1111111111111111", "GB82 0x1000 libFoo",
    ])
}

extension RedactionScanner {
  fileprivate static let bankField: Form = { scanner, field in
    if let found = scanner.iban(field.start, isLabeled: true) { return found }
    return digits(.bank, 6...34)(&scanner, field)
  }

  /// The month and the year in which a card expires, in a line that speaks of one.
  fileprivate static let expiry: Form = { scanner, field in
    let slash = field.start + 2
    guard scanner.isByte("/", slash), scanner.bytes[field.start].isDigit, scanner.byte(slash - 1)?.isDigit == true
    else {
      return nil
    }
    let stop = scanner.end(from: slash + 1, atMost: 5) { !$0.isDigit }
    let line = scanner.start(before: field.label.lowerBound, atMost: 100) { $0 >= 0x20 }
    guard [2, 4].contains(stop - slash - 1), !scanner.isByte("/", stop),
      (line..<field.label.lowerBound).contains(where: {
        scanner.hasIgnoringCase("card", $0) || scanner.has("bank-", $0)
      })
    else { return nil }
    return Match(range: field.start..<stop, kind: .bank, isName: false)
  }

  /// Matches an international account number (ISO 13616) with correct check digits.
  fileprivate func iban(_ at: Int, isLabeled: Bool = false) -> Match? {
    guard bytes.count - at >= 15, bytes[at + 1].isLetter, bytes[at + 2].isDigit, bytes[at + 3].isDigit,
      !isByte("-", at - 1),
      isLabeled || (bytes[at] | bytes[at + 1]) & 0x20 == 0
    else { return nil }
    guard let length = Self.lengths[string(at..<at + 2).uppercased()] else { return nil }
    // The number moved by four characters, as its check requires; letters count from 10.
    var remainder = 0
    var count = 0
    var index = at + 4
    let head = bytes[at..<at + 4]
    while index < bytes.count, count < length - 4 {
      var byte = bytes[index]
      if byte == 0x20 || byte == 0x2D, index > at, bytes[index - 1] != byte, index + 1 < bytes.count {
        index += 1
        byte = bytes[index]
      }
      guard byte.isLetterOrDigit else { break }
      remainder = Self.remainder(remainder, byte)
      count += 1
      index += 1
    }
    guard count == length - 4, !(byte(index)?.isIdentifier ?? false), byte(index) != 0x2D,
      head.reduce(remainder, Self.remainder) == 1
    else { return nil }
    return Match(range: at..<index, kind: .bank)
  }

  /// The length of the numbers of each country.
  private static let lengths: [String: Int] = {
    let text = """
      AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 \
      FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 \
      LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SD18 \
      SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20
      """
    return Dictionary(
      text.split(separator: " ").map { (String($0.prefix(2)), Int($0.dropFirst(2)) ?? 0) },
      uniquingKeysWith: { first, _ in first })
  }()

  private static func remainder(_ value: Int, _ byte: UInt8) -> Int {
    byte.isDigit ? (value * 10 + Int(byte & 15)) % 97 : (value * 100 + Int(byte | 0x20) - 0x61 + 10) % 97
  }

  /// Matches the number of a payment card: the digits of an issuer, and a correct check digit.
  fileprivate func card(_ at: Int) -> Match? {
    guard (0x33...0x36).contains(bytes[at]) || bytes[at] == 0x32, bytes.count - at >= 14, bytes[at + 3].isDigit else {
      return nil
    }
    var digits: [UInt8] = []
    var index = at
    var last = at
    var mark: UInt8?
    while index < bytes.count, digits.count < 20 {
      let byte = bytes[index]
      if byte.isDigit {
        digits.append(byte & 15)
        last = index + 1
      } else if byte == 0x20 || byte == 0x2D, bytes[index - 1].isDigit, mark == nil || mark == byte, digits.count >= 4 {
        mark = byte
      } else {
        break
      }
      index += 1
    }
    if let next = byte(last), next.isIdentifier || next == 0x2E && (byte(last + 1)?.isDigit ?? false) { return nil }
    guard Self.isCard(digits, isGrouped: mark != nil), byte(at - 1) != 0x2E, byte(at - 1) != 0x2D else { return nil }
    // A number in JSON is a counter or an address.
    if mark == nil {
      let before = byte(start(before: at, atMost: 8) { $0.isBlank } - 1)
      if before == UInt8(ascii: ":") || before == UInt8(ascii: "[") || before == UInt8(ascii: ",") { return nil }
    }
    return Match(range: at..<last, kind: .bank)
  }

  private static func isCard(_ digits: [UInt8], isGrouped: Bool) -> Bool {
    guard digits.count >= 14 else { return false }
    let two = digits[0] * 10 + digits[1]
    let isIssued: Bool
    switch digits.count {
    case 16:
      isIssued =
        digits[0] == 4 || (51...55).contains(two) || (22...27).contains(two) || two == 60 || two == 65 || two == 35
        || two == 62
    case 15: isIssued = two == 34 || two == 37
    case 14: isIssued = isGrouped && (two == 36 || two == 38 || two == 30)
    case 19: isIssued = isGrouped && (digits[0] == 4 || two == 62)
    default: isIssued = false
    }
    guard isIssued else { return false }
    var sum = 0
    for (index, digit) in digits.reversed().enumerated() {
      let value = index % 2 == 0 ? Int(digit) : Int(digit) * 2
      sum += value > 9 ? value - 9 : value
    }
    return sum % 10 == 0
  }
}
