import Bytes

/// Values after a word of any language, which the form of the value tells from other words.
extension RedactionScanner {
  /// Signs between a word and its value: blanks, separators, and quotation marks of ASCII.
  private func afterSigns(_ start: Int) -> Int {
    var at = start
    while at - start < 12 {
      if let byte = byte(at), [0x20, 0x3A, 0x3D, 0x22, 0x27, 0x28, 0x5B, 0x60, 0xA0].contains(byte) {
        at += 1
      } else if has("\u{FF1A}", at) || has("\u{2014}", at) || has("\u{2013}", at) || has("\u{3000}", at) {
        at += 3
      } else if has("\u{A0}", at) {
        at += 2
      } else {
        break
      }
    }
    return at
  }

  /// Returns the end of a word: a run without blanks and quotation marks. In texts without blanks, letters of ASCII and
  /// others are words of their own.
  private func endOfAnyWord(_ start: Int, splitsScripts: Bool = true) -> Int {
    guard let first = byte(start) else { return start }
    let isWide = first >= 0xE3
    var stop = end(from: start, atMost: 64) {
      $0 <= 0x20 || [0x22, 0x27, 0x3A, 0x3D, 0x2C, 0x3B, 0x28, 0x29, 0x5B, 0x5D, 0x5C].contains($0)
        || splitsScripts && ($0 >= 0xE3 || $0 < 0x80) && ($0 >= 0xE3) != isWide && $0 != 0x20
          && (isWide ? $0 < 0x80 : $0 >= 0xE3)
    }
    while stop > start, [0x2E, 0x21, 0x3F].contains(bytes[stop - 1]) { stop -= 1 }
    return stop
  }

  /// Returns the content of quotation marks of any language at an offset, without blanks at its ends.
  private func quotedRange(_ at: Int) -> Range<Int>? {
    var (start, end) = quoted(at)
    guard var stop = end else { return nil }
    end = nil
    while start < stop, bytes[start] == 0x20 || has("\u{A0}", start) || has("\u{202F}", start) {
      start += bytes[start] == 0x20 ? 1 : bytes[start] == 0xC2 ? 2 : 3
    }
    while stop > start {
      if bytes[stop - 1] == 0x20 || bytes[stop - 1] == 0x5C {
        stop -= 1
      } else if hasBefore("\u{A0}", stop) {
        stop -= 2
      } else if hasBefore("\u{202F}", stop) {
        stop -= 3
      } else {
        break
      }
    }
    return start < stop && !isPlaceholder(start..<stop) ? start..<stop : nil
  }

  // MARK: Secrets

  /// Matches the secret in `the password for the test account is x`: after a copula of any language, or at once.
  func secretOfSentence(_ end: Int) -> Match? {
    var at = end
    var isLinked = false
    for index in 0..<7 {
      let signs = afterSigns(at)
      if signs > at, bytes[at..<signs].contains(where: { $0 == 0x3A || $0 == 0x3D || $0 == 0xE2 || $0 == 0xEF }) {
        isLinked = true
      }
      at = signs
      // A particle before the value, in texts without blanks.
      if let next = byte(at), next >= 0xE3, index < 2 {
        let stop = endOfAnyWord(at)
        guard stop > at, stop - at <= 24 else { return nil }
        isLinked = PrivacyWords.shared.roles(bytes[at..<stop]).contains(.copula)
        at = stop
        continue
      }
      let range = at..<endOfSecret(at)
      let hasMark = bytes[range].contains { [0x21, 0x23, 0x24, 0x25, 0x26, 0x2A, 0x2B, 0x5E, 0x7E].contains($0) }
      if isLinked || index == 0 || hasMark && bytes[range].contains(where: \.isDigit),
        isSecretForm(range, isLinked: isLinked)
      {
        return Match(range: range, kind: .token)
      }
      let stop = endOfAnyWord(at)
      guard stop > at, !isByte(".", stop), !isByte(",", stop), !isByte("(", stop) else { return nil }
      isLinked = PrivacyWords.shared.roles(bytes[at..<stop]).contains(.copula)
      at = stop
    }
    return nil
  }

  private func endOfSecret(_ start: Int) -> Int {
    var stop = end(from: start, atMost: 64) { $0 <= 0x20 || $0 == 0x22 || $0 == 0x5C || $0 >= 0xE1 || $0 == 0x3C }
    while stop > start, [0x2E, 0x2C, 0x3A, 0x3B, 0x21, 0x3F, 0x29, 0x27, 0x5D].contains(bytes[stop - 1]) { stop -= 1 }
    return stop
  }

  /// Returns whether a word looks like a secret: letters with digits, or with punctuation after a copula.
  private func isSecretForm(_ range: Range<Int>, isLinked: Bool) -> Bool {
    let word = bytes[range]
    guard (isLinked ? 5 : 6)...64 ~= word.count, word.contains(where: { $0.isLetter || $0 >= 0x80 }),
      !word.contains(where: { [0x28, 0x5B, 0x7B, 0x2F, 0x3A, 0x3D, 0x2C, 0x3B].contains($0) }), !isPlaceholder(range),
      !isNoValue(range), !isBundleIdentifier(range), !isModel(range), !isUUID(range.lowerBound),
      !PrivacyWords.shared.roles(word).contains(.ofTechnology), !isByte("(", range.upperBound)
    else { return false }
    let letters = word.prefix { $0.isLetter }
    if !isLinked, letters.count + 2 >= word.count, letters.count < word.count,
      RedactionVocabulary.isOfReports(String(streamSafe: letters).lowercased())
    {
      return false
    }
    if word.contains(where: \.isDigit) {
      // A file or a version: `login2.swift`.
      let ending = word.reversed().prefix { $0.isLetter }
      let isFile = ending.count < word.count && word[word.endIndex - ending.count - 1] == 0x2E && ending.count > 0
      return word.contains(where: { $0.isLetter || $0 >= 0x80 }) && (isLinked || !isFile)
    }
    return isLinked && word.contains { [0x21, 0x23, 0x24, 0x25, 0x26, 0x2A, 0x2B, 0x40, 0x5E, 0x7E].contains($0) }
  }

  /// Matches a key of cryptography: `key = 0x…` with at least 32 hexadecimal digits.
  func hexadecimalKey(_ at: Int) -> Match? {
    let start = end(from: at + 1, atMost: 2) { $0 != 0x20 }
    guard has("0x", start), isHexadecimal(start + 2, 32) else { return nil }
    let word = wordBefore(self.start(before: at, atMost: 2) { $0 == 0x20 }).text
    guard
      ["key", "secret", "hmac", "iv", "nonce", "salt", "seed", "mac", "password", "dek", "kek"]
        .contains(where: { word.hasSuffix($0) })
    else { return nil }
    let stop = end(from: start + 2, atMost: 1024) { !$0.isHexDigit }
    return Match(range: start + 2..<stop, kind: .token)
  }

  // MARK: Networks and devices

  /// Matches the name of a network after `Wi-Fi` and words such as `network`, in any language.
  func networkAfterWireless(_ end: Int) -> Match? {
    guard !isByte("-", end), !isByte("(", end), !isByte(".", end) else { return nil }
    var at = end
    var isNamed = false
    for _ in 0..<4 {
      let signs = afterSigns(at)
      if bytes[at..<signs].contains(where: { $0 == 0x3A || $0 == 0x3D || $0 == 0xE2 || $0 == 0xEF }) { isNamed = true }
      let mark = [0x22, 0x27, 0x60].contains(byte(signs - 1) ?? 0) ? signs - 1 : signs
      // A mark directly after the word ends a quotation that began before it.
      if mark == at, byte(mark).map({ $0 == 0x22 || $0 == 0x27 || $0 == 0x60 }) == true { return nil }
      if let range = quotedRange(mark) {
        return (2...40).contains(range.count) && isNameLike(range) && !isNoValue(range)
          ? Match(range: range, kind: .host, isName: isNetworkForm(range, isNamed: false)) : nil
      }
      at = signs
      let stop = endOfAnyWord(at, splitsScripts: false)
      guard stop > at else { return nil }
      let roles = PrivacyWords.shared.roles(bytes[at..<stop])
      if isNetworkForm(at..<stop, isNamed: isNamed) { return Match(range: at..<stop, kind: .host) }
      guard roles.contains(.ofNetwork) else { return nil }
      isNamed = true
      at = stop
    }
    return nil
  }

  /// Returns whether a word looks like the name of a network and not like a word of a sentence.
  private func isNetworkForm(_ range: Range<Int>, isNamed: Bool) -> Bool {
    let word = bytes[range]
    guard (4...40).contains(word.count), let first = word.first, first.isLetter || first >= 0xC3 || word.contains(0x5F),
      !isPlaceholder(range), !isModel(range), !isNoValue(range), !isBundleIdentifier(range),
      !word.contains(where: { [0x2F, 0x3C, 0x40, 0x2E].contains($0) }), !isByte("(", range.upperBound),
      PrivacyWords.shared.roles(word).isDisjoint(with: [.ofTechnology, .notMachine, .ofNetwork])
    else { return false }
    if word.contains(0x5F) {
      return word.count > 4 && (isNamed || word.contains { $0 >= 0x80 || $0.isDigit || $0 & 0x60 == 0x40 })
    }
    let digits = word.count(where: \.isDigit)
    if digits > 0 { return word.contains(0x2D) || digits >= 2 && word.count >= 6 || isNamed && word.count >= 6 }
    let (isCapital, isCaseless) = beginsName(range.lowerBound)
    if first >= 0xCE { return isCapital && !isCaseless }
    guard isNamed, isCapital else { return false }
    return zip(word, word.dropFirst()).contains { $0.isLetter && $0 & 0x20 != 0 && $1.isLetter && $1 & 0x20 == 0 }
  }

  /// Matches the name of a receiver or a room in quotation marks of any language, and one such as `Zoe – MacBook`.
  func nameOfAppliance(_ end: Int) -> Match? {
    guard let range = quotedAfter(end) else {
      guard isByte(" ", end) else { return nameWithParts(end) }
      let words = nameWords(end + 1)
      guard let last = words.last?.range.upperBound else { return nameWithParts(end) }
      let products: [StaticString] = ["MacBook", "iPhone", "iPad", "iMac", "Mac", "Apple Watch", "HomePod"]
      for mark: StaticString in [" \u{2013} ", " \u{2014} ", " - "] where has(mark, last) {
        let product = last + mark.utf8CodeUnitCount
        guard let found = products.first(where: { has($0, product) }) else { return nil }
        return Match(range: end + 1..<product + found.utf8CodeUnitCount, kind: .host)
      }
      return nameWithParts(end)
    }
    return isNameOfPlace(range) ? Match(range: range, kind: .host, isName: false) : nil
  }

  /// Matches a name of words with capital letters and underscores, as printers have: `HP_LaserJet_Room_Quill`.
  private func nameWithParts(_ end: Int) -> Match? {
    var at = end
    for _ in 0..<5 {
      at = afterSigns(at)
      let stop = endOfAnyWord(at)
      let word = bytes[at..<stop]
      guard stop > at else { return nil }
      if word.count >= 8, bytes[at].isLetter, bytes[at] & 0x20 == 0, word.count(where: { $0 == 0x5F }) >= 2,
        word.contains(where: { $0.isLetter && $0 & 0x20 != 0 }), !isByte("(", stop), !isPlaceholder(at..<stop)
      {
        return Match(range: at..<stop, kind: .host)
      }
      guard isByte(" ", stop) || isByte(":", stop) else { return nil }
      at = stop
    }
    return nil
  }

  /// Matches the name of a region in quotation marks.
  func nameOfArea(_ end: Int) -> Match? {
    guard let range = quotedAfter(end), isNameOfPlace(range) else { return nil }
    return Match(range: range, kind: .location, isName: false)
  }

  /// Returns the text in quotation marks after at most two words.
  private func quotedAfter(_ end: Int) -> Range<Int>? {
    var at = end
    for _ in 0..<3 {
      at = self.end(from: at, atMost: 3) { ![0x20, 0x3A, 0x3D].contains($0) }
      if let range = quotedRange(at) { return range }
      let stop = endOfAnyWord(at)
      guard stop > at, isByte(" ", stop) || isByte("=", stop) || stop < bytes.count && bytes[stop] >= 0xC2 else {
        return nil
      }
      at = stop
    }
    return nil
  }

  /// Returns whether a quoted text is a name that people gave, and not a message or an identifier.
  private func isNameOfPlace(_ range: Range<Int>) -> Bool {
    let value = bytes[range]
    let first = beginsName(range.lowerBound)
    return (3...60).contains(value.count) && first.isCapital && !isNoValue(range) && !isModel(range)
      && !isBundleIdentifier(range)
      && !value.contains(where: { [0x2F, 0x3D, 0x7B, 0x3C, 0x25, 0x28, 0x3A, 0x2E].contains($0) })
      && (value.contains(0x20) || value.contains(where: { $0 >= 0x80 }) || value.contains(0x5F))
      && !RedactionVocabulary.isOfReports(String(streamSafe: value).lowercased())
      && value.split(separator: 0x20).count(where: {
        RedactionVocabulary.isOfReports(String(streamSafe: $0).lowercased())
      }) == 0
      && !PrivacyWords.shared.titlesOfPrograms.contains(String(streamSafe: value).lowercased())
  }

  /// Matches 24 or 40 hexadecimal digits after a word for a device.
  func numberOfDevice(_ end: Int) -> Match? {
    var at = end
    for _ in 0..<3 {
      at = afterSigns(at)
      let stop = self.end(from: at, atMost: 65) { !$0.isHexDigit }
      if stop - at == 40 || stop - at == 24, !(byte(stop)?.isLetterOrDigit ?? false),
        bytes[at..<stop].contains(where: \.isDigit)
      {
        return Match(range: at..<stop, kind: .device)
      }
      let word = endOfAnyWord(at)
      guard word > at, isByte(" ", word) || isByte(":", word) else { return nil }
      at = word
    }
    return nil
  }

  /// Matches two decimal numbers after a word such as `center`.
  func pairAfterWord(_ end: Int) -> Match? {
    let start = afterSigns(end)
    guard start > end || end < bytes.count && bytes[end] >= 0x80, let stop = pair(start, places: 3) else { return nil }
    return Match(range: start..<stop, kind: .location)
  }

  // MARK: Numbers

  /// Matches the number of a license or a citizen: letters with digits, or groups of digits.
  func numberOfLicense(_ end: Int) -> Match? {
    var at = end
    for _ in 0..<3 {
      at = afterSigns(at)
      let stop = self.end(from: at, atMost: 32) { !($0.isDigit || $0.isLetter && $0 & 0x20 == 0 || $0 == 0x2D) }
      let word = bytes[at..<stop]
      if word.count >= 8, word.count(where: \.isDigit) >= 4, !(byte(stop)?.isLetterOrDigit ?? false), byte(stop) != 0x2E
      {
        return Match(range: at..<stop, kind: .identity)
      }
      if let (last, digits) = groups(at), (9...16).contains(digits) { return Match(range: at..<last, kind: .identity) }
      let next = endOfAnyWord(at)
      guard next > at, isByte(" ", next) || isByte(":", next) else { return nil }
      at = next
    }
    return nil
  }

  /// Returns the end of groups of two to five digits, with one blank, dash or dot between them, and how many digits there
  /// are. A date and an address of a network are not groups.
  private func groups(_ start: Int) -> (end: Int, digits: Int)? {
    var (at, digits) = (start, 0)
    var counts: [Int] = []
    var last = start
    var points = 0
    while counts.count < 7 {
      let open = isByte("(", at) ? at + 1 : at
      let stop = end(from: open, atMost: 16) { !$0.isDigit }
      guard stop > open else { break }
      counts.append(stop - open)
      digits += stop - open
      last = isByte(")", stop) ? stop + 1 : stop
      guard let mark = byte(last), [0x20, 0x2D, 0x2E, 0x2F].contains(mark) else { break }
      if mark == 0x2E { points += 1 }
      at = last + 1
    }
    guard let first = counts.first, !(byte(last)?.isLetterOrDigit ?? false) else { return nil }
    // After a zero, a number may have two groups of any length.
    let limit = counts.count == 2 && bytes[start..<last].first { $0.isDigit } == 0x30 ? 8 : 5
    if counts.count > 1, counts.contains(where: { $0 < 2 || $0 > limit }) { return nil }
    let isDate = counts.starts(with: [4, 2, 2]) || counts.starts(with: [2, 2, 4])
    return isDate || counts.count == 4 && points == 3 && first <= 3 && digits != 10 ? nil : (last, digits)
  }

  /// Matches a number of a phone as people of a country write it, after a word for phones.
  func phoneAfterWord(_ end: Int) -> Match? {
    if byte(end).map({ $0 == 0x28 || $0 == 0x2E || $0 == 0x5F }) == true { return nil }
    var at = end
    for _ in 0..<6 {
      at = afterSigns(at)
      if hasBefore("(", at), byte(at)?.isDigit == true { at -= 1 }
      guard let first = byte(at) else { return nil }
      if first.isDigit || first == 0x28 {
        guard let (last, digits) = groups(at), (8...12).contains(digits), byte(last) != 0x3A else { return nil }
        let isGrouped = bytes[at..<last].contains { !$0.isDigit }
        let lead = first.isDigit ? first : byte(at + 1) ?? 0
        // Without groups, a number with a zero, or of mobile phones in India.
        guard isGrouped || digits >= 9 && digits <= 11 && lead == 0x30 || digits == 10 && lead >= 0x36 else {
          return nil
        }
        return Match(range: at..<last, kind: .phone)
      }
      let stop = endOfAnyWord(at)
      guard stop > at, let next = byte(stop), next == 0x20 || next == 0x3A || next >= 0x80 || bytes[stop - 1] >= 0x80
      else {
        return nil
      }
      at = stop
    }
    return nil
  }

  // MARK: Accounts

  /// Matches an account after the word for a user in any language: its form tells it from a word.
  func accountAfterWord(_ end: Int) -> Match? {
    if byte(end).map({ $0 == 0x28 || $0 == 0x2E || $0 == 0x2D }) == true { return nil }
    var at = end
    for _ in 0..<2 {
      let signs = afterSigns(at)
      let mark = [0x22, 0x27, 0x60].contains(byte(signs - 1) ?? 0) ? signs - 1 : signs
      if mark == at, byte(mark).map({ $0 == 0x22 || $0 == 0x27 || $0 == 0x60 }) == true { return nil }
      if let range = quotedRange(mark), range.count <= 40, !bytes[range].contains(0x20) {
        return isAccountForm(range) ? Match(range: range, kind: .user) : nil
      }
      at = signs
      let stop = endOfAccount(at)
      if isAccountForm(at..<stop) || stop - at >= 3 && has(" uid ", stop) && !isNoValue(at..<stop) {
        return Match(range: at..<stop, kind: .user)
      }
      let next = endOfAnyWord(at)
      guard next > at, bytes[at] >= 0x80 || PrivacyWords.shared.roles(bytes[at..<next]).contains(.copula) else {
        return nil
      }
      at = next
    }
    return nil
  }

  private func endOfAccount(_ start: Int) -> Int {
    var stop = end(from: start, atMost: 40) { !($0.isLetterOrDigit || [0x2D, 0x2E, 0x5F].contains($0)) }
    while stop > start, bytes[stop - 1] == 0x2E || bytes[stop - 1] == 0x2D { stop -= 1 }
    return stop
  }

  private static let endings: Set<String> = [
    "swift", "plist", "txt", "log", "json", "xml", "db", "sqlite", "app", "framework", "dylib", "com", "ips", "crash",
  ]

  /// Returns whether a word looks like an account: letters with digits, a dot or an underscore.
  private func isAccountForm(_ range: Range<Int>) -> Bool {
    let word = bytes[range]
    guard (4...32).contains(word.count), let first = word.first, first.isLetter, !isPlaceholder(range), !isModel(range),
      word.contains(where: { $0.isDigit || $0 == 0x2E || $0 == 0x5F }), !isBundleIdentifier(range), !isNoValue(range),
      word.count(where: \.isLetter) >= 3, !PrivacyWords.shared.roles(word).contains(.ofTechnology),
      ![0x28, 0x5B, 0x2F, 0x3D, 0x40].contains(byte(range.upperBound) ?? 0), !hasIgnoringCase("0x", range.lowerBound),
      !hasIgnoringCase("com.", range.lowerBound)
    else { return false }
    // `Swift.UInt` is a type.
    if word.contains(0x2E), word.contains(where: { $0.isLetter && $0 & 0x20 == 0 }) { return false }
    let parts = word.split { $0 == 0x2E || $0 == 0x5F || $0 == 0x2D }
    if let last = word.split(separator: 0x2E).last, Self.endings.contains(String(streamSafe: last).lowercased()) {
      return false
    }
    return !parts.allSatisfy { RedactionVocabulary.isOfReports(String(streamSafe: $0).lowercased()) }
  }

  /// Matches an account after the name of a messenger.
  func accountOfMessenger(_ end: Int) -> Match? {
    if byte(end).map({ $0 == 0x28 || $0 == 0x2E || $0 == 0x2D || $0 == 0x2F }) == true { return nil }
    var at = end
    for _ in 0..<4 {
      at = afterSigns(at)
      if isByte("@", at) { at += 1 }
      let stop = endOfAccount(at)
      if isAccountForm(at..<stop), bytes[at..<stop].contains(where: { $0.isLetter && $0 & 0x20 != 0 }) {
        return Match(range: at..<stop, kind: .user)
      }
      let next = endOfAnyWord(at)
      let isShort = next > at && next - at <= 30
      guard isShort,
        bytes[at] >= 0x80 || hasIgnoringCase("id", at) || hasIgnoringCase("is", at) || hasIgnoringCase("my", at)
      else {
        return nil
      }
      at = next
    }
    return nil
  }
}
