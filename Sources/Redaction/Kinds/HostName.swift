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
}
