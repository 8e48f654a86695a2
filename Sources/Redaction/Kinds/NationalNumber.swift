import Bytes

extension RedactionKind {
  static let nationalNumber = RedactionKind(
    id: "national-number", placeholder: .identity, title: "identity number of a country",
    recognition: """
      by their form and check digits: Chinese resident identity, Italian tax code, Spanish DNI and NIE, Brazilian CPF, \
      Swiss AHV; labels in other languages such as `Steuer-ID`, `身份证`
      """,
    labels: [
      .inOtherLanguages(.identity, isSpaced: true, value: RedactionScanner.nationalField),
      RedactionLabel(
        .part,
        """
        nino nationalinsurancenumber nationalinsurance nhsnumber socialinsurancenumber aadhaar aadhar pannumber \
        medicare medicarenumber tfn taxpayerid itin identitynumber identitycard idcardnumber residentid \
        drivinglicence driverlicense licensenumber visanumber policynumber medicalrecordnumber mrn insuranceid \
        sortcode personalnumber accountnr kontonr blz bankleitzahl
        """, isSpaced: true, value: RedactionScanner.nationalField),
      .inOtherLanguages(.birth, isSpaced: true, value: RedactionScanner.dateField),
      RedactionLabel(
        .part, "dateofbirth birthdate birthday dob bday", isSpaced: true, value: RedactionScanner.dateField),
      RedactionLabel(
        .whole,
        """
        born geboren née né nacido nacida nato nata bornon geborenam nacidoel nacidael natoil natail néle néele nascidoem \
        nascidaem geborenop urodzony urodzona rodjen født född doğum родился родилась
        """, isSpaced: true, value: RedactionScanner.dateOfSentence),
    ],
    recognizers: [
      RedactionRecognizer(words: .digits) { $0.numberOfCountry($1) },
      RedactionRecognizer(after: .license) { $0.numberOfLicense($1) },
      RedactionRecognizer(words: .uppercase) { $0.codeOfCountry($1) },
    ],
    removed: [
      Example("for 11010519491231002X", "for identity-1"),
      Example("codice fiscale RSSMRA85T10A562S", "codice fiscale identity-1"),
      Example("DNI 12345678Z", "DNI identity-1"), Example("cpf=529.982.247-25", "cpf=identity-1"),
      Example("Steuer-ID 12345678903", "Steuer-ID identity-1"), Example("NINO QQ 12 34 56 C", "NINO identity-1"),
      Example("Geburtsdatum: 2.12.1984", "Geburtsdatum: identity-1"),
      Example("sort code 60-16-13 account 31926819", "sort code identity-1 account bank-1"),
    ],
    stays: [
      "110105194912310021", "12345678A", "529.982.247-26", "0x11010519491231002", "RSSMRA85", "sin(1.5)", "DNI: 4",
    ])
}

extension RedactionScanner {
  /// A number with letters, blanks and dashes between its groups.
  static let nationalField: Form = { scanner, field in
    if let number = scanner.number(field, .identity, atLeast: 6) { return number }
    if field.isKey, field.quoteEnd == nil { return nil }
    var stop = field.quoteEnd ?? field.start
    if field.quoteEnd == nil {
      // Groups with at most four characters belong to one number: `QQ 12 34 56 C`.
      var digits = 0
      while stop - field.start < 40 {
        let end = scanner.end(from: stop, atMost: 24) {
          !($0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2E || $0 == 0x2F)
        }
        guard end > stop, scanner.bytes[stop..<end].contains(where: \.isDigit) || end - stop <= 2 else { break }
        digits += scanner.bytes[stop..<end].count(where: \.isDigit)
        let isShort = end - stop <= 4
        guard scanner.isByte(" ", end), isShort, scanner.byte(end + 1)?.isLetterOrDigit == true,
          scanner.isGroup(end + 1)
        else {
          stop = end
          break
        }
        stop = end + 1
      }
      while stop > field.start, [0x2E, 0x2D, 0x20, 0x2F].contains(scanner.bytes[stop - 1]) { stop -= 1 }
    }
    let value = scanner.bytes[field.start..<stop]
    guard (6...40).contains(value.count), value.count(where: \.isDigit) >= 4, !scanner.isParameter(field),
      !scanner.hasIgnoringCase("0x", field.start),
      value.count(where: { $0 == 0x2E }) < 3 || value.count(where: \.isDigit) >= 9
    else { return nil }
    return Match(range: field.start..<stop, kind: .identity)
  }

  /// Returns whether a short group of digits, or one or two capital letters, is at `at`.
  private func isGroup(_ at: Int) -> Bool {
    let end = end(from: at, atMost: 6) { !$0.isLetterOrDigit }
    let group = bytes[at..<end]
    return group.count <= 4
      && (group.allSatisfy(\.isDigit) || group.count <= 2 && group.allSatisfy { $0.isLetter && $0 & 0x20 == 0 })
  }

  /// A date in any order and writing.
  static let dateField: Form = { scanner, field in
    if field.isKey, field.quoteEnd == nil { return nil }
    if field.delimiter == .blank { return dateOfSentence(&scanner, field) }
    var stop =
      field.quoteEnd
      ?? scanner.end(from: field.start, atMost: 32) { $0 < 0x20 || [0x22, 0x2C, 0x3B, 0x29, 0x5C, 0x7D].contains($0) }
    while stop > field.start, scanner.bytes[stop - 1] <= 0x20 || scanner.bytes[stop - 1] == 0x2E { stop -= 1 }
    let value = scanner.bytes[field.start..<stop]
    guard (6...32).contains(value.count), value.count(where: \.isDigit) >= 3,
      !scanner.hasIgnoringCase("0x", field.start)
    else { return nil }
    return Match(range: field.start..<stop, kind: .identity)
  }

  /// A date that follows a word without a delimiter: digits, or a day, the name of a month and a year.
  static let dateOfSentence: Form = { scanner, field in
    var start = field.start
    for word: StaticString in ["on ", "am ", "le ", "el ", "il ", "em ", "op ", "is ", "was ", "of "]
    where scanner.has(word, start) {
      start += word.utf8CodeUnitCount
    }
    let stop = scanner.end(from: start, atMost: 12) { !($0.isDigit || [0x2D, 0x2E, 0x2F].contains($0)) }
    if scanner.bytes[start..<stop].count(where: \.isDigit) >= 6 { return Match(range: start..<stop, kind: .identity) }
    return scanner.dateWithMonth(start).map { Match(range: start..<$0, kind: .identity) }
  }

  /// Returns the end of `17 April 1986`, `3. Mai 1979` and `Feb 11, 1990`.
  private func dateWithMonth(_ start: Int) -> Int? {
    var at = start
    var (digits, hasMonth) = (0, false)
    for _ in 0..<5 {
      let stop = end(from: at, atMost: 12) { !($0.isLetterOrDigit || $0 >= 0x80) }
      guard stop > at else { return nil }
      if bytes[at..<stop].allSatisfy(\.isDigit) {
        digits += 1
        if stop - at == 4, hasMonth { return stop }
        guard stop - at <= 2 else { return nil }
      } else if PrivacyWords.shared.roles(bytes[at..<stop]).contains(.month) {
        hasMonth = true
      } else if !["de", "of", "st", "nd", "rd", "th"].contains(string(at..<stop)) {
        return nil
      }
      at = end(from: stop, atMost: 2) { ![0x20, 0x2C, 0x2E].contains($0) }
    }
    return nil
  }

  private func digits(_ range: Range<Int>) -> [Int] { bytes[range].compactMap { $0.isDigit ? Int($0 & 15) : nil } }

  fileprivate func numberOfCountry(_ at: Int) -> Match? {
    if let before = byte(at - 1), before == 0x2D || before == 0x2E { return nil }
    let stop = end(from: at, atMost: 20) { !$0.isDigit }
    let next = byte(stop) ?? 0x20
    switch stop - at {
    case 17, 18:
      // GB 11643: 17 digits and a check digit, which may be X.
      let end = stop - at == 17 && next | 0x20 == 0x78 ? stop + 1 : stop
      guard end - at == 18, !(byte(end)?.isIdentifier ?? false), byte(end) != 0x2E else { return nil }
      let weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
      let sum = zip(digits(at..<at + 17), weights).reduce(0) { $0 + $1.0 * $1.1 }
      let check = Array("10X98765432".utf8)[sum % 11]
      guard bytes[at + 17] & ~0x20 == check & ~0x20, has("19", at + 6) || has("20", at + 6),
        (1...12).contains(Int(string(at + 10..<at + 12)) ?? 0), (1...31).contains(Int(string(at + 12..<at + 14)) ?? 0)
      else { return nil }
      return Match(range: at..<end, kind: .identity)
    case 8:
      guard next.isLetter, next & 0x20 == 0, !(byte(stop + 1)?.isIdentifier ?? false),
        next == Self.spanishLetter(Int(string(at..<stop)) ?? 0), byte(at - 1) != 0x23
      else { return nil }
      return Match(range: at..<stop + 1, kind: .identity)
    case 3:
      if isByte(".", stop), isByte(".", at + 7), isByte("-", at + 11) { return taxNumberOfBrazil(at) }
      // AHV numbers begin with 756.
      guard has("756.", at), isByte(".", at + 8), isByte(".", at + 13), at + 16 <= bytes.count,
        digits(at..<at + 16).count == 13, !(byte(at + 16)?.isIdentifier ?? false)
      else { return nil }
      return Match(range: at..<at + 16, kind: .identity)
    default: return nil
    }
  }

  private static func spanishLetter(_ number: Int) -> UInt8 { Array("TRWAGMYFPDXBNJZSQVHLCKE".utf8)[number % 23] }

  private func taxNumberOfBrazil(_ at: Int) -> Match? {
    guard at + 14 <= bytes.count, !(byte(at + 14)?.isIdentifier ?? false) else { return nil }
    let numbers = digits(at..<at + 14)
    guard numbers.count == 11, Set(numbers).count > 1 else { return nil }
    for count in [9, 10] {
      let sum = (0..<count).reduce(0) { $0 + numbers[$1] * (count + 1 - $1) }
      guard numbers[count] == sum * 10 % 11 % 10 else { return nil }
    }
    return Match(range: at..<at + 14, kind: .identity)
  }

  fileprivate func codeOfCountry(_ at: Int) -> Match? {
    let stop = end(from: at, atMost: 17) { !$0.isLetterOrDigit }
    guard !(byte(stop)?.isIdentifier ?? false), byte(at - 1) != 0x2E, byte(at - 1) != 0x2D, byte(at - 1) != 0x2F else {
      return nil
    }
    let value = Array(bytes[at..<stop])
    if value.count == 16 {
      // The tax code of Italy: letters of the names, the date and the town of birth.
      let letters = [0, 1, 2, 3, 4, 5, 8, 11, 15]
      guard
        value.indices.allSatisfy({
          letters.contains($0) ? value[$0].isLetter && value[$0] & 0x20 == 0 : value[$0].isDigit
        }),
        "ABCDEHLMPRST".utf8.contains(value[8])
      else { return nil }
      return Match(range: at..<stop, kind: .identity)
    }
    // The NIE of Spain.
    guard value.count == 9, [0x58, 0x59, 0x5A].contains(value[0]), value[1...7].allSatisfy(\.isDigit),
      value[8].isLetter,
      let number = Int(String(value[0] - 0x58) + String(streamSafe: value[1...7])),
      value[8] == Self.spanishLetter(number)
    else { return nil }
    return Match(range: at..<stop, kind: .identity)
  }
}
