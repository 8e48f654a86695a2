import Bytes

extension RedactionKind {
  static let password = RedactionKind(
    id: "password", placeholder: .token, title: "password",
    recognition: "labels that end in `password`, `secret`, `passphrase`, `pin` and the like, in any spelling and case",
    labels: [
      RedactionLabel(
        .glued, "password passwd passphrase passwort passcode passwordhash userpass dbpass", isSpaced: true,
        value: RedactionScanner.secret(.any)),
      RedactionLabel(
        .part, "pwd pass pw credential credentials passkey",
        value: RedactionScanner.secret(.any)),
      RedactionLabel(
        .part, "storepass keypass unlockpassword adminpass rootpass", isSpaced: true,
        value: RedactionScanner.secret(.any)),
      RedactionLabel(.part, "secret", isSpaced: true, value: RedactionScanner.secret(.any)),
      .inOtherLanguages(.password, value: RedactionScanner.secret(.any)),
      RedactionLabel(
        .part, "recoveryphrase seedphrase mnemonic recoverykey recoverycode", value: RedactionScanner.phrase),
      RedactionLabel(
        .part, "pin pincode otp totp mfacode smscode verificationcode securitycode cvv cvc unlockcode", isSpaced: true,
        value: RedactionScanner.secret(.digits)),
    ],
    recognizers: [RedactionRecognizer(after: .secret) { $0.secretOfSentence($1) }],
    removed: [
      Example("password: correcthorse", "password: token-1"),
      Example("login failed, Password=Tr0ub4dor", "login failed, Password=token-1"),
      Example("PGPASSWORD=opensesame DB_PASSWORD=a1b2c3", "PGPASSWORD=token-1 DB_PASSWORD=token-2"),
      Example("{password = opensesame;}", "{password = token-1;}"),
      Example("pin=4711", "pin=token-1"),
      Example("<key>password</key>\n\t<string>opensesame</string>", "<key>password</key>\n\t<string>token-1</string>"),
      Example("\"passphrase\":\"correct horse\"", "\"passphrase\":\"token-1\""),
    ],
    stays: [
      "Session.login(password: Swift.String)", "-[Keychain setPassword:forAccount:] + 20", "password: nil",
      "password is required", "invalid password: (null)", "PWD=~/x", "Keychain.password(for:) -> Swift.String?",
    ])

  static let token = RedactionKind(
    id: "token", placeholder: .token, title: "token or key",
    recognition: """
      labels that end in `token`, `api key` and the like, `Bearer`, credentials before the host of a URL, private keys in \
      PEM, prefixes of well-known issuers
      """,
    labels: [
      RedactionLabel(
        .glued,
        """
        apikey accesskey secretkey privatekey accountkey sharedkey signingkey encryptionkey authkey licensekey productkey \
        subscriptionkey storagekey masterkey clientsecret accesskeyid deploykey servicekey functionskey activationcode \
        accesstoken authtoken refreshtoken sessiontoken apitoken csrftoken xsrftoken idtoken devicetoken bearertoken \
        pushtoken secretkeybase personaltoken oauthtoken jwttoken securitytoken apnstoken voiptoken fcmtoken \
        oauthverifier codeverifier tokensecret consumersecret apptoken installtoken registrationtoken magictoken
        """, isSpaced: true, value: RedactionScanner.secret(.token)),
      RedactionLabel(
        .part,
        """
        token authorization jwt bearer apisecret secretaccesskey sshkey appkey consumerkey writekey hostkey wepkey \
        clientkey sessionkey serverkey fcmkey mapskey keysecret authheader proxyauthorization
        """, isSpaced: true, value: RedactionScanner.secret(.token)),
      RedactionLabel(
        .part, "signature sig", value: RedactionScanner.querySecret),
      RedactionLabel(
        .part, "keyid issuerid apiissuer apikeyid privatekeyid", isSpaced: true, value: RedactionScanner.keyIdentifier),
      RedactionLabel(.whole, "value", value: RedactionScanner.valueOfCookie),
      RedactionLabel(.part, "key", value: RedactionScanner.longKey),
      RedactionLabel(
        .whole, "auth key sig signature code state hmac accesscode apipass nonce credential psk",
        value: RedactionScanner.querySecret),
    ],
    recognizers: [
      RedactionRecognizer(at: ":") { $0.credentials($1) },
      RedactionRecognizer(at: ":=") { scanner, at in scanner.randomValue(at) ?? scanner.hexadecimalKey(at) },
      RedactionRecognizer(at: "/") { $0.refreshToken($1) },
      RedactionRecognizer(at: "<") { $0.mentionedMember($1) },
      RedactionRecognizer(words: .letters) { $0.token($1) },
      RedactionRecognizer(at: "-") { scanner, at in scanner.privateKey(at) },
    ],
    removed: [
      Example("X_API_KEY=abcdefgh1", "X_API_KEY=token-1"), Example("GITHUB_TOKEN=abc123def456", "GITHUB_TOKEN=token-1"),
      Example("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", "aws_secret_access_key = token-1"),
      Example("X-Api-Key: a1b2c3d4e5", "X-Api-Key: token-1"), Example("run --token a1b2c3d4", "run --token token-1"),
      Example("https://x.example/?sig=a1b2c3d4e5&b=1", "https://x.example/?sig=token-1&b=1"),
      Example("Authorization: Bearer abcdef0123456789.xyz", "Authorization: Bearer token-1"),
      Example("https://jane:pw@host.example/x", "https://token-1@host.example/x"),
      Example("<@U03JMF68B5Z> ExponentPushToken[aB3dE5fG7h]", "<@token-1> ExponentPushToken[token-2]"),
      Example("key AKIAIOSFODNN7EXAMPLE1 hf_0123456789abcdefABCDEF", "key token-1 token-2"),
      Example(
        "-----BEGIN PRIVATE KEY-----\nMIIB0123\nabcd\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\ntoken-1\n-----END PRIVATE KEY-----"),
      Example(
        "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIB7nq3v9Xq0v\nlog ended - x",
        "-----BEGIN EC PRIVATE KEY-----\ntoken-1\nlog ended - x"),
      Example("MHcCAQEEIB7nq3v9Xq0v\n-----END PRIVATE KEY-----\nx", "token-1\n-----END PRIVATE KEY-----\nx"),
    ],
    stays: [
      "Session.login(token: Swift.String, user: 1)", "Unexpected token: identifier", "-[Foo token:forKey:] + 8",
      "NSUnderlyingKey: value", "unexpected token '<'", "token: nil", "Code Signature: valid", "key: frame",
    ])

  static let session = RedactionKind(
    id: "session", placeholder: .token, title: "session identifier or cookie",
    recognition: "labels such as `sessionID`, `JSESSIONID=`, `Cookie:`",
    labels: [
      RedactionLabel(
        .glued, "sessionid sessid sessiontoken sessionkey sessioncookie sessionidentifier sessionguid",
        isSpaced: true, value: RedactionScanner.secret(.token)),
      RedactionLabel(.whole, "session sess", isSpaced: true, value: RedactionScanner.sessionField),
      RedactionLabel(.part, "session", value: RedactionScanner.qualifiedSession),
      RedactionLabel(.part, "sid authcookie", value: RedactionScanner.secret(.token)),
      RedactionLabel(.part, "cookie setcookie cookies cookiejar", value: RedactionScanner.cookie),
    ],
    removed: [
      Example("JSESSIONID=A1B2C3D4E5", "JSESSIONID=token-1"), Example("Cookie: a=b; c=d", "Cookie: token-1"),
      Example("connect.sid=s%3Aabc123", "connect.sid=token-1"),
      Example("session_id: 9f8e7d6c5b", "session_id: token-1"),
    ],
    stays: ["sid=100", "sessionID: 0", "Cookie: nil", "audit session 100001"])
}

extension RedactionScanner {
  /// Words that only the query of a URL, an option or a quoted key makes secrets: `?key=x`, `--key x`.
  fileprivate static let querySecret: Form = { scanner, field in
    let isAuth =
      scanner.hasIgnoringCase("auth", field.label.lowerBound) || scanner.hasIgnoringCase("hmac", field.label.lowerBound)
      || scanner.hasIgnoringCase("psk", field.label.lowerBound)
    guard field.isQuery || field.isOption || isAuth && field.delimiter == .assignment else { return nil }
    return secret(.token)(&scanner, field)
  }

  /// The value of a name that ends in `key`, if it is as long as the keys of services: `sentry_key=…`.
  fileprivate static let longKey: Form = { scanner, field in
    if field.isQuery || field.isOption { return querySecret(&scanner, field) }
    guard field.delimiter == .assignment, field.isQualified else { return nil }
    let stop = field.quoteEnd ?? scanner.endOfWord(from: field.start)
    let value = scanner.bytes[field.start..<stop]
    guard value.count >= 16, value.contains(where: \.isDigit), value.contains(where: \.isLetter),
      value.allSatisfy({ $0.isLetterOrDigit || [0x2B, 0x2D, 0x2F, 0x3D, 0x5F].contains($0) }),
      !scanner.hasIgnoringCase("0x", field.start)
    else { return nil }
    return Match(range: field.start..<stop, kind: .token)
  }

  /// The identifier of a key, which looks random or is a UUID.
  fileprivate static let keyIdentifier: Form = { scanner, field in
    let stop = field.quoteEnd ?? scanner.endOfWord(from: field.start)
    let range = field.start..<stop
    guard (10...128).contains(range.count),
      scanner.isUUID(field.start) || scanner.isMixed(range)
        || range.count >= 32 && scanner.isHexadecimal(field.start, range.count)
    else { return nil }
    return Match(range: range, kind: .token)
  }

  /// The value in the description of a cookie.
  fileprivate static let valueOfCookie: Form = { scanner, field in
    let start = scanner.start(before: field.label.lowerBound, atMost: 160) { $0 != 0x7D }
    guard (start..<field.label.lowerBound).contains(where: { scanner.has("Cookie", $0) }) else { return nil }
    let stop = field.quoteEnd ?? scanner.endOfWord(from: field.start)
    return stop - field.start >= 3 ? Match(range: field.start..<stop, kind: .token) : nil
  }

  /// Returns whether a text has uppercase letters and digits.
  private func isMixed(_ range: Range<Int>) -> Bool {
    let value = bytes[range]
    return value.contains(where: \.isDigit) && value.contains { $0.isLetter && $0 & 0x20 == 0 }
      && value.allSatisfy { $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x5F }
  }

  /// Matches a value that was certainly generated: 20 or more letters and digits of all kinds in any order.
  fileprivate func randomValue(_ at: Int) -> Match? {
    var start = end(from: at + 1, atMost: 8) { ![0x20, 0x22, 0x27, 0x5C, 0x3D, 0x3E].contains($0) }
    guard let first = byte(start), first.isLetterOrDigit, !isByte(":", at - 1), byte(at - 1) != 0x3D else { return nil }
    if isByte("\\", start - 1), [0x6E, 0x74, 0x72].contains(first) { start += 1 }
    // Parameters of URLs have their own rule.
    let name = self.start(before: at, atMost: 40) { $0.isIdentifier || $0 == 0x2D }
    if isByte("?", name - 1) || isByte("&", name - 1) { return nil }
    var stop = end(from: start, atMost: 201) { !$0.isLetterOrDigit }
    let value = bytes[start..<stop]
    guard (20...200).contains(value.count), ![0x2E, 0x28, 0x3A, 0x2F, 0x2D, 0x5F].contains(byte(stop) ?? 0) else {
      return nil
    }
    var (upper, lower, digits, changes, last) = (0, 0, 0, 0, 0)
    for byte in value {
      let kind = byte.isDigit ? 1 : byte & 0x20 == 0 ? 2 : 3
      if kind == 1 { digits += 1 } else if kind == 2 { upper += 1 } else { lower += 1 }
      if kind != last { changes += 1 }
      last = kind
    }
    guard upper >= 3, lower >= 3, digits >= 3, changes * 20 >= value.count * 9 else { return nil }
    stop = end(from: stop, atMost: 2) { $0 != 0x3D }
    return Match(range: start..<stop, kind: .token)
  }

  /// Several words of a secret, to the end of the line.
  fileprivate static let phrase: Form = { scanner, field in
    if field.isKey, field.quoteEnd == nil { return nil }
    let stop = field.quoteEnd ?? scanner.endOfLine(from: field.start)
    let range = field.start..<stop
    guard range.count >= 4, !scanner.isParameter(field), !scanner.isNoValue(range) else { return nil }
    return Match(range: range, kind: .token)
  }

  /// `session` is a word of sentences, too.
  fileprivate static let sessionField: Form = { scanner, field in
    guard field.delimiter == .blank, field.quoteEnd == nil else { return secret(.token)(&scanner, field) }
    let stop = scanner.endOfWord(from: field.start)
    let value = scanner.bytes[field.start..<stop]
    guard value.count >= 12, value.count(where: \.isDigit) >= 2, value.contains(where: \.isLetter),
      value.allSatisfy({ $0.isLetterOrDigit }), !scanner.hasIgnoringCase("0x", field.start)
    else { return nil }
    return Match(range: field.start..<stop, kind: .token)
  }

  /// `FASTLANE_SESSION=x`
  fileprivate static let qualifiedSession: Form = { scanner, field in
    guard field.delimiter == .assignment, field.isQualified else { return nil }
    return secret(.token)(&scanner, field)
  }

  fileprivate static let cookie: Form = { scanner, field in
    if field.isKey, field.quoteEnd == nil, scanner.isByte("{", field.start) {
      // Each member is a cookie.
      scanner.secretObjectEnd = scanner.end(from: field.start) { $0 == UInt8(ascii: "}") }
      return nil
    }
    if field.isKey, field.quoteEnd == nil { return nil }
    let stop = field.quoteEnd ?? scanner.endOfLine(from: field.start)
    let range = field.start..<stop
    guard scanner.bytes[range].contains(UInt8(ascii: "=")), !scanner.isParameter(field) else {
      return secret(.token)(&scanner, field)
    }
    return Match(range: range, kind: .token)
  }

  /// Matches the credentials in `https://NAME:PASSWORD@host`.
  fileprivate mutating func credentials(_ at: Int) -> Match? {
    guard let first = separator(at + 1), bytes[at + 1] != 0x25, let start = separator(first) else { return nil }
    let stop = end(from: start, atMost: 256) { byte in
      byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "\\")
        || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }
    guard stop < bytes.count, bytes[stop] == UInt8(ascii: "@"), stop > start else { return nil }
    // A host without a domain, as file servers have.
    let host = stop + 1..<end(from: stop + 1, atMost: 64) { !($0.isLetterOrDigit || $0 == 0x2D) }
    if host.count >= 3, isByte("/", host.upperBound), !isPlaceholder(host), !isPlaceholder(start..<stop),
      bytes[host].contains(where: \.isLetter)
    {
      pending = Match(range: host, kind: .host)
    }
    return Match(range: start..<stop, kind: .token)
  }

  private static let prefixes: [(text: StaticString, count: Int)] = [
    ("eyJ", 16), ("ghp_", 16), ("gho_", 16), ("ghu_", 16), ("ghs_", 16), ("ghr_", 16), ("github_pat_", 16),
    ("glpat-", 16), ("gldt-", 16), ("glrt-", 16), ("sk-", 16), ("sk_live_", 12), ("sk_test_", 12), ("pk_live_", 12),
    ("pk_test_", 12), ("rk_live_", 12), ("rk_test_", 12), ("whsec_", 12), ("xoxb-", 12), ("xoxp-", 12), ("xoxa-", 12),
    ("xoxs-", 12), ("xapp-", 12), ("AKIA", 12), ("ASIA", 12), ("AIza", 16), ("npm_", 16), ("pypi-", 16), ("hf_", 16),
    ("ya29.", 12), ("SG.", 16), ("dop_v1_", 16), ("doo_v1_", 16), ("dp.pt.", 16), ("shpat_", 16), ("shpss_", 16),
    ("sq0atp-", 16), ("sq0csp-", 16), ("EAAC", 24), ("lin_api_", 16), ("ntn_", 16), ("secret_", 16), ("figd_", 16),
    ("nvapi-", 16), ("gsk_", 16), ("r8_", 16), ("sbp_", 16), ("phc_", 16), ("phx_", 16), ("hvs.", 16), ("atlasv1", 16),
    ("ATATT", 16), ("PMAK-", 16), ("NRAK-", 12), ("glsa_", 16), ("dckr_pat_", 12), ("rubygems_", 16), ("tskey-", 12),
    ("vercel_", 16), ("fly_", 16), ("pul-", 16), ("key-", 24), ("AGE-SECRET-KEY-", 16), ("sntrys_", 16), ("1//0", 16),
    ("dapi", 16), ("APA91b", 16), ("sl.", 16), ("glsoat-", 16), ("glft-", 16), ("glcbt-", 16), ("xoxe-", 16),
    ("xoxd-", 16),
    ("xoxr-", 16),
    ("ATBB", 16), ("ATCTT", 16), ("BBDC-", 16), ("shpca_", 16), ("shppa_", 16), ("pat-na1-", 16), ("pat-eu1-", 16),
    ("rpa_", 16), ("sk_", 20), ("pk_", 20), ("rk_", 20), ("whsec-", 16), ("APKA", 12), ("AROA", 12), ("AIDA", 12),
    ("ABIA", 12), ("FwoG", 20), ("GOCSPX-", 16), ("ya29-", 12), ("EAAG", 24), ("EAAB", 24), ("IGQV", 24),
    ("gitea_", 16),
    ("sgp_", 16), ("lsv2_", 16), ("tfp_", 16), ("AstraCS:", 16), ("pscale_tkn_", 16), ("pscale_pw_", 16),
    ("ddp_", 16), ("ddapi", 16), ("xkeysib-", 16), ("cus_", 12), ("acct_", 12), ("seti_", 16), ("pi_3", 16),
    ("sub_1", 16),
    ("ch_3", 16), ("appl_", 20), ("sk-ant-", 12), ("sk-proj-", 12), ("mfa.", 16), ("AccountKey=", 40), ("AGPA", 12),
  ]
  private static let schemes: [StaticString] = ["Bearer ", "bearer ", "Basic ", "BEARER "]
  /// The prefixes by their first byte.
  private static let prefixesByByte: [[(text: StaticString, count: Int)]] = (0..<256).map { byte in
    prefixes.filter { Int($0.text.utf8Start.pointee) == byte }
  }

  /// Matches a token after a scheme of HTTP, or one that begins like those of an issuer.
  fileprivate mutating func token(_ at: Int) -> Match? {
    if bytes[at] | 0x20 == UInt8(ascii: "b"), let scheme = Self.schemes.first(where: { has($0, at) }) {
      let start = at + scheme.utf8CodeUnitCount
      let stop = end(from: start) { !($0.isIdentifier || [0x2B, 0x2D, 0x2E, 0x2F, 0x3D, 0x7E].contains($0)) }
      let range = start..<stop
      return range.count >= 8 && (bytes[range].contains(where: \.isDigit) || range.count >= 16)
        ? Match(range: range, kind: .token) : nil
    }
    if let member = memberOfChat(at) ?? pushToken(at) ?? accountOfService(at) { return member }
    guard at >= noValueUntil, let prefix = Self.prefixesByByte[Int(bytes[at])].first(where: { has($0.text, at) })
    else { return nil }
    let stop = end(from: at) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    let body = bytes[min(at + prefix.text.utf8CodeUnitCount, stop)..<stop]
    guard body.contains(where: \.isDigit) else {
      noValueUntil = max(noValueUntil, stop)
      return nil
    }
    return body.count >= prefix.count ? Match(range: at..<stop, kind: .token) : nil
  }

  /// Matches an identifier of two letters and 32 hexadecimal digits, as services for telephony have.
  private func accountOfService(_ at: Int) -> Match? {
    guard [0x41, 0x53, 0x50, 0x4D].contains(bytes[at]),
      has("AC", at) || has("SK", at) || has("PN", at) || has("MG", at), isHexadecimal(at + 2, 32),
      !(byte(at + 34)?.isIdentifier ?? false)
    else { return nil }
    return Match(range: at..<at + 34, kind: .token)
  }

  /// Matches a token with which programs renew others: `1//0g…`.
  fileprivate func refreshToken(_ at: Int) -> Match? {
    guard has("//0", at), isByte("1", at - 1), !(byte(at - 2)?.isIdentifier ?? false) else { return nil }
    let stop = end(from: at + 2) { !($0.isIdentifier || $0 == 0x2D) }
    return stop - at >= 24 ? Match(range: at - 1..<stop, kind: .token) : nil
  }

  /// Matches a member of a chat as its services write one: `wxid_…`.
  private func memberOfChat(_ at: Int) -> Match? {
    guard has("wxid_", at) else { return nil }
    let stop = end(from: at + 5, atMost: 64) { !$0.isLetterOrDigit }
    return stop - at >= 12 ? Match(range: at..<stop, kind: .token) : nil
  }

  /// Matches the token of a service that sends notifications: `ExponentPushToken[…]`, `INSTANCE:APA91b…`.
  private func pushToken(_ at: Int) -> Match? {
    if has("ExponentPushToken[", at) {
      let start = at + 18
      let stop = end(from: start, atMost: 64) { !($0.isIdentifier || $0 == 0x2D) }
      return isByte("]", stop) && stop > start ? Match(range: start..<stop, kind: .token) : nil
    }
    let colon = end(from: at, atMost: 32) { !($0.isIdentifier || $0 == 0x2D) }
    guard colon - at >= 16, has(":APA91", colon) else { return nil }
    return Match(range: at..<end(from: colon + 1) { !($0.isIdentifier || $0 == 0x2D) }, kind: .token)
  }

  /// Matches the member in `<@U03JMF68B5Z>` and `<@!294882584201003009>`.
  fileprivate func mentionedMember(_ at: Int) -> Match? {
    guard has("<@", at) else { return nil }
    let start = end(from: at + 2, atMost: 1) { ![0x21, 0x26].contains($0) }
    let stop = end(from: start, atMost: 32) { !($0.isDigit || $0.isLetter && $0 & 0x20 == 0) }
    guard (8...24).contains(stop - start), isByte(">", stop) || isByte("|", stop) else { return nil }
    return Match(range: start..<stop, kind: .token)
  }

  /// Matches the text of a private key in PEM: up to its last line, or what is left of it.
  fileprivate func privateKey(_ at: Int) -> Match? {
    if has("-----END ", at) { return endOfPrivateKey(at) }
    guard has("-----BEGIN ", at) else { return nil }
    let title = end(from: at + 11, atMost: 48) { $0 == 0x2D || $0 < 0x20 }
    guard isPrivate(title), has("-----", title) else { return nil }
    let start = afterLineBreak(title + 5) ?? end(from: title + 5, atMost: 4) { !$0.isBlank }
    if isPlaceholder(start..<end(from: start, atMost: 16) { !($0.isIdentifier || $0 == 0x2D) }) { return nil }
    var stop = end(from: start, atMost: 16_384) { $0 == 0x2D || $0 == 0x22 }
    // A key that ends early: only its lines are removed.
    if !has("-----END ", stop) { stop = endOfKeyLines(start) }
    while stop > start, bytes[stop - 1] <= 0x20 { stop -= 1 }
    while stop - 2 > start, [0x6E, 0x72].contains(bytes[stop - 1]), bytes[stop - 2] == 0x5C {
      stop = self.start(before: stop - 1, atMost: 8) { $0 == 0x5C }
    }
    return stop > start ? Match(range: start..<stop, kind: .token) : nil
  }

  private func isPrivate(_ title: Int) -> Bool { has("PRIVATE KEY", title - 11) || has("KEY BLOCK", title - 9) }

  private static func isOfKey(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == 0x2B || byte == 0x2F || byte == 0x3D
  }

  /// Returns the end of the lines of Base64 that begin at an offset; the headers of an encrypted key belong to them.
  private func endOfKeyLines(_ start: Int) -> Int {
    var at = start
    var last = start
    while at - start < 16_384 {
      let isHeader = has("Proc-Type:", at) || has("DEK-Info:", at) || has("Comment:", at)
      let end = isHeader ? endOfLine(from: at) : self.end(from: at, atMost: 1024) { !Self.isOfKey($0) }
      guard end - at >= 16 else { break }
      last = end
      guard let next = afterLineBreak(end) else { break }
      at = next
    }
    return last
  }

  /// Matches the lines before the last line of a private key whose first line is missing.
  private func endOfPrivateKey(_ at: Int) -> Match? {
    let title = end(from: at + 9, atMost: 48) { $0 == 0x2D || $0 < 0x20 }
    guard isPrivate(title) else { return nil }
    var line = start(before: at, atMost: 8) { $0 <= 0x20 }
    line = beforeEscapes(line)
    let stop = line
    var first = line
    for _ in 0..<256 {
      let begin = start(before: line, atMost: 1024) { Self.isOfKey($0) }
      // The `n` of an escape is not part of the line.
      let text = begin > 0 && isByte("\\", begin - 1) && begin < line ? begin + 1 : begin
      guard line - text >= (first == stop ? 8 : 32), text >= floor else { break }
      first = text
      line = beforeEscapes(start(before: text, atMost: 4) { $0 <= 0x20 })
      guard line < text else { break }
    }
    return first < stop ? Match(range: first..<stop, kind: .token) : nil
  }

  /// Returns the end of a text before escapes of line breaks.
  private func beforeEscapes(_ end: Int) -> Int {
    var at = end
    while at >= 2, [0x6E, 0x72].contains(bytes[at - 1]), bytes[at - 2] == 0x5C {
      at = start(before: at - 1, atMost: 8) { $0 == 0x5C }
    }
    return at
  }
}
