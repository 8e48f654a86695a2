import Bytes
import Diagnosis
import Testing

@Suite struct TextTemplateTests {
  @Test(arguments: [
    ("a  b\t\tc", "a b c"), ("a\r\n\r\n b", "a b"), (" a ", " a "), ("", ""), ("a\u{A0}\u{A0}b", "a b"),
    ("\u{2018}x\u{2019} \u{201C}y\u{201D}", "'x' \"y\""), ("\u{2018}", "'"), ("\u{2020}\u{A9}", "\u{2020}\u{A9}"),
    ("ÄÖ É", "ÄÖ É"), ("a\u{2013}b", "a\u{2013}b"), ("\u{C2}\u{E2}", "\u{C2}\u{E2}"),
  ])
  func whiteSpaceAndQuotationMarksAreFolded(_ text: String, _ folded: String) {
    #expect(String(decoding: MatchableText(text).original, as: UTF8.self) == folded)
  }

  @Test func letterCaseOfASCIIDoesNotCount() {
    let text = MatchableText("AZaz[@É")
    #expect(String(decoding: text.lowered, as: UTF8.self) == "azaz[@É")
    #expect(text.lowered.count == text.original.count)
  }

  @Test(arguments: [
    ("could not load NIB in bundle: '{bundle}' with name '{name}'", ["bundle": "B", "name": "N"]),
    ("in bundle: '{}' with name '{name}'", ["name": "N"]), ("{all}", ["all": "Could not load NIB in bundle: 'B'"]),
    ("load {what} in bundle", ["what": "NIB"]), ("bundle", [:]), ("{", nil), ("{open", nil), ("close}", nil),
    ("with the name", nil), ("{a} in bundle: {b} with", ["a": "Could not load NIB", "b": "'B'"]),
  ])
  func partsAreKept(_ template: String, _ parts: [String: String]?) {
    let text = MatchableText("Could not  load NIB in bundle: \u{201C}B\u{201D}\n with name \u{2018}N\u{2019}")
    let plain = MatchableText("Could not  load NIB in bundle: \u{2018}B\u{2019}\n with name \u{2018}N\u{2019}")
    #expect(TextTemplate(template).match(plain) == parts)
    if template.contains("'") { #expect(TextTemplate(template).match(text) == nil) }
  }

  /// Sources, lists and logs quote messages: what closes the quotation or bracket is not part of the message.
  @Test(arguments: [
    #"Set(["Library not loaded: @rpath/A.framework/A"])"#,
    #"print("dyld[4711]: Library not loaded: @rpath/A.framework/A")"#,
    "`Library not loaded: @rpath/A.framework/A`", "'Library not loaded: @rpath/A.framework/A'",
    "(Library not loaded: @rpath/A.framework/A)", "[Library not loaded: @rpath/A.framework/A]",
    #"["Library not loaded: @rpath/A.framework/A", "Referenced from: /B"]"#,
    #""Library not loaded: @rpath/A.framework/A","#, "Library not loaded: @rpath/A.framework/A,",
    #"{"message": "Library not loaded: @rpath/A.framework/A"}"#,
    #"{"message": "Library not loaded: @rpath/A.framework/A"},"#,
    #""{\"message\": \"Library not loaded: @rpath/A.framework/A\", \"a\": 1}""#,
    #"throw LoadError("dyld: Library not loaded: @rpath/A.framework/A", code: 1);"#,
    "\u{201C}Library not loaded: @rpath/A.framework/A\u{201D}", #"["Library not loaded: @rpath/A.framework/A" ]"#,
    "Library not loaded: @rpath/A.framework/A", #"x "Library not loaded: @rpath/A.framework/A" y"#,
  ])
  func capturesEndWithTheirQuotation(_ text: String) {
    let matchable = MatchableText(text)
    let template: TextTemplate = "Library not loaded: {library}"
    #expect(template.match(matchable) == ["library": "@rpath/A.framework/A"])
    let referenced: TextTemplate = "Library not loaded: {library} Referenced from"
    let folded = MatchableText(text + "\n  Referenced from: /B")
    #expect(referenced.match(folded) == ["library": "@rpath/A.framework/A"])
  }

  /// Marks that the captured text opens itself belong to it, and so do those that the template states.
  @Test(arguments: [
    ("reason: {reason}", "reason: -[Card draw:]", "-[Card draw:]"),
    ("reason: {reason}", "reason: no card in (1, 2)", "no card in (1, 2)"),
    ("reason: {reason}", "reason: the file \"Card 1\"", "the file \"Card 1\""),
    ("reason: {reason}", "\"reason: it can't draw", "it can't draw"),
    ("reason: {reason}", "'reason: it can't draw'", "it can't draw"),
    ("reason: {reason}", "\"reason: \"Card 1\" is missing", "\"Card 1\" is missing"),
    ("reason: {reason}", "reason: a card, ", "a card,"), ("reason: {reason}", "reason: {a: 1}", "{a: 1}"),
    ("reason: {reason}", "reason: )", ""), ("reason: {reason}", "reason: ,", ""), ("reason: {reason}", "reason: ", ""),
    ("{name}: {reason}", "'NSException': no 'Card 1' is here", "no 'Card 1' is here"),
    ("'{name}' is {reason}", "the 'Card\"' is 'late", "'late"),
    ("reason: '{reason}'", "reason: 'a card)' drawn", "a card)"),
  ])
  func marksInsideOfCapturesStay(_ template: String, _ text: String, _ reason: String) {
    #expect(TextTemplate(template).match(MatchableText(text))?["reason"] == reason)
  }

  /// The filter must accept every text that a template matches.
  @Test(arguments: ["abcd", "abcde", "abcdef", "abcdefg", "abc", "ABCD", "{x}bcde{y}fgh", "bcde{}", ""])
  func theFilterLetsThroughWhatMatches(_ source: String) {
    let template = TextTemplate(source)
    let text = "xx aBCdefgh yy"
    var set = GramSet()
    set.insert(text)
    #expect(template.match(MatchableText(text)) != nil)
    #expect(template.mayMatch(set))
    #expect(TextTemplate("zzzz").mayMatch(set) == false)
  }

  @Test(arguments: [(3, 0), (4, 1), (5, 2), (6, 3), (7, 3), (40, 3)])
  func threeGramsAtMostAreAskedFor(_ length: Int, _ count: Int) {
    #expect(GramSet.grams(of: Array("abcdefghijklmnopqrstuvwxyz0123456789ABCDEF".utf8.prefix(length))).count == count)
  }
}
