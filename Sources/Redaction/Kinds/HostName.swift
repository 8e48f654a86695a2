import Bytes

extension RedactionKind {
  static let hostName = RedactionKind(
    id: "host-name", placeholder: .host, title: "name of a machine",
    recognition: """
      labels such as `hostName`, names in internal domains (`.local`, `.lan`, `.corp.…`), hosts with a port or without \
      a domain in URLs, `Darwin NAME 23.1.0`, default names of Macs, phones and PCs
      """,
    labels: [
      RedactionLabel(
        .part,
        """
        hostname computername localhostname devicename machinename nodename servername netbiosname fqdn dnsname peername \
        peerhost clienthost remotehost buildhost buildmachine agentname runnername userdomain dbhost redishost proxyhost smtphost serveraddress remoteaddress vpnserver gatewayaddress serverhost
        """, isSpaced: true, value: RedactionScanner.hostField),
      .inOtherLanguages(.device, value: RedactionScanner.name(.host, words: 4)),
      RedactionLabel(
        .whole,
        "iphonename ipadname macname watchname phonename peerdisplayname homepod airpods applewatch appletv peripheral nearbydevice pairedwith",
        value: RedactionScanner.name(.host, words: 4)),
      RedactionLabel(.whole, "machine", value: RedactionScanner.name(.host)),
      RedactionLabel(.whole, "host server", value: RedactionScanner.plainHostField),
    ],
    recognizers: [
      RedactionRecognizer(at: ".") { scanner, at in scanner.internalHost(at) ?? scanner.instanceOfService(at) },
      RedactionRecognizer(at: "[") { $0.hostOfLog($1) },
      RedactionRecognizer(at: ":") { $0.hostOfURL($1) },
      RedactionRecognizer(at: " @") { scanner, at in
        guard scanner.bytes[at] == 0x20 else { return scanner.hostOfPrompt(at) }
        return scanner.systemName(at) ?? scanner.ownerAfterProduct(at) ?? scanner.hostOfSentence(at)
      },
      RedactionRecognizer(at: "-") { scanner, at in scanner.machine(at) ?? scanner.ownerInName(at) },
      RedactionRecognizer(at: "\u{7684}\u{306E}\u{C758}") { $0.ownerBeforeParticle($1) },
      RedactionRecognizer(words: .letters) { scanner, at in
        scanner.possessiveOwner(at) ?? scanner.networkOfSentence(at)
      },
      RedactionRecognizer(at: "'\u{2019}") { $0.ownerOfMachine($1) },
      RedactionRecognizer(at: "\\") { $0.hostOfShare($1) },
      RedactionRecognizer(at: "_") { $0.hostOfReportName($1) },
    ],
    removed: [
      Example("Host Name: zoes-mac\nOS: 1", "Host Name: host-1\nOS: 1"),
      Example("to Zoes-Mac-7732.local now", "to host-1.local now"),
      Example("build-07.corp.acme.com failed", "host-1 failed"),
      Example("GET http://build07.example.com:8080/a", "GET http://host-1:8080/a"),
      Example("GET http://jenkins/job", "GET http://host-1/job"),
      Example(
        "Darwin zoebook 23.1.0 Darwin Kernel Version 23.1.0", "Darwin host-1 23.1.0 Darwin Kernel Version 23.1.0"),
      Example("printer.lan, db.internal, nas.home.arpa", "host-1, host-2, host-3"),
      Example("Zoe's iPhone and iPhone von Zoe", "user-1's iPhone and iPhone von user-1"),
      Example(#"open \\buildmac\c$\a"#, #"open \\host-1\c$\a"#),
      Example("ssh: connect to host buildmac port 22", "ssh: connect to host host-1 port 22"),
      Example("Nov 22 10:00:00 buildmac kernel[0]: x", "Nov 22 10:00:00 host-1 kernel[0]: x"),
      Example("Zoe iPhone._apple-mobdev2._tcp", "host-1._apple-mobdev2._tcp"),
      Example("MyApp_2024-01-01-120000_Zoes-MacBook.crash", "MyApp_2024-01-01-120000_host-1.crash"),
      Example("DESKTOP-4F7Q2KD", "host-1"), Example("zoe@buildmac:/srv/a", "user-1@host-1:/srv/a"),
    ],
    stays: [
      "https://developer.apple.com/documentation", "http://localhost:8080/x", "Localizable.localized",
      "com.apple.main-thread", "nodename nor servname provided", "com.example.internal-queue", "draw@main.jsbundle:12",
      "Darwin Kernel Version 23.1.0",
      "{\"machine\":\"iPhone14,5\"}", "com.acme.app.internal.Foo",
      "{\"labelTimes\":{\"machine\":\"2026-11-23T08:09:35Z\"}}",
    ])

  static let networkName = RedactionKind(
    id: "network-name", placeholder: .host, title: "name of a wireless network", recognition: "labels such as `SSID`",
    labels: [
      RedactionLabel(
        .part,
        """
        ssid essid wifiname networkname wifinetwork wlanname wirelessnetwork currentnetwork airportnetwork accesspoint \
        wlanprofile wifiprofile networkprofile knownnetwork preferrednetwork hotspot hotspotname
        """, isSpaced: true, value: RedactionScanner.networkField),
      .inOtherLanguages(.network, value: RedactionScanner.name(.host, words: 4)),
      RedactionLabel(
        .whole, "network wifi wlan airport joined autojoined joining", isSpaced: true,
        value: RedactionScanner.wirelessField),
    ],
    removed: [
      Example("SSID: QuillHome", "SSID: host-1"), Example("joined SSID \"Quill Home\"", "joined SSID \"host-1\""),
      Example("\"wifi_name\":\"QuillHome\"", "\"wifi_name\":\"host-1\""),
      Example("Connected to Wi-Fi: QuillHome", "Connected to Wi-Fi: host-1"),
      Example("wlan profile Quill_5G", "wlan profile host-1"),
    ],
    stays: ["SSID: (null)", "networkName: nil", "ssid(Swift.String) -> ()"])
}

extension RedactionScanner {
  /// `MyApp_2024-01-01-120000_Zoes-MacBook.crash`: Apple's systems end the names of reports with that of the machine.
  fileprivate func hostOfReportName(_ at: Int) -> Match? {
    guard at >= 18, bytes[at - 18] == UInt8(ascii: "_") || bytes[at - 18] == UInt8(ascii: "-"),
      zip(bytes[(at - 17)..<at], "dddd-dd-dd-dddddd".utf8).allSatisfy({
        $1 == UInt8(ascii: "d") ? $0.isDigit : $0 == $1
      })
    else { return nil }
    let stop = end(from: at + 1, atMost: 128) { !($0.isIdentifier || $0 == 0x2D || $0 >= 0x80) }
    let isReport = [
      ".crash", ".ips", ".hang", ".spin", ".diag", ".panic", ".shutdownStall", ".cpu_resource", ".wakeups_resource",
    ].contains { hasText($0, stop) }
    return isReport && stop > at + 1 ? Match(range: at + 1..<stop, kind: .host) : nil
  }

  private func hasText(_ text: String, _ at: Int) -> Bool { bytes[at...].starts(with: text.utf8) }

  fileprivate static let hostField: Form = { scanner, field in
    guard field.delimiter == .blank else { return name(.host)(&scanner, field) }
    let stop = field.quoteEnd ?? scanner.endOfHost(from: field.start)
    let value = scanner.bytes[field.start..<stop]
    guard value.count >= 3, !scanner.isNoValue(field.start..<stop),
      field.quoteEnd != nil
        || value.contains(where: { $0.isDigit || $0 == 0x2D })
    else { return nil }
    return Match(range: field.start..<stop, kind: .host)
  }

  /// `host=x` and `Server: x` may state software or a public service too.
  fileprivate static let plainHostField: Form = { scanner, field in
    if field.isKey, field.quoteEnd == nil { return nil }
    let stop = field.quoteEnd ?? scanner.endOfHost(from: field.start)
    let range = field.start..<stop
    let value = scanner.bytes[range]
    guard value.count >= 3, !scanner.isNoValue(range), scanner.isNameLike(range), !scanner.isParameter(field),
      value.allSatisfy({ $0.isIdentifier || $0 == 0x2D || $0 == 0x2E }),
      value.contains(where: { $0.isDigit || $0 == 0x2D || $0 == 0x2E }),
      !scanner.isByte("/", stop), !scanner.isPublicHost(range)
    else { return nil }
    return Match(range: range, kind: .host)
  }

  fileprivate static let networkField: Form = { scanner, field in
    guard field.delimiter == .blank, field.quoteEnd == nil else { return name(.host, words: 4)(&scanner, field) }
    // Without a delimiter, a name differs from a word of a sentence.
    let label = scanner.string(field.label).lowercased()
    let stop = scanner.end(from: field.start, atMost: 32) { !($0.isIdentifier || $0 == 0x2D) }
    let range = field.start..<stop
    let value = scanner.bytes[range]
    let hasMark = value.dropFirst().contains { $0.isDigit || $0 == 0x5F || $0 == 0x2D || $0.isLetter && $0 & 0x20 == 0 }
    guard label.hasSuffix("ssid") || label.hasSuffix("profile"), value.count >= 4, hasMark,
      value.contains(where: \.isLetter),
      !scanner.isNoValue(range), !scanner.hasIgnoringCase("0x", field.start), !scanner.isPlaceholder(range)
    else { return nil }
    return Match(range: range, kind: .host)
  }

  /// `Wi-Fi` is a label of other things, too.
  fileprivate static let wirelessField: Form = { scanner, field in
    if field.quoteEnd != nil, !field.isKey { return name(.host)(&scanner, field) }
    guard field.delimiter != .blank, !field.isKey else { return nil }
    let before = scanner.wordBefore(scanner.start(before: field.label.lowerBound, atMost: 2) { $0 == 0x20 }).text
    guard ["to", "joined", "current", "preferred", "known", "from", "left", "associated"].contains(before),
      !["on", "off", "en0", "en1", "enabled", "disabled"].contains(
        scanner.string(field.start..<scanner.endOfWord(from: field.start)).lowercased())
    else { return nil }
    return name(.host, words: 4)(&scanner, field)
  }

  /// Matches the owner in `MacBook-Air-von-Zoe`.
  fileprivate func ownerInName(_ at: Int) -> Match? {
    let words: [StaticString] = ["-von-", "-de-", "-di-", "-van-", "-da-", "-av-", "-af-", "-of-"]
    let products: [StaticString] = ["MacBook", "Air", "Pro", "mini", "Mac", "Studio", "iPhone", "iPad", "Watch"]
    guard let word = words.first(where: { has($0, at) }), products.contains(where: { hasBefore($0, at) }) else {
      return nil
    }
    let start = at + word.utf8CodeUnitCount
    let stop = end(from: start, atMost: 40) { !($0.isIdentifier || $0 == 0x2D) }
    return stop - start >= 2 ? Match(range: start..<stop, kind: .user) : nil
  }

  /// Matches the owner before a particle of Chinese, Japanese or Korean and the name of a product.
  fileprivate func ownerBeforeParticle(_ at: Int) -> Match? {
    guard has("\u{7684}", at) || has("\u{306E}", at) || has("\u{C758}", at),
      hasProduct(isByte(" ", at + 3) ? at + 4 : at + 3)
    else { return nil }
    let start = start(before: at, atMost: 60) { $0.isIdentifier || $0 == 0x2D }
    return at - start >= 2 && !isPlaceholder(start..<at) ? Match(range: start..<at, kind: .user) : nil
  }

  private static let verbs: Set<String> = [
    "supports", "requires", "uses", "needs", "targets", "users", "runs", "includes", "apples", "designs", "various",
  ]

  /// Matches the owner in `"Zoes iPhone"`, as German and other languages write it, at the beginning of a value.
  fileprivate func possessiveOwner(_ at: Int) -> Match? {
    guard bytes[at] & 0x20 == 0, let before = byte(at - 1), [0x22, 0x27, 0x9C, 0x9E].contains(before) else {
      return nil
    }
    let stop = end(from: at, atMost: 40) { !($0.isIdentifier || $0 == 0x2D) }
    guard stop - at >= 4, bytes[stop - 1] == UInt8(ascii: "s"), isByte(" ", stop), hasProduct(stop + 1) else {
      return nil
    }
    let word = string(at..<stop).lowercased()
    guard !RedactionVocabulary.isOfReports(word), !Self.verbs.contains(word), !isPlaceholder(at..<stop - 1) else {
      return nil
    }
    return Match(range: at..<stop - 1, kind: .user)
  }

  private static let joins: [StaticString] = [
    "associated to ", "associated with ", "associating to ", "associating with ", "joined ", "joining ", "roamed to ",
    "roaming to ", "disassociated from ", "deauthenticated from ", "auto-joined ", "connected to ", "connecting to ",
  ]
  private static let radioWords: [StaticString] = [
    "wifi", "wi-fi", "wlan", "rssi", "airport", "ssid", "802.11", "hotspot",
  ]

  /// Matches the network in a line about radio: `WiFiManager: associated to NAME (RSSI -60)`.
  fileprivate func networkOfSentence(_ at: Int) -> Match? {
    guard [0x61, 0x6A, 0x72, 0x64, 0x63].contains(bytes[at].lowercased),
      let phrase = Self.joins.first(where: { hasIgnoringCase($0, at) })
    else { return nil }
    let start = at + phrase.utf8CodeUnitCount
    let stop = end(from: start, atMost: 40) { !($0.isIdentifier || $0 == 0x2D) }
    let range = start..<stop
    guard range.count >= 3, byte(stop) != 0x3A, byte(stop) != 0x2E, !isNoValue(range), !isPlaceholder(range),
      bytes[range].contains(where: { $0.isDigit || $0.isLetter && $0 & 0x20 == 0 || $0 >= 0x80 }),
      !["wi-fi", "wifi", "wlan", "network"].contains(string(range).lowercased())
    else { return nil }
    let line = self.start(before: at, atMost: 120) { $0 >= 0x20 && $0 != 0x22 }
    let rest = end(from: stop, atMost: 60) { $0 < 0x20 || $0 == 0x22 }
    let isOfRadio = [line..<at, stop..<rest].contains { part in
      part.contains { index in Self.radioWords.contains { hasIgnoringCase($0, index) } }
    }
    return isOfRadio ? Match(range: range, kind: .host) : nil
  }

  /// Matches the host in `connect to host NAME port 22`, `nodename NAME`.
  fileprivate func hostOfSentence(_ at: Int) -> Match? {
    guard hasBefore("host", at) || hasBefore("nodename", at) else { return nil }
    let stop = endOfHost(from: at + 1)
    let range = at + 1..<stop
    guard range.count >= 3,
      hasBefore("nodename", at) || has(" port ", stop) || has(": ", stop) && hasBefore("resolve host", at),
      bytes[range].contains(where: \.isLetter), !isPublicHost(range), !isNoValue(range),
      // The message of a resolver: `nodename nor servname provided`.
      !has("nor ", range.lowerBound)
    else { return nil }
    return Match(range: range, kind: .host)
  }

  /// Matches the host before the name of a process in a line of a system log: `10:00:00 NAME kernel[0]:`.
  fileprivate func hostOfLog(_ at: Int) -> Match? {
    let close = end(from: at + 1, atMost: 8) { !$0.isDigit }
    guard close > at + 1, has("]:", close) || has("] ", close) else { return nil }
    let process = start(before: at, atMost: 64) { $0.isIdentifier || [0x2D, 0x2E, 0x28, 0x29].contains($0) }
    guard process < at, isByte(" ", process - 1) else { return nil }
    let start = start(before: process - 1, atMost: 128) { $0.isIdentifier || $0 == 0x2D || $0 == 0x2E }
    let range = start..<process - 1
    guard range.count >= 2, isByte(" ", start - 1), bytes[start].isLetter, !isPlaceholder(range) else { return nil }
    // A time, `kernel:` or the priority precedes.
    let isAfterTime =
      isByte(":", start - 4) && isByte(":", start - 7) && byte(start - 2)?.isDigit == true
      || hasBefore("kernel: ", start) && has(" kernel[", start + range.count)
      || has("T", start - 33) && isByte(":", start - 4) || isZone(before: start - 1)
    return isAfterTime ? Match(range: range, kind: .host) : nil
  }

  /// Returns whether a time with a zone ends before `at`: `10:00:00.123456+0100`.
  private func isZone(before at: Int) -> Bool {
    let digits = start(before: at, atMost: 6) { $0.isDigit || $0 == 0x3A }
    guard at - digits >= 4, isByte("+", digits - 1) || isByte("-", digits - 1) else { return false }
    let time = start(before: digits - 1, atMost: 16) { $0.isDigit || $0 == 0x3A || $0 == 0x2E }
    return digits - 1 - time >= 8 && isByte(":", time + 2) && isByte(":", time + 5)
  }

  /// Matches the name of an instance before the type of a service (RFC 6763): `NAME._airplay._tcp`.
  fileprivate func instanceOfService(_ at: Int) -> Match? {
    guard isByte("_", at + 1), at > 0 else { return nil }
    let type = end(from: at + 2, atMost: 20) { !($0.isLetterOrDigit || $0 == 0x2D) }
    guard has("._tcp", type) || has("._udp", type) else { return nil }
    var start = start(before: at, atMost: 63) {
      $0 >= 0x20 && ![0x22, 0x27, 0x2F, 0x3A, 0x3D, 0x28, 0x3C, 0x5B, 0x2C, 0x5C].contains($0)
    }
    while start < at, bytes[start] == 0x20 { start += 1 }
    let range = start..<at
    guard range.count >= 2, bytes[range].contains(where: { $0.isLetter || $0 >= 0x80 }), bytes[start] != 0x5F else {
      return nil
    }
    return Match(range: range, kind: .host)
  }

  private func endOfHost(from start: Int) -> Int {
    var stop = end(from: start, atMost: 253) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    while stop > start, bytes[stop - 1] == 0x2E || bytes[stop - 1] == 0x2D { stop -= 1 }
    return stop
  }

  private static let publicHosts: [String] = [
    "apple.com", "icloud.com", "mzstatic.com", "example.com", "example.org", "github.com", "googleapis.com",
    "google.com", "crashlytics.com", "sentry.io", "bugsnag.com", "swift.org", "w3.org", "microsoft.com",
    "stackoverflow.com", "firebaseio.com", "facebook.com", "webkit.org", "mozilla.org", "localhost",
  ]

  private func isPublicHost(_ range: Range<Int>) -> Bool {
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
  fileprivate func internalHost(_ at: Int) -> Match? {
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
  fileprivate func hostOfURL(_ at: Int) -> Match? {
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

  /// Matches the second word of `uname -a`: `Darwin NAME 23.1.0`.
  fileprivate func systemName(_ at: Int) -> Match? {
    guard hasBefore("Darwin", at) || hasBefore("Linux", at) else { return nil }
    let stop = end(from: at + 1, atMost: 128) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    guard stop > at + 2, isByte(" ", stop), byte(stop + 1)?.isDigit == true, bytes[at + 1].isLetterOrDigit,
      end(from: stop + 1, atMost: 3, { !$0.isDigit }) < bytes.count, !bytes[at + 1].isDigit,
      !hasIgnoringCase("kernel", at + 1), !hasIgnoringCase("version", at + 1),
      isByte(".", end(from: stop + 1, atMost: 3, { !$0.isDigit }))
    else { return nil }
    return Match(range: at + 1..<stop, kind: .host)
  }

  /// Matches the machine in `zoe@buildmac:/srv`, `zoe@buildmac ~ %`, of a copy command or a prompt.
  fileprivate mutating func hostOfPrompt(_ at: Int) -> Match? {
    guard at > 0, bytes[at - 1].isIdentifier else { return nil }
    let stop = end(from: at + 1, atMost: 128) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    guard stop > at + 2, !bytes[at + 1].isDigit else { return nil }
    guard
      isByte(":", stop) && separator(stop + 1) != nil && !has("://", stop) && !has(":\\/\\/", stop) || has(":~", stop)
        || has(" ~ %", stop) || has(" ~]", stop)
        || has(" %", stop) && isByte(" ", stop + 2)
    else { return nil }
    guard !isPublicHost(at + 1..<stop) else { return nil }
    let host = Match(range: at + 1..<stop, kind: .host)
    let start = start(before: at, atMost: 64) { $0.isIdentifier || $0 == 0x2D || $0 == 0x2E }
    guard start >= floor, !isPlaceholder(start..<at), RedactionVocabulary.isDistinctive(string(start..<at), .user)
    else {
      return host
    }
    if !isPlaceholder(host.range) { pending = host }
    return Match(range: start..<at, kind: .user)
  }

  /// Matches the server in `\\\\server\\share`.
  fileprivate func hostOfShare(_ at: Int) -> Match? {
    let marks = backslashes(at)
    guard marks == (isJSON ? 4 : 2), at == 0 || bytes[at - 1] <= 0x28 || isByte("=", at - 1) else { return nil }
    let stop = endOfHost(from: at + marks)
    let range = at + marks..<stop
    guard range.count >= 3, backslashes(stop) == marks / 2, bytes[range].contains(where: \.isLetter),
      byte(stop + marks / 2)?.isIdentifier == true
    else { return nil }
    return Match(range: range, kind: .host)
  }

  private static let machineMarks: [StaticString] = [
    "-macbook", "-imac", "-mac-mini", "-mac-studio", "-mac-pro", "-mac", "-mbp", "-mba", "-iphone", "-ipad", "-air",
    "-mini", "-laptop", "-desktop", "-pc", "-workstation",
  ]

  /// Matches the default name of a machine: `Zoes-MacBook-Pro`, `zquill-mbp`, `DESKTOP-4F7Q2KD`.
  fileprivate func machine(_ at: Int) -> Match? {
    guard at > 0, bytes[at - 1].isIdentifier, let next = byte(at + 1), next.isLetterOrDigit else { return nil }
    if hasBefore("DESKTOP", at) || hasBefore("LAPTOP", at) || hasBefore("WIN", at) {
      let stop = end(from: at + 1, atMost: 16) { !($0.isDigit || $0.isLetter && $0 & 0x20 == 0) }
      let start = start(before: at, atMost: 8) { $0.isIdentifier }
      guard stop - at >= 7, stop == bytes.count || !bytes[stop].isIdentifier,
        bytes[at..<stop].contains(where: \.isDigit),
        at - start <= 7
      else { return nil }
      return Match(range: start..<stop, kind: .host)
    }
    guard let mark = Self.machineMarks.first(where: { hasIgnoringCase($0, at) }) else { return nil }
    let after = at + mark.utf8CodeUnitCount
    if let byte = byte(after), byte.isLetter { return nil }
    let start = start(before: at, atMost: 64) { $0.isIdentifier || $0 == 0x2D }
    let stop = end(from: at, atMost: 64) { !($0.isIdentifier || $0 == 0x2D) }
    // The possessive `s` tells a name from other words with a dash, unless the mark is a product's full name.
    let isPossessive = bytes[at - 1] | 0x20 == UInt8(ascii: "s")
    let isProduct =
      isByte("M", at + 1) && (isByte("B", at + 4) || isByte("-", after)) || isByte("i", at + 1) && isByte("M", at + 2)
    let isShort = mark.utf8CodeUnitCount == 4 && mark.utf8Start[2] == UInt8(ascii: "b")
    guard isPossessive && at - start >= 4 || isProduct || isShort, bytes[start].isIdentifier, at - start >= 2,
      !has("com.", start - 4), byte(start - 1) != UInt8(ascii: "/") || byte(stop) != 0x2E
    else { return nil }
    return Match(range: start..<stop, kind: .host)
  }

  private static let products: [StaticString] = [
    "iPhone", "iPad", "MacBook", "Mac", "iMac", "Apple Watch", "Apple TV", "HomePod", "AirPods",
  ]

  private func hasProduct(_ at: Int) -> Bool {
    Self.products.contains { has($0, at) && !(byte(at + $0.utf8CodeUnitCount)?.isLetter ?? false) }
      || has("MacBook", at)
  }

  /// Matches the owner in `Zoe's iPhone`.
  fileprivate func ownerOfMachine(_ at: Int) -> Match? {
    let mark = has("\u{2019}", at) ? 3 : 1
    guard at > 0, bytes[at] == UInt8(ascii: "'") || mark == 3, has("s ", at + mark), hasProduct(at + mark + 2) else {
      return nil
    }
    let start = start(before: at, atMost: 64) { $0.isIdentifier || $0 == 0x2D }
    guard start < at, !isPlaceholder(start..<at),
      !["it", "that", "what", "here", "today", "user", "app", "apple", "there", "let"]
        .contains(string(start..<at).lowercased())
    else { return nil }
    return Match(range: start..<at, kind: .user)
  }

  private static let prepositions: [StaticString] = [
    " von ", " de ", " di ", " van ", " da ", " av ", " af ", " d\u{2019}", " d'",
  ]

  /// Matches the owner in `iPhone von Zoe`, `MacBook Pro de Zoe`.
  fileprivate func ownerAfterProduct(_ at: Int) -> Match? {
    guard let next = byte(at + 1), next == UInt8(ascii: "v") || next == UInt8(ascii: "d") || next == UInt8(ascii: "a"),
      let word = Self.prepositions.first(where: { has($0, at) })
    else { return nil }
    var end = at
    for suffix: StaticString in [" Pro", " Air", " mini", " Max"] where hasBefore(suffix, end) {
      end -= suffix.utf8CodeUnitCount
    }
    guard Self.products.contains(where: { hasBefore($0, end) }) || hasBefore("MacBook", end) else { return nil }
    let start = at + word.utf8CodeUnitCount
    let stop = self.end(from: start, atMost: 64) { !($0.isIdentifier || $0 == 0x2D) }
    guard stop - start >= 2, bytes[start] >= 0x80 || bytes[start].isLetter && bytes[start] & 0x20 == 0 else {
      return nil
    }
    // A first name, and the words after it that begin like names.
    return fullName(start) ?? Match(range: start..<stop, kind: .user)
  }
}
