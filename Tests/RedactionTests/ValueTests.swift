import Foundation
import Redaction
import TestSupport
import Testing

/// Values after words of many languages, which only their form tells from words, and texts that look alike.
@Suite struct ValueTests {
  private static let values: [String: [String]] = [
    "secret": ["Quill7wren", "feather-Nest42", "q1w2e3r4t5", "Nest.61x", "Wren&Jay9"],
    "network": ["QuillNest_5G", "quill_home", "Feder-Netz-24"],
    "phone": ["06 12 34 56 78", "0171 2345678", "030 123 45 67", "098765 43210", "010-2345-6789", "0612345678"],
    "account": ["z.quill", "quill_zoe", "zoequill77"], "branch": ["zoe-quillson", "h.federmann"],
    "latin": ["Wilhelmina Quastenfloh", "Željko Quillović", "Benedikta van Quill"],
    "russian": ["Тимур Перьев", "Агафья Кузнечикова"], "greek": ["Ευδοκία Παπαχελώνα", "Νίκος Φτερόπουλος"],
    "hebrew": ["תמר פרפרוביץ", "דוד פרידמן"], "hindi": ["यशोधरा वेंकटेश", "राजेश गुप्ता"], "korean": ["남궁하늘", "박서연"],
    "text": ["see you at the clinic tomorrow", "knee pain after running", "Grüße an Tante Quill"],
    "code": ["804913", "4471"], "room": ["Wohnzimmer Quill", "Casa Quillón", "Комната Тимура"],
    "lat": ["41.902782", "-33.86882"], "citizen": ["3675 9834 6012"], "licence": ["QUILL752115EJ9K", "B072RRE2I55"],
    "street": ["Quillmoregracht 21", "Federweg"], "udid": ["afb03f8c49cfcaa4fc3e9a9f78783a55ed3c0514"],
    "hex": [String(repeating: "9f6a85fecd6d4f86", count: 4)], "host": ["quillnest-intra.net"],
  ]

  private static func lines(_ name: String) throws -> [String] {
    try Repository.text(of: "Tests/Fixtures/redaction/" + name).components(separatedBy: "\n")
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// A text with each value of its kind.
  private static func texts() throws -> [(kind: String, text: String, secret: String)] {
    try lines("values.txt").flatMap { line -> [(kind: String, text: String, secret: String)] in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      guard parts.count == 2, let name = values.keys.first(where: { parts[1].contains("{\($0)}") }) else { return [] }
      return (values[name] ?? []).map { (parts[0], parts[1].replacing("{\(name)}", with: $0), $0) }
    }
  }

  @Test func valuesAreRemoved() throws {
    let texts = try Self.texts()
    #expect(texts.count >= 400)
    var counts: [String: (count: Int, removed: Int)] = [:]
    var left: [String] = []
    for text in texts {
      let report = "Process: MyApp [501]\n\n\(text.text)\n\nThread 0 Crashed:\n0   MyApp 0x0000000100001234 main + 20\n"
      for form in [text.text, report] {
        var redactor = Redactor()
        let copy = redactor.redacted(form)
        let isRemoved = !copy.contains(text.secret)
        counts[text.kind, default: (0, 0)].count += 1
        if isRemoved { counts[text.kind, default: (0, 0)].removed += 1 } else { left.append(text.text) }
        #expect((try? redactor.verified(Array(copy.utf8))) != nil, "\(form)")
      }
    }
    for (kind, row) in counts.sorted(by: { $0.key < $1.key }) {
      print("\(kind): \(row.removed) of \(row.count)")
      #expect(Double(row.removed) >= 0.9 * Double(row.count), "\(kind)")
    }
    print("values left:\n" + Set(left).sorted().joined(separator: "\n"))
  }

  @Test func textsThatLookAlikeRemain() throws {
    let texts = try Self.lines("values-stay.txt")
    #expect(texts.count >= 60)
    for text in texts {
      var redactor = Redactor()
      #expect(redactor.redacted(text) == text)
    }
  }
}
