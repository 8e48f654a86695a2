import Foundation
import Redaction
import TestSupport
import Testing

/// Personal data in sentences, greetings and commands, without a label before it, and sentences that look alike.
///
/// The sentences are those of `Tests/Fixtures/redaction`, combined with names in eight scripts.
@Suite struct SentenceTests {
  private static let people: [String] = [
    "Hannelore Quillfeather", "Żaneta Quillowska", "Тимур Перьев", "Νίκος Φτερόπουλος", "محمود الريشي", "דוד פרידמן",
    "राजेश गुप्ता", "สมชาย ใจดี",
  ]
  private static let values: [String: [String]] = [
    "person": people, "latin": ["Hannelore Quillfeather", "Javier Quillón", "Sinéad O'Quill", "Marek Quillski"],
    "given": ["Hannelore", "Javier", "Zoë"],
    "account": ["hquillson", "h.quill", "hannelore_q", "quill.hannelore", "jmorales"], "number": ["42", "7a", "118"],
    "title": ["Kündigung Quill", "Divorce papers", "Brief an Tante Quill"], "device": ["Büro Quill", "Quill's Buds"],
    "host": ["quill-mini-3", "db-04.quill.net", "quillserver07"], "code": ["731204", "559 201"],
    "order": ["1002-88731", "K-4471903", "DE-2024-991827"], "date": ["17.04.1986", "17 April 1986", "1986-04-17"],
    "word": ["Quillfeather"], "chinese": ["周晓蕾", "欧阳晓"], "japanese": ["中村桜子", "佐々木健"], "korean": ["박서연"],
    "road": ["羽毛路"],
    "push": [String(repeating: "8f2a9c41d07be655", count: 4)],
    "groups": [Array(repeating: "8f2a9c41", count: 8).joined(separator: " ")],
  ]

  private static func lines(_ name: String) throws -> [String] {
    try Repository.text(of: "Tests/Fixtures/redaction/" + name).components(separatedBy: "\n")
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// A sentence, its kind, and the value in it.
  private static func sentences() throws -> [(kind: String, text: String, secret: String)] {
    try lines("sentences.txt").flatMap { line -> [(kind: String, text: String, secret: String)] in
      let parts = line.components(separatedBy: "\t")
      guard parts.count == 2, let name = values.keys.first(where: { parts[1].contains("{\($0)}") }) else { return [] }
      return (values[name] ?? []).map { (parts[0], parts[1].replacing("{\(name)}", with: $0), $0) }
    }
  }

  /// A text alone, as a line of a report, and as a string in JSON.
  private static func forms(_ text: String) throws -> [String] {
    let json = String(decoding: try JSONSerialization.data(withJSONObject: [text]), as: UTF8.self)
    return [
      text, "Process: MyApp [501]\n\n\(text)\n\nThread 0 Crashed:\n0   MyApp 0x0000000100001234 main + 20\n",
      "{\"notes\":\(json)}",
    ]
  }

  @Test func personalDataIsRemoved() throws {
    var counts: [String: (count: Int, removed: Int)] = [:]
    var left: [String] = []
    for sentence in try Self.sentences() {
      for form in try Self.forms(sentence.text) {
        var redactor = Redactor()
        let copy = redactor.redacted(form)
        let isRemoved = !copy.contains(sentence.secret)
        counts[sentence.kind, default: (0, 0)].count += 1
        if isRemoved { counts[sentence.kind, default: (0, 0)].removed += 1 } else { left.append(form) }
        #expect((try? redactor.verified(Array(copy.utf8))) != nil, "\(form)")
      }
    }
    for (kind, row) in counts.sorted(by: { $0.key < $1.key }) {
      print("\(kind): \(row.removed) of \(row.count)")
      #expect(Double(row.removed) >= 0.9 * Double(row.count), "\(kind)")
    }
    let count = counts.values.reduce(0) { $0 + $1.count }
    let removed = counts.values.reduce(0) { $0 + $1.removed }
    print("sentences: \(removed) of \(count)\n" + left.joined(separator: "\n"))
    #expect(count >= 500 && Double(removed) >= 0.98 * Double(count))
  }

  @Test func sentencesThatLookAlikeRemain() throws {
    let texts = try Self.lines("sentences-stay.txt")
    #expect(texts.count >= 100)
    for text in texts {
      var redactor = Redactor()
      #expect(redactor.redacted(text) == text)
    }
  }

  /// Names of each list of the vocabulary are found after each phrase of a language.
  @Test(arguments: [
    "Viele Grüße", "Best regards,", "Cordialement", "Saludos,", "С уважением,", "Pozdrawiam", "Thanks,",
  ])
  func signaturesAreFound(_ closing: String) {
    for name in ["Hannelore Quillfeather", "Zoë", "Тимур"] {
      for (text, end) in [("\(closing)\n\(name)\n", "\n"), ("{\"a\":\"x\\n\(closing)\\n\(name)\"}", "\"}")] {
        var redactor = Redactor()
        let copy = redactor.redacted(text)
        #expect(!copy.contains(name) && copy.hasSuffix(end), "\(text)")
      }
    }
  }

  // MARK: Learned names

  /// A name is found in runs of letters without blanks, in each letter case, and in each form of Unicode.
  @Test(arguments: [
    ("姓名：周晓蕾", "请问周晓蕾在吗"), ("氏名：中村桜子", "昨日中村桜子が報告"), ("이름: 박서연", "어제 박서연이 보고"), ("ชื่อ: สมชาย", "เมื่อวานสมชายแจ้ง"),
    ("/Users/müller/a", "for MÜLLER only"), ("/Users/müller/a", "for mu\u{308}ller only"),
    ("/Users/mu\u{308}ller/a", "for müller only"),
    ("/Users/müller/a", "{\"x\":\"m\\u00fcller\"}"),
  ])
  func learnedNamesAreFound(_ teacher: String, _ text: String) {
    var redactor = Redactor()
    _ = redactor.redacted(teacher)
    let copy = redactor.redacted(text)
    #expect(copy != text && copy.contains("user-1"), "\(copy)")
  }

  /// The composed and the decomposed form are one name.
  @Test func formsOfUnicodeAreOneName() {
    var redactor = Redactor()
    let copy = redactor.redacted("/Users/müller/a /Users/mu\u{308}ller/b")
    #expect(copy == "/Users/user-1/a /Users/user-1/b")
    #expect(redactor.counts == [.user: 1])
  }

  // MARK: Damaged and hostile texts

  /// A half of a private key is removed, and the rest remains.
  @Test(arguments: [
    "-----BEGIN PRIVATE KEY-----\nMHcCAQEEIB7nq3v9Xq0v0x3Zl8o1VnQm5Yt2r4u6w8\nrest of the log\n",
    "-----BEGIN PRIVATE KEY-----\n\nThread 0: rest of the log\n", "-----BEGIN PRIVATE KEY-----",
    "rest of the log\n\nMHcCAQEEIB7nq3v9Xq0v0x3Zl8o1VnQm5Yt2r4u6w8\nMHcCAQEE\n-----END PRIVATE KEY-----\n",
    "-----END PRIVATE KEY-----\nrest of the log",
    "{\"a\":\"MHcCAQEEIB7nq3v9Xq0v0x3Zl8o1VnQm5Yt2r4u6w8\\n-----END PRIVATE KEY-----\"}",
  ])
  func halvesOfKeysAreRemoved(_ text: String) throws {
    var redactor = Redactor()
    let copy = String(decoding: try redactor.verified(redactor.redacted(Array(text.utf8))), as: UTF8.self)
    #expect(!copy.contains("MHcCAQ"))
    #expect(copy.contains("rest of the log") == text.contains("rest of the log"))
  }

  /// A text that begins or ends in the middle of a phrase is read to its end.
  @Test(arguments: [
    "User lives", "user zquill", "s", "'s iPhone", ": x", "\"", "(", "at 1", "Hi", "Thanks,\n", "@", "realm ",
    "\u{59D3}",
  ])
  func textsOfAPhraseAreRead(_ text: String) {
    for count in 0...text.utf8.count {
      var redactor = Redactor()
      _ = redactor.redacted(Array(text.utf8.prefix(count)))
      _ = redactor.redacted(Array(text.utf8.suffix(count)))
    }
  }
}
