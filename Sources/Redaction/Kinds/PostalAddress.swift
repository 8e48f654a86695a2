import Bytes

extension RedactionKind {
  static let postalAddress = RedactionKind(
    id: "postal-address", placeholder: .location, title: "postal address in a sentence",
    recognition: """
      a number with the name of a street in the form of several countries, such as `42 Elm Street`, `Lindenweg 7a`, \
      `12 rue de la Paix`, `ул. Ленина, д. 15`, `渋谷区神南1-19-11`, and the town and post code after it
      """,
    recognizers: [
      RedactionRecognizer(words: .digits) { $0.addressAfterNumber($1) },
      RedactionRecognizer(words: .names) { $0.addressWithNumber($1) },
      RedactionRecognizer(after: .street) { $0.streetAfterKind($1) },
      RedactionRecognizer(after: .card) { $0.addressOfCard($1) },
      RedactionRecognizer(leads: 0xE3...0xED) { $0.eastAsianAddress($1) },
    ],
    removed: [
      Example("ship to 42 Quill Street, Springfield, IL 62704 please", "ship to location-1 please"),
      Example("an Quillweg 7a, 80331 München geliefert", "an location-1 geliefert"),
      Example("\"12 rue de la Quille, 75002 Paris\"", "\"location-1\""),
      Example("in Via Quilla 15, 00184 Roma.", "in location-1."),
      Example("op Keizersgracht 241, 1016 EA Amsterdam", "op location-1"),
      Example("PO Box 1187, Boulder, CO 80306", "location-1"),
      Example("ул. Ленина, д. 15", "location-1"), Example("住所は東京都渋谷区神南1-19-11です", "住所はlocation-1です"),
    ],
    stays: [
      "Main Street is the name of the level", "Level 12 Street Fighter 2", "frame 12 Avenue controller 3",
      "12 frames in 3 threads",
      "Street View failed", "3 Background Threads", "Anhang 12", "Vorgang 4711", "市場 1",
    ])
}

extension RedactionScanner {
  /// The strong kinds of streets; others, such as `Drive`, are words of programs, too.
  private static let streets: Set<String> = [
    "street", "st", "avenue", "ave", "road", "rd", "boulevard", "blvd", "lane", "ln", "terrace", "parkway", "pkwy",
    "highway", "hwy",
  ]

  /// Returns the end of a number of a house, with a letter or a second number: `221B`, `12-14`, `84/92`.
  private func endOfHouse(_ at: Int) -> Int? {
    var stop = end(from: at, atMost: 6) { !$0.isDigit }
    guard stop > at, stop - at <= 5 else { return nil }
    if let mark = byte(stop), mark == 0x2D || mark == 0x2F, byte(stop + 1)?.isDigit == true {
      stop = end(from: stop + 1, atMost: 5) { !$0.isDigit }
    }
    if let letter = byte(stop), letter.isLetter, !(byte(stop + 1)?.isIdentifier ?? false) { stop += 1 }
    if let next = byte(stop), next.isIdentifier || next == 0x3A || next == 0x2E && byte(stop + 1)?.isDigit == true {
      return nil
    }
    return stop
  }

  /// Returns the end of a word of an address at an offset: letters, with a dot after a short one.
  private func endOfPlace(_ at: Int) -> Int {
    var end = endOfNameWord(at)
    // `Queen's Road`.
    if end > at, has("'s ", end) { end += 2 }
    return end > at && end - at <= 6 && isByte(".", end) ? end + 1 : end
  }

  private func placeRoles(_ at: Int, _ end: Int) -> PrivacyWords.Roles { PrivacyWords.shared.roles(bytes[at..<end]) }

  /// Matches `42 Maple Avenue, Springfield` and `12 rue de la Paix, 75002 Paris`.
  fileprivate func addressAfterNumber(_ at: Int) -> Match? {
    if let before = byte(at - 1), before == 0x2E || before == 0x2F || before == 0x2D || before == 0x23 { return nil }
    guard let house = endOfHouse(at), isByte(" ", house) || has(", ", house) else { return nil }
    var start = end(from: house, atMost: 2) { ![0x20, 0x2C].contains($0) }
    for word: StaticString in ["bis ", "ter ", "bis, "] where has(word, start) { start += word.utf8CodeUnitCount }
    let first = endOfPlace(start)
    guard first > start else { return nil }
    if placeRoles(start, first).contains(.streetBefore), isByte(" ", first), let end = endOfStreetName(first + 1) {
      return Match(range: at..<endOfTown(end), kind: .location, isName: false)
    }
    guard isByte(" ", house) else { return nil }
    // Up to four capitalized words, of which the last is a kind of street.
    var word = start
    for count in 0..<5 {
      let end = endOfPlace(word)
      guard end > word, beginsName(word).isCapital || bytes[word].isDigit else { return nil }
      if count > 0, placeRoles(word, end).contains(.street), !(byte(end)?.isIdentifier ?? false) {
        let kind = string(word..<end).lowercased().replacing(".", with: "")
        let town = endOfTown(end)
        let isSure = Self.streets.contains(kind) || town > end + 3 || followsAddressPhrase(at)
        return isSure ? Match(range: startOfFlat(at)..<town, kind: .location, isName: false) : nil
      }
      guard isByte(" ", end) else { return nil }
      word = end + 1
    }
    return nil
  }

  /// Returns the start of the part of a house before its number: `Flat 3, 14 Elm Road`.
  private func startOfFlat(_ house: Int) -> Int {
    guard hasBefore(", ", house) else { return house }
    let number = start(before: house - 2, atMost: 5) { $0.isLetterOrDigit }
    let word = start(before: number - 1, atMost: 10) { $0.isLetter }
    guard number < house - 2, isByte(" ", number - 1), word >= floor, word < number - 1,
      placeRoles(word, number - 1).contains(.part)
    else { return house }
    return word
  }

  /// Returns whether `lives at` and the like precede.
  private func followsAddressPhrase(_ at: Int) -> Bool {
    [
      "lives at ", "live at ", "address is ", "address: ", "deliver to ", "ship to ", "home at ", "lives on ",
      "drove to ",
    ]
    .contains { (phrase: StaticString) in hasBefore(phrase, at) }
  }

  /// Returns the end of the name of a street after its kind: particles, and capitalized words.
  private func endOfStreetName(_ start: Int) -> Int? {
    var at = start
    var last: Int?
    for _ in 0..<5 {
      let end = endOfPlace(at)
      guard end > at, end - at <= 40 else { break }
      if beginsName(at).isCapital {
        last = end
      } else if end - at > 4 {
        break
      }
      guard isByte(" ", end) else { break }
      at = end + 1
    }
    return last
  }

  /// Matches `Hauptstraße 12, 10115 Berlin`, `Calle de Alcalá 45`, `Atatürk Caddesi No: 45`.
  fileprivate func addressWithNumber(_ at: Int) -> Match? {
    guard beginsPhrase(at), !(byte(at - 1) == 0x2D) else { return nil }
    if has("PO Box ", at) || has("P.O. Box ", at) || has("Postfach ", at) { return postBox(at) }
    let first = endOfPlace(at)
    guard first > at, first - at <= 48, beginsName(at).isCapital else { return nil }
    if PrivacyWords.shared.endsLikeStreet(bytes[at..<first].map(\.lowercased)[...]), isByte(" ", first),
      let house = endOfHouse(first + 1)
    {
      let isLong = has("straße", first - 7) || has("strasse", first - 7) || has("gracht", first - 6)
      let town = endOfTown(house)
      return isLong || town > house || followsAddressWord(at)
        ? Match(range: at..<town, kind: .location, isName: false) : nil
    }
    let roles = placeRoles(at, first)
    if roles.contains(.streetBefore), isByte(" ", first) { return streetBeforeName(at, first + 1) }
    return streetAfterName(at, first)
  }

  private func followsAddressWord(_ at: Int) -> Bool {
    let before = wordBefore(start(before: at, atMost: 2) { $0 == 0x20 }).text
    return ["an", "in", "der", "am", "adresse", "wohnt", "nach", "bei", "op", "aan"].contains(before)
  }

  private func streetBeforeName(_ at: Int, _ name: Int) -> Match? {
    guard let end = endOfStreetName(name) else { return nil }
    let number = self.end(from: end, atMost: 2) { ![0x20, 0x2C].contains($0) }
    var house = number
    for word: StaticString in ["nº ", "n. ", "No: ", "No. ", "nr ", "nr. ", "n° ", "д. ", "д.", "дом ", "№ "]
    where has(word, house) {
      house += word.utf8CodeUnitCount
    }
    guard house > end, let stop = endOfHouse(house) else { return nil }
    return Match(range: at..<endOfTown(stop), kind: .location, isName: false)
  }

  /// Matches `Atatürk Caddesi No: 45`, `Váci utca 12`.
  private func streetAfterName(_ at: Int, _ first: Int) -> Match? {
    guard isByte(" ", first) else { return nil }
    let second = endOfPlace(first + 1)
    guard second > first + 1, placeRoles(first + 1, second).contains(.streetElsewhere) else { return nil }
    var house = end(from: second, atMost: 2) { $0 != 0x20 && $0 != 0x2C }
    for word: StaticString in ["No: ", "No:", "No. ", "no: ", "no. "] where has(word, house) {
      house += word.utf8CodeUnitCount
    }
    guard house > second, let stop = endOfHouse(house) else { return nil }
    return Match(range: at..<endOfTown(stop), kind: .location, isName: false)
  }

  /// Matches streets whose kind is in lower case: `rue de la Paix 12`, `ул. Ленина, д. 15`.
  fileprivate func streetAfterKind(_ end: Int) -> Match? {
    guard isByte(" ", end) else { return nil }
    let start = start(before: end, atMost: 24) { $0.isLetter || $0 >= 0x80 || $0 == 0x2E || $0 == 0x2D || $0 == 0x2F }
    guard start < end, beginsPhrase(start) else { return nil }
    return streetBeforeName(start, end + 1)
  }

  /// Matches the address in a contact (RFC 6350): `ADR;TYPE=HOME:;;…`.
  fileprivate func addressOfCard(_ end: Int) -> Match? {
    let colon = self.end(from: end, atMost: 60) { $0 == 0x3A || $0 < 0x20 || $0 == 0x22 }
    guard isByte(":", colon), isByte(";", end) || colon == end else { return nil }
    let stop = endOfLine(from: colon + 1)
    guard bytes[colon..<stop].count(where: { $0 == 0x3B }) >= 4,
      bytes[colon..<stop].contains(where: { $0.isLetterOrDigit || $0 >= 0x80 })
    else { return nil }
    let start = self.end(from: colon + 1, atMost: 8) { $0 != 0x3B }
    return start < stop && !isPlaceholder(start..<stop)
      ? Match(range: start..<stop, kind: .location, isName: false) : nil
  }

  private func postBox(_ at: Int) -> Match? {
    let start = end(from: at, atMost: 12) { $0.isDigit }
    let stop = end(from: start, atMost: 8) { !$0.isDigit }
    return stop > start ? Match(range: at..<endOfTown(stop), kind: .location, isName: false) : nil
  }

  // MARK: Towns

  /// Returns the end of the town after a street: directions, parts of the house, states, post codes, and capitalized words
  /// after a comma or a post code.
  private func endOfTown(_ street: Int) -> Int {
    var last = street
    var at = street
    var mayName = false
    for _ in 0..<14 {
      let comma = isByte(",", at) || isByte(";", at)
      let blank = comma ? at + 1 : at
      guard isByte(" ", blank) || comma else { break }
      let start = isByte(" ", blank) ? blank + 1 : blank
      let end = self.end(from: start, atMost: 40) {
        !($0.isLetterOrDigit || $0 >= 0x80 || $0 == 0x27 || $0 == 0x2D || $0 == 0x2E)
      }
      guard end > start else { break }
      var stop = end
      while stop > start, bytes[stop - 1] == 0x2E, stop - start > 5 || !isByte(" ", stop) { stop -= 1 }
      let word = start..<stop
      guard let kind = placeKind(word, mayName: mayName || comma) else { break }
      last = stop
      at = stop
      mayName = kind == .code || kind == .name || kind == .number && comma
    }
    return last
  }

  private enum PlaceKind { case part, number, code, name }

  private func placeKind(_ word: Range<Int>, mayName: Bool) -> PlaceKind? {
    let value = bytes[word]
    let digits = value.count(where: \.isDigit)
    if digits > 0 {
      if value.allSatisfy({ $0.isDigit || $0 == 0x2D }) {
        return digits >= 4 ? .code : mayName || digits <= 3 && isPart(before: word) ? .number : nil
      }
      // `NW1`, `6XE`, `4B`, `EC1A`.
      return value.count <= 7 && value.allSatisfy { $0.isDigit || $0.isLetter && $0 & 0x20 == 0 }
        ? .code : isPart(before: word) ? .number : nil
    }
    let roles = placeRoles(word.lowerBound, word.upperBound)
    if roles.contains(.part),
      mayName || value.first.map({ $0.isLetter && $0 & 0x20 == 0 }) == true || isByte(",", word.lowerBound - 2)
    {
      return .part
    }
    if roles.contains(.state), value.allSatisfy({ $0.isLetter && $0 & 0x20 == 0 }) { return .name }
    // The letters of a Dutch post code.
    if value.count == 2, value.allSatisfy({ $0.isLetter && $0 & 0x20 == 0 }), mayName { return .name }
    guard mayName,
      beginsName(word.lowerBound).isCapital || ["am", "an", "der", "la", "de", "del", "im"].contains(string(word))
    else { return nil }
    return isCommonPlace(word) ? nil : .name
  }

  private func isPart(before word: Range<Int>) -> Bool {
    let end = start(before: word.lowerBound, atMost: 2) { $0 == 0x20 }
    let first = start(before: end, atMost: 10) { $0.isLetter || $0 >= 0x80 || $0 == 0x2E || $0 == 0x3A }
    return first < end && placeRoles(first, end).contains(.part)
  }

  private func isCommonPlace(_ word: Range<Int>) -> Bool {
    let text = string(word).lowercased()
    return ["the", "then", "maps", "error", "and", "but", "it", "app", "please", "crash"].contains(text)
  }

  // MARK: East Asia

  private static let units: [StaticString] = [
    "\u{90FD}", "\u{9053}", "\u{5E9C}", "\u{770C}", "\u{5E02}", "\u{533A}", "\u{753A}", "\u{6751}", "\u{90E1}",
    "\u{7701}", "\u{5340}",
    "\u{53BF}", "\u{9547}", "\u{4E61}", "\u{8DEF}", "\u{8857}", "\u{5DF7}",
  ]

  /// Matches an address in Chinese, Japanese or Korean: units of administration, and a number.
  fileprivate func eastAsianAddress(_ at: Int) -> Match? {
    if bytes[at] >= 0xEA { return koreanAddress(at) }
    guard let unit = Self.units.first(where: { has($0, at) }), at >= 6 else { return nil }
    // Only the first unit of a run is examined.
    let start = self.start(before: at, atMost: 24) { $0 >= 0xE3 || (0x80..<0xC0).contains($0) }
    guard start >= floor, !Self.units.contains(where: { unit in (start..<at).contains { has(unit, $0) } }) else {
      return nil
    }
    var stop = at + unit.utf8CodeUnitCount
    var units = 1
    var hasNumber = false
    while stop < bytes.count, stop - at < 120 {
      let byte = bytes[stop]
      if byte.isDigit {
        hasNumber = true
        stop += 1
      } else if byte == 0x2D || byte == 0x20, hasNumber, self.byte(stop + 1)?.isDigit == true {
        stop += 1
      } else if byte >= 0xE4, byte <= 0xE9,
        !hasNumber
          || ["号", "號", "番", "丁", "室", "楼", "栋", "弄", "目", "地", "单", "元"].contains(where: { (unit: StaticString) in
            has(unit, stop)
          })
      {
        if Self.units.contains(where: { has($0, stop) }) { units += 1 }
        stop += 3
      } else if byte == 0xE3, !hasNumber, self.byte(stop + 1) == 0x82 || self.byte(stop + 1) == 0x83 {
        stop += 3
      } else {
        break
      }
    }
    guard hasNumber, units >= 2 else { return nil }
    var first = start
    for word: StaticString in [
      "收货地址是", "地址是", "住址是", "地址为", "地址", "住所は", "住所", "住在", "位于", "送到", "寄到", "在", "从", "到", "是", "は", "に",
    ] where has(word, first) && first + word.utf8CodeUnitCount < at {
      first += word.utf8CodeUnitCount
      break
    }
    return Match(range: first..<stop, kind: .location, isName: false)
  }

  /// Matches `강남구 테헤란로 152`: a unit, a street and a number.
  private func koreanAddress(_ at: Int) -> Match? {
    guard has("\u{B85C} ", at) || has("\u{AE38} ", at), byte(at + 4)?.isDigit == true, let house = endOfHouse(at + 4)
    else { return nil }
    let units: [StaticString] = ["\u{AD6C} ", "\u{C2DC} ", "\u{AD70} ", "\u{B3D9} ", "\u{B3C4} "]
    var start = self.start(before: at, atMost: 30) { $0 >= 0x80 }
    guard isByte(" ", start - 1) else { return nil }
    var count = 0
    while count < 3, isByte(" ", start - 1), units.contains(where: { has($0, start - 4) }) {
      start = self.start(before: start - 1, atMost: 30) { $0 >= 0x80 }
      count += 1
    }
    return count > 0 && start >= floor ? Match(range: start..<house, kind: .location, isName: false) : nil
  }
}
