import Bytes

extension RedactionKind {
  static let uniqueText = RedactionKind(
    id: "unique-text", placeholder: .token, title: "token in a URL or as bytes",
    recognition: """
      parameters and folders of URLs whose text looks random, or whose name says that it is one (`?ticket=`, `/invite/…`); \
      bytes as `NSData` describes them
      """,
    recognizers: [
      RedactionRecognizer(at: "?&#;") { $0.parameter($1) },
      RedactionRecognizer(at: "/") { $0.folderOfURL($1) },
      RedactionRecognizer(at: "<") { $0.describedBytes($1) },
      RedactionRecognizer(at: "=") { $0.bytesOfLength($1) },
    ],
    removed: [
      Example("wss://rt.example.com/socket?ticket=a1B2c3D4e5F6", "wss://rt.example.com/socket?ticket=token-1"),
      Example("myapp://login?t=Zk39fPqQ8w2LmXyT7dVb", "myapp://login?t=token-1"),
      Example("https://app.example.com/invite/a1b2c3d4e5", "https://app.example.com/invite/token-1"),
      Example(
        "https://api.telegram.org/bot123456789:AAZk39fPqQ8w2LmXyT7dVb/sendMessage",
        "https://api.telegram.org/token-1/sendMessage"),
      Example("<740f4707 bebcf74f 9b7c25d4 8e335894 5f6aa01d a5ddb387>", "<token-1>"),
      Example(
        "{length = 32, bytes = 0x740f4707 bebcf74f 9b7c25d4 ... 462c7eaf 61bb78ad }", "{length = 32, bytes = token-1 }"),
    ],
    stays: [
      "https://developer.apple.com/documentation/swift/string", "https://example.com/a?page=12&sort=name",
      "<0x600000 0x7fff>", "<UIView: 0x7f8a1c0>", "frame = (0 0; 10 10)", "{length = 4, bytes = 0x00000001}",
      "https://github.com/groue/GRDB.swift/blob/v7.10.0/README.md", "https://www.apple.com/go?id=Zk39fPqQ8w2LmXyT7dVb",
    ])
}

extension RedactionScanner {
  /// Names of parameters whose values give access, in lower case, without signs.
  private static let secretParameters: Set<String> = [
    "ticket", "oauthverifier", "oauthtoken", "verifier", "codeverifier", "magic", "magiclink", "invite", "invitation",
    "otp", "sso", "saml", "samlresponse", "samlrequest", "assertion", "reset", "resettoken", "confirm", "confirmation",
    "verify", "verification", "activation", "unsubscribe", "hash", "digest", "session", "sessionkey", "sess", "sk",
    "auth",
    "authcode", "authuser", "passcode", "secret", "signature", "sig", "jwt", "idtoken", "idtokenhint", "loginhint",
    "code",
    "state", "nonce", "key", "apikey", "accesskey", "t", "tok", "token", "s", "k", "h", "uid", "cid", "clientid",
    "userid",
    "visitor", "visitorid", "deviceid", "installid", "gclid", "fbclid", "msclkid", "rid", "refresh", "grant", "device",
    "challenge", "share", "sharetoken", "guest", "access", "cred", "credential", "password", "pwd", "user", "login",
    "link",
  ]
  /// Names of parameters whose values people typed or are called by.
  private static let personalParameters: Set<String> = [
    "name", "fullname", "firstname", "lastname", "displayname", "nickname", "q", "query", "search", "searchterm",
    "term", "keyword", "keywords",
    "email", "mail", "phone", "phonenumber", "tel", "mobile", "username", "address", "street", "zip", "zipcode",
    "postcode", "city", "birthday", "dob",
    "birthdate", "body", "message", "subject", "recipient", "sender", "contact", "customer", "patient", "guest",
    "company",
  ]
  private static let secretFolders: Set<String> = [
    "invite", "invites", "invitation", "invitations", "join", "reset", "resetpassword", "verify", "verification",
    "confirm",
    "confirmation", "activate", "activation", "magic", "magiclink", "m", "unsubscribe", "share", "shared", "s", "token",
    "tokens", "auth", "login", "signin", "callback", "session", "sessions", "sso", "otp", "webhook", "webhooks",
    "hooks",
    "hook", "services", "secret", "secrets", "key", "keys", "apikey", "download", "t", "u", "i", "d", "l", "r", "link",
    "p",
    "password", "recover", "claim", "redeem", "gift", "ticket", "tickets", "meeting", "meet", "room", "call", "j",
  ]
  private static let hostsWithoutSecrets: [StaticString] = [
    "apple.com/", "icloud.com/documentation", "swift.org/", "github.com/", "githubusercontent.com/",
    "stackoverflow.com/",
    "microsoft.com/", "wikipedia.org/", "mzstatic.com/", "w3.org/", "mozilla.org/", "webkit.org/", "llvm.org/",
  ]

  /// Returns whether a text has the mix of letters and digits of a generated one.
  private func looksRandom(_ range: Range<Int>, atLeast count: Int = 16) -> Bool {
    let value = bytes[range]
    guard value.count >= count, !isUUID(range.lowerBound) else { return false }
    var (lower, upper, digits, changes) = (0, 0, 0, 0)
    var last = 0
    for byte in value {
      let kind = byte.isDigit ? 1 : byte.isLetter ? byte & 0x20 == 0 ? 2 : 3 : 0
      if kind == 1 { digits += 1 } else if kind == 2 { upper += 1 } else if kind == 3 { lower += 1 }
      if kind != last, kind != 0 { changes += 1 }
      last = kind
    }
    if lower > 0, upper > 0, digits > 1 { return changes * 3 >= value.count }
    return digits > 3 && lower + upper > 3 && (lower == 0 || upper == 0) && changes * 4 >= value.count
      && value.count >= 20
  }

  /// Returns whether the text around `at` is a URL of a service that is not public documentation.
  private func isInURL(_ at: Int) -> Bool {
    let start = start(before: at, atMost: 300) { $0 > 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x3C && $0 != 0x28 }
    var mark = start
    while mark + 2 < at {
      if bytes[mark] == 0x3A, let first = separator(mark + 1), first <= at, separator(first) != nil { break }
      mark += 1
    }
    guard mark + 2 < at, !hasBefore("file", mark), !hasBefore("jar", mark) else { return false }
    let host = mark + 1..<min(bytes.count, mark + 64)
    return !host.contains { at in Self.hostsWithoutSecrets.contains { has($0, at) } }
  }

  /// Matches the value of a parameter: `?ticket=x`.
  fileprivate func parameter(_ at: Int) -> Match? {
    var start = at + 1
    if has("amp;", start) { start += 4 }
    let equals = end(from: start, atMost: 40) {
      !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E || $0 == 0x5B || $0 == 0x5D)
    }
    guard isByte("=", equals), equals > start else { return nil }
    if let typed = typedParameter(at, start, equals) { return typed }
    let stop = end(from: equals + 1, atMost: 2048) {
      !($0.isIdentifier || [0x2D, 0x2E, 0x2B, 0x7E, 0x25, 0x2F, 0x3A, 0x3D].contains($0))
    }
    let range = equals + 1..<stop
    guard range.count >= 6, bytes[at] != UInt8(ascii: ";") || isByte("=", equals) && looksRandom(range),
      !isPlaceholder(range), isInURL(at)
    else { return nil }
    let name = string(start..<equals).lowercased().filter { $0.isLetter }
    if looksRandom(range) { return Match(range: range, kind: .token) }
    guard Self.secretParameters.contains(name), name.utf8.count > 2, bytes[range].contains(where: \.isDigit),
      bytes[range].contains(where: \.isLetter), range.count >= 8, !isBundleIdentifier(range),
      !has("http", range.lowerBound)
    else { return nil }
    return Match(range: range, kind: .token)
  }

  /// Matches the value of a parameter that people typed: `?q=x`, `&name=x`.
  private func typedParameter(_ at: Int, _ start: Int, _ equals: Int) -> Match? {
    guard bytes[at] != UInt8(ascii: ";") || has("&amp;", at - 4), bytes[at] != UInt8(ascii: "#"),
      Self.personalParameters.contains(string(start..<equals).lowercased().filter { $0.isLetter })
    else { return nil }
    let stop = end(from: equals + 1, atMost: 2048) {
      $0 <= 0x20 || [0x22, 0x26, 0x27, 0x3C, 0x3E, 0x5C, 0x23, 0x29, 0x3B].contains($0)
    }
    let range = equals + 1..<stop
    guard range.count >= 3, bytes[range].contains(where: { $0.isLetterOrDigit || $0 >= 0x80 }), !isPlaceholder(range),
      !bytes[range].contains(0x40),
      !has("%40", range.lowerBound), !isSearchedWord(start..<equals, range), isInURL(at) || isInRequest(at)
    else { return nil }
    return Match(range: range, kind: .token, isName: false)
  }

  /// Returns whether a value is one word that is searched for: `?q=swift`.
  private func isSearchedWord(_ name: Range<Int>, _ value: Range<Int>) -> Bool {
    let names = ["q", "query", "search", "term", "searchterm", "keyword", "keywords", "city", "company"]
    return names.contains(string(name).lowercased())
      && bytes[value].allSatisfy { $0.isLetter && $0 & 0x20 != 0 || $0.isDigit }
  }

  /// Returns whether the text before a parameter is the path of a request: `GET /search?q=x`.
  private func isInRequest(_ at: Int) -> Bool {
    let start = start(before: at, atMost: 200) { $0 > 0x20 && $0 != 0x22 }
    // A query with several parameters.
    let query = bytes[start..<min(bytes.count, at + 1)]
    if query.contains(UInt8(ascii: "?")), query.contains(UInt8(ascii: "&")) { return true }
    return ["GET ", "POST ", "PUT ", "HEAD ", "PATCH "].contains { (verb: StaticString) in hasBefore(verb, start) }
  }

  /// Matches a folder of a URL: `/invite/x`, `/bot123:x/`.
  fileprivate func folderOfURL(_ at: Int) -> Match? {
    guard let next = byte(at + 1), next.isLetterOrDigit, at > 6 else { return nil }
    let stop = end(from: at + 1, atMost: 512) {
      !($0.isLetterOrDigit || $0 == 0x2D || $0 == 0x5F || $0 == 0x3A || $0 == 0x7E)
    }
    let range = at + 1..<stop
    guard range.count >= 8, !isByte(".", stop), !isByte("@", stop), !isPlaceholder(range) else { return nil }
    // The first folder of `scheme://x` is a host.
    guard !isByte("/", at - 1), bytes[range].contains(where: \.isDigit), bytes[range].contains(where: \.isLetter) else {
      return nil
    }
    let isBot = has("bot", at + 1) && bytes[range].contains(0x3A) && range.count >= 20
    let isHook =
      range.count >= 9 && bytes[range].allSatisfy { $0.isDigit || $0.isLetter && $0 & 0x20 == 0 } && isInHook(at)
    guard isBot || isHook || looksRandom(range) || isSecretFolder(at) && looksGenerated(range), isInURL(at) else {
      return nil
    }
    return Match(range: range, kind: .token)
  }

  /// Returns whether a folder is one of the address of a chat's webhook.
  private func isInHook(_ at: Int) -> Bool {
    let start = start(before: at, atMost: 80) { $0 > 0x20 && $0 != 0x22 }
    return (start..<at).contains { has("hooks.slack.com", $0) || has("/webhooks/", $0) }
  }

  private func isSecretFolder(_ at: Int) -> Bool {
    let before = isByte("\\", at - 1) ? at - 1 : at
    let start = start(before: before, atMost: 24) { $0.isIdentifier || $0 == 0x2D }
    guard start < before, isByte("/", start - 1) else { return false }
    return Self.secretFolders.contains(string(start..<before).lowercased().filter { $0 != "-" && $0 != "_" })
  }

  /// Returns whether a word of letters and digits is not a word of a language: its digits are not only at its end.
  private func looksGenerated(_ range: Range<Int>) -> Bool {
    let value = bytes[range]
    let tail = value.reversed().drop { $0.isDigit }
    return !isUUID(range.lowerBound) && tail.contains(where: \.isDigit) && value.count { $0 == 0x2D } < 2
  }

  /// Matches the bytes in a description of `NSData`, `<740f4707 bebcf74f …>`, if there are as many as a token has.
  fileprivate func describedBytes(_ at: Int) -> Match? {
    var index = at + 1
    var groups = 0
    while isHexadecimal(index, 8), byte(index + 8) == 0x20 || byte(index + 8) == 0x3E {
      groups += 1
      index += 8
      if isByte(">", index) { break }
      index += 1
      if groups > 4096 { return nil }
    }
    // The last group may be shorter.
    if !isByte(">", index) {
      let last = end(from: index, atMost: 8) { !$0.isHexDigit }
      guard last > index, isByte(">", last) else { return nil }
      index = last
    }
    return groups >= 4 ? Match(range: at + 1..<index, kind: .token) : nil
  }

  /// Matches the bytes in `{length = 32, bytes = 0x740f4707 bebcf74f … 61bb78ad }`.
  fileprivate func bytesOfLength(_ at: Int) -> Match? {
    guard hasBefore("bytes ", at) || hasBefore("bytes", at) else { return nil }
    let start = end(from: at + 1, atMost: 2) { $0 != 0x20 }
    guard has("0x", start) else { return nil }
    var stop = end(from: start + 2, atMost: 512) { !($0.isHexDigit || $0 == 0x20 || $0 == 0x2E || $0 >= 0x80) }
    while stop > start, bytes[stop - 1] == 0x20 { stop -= 1 }
    guard bytes[start + 2..<max(stop, start + 2)].count(where: \.isHexDigit) >= 32 else { return nil }
    return Match(range: start..<stop, kind: .token)
  }
}
