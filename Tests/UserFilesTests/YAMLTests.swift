import Diagnosis
import TestSupport
import Testing
import UserFiles
import YAMLText

@Suite struct YAMLTests {
  @Test(arguments: [
    ("patterns: &all []", "anchors (&name) are not supported"),
    ("patterns: *all", "aliases (*name) are not supported"),
    ("patterns: !!seq []", "tags (!name) are not supported"),
    ("patterns:\n  - <<: { id: a }", "merge keys (<<) are not supported"),
    ("patterns: []\npatterns: []", "duplicate key 'patterns'"),
    ("patterns: []\n---\npatterns: []", "a second document begins here; only one is allowed"),
    ("? [a]\n: b", "a key must be text, not a list or mapping"),
    ("patterns: [", "not valid YAML"),
    ("patterns: \"a\n", "not valid YAML"),
    ("\tpatterns: []", "not valid YAML"),
    ("", "the file is empty"),
    ("# only a comment", "the file is empty"),
    ("just a text", "a pattern file must be a mapping"),
  ])
  func isRefused(_ text: String, _ message: String) {
    let faults = read(text).faults
    #expect(faults.contains { $0.message.contains(message) }, "\(faults)")
  }

  /// Aliases of aliases: nine levels of nine references each expand to a billion texts.
  @Test func aliasBombsAreRefusedBeforeExpansion() {
    var text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for level in 1...30 {
      text += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
    }
    text += "? *a30\n: x\n"
    var faults: [FileFault] = []
    let time = ProcessorTime.seconds { faults = read(text).faults }
    #expect(faults.contains { $0.message.contains("aliases") })
    #expect(time < 40)
  }

  /// The fault is that of the depth, and not that of the missing ends.
  @Test(arguments: [
    ("{a: ", "nested deeper than 40 levels"),
    ("- ", "nested deeper than 40 levels"), ("? ", "a key must be text, not a list or mapping"),
  ])
  func depthIsLimited(_ opening: String, _ message: String) {
    let text = String(repeating: opening, count: 200_000)
    var faults: [FileFault] = []
    let time = ProcessorTime.seconds { faults = read(text).faults }
    #expect(faults.map(\.message) == [message])
    #expect(time < 40, "\(time)")
  }

  @Test func fortyLevelsAreRead() {
    func isTooDeep(_ levels: Int) -> Bool {
      let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
      return read(text).faults.contains { $0.message == "nested deeper than 40 levels" }
    }
    #expect(!isTooDeep(40) && isTooDeep(41))
  }

  @Test func sizeIsLimited() {
    let comment = "# " + String(repeating: "x", count: 1 << 20)
    #expect(read(comment).faults.first?.message == "the file is larger than the limit of 1024 KB")
    let message = "more than 100000 values in one file"
    for (count, isRefused) in [(99_990, false), (100_001, true), (200_000, true)] {
      let many = "patterns: [" + String(repeating: "a,", count: count) + "]"
      #expect(read(many).faults.contains { $0.message == message } == isRefused, "\(count)")
    }
  }

  /// JSON writes characters outside the Basic Multilingual Plane as two escapes.
  @Test(arguments: [
    (#"a \ud83d\ude00"#, "a 😀"), (#"\uD83D\uDE00\ud83d\ude01 b"#, "😀😁 b"), (#"\\ud83d \ud83d\ude00"#, #"\ud83d 😀"#),
  ])
  func surrogatesAreJoined(escaped: String, title: String) {
    let file = read(pattern().replacing("title: A title", with: "title: \"\(escaped)\""))
    #expect(file.faults == [])
    #expect(file.file.entries.first?.pattern.title == title)
  }

  @Test(arguments: [#"\ud83d"#, #"\ude00\ud83d"#, #"\ud83d\u0041"#, #"\ud83"#])
  func loneSurrogatesAreRefused(escaped: String) {
    #expect(!read(pattern().replacing("title: A title", with: "title: \"\(escaped)\"")).faults.isEmpty)
  }

  @Test func invalidUTF8IsReportedWithItsLine() {
    let faults = PatternFile.read(Array("patterns:\n  - id: ".utf8) + [0xFF, 0x0A], by: .user).faults
    #expect(faults == [FileFault(line: 2, column: 1, "this line is not UTF-8", hint: "Save the file as UTF-8.")])
    #expect(read("\u{FEFF}" + pattern()).faults == [], "a byte order mark is skipped")
  }

  /// Every kind of value in a few bytes.
  private static let small = """
    patterns:
    - id: a/b
      title: T
      grades:
      - {confidence: likely, evidence: [{message: 'abc {x}', from: [console]}, not: agent, {frame: f, position: first 3}]}
      cause: "C {x}"
      remedy: [R]
      generality: 3
      examples:
      - matches: m
        excerpt: |
          →abc d

    """

  @Test func everyPrefixGivesAFaultOrAResult() {
    let bytes = Array(Self.small.utf8)
    #expect(PatternFile.read(bytes, by: .user).faults == [])
    for length in bytes.indices {
      let (file, faults) = PatternFile.read(Array(bytes[..<length]), by: .user)
      #expect(!faults.isEmpty || !file.entries.isEmpty, "\(length) bytes")
    }
  }

  @Test func everyChangedByteGivesAFaultOrAResult() {
    let bytes = Array(Self.small.utf8)
    for index in bytes.indices {
      for byte in "&*!\n:-[{\"#\u{0}".utf8 {
        var changed = bytes
        changed[index] = byte
        let (file, faults) = PatternFile.read(changed, by: .user)
        #expect(!faults.isEmpty || !file.entries.isEmpty, "\(byte) at \(index)")
      }
    }
  }

  @Test func mutantsGiveAFaultOrAResult() throws {
    for mutant in Mutants(of: try samplePatterns(), count: 1000, seed: 20_261_121) {
      let (file, faults) = PatternFile.read(mutant, by: .user)
      #expect(!faults.isEmpty || !file.entries.isEmpty)
    }
  }
}
