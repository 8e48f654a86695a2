import Bytes

/// Hosts in addresses, and internal domains.
extension RedactionScanner {
  func endOfHost(from start: Int) -> Int {
    var stop = end(from: start, atMost: 253) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    while stop > start, bytes[stop - 1] == 0x2E || bytes[stop - 1] == 0x2D { stop -= 1 }
    return stop
  }

  private static let publicHosts: [String] = [
    "apple.com", "icloud.com", "mzstatic.com", "example.com", "example.org", "github.com", "googleapis.com",
    "google.com", "crashlytics.com", "sentry.io", "bugsnag.com", "swift.org", "w3.org", "microsoft.com",
    "stackoverflow.com", "firebaseio.com", "facebook.com", "webkit.org", "mozilla.org", "localhost",
  ]

  func isPublicHost(_ range: Range<Int>) -> Bool {
    let text = string(range).lowercased()
    return Self.publicHosts.contains { text == $0 || text.hasSuffix("." + $0) && !$0.hasPrefix("example") }
  }

  /// Labels of internal domains after the name of a machine.
  private static let internalLabels: [StaticString] = [
    "local", "lan", "internal", "corp", "intranet", "home", "localdomain", "priv", "private", "intra", "fritz", "ad",
    "lab", "dc", "office", "ts", "ec2", "compute", "vpn", "domain", "int", "attlocal", "workgroup", "dhcp",
  ]

  /// Matches a host in an internal domain: `zoes-mac.local`, `build-07.corp.acme.com`. Only the name is replaced before
  /// `.local`, which every Mac has.
  func internalHost(_ at: Int) -> Match? {
    guard at > 0, bytes[at - 1].isLetterOrDigit || bytes[at - 1] >= 0x80, let next = byte(at + 1)?.lowercased,
      let label = Self.internalLabels.first(where: { hasIgnoringCase($0, at + 1) }), next.isLetter
    else { return nil }
    let after = at + 1 + label.utf8CodeUnitCount
    // `.localized` is another word. Code has names such as `foo.private.bar(`.
    if let byte = byte(after), byte.isIdentifier || byte == 0x2D || byte == 0x28 { return nil }
    let start = start(before: at, atMost: 128) { $0.isIdentifier || $0 == 0x2D || $0 == 0x2E }
    guard start < at, bytes[start] != UInt8(ascii: "_"), start == 0 || bytes[start - 1] != 0x40 || !isFile(at) else {
      return nil
    }
    if hasIgnoringCase("local", at + 1), label.utf8CodeUnitCount == 5 {
      if isByte(".", after), byte(after + 1)?.isIdentifier == true { return nil }
      return at - start >= 2 && !isPublicHost(start..<at) ? Match(range: start..<at, kind: .host) : nil
    }
    return internalHost(start, label: at + 1, after)
  }

  private static let bundlePrefixes: Set<String> = [
    "com", "org", "net", "io", "de", "dev", "app", "me", "co", "edu", "gov", "uk", "fr", "jp", "cn", "ru", "nl", "it",
    "se", "ch", "at", "eu", "us", "ca", "au", "br", "in", "info", "group", "systemgroup", "swift", "tv", "cc", "pl",
  ]

  private func isFile(_ at: Int) -> Bool { has(".jsbundle", at) || has(".js", at) }

  /// Returns a host whose internal domain is not `.local`. The name ends with the domain, or with a top-level domain
  /// after it.
  private func internalHost(_ start: Int, label: Int, _ after: Int) -> Match? {
    let stop = endOfHost(from: label)
    let labels = bytes[start..<stop].split(separator: 0x2E, omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty && !$0.contains(0x5F) }), let last = labels.last,
      let first = labels.first
    else { return nil }
    // A bundle identifier begins with a top-level domain: `com.example.internal`.
    if Self.bundlePrefixes.contains(String(streamSafe: first).lowercased()) { return nil }
    let name = String(streamSafe: last).lowercased()
    let isEnd = stop == after
    let endsInternally =
      isEnd && ["lan", "internal", "corp", "intranet", "home", "localdomain", "intra"].contains(name)
    let isDomain =
      !isEnd && (Self.isTopLevelDomain(last) || ["arpa", "box", "internal", "net", "local"].contains(name))
    guard endsInternally || isDomain, !isByte("(", stop), byte(stop) != 0x5F else { return nil }
    // Code in lower case: `window.home`; a machine's name has a digit or a dash, or a domain follows.
    if endsInternally, name == "home" || name == "internal" || name == "intra" {
      guard first.count >= 2,
        ["self", "this", "window", "module", "app", "kernel", "swift", "api", "view", "user"]
          .contains(String(streamSafe: first)) == false,
        first.allSatisfy({ !($0.isLetter && $0 & 0x20 == 0) })
      else { return nil }
    }
    return Match(range: start..<stop, kind: .host)
  }

  /// Matches the host of a URL if it has a port or no domain. Public services are not replaced.
  func hostOfURL(_ at: Int) -> Match? {
    guard at > 1, bytes[at - 1].isLetter, let first = separator(at + 1), let start = separator(first) else {
      return nil
    }
    if hasBefore("file", at) || hasBefore("ipfs", at) { return nil }
    let stop = endOfHost(from: start)
    let range = start..<stop
    guard range.count >= 2, !isByte("@", stop), bytes[range].contains(where: \.isLetter), !isPublicHost(range),
      !isPlaceholder(range)
    else { return nil }
    // Schemes of apps have names of commands after them: `myapp://settings`.
    let scheme = wordBefore(at).text
    let isNetwork = Self.networkSchemes.contains(scheme)
    guard isNetwork else { return nil }
    let hasPort = isByte(":", stop) && byte(stop + 1)?.isDigit == true
    let isSingle = !bytes[range].contains(0x2E)
    guard hasPort || isSingle else { return nil }
    if isSingle, !hasPort, separator(stop) == nil { return nil }
    return Match(range: range, kind: .host)
  }

  private static let networkSchemes: Set<String> = [
    "http", "https", "ws", "wss", "ftp", "sftp", "ssh", "smb", "afp", "nfs", "vnc", "rtsp", "ldap", "ldaps", "tcp",
    "udp", "redis", "postgres", "postgresql", "mysql", "mongodb", "amqp", "mqtt", "rdp", "telnet", "git", "grpc",
    "imap",
    "smtp", "cifs", "rsync",
  ]

  /// Matches the server in `\\\\server\\share`.
  func hostOfShare(_ at: Int) -> Match? {
    let marks = backslashes(at)
    guard marks == (isJSON ? 4 : 2), at == 0 || bytes[at - 1] <= 0x28 || isByte("=", at - 1) else { return nil }
    let stop = endOfHost(from: at + marks)
    let range = at + marks..<stop
    guard range.count >= 3, backslashes(stop) == marks / 2, bytes[range].contains(where: \.isLetter),
      byte(stop + marks / 2)?.isIdentifier == true
    else { return nil }
    return Match(range: range, kind: .host)
  }
}
