import Bytes

extension RedactionKind {
  static let deviceIdentifier = RedactionKind(
    id: "device-identifier", placeholder: .device, title: "identifier of a device or an installation",
    recognition: """
      labels such as `CrashReporter Key`, `deviceUUID`, `distinct_id`; UDIDs by their form or next to a device's name; \
      simulated devices
      """,
    labels: [
      RedactionLabel(
        .part,
        """
        crashreporterid anonymousuuid deviceidentifierforvendor identifierforvendor uniquechipid \
        idfa idfv udid sleepwakeuuid wakeuuid bootsessionuuid bootuuid deviceappshash deviceapphash distinctid \
        anonymousid ioplatformuuid adid gaid rdid advertisingidentifier appsflyerid adjustid amplitudeid \
        mixpanelid branchid onesignalid brazeid firebaseinstanceid firebaseinstallationid pushid registrationid \
        subscriptionid deviceuniqueid deviceguid
        """ + combinations, isSpaced: true, value: RedactionScanner.identifier(.device)),
      RedactionLabel(.glued, "reporterkey", isSpaced: true, value: RedactionScanner.identifier(.device)),
      RedactionLabel(.part, "udid", isSpaced: true, value: RedactionScanner.identifier(.device)),
      RedactionLabel(.part, "ecid chipid", isSpaced: true, value: RedactionScanner.chipNumber),
    ],
    recognizers: [
      RedactionRecognizer(words: .hexadecimal) { $0.deviceNumber($1) },
      RedactionRecognizer(after: .deviceNumber) { $0.numberOfDevice($1) },
    ],
    removed: [
      Example(
        "CrashReporter Key:   0123456789abcdef0123456789abcdef00000001\nNext: 1",
        "CrashReporter Key:   device-1\nNext: 1"),
      Example("IOPlatformUUID = \"0A1B2C3D-0000-4000-8000-00000000000A\"", "IOPlatformUUID = \"device-1\""),
      Example("Device UUID: 0A1B2C3D-0000-4000-8000-00000000000A", "Device UUID: device-1"),
      Example("distinct_id=1c2b3d4e5f", "distinct_id=device-1"), Example("ECID: 8820193845528611", "ECID: device-1"),
      Example("00008110-001A2B3C4D5E801E 00008110001A2B3C4D5E801F", "device-1 device-2"),
      Example("iPhone (0123456789abcdef0123456789abcdef01234567)", "iPhone (device-1)"),
      Example("platform:iOS, id:0123456789abcdef0123456789abcdef01234567", "platform:iOS, id:device-1"),
      Example(
        "/CoreSimulator/Devices/0A1B2C3D-0000-4000-8000-00000000000A/data", "/CoreSimulator/Devices/device-1/data"),
    ],
    stays: [
      "\"uuid\":\"0a1b2c3d-0000-4000-8000-00000000000a\"", "Incident Identifier: 0A1B2C3D-0000-4000-8000-00000000000A",
      "commit 0123456789abcdef0123456789abcdef01234567", "vendorID: 0x05ac", "deviceID: nil",
      "0x100000000 - 0x100003fff App (1.0) <0A1B2C3D-0000-4000-8000-00000000000A> /a",
    ])

  /// Names of things that identify a device, with the names of identifiers.
  private static let combinations: String = {
    let owners = [
      "device", "platform", "hardware", "machine", "installation", "install", "vendor", "advertising", "client",
      "visitor", "phone", "tracking", "beta", "appinstance", "instance", "system",
    ]
    let identifiers = ["id", "uuid", "guid", "identifier", "udid"]
    return owners.flatMap { owner in identifiers.map { " " + owner + $0 } }
      .filter { $0 != " systemid" && $0 != " instanceid" }.joined()
      + " uniquedeviceid uniquedeviceidentifier uniqueidentifier"
  }()

  static let hardwareAddress = RedactionKind(
    id: "hardware-address", placeholder: .device, title: "hardware address",
    recognition: "six bytes with `:` or `-`, three groups with `.`, or a label such as `macAddress`",
    labels: [
      RedactionLabel(
        .part,
        """
        macaddress iomacaddress macaddr wifiaddress bluetoothaddress ethernetaddress hwaddr hardwareaddress bssid ethernetid wifimac \
        btaddr bdaddr lladdr
        """, value: RedactionScanner.addressField),
      RedactionLabel(.whole, "mac ether", isSpaced: true, value: RedactionScanner.hardwareField),
    ],
    recognizers: [RedactionRecognizer(words: .hexadecimal) { $0.hardwareAddress($1) }],
    removed: [
      Example("ether a4:83:e7:01:02:ff", "ether device-1"), Example("A4-5E-60-C1-B2-D3", "device-1"),
      Example("at 4:50:60:1:22:33 on en0", "at device-1 on en0"), Example("a45e.60c1.b2d3", "device-1"),
      Example("04:50:60:11:22:33", "device-1"), Example("mac=a45e60c1b2d3", "mac=device-1"),
    ],
    stays: [
      "12:39:56 +0100", "2026-11-23 10:22:33.123", "AB:CD:EF:01:23:45:67:89", "-[a:b:c:d:e:f:]", "23-11-26-10-22-33",
      "0A1B2C3D-0000-4000-8000-00000000000A",
    ])
}

extension RedactionScanner {
  /// The number of a chip, also in hexadecimal form.
  fileprivate static let chipNumber: Form = { scanner, field in
    guard field.quoteEnd == nil, scanner.hasIgnoringCase("0x", field.start) else {
      return identifier(.device)(&scanner, field)
    }
    let stop = scanner.end(from: field.start + 2, atMost: 17) { !$0.isHexDigit }
    return stop - field.start >= 10 ? Match(range: field.start..<stop, kind: .device) : nil
  }

  /// A hardware address, also as the description of its bytes.
  fileprivate static let addressField: Form = { scanner, field in
    guard field.quoteEnd == nil, scanner.isByte("<", field.start) else { return identifier(.device)(&scanner, field) }
    let stop = scanner.end(from: field.start + 1, atMost: 20) { !($0.isHexDigit || $0 == 0x20) }
    guard stop - field.start >= 13, scanner.isByte(">", stop) else { return nil }
    return Match(range: field.start + 1..<stop, kind: .device)
  }

  /// A value after `mac` or `ether`, which are common words.
  fileprivate static let hardwareField: Form = { scanner, field in
    let start = field.start
    let stop = field.quoteEnd ?? scanner.endOfWord(from: start)
    guard stop - start == 12, scanner.isHexadecimal(start, 12), scanner.bytes[start..<stop].contains(where: \.isDigit)
    else { return nil }
    return Match(range: start..<stop, kind: .device)
  }

  fileprivate func hardwareAddress(_ at: Int) -> Match? {
    let first = end(from: at, atMost: 5) { !$0.isHexDigit }
    guard let mark = byte(first), first - at <= 4, at == 0 || !(bytes[at - 1] == mark && mark != 0x20) else {
      return nil
    }
    if mark == 0x2E { return first - at == 4 ? dottedAddress(at) : nil }
    guard first - at <= 2, mark == UInt8(ascii: ":") || mark == UInt8(ascii: "-") else { return nil }
    var index = at
    var letters = 0
    var full = 0
    for group in 0..<6 {
      let stop = end(from: index, atMost: 3) { !$0.isHexDigit }
      guard stop > index, stop - index <= 2 else { return nil }
      if stop - index == 2 { full += 1 }
      letters += bytes[index..<stop].count(where: \.isLetter)
      index = stop
      if group < 5 {
        guard byte(index) == mark else { return nil }
        index += 1
      }
    }
    if let next = byte(index), next.isIdentifier || next == mark { return nil }
    // Dates have dashes too, and short groups occur in other lists of numbers.
    guard full == 6 || full >= 3 && mark == UInt8(ascii: ":"), letters > 0 || mark == UInt8(ascii: ":") else {
      return nil
    }
    return Match(range: at..<index, kind: .device)
  }

  private func dottedAddress(_ at: Int) -> Match? {
    guard isHexadecimal(at, 4), isByte(".", at + 4), isHexadecimal(at + 5, 4), isByte(".", at + 9),
      isHexadecimal(at + 10, 4)
    else { return nil }
    let range = at..<at + 14
    if let next = byte(at + 14), next.isIdentifier || next == 0x2E && byte(at + 15)?.isIdentifier == true { return nil }
    guard bytes[range].contains(where: \.isDigit), bytes[range].contains(where: \.isLetter) else { return nil }
    return Match(range: range, kind: .device)
  }

  /// Matches device identifiers: eight and sixteen digits with a dash (devices since 2018) or without, and an identifier
  /// next to the name of a device.
  fileprivate func deviceNumber(_ at: Int) -> Match? {
    let stop = end(from: at, atMost: 41) { !$0.isHexDigit }
    switch stop - at {
    case 8:
      guard isByte("-", stop) else { return nil }
      if isHexadecimal(at + 9, 16), at + 25 == bytes.count || !(bytes[at + 25].isIdentifier || bytes[at + 25] == 0x2D) {
        return Match(range: at..<at + 25, kind: .device)
      }
      return isUUID(at) && isOfDevice(at, at + 36) ? Match(range: at..<at + 36, kind: .device) : nil
    case 24:
      guard has("0000", at), !isByte("0", at + 4), !(byte(stop)?.isIdentifier ?? false) else { return nil }
      return Match(range: at..<stop, kind: .device)
    case 40:
      guard !(byte(stop)?.isIdentifier ?? false), isOfDevice(at, stop) else { return nil }
      return Match(range: at..<stop, kind: .device)
    default: return nil
    }
  }

  private static let deviceWords: [StaticString] = [
    "iphone", "ipad", "ipod", "apple watch", "apple tv", "platform:", "platform=", "device", "udid", "simulator",
    "simdevice", "my mac",
  ]

  /// Returns whether the text around an identifier names a device: `iPhone (…)`, `platform:iOS, id:…`.
  private func isOfDevice(_ at: Int, _ stop: Int) -> Bool {
    // `<UUID>` is that of an image.
    if isByte("<", at - 1) { return false }
    let begin = start(before: at, atMost: 48) { $0 >= 0x20 && $0 != 0x3C && $0 != 0x22 }
    let after = has(" (", stop) ? end(from: stop, atMost: 32) { $0 < 0x20 || $0 == 0x22 } : stop
    guard mentions(Self.deviceWords, begin..<at) || mentions(Self.deviceWords, stop..<after) else { return false }
    return !mentions(["uuid", "commit", "/applications/"], begin..<at)
  }

  /// Returns whether one of the words in lower case is in a short range, in any letter case.
  private func mentions(_ words: [StaticString], _ range: Range<Int>) -> Bool {
    range.contains { at in bytes[at] >= 0x2F && words.contains { hasIgnoringCase($0, at) } }
  }
}
