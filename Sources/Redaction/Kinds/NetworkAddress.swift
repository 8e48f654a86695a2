import Bytes

extension RedactionKind {
  static let networkAddress = RedactionKind(
    id: "ip-address", placeholder: .ip, title: "network address",
    recognition: """
      IPv4 and IPv6 by their form; four numbers that may be a version only after a word such as `to`, in a URL, or with a \
      port
      """,
    labels: [
      RedactionLabel(
        .part,
        "ipaddress ipaddr ipv4 ipv6 remoteaddress remoteaddr clientip remoteip serverip localip publicip xforwardedfor xrealip",
        value: RedactionScanner.addressField)
    ],
    recognizers: [
      RedactionRecognizer(words: .digits) { $0.ipv4($1) },
      RedactionRecognizer(words: .hexadecimal) { $0.ipv6($1) },
      RedactionRecognizer(at: "-") { $0.addressInName($1) },
      RedactionRecognizer(at: ":") { $0.mappedAddress($1) },
    ],
    removed: [
      Example("connect to 192.168.1.7:80 and 8.8.8.8", "connect to ip-1:80 and ip-2"),
      Example("refused (203.0.113.77)", "refused (ip-1)"), Example("203.0.113.77.443 > 10.0.0.9", "ip-1.443 > ip-2"),
      Example("ip-203-0-113-77.ec2", "ip-1.ec2"), Example("http://10.13.6.2/x", "http://ip-1/x"),
      Example("peer ::ffff:c633:6417", "peer ip-1"),
      Example("from fe80::1c2b:3d4e:5f60:7a1b to 2001:db8:0:0:0:0:0:1", "from ip-1 to ip-2"),
    ],
    stays: [
      "Version: 1.2.3.4 (5.6.7.8)\nbuild 9.8.7.6", "127.0.0.1 0.0.0.0 1.2.3.4.5 1.2.3.400", "IBAgent 10.13.6.2",
      "Xcode 14.3.1.4", "libFoo 21.4.1.3", "com.example.Foo (10.13.6.2 - 14.3.1.4)", "foo-1.2.3.4.dylib",
      "std::__1::string dead::beef::cafe 12:39:56",
    ])
}

extension RedactionScanner {
  /// A value after a label of addresses: four numbers, or IPv6, without further evidence.
  fileprivate static let addressField: Form = { scanner, field in
    if field.isKey, field.quoteEnd == nil { return nil }
    guard let (octets, stop) = scanner.quad(field.start, separator: 0x2E), octets[0] != 127, octets[0] != 0 else {
      return nil
    }
    return Match(range: field.start..<stop, kind: .ip)
  }

  /// Returns four numbers up to 255 and their end.
  private func quad(_ at: Int, separator: UInt8) -> (octets: [Int], end: Int)? {
    var index = at
    var octets: [Int] = []
    while octets.count < 4 {
      var value = 0
      let start = index
      while index < bytes.count, bytes[index].isDigit, index - start < 4 {
        value = value * 10 + Int(bytes[index] & 15)
        index += 1
      }
      guard index > start, index - start <= 3, value <= 255 else { return nil }
      octets.append(value)
      if octets.count < 4 {
        guard byte(index) == separator else { return nil }
        index += 1
      }
    }
    return (octets, index)
  }

  fileprivate func ipv4(_ at: Int) -> Match? {
    // The quickest test first: most numbers are followed by something else.
    let first = end(from: at, atMost: 4) { !$0.isDigit }
    guard first - at <= 3, byte(first) == 0x2E, at == 0 || bytes[at - 1] != 0x2E,
      let (octets, stop) = quad(at, separator: 0x2E)
    else { return nil }
    if let next = byte(stop), next.isIdentifier { return nil }
    let isLarge = Self.isLarge(octets)
    if [0, 127, 255].contains(octets[0]) || (224...).contains(octets[0]) || followsVersion(at, isLarge) { return nil }
    if isByte("(", at - 1), isByte(")", stop) || isByte(" ", stop), followsImage(at - 1) { return nil }
    // tcpdump and netstat write the port after a dot.
    if byte(stop) == 0x2E, byte(stop + 1)?.isDigit == true {
      let port = end(from: stop + 1, atMost: 6) { !$0.isDigit }
      guard isLarge || isAddress(at, stop, octets), byte(port) != 0x2E else { return nil }
    }
    guard isLarge || isAddress(at, stop, octets) else { return nil }
    return Match(range: at..<stop, kind: .ip)
  }

  /// Returns whether four numbers are an address by themselves: a private one, or one with parts that no version has.
  private static func isLarge(_ octets: [Int]) -> Bool {
    if octets[0] == 192 && octets[1] == 168 || octets[0] == 172 && (16...31).contains(octets[1]) { return true }
    // macOS 10 ended with 10.16.
    if octets[0] == 10, octets[1] > 16 { return true }
    if octets[0] == 169 && octets[1] == 254 || octets[0] == 100 && (64...127).contains(octets[1]) { return true }
    return octets[0] >= 128 || octets.count { $0 >= 32 } >= 2 || octets[1...].contains { $0 >= 128 }
  }

  private static let addressWords: Set<String> = [
    "to", "from", "at", "by", "via", "on", "host", "hosts", "ip", "addr", "address", "addresses", "server", "peer",
    "client", "remote", "gateway", "router", "dns", "inet", "ping", "connect", "connecting", "connected", "dial",
    "route", "sockaddr", "laddr", "faddr", "inet", "endpoints", "interface", "established",
    "src", "dst", "source", "destination", "and", "tcp", "udp", "socket", "bind", "listen", "listening", "endpoint",
    "proxy", "nameserver", "resolver", "target", "node", "reach", "reached", "resolved", "broadcast", "netmask",
  ]

  /// Returns whether four numbers that a version could have are an address, by the text around them.
  private func isAddress(_ at: Int, _ stop: Int, _ octets: [Int]) -> Bool {
    if isByte("/", at - 1) && isByte("/", at - 2) || isByte("@", at - 1) { return true }
    if isByte(":", stop), let port = byte(stop + 1), port.isDigit { return true }
    if isByte("/", stop), byte(stop + 1)?.isDigit == true { return true }
    let mark = start(before: at, atMost: 8) {
      [0x20, 0x09, 0x22, 0x3A, 0x3D, 0x28, 0x5B, 0x27, 0x2F, 0x5C, 0x3E].contains($0)
    }
    if isByte(">", at - 2) && isByte(" ", at - 1) { return true }
    let number = self.start(before: mark, atMost: 1) { $0.isDigit }
    let (word, start) =
      ["tcp", "udp", "inet", "en", "ipv"].contains(wordBefore(number).text) ? wordBefore(number) : wordBefore(mark)
    if ["en", "ipv"].contains(word) { return true }
    if start == mark {
      // At the beginning of a text, a version has a label.
      return mark < at && bytes[mark..<at].contains(0x22) && octets[0] == 10 || mark == 0 && octets[0] == 10
        || isByte("(", at - 1) && octets[0] == 10 && octets[1] < 8 && isByte(")", stop)
    }
    if Self.addressWords.contains(word) { return true }
    // No system has had a version 10.0 to 10.3 with four parts; products write their names in uppercase.
    if octets[0] == 10, octets[1] <= 3, bytes[start] & 0x20 != 0, !word.hasPrefix("lib") { return true }
    return isByte("(", at - 1) && isByte(")", stop) && octets[0] == 10 && octets[1] <= 2
  }

  /// Returns whether a word such as "version" precedes `at`, separated only by blanks and punctuation.
  private func followsVersion(_ at: Int, _ isLarge: Bool) -> Bool {
    let index = start(before: at, atMost: 16) { [0x20, 0x09, 0x22, 0x3A, 0x3D, 0x28, 0x5C].contains($0) }
    let (word, _) = wordBefore(index)
    if ["version", "build", "vers", "release", "ver", "revision", "sdk"].contains(where: { word.hasSuffix($0) }) {
      return true
    }
    // `v1.2.3.4` and `foo-1.2.3.4` are names of files and releases.
    return !isLarge && index == at
      && (word == "v" || isByte("-", at - 1) && byte(at - 2)?.isIdentifier == true && !hasBefore("ip-", at))
  }

  /// Returns whether the name of an image or a bundle precedes a version in parentheses.
  private func followsImage(_ open: Int) -> Bool {
    guard isByte(" ", open - 1) else { return false }
    let start = start(before: open - 1, atMost: 64) { $0 > 0x20 && $0 != 0x22 }
    return bytes[start..<open - 1].contains(0x2E) && !bytes[start..<open - 1].contains(0x2F)
      || has("lib", start)
      || byte(start).map { $0.isLetter && $0 & 0x20 == 0 } == true && hasIgnoringCase("0x", lineStart(open))
  }

  private func lineStart(_ at: Int) -> Int {
    let start = start(before: at, atMost: 200) { $0 >= 0x20 }
    return end(from: start, atMost: 24) { $0 != 0x20 }
  }

  /// Matches `ip-203-0-113-77` and `203-0-113-77.dsl.example.net` at the first dash.
  fileprivate func addressInName(_ at: Int) -> Match? {
    guard byte(at + 1)?.isDigit == true else { return nil }
    if hasBefore("ip", at), !(byte(at - 3)?.isIdentifier ?? false), let (octets, stop) = quad(at + 1, separator: 0x2D),
      octets[0] > 0
    {
      return Match(range: at - 2..<stop, kind: .ip)
    }
    let start = start(before: at, atMost: 4) { $0.isDigit }
    guard at - start <= 3, at > start, !(byte(start - 1)?.isIdentifier ?? false), !isByte("-", start - 1),
      let (octets, stop) = quad(start, separator: 0x2D), octets[0] > 0, Self.isLarge(octets), isByte(".", stop),
      byte(stop + 1)?.isLetter == true
    else { return nil }
    return Match(range: start..<stop, kind: .ip)
  }

  /// Matches an IPv4 address in IPv6 (RFC 4291, RFC 6052): `::ffff:c633:6417`, `64:ff9b::c633:6417`.
  fileprivate func mappedAddress(_ at: Int) -> Match? {
    guard isByte(":", at + 1),
      at == 0 || !bytes[at - 1].isIdentifier && bytes[at - 1] != 0x3A || hasBefore("64:ff9b", at)
    else { return nil }
    var index = at + 2
    if hasIgnoringCase("ffff:", index) { index += 5 } else if !hasBefore("64:ff9b", at) { return nil }
    if hasIgnoringCase("0:", index) { index += 2 }
    let first = end(from: index, atMost: 5) { !$0.isHexDigit }
    let stop = end(from: first + 1, atMost: 5) { !$0.isHexDigit }
    guard isByte(":", first), first > index, first - index <= 4, stop > first + 1, stop - first <= 5,
      !(byte(stop)?.isIdentifier ?? false), byte(stop) != 0x3A, bytes[index..<stop].contains(where: \.isDigit)
    else { return nil }
    return Match(range: (hasBefore("64:ff9b", at) ? at - 7 : at)..<stop, kind: .ip)
  }

  /// Matches an IPv6 address (RFC 4291): eight groups, or fewer with `::`. C++ names contain `::` too, so a group must
  /// have a digit, and the first group must be a usual prefix of addresses.
  fileprivate func ipv6(_ at: Int) -> Match? {
    let colon = end(from: at, atMost: 5) { !$0.isHexDigit }
    guard isByte(":", colon), colon - at >= 3, at == 0 || bytes[at - 1] != UInt8(ascii: ":") else { return nil }
    var stop = end(from: at, atMost: 46) { !($0.isHexDigit || $0 == UInt8(ascii: ":")) }
    while stop > at, bytes[stop - 1] == UInt8(ascii: ":") { stop -= 1 }
    guard stop > at, stop == bytes.count || !bytes[stop].isIdentifier else { return nil }
    let groups = bytes[at..<stop].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard groups.count >= 3, groups.count <= 8, groups.allSatisfy({ $0.count <= 4 }) else { return nil }
    let gaps = groups.dropFirst().dropLast().filter(\.isEmpty).count
    guard gaps <= 1, gaps == 1 || groups.count == 8, groups.contains(where: { $0.contains(where: \.isDigit) }) else {
      return nil
    }
    let begins = string(at..<min(colon, at + 3)).lowercased()
    guard groups.count >= 5 || begins.hasPrefix("fe8") || begins.hasPrefix("fd") || begins.hasPrefix("2") else {
      return nil
    }
    return Match(range: at..<stop, kind: .ip)
  }
}
