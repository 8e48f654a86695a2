import Bytes
import Foundation
import TestSupport
import Testing

@Suite struct StreamSafeTextTests {
  /// Returns how many marks a scalar counts for, computed from its canonical decomposition.
  private static func marks(_ scalar: Unicode.Scalar) -> Int {
    let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
    let areMarks = parts.allSatisfy { $0.properties.canonicalCombiningClass != .notReordered }
    return areMarks ? parts.count : 0
  }

  /// The definition of UAX #15, scalar by scalar, with marks dropped instead of separated, and at most 64 regional
  /// indicators in a row.
  private func expected(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var (count, indicators) = (0, 0)
    for scalar in text.unicodeScalars {
      indicators = (0x1F1E6...0x1F1FF).contains(scalar.value) ? indicators + 1 : 0
      if indicators > 64 {
        count = 0
        continue
      }
      let marks = Self.marks(scalar)
      if marks == 0 {
        count = 0
      } else if count + marks > 30 {
        count = 30
        continue
      }
      count += marks
      result.append(scalar)
    }
    return String(result)
  }

  /// Every scalar of Unicode counts as its decomposition does. The implementation skips ranges without marks; of the long ranges of
  /// ideographs and of private and unassigned scalars, some are tested.
  @Test func everyScalarCountsAsItsDecomposition() {
    for value in UInt32(0)...0x10FFFF {
      let isSampled =
        0x3400..<0xA000 ~= value || 0xAC00..<0xF900 ~= value || 0x20000..<0xE0000 ~= value || value > 0xE0FFF
      guard !isSampled || value % 61 == 0 else { continue }
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(String.UnicodeScalarView(repeatElement(scalar, count: 34)))
      let marks = value < 0x80 ? 0 : Self.marks(scalar)
      let kept = String(streamSafe: Array(text.utf8)).unicodeScalars.count
      if kept != (marks == 0 ? 34 : 30 / marks) { Issue.record("U+\(String(value, radix: 16)): \(kept)") }
    }
  }

  /// Texts of random scalars of all kinds are those of the definition.
  @Test func textIsThatOfTheDefinition() {
    let marks = Array(MarkClass.catalog.map(\.marks).joined().unicodeScalars)
    let others = Array("aé\u{A0}שक가가漢😀\u{200D}\u{FE0F}\u{34F}\u{903}\u{FFFD}\u{1F1E6}\n".unicodeScalars)
    var random = SeededGenerator(seed: 20_260_101)
    for _ in 0..<2_000 {
      var text = String.UnicodeScalarView()
      let density = Int.random(in: 1...60, using: &random)
      for _ in 0..<Int.random(in: 0...200, using: &random) {
        let isOther = Int.random(in: 0..<density, using: &random) == 0
        guard let scalar = (isOther ? others : marks).randomElement(using: &random) else { continue }
        text.append(scalar)
      }
      let original = String(text)
      let result = original.streamSafe
      #expect(result.utf8.elementsEqual(expected(original).utf8), "\(original.debugDescription)")
      #expect(String(streamSafe: Array(original.utf8)).utf8.elementsEqual(result.utf8))
      #expect(result.streamSafe.utf8.elementsEqual(result.utf8), "it changes again")
      #expect(MarkClass.longestRun(result) <= 30)
    }
  }

  /// The limit at every position of the words that are skipped at once, after every length of text before the run.
  @Test(arguments: [28, 29, 30, 31, 32, 33, 64])
  func runsAreCutAtThirty(_ count: Int) {
    for before in 0..<20 {
      let run = String(repeating: "\u{301}\u{316}", count: count / 2) + (count % 2 == 1 ? "\u{301}" : "")
      let text = String(repeating: "x", count: before) + run + "tail" + run
      let scalars = Array(String(streamSafe: Array(text.utf8)).unicodeScalars)
      #expect(scalars.count == before + 4 + 2 * min(count, 30))
      #expect(String(String.UnicodeScalarView(scalars[(before + min(count, 30))...].prefix(4))) == "tail")
    }
  }

  /// Text of the world's languages, and bytes that are not UTF-8, are what Swift makes of them.
  @Test(arguments: [
    "", "a", "Việt Nam, thiết kế", "שָׁלוֹם עֲלֵיכֶם", "السَّلَامُ عَلَيْكُمْ", "བོད་སྐད་ཡིག ཧཱུྃ", "ที่นี่ ผู้ใหญ่", "हिन्दी क़ानून",
    "漢字かな交じり文, ガ", "한국어 각", "👨‍👩‍👧‍👦🏳️‍🌈", "Z̷͉̓ả̵̫l̴̟̔g̸̣̈ȯ̶̩", String(repeating: "é", count: 1000), String(repeating: "a", count: 1000),
    String(repeating: "漢\u{301}", count: 1000),
    String(repeating: "a" + String(repeating: "\u{301}", count: 30), count: 50),
  ])
  func otherTextIsUnchanged(_ text: String) {
    for text in [text, String(repeating: text, count: 9), "0123456" + text] {
      #expect(text.streamSafe.utf8.elementsEqual(text.utf8))
      #expect(String(streamSafe: Array(text.utf8)).utf8.elementsEqual(text.utf8))
    }
  }

  @Test func invalidBytesBecomeReplacementCharacters() {
    var random = SeededGenerator(seed: 20_260_102)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...90, using: &random)).map { _ in
        [UInt8.random(in: 0...255, using: &random), 0xCC, 0x81, 0xCD, 0xED, 0xF0].randomElement(using: &random) ?? 0
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(String(streamSafe: bytes).utf8.elementsEqual(expected(text).utf8), "\(bytes)")
      #expect(String(streamSafe: bytes[...]).utf8.elementsEqual(expected(text).utf8), "\(bytes)")
    }
  }

  /// Comparison, hashing and order of text that was read take linear time, for every class.
  @Test(arguments: MarkClass.catalog)
  func comparisonIsLinear(_ kind: MarkClass) {
    let growth = Growth(
      from: 4_000,
      of: { size in
        let text = kind.text(size)
        return (Array((text + "b").utf8), Array((text + "c").utf8))
      }
    ) { left, right in
      let (left, right) = (String(streamSafe: left), String(streamSafe: right))
      #expect(left != right && left < right && Set([left, right]).count == 2)
    }
    #expect(growth.ratio < 16, "\(growth)")
  }

  /// Searches and divisions by characters take linear time, for every class and for other sequences that are one character.
  @Test(
    arguments: MarkClass.catalog + [
      MarkClass(name: "joined emoji", marks: "\u{1F469}\u{200D}"),
      MarkClass(name: "Jamo", marks: "\u{1100}\u{1161}\u{11A8}"),
      MarkClass(name: "conjuncts", marks: "\u{915}\u{94D}"), MarkClass(name: "selectors", marks: "\u{FE0F}\u{FE0E}"),
      MarkClass(name: "prepended marks", marks: "\u{600}"), MarkClass(name: "tags", marks: "\u{E0061}"),
      MarkClass(name: "line ends", marks: "\r"), MarkClass(name: "skin tones", marks: "\u{1F44D}\u{1F3FD}"),
    ])
  func searchIsLinear(_ kind: MarkClass) {
    let growth = Growth(from: 8_000, of: { Array(kind.text($0).utf8) }) { bytes in
      let text = String(streamSafe: bytes)
      #expect(!text.contains("https://") && text.lastIndex(of: "/") == nil && text.split(separator: "[").count == 1)
      #expect(text.replacing("www.", with: "w").utf8.count == text.utf8.count && text.reversed().count > 0)
    }
    #expect(growth.ratio < 16, "\(growth)")
  }

  @Test(arguments: [62, 63, 64, 65, 66, 200]) func flagsAreCutAtThirtyTwo(_ count: Int) {
    for before in 0..<20 {
      let text = String(repeating: "x", count: before) + String(repeating: "\u{1F1E9}", count: count) + "\u{301}tail"
      let scalars = Array(text.streamSafe.unicodeScalars)
      #expect(scalars.count == before + min(count, 64) + 5)
      #expect(String(String.UnicodeScalarView(scalars.suffix(4))) == "tail")
    }
  }

  /// Runs of the permitted length, one after the other, are linear as well.
  @Test(arguments: MarkClass.catalog)
  func manyRunsAreLinear(_ kind: MarkClass) {
    let growth = Growth(
      from: 20_000,
      of: { size in Array(String(repeating: kind.text(100), count: size / 100).utf8) }
    ) { bytes in
      let text = String(streamSafe: bytes)
      #expect(text != text + "b" && Set([text]).contains(text))
    }
    #expect(growth.ratio < 16, "\(growth)")
  }
}

/// A reproducible generator (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
