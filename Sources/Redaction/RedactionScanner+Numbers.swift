import Bytes

/// Detection of numbers that identify machines: network addresses and device identifiers.
extension RedactionScanner {
  func networkAddress(_ at: Int) -> Match? { ipv4(at) ?? hardwareAddress(at) ?? ipv6(at) }

  /// Matches four numbers up to 255. After a word such as "version", or in parentheses, they are a version number and
  /// do not match; private addresses in parentheses do.
  private func ipv4(_ at: Int) -> Match? {
    guard bytes[at].isDigit, at == 0 || bytes[at - 1] != 0x2E else { return nil }
    var index = at
    var octets: [Int] = []
    while octets.count < 4 {
      let stop = end(from: index, atMost: 4) { !$0.isDigit }
      guard stop > index, stop - index <= 3, let octet = Int(String(decoding: bytes[index..<stop], as: UTF8.self)),
        octet <= 255
      else { return nil }
      octets.append(octet)
      index = stop
      if octets.count < 4 {
        guard index < bytes.count, bytes[index] == 0x2E else { return nil }
        index += 1
      }
    }
    if index < bytes.count, bytes[index].isIdentifier { return nil }
    if index + 1 < bytes.count, bytes[index] == 0x2E, bytes[index + 1].isDigit { return nil }
    if [0, 127, 255].contains(octets[0]) { return nil }
    let isPrivate =
      octets[0] == 10 || octets[0] == 192 && octets[1] == 168 || octets[0] == 172 && (16...31).contains(octets[1])
      || octets[0] == 169 && octets[1] == 254
    let bracket = at > 0 && bytes[at - 1] == UInt8(ascii: "(")
    if followsVersion(at) || bracket && !isPrivate { return nil }
    return Match(range: at..<index, kind: .ip)
  }

  /// Returns whether a word such as "version" precedes `at`, separated only by blanks and punctuation.
  private func followsVersion(_ at: Int) -> Bool {
    var index = at
    while index > 0, at - index < 16, [0x20, 0x09, 0x22, 0x3A, 0x3D, 0x28, 0x5C].contains(bytes[index - 1]) {
      index -= 1
    }
    let start = max(0, index - 9)
    let word = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    return word.hasSuffix("version") || word.hasSuffix("build") || word.hasSuffix("vers")
  }

  /// Matches a hardware address: six pairs of hexadecimal digits.
  private func hardwareAddress(_ at: Int) -> Match? {
    guard bytes.count - at >= 17, at == 0 || bytes[at - 1] != UInt8(ascii: ":") else { return nil }
    var letters = 0
    for index in 0..<17 {
      let byte = bytes[at + index]
      guard index % 3 == 2 ? byte == UInt8(ascii: ":") : byte.isHexDigit else { return nil }
      if byte.isLetter { letters += 1 }
    }
    if at + 17 < bytes.count, bytes[at + 17].isIdentifier || bytes[at + 17] == UInt8(ascii: ":") { return nil }
    return letters > 0 ? Match(range: at..<at + 17, kind: .device) : nil
  }

  /// Matches an IPv6 address (RFC 4291): eight groups, or fewer with `::`. C++ names contain `::` too, so a group must
  /// have a digit, and the first group must be a usual prefix of addresses.
  private func ipv6(_ at: Int) -> Match? {
    guard at == 0 || bytes[at - 1] != UInt8(ascii: ":") else { return nil }
    var stop = end(from: at, atMost: 46) { !($0.isHexDigit || $0 == UInt8(ascii: ":")) }
    while stop > at, bytes[stop - 1] == UInt8(ascii: ":") { stop -= 1 }
    guard stop > at, stop == bytes.count || !bytes[stop].isIdentifier else { return nil }
    let groups = bytes[at..<stop].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard groups.count >= 3, groups.count <= 8, groups.allSatisfy({ $0.count <= 4 }) else { return nil }
    let gaps = groups.dropFirst().dropLast().filter(\.isEmpty).count
    guard gaps <= 1, gaps == 1 || groups.count == 8, let first = groups.first, first.count >= 3,
      groups.contains(where: { $0.contains(where: \.isDigit) })
    else { return nil }
    let begins = String(decoding: first, as: UTF8.self).lowercased()
    guard groups.count >= 5 || begins.hasPrefix("fe8") || begins.hasPrefix("fd") || begins.hasPrefix("2") else {
      return nil
    }
    return Match(range: at..<stop, kind: .ip)
  }

  /// Matches device identifiers: eight and sixteen digits with a dash (devices since 2018), and the UUID of a simulated
  /// device in its folder or in the name of its coalition.
  func deviceNumber(_ at: Int) -> Match? {
    if isHexadecimal(at, 8), at + 8 < bytes.count, bytes[at + 8] == UInt8(ascii: "-"), isHexadecimal(at + 9, 16),
      at + 25 == bytes.count || !(bytes[at + 25].isIdentifier || bytes[at + 25] == UInt8(ascii: "-"))
    {
      return Match(range: at..<at + 25, kind: .device)
    }
    for prefix in Self.simulatorPrefixes where at >= prefix.count && has(prefix, at - prefix.count) {
      let stop = end(from: at, atMost: 40) { !($0.isHexDigit || $0 == UInt8(ascii: "-")) }
      if stop - at == 36 { return Match(range: at..<stop, kind: .device) }
    }
    return nil
  }

  private static let simulatorPrefixes = [
    "CoreSimulator/Devices/", "CoreSimulator\\/Devices\\/", "CoreSimulator.SimDevice.",
  ].map { Array($0.utf8) }

  private static let containerFolders: Set<String> = [
    "Bundle/Application", "Data/Application", "Shared/AppGroup", "Data/PluginKitPlugin", "Shared/SystemGroup",
    "Data/System", "Data/InternalDaemon", "Data/VPNPlugin", "mobile/Applications", "Data/Containers",
  ]

  /// Matches the container of an app installation, `/Containers/Data/Application/UUID`, and the temporary folder of an
  /// account below `/var/folders`, whose two names are derived from the UUID of the account.
  func container(_ at: Int) -> Match? {
    guard let start = separator(at) else { return nil }
    if isUUID(start), Self.containerFolders.contains(foldersBefore(at)) {
      return Match(range: start..<start + 36, kind: .container)
    }
    guard has(Array("var".utf8), start), let folders = separator(start + 3), has(Array("folders".utf8), folders),
      let first = separator(folders + 7)
    else { return nil }
    let middle = end(from: first, atMost: 8) { !$0.isIdentifier }
    guard middle - first == 2, let second = separator(middle) else { return nil }
    let stop = end(from: second, atMost: 64) { !($0.isIdentifier || $0 == UInt8(ascii: "+")) }
    // `zz/zyxvpxvq6csfxvn_n0000000000000` is the folder of root on every Mac.
    guard stop - second >= 24, !has(Array("zz".utf8), first) else { return nil }
    return Match(range: first..<stop, kind: .container)
  }

  /// Returns the names of the two folders before the slash at `at`.
  private func foldersBefore(_ at: Int) -> String {
    var names: [String] = []
    var stop = at
    while names.count < 2 {
      var start = stop
      while start > 0, stop - start < 24, bytes[start - 1].isLetter { start -= 1 }
      guard start < stop, start > 0, bytes[start - 1] == UInt8(ascii: "/") else { return "" }
      names.insert(String(decoding: bytes[start..<stop], as: UTF8.self), at: 0)
      stop = start - 1
      while stop > 0, at - stop < 64, bytes[stop - 1] == UInt8(ascii: "\\") { stop -= 1 }
    }
    return names.joined(separator: "/")
  }

  private func isUUID(_ at: Int) -> Bool {
    guard bytes.count - at >= 36, at + 36 == bytes.count || !bytes[at + 36].isIdentifier else { return false }
    return (0..<36).allSatisfy { index in
      let byte = bytes[at + index]
      return [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isHexDigit
    }
  }

  private static let domains: [[UInt8]] = ["gui/", "gui\\/", "user/", "user\\/", "user.domain.", "uid "]
    .map { Array($0.utf8) }

  /// Matches the number of an account in names from launchd: `gui/502/com.example`, `user.domain.502`.
  func accountNumber(_ at: Int) -> Match? {
    guard bytes[at].isDigit, Self.domains.contains(where: { has($0, at - $0.count) }) else { return nil }
    let stop = end(from: at, atMost: 11) { !$0.isDigit }
    guard stop == bytes.count || !bytes[stop].isIdentifier else { return nil }
    return account(at, stop)
  }

  /// Matches the number of a person's account. System accounts have numbers below 500, and are not personal data.
  func account(_ start: Int, _ stop: Int) -> Match? {
    guard let number = UInt64(String(decoding: bytes[start..<stop], as: UTF8.self)), number >= 500, number != 501,
      number < 4_294_967_290
    else { return nil }
    return Match(range: start..<stop, kind: .account)
  }

  private func isHexadecimal(_ at: Int, _ count: Int) -> Bool {
    bytes.count - at >= count && bytes[at..<at + count].allSatisfy(\.isHexDigit)
  }
}
