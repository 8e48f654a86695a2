import Bytes

extension RedactionKind {
  static let mailAddress = RedactionKind(
    id: "mail-address", placeholder: .email, title: "e-mail address",
    recognition: "its form with any top-level domain, also with `%40`, `\\u0040` or letters outside ASCII",
    labels: [
      .inOtherLanguages(.mail, value: RedactionScanner.mailField),
      RedactionLabel(
        .part,
        """
        email emailaddress mailto mailaddress appleid appleaccount icloudaccount icloudid itunesaccount appleidusername \
        useremail primaryemail replyto gamecenterid accountemail
        """, value: RedactionScanner.mailField),
    ],
    recognizers: [
      RedactionRecognizer(at: "@%\\&=[(\u{FF20}") { $0.email($1) },
      RedactionRecognizer(at: "<") { $0.correspondent($1) },
      RedactionRecognizer(at: " ") { $0.spelledAddress($1) },
    ],
    removed: [
      Example("mail jane.doe+x@mail.example.com.", "mail email-1."),
      Example("jane.doe@example.app", "email-1"), Example("jane%40example.com", "email-1"),
      Example(#""a":"jane\u0040example.com""#, #""a":"email-1""#), Example("zoe@m\u{FC}nchen.de", "email-1"),
      Example("<jane@company.swift>", "<email-1>"), Example("Apple ID: zoequill", "Apple ID: email-1"),
      Example("zoe@build.local", "email-1"), Example("From: Zoe Quill <zoe@example.com>", "From: user-1 <email-1>"),
    ],
    stays: [
      "icon@2x.png Foo@rpath a@b", "draw@main.jsbundle:12:3", "@rpath/Foo.framework/Foo", "foo@main.js", "Foo@4.2.app",
      "@executable_path/../Frameworks/a.dylib",
    ])
}

extension RedactionScanner {
  fileprivate static let mailField: Form = { scanner, field in
    if field.isKey, field.quoteEnd == nil { return nil }
    let stop = field.quoteEnd ?? scanner.endOfWord(from: field.start)
    let range = field.start..<stop
    guard range.count >= 4, range.count <= 256, !scanner.isNoValue(range), !scanner.isParameter(field),
      !scanner.bytes[range].contains(UInt8(ascii: "/")), !scanner.bytes[range].contains(0x20) || field.quoteEnd != nil
    else { return nil }
    return Match(range: range, kind: .email)
  }

  /// Endings of files. Some are also top-level domains, such as `app`; a mail's context decides.
  private static let fileEndings: Set<String> = [
    "png", "jpg", "jpeg", "gif", "pdf", "svg", "heic", "car", "nib", "xib", "storyboard", "plist", "json", "swift", "m",
    "mm", "h", "c", "cc", "cpp", "dylib", "framework", "app", "appex", "bundle", "kext", "txt", "strings", "js",
    "jsbundle", "ts", "jsx", "tsx", "so", "py", "rs", "sh", "pl", "md", "zip", "mov", "ps", "html", "htm", "xml", "hbc",
    "map", "cs", "java", "kt", "go", "rb", "php", "lua", "dart", "log", "crash", "ips",
  ]
  /// Domains that are written without a top-level domain.
  private static let singleDomains: Set<String> = ["localhost", "icloud", "gmail", "hotmail", "yahoo", "outlook"]
  private static let internalDomains: Set<String> = [
    "local", "lan", "corp", "internal", "home", "intranet", "test", "example", "invalid", "localdomain", "private",
  ]

  /// Returns the end of `@`, `%40`, `\u0040` or `&#64;` at `at`.
  private func endOfAt(_ at: Int) -> Int? {
    switch bytes[at] {
    case UInt8(ascii: "@"): return at + 1
    case UInt8(ascii: "%"):
      guard let (byte, next) = decoded(at), byte == UInt8(ascii: "@") else { return nil }
      return next
    case UInt8(ascii: "\\"):
      let index = at + backslashes(at)
      return has("u0040", index) ? index + 5 : nil
    case UInt8(ascii: "["), UInt8(ascii: "("):
      guard hasIgnoringCase("at", at + 1), isByte("]", at + 3) || isByte(")", at + 3) else { return nil }
      return isByte(" ", at + 4) ? at + 5 : at + 4
    case 0xEF: return has("\u{FF20}", at) ? at + 3 : nil
    case UInt8(ascii: "="): return has("=40", at) && byte(at + 3)?.isLetter == true ? at + 3 : nil
    default: return has("&#64;", at) ? at + 5 : hasIgnoringCase("&#x40;", at) ? at + 6 : nil
    }
  }

  fileprivate func email(_ at: Int) -> Match? {
    guard at > 0, let domain = endOfAt(at), let first = byte(domain), first.isIdentifier || first == 0x5B else {
      return nil
    }
    // `zoe [at] example.com`
    let at = [0x5B, 0x28].contains(bytes[at]) && bytes[at - 1] == 0x20 ? at - 1 : at
    var start = start(before: at, atMost: 64) {
      $0.isIdentifier || [0x2B, 0x2D, 0x2E, 0x25, 0x27, 0x21, 0x23, 0x26, 0x7E].contains($0)
    }
    start = max(start, floor)
    // The `n` of a JSON escape, the encoded `<` before an address, and a quotation mark are not part of the name.
    if isByte("\\", start - 1), start < at, [0x6E, 0x72, 0x74].contains(bytes[start]) { start += 1 }
    for mark: StaticString in ["%3C", "%22", "%20", "%3A", "%2F", "&"] where has(mark, start) {
      start += mark.utf8CodeUnitCount
    }
    while start < at, [0x2E, 0x27, 0x2D, 0x25, 0x23].contains(bytes[start]) { start += 1 }
    guard start < at else { return nil }
    if first == 0x5B {
      // The address of a server instead of a name (RFC 5321).
      let stop = end(from: domain + 1, atMost: 48) { !($0.isHexDigit || $0 == 0x2E || $0 == 0x3A) }
      guard isByte("]", stop), stop - domain >= 8, isByte("@", at) else { return nil }
      return Match(range: start..<stop + 1, kind: .email)
    }
    let stop = endOfDomain(domain)
    // The account of a repository: `git@github.com:`.
    if isByte(":", stop), has("git@", start) || has("hg@", start) { return nil }
    // A domain of Kerberos or Windows.
    let before = byte(start - 1) ?? 0x20
    if isByte("@", at), isRealm(domain..<stop), before <= 0x20 || [0x22, 0x27, 0x28, 0x3A, 0x3D].contains(before),
      bytes[start..<at].allSatisfy({ !($0.isLetter && $0 & 0x20 == 0) })
    {
      return Match(range: start..<stop, kind: .email)
    }
    if Self.singleDomains.contains(string(domain..<min(stop, domain + 16)).lowercased()), isByte("@", at),
      !isByte(":", stop)
    {
      let name = string(start..<at).lowercased()
      return Self.systemAccounts.contains(name) ? nil : Match(range: start..<stop, kind: .email)
    }
    let plain = string(domain..<stop).replacing("%2E", with: ".").replacing("%2e", with: ".")
    let labels = Array(plain.utf8).split(separator: 0x2E, omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last else { return nil }
    let ending = String(streamSafe: last).lowercased()
    if Self.fileEndings.contains(ending) {
      guard isMail(start, at, stop) else { return nil }
    } else {
      guard Self.isTopLevelDomain(last) || Self.internalDomains.contains(ending) || last.contains(where: { $0 >= 0x80 })
      else { return nil }
    }
    return Match(range: start..<stop, kind: .email)
  }

  private static let namesOfVersions: Set<String> = [
    "GLIBC", "GCC", "CXXABI", "GLIBCXX", "LIB", "PLT", "GOT", "PAGE", "PAGEOFF", "GOTPAGE", "GOTPAGEOFF", "TLVPPAGE",
  ]

  private func isRealm(_ range: Range<Int>) -> Bool {
    (3...15).contains(range.count) && bytes[range].allSatisfy { $0.isLetter && $0 & 0x20 == 0 }
      && !(byte(range.upperBound)?.isIdentifier ?? false) && !Self.namesOfVersions.contains(string(range))
  }

  /// Matches `zoe AT example DOT com`.
  fileprivate func spelledAddress(_ at: Int) -> Match? {
    guard hasIgnoringCase(" at ", at), at > 1, bytes[at - 1].isIdentifier else { return nil }
    let domain = end(from: at + 4, atMost: 64) { !($0.isIdentifier || $0 == 0x2D) }
    guard hasIgnoringCase(" dot ", domain) else { return nil }
    let stop = end(from: domain + 5, atMost: 24) { !$0.isLetter }
    guard Self.isTopLevelDomain(bytes[domain + 5..<stop]) else { return nil }
    let start = start(before: at, atMost: 64) { $0.isIdentifier || [0x2D, 0x2E, 0x2B].contains($0) }
    return Match(range: start..<stop, kind: .email)
  }

  /// Matches the name in `Zoe Quill <zoe@example.com>`.
  fileprivate func correspondent(_ at: Int) -> Match? {
    guard isByte(" ", at - 1), at > 2 else { return nil }
    let close = end(from: at + 1, atMost: 128) { $0 == UInt8(ascii: ">") || $0 <= 0x20 }
    guard isByte(">", close), bytes[at + 1..<close].contains(0x40) || has("email-", at + 1) else { return nil }
    var stop = at - 1
    if isByte("\"", stop - 1) { stop = start(before: stop - 1, atMost: 8) { $0 == 0x5C } }
    var start = stop
    for _ in 0..<4 {
      let word = self.start(before: start, atMost: 40) { $0.isIdentifier || $0 == 0x2D || $0 == 0x27 || $0 == 0x2E }
      guard word < start, let first = byte(word), first >= 0x80 || first.isLetter && first & 0x20 == 0 else { break }
      start = word
      guard isByte(" ", word - 1) else { break }
      start -= 1
    }
    while start < stop, bytes[start] == 0x20 { start += 1 }
    guard stop - start >= 3, !isPlaceholder(start..<stop) else { return nil }
    return Match(range: start..<stop, kind: .user)
  }

  private func endOfDomain(_ start: Int) -> Int {
    var stop = start
    while true {
      stop = end(from: stop, atMost: 253) { !($0.isLetterOrDigit || $0 >= 0x80 || $0 == 0x2D || $0 == 0x2E) }
      if hasIgnoringCase("%2e", stop), byte(stop + 3)?.isLetterOrDigit == true, stop - start < 253 {
        stop += 3
        continue
      }
      guard stop - start < 253, let next = endOfUnicodeEscape(stop), !has("\\u003", stop) else { break }
      stop = next
    }
    while stop > start, bytes[stop - 1] == 0x2E || bytes[stop - 1] == 0x2D { stop -= 1 }
    return stop
  }

  private static let fileNames: Set<String> = [
    "main", "index", "bundle", "file", "module", "script", "test", "tests", "package", "source", "view", "model",
    "rpath",
  ]

  private func hasEnding(_ ending: String, _ stop: Int) -> Bool {
    string(max(0, stop - ending.utf8.count - 1)..<stop).lowercased() == "." + ending
  }

  /// Returns whether a text that ends like a file is an address: by the name before `@`, or the text around it.
  private func isMail(_ start: Int, _ at: Int, _ stop: Int) -> Bool {
    if isByte(":", stop), byte(stop + 1)?.isDigit == true { return false }
    if isByte("/", stop) || bytes[start].isDigit || byte(at + 1)?.isDigit == true { return false }
    let name = bytes[start..<at]
    // A domain in lower case that is not a usual name of a file.
    let isDomain = name.count >= 3 && name.allSatisfy { !($0.isLetter && $0 & 0x20 == 0) }
    if isDomain, ["app", "swift", "zip", "mov", "framework", "bundle"].contains(where: { hasEnding($0, stop) }) {
      let first = end(from: at + 1, atMost: 64) { !($0.isLetter && $0 & 0x20 != 0) }
      let word = string(at + 1..<max(at + 1, first))
      if word.utf8.count >= 4, !Self.fileNames.contains(word) { return true }
    }
    return isByte("<", start - 1) && isByte(">", stop) || hasBefore("mailto:", start) || name.contains(0x2E)
      || name.contains(0x2B) || name.contains(where: \.isDigit)
  }
}
