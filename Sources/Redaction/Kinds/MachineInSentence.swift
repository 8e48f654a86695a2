import Bytes

extension RedactionKind {
  static let machineInSentence = RedactionKind(
    id: "machine-in-sentence", placeholder: .host, title: "name of a machine in a sentence or a command",
    recognition: """
      the word after `ssh to`, `could not resolve`, `nslookup` and the like; a name with digits, dashes or a domain after \
      `connect to`, `server`, `ping`; Kerberos realms; hosts of `smb:`, `afp:`, `nfs:`, `vnc:`
      """,
    recognizers: [
      RedactionRecognizer(after: .machine) { $0.machineAfterPhrase($1) },
      RedactionRecognizer(after: .host) { $0.hostAfterPhrase($1) },
      RedactionRecognizer(after: .domain) { $0.domainAfterWord($1) },
      RedactionRecognizer(at: ":") { $0.hostOfVolume($1) },
      RedactionRecognizer(after: .realm) { $0.realm($1) },
      RedactionRecognizer(at: "@") { $0.realmAfterMark($1) },
    ],
    removed: [
      Example("could not resolve quillserver", "could not resolve host-1"),
      Example("ssh to quill-mini-3 failed", "ssh to host-1 failed"),
      Example("PING quill-04.acme.net (x)", "PING host-1 (x)"),
      Example("nfs: server quill-a.acme.io down", "nfs: server host-1 down"),
      Example("smb://quill-nas/share", "smb://host-1/share"),
      Example("realm QUILL.EXAMPLE.NET missing", "realm host-1 missing"),
      Example("krbtgt/QUILL.NET@QUILL.NET expired", "krbtgt/host-1@host-1 expired"),
    ],
    stays: [
      "could not resolve symbol _main", "could not resolve host", "connect to server failed", "connected to peripheral",
      "resolve dependency graph",
      "ping failed", "connect to com.apple.foo-bar.xpc", "ssh connection closed", "server-side error",
      "running on iOS 17.2", "connect to api.github.com",
      "node-fetch failed", "host process", "realm path", "RLMRealm", "the server returned 500",
    ])
}

extension RedactionScanner {
  /// Returns the host at an offset, after its quotation mark or the name of an account.
  private func host(_ start: Int) -> Range<Int>? {
    var start = end(from: start, atMost: 3) { ![0x20, 0x22, 0x27, 0x60].contains($0) }
    if let mark = bytes[start..<min(bytes.count, start + 40)].firstIndex(of: 0x40),
      bytes[start..<mark].allSatisfy({ $0.isIdentifier || $0 == 0x2D || $0 == 0x2E })
    {
      start = mark + 1
    }
    guard byte(start)?.isLetterOrDigit == true else { return nil }
    var stop = end(from: start, atMost: 253) { !($0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2E) }
    while stop > start, bytes[stop - 1] == 0x2E || bytes[stop - 1] == 0x2D { stop -= 1 }
    let range = start..<stop
    let next = byte(stop) ?? 0x20
    guard (3...253).contains(range.count), bytes[range].contains(where: \.isLetter), !isPlaceholder(range),
      !isNoValue(range), !isPublicService(range),
      ![0x5F, 0x28, 0x5B, 0x3D, 0x40, 0x3C, 0x2F].contains(next),
      next < 0x80 || next == 0xE2 || next == 0xE3 || next == 0xEF
    else { return nil }
    return range
  }

  private static let publicServices: [String] = [
    "apple.com", "icloud.com", "mzstatic.com", "github.com", "githubusercontent.com", "googleapis.com", "google.com",
    "crashlytics.com", "sentry.io", "bugsnag.com",
    "swift.org", "w3.org", "microsoft.com", "stackoverflow.com", "firebaseio.com", "facebook.com", "webkit.org",
    "mozilla.org", "localhost", "cocoapods.org",
    "example.com", "example.org", "apple-dns.net", "akamai.net", "amazonaws.com", "cloudfront.net", "gstatic.com",
    "doubleclick.net",
  ]

  private func isPublicService(_ range: Range<Int>) -> Bool {
    let text = string(range).lowercased()
    return Self.publicServices.contains { text == $0 || text.hasSuffix("." + $0) }
  }

  /// Returns whether the labels of a name with dots are those of a domain, and not of code, a file or a bundle identifier.
  private func isDomain(_ range: Range<Int>) -> Bool {
    let labels = bytes[range].split(separator: 0x2E, omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last, let first = labels.first else {
      return false
    }
    let name = String(streamSafe: first).lowercased()
    if [
      "com", "org", "net", "io", "de", "dev", "app", "group", "co", "me", "edu", "gov", "uk", "fr", "jp", "cn", "ru",
      "lib",
    ].contains(name) {
      return false
    }
    if [
      "app", "framework", "dylib", "swift", "so", "cc", "cpp", "py", "rs", "sh", "md", "pl", "zip", "mov", "plist",
      "storyboard", "nib", "js", "ts", "json", "log", "ips",
    ].contains(String(streamSafe: last).lowercased()) {
      return false
    }
    guard Self.isTopLevelDomain(last),
      bytes[range].allSatisfy({ !($0.isLetter && $0 & 0x20 == 0) }) || labels.count >= 3
    else { return false }
    return last.allSatisfy(\.isLetter)
  }

  /// Returns whether a name without dots is one that machines have: parts with a dash or a number.
  private func isMachine(_ range: Range<Int>) -> Bool {
    let value = bytes[range]
    guard !value.contains(0x2E), value.contains(where: \.isDigit) || value.contains(0x2D),
      bytes[range.lowerBound].isLetter
    else { return false }
    let letters = value.prefix { $0.isLetter }
    // `iPhone14`, `x86`, `arm64`, `IPv6`, `TCP-4`, `non-main`.
    if isModel(range) || letters.count < 2
      || [
        "int", "uint", "float", "simd", "crc", "base", "type", "ipv", "arm", "utf", "sha", "http", "ios", "macos",
        "tvos", "non", "swift", "port", "fd", "pid", "en", "utun", "x", "usb", "disk", "iphone", "ipad", "v", "md",
        "ssl", "tls", "tcp", "udp", "h",
      ].contains(String(streamSafe: letters).lowercased())
    {
      return false
    }
    let words = value.split { $0 == 0x2D }
    if !value.contains(where: \.isDigit) {
      // Two words of programs: `web-socket`.
      return words.count >= 2
        && words.contains {
          !RedactionVocabulary.isOfReports(String(streamSafe: $0).lowercased())
            && !PrivacyWords.shared.roles($0).contains(.notMachine)
            && !PrivacyWords.shared.roles($0).contains(.capitalized)
        }
    }
    return true
  }

  /// Matches the word after a command or a phrase for machines.
  fileprivate func machineAfterPhrase(_ end: Int) -> Match? {
    guard let range = host(end), range.lowerBound > end else { return nil }
    let word = bytes[range]
    if PrivacyWords.shared.roles(word).contains(.notMachine)
      || RedactionVocabulary.isOfReports(string(range).lowercased())
    {
      return nil
    }
    if word.contains(0x2E) { return isDomain(range) ? Match(range: range, kind: .host) : nil }
    if isMachine(range) { return Match(range: range, kind: .host) }
    // One word of letters: a name, unless a sentence goes on with a noun.
    guard word.allSatisfy({ $0.isLetter && $0 & 0x20 != 0 }) || word.first.map({ $0 & 0x20 == 0 }) == true,
      word.count >= 4
    else { return nil }
    let next = byte(range.upperBound) ?? 0x0A
    let isEnd = next < 0x20 || [0x22, 0x27, 0x2C, 0x3A, 0x3B, 0x29, 0x60].contains(next)
    let verbs: [StaticString] = [
      " failed", " timed", " on ", " port ", " ended", " refused", " not ", " via ", " is ", " over ", " lost",
      " closed", " from ", ". ",
    ]
    let isFollowed =
      verbs.contains { has($0, range.upperBound) }
      || byte(range.upperBound) == 0x20 && byte(range.upperBound + 1)?.isDigit == true
    return isEnd || isFollowed
      ? Match(range: range, kind: .host, isName: RedactionVocabulary.isDistinctive(string(range), .host)) : nil
  }

  /// Matches a name with digits, dashes or a domain after a phrase that other things follow, too.
  fileprivate func hostAfterPhrase(_ end: Int) -> Match? {
    guard let range = host(end), range.lowerBound > end, !PrivacyWords.shared.roles(bytes[range]).contains(.notMachine)
    else { return nil }
    if isDomain(range) {
      // Public services have names without numbers; those of companies have three labels or a number.
      let labels = bytes[range].count { $0 == 0x2E }
      return labels >= 2 || bytes[range].contains(where: \.isDigit) || bytes[range].contains(0x2D)
        || byte(range.upperBound) == 0x3A ? Match(range: range, kind: .host) : nil
    }
    let isQuoted = [0x22, 0x27, 0x60].contains(bytes[range.lowerBound - 1])
    let fails: [StaticString] = [
      " failed", " timed out", " refused", " lost", " not found", " is down", " unreachable", " on port ",
    ]
    if isMachine(range),
      isQuoted || bytes[range].contains(where: \.isDigit) || fails.contains(where: { has($0, range.upperBound) })
        || isByte(":", range.upperBound) && byte(range.upperBound + 1)?.isDigit == true
    {
      return Match(range: range, kind: .host)
    }
    guard
      has(" on port ", range.upperBound)
        || isByte(":", range.upperBound) && byte(range.upperBound + 1)?.isDigit == true,
      bytes[range].allSatisfy({ $0.isLetter && $0 & 0x20 != 0 }), range.count >= 4
    else { return nil }
    return Match(range: range, kind: .host)
  }

  /// Matches a full name of a machine after `from`, `on` and the like.
  fileprivate func domainAfterWord(_ end: Int) -> Match? {
    guard isByte(" ", end), let range = host(end) else { return nil }
    let labels = bytes[range].split(separator: 0x2E)
    guard labels.count >= 3, isDomain(range), let first = labels.first,
      first.contains(where: { $0.isDigit || $0 == 0x2D })
    else { return nil }
    return Match(range: range, kind: .host)
  }

  /// Matches the host of a file server in a URL: `smb://name/share`.
  fileprivate func hostOfVolume(_ at: Int) -> Match? {
    guard let first = separator(at + 1), let start = separator(first), byte(start)?.isLetterOrDigit == true else {
      return nil
    }
    let scheme = wordBefore(at).text
    guard ["smb", "afp", "nfs", "vnc", "cifs", "ldap", "ldaps", "sftp", "ssh", "ftp", "rdp"].contains(scheme) else {
      return nil
    }
    var name = start
    if let mark = bytes[start..<min(bytes.count, start + 48)].firstIndex(of: 0x40),
      bytes[start..<mark].allSatisfy({ $0.isIdentifier || $0 == 0x2D || $0 == 0x2E || $0 == 0x3A })
    {
      name = mark + 1
    }
    var stop = end(from: name, atMost: 128) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    while stop > name, bytes[stop - 1] == 0x2E { stop -= 1 }
    let range = name..<stop
    guard range.count >= 2, name >= floor, bytes[range].contains(where: \.isLetter), !isPlaceholder(range),
      !isPublicService(range), name == start
    else { return nil }
    return Match(range: range, kind: .host)
  }

  /// Matches a realm of Kerberos.
  fileprivate func realm(_ end: Int) -> Match? { realm(from: isByte(" ", end) ? end + 1 : end) }

  fileprivate func realmAfterMark(_ at: Int) -> Match? { hasRealmBefore(at) ? realm(from: at + 1) : nil }

  private func realm(from start: Int) -> Match? {
    let stop = end(from: start, atMost: 80) {
      !($0.isDigit || $0.isLetter && $0 & 0x20 == 0 || $0 == 0x2E || $0 == 0x2D)
    }
    let range = start..<stop
    guard range.count >= 4, bytes[range].contains(0x2E), !isPlaceholder(range), !(byte(stop)?.isIdentifier ?? false)
    else { return nil }
    return Match(range: range, kind: .host)
  }

  private func hasRealmBefore(_ at: Int) -> Bool {
    let start = start(before: at, atMost: 80) { $0.isIdentifier || $0 == 0x2E || $0 == 0x2D || $0 == 0x2F }
    return has("krbtgt/", start)
  }
}
