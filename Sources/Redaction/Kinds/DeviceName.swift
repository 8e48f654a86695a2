import Bytes

extension RedactionKind {
  static let deviceName = RedactionKind(
    id: "device-name", placeholder: .host, title: "name of a device or a network in a sentence",
    recognition: """
      text in quotation marks after words such as `AirDrop`, `printer`, `hotspot`; the name before a hardware address in \
      brackets; lists after `nearby devices`, `known networks`; `iPhone (Zoe)`; names of models remain
      """,
    labels: [
      RedactionLabel(
        .part,
        "printername peripheralname accessoryname bluetoothname airplayname printer headset accessory speaker airplayroute",
        value: RedactionScanner.deviceTitle)
    ],
    recognizers: [
      RedactionRecognizer(at: "\"'\u{201C}\u{201E}\u{AB}\u{300C}") { $0.quotedDevice($1) },
      RedactionRecognizer(at: "([") { scanner, at in scanner.nameBeforeAddress(at) ?? scanner.ownerInBrackets(at) },
      RedactionRecognizer(after: .devices) { $0.listOfDevices($1) },
      RedactionRecognizer(after: .printer) { $0.printer($1) },
      RedactionRecognizer(after: .network) { $0.networkAfterWord($1) },
      RedactionRecognizer(after: .appliance) { $0.nameOfAppliance($1) },
      RedactionRecognizer(after: .wireless) { $0.networkAfterWireless($1) },
    ],
    removed: [
      Example("Bluetooth connected: \"Quill's Buds\"", "Bluetooth connected: \"host-1\""),
      Example("printer \"Büro Quill\" is busy", "printer \"host-1\" is busy"),
      Example("nearby devices [Quills Watch, Living Room]", "nearby devices [host-1]"),
      Example("headset Bose QC Quill [00:0C:8A:12:34:56]", "headset host-1 [device-1]"),
      Example("Handoff from \"iPhone (Zoe)\"", "Handoff from \"iPhone (user-1)\""),
      Example("printer HP_Quill_Home disabled", "printer host-1 disabled"),
      Example("Wi-Fi \"QuillHome\" lost", "Wi-Fi \"host-1\" lost"),
    ],
    stays: [
      "device \"iPhone 15 Pro\"", "Bluetooth is turned off", "printer not found", "device \"disk0s1\"", "iPhone (17.2)",
      "iPhone (Simulator)", "Printer: none", "AirPlay route changed to \"Speaker\"",
    ])
}

extension RedactionScanner {
  private static let models: [StaticString] = [
    "iPhone", "iPad", "iPod", "MacBook", "iMac", "Mac ", "Mac", "Apple ", "AirPods", "HomePod", "Speaker", "Headphones",
    "Built-in", "Internal", "Receiver",
    "Magic ", "Any ", "Generic", "My Mac", "Default",
  ]

  /// Returns whether a text can be a name that people gave a device.
  private func isDevice(_ range: Range<Int>, isList: Bool = false) -> Bool {
    let value = bytes[range]
    guard (3...80).contains(value.count), !isPlaceholder(range), !isNoValue(range),
      value.contains(where: { $0.isLetter || $0 >= 0x80 }),
      !value.contains(where: { [0x7B, 0x3C, 0x3D, 0x2F, 0x25].contains($0) }), !isBundleIdentifier(range)
    else { return false }
    guard let first = value.first,
      first >= 0x80 || first.isDigit || first.isLetter && first & 0x20 == 0 || value.contains(0x5F)
        || value.contains(0x27),
      let last = value.last, ![0x2E, 0x3A, 0x2C, 0x21, 0x3F].contains(last),
      !value.contains(where: { [0x28, 0x3B, 0x5C, 0x3A].contains($0) })
    else { return false }
    // A sentence has several words in lower case.
    let lower = value.split(separator: 0x20).count { $0.count > 2 && $0.allSatisfy { $0.isLetter && $0 & 0x20 != 0 } }
    if lower >= 3 || !value.contains(0x27) && lower == value.split(separator: 0x20).count - 1 && lower > 1 {
      return false
    }
    let hasOwner = value.contains(0x27) || value.contains { $0 >= 0x80 }
    if !hasOwner, !isList, Self.models.contains(where: { has($0, range.lowerBound) }) { return false }
    let words = value.split { $0 == 0x20 || $0 == 0x5F || $0 == 0x2D }
    let isOfPrograms = words.allSatisfy { word in
      let lower = String(streamSafe: word).lowercased()
      return RedactionVocabulary.isOfReports(lower) || PrivacyWords.shared.roles(word).contains(.capitalized)
        || word.allSatisfy(\.isDigit)
    }
    return !isOfPrograms
      && (hasOwner || isList || words.count > 1 || value.dropFirst().contains { $0.isLetter && $0 & 0x20 == 0 }
        || PrivacyWords.shared.roles(value).isPlainName)
  }

  /// Matches a text in quotation marks after the word for a device.
  fileprivate func quotedDevice(_ at: Int) -> Match? {
    let open = bytes[at] < 0x80 ? 1 : bytes[at] == 0xC2 ? 2 : 3
    guard at > 3, [0x20, 0x3A, 0x3D, 0x5C].contains(bytes[at - 1]),
      open == 1 || bytes[at] != 0xE3 || has("\u{300C}", at)
    else { return nil }
    let start = at + open
    let close = bytes[at]
    let stop = end(from: start, atMost: 80) {
      $0 == close && ($0 < 0x80 || true) || $0 < 0x20 || $0 == 0x22 || $0 == 0x5C
    }
    guard stop > start, byte(stop).map({ $0 == close || $0 == 0x5C || $0 == 0x22 }) == true else { return nil }
    var end = stop
    // An apostrophe in the name.
    if close == 0x27, byte(stop + 1)?.isLetter == true {
      end = self.end(from: stop + 1, atMost: 60) { $0 == 0x27 || $0 < 0x20 }
    }
    // `"device": "x"` is a member of an object.
    let sign = self.start(before: at, atMost: 4) { [0x20, 0x3A, 0x3D, 0x5C].contains($0) }
    guard !isByte("\"", sign - 1) else { return nil }
    let line = self.start(before: at, atMost: 48) { $0 >= 0x20 && $0 != 0x22 }
    guard isDevice(start..<end), hasDeviceWord(line..<at) else { return nil }
    return Match(range: start..<end, kind: .host, isName: end - start >= 6)
  }

  private static let strongWords: Set<String> = [
    "airdrop", "bluetooth", "bt", "printer", "airplay", "homekit", "accessory", "carplay", "headset", "headphones",
    "speaker", "peripheral", "peer", "hotspot",
    "wifi", "wlan", "network", "drucker", "gerät", "imprimante", "impresora", "stampante", "impressora", "companion",
    "device", "devices", "preparing", "wi-fi", "ssid",
  ]

  /// Returns whether one of the words in a range is that of a device, and the last one is not a word of another thing.
  private func hasDeviceWord(_ range: Range<Int>) -> Bool {
    var word = range.lowerBound
    var found = false
    for index in range.lowerBound...range.upperBound
    where index == range.upperBound || !(bytes[index].isIdentifier || bytes[index] == 0x2D) {
      if index > word, index - word <= 16, Self.strongWords.contains(string(word..<index).lowercased()) { found = true }
      word = index + 1
    }
    return found
  }

  /// The name of a device after a label, to the next member or the end of the line.
  fileprivate static let deviceTitle: Form = { scanner, field in
    if field.isKey, field.quoteEnd == nil { return nil }
    var stop =
      field.quoteEnd
      ?? scanner.end(from: field.start, atMost: 80) {
        $0 < 0x20 || [0x22, 0x2C, 0x3B, 0x28, 0x5B, 0x7D, 0x5C].contains($0)
      }
    while stop > field.start, scanner.bytes[stop - 1] <= 0x20 || scanner.bytes[stop - 1] == 0x2E { stop -= 1 }
    guard scanner.isDevice(field.start..<stop), !scanner.isParameter(field),
      field.quoteEnd != nil || !scanner.isByte("(", stop),
      field.delimiter != .assignment || field.quoteEnd != nil || !scanner.bytes[field.start].isLetter
        || scanner.bytes[field.start..<stop].contains(0x20)
    else { return nil }
    return Match(range: field.start..<stop, kind: .host, isName: stop - field.start >= 6)
  }

  /// Matches the name before a hardware address: `Bose QC Zoe [00:0C:8A:12:34:56]`.
  fileprivate func nameBeforeAddress(_ at: Int) -> Match? {
    guard isByte(" ", at - 1), isHexadecimal(at + 1, 2), let mark = byte(at + 3), mark == 0x3A || mark == 0x2D,
      isHexadecimal(at + 4, 2), byte(at + 6) == mark,
      isHexadecimal(at + 13, 2), byte(at + 15) == mark
    else { return nil }
    let line = start(before: at, atMost: 64) { $0 >= 0x20 && ![0x22, 0x3A, 0x3D, 0x2C, 0x5B, 0x28].contains($0) }
    var begin = line
    // The last word that introduces the name.
    var word = line
    for index in line..<at - 1 where bytes[index] == 0x20 {
      let lower = string(word..<index).lowercased()
      if Self.strongWords.contains(lower)
        || ["to", "with", "from", "keyboard", "mouse", "connected"].contains(lower)
          && PrivacyWords.shared.roles(bytes[word..<index]).contains(.device)
      {
        begin = index + 1
      }
      word = index + 1
    }
    while begin < at - 1, bytes[begin] == 0x20 { begin += 1 }
    let range = begin..<at - 1
    guard begin >= floor, isDevice(range, isList: true) else { return nil }
    return Match(range: range, kind: .host, isName: range.count >= 6)
  }

  /// Matches the owner in `iPhone (Zoe)`.
  fileprivate func ownerInBrackets(_ at: Int) -> Match? {
    let end = isByte(" ", at - 1) ? at - 1 : at
    let line = start(before: end, atMost: 40) { $0 >= 0x20 && $0 != 0x22 }
    guard
      ["iPhone", "iPad", "MacBook", "MacBook Pro", "MacBook Air", "Apple Watch", "iMac"].contains(where: {
        (product: StaticString) in has(product, end - product.utf8CodeUnitCount)
      })
        || (line..<end).contains(where: { has("iPhone", $0) && bytes[$0..<end].contains { $0 >= 0x80 } })
    else { return nil }
    let words = nameWords(at + 1)
    guard let first = words.first, let last = words.last, isByte(")", last.range.upperBound),
      !Self.wordsAfterModels.contains(string(first.range).lowercased())
    else { return nil }
    let range = first.range.lowerBound..<last.range.upperBound
    return isPlaceholder(range) ? nil : Match(range: range, kind: .user, isName: range.count >= 5)
  }

  /// Words in brackets after the name of a model.
  private static let wordsAfterModels: Set<String> = [
    "unlocked", "locked", "retina", "gsm", "cellular", "black", "white", "silver", "gold", "gray", "red",
    "blue", "green", "purple", "connected",
    "disconnected", "unavailable", "offline", "online", "paired", "unpaired", "wired", "mid", "late", "early",
    "refurbished", "global", "china", "unknown",
    "generation", "inch", "all", "only", "rosetta", "catalyst", "designed", "physical", "real", "jailbroken", "wifi",
    "latest", "older", "both",
  ]

  /// Matches a list of devices or networks, which is one value.
  fileprivate func listOfDevices(_ end: Int) -> Match? {
    let start = self.end(from: end, atMost: 4) { ![0x20, 0x3A, 0x3D, 0x5B, 0x28, 0x22].contains($0) }
    guard start > end, bytes[end..<start].contains(where: { [0x3A, 0x3D, 0x5B, 0x28].contains($0) }) else { return nil }
    var stop = self.end(from: start, atMost: 200) { $0 < 0x20 || [0x5D, 0x29, 0x22, 0x3B, 0x5C].contains($0) }
    while stop > start, bytes[stop - 1] <= 0x20 || bytes[stop - 1] == 0x2E { stop -= 1 }
    let range = start..<stop
    let isNamed = bytes[range].contains { $0 == 0x27 || $0 == 0x2C || $0 >= 0x80 } || isDevice(range)
    guard isNamed, isDevice(start..<min(stop, self.end(from: start, atMost: 80) { $0 == 0x2C }), isList: true),
      !bytes[range].contains(0x3D)
    else { return nil }
    return Match(range: range, kind: .host, isName: false)
  }

  /// Matches the queue of a printer: `printer HP_Zoe disabled`.
  fileprivate func printer(_ end: Int) -> Match? {
    guard isByte(" ", end) else { return nil }
    let stop = self.end(from: end + 1, atMost: 64) { !($0.isIdentifier || $0 == 0x2D) }
    let range = end + 1..<stop
    guard range.count >= 4, bytes[range].contains(0x5F) || bytes[range].contains(0x2D), !isPlaceholder(range),
      !isByte(".", stop), !isByte("(", stop)
    else { return nil }
    return Match(range: range, kind: .host)
  }

  /// Matches the network in `Wi-Fi association to NAME lost`, whose name differs from a word.
  fileprivate func networkAfterWord(_ end: Int) -> Match? {
    guard isByte(" ", end) else { return nil }
    let start = end + 1
    let isRouter = has("FRITZ!", start)
    var stop = self.end(from: start, atMost: 40) {
      !($0.isIdentifier || $0 == 0x2D || isRouter && ($0 == 0x21 || $0 == 0x20))
    }
    if isRouter { for to in start..<stop where has(" to ", to) { stop = to; break } }
    let range = start..<stop
    let value = bytes[range].dropFirst()
    guard (4...40).contains(range.count), !isPlaceholder(range), !isNoValue(range),
      !PrivacyWords.shared.roles(bytes[range]).contains(.ofNetwork),
      value.contains(where: { $0.isLetter && $0 & 0x20 == 0 || $0 == 0x5F }) || isRouter,
      value.contains(where: { $0.isLetter && $0 & 0x20 != 0 || $0.isDigit }), !isByte("(", stop), !isByte(".", stop),
      !isByte(":", stop), !has("[", stop),
      !Self.models.contains(where: { has($0, start) })
    else { return nil }
    return Match(range: range, kind: .host)
  }
}
