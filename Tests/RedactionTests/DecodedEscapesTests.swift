import Testing

@testable import Redaction

/// What is removed is removed in any spelling: encoders write letters and separators as escapes.
@Suite struct DecodedEscapesTests {
  /// A way to write characters as escapes.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isEscaped: @Sendable (Unicode.Scalar, Int) -> Bool
    let written: @Sendable (Unicode.Scalar) -> String
  }

  static let forms = [
    Form(
      testDescription: "JSON, letters outside ASCII", isEscaped: { scalar, _ in scalar.value >= 0x80 }, written: json),
    Form(testDescription: "JSON, slashes", isEscaped: { scalar, _ in scalar == "/" }, written: json),
    Form(
      testDescription: "C, slashes", isEscaped: { scalar, _ in scalar == "/" },
      written: { "\\x" + hex($0.value, 2) }),
    Form(
      testDescription: "octal, slashes", isEscaped: { scalar, _ in scalar == "/" },
      written: { "\\0" + String($0.value, radix: 8) }),
    Form(
      testDescription: "Swift, letters outside ASCII", isEscaped: { scalar, _ in scalar.value >= 0x80 },
      written: { "\\u{" + String($0.value, radix: 16) + "}" }),
  ]

  private static func hex(_ value: UInt32, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  @Sendable private static func json(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { "\\u" + hex(UInt32($0), 4) }.joined()
  }

  @Test(arguments: forms) func examplesAreRemovedInEscapes(_ form: Form) {
    var (all, lost) = (0, [String]())
    for kind in RedactionKind.catalog where kind.id != "encoded-text" {
      for example in kind.removed where !example.text.contains("\\") {
        let scalars = Array(example.text.unicodeScalars)
        guard scalars.indices.contains(where: { form.isEscaped(scalars[$0], $0) }) else { continue }
        let text = scalars.indices.map {
          form.isEscaped(scalars[$0], $0) ? form.written(scalars[$0]) : String(scalars[$0])
        }
        .joined()
        all += 1
        var redactor = Redactor()
        let copy = redactor.redacted(Array(text.utf8))
        let decoded = DecodedEscapes(copy)?.bytes ?? copy
        if String(decoding: decoded, as: UTF8.self) != example.copy { lost.append("\(kind.id): \(text)") }
      }
    }
    #expect(all > 10)
    #expect(lost.count * 15 <= all, "\(lost.count) of \(all): \(lost)")
  }

  /// Structure and text without personal data remain as they are.
  @Test(arguments: [
    #"{"a": "\u0022,\u005c\u0000"}"#, #"{"title": "\u00dcbersicht \u2014 4 Karten"}"#, #"regex \x2f\d+\057 \u{1F600}"#,
    #"\u12"#, #"\x"#, #"\"#, #"\\u0041"#, #"\ud83d"#,
  ])
  func othersRemain(_ text: String) {
    var redactor = Redactor()
    #expect(redactor.redacted(text) == text)
  }

  /// Signatures contain the text of a report with its numbers masked.
  @Test func valuesAreRecognizedWithoutTheirNumbers() {
    var redactor = Redactor()
    let copy = redactor.redacted("lives at Hauptstraße 12, 10115 Berlin\nmessage=lives at Hauptstraße #, # Berlin\n")
    #expect(!copy.contains("Hauptstraße"), "\(copy)")
  }

  @Test func rangesAreThoseOfTheOriginal() throws {
    let original = Array(#"a\u00e9b\ud83d\ude00c\x2fd"#.utf8)
    let decoded = try #require(DecodedEscapes(original))
    #expect(String(decoding: decoded.bytes, as: UTF8.self) == "aéb😀c/d")
    #expect(decoded.original(0..<3) == 0..<7)
    #expect(decoded.original(0..<1) == 0..<1)
    #expect(decoded.original(1..<2) == nil)
    #expect(decoded.original(4..<9) == 8..<21)
    #expect(decoded.original(0..<decoded.bytes.count) == 0..<original.count)
  }
}
