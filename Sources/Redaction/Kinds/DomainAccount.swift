import Bytes

extension RedactionKind {
  static let domainAccount = RedactionKind(
    id: "domain-account", placeholder: .user, title: "account of a directory or a service",
    recognition: """
      `DOMAIN\\name`, `uid=name,dc=…`, Kerberos principals, security identifiers of Windows (`S-1-5-21-…`), `@name` \
      after the name of a service, the owner of a file or process in a listing
      """,
    labels: [
      RedactionLabel(
        .part, "principal samaccountname userprincipalname upn", isSpaced: true, value: RedactionScanner.principal)
    ],
    recognizers: [
      RedactionRecognizer(at: "\\") { $0.domainAccount($1) },
      RedactionRecognizer(at: "=") { $0.distinguishedName($1) },
      RedactionRecognizer(at: "@") { $0.handle($1) },
      RedactionRecognizer(words: .letters) { scanner, at in
        scanner.securityIdentifier(at) ?? scanner.ownerInListing(at)
      },
      RedactionRecognizer(after: .account) { $0.accountOfSentence($1) },
      RedactionRecognizer(at: "$") { $0.ownerOfShare($1) },
      RedactionRecognizer(at: ":") { $0.accountBeforeTerminal($1) },
    ],
    removed: [
      Example(#"CORP\zquill logged on"#, #"CORP\user-1 logged on"#),
      Example("uid=zquill,cn=users,dc=example,dc=com", "uid=user-1,cn=users,dc=example,dc=com"),
      Example("owner S-1-5-21-3623811015-3361044348-30300820-1013", "owner user-1"),
      Example("principal zquill/admin@CORP.EXAMPLE.COM", "principal user-1/email-1"),
      Example("slack @zquill", "slack @user-1"),
      Example("-rw-r--r-- 1 zquill staff 0 Jan 1 a", "-rw-r--r-- 1 user-1 staff 0 Jan 1 a"),
      Example("zquill 501 0.0 0.1 /usr/bin/x", "user-1 501 0.0 0.1 /usr/bin/x"),
    ],
    stays: [
      #"NT AUTHORITY\SYSTEM"#, #"C:\WINDOWS\system32\a.dll"#, "S-1-5-18", "S-1-5-32-544", "uid=501(root)",
      "@objc func load()", "drwxr-xr-x 2 root wheel 64 Jan 1 a", #"HKLM\software"#, "@MainActor @Sendable",
    ])
}

extension RedactionScanner {
  private static let domainsOfSystems: Set<String> = [
    "AUTHORITY", "NT", "BUILTIN", "HKLM", "HKCU", "HKCR", "HKU", "SYSTEM", "WINDOWS", "SERVICE", "SERVICES", "IIS",
    "HKEY_LOCAL_MACHINE", "HKEY_CURRENT_USER", "HKEY_USERS", "PROGRA", "DOCUME", "SOFTWARE", "CONFIG", "ERROR", "INFO",
    "WARNING", "DEBUG", "NOTE", "FATAL", "BIN", "LIB", "SRC", "TEMP", "TMP", "OK", "FAIL", "FAILED", "PASS",
  ]

  /// Matches the name in `CORP\name`.
  fileprivate func domainAccount(_ at: Int) -> Match? {
    let marks = backslashes(at)
    guard marks == (isJSON ? 2 : 1) || marks == (isJSON ? 4 : 2), at > 1, bytes[at - 1].isLetterOrDigit,
      let first = byte(at + marks), first.isLetter
    else { return nil }
    let start = start(before: at, atMost: 20) { $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E }
    let domain = start..<at
    guard (2...15).contains(domain.count), bytes[start].isLetter,
      bytes[domain].allSatisfy({ !($0.isLetter && $0 & 0x20 != 0) }) || bytes[domain].contains(0x2E),
      !Self.domainsOfSystems.contains(string(domain))
    else { return nil }
    if let before = byte(start - 1), before > 0x20, ![0x22, 0x27, 0x28, 0x3A, 0x3D, 0x5B, 0x2C].contains(before) {
      return nil
    }
    if isByte(":", start - 1), domain.count < 2 { return nil }
    var stop = end(from: at + marks, atMost: 64) { !($0.isIdentifier || $0 == 0x2E || $0 == 0x2D) }
    while stop > at + marks, bytes[stop - 1] == 0x2E || bytes[stop - 1] == 0x2D { stop -= 1 }
    let range = at + marks..<stop
    guard range.count >= 3, !isByte("\\", stop), !isByte("(", stop), !isByte("/", stop), !isPlaceholder(range) else {
      return nil
    }
    let name = string(range)
    // `\n`, `\t` and `\r` may be escapes of a text: their word must be followed by one that speaks of an account.
    if marks == 1, [0x6E, 0x74, 0x72, 0x75, 0x78].contains(first) {
      let words: [StaticString] = [" logged", " signed", " is ", " has ", " was ", " on ", " from ", " account"]
      let labels = ["user", "account", "login", "by", "for", "as", "owner", "from"]
      guard
        words.contains(where: { has($0, stop) })
          || labels.contains(wordBefore(self.start(before: start, atMost: 4) { [0x20, 0x3A, 0x3D].contains($0) }).text)
      else { return nil }
    }
    let endings = ["exe", "dll", "pdb", "cpp", "c", "h", "cs", "swift", "txt", "sys", "lib", "obj", "log", "ini", "m"]
    if let dot = name.lastIndex(of: "."), endings.contains(name[dot...].dropFirst().lowercased()) { return nil }
    guard !Self.systemAccounts.contains(name.lowercased()), !RedactionVocabulary.isOfReports(name.lowercased()) else {
      return nil
    }
    return Match(range: range, kind: .user)
  }

  /// Matches the name in `uid=name,cn=users,dc=example`.
  fileprivate func distinguishedName(_ at: Int) -> Match? {
    guard hasIgnoringCase("uid", at - 3) || hasIgnoringCase("cn", at - 2) || hasIgnoringCase("sn", at - 2) else {
      return nil
    }
    let stop = end(from: at + 1, atMost: 80) { $0 == 0x2C || $0 < 0x20 || $0 == 0x22 || $0 == 0x3D || $0 == 0x2B }
    let range = at + 1..<stop
    guard range.count >= 2, isByte(",", stop), isNameLike(range), !isPlaceholder(range) else { return nil }
    let next = end(from: stop + 1, atMost: 2) { $0 != 0x20 }
    guard ["cn=", "ou=", "dc=", "o="].contains(where: { hasIgnoringCase($0, next) }),
      hasIgnoringCase("uid", at - 3) || hasIgnoringCase("sn", at - 2)
    else { return nil }
    return Match(range: range, kind: .user)
  }

  /// Matches a security identifier of a person's account.
  fileprivate func securityIdentifier(_ at: Int) -> Match? {
    guard has("S-1-", at), has("S-1-5-21-", at) || has("S-1-12-1-", at) || has("S-1-15-2-", at) else { return nil }
    let stop = end(from: at + 4, atMost: 80) { !($0.isDigit || $0 == 0x2D) }
    return stop - at >= 20 ? Match(range: at..<stop, kind: .user) : nil
  }

  /// The name in `name/instance@REALM`.
  fileprivate static let principal: Form = { scanner, field in
    let stop =
      field.quoteEnd.map { min($0, scanner.end(from: field.start) { $0 == 0x2F || $0 == 0x40 }) }
      ?? scanner.end(from: field.start, atMost: 64) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    let range = field.start..<stop
    guard range.count >= 2, !scanner.isNoValue(range), scanner.isNameLike(range),
      scanner.isByte("/", stop) || scanner.isByte("@", stop) || field.delimiter != .blank
    else { return nil }
    return Match(range: range, kind: .user)
  }

  private static let services: Set<String> = [
    "slack", "twitter", "github", "gitlab", "telegram", "instagram", "mastodon", "discord", "user",
    "mention", "mentions", "handle", "cc", "thanks", "teams", "bluesky", "threads", "tiktok", "signal", "skype",
    "assignee",
    "reviewer", "reviewers", "author", "owner", "account", "nickname", "ping", "invite",
  ]
  private static let attributes: Set<String> = [
    "objc", "main", "available", "state", "binding", "published", "escaping", "autoclosure", "sendable", "rpath",
    "discardableresult", "testable", "inlinable", "property", "interface", "implementation", "protocol", "selector",
    "synthesize", "loader_path", "executable_path", "import", "class", "end", "try", "catch", "throw", "encode",
    "mainactor",
  ]

  /// Matches the name in `sudo: name : TTY=ttys000`.
  fileprivate func accountBeforeTerminal(_ at: Int) -> Match? {
    guard has(": TTY=", at), isByte(" ", at - 1) else { return nil }
    let start = start(before: at - 1, atMost: 33) { $0.isIdentifier || $0 == 0x2D || $0 == 0x2E }
    let range = start..<at - 1
    guard range.count >= 2, !Self.systemAccounts.contains(string(range)), !isPlaceholder(range) else { return nil }
    return Match(range: range, kind: .user)
  }

  private static let wordsAfterPhrases: Set<String> = [
    "the", "a", "an", "this", "that", "each", "every", "all", "any", "your", "my", "our", "other", "user", "users",
    "account", "accounts", "which", "whom", "what", "new", "existing", "one", "another", "invalid", "type", "kind",
    "class",
    "with", "without", "server", "client", "device", "host", "keychain", "item", "key", "app", "application", "service",
    "login", "request", "requests", "against", "using", "via", "over", "because", "since", "after", "before",
    "business",
    "writing", "reading", "read", "write", "input", "output", "modification", "editing", "use", "details", "access",
    "process", "signing", "encryption", "itself", "him", "her", "them", "it", "proxy", "peer", "domain", "realm",
    "thread",
    "object", "wifi", "network", "repository", "certificate", "identity", "connection", "remote", "default",
  ]

  /// Matches the name of an account in a sentence of a system: `session of name ended`, `Accepted publickey for name`.
  fileprivate func accountOfSentence(_ end: Int) -> Match? {
    guard isByte(" ", end) else { return nil }
    var start = end + 1
    for word: StaticString in ["invalid user ", "user "] where has(word, start) { start += word.utf8CodeUnitCount }
    if let quote = byte(start), quote == 0x22 || quote == 0x27 { start += 1 }
    var stop = self.end(from: start, atMost: 40) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    while stop > start, bytes[stop - 1] == 0x2E { stop -= 1 }
    let range = start..<stop
    guard range.count >= 3, let first = byte(start), first.isLetter && first & 0x20 != 0 || first >= 0x80,
      byte(stop).map({ $0 <= 0x20 || [0x22, 0x27, 0x2C, 0x2E, 0x3A, 0x29, 0x5C].contains($0) }) ?? true
    else { return nil }
    let name = string(range)
    guard !Self.wordsAfterPhrases.contains(name), !Self.systemAccounts.contains(name), !isPlaceholder(range),
      !isBundleIdentifier(range), RedactionVocabulary.isDistinctive(name, .user), !RedactionVocabulary.isOfReports(name)
    else { return nil }
    return Match(range: range, kind: .user)
  }

  /// Matches the name of a share that is a home: `\\\\server\\name$`.
  fileprivate func ownerOfShare(_ at: Int) -> Match? {
    let start = start(before: at, atMost: 32) { $0.isLetterOrDigit || $0 == 0x2E || $0 == 0x5F }
    guard at - start >= 3, isByte("\\", start - 1), isByte("\\", at + 1), looksLikeAccount(start..<at, isOfPeople: true)
    else { return nil }
    return Match(range: start..<at, kind: .user)
  }

  /// Matches the name in `slack @name`.
  fileprivate func handle(_ at: Int) -> Match? {
    guard let first = byte(at + 1), first.isLetter || first >= 0x80 else { return nil }
    let blank = start(before: at, atMost: 3) { [0x20, 0x3A, 0x28].contains($0) }
    guard blank < at, Self.services.contains(wordBefore(blank).text) else { return nil }
    var stop = end(from: at + 1, atMost: 40) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    while stop > at + 1, bytes[stop - 1] == 0x2E || bytes[stop - 1] == 0x2D { stop -= 1 }
    let range = at + 1..<stop
    guard range.count >= 3, !isByte("/", stop), !isByte("(", stop), !isPlaceholder(range),
      !Self.attributes.contains(string(range).lowercased())
    else { return nil }
    return Match(range: range, kind: .user)
  }

  /// Matches the owner in a listing of files, `-rw-r--r-- 1 zoe staff`, or of processes, `zoe 501 0.0 0.1`.
  fileprivate func ownerInListing(_ at: Int) -> Match? {
    guard at == 0 || bytes[at - 1] == 0x20 || beginsLine(at) else { return nil }
    let stop = end(from: at, atMost: 33) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    let range = at..<stop
    guard (2...32).contains(range.count), isByte(" ", stop) else { return nil }
    if isOwnerOfFile(range) || isOwnerOfProcess(range) || isOnTerminal(range) {
      let name = string(range)
      guard !Self.systemAccounts.contains(name.lowercased()), !name.hasPrefix("_"), isNameLike(range),
        !isPlaceholder(range)
      else { return nil }
      return Match(range: range, kind: .user)
    }
    return nil
  }

  private func isOwnerOfFile(_ name: Range<Int>) -> Bool {
    let links = start(before: name.lowerBound, atMost: 4) { $0 == 0x20 }
    let mode = start(before: links, atMost: 6) { $0.isDigit }
    let gap = start(before: mode, atMost: 4) { $0 == 0x20 }
    guard mode < links, gap < mode, links < name.lowerBound else { return false }
    let first = start(before: gap, atMost: 12) {
      [0x2D, 0x72, 0x77, 0x78, 0x64, 0x6C, 0x73, 0x74, 0x40, 0x2B, 0x2E].contains($0)
    }
    return (10...12).contains(gap - first)
      && bytes[first + 1..<first + 4].allSatisfy { [0x2D, 0x72, 0x77, 0x78, 0x73].contains($0) }
  }

  /// Returns whether the name of a terminal follows, as `who` and `login` write it.
  private func isOnTerminal(_ name: Range<Int>) -> Bool {
    var next = end(from: name.upperBound, atMost: 12) { $0 != 0x20 }
    if has("on ", next) { next += 3 }
    let after = byte(next + 7) ?? 0x20
    guard has("ttys", next) || has("pts/", next) || has("console", next) && (after <= 0x20 || after == 0x22) else {
      return false
    }
    return beginsLine(name.lowerBound) || isByte(":", name.lowerBound - 2)
  }

  private func isOwnerOfProcess(_ name: Range<Int>) -> Bool {
    // The identifier of the process and a percentage follow.
    let number = end(from: name.upperBound, atMost: 12) { $0 != 0x20 }
    let stop = end(from: number, atMost: 8) { !$0.isDigit }
    guard stop > number, number - name.upperBound <= 10, isByte(" ", stop) else { return false }
    let share = end(from: stop, atMost: 6) { $0 != 0x20 }
    let point = end(from: share, atMost: 4) { !$0.isDigit }
    guard point > share, isByte(".", point), byte(point + 1)?.isDigit == true,
      byte(point + 2).map({ $0 <= 0x20 }) == true
    else { return false }
    return beginsLine(name.lowerBound) || hasBefore("ps: ", name.lowerBound) || hasBefore("top: ", name.lowerBound)
  }
}
