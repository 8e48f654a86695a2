import Foundation
import Redaction
import TestSupport
import Testing

/// Places in which personal data stands, combined with names in many scripts, and texts that look alike.
///
/// The places are those of `Tests/Fixtures/redaction`. They are spelled differently from the examples of the catalog.
@Suite struct PlaceTests {
  /// A text with personal data.
  private struct Place {
    let kind: String
    let text: String
    /// The value that must not remain.
    let secrets: [String]
  }

  private static let people: [String] = [
    "Wilhelmina Quastenfloh", "Željko Ćurčićanin", "Аграфена Кузнечикова", "Ευδοκία Παπαχελώνα", "نورهان الخفاجي",
    "יחזקאל פרפרוביץ", "欧阳晓燕", "ヤマモト サクラ", "남궁하늘", "यशोधरा वेंकटेश",
  ]
  private static let users: [String] = [
    "wquastenfloh", "кузнечикова", "παπαχελώνα", "الخفاجي", "פרפרוביץ", "欧阳晓燕", "さくらやま", "남궁하늘", "यशोधरा",
  ]
  private static let hexadecimal = "9f3c7a1e5b8d2064f1a3c5e7092b4d6f"
  private static let values: [String: String] = [
    "word": "wquastenfloh", "sid": "1004336348-1177238915-682003330-1234", "secret": "zebrafinch77kw",
    "token": "Qz8Xw3Lp9Vt2Rm6Kd4Hs", "hex32": hexadecimal, "hex64": hexadecimal + hexadecimal,
    "data": "9f3c7a1e 5b8d2064 f1a3c5e7 092b4d6f 9f3c7a1e 5b8d2064 f1a3c5e7 092b4d6f",
    "uuid": "7C9E6679-7425-40DE-944B-E07FC1F90AE7", "china": "11010519491231002X", "italy": "RSSMRA85T10A562S",
    "spain": "12345678Z", "brazil": "529.982.247-25", "german": "12345678903", "british": "12 34 56",
    "birth": "1984-12-02", "ssn": "078-05-1120", "sweden": "811218-9876", "iban": "DE89 3704 0044 0532 0130 00",
    "card": "1111 1111", "phone": "0151 23456789", "chat": "15123456789", "street": "Lindenallee 27", "v6": "8a2e",
    "v4": "203.0.113.77", "lat": "48.85842", "serial": "C02QK777JG5J",
  ]

  private static func lines(_ name: String) throws -> [String] {
    try Repository.text(of: "Tests/Fixtures/redaction/" + name).components(separatedBy: "\n")
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  private static func places() throws -> [Place] {
    try lines("places.txt").flatMap { line -> [Place] in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return [] }
      for (mark, names) in [("{person}", people), ("{user}", users)] where parts[1].contains(mark) {
        return names.map { name in
          let last = name.split(separator: " ").last.map(String.init) ?? name
          return Place(kind: parts[0], text: parts[1].replacing(mark, with: name), secrets: [last])
        }
      }
      var place = (text: parts[1], secrets: [String]())
      for (name, value) in values where place.text.contains("{\(name)}") {
        place.text = place.text.replacing("{\(name)}", with: value)
        place.secrets.append(value)
      }
      return [Place(kind: parts[0], text: place.text, secrets: place.secrets)]
    }
  }

  /// A text as a message of a report: as a line, and as a string in JSON.
  private static func reports(_ message: String) throws -> [String] {
    let json = String(decoding: try JSONSerialization.data(withJSONObject: [message]), as: UTF8.self)
    return [
      "Process: MyApp [501]\n\nApplication Specific Information:\n\(message)\n\nThread 0 Crashed:\n"
        + "0   MyApp 0x0000000100001234 main + 20\n",
      "{\"bug_type\":\"309\"}\n{\"asi\":{\"libx.dylib\":\(json)},\"procName\":\"MyApp\"}",
    ]
  }

  @Test func personalDataIsRemoved() throws {
    let places = try Self.places()
    #expect(places.allSatisfy { !$0.text.contains("{") || !$0.secrets.isEmpty })
    var counts: [String: (count: Int, removed: Int)] = [:]
    var left: [String] = []
    for place in places {
      for report in try Self.reports(place.text) {
        var redactor = Redactor()
        let copy = redactor.redacted(report)
        let isRemoved = !place.secrets.contains { copy.contains($0) }
        counts[place.kind, default: (0, 0)].count += 1
        if isRemoved { counts[place.kind, default: (0, 0)].removed += 1 } else { left.append(place.text) }
        #expect(
          redactor.survivors(in: copy).isEmpty || (try? redactor.verified(Array(copy.utf8))) != nil, "\(place.text)")
      }
    }
    let count = counts.values.reduce(0) { $0 + $1.count }
    let removed = counts.values.reduce(0) { $0 + $1.removed }
    for (kind, row) in counts.sorted(by: { $0.key < $1.key }) { print("\(kind): \(row.removed) of \(row.count)") }
    print("places: \(removed) of \(count)\n" + Set(left).sorted().joined(separator: "\n"))
    #expect(try Self.lines("places.txt").count >= 250 && count >= 2_500)
    #expect(Double(removed) >= 0.98 * Double(count))
  }

  @Test func textsThatLookAlikeRemain() throws {
    let texts = try Self.lines("stays.txt")
    #expect(texts.count >= 100)
    for text in texts {
      var redactor = Redactor()
      #expect(redactor.redacted(text) == text)
      for report in try Self.reports(text) {
        var redactor = Redactor()
        #expect(redactor.redacted(report) == report, "\(text)")
      }
    }
  }

  /// The labels of a concept are the same in any of its languages: with a blank before the colon, and wide punctuation.
  @Test(arguments: RedactionLanguages.Concept.allCases)
  func labelsOfLanguagesAreFound(_ concept: RedactionLanguages.Concept) {
    let value: String =
      switch concept {
      case .password: "zebrafinch77kw"
      case .phone: "0151 23456789"
      case .serial: "C02QK777JG5J"
      case .identity: "8112189876"
      case .birth: "1984-12-02"
      case .address, .partOfAddress: "Lindenallee 27"
      case .position: "48.85842"
      case .mail: "wquastenfloh@example.com"
      case .person, .user, .device, .network: "Quastenfloh"
      }
    for label in RedactionLanguages.names(concept).split(separator: " ") {
      // A part of an address is personal data in an object of JSON only.
      let forms =
        concept == .partOfAddress
        ? ["{\"\(label)\":\"\(value)\"}"]
        : [
          "\(label): \(value)", "\(label) : \(value)", "\(label)\u{A0}: \(value)", "\(label)\u{FF1A}\(value)",
          "\(label)=\(value)", "x \(label) = \"\(value)\"",
        ]
      for text in forms {
        var redactor = Redactor()
        #expect(!redactor.redacted(text).contains(value), "\(text)")
      }
    }
  }
}
