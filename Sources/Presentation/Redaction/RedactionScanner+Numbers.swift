/// Numbers by which machines are known: network addresses and identifiers of devices.
extension RedactionScanner {
  func networkAddress(_ at: Int) -> Match? { ipv4(at) ?? hardwareAddress(at) ?? ipv6(at) }

  /// Four numbers up to 255. What stands behind a word for a version, or looks like one in brackets, is a version.
  private func ipv4(_ at: Int) -> Match? {
    guard Self.isDigit(bytes[at]), at == 0 || bytes[at - 1] != 0x2E else { return nil }
    var place = at
    var octets: [Int] = []
    while octets.count < 4 {
      let stop = end(from: place, atMost: 4) { !Self.isDigit($0) }
      guard stop > place, stop - place <= 3, let octet = Int(String(decoding: bytes[place..<stop], as: UTF8.self)),
        octet <= 255
      else { return nil }
      octets.append(octet)
      place = stop
      if octets.count < 4 {
        guard place < bytes.count, bytes[place] == 0x2E else { return nil }
        place += 1
      }
    }
    if place < bytes.count, Self.isWord(bytes[place]) { return nil }
    if place + 1 < bytes.count, bytes[place] == 0x2E, Self.isDigit(bytes[place + 1]) { return nil }
    if [0, 127, 255].contains(octets[0]) { return nil }
    let isPrivate =
      octets[0] == 10 || octets[0] == 192 && octets[1] == 168 || octets[0] == 172 && (16...31).contains(octets[1])
      || octets[0] == 169 && octets[1] == 254
    let bracket = at > 0 && bytes[at - 1] == UInt8(ascii: "(")
    if followsVersion(at) || bracket && !isPrivate { return nil }
    return Match(range: at..<place, kind: .ip)
  }

  /// True if a word like "version" stands before `at` on its line, with nothing but marks between.
  private func followsVersion(_ at: Int) -> Bool {
    var place = at
    while place > 0, at - place < 16, [0x20, 0x09, 0x22, 0x3A, 0x3D, 0x28, 0x5C].contains(bytes[place - 1]) {
      place -= 1
    }
    let start = max(0, place - 9)
    let word = String(decoding: bytes[start..<place], as: UTF8.self).lowercased()
    return word.hasSuffix("version") || word.hasSuffix("build") || word.hasSuffix("vers")
  }

  /// Six pairs of hexadecimal digits, as interfaces have them.
  private func hardwareAddress(_ at: Int) -> Match? {
    guard bytes.count - at >= 17, at == 0 || bytes[at - 1] != UInt8(ascii: ":") else { return nil }
    var letters = 0
    for index in 0..<17 {
      let byte = bytes[at + index]
      guard index % 3 == 2 ? byte == UInt8(ascii: ":") : Self.isHexadecimal(byte) else { return nil }
      if Self.isLetter(byte) { letters += 1 }
    }
    if at + 17 < bytes.count, Self.isWord(bytes[at + 17]) || bytes[at + 17] == UInt8(ascii: ":") { return nil }
    return letters > 0 ? Match(range: at..<at + 17, kind: .device) : nil
  }

  /// RFC 4291: eight groups, or fewer around `::`. Names of C++ have `::` too, so a group must have a digit and the
  /// first one must be one that addresses begin with.
  private func ipv6(_ at: Int) -> Match? {
    guard at == 0 || bytes[at - 1] != UInt8(ascii: ":") else { return nil }
    var stop = end(from: at, atMost: 46) { !(Self.isHexadecimal($0) || $0 == UInt8(ascii: ":")) }
    while stop > at, bytes[stop - 1] == UInt8(ascii: ":") { stop -= 1 }
    guard stop > at, stop == bytes.count || !Self.isWord(bytes[stop]) else { return nil }
    let groups = bytes[at..<stop].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard groups.count >= 3, groups.count <= 8, groups.allSatisfy({ $0.count <= 4 }) else { return nil }
    let gaps = groups.dropFirst().dropLast().filter(\.isEmpty).count
    guard gaps <= 1, gaps == 1 || groups.count == 8, let first = groups.first, first.count >= 3,
      groups.contains(where: { $0.contains(where: Self.isDigit) })
    else { return nil }
    let begins = String(decoding: first, as: UTF8.self).lowercased()
    guard groups.count >= 5 || begins.hasPrefix("fe8") || begins.hasPrefix("fd") || begins.hasPrefix("2") else {
      return nil
    }
    return Match(range: at..<stop, kind: .ip)
  }

  /// Device numbers that have a form of their own: since 2018 eight and sixteen digits with a dash; and what names a
  /// simulated device, in its folder and in the name of its processes' group.
  func deviceNumber(_ at: Int) -> Match? {
    if isHexadecimal(at, 8), at + 8 < bytes.count, bytes[at + 8] == UInt8(ascii: "-"), isHexadecimal(at + 9, 16),
      at + 25 == bytes.count || !(Self.isWord(bytes[at + 25]) || bytes[at + 25] == UInt8(ascii: "-"))
    {
      return Match(range: at..<at + 25, kind: .device)
    }
    for place in Self.simulatorPlaces where at >= place.count && has(place, at - place.count) {
      let stop = end(from: at, atMost: 40) { !(Self.isHexadecimal($0) || $0 == UInt8(ascii: "-")) }
      if stop - at == 36 { return Match(range: at..<stop, kind: .device) }
    }
    return nil
  }

  private static let simulatorPlaces = [
    "CoreSimulator/Devices/", "CoreSimulator\\/Devices\\/", "CoreSimulator.SimDevice.",
  ].map { Array($0.utf8) }

  private func isHexadecimal(_ at: Int, _ count: Int) -> Bool {
    bytes.count - at >= count && bytes[at..<at + count].allSatisfy(Self.isHexadecimal)
  }
}

/// Labels behind which personal data stands, in text and in JSON.
///
/// Letter case, blanks, dashes and underscores do not count: `CrashReporter Key`, `crashReporterKey` and
/// `crash_reporter_key` are one.
enum RedactionLabels {
  private static let kinds: [[UInt8]: Redactor.Kind] = {
    let labels: [Redactor.Kind: [String]] = [
      .device: [
        "crashreporterkey", "crashreporterid", "anonymousuuid", "deviceidentifier", "deviceidentifierforvendor",
        "identifierforvendor", "vendoridentifier", "deviceid", "deviceudid", "udid", "uniqueidentifier", "ecid",
        "hardwareuuid", "platformuuid", "idfa", "idfv", "advertisingidentifier", "betaidentifier", "sleepwakeuuid",
        "bootsessionuuid", "deviceappshash", "deviceapphash", "installuuid", "installationid",
      ],
      .serial: ["serialnumber", "serial", "serialno", "systemserialnumber", "hardwareserialnumber", "imei", "meid"],
      .host: [
        "hostname", "computername", "localhostname", "devicename", "machinename", "machine", "nodename", "servername",
      ],
      .user: ["username", "loginname", "login", "fullname", "realname", "accountname", "useridentifier"],
      .email: ["email", "emailaddress", "appleid"],
      .ip: ["ipaddress", "ipaddr", "remoteaddress", "clientip"],
      .token: [
        "authorization", "accesstoken", "authtoken", "refreshtoken", "sessiontoken", "token", "apikey", "apitoken",
        "secret", "clientsecret", "password", "passwd", "privatekey", "cookie", "setcookie", "sessionid",
      ],
    ]
    var kinds: [[UInt8]: Redactor.Kind] = [:]
    for (kind, names) in labels { for name in names { kinds[Array(name.utf8)] = kind } }
    return kinds
  }()
  private static let longest = kinds.keys.map(\.count).max() ?? 0
  private static let firstLetters = Set(kinds.keys.compactMap(\.first))

  /// The kind of the label that begins at `at`, and where it ends.
  static func label(_ bytes: [UInt8], _ at: Int) -> (kind: Redactor.Kind, end: Int)? {
    guard firstLetters.contains(bytes[at] | 0x20) else { return nil }
    var name: [UInt8] = []
    var place = at
    while place < bytes.count, name.count <= longest {
      let byte = bytes[place]
      if RedactionScanner.isLetter(byte) {
        name.append(byte | 0x20)
      } else if byte == 0x20 || byte == 0x5F || byte == 0x2D {
        // Two blanks end a label, one does not.
        if byte == 0x20, place + 1 < bytes.count, !RedactionScanner.isLetter(bytes[place + 1]) { break }
      } else {
        break
      }
      place += 1
    }
    return kinds[name].map { ($0, place) }
  }
}
