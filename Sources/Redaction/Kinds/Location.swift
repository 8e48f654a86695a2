import Bytes

extension RedactionKind {
  static let location = RedactionKind(
    id: "location", placeholder: .location, title: "coordinates",
    recognition: """
      labels such as `latitude`, `longitud`, `coordinates`; `geo:` and map URLs; descriptions of `CLLocation`; degrees with \
      a compass direction
      """,
    labels: [
      RedactionLabel(
        .part,
        """
        latitude longitude lat lon lng long coordinate coordinates latlng latlong latlon geopoint gps gpslocation geohash \
        userlocation geolocation cllocation lastlocation currentlocation location centercoordinate
        """, isSpaced: true, value: RedactionScanner.coordinateField),
      .inOtherLanguages(.position, isSpaced: true, value: RedactionScanner.coordinateField),
      .inOtherLanguages(.partOfAddress, extent: .whole, value: RedactionScanner.memberOfAddress),
      .inOtherLanguages(.address, value: RedactionScanner.postalAddress),
      RedactionLabel(.whole, "street", value: RedactionScanner.postalAddress),
      RedactionLabel(
        .part,
        "streetaddress homeaddress postaladdress mailingaddress billingaddress shippingaddress streetname addressline",
        value: RedactionScanner.postalAddress),
      RedactionLabel(
        .whole, "ll sll q center geo position daddr saddr query point near loc", value: RedactionScanner.pairField),
    ],
    recognizers: [
      RedactionRecognizer(at: "<@({") { $0.coordinatePair($1) },
      RedactionRecognizer(words: .uppercase) { $0.degreesAfterCompass($1) },
      RedactionRecognizer(words: .identifiers) { $0.plusCode($1) },
      RedactionRecognizer(words: .digits) { $0.degrees($1) },
      RedactionRecognizer(after: .center) { $0.pairAfterWord($1) },
      RedactionRecognizer(after: .area) { $0.nameOfArea($1) },
    ],
    removed: [
      Example("<+37.33233141,-122.03121860> +/- 5.00m", "<location-1> +/- 5.00m"),
      Example(#"{"lat":48.8584,"lon":2.2945}"#, #"{"lat":0,"lon":0}"#),
      Example("latitude=48.8584, longitude=2.2945", "latitude=location-1, longitude=location-2"),
      Example("geo:48.8584,2.2945", "geo:location-1"), Example("maps?ll=48.8584,2.2945&z=1", "maps?ll=location-1&z=1"),
      Example("48.8584\u{B0} N, 2.2945\u{B0} E", "location-1"), Example("48\u{B0}51'30.1\"N", "location-1"),
      Example("@48.85837,2.29448,17z", "@location-1,17z"), Example("POINT(2.2945 48.8584)", "POINT(location-1)"),
      Example(#""coordinates":[2.2945,48.8584]"#, #""coordinates":[0,0]"#),
    ],
    stays: [
      "frame = (0.3333 12.6667; 414 896)", "{{0, 0}, {375.3333, 44.33333}}", "latency: 12.345", "location: memory",
      "lat: nil", "libFoo.dylib (0.0.0.0)", "progress (12.3456, 0.5)", "long: 12",
    ])
}

extension RedactionScanner {
  /// Returns the end of a decimal number with at least `places` digits after the point, at most `limit` in size.
  private func decimal(_ at: Int, places: Int, limit: Int = 180) -> Int? {
    let start = isByte("-", at) || isByte("+", at) ? at + 1 : at
    let point = end(from: start, atMost: 4) { !$0.isDigit }
    guard point > start, point - start <= 3, isByte(".", point), let whole = Int(string(start..<point)), whole <= limit
    else { return nil }
    let stop = end(from: point + 1, atMost: 20) { !$0.isDigit }
    guard stop - point - 1 >= places,
      !(byte(stop)?.isIdentifier ?? false) || isByte("z", stop) || isCompass(stop) || byte(stop) == 0xC2
        || byte(stop) == 0xC3,
      byte(stop) != 0x2E || !(byte(stop + 1)?.isDigit ?? false)
    else { return nil }
    return stop
  }

  /// Returns the end of two decimal numbers with a comma, blank, or semicolon between them.
  func pair(_ at: Int, places: Int) -> Int? {
    guard let first = decimal(at, places: places) else { return nil }
    var second = end(from: first, atMost: 3) { ![0x20, 0x2C, 0x3B, 0x2F].contains($0) }
    if has("%2C", first) || has("%2c", first) { second = first + 3 }
    guard second > first else { return nil }
    return decimal(second, places: places)
  }

  /// A number after a label of a coordinate, or two.
  fileprivate static let coordinateField: Form = { scanner, field in
    if !field.isKey, scanner.hasIgnoringCase("location", field.label.lowerBound),
      scanner.isInEvent(field.label.lowerBound)
    {
      return eventText(&scanner, field).map { Match(range: $0.range, kind: .location, isName: false) }
    }
    var start = field.start
    while let byte = scanner.byte(start), [0x5B, 0x28, 0x3C, 0x7B, 0x20].contains(byte), start - field.start < 8 {
      start += 1
    }
    if let stop = scanner.pair(start, places: 2), field.quoteEnd != nil || !field.isKey {
      return Match(range: start..<stop, kind: .location)
    }
    let label = scanner.string(field.label).lowercased()
    if label.hasSuffix("geohash"), let end = field.quoteEnd, end - start >= 5 {
      return Match(range: start..<end, kind: .location)
    }
    let isNested = start > field.start
    let isPlain = ["location", "position"].contains { label.hasSuffix($0) }
    guard let stop = scanner.decimal(start, places: field.isKey ? 3 : 2), !isPlain || isNested else {
      return scanner.degrees(start)
    }
    let isNumber = field.isKey && field.quoteEnd == nil
    if isNumber, isNested {
      // The second number of `[2.2945, 48.8584]`.
      let next = scanner.end(from: stop, atMost: 8) { !($0.isWhitespace || $0 == 0x2C) }
      if next > stop, let last = scanner.decimal(next, places: 2) {
        scanner.pending = Match(range: next..<last, kind: .location, isNumber: true)
      }
    }
    return Match(range: start..<stop, kind: .location, isNumber: isNumber)
  }

  /// A part of an address in an object of JSON.
  fileprivate static let memberOfAddress: Form = { scanner, field in
    guard field.isKey, let end = field.quoteEnd, (1...80).contains(end - field.start),
      !scanner.isNoValue(field.start..<end), !scanner.bytes[field.start..<end].contains(0x2F),
      scanner.bytes[field.start..<end].contains(where: { $0.isLetterOrDigit || $0 >= 0x80 })
    else { return nil }
    return Match(range: field.start..<end, kind: .location, isName: false)
  }

  /// Street, number and town, to the end of the line.
  fileprivate static let postalAddress: Form = { scanner, field in
    if field.isKey, field.quoteEnd == nil { return nil }
    let stop = field.quoteEnd ?? scanner.endOfLine(from: field.start)
    let value = scanner.bytes[field.start..<stop]
    guard (6...160).contains(value.count), value.contains(where: { $0.isLetter || $0 >= 0x80 }),
      value.contains(where: { $0.isDigit || $0 >= 0x80 }), !scanner.hasIgnoringCase("0x", field.start),
      !scanner.has("http", field.start), !scanner.isParameter(field), !scanner.isByte("/", field.start)
    else { return nil }
    return Match(range: field.start..<stop, kind: .location)
  }

  /// Two numbers after a label that other texts contain too.
  fileprivate static let pairField: Form = { scanner, field in
    guard let stop = scanner.pair(field.start, places: 3) else {
      return scanner.isByte("y", field.label.upperBound - 1) ? textOfPeople(&scanner, field) : nil
    }
    return Match(range: field.start..<stop, kind: .location)
  }

  /// Matches two numbers in the description of a location, in the URL of a map, or in text.
  fileprivate func coordinatePair(_ at: Int) -> Match? {
    guard let first = byte(at + 1), first.isDigit || first == 0x2D || first == 0x2B else { return nil }
    let isMap = bytes[at] == UInt8(ascii: "@") && (isByte("/", at - 1) || at == 0 || bytes[at - 1] <= 0x20)
    let isDescription = bytes[at] == UInt8(ascii: "<") && first != 0x2D && !first.isDigit
    let isPrecisePair = bytes[at] == UInt8(ascii: "<") && !isMap
    let isPoint = bytes[at] == UInt8(ascii: "(") && (hasBefore("POINT", at) || hasBefore("POINT ", at))
    let places = isMap || isDescription || isPoint ? 3 : 5
    guard bytes[at] != UInt8(ascii: "@") || isMap, let stop = pair(at + 1, places: places) else { return nil }
    guard
      isMap || isDescription || isPoint || isPrecise(at + 1..<stop) && isByte(")", stop)
        || isPrecisePair && isPrecise(at + 1..<stop) && isByte(">", stop)
        || bytes[at] == UInt8(ascii: "{") && isPrecise(at + 1..<stop) && isByte("}", stop)
    else { return nil }
    return Match(range: at + 1..<stop, kind: .location)
  }

  /// Returns whether two numbers have the digits of a measured position; sizes of views have thirds of pixels.
  private func isPrecise(_ range: Range<Int>) -> Bool {
    let numbers = string(range).split { $0 == "," || $0 == " " }
    return numbers.count == 2
      && numbers.allSatisfy { number in
        guard let point = number.firstIndex(of: ".") else { return false }
        let places = number[point...].dropFirst()
        return Set(places).count >= 4 && !places.contains("3333") && !places.contains("6666")
      }
  }

  /// Matches `N48.8584 E2.2945`.
  fileprivate func degreesAfterCompass(_ at: Int) -> Match? {
    guard [0x4E, 0x53].contains(bytes[at]), let first = decimal(at + 1, places: 3) else { return nil }
    let next = end(from: first, atMost: 3) { ![0x20, 0x2C, 0x3B].contains($0) }
    guard [0x45, 0x57].contains(byte(next) ?? 0), let stop = decimal(next + 1, places: 3) else { return nil }
    return Match(range: at..<stop, kind: .location)
  }

  /// Matches an Open Location Code: eight digits of its alphabet, a plus sign, and two or three more.
  fileprivate func plusCode(_ at: Int) -> Match? {
    guard isByte("+", at + 8), let next = byte(at + 9), next.isLetterOrDigit else { return nil }
    let stop = end(from: at + 9, atMost: 4) { !$0.isLetterOrDigit }
    let digits = "23456789CFGHJMPQRVWX".utf8
    guard (2...3).contains(stop - at - 9), bytes[at..<at + 8].allSatisfy({ digits.contains($0) }),
      bytes[at + 9..<stop].allSatisfy({ digits.contains($0) }), bytes[at..<at + 8].contains(where: \.isLetter)
    else { return nil }
    return Match(range: at..<stop, kind: .location)
  }

  /// Matches `48.8584° N, 2.2945° E` and `48°51'30.1"N`.
  fileprivate func degrees(_ at: Int) -> Match? {
    guard let start = byte(at), start.isDigit || start == 0x2D else { return nil }
    let number = end(from: at, atMost: 12) { !($0.isDigit || $0 == 0x2E || $0 == 0x2D) }
    let isPlain = bytes[at..<number].contains(0x2E) && decimal(at, places: 3) != nil && isCompass(number)
    guard isPlain || has("\u{B0}", number) || has("\\u00b0", number) else { return nil }
    var stop = endOfDegrees(at)
    // The second coordinate, if it follows.
    if let first = stop {
      let next = end(from: first, atMost: 4) { ![0x20, 0x2C, 0x3B].contains($0) }
      if next > first, byte(next)?.isDigit == true, let second = endOfDegrees(next) { stop = second }
    }
    return stop.map { Match(range: at..<$0, kind: .location) }
  }

  /// Returns whether a compass direction follows a number: `48.8584 N`.
  private func isCompass(_ at: Int) -> Bool {
    let letter = isByte(" ", at) ? at + 1 : at
    return [0x4E, 0x53, 0x45, 0x57].contains(byte(letter) ?? 0) && !(byte(letter + 1)?.isIdentifier ?? false)
  }

  /// Returns the end of one coordinate in degrees, which ends with its compass direction.
  private func endOfDegrees(_ at: Int) -> Int? {
    var index = at
    while index < bytes.count, index - at < 40 {
      let byte = bytes[index]
      if [0x4E, 0x53, 0x45, 0x57, 0x4F].contains(byte) {
        return (self.byte(index + 1)?.isIdentifier ?? false) ? nil : index + 1
      }
      let isMark =
        byte.isDigit || byte == 0x2E || byte == 0x20 || byte == 0x27 || byte == 0x22 || byte >= 0x80 || byte == 0x5C
      guard
        isMark || index > at && byte == 0x75 && bytes[index - 1] == 0x5C
          || byte.isHexDigit && index - at > 3 && bytes[at..<index].contains(0x5C)
      else { return nil }
      index += 1
    }
    return nil
  }
}
