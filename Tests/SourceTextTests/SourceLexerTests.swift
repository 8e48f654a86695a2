import Bytes
import TestSupport
import Testing

@testable import SourceText

@Suite struct SourceLexerTests {
  /// The lexemes as text, with marks for kinds that the text does not show.
  private func lexemes(_ text: String, _ language: SourceLanguage = .swift) -> [String] {
    let bytes = Array(text.utf8)
    return SourceLexer(bytes, language).map { lexeme in
      let text = String(decoding: bytes[lexeme.range], as: UTF8.self)
      switch lexeme.kind {
      case .string: return "\(lexeme.part) " + text
      case .comment, .directive, .regex, .character, .postfix, .fraction: return "\(lexeme.kind) " + text
      case .word, .integer, .op, .punctuation: return text
      }
    }
  }

  @Test func wordsNumbersAndOperators() {
    #expect(
      lexemes("@IBOutlet var `class`: Int? = 0x1F") == [
        "@IBOutlet", "var", "`class`", ":", "Int", "postfix ?", "=", "0x1F",
      ])
    #expect(lexemes("a.b ..< 1.5e-3 &+ $0!") == ["a", ".", "b", "..<", "fraction 1.5e-3", "&+", "$0", "postfix !"])
    #expect(lexemes("x<Array<Int>>(y)") == ["x", "<", "Array", "<", "Int", ">", ">", "(", "y", ")"])
    #expect(lexemes("1...5, 0b11, é\u{0}") == ["1", "...", "5", ",", "0b11", ",", "é", "\u{0}"])
  }

  @Test func literalsOfSwift() {
    #expect(lexemes(#""a\"b" + """#) == [#"whole "a\"b""#, "+", #"whole """#])
    #expect(lexemes(##"#"a "b" \(c) \#(d)"#"##) == [##"head #"a "b" \(c) \#"##, "(", "d", ")", ##"tail "#"##])
    #expect(lexemes("\"\"\"\n  \"a\" \\\n  b\n\"\"\"c") == ["whole \"\"\"\n  \"a\" \\\n  b\n\"\"\"", "c"])
    #expect(
      lexemes(#""\(f("x\(1)", (2)))-\(y)z""#) == [
        #"head "\"#, "(", "f", "(", #"head "x\"#, "(", "1", ")", #"tail ""#, ",", "(", "2", ")", ")", ")",
        #"middle -\"#, "(", "y", ")", #"tail z""#,
      ])
    #expect(
      lexemes("a / b / c; d(/e\"/) ; #/f/g\\/#/#") == [
        "a", "/", "b", "/", "c", ";", "d", "(", "regex /e\"/", ")", ";", "regex #/f/g\\/#/#",
      ])
  }

  @Test func literalsOfObjectiveC() {
    #expect(
      lexemes(#"@"a\(b)" 'c' '\'' '"'"#, .objectiveC) == [
        #"whole @"a\(b)""#, "character 'c'", #"character '\''"#, #"character '"'"#,
      ])
    #expect(lexemes("\"\"\"a\"", .objectiveC) == ["whole \"\"", "whole \"a\""])
    #expect(lexemes("\"a\\\nb\" c", .objectiveC) == ["whole \"a\\\nb\"", "c"])
    #expect(
      lexemes("@[@1, @YES] #x don't", .objectiveC) == [
        "@", "[", "@1", ",", "@YES", "]", "#x", "don", "character '", "t",
      ])
  }

  @Test func commentsAndDirectives() {
    #expect(lexemes("a /* /* b */ c */ d // e\nf") == ["a", "comment /* /* b */ c */", "d", "comment // e", "f"])
    #expect(lexemes("a /* /* b */ c", .objectiveC) == ["a", "comment /* /* b */", "c"])
    #expect(
      lexemes("  #if A // b\n#Preview {}\n#endif") == [
        "directive #if A ", "comment // b", "#Preview", "{", "}", "directive #endif",
      ])
    #expect(
      lexemes("#define A(x) \\\n  x; /* \n */ y\nz", .objectiveC) == [
        "directive #define A(x) \\\n  x; /* \n */ y", "z",
      ])
    #expect(lexemes("#import \"a//b.h\"\nx", .objectiveC) == ["directive #import \"a//b.h\"", "x"])
    #expect(lexemes("let a = \"\"\"\n#if A\n\"\"\"") == ["let", "a", "=", "whole \"\"\"\n#if A\n\"\"\""])
  }

  @Test func unclosedLiteralsEndAtTheirLine() {
    #expect(lexemes("\"a\nb") == ["whole \"a", "b"])
    #expect(lexemes("\"\\(a + \"b\nc") == [#"head "\"#, "(", "a", "+", "whole \"b", "c"])
    #expect(lexemes("#\"a\"\nb") == ["whole #\"a\"", "b"])
    #expect(lexemes("\"\"\"a\nb") == ["whole \"\"\"a\nb"])
    #expect(lexemes("/* a\nb") == ["comment /* a\nb"])
    #expect(lexemes("`a\nb") == ["`a", "b"])
    #expect(lexemes("@\"a\nb", .objectiveC) == ["whole @\"a", "b"])
  }

  @Test func contentsDepthAndLines() {
    let bytes = Array("\n##\"a\\##(\n\"b\")c\"##\nd".utf8)
    let found = Array(SourceLexer(bytes, .swift))
    #expect(found.map(\.line) == [2, 2, 3, 3, 3, 3, 4])
    #expect(found.map(\.kind) == [.string, .punctuation, .string, .punctuation, .word, .string, .word])
    let text = Array("x\"\"\"\n\\(\"b\")c\n\"\"\"\nd".utf8)
    let parts = Array(SourceLexer(text, .swift))
    #expect(parts.map(\.line) == [1, 1, 2, 2, 2, 2, 4])
    #expect(parts.map(\.depth) == [0, 0, 1, 1, 1, 0, 0])
    let contents = parts.filter { $0.kind == .string }.map { String(decoding: text[$0.contents], as: UTF8.self) }
    #expect(contents == ["\n", "b", "c\n"])
  }

  @Test func nestingIsLimited() {
    let bytes = Array(String(repeating: "\"\\(", count: 500).utf8)
    let found = Array(SourceLexer(bytes, .swift))
    #expect(Int(found.map(\.depth).max() ?? 0) == SourceLexer.maxDepth / 2)
    let pounds = String(repeating: "#", count: SourceLexer.maxPounds)
    #expect(lexemes(pounds + "\"a\"" + pounds).count == 1)
    #expect(lexemes("#" + pounds + "\"a\"" + pounds).count > 1)
  }

  /// Below the limit a literal is one lexeme; at it, only its first quotation mark is.
  @Test(arguments: [(30, true), (31, true), (32, false)])
  func literalsInInterpolationsAreReadUpToTheLimit(_ depth: Int, _ isRead: Bool) {
    let text = String(repeating: "\"\\(", count: depth) + "\"x\"" + String(repeating: ")\"", count: depth) + " y"
    let found = lexemes(text)
    #expect(found.contains("whole \"x\"") == isRead)
    #expect(found.contains("x") != isRead && found.contains("whole \"") != isRead)
    #expect(found.filter { $0 == "tail \"" }.count == depth && found.last == "y", "and the text after it as before")
  }

  /// A longer one is a division, so that a line of slashes takes linear time.
  @Test(arguments: [(511, true), (512, true), (513, false)])
  func regularExpressionsAreReadUpToTheLimit(_ count: Int, _ isRead: Bool) {
    let word = String(repeating: "a", count: count - 2)
    #expect(lexemes("x = /\(word)/") == ["x", "="] + (isRead ? ["regex /\(word)/"] : ["/", word, "/"]))
  }

  // MARK: Properties

  /// Expects that ranges ascend without overlaps, that only blanks are between them, and that lines are those of the text.
  private func expectCover(_ bytes: [UInt8], _ language: SourceLanguage) {
    var (end, line) = (0, 1)
    var isCovered = true
    for lexeme in SourceLexer(bytes, language) {
      let gap = bytes[end..<max(end, min(lexeme.range.lowerBound, bytes.count))]
      line += gap.count { $0 == 0x0A }
      isCovered =
        isCovered && lexeme.range.lowerBound >= end && !lexeme.range.isEmpty && lexeme.range.upperBound <= bytes.count
        && lexeme.line == line && gap.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        && lexeme.contents.clamped(to: lexeme.range) == lexeme.contents
      guard isCovered else { break }
      line += bytes[lexeme.range].count { $0 == 0x0A }
      end = lexeme.range.upperBound
    }
    isCovered = isCovered && bytes[end...].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    #expect(isCovered, "\(language) from \(end): \(String(decoding: bytes.prefix(200), as: UTF8.self))")
  }

  private static let pieces: [String] = [
    "\"", "\"\"\"", "#", "#\"", "\"#", "\\(", "\\#(", ")", "(", "/*", "*/", "//", "/", "#/", "/#", "\\", "\n", "\r\n",
    " ", "'", "@\"", "@", "`", "a", "1.5", "0x", "e-", "..<", "<", ">", "!", "?", "#if A", "#endif\n", "#define", "é",
    "\u{0}", "{", "}", "return ", "=", "$", ".",
  ]

  /// Every pair and many longer texts of the pieces of which literals and comments consist.
  @Test(arguments: [SourceLanguage.swift, .objectiveC])
  func rangesCoverTheText(_ language: SourceLanguage) {
    for first in Self.pieces {
      for second in Self.pieces { expectCover(Array((first + second + "x\n" + first + second).utf8), language) }
    }
    var state: UInt64 = 7
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    for _ in 0..<1500 {
      expectCover(Array((0..<next(40)).map { _ in Self.pieces[next(Self.pieces.count)] }.joined().utf8), language)
    }
    for _ in 0..<500 { expectCover((0..<next(200)).map { _ in UInt8(next(256)) }, language) }
  }

  @Test(arguments: [
    "\"", "\"\\(", "#", "####\"", "#\"\"", "/*", "/", "/a", "'", "\\", "((", "@\"\\", "#if A\n", "`", "\"\"\"\\(",
    "\n\"\\(\"",
    "<",
    "#/\n", "1e", "\n#define \\",
  ])
  func hostileTextTakesLinearTime(_ piece: String) {
    for language in [SourceLanguage.swift, .objectiveC] {
      let growth = Growth(from: 1_000) {
        Array(String(repeating: piece, count: $0).utf8)
      } _: {
        _ = SourceTokenizer.tokens(of: $0, language)
      }
      #expect(growth.ratio < 24, "\(language): \(growth)")
    }
  }
}

@Suite struct SourceTokenTests {
  private func tokens(_ text: String, _ language: SourceLanguage = .swift) -> [String] {
    SourceTokenizer.tokens(of: Array(text.utf8), language).map { $0.kind == .string ? "«\($0.text)»" : $0.text }
  }

  @Test func interpolatedLiteralsAreOneToken() {
    #expect(tokens(#"f("a \(g("b", "c\(d)")) e", h)"#) == ["f", "(", #"«a \(g("b", "c\(d)")) e»"#, ",", "h", ")"])
    #expect(tokens("\"\"\"\n\\(a)\n\\(b)\n\"\"\" c") == ["«\n\\(a)\n\\(b)\n»", "c"])
    #expect(tokens("\"a \\(b\nc(\"d\")") == ["«a \\(b»", "c", "(", "«d»", ")"])
    #expect(tokens("\"\\(\"\"\"\n\\(\"x\ny") == ["«\\(\"\"\"\n\\(\"x»", "y"])
  }

  @Test func lexemesAreDividedIntoWordsAndCharacters() {
    #expect(
      tokens("$name.1.5 `class` a!=b #Preview @objc(x)") == [
        "$", "name", ".", "1", ".", "5", "`", "class", "`", "a", "!", "=", "b", "#Preview", "@objc", "(", "x", ")",
      ])
    #expect(tokens("@\"a\" + 'b' @[@1]", .objectiveC) == ["«a»", "+", "«'»", "@", "[", "@1", "]"])
    #expect(tokens("a = /b\"c/") == ["a", "=", "«/b\"c/»"])
  }

  @Test func longLiteralsAreCut() {
    #expect(tokens("\"" + String(repeating: "a", count: 5000) + "\"")[0].utf8.count == 1024 + 4)
  }

  @Test func excludedBranchesAreNotTokens() {
    let text = "#if 0 // x\na\n#else\nb\n#endif\n#ifndef TARGET_INTERFACE_BUILDER\nc\n#else\nd\n#endif\ne"
    #expect(tokens(text, .objectiveC) == ["b", "c", "d", "e"])
    let found = SourceTokenizer.tokens(of: Array(text.utf8), .objectiveC)
    #expect(found.map(\.inDesigner) == [true, false, true, true])
    #expect(found.map(\.line) == [4, 7, 9, 11])
  }

  @Test(arguments: [
    ("@implementation A\n- (void)b { [self c]; }\n@end", SourceLanguage.objectiveC),
    ("class A { func b() { self.c() } }", .swift), ("", .swift), ("[[UIView alloc] init];", .objectiveC),
    ("let a = b?.c", .swift),
  ])
  func languageIsRecognized(_ text: String, _ language: SourceLanguage) {
    #expect(SourceLanguage.mostLikely(for: Array(text.utf8)) == language)
  }
}
