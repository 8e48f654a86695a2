import TestSupport
import Testing

@testable import CrashReports

struct JSONCursorTests {
  private func cursor(_ text: String) -> JSONCursor {
    let bytes = Array(text.utf8)
    return JSONCursor(bytes, range: 0..<bytes.count, line: 1, depthLimit: 512)
  }

  @Test(arguments: [
    ("0", JSONNumber.unsigned(0)), ("18446744073709551615", .unsigned(.max)), ("-1", .negative(-1)),
    ("-9223372036854775808", .negative(.min)), ("18446744073709551616", .double(18_446_744_073_709_551_616)),
    ("-9223372036854775809", .double(-9_223_372_036_854_775_808)), ("1.5", .double(1.5)), ("2e3", .double(2000)),
    ("-0.25E-1", .double(-0.025)), ("007", .unsigned(7)),
  ])
  func numbersAreExact(_ text: String, _ expected: JSONNumber) {
    var cursor = cursor(text)
    let value = cursor.scanScalar()
    #expect(value == .number(expected))
    #expect(cursor.fault == nil && cursor.repairs.isEmpty)
  }

  @Test(arguments: [
    ("7,", UInt64(7)), ("18446744073709551615 ", .max), ("1234567890123456789,", 1_234_567_890_123_456_789),
    ("-8}", 0xFFFF_FFFF_FFFF_FFF8), ("\"0xDEADFA11\"", 0xDEAD_FA11), ("\"12\"", 12), ("3.0]", 3), ("3.5]", nil),
    ("18446744073709551616,", nil), ("null,", nil), ("[1],", nil), ("{\"a\":1},", nil), ("@x@,", nil), ("\"x\"", nil),
  ])
  func integersComeInManyForms(_ text: String, _ expected: UInt64?) {
    var cursor = cursor(text)
    let value = cursor.readUInt64()
    #expect(value == expected)
    #expect(cursor.fault == nil)
  }

  @Test(arguments: [
    (#""a\/b\n\t\"\\""#, "a/b\n\t\"\\"), (#""\ud83d\ude00\u00e9\uFFFD""#, "😀é\u{FFFD}"), (#""""#, ""),
  ])
  func escapesAreRead(_ text: String, _ expected: String) {
    var cursor = cursor(text)
    let value = cursor.readString()
    #expect(value == expected)
    #expect(cursor.repairs.isEmpty)
  }

  @Test(arguments: [
    (#""\ud83d""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"), (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
    (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\u12""#, "\u{FFFD}12"), (#""\x41""#, "x41"),
  ])
  func badEscapesAreRepaired(_ text: String, _ expected: String) {
    var cursor = cursor(text)
    let value = cursor.readString()
    #expect(value == expected)
    #expect(cursor.repairs.map(\.kind) == [.badEscape])
  }

  @Test func linesAreCountedEverywhere() {
    var cursor = cursor("{\r\n\"a\"\n:\n[1,\n2]\n,\"b\":{\n\"x\":\"\n\"}\n,\"c\":3}")
    _ = cursor.enterObject()
    var lines: [Int] = []
    while cursor.nextKey() != nil {
      lines.append(cursor.line)
      cursor.skipValue()
      lines.append(cursor.line)
    }
    #expect(lines == [3, 5, 6, 8, 9, 9])
    #expect(cursor.fault == nil && cursor.depth == 0)
  }

  @Test func anEndInsideIsAFault() {
    for text in ["{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":[1,2", "{\"a\":tru", "{\"a\":{}", "{\"a\":{},"] {
      var cursor = cursor(text)
      _ = cursor.enterObject()
      while cursor.nextKey() != nil { cursor.skipValue() }
      #expect(cursor.fault?.reason == .truncated, "\(text)")
    }
  }

  @Test func depthIsCheckedBeforeEntering() {
    for (depth, isFine) in [(512, true), (513, false)] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      var skipping = cursor(text)
      skipping.skipValue()
      #expect((skipping.fault == nil) == isFine)
      #expect(JSONValidator.isValid(Array(text.utf8)) == isFine)
    }
  }

  @Test func keysAreFoundWhole() {
    for key in IPSBodyKey.allCases {
      let bytes = Array(("<" + key.rawValue + "s>").utf8)
      #expect(IPSBodyKey.keys.find(bytes, 1..<bytes.count - 2)?.key == key)
      #expect(IPSBodyKey.keys.find(bytes, 1..<bytes.count - 1)?.key != key)
    }
    #expect(IPSBodyKey.keys.find([], 0..<0) == nil)
  }
}
