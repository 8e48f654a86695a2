import Bytes

extension RedactionKind {
  static let serialNumber = RedactionKind(
    id: "serial-number", placeholder: .serial, title: "serial number",
    recognition: "labels such as `Serial Number (system)`, `IOPlatformSerialNumber`, `SN:`",
    labels: [
      RedactionLabel(
        .part,
        "serialnumber serialno serialnum assettag partserial systemserial hardwareserial deviceserial platformserial boardserial mlbserial",
        isSpaced: true, value: RedactionScanner.serialField),
      .inOtherLanguages(.serial, value: RedactionScanner.serialField),
      RedactionLabel(
        .whole, "serial sn ser serialnr mlbsn", isSpaced: true, value: RedactionScanner.serialField),
    ],
    removed: [
      Example("Serial Number: C02XX0YYJG5J", "Serial Number: serial-1"),
      Example("Serial Number (system): C02XX0YYJG5J", "Serial Number (system): serial-1"),
      Example("\"IOPlatformSerialNumber\" = \"C02XX0YYJG5J\"", "\"IOPlatformSerialNumber\" = \"serial-1\""),
      Example("SN: F17XX0YYJG5J", "SN: serial-1"), Example("serial C02XX0YYJG5J", "serial serial-1"),
    ],
    stays: ["Serial: com.apple.main-thread", "serial queue", "serial: true", "Serial Number: 0", "SN: 4"])

  static let equipmentNumber = RedactionKind(
    id: "equipment-number", placeholder: .serial, title: "IMEI, MEID and SIM numbers",
    recognition: "labels such as `IMEI`, `ICCID`, with or without separators",
    labels: [
      RedactionLabel(
        .part, "imei iccid imsi eid meid imeisv internationalmobileequipmentidentity", isSpaced: true,
        value: RedactionScanner.equipmentField)
    ],
    removed: [
      Example("IMEI: 35 209900 176148 1", "IMEI: serial-1"), Example("meid 35209900176148", "meid serial-1"),
      Example("\"iccid\":\"8949020000012345678\"", "\"iccid\":\"serial-1\""),
    ],
    stays: ["IMEI: unknown", "imei = 0", "eid 12"])

  static let identityNumber = RedactionKind(
    id: "identity-number", placeholder: .identity, title: "identity number",
    recognition: "labels such as `SSN`, `passport`; three, two and four digits with dashes",
    labels: [
      RedactionLabel(
        .part,
        """
        ssn socialsecuritynumber socialsecurity taxid taxnumber passport passportnumber passportno nationalid \
        driverslicense drivinglicense licenseplate insurancenumber
        """, isSpaced: true, value: RedactionScanner.nationalField)
    ],
    recognizers: [RedactionRecognizer(words: .digits) { $0.socialSecurityNumber($1) }],
    removed: [
      Example("SSN: 078-05-1120", "SSN: identity-1"), Example("for 078-05-1120", "for identity-1"),
      Example("passport_number=C01X00T47", "passport_number=identity-1"),
    ],
    stays: ["000-12-3456", "2026-11-23", "900-12-3456", "passport: true"])
}

extension RedactionScanner {
  fileprivate static let serialField: Form = { scanner, field in
    if let number = scanner.number(field, .serial, atLeast: 5) { return number }
    if field.isKey, field.quoteEnd == nil { return nil }
    let stop =
      field.quoteEnd ?? scanner.end(from: field.start, atMost: 40) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2F) }
    let value = scanner.bytes[field.start..<stop]
    guard (5...40).contains(value.count), !scanner.isNoValue(field.start..<stop),
      !scanner.isByte(".", stop) || !(scanner.byte(stop + 1)?.isIdentifier ?? false),
      value.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2F || $0 == 0x5F || $0 == 0x20 }),
      value.contains(where: \.isDigit) || value.count >= 8 && value.allSatisfy({ $0.isLetter && $0 & 0x20 == 0 })
    else { return nil }
    return Match(range: field.start..<stop, kind: .serial)
  }

  fileprivate static let equipmentField: Form = { scanner, field in
    if let found = digits(.serial, 14...32)(&scanner, field) { return found }
    let stop = field.quoteEnd ?? scanner.endOfWord(from: field.start)
    guard (14...32).contains(stop - field.start), scanner.bytes[field.start..<stop].allSatisfy(\.isHexDigit),
      scanner.bytes[field.start..<stop].contains(where: \.isDigit)
    else { return nil }
    return Match(range: field.start..<stop, kind: .serial)
  }

  fileprivate func socialSecurityNumber(_ at: Int) -> Match? {
    guard isByte("-", at + 3), isByte("-", at + 6), at + 11 <= bytes.count else { return nil }
    for index in 0..<11 where index != 3 && index != 6 { guard bytes[at + index].isDigit else { return nil } }
    if let next = byte(at + 11), next.isIdentifier || next == 0x2D { return nil }
    if let before = byte(at - 1), before == 0x2D || before == 0x2E { return nil }
    let first = string(at..<at + 3)
    guard first != "000", first != "666", bytes[at] != UInt8(ascii: "9"), !has("00", at + 4), !has("0000", at + 7)
    else {
      return nil
    }
    return Match(range: at..<at + 11, kind: .identity)
  }
}
