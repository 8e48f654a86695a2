import TestSupport
import Testing
import YAMLText

@testable import UserFiles

/// The two readers of YAML: what the plain one reads, libyaml reads as the same tree.
@Suite struct PlainYAMLTests {
  private static let paths = Repository.files(below: "Knowledge/patterns").filter { $0.hasSuffix(".md") }

  /// Returns the front matter of a document, without the line that begins it.
  private static func front(_ path: String) throws -> String {
    let text = try Repository.text(of: path).dropFirst(4)
    return String(text.prefix(upTo: try #require(text.firstRange(of: "\n---\n")).lowerBound))
  }

  /// Returns a node as text, with the locations of its scalars.
  private static func shown(_ node: YAMLNode?, locations: Bool = true) -> String {
    guard let node else { return "nothing" }
    let location = locations ? "@\(node.line):\(node.column)" : ""
    switch node.content {
    case .scalar(let text, _): return "'\(text)'" + (node.isNull ? "null" : "") + location
    case .sequence(let items): return "[" + items.map { shown($0, locations: locations) }.joined(separator: ",") + "]"
    case .mapping(let entries):
      let texts = entries.map { shown($0.key, locations: locations) + ":" + shown($0.value, locations: locations) }
      return "{" + texts.joined(separator: ",") + "}"
    case .refused: return "refused"
    }
  }

  private static func plain(_ text: String) -> (node: YAMLNode?, faults: [FileFault]) {
    let faults = Faults()
    return (PlainYAML.read(Array(text.utf8)[...], faults), faults.list)
  }

  @Test(arguments: paths) func documentsAreTheSameForBothReaders(_ path: String) throws {
    let text = try Self.front(path)
    let faults = Faults()
    let expected = YAMLReader.read(Array(text.utf8), faults)
    let found = Self.plain(text)
    #expect(faults.isEmpty && found.faults.isEmpty)
    #expect(Self.shown(found.node, locations: false) == Self.shown(expected, locations: false))
  }

  @Test(arguments: [
    "a: b", "a: 'it''s'", "a: \"\\\"x\\\\y\\n\\t\\U0001f600\"", "a:\n  - b\n  - c: d\n    e: f", "a:\n- b\n- c",
    "a: [b, \"c, d\", 'e']", "a: { b: c, d: [e] }", "a: { b: \"c\" }", "a: []", "a:\nb: c",
    "# comment\na: b\n\n# other\nc: d",
    "a:\n  b:\n    - - c\n      - d", "\"a b\": c", "a: b#c", "a: b:c", "a: http://x/y",
    "a:\n  - any:\n      - b: c\n  - d: e",
  ])
  func plainTextsAreTheSameForBothReaders(_ text: String) {
    let faults = Faults()
    let expected = YAMLReader.read(Array(text.utf8), faults)
    let found = Self.plain(text)
    #expect(faults.isEmpty && found.faults.map(\.message) == [], "\(text)")
    #expect(Self.shown(found.node) == Self.shown(expected), "\(text)")
  }

  /// Constructs that YAML permits, or that it refuses, are faults with their line.
  @Test(arguments: [
    "a: |\n  b", "a: >\n  b", "a: &x b", "a: *x", "a: !tag b", "a: b # comment", "a: b: c", "a: \"b", "a: [b,\n  c]",
    "a: 'b",
    "a: {b", "a: b\n  c: d", "a:\n  b: c\n d: e", "a", "a: b\na: c", "a: \"\\x41\"", "a: @b", "a: [b, [c]", "- a\nb: c",
    "a: - b",
    "? a\n: b", "a: \"b\" c", "<<: a\n  b", "a:\n    b\n  c",
  ])
  func otherTextsAreFaults(_ text: String) {
    let found = Self.plain(text)
    #expect(found.node == nil && !found.faults.isEmpty, "\(text)")
    #expect(found.faults.allSatisfy { $0.line > 0 && $0.line <= 3 })
  }

  @Test func depthIsLimited() {
    let deep = (0..<60).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
    #expect(Self.plain(deep).faults.map(\.message).contains { $0.hasPrefix("nested deeper") })
    #expect(Self.plain("a: " + String(repeating: "[", count: 100_000)).node == nil)
  }

  @Test func writtenValuesAreReadAgain() {
    for text in [
      "a", "a b", "", "null", "~", " a", "a ", "a: b", "a #b", "a:", "- a", "'a'", "\"a\"", "{a}", "[a]", "a\nb",
      "a\tb", "ä", "1", "é: x", "a\\b",
      "*a", "→ a", "true", "a  b", "\u{7F}", "\u{2028}",
    ] {
      let value = YAMLValue.mapping([("key", .text(text)), ("list", .texts([text, "x"])), ("one", .texts([text]))])
      for lines in [value.block.joined(separator: "\n"), value.flow] {
        let found = Self.plain(lines == value.flow ? "- " + lines : lines)
        #expect(found.faults.map(\.message) == [], "\(lines)")
        #expect(Self.shown(found.node, locations: false).contains("'list':['\(text)'"), "\(lines)")
      }
    }
  }
}
