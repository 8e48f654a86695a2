import Bytes

extension RedactionKind {
  static let signingIdentity = RedactionKind(
    id: "signing-identity", placeholder: .user, title: "name in a signing identity or a commit",
    recognition: """
      the name after `Apple Development:`, `Developer ID Application:` and the like; `CN=`; trailers such as \
      `Signed-off-by:`; the author of a line in `git blame`
      """,
    labels: [
      RedactionLabel(
        .part,
        """
        signedoffby coauthoredby reviewedby ackedby testedby suggestedby helpedby pairedwith writtenby editedby \
        approvedby requestedby mergedby authoredby lastmodifiedby lastsavedby preparedby sharedby invitedby postedby \
        gitauthorname gitcommittername changedby openedby closedby assignedto
        """, value: RedactionScanner.name(.user, words: 4)),
      RedactionLabel(.whole, "o", value: RedactionScanner.organization),
      RedactionLabel(.whole, "cn commonname", value: RedactionScanner.commonName),
    ],
    recognizers: [
      RedactionRecognizer(at: ":") { $0.signingIdentity($1) },
      RedactionRecognizer(at: "(") { scanner, at in scanner.authorOfLine(at) ?? scanner.nameBeforeTeam(at) },
      RedactionRecognizer(after: .author) { $0.authorAfterPhrase($1) },
    ],
    removed: [
      Example("Apple Development: Zoe Quill (ABCDE12345)", "Apple Development: user-1 (ABCDE12345)"),
      Example(
        "Authority=Developer ID Application: Zoe Quill (ABCDE12345)",
        "Authority=Developer ID Application: user-1 (ABCDE12345)"),
      Example("\"iPhone Distribution: Quill Apps GmbH\"", "\"iPhone Distribution: user-1\""),
      Example("subject=/CN=Zoe Quill/O=x", "subject=/CN=user-1/O=x"),
      Example("CN=Zoe Quill,OU=Staff,DC=example", "CN=user-1,OU=Staff,DC=example"),
      Example("Signed-off-by: Zoe Quill", "Signed-off-by: user-1"),
      Example(
        "1a2b3c4d (Zoe Quill 2026-01-02 10:00:00 +0100 12) let a",
        "1a2b3c4d (user-1 2026-01-02 10:00:00 +0100 12) let a"),
      Example("Created by Zoe Quill on 1/2/24", "Created by user-1 on 1/2/24"),
    ],
    stays: [
      "Authority=Apple Root CA", "Authority=Software Signing", "Authority=Developer ID Certification Authority",
      "CN=Apple Worldwide Developer Relations Certification Authority, O=Apple Inc.",
      "Code signing identity: none", "Created by the system on demand",
    ])
}

extension RedactionScanner {
  /// The last words of the titles of certificates, before the colon.
  private static let certificates: [StaticString] = [
    "Apple Development", "Apple Distribution", "Developer ID Application", "Developer ID Installer", "iPhone Developer",
    "iPhone Distribution", "iOS Developer", "iOS Development", "iOS Distribution", "Mac Developer", "Mac Development",
    "Mac Distribution", "Mac App Distribution", "Mac Installer Distribution", "Mac Developer Application",
    "Mac Developer Installer", "Apple Push Services", "Developer ID Kext", "Pass Type ID",
    "Apple Sandbox Push Services",
    "Apple Development IOS Push Services", "Apple Production IOS Push Services", "Website Push ID",
    "3rd Party Mac Developer Application", "3rd Party Mac Developer Installer", "Safari Developer",
  ]

  /// Matches the name after the title of a certificate, without the identifier of the team.
  fileprivate func signingIdentity(_ at: Int) -> Match? {
    guard at > 8, bytes[at - 1].isLetter, isByte(" ", at + 1), Self.certificates.contains(where: { hasBefore($0, at) })
    else { return nil }
    let start = end(from: at + 1, atMost: 4) { $0 != 0x20 }
    var stop = end(from: start, atMost: 100) {
      $0 < 0x20 || [0x22, 0x27, 0x28, 0x2C, 0x3B, 0x5C, 0x3C].contains($0)
    }
    while stop > start, bytes[stop - 1] == 0x20 { stop -= 1 }
    let range = start..<stop
    // A push certificate names a bundle identifier.
    // Without the identifier of a team, a sentence may follow.
    let hasTeam = has(" (", stop) && isByte(")", end(from: stop + 2, atMost: 11) { !$0.isLetterOrDigit })
    guard range.count >= 2, bytes[range].contains(where: { $0.isLetter || $0 >= 0x80 }), !isBundleIdentifier(range),
      hasTeam || bytes[start] >= 0x80 || bytes[start] & 0x20 == 0
    else { return nil }
    return Match(range: range, kind: .user)
  }

  func isBundleIdentifier(_ range: Range<Int>) -> Bool {
    bytes[range].count { $0 == 0x2E } >= 2 && !bytes[range].contains(0x20)
      && bytes[range].allSatisfy { $0.isIdentifier || $0 == 0x2E || $0 == 0x2D }
  }

  private static let titlesOfAuthorities: [String] = [
    "apple", "certification", "authority", "certificate", " ca", "root", "server", "signing", "users", "computers",
    "admins", "staff", "localhost", "*.", "http", "system", "services", "domain", "people", "groups", "software",
    "configuration", "schema", "builtin", "managed", "timestamp", "issuing", "trust", "validation", "kext", "code",
  ]

  /// The common name in a distinguished name, if it is that of people or a company.
  fileprivate static let commonName: Form = { scanner, field in
    guard field.delimiter != .colon || field.quoteEnd != nil else { return nil }
    var stop =
      field.quoteEnd
      ?? scanner.end(from: field.start, atMost: 100) {
        $0 < 0x20 || [0x22, 0x2C, 0x2F, 0x2B, 0x3B, 0x28, 0x5C, 0x3C, 0x3E, 0x7D].contains($0)
      }
    while stop > field.start, scanner.bytes[stop - 1] == 0x20 { stop -= 1 }
    let range = field.start..<stop
    let text = scanner.string(range).lowercased()
    guard range.count >= 3, !scanner.isNoValue(range), scanner.isNameLike(range),
      !scanner.isBundleIdentifier(range), !titlesOfAuthorities.contains(where: { text.contains($0) }),
      text.contains(" ") || scanner.isByte(",", stop) || scanner.isByte("/", stop)
    else { return nil }
    return Match(range: range, kind: .user)
  }

  /// The name of an organization with a blank, which can be the name of people.
  fileprivate static let organization: Form = { scanner, field in
    let stop = scanner.end(from: field.start, atMost: 60) { $0 < 0x20 || [0x22, 0x2C, 0x2F, 0x3B, 0x5C].contains($0) }
    guard scanner.bytes[field.start..<stop].contains(0x20), scanner.isByte(",", stop) || scanner.isByte("/", stop)
    else {
      return nil
    }
    return commonName(&scanner, field)
  }

  /// Matches the name before the identifier of a team, or before `(Personal Team)`.
  fileprivate func nameBeforeTeam(_ at: Int) -> Match? {
    guard isByte(" ", at - 1), at > 6 else { return nil }
    let close = end(from: at + 1, atMost: 11) { !($0.isDigit || $0.isLetter && $0 & 0x20 == 0) }
    let team = bytes[at + 1..<close]
    let isTeam =
      team.count == 10 && isByte(")", close) && team.contains(where: \.isDigit) && team.contains(where: \.isLetter)
    guard isTeam || has("(Personal Team)", at) else { return nil }
    var stop = at - 1
    if isByte("\"", stop - 1) || isByte("'", stop - 1) { stop -= 1 }
    if isByte("\\", stop - 1) { stop -= 1 }
    var start = stop
    for _ in 0..<4 {
      let word = self.start(before: start, atMost: 32) { $0.isLetter || $0 >= 0x80 || $0 == 0x2D || $0 == 0x27 }
      guard word < start, bytes[word] >= 0x80 || bytes[word] & 0x20 == 0 else { break }
      start = word
      guard isByte(" ", word - 1) else { break }
      start -= 1
    }
    while start < stop, bytes[start] == 0x20 { start += 1 }
    guard let name = fullName(start), name.range.upperBound == stop else { return nil }
    return name
  }

  /// Matches the author in a line of `git blame`: `1a2b3c4d (Zoe Quill 2026-01-02 …`.
  fileprivate func authorOfLine(_ at: Int) -> Match? {
    guard isByte(" ", at - 1), let first = byte(at + 1), first.isLetter || first >= 0x80 else { return nil }
    let line = start(before: at - 1, atMost: 120) { $0 >= 0x20 && $0 != 0x22 }
    let number = end(from: line, atMost: 44) { !($0.isHexDigit || $0 == 0x5E) }
    guard number - line >= 7, isByte(" ", number) else { return nil }
    let date = end(from: at + 1, atMost: 80) { $0 < 0x20 || $0.isDigit }
    guard isByte(" ", date - 1), isByte("-", date + 4), isByte("-", date + 7) else { return nil }
    let stop = start(before: date, atMost: 40) { $0 == 0x20 }
    return stop > at + 2 ? Match(range: at + 1..<stop, kind: .user) : nil
  }

  /// Matches two or more words that begin like names after a phrase: `Created by Zoe Quill on 1/2/24`.
  fileprivate func authorAfterPhrase(_ end: Int) -> Match? { isByte(" ", end) ? fullName(end + 1) : nil }

  /// Returns whether a word is part of names of frameworks, products and tools.
  static func isCapitalizedWord(_ word: String) -> Bool {
    PrivacyWords.shared.roles(Array(word.utf8)[...]).contains(.capitalized)
  }

  /// Returns two to four words in a row that begin like names.
  func fullName(_ start: Int, fewest: Int = 2) -> Match? {
    var stop = start
    var count = 0
    var last = start
    while count < 4 {
      let end = end(from: stop, atMost: 40) {
        !($0.isLetter || $0 >= 0x80 || $0 == 0x27 || $0 == 0x2D)
      }
      guard end - stop >= 2, let first = byte(stop) else { break }
      let word = string(stop..<end)
      let isCapitalized = first >= 0x80 || first & 0x20 == 0
      // A name has lowercase letters after the first one: `NSString` and `URL` are not names.
      let tail = bytes[stop..<end].dropFirst()
      let isWord =
        tail.contains { $0 >= 0x80 || $0 & 0x20 != 0 }
        && !bytes[stop..<min(end, stop + 2)].allSatisfy { $0 < 0x80 && $0 & 0x20 == 0 }
      if isCapitalized, isWord, !RedactionVocabulary.isOfReports(word.lowercased()),
        !Self.isCapitalizedWord(word)
      {
        count += 1
        last = end
      } else if !(count > 0 && Self.isParticle(word)) {
        break
      }
      guard isByte(" ", end) || isByte(".", end) && isByte(" ", end + 1) else { break }
      stop = end + (isByte(" ", end) ? 1 : 2)
    }
    // Names in Chinese, Japanese and Korean have no blanks.
    let isOneWord = count == 1 && bytes[start] >= 0xE3
    return count >= fewest || isOneWord ? Match(range: start..<last, kind: .user) : nil
  }
}
