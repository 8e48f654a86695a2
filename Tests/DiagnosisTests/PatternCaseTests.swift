import Analysis
import CrashReports
import Diagnosis
import Testing
import YAMLText

/// Cases of patterns: which one a text selects, and what a finding then states.
@Suite struct PatternCaseTests {
  /// A pattern whose message has several causes.
  private static let document = """
    ---
    id: deck-not-dealt
    headline: "Deck not dealt{deck?: {deck}}"
    grades:
      - confidence: likely
        cause: possible
        evidence: { message: ["the deck {deck} was not dealt", "the deck was not dealt"] }
    cases:
      - name: no-cards
        line: ["because {count} cards are missing"]
        certainty: certain
        headline: "Deck not dealt: {count} cards are missing"
        cause: Cards are missing.
        remedy: Add {count} cards.
      - name: locked
        beside: ["lock of {deck} is held by {holder}"]
        headline: "{deck} is locked by {holder}"
      - name: joker
        evidence: { message: "found a joker named {joker}" }
        headline: "A joker: {joker}"
      - name: stated
        error: true
        headline: "Deck not dealt: {error}"
    ---

    # A deck was not dealt

    ## Symptom

    Nothing is dealt.

    ## Cause

    Many causes.

    ## Remedy

    1. Look at the deck.
    """

  private func finding(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) throws -> FindingText {
    let read = PatternMarkdown.read(Array(Self.document.utf8))
    let pattern = try #require(read.pattern, "\(read.faults.map(\.message))", sourceLocation: sourceLocation)
    let options = AnalysisOptions(patterns: [pattern])
    let text = lines.joined(separator: "\n") + "\n"
    let findings = Analysis.analyze(Array(text.utf8), options).reports.flatMap(\.assessment.findings)
    let found = try #require(findings.first, "\(text)", sourceLocation: sourceLocation)
    return FindingText(found, options.patterns)
  }

  private static let prefix = "2024-05-06 07:08:09.123 Cards[4711:90210] "
  private static let message = prefix + "error: the deck Red was not dealt"

  @Test func withoutACaseTheTextsAreThoseOfThePattern() throws {
    let found = try finding([Self.message])
    #expect(found.finding.captures["case"] == nil)
    #expect(found.headline == "Deck not dealt: Red" && found.cause == "Many causes.")
    #expect(found.remedy == ["Look at the deck."] && found.certaintyOfCause == .possible)
  }

  @Test func theCitedLineSelects() throws {
    let found = try finding([Self.message + " because 3 cards are missing"])
    #expect(found.finding.captures["case"] == "no-cards")
    #expect(found.headline == "Deck not dealt: 3 cards are missing" && found.cause == "Cards are missing.")
    #expect(found.remedy == ["Add 3 cards."] && found.certaintyOfCause == .certain && found.confidence == .likely)
    // Words of another line are not those of the cited one.
    let other = try finding([Self.message, Self.prefix + "skipped because 3 cards are missing"])
    #expect(other.finding.captures["case"] == nil)
  }

  @Test func theFirstCaseCounts() throws {
    let lock = "lock of Blue is held by Mia"
    let found = try finding([lock, Self.message + " because 3 cards are missing", "error: the table is wet"])
    #expect(found.finding.captures["case"] == "no-cards")
    let second = try finding([lock, Self.message, "error: the table is wet"])
    #expect(second.finding.captures["case"] == "locked")
    // What a case states replaces what the message states; what it leaves out is the pattern's.
    #expect(second.headline == "Blue is locked by Mia" && second.cause == "Many causes.")
    #expect(second.finding.citations.map(\.line) == [1, 2])
  }

  /// A build prints causes before the message, a tool prints details after it; lines farther away are about something else.
  @Test(arguments: [(60, 0, true), (61, 0, false), (0, 20, true), (0, 21, false), (1, 0, true), (0, 1, true)])
  func linesNearTheMessageSelect(_ before: Int, _ after: Int, _ isNear: Bool) throws {
    let step = Self.prefix + "dealing"
    var lines = [Self.message]
    let cause = "lock of Blue is held by Mia"
    if before > 0 { lines = [cause] + Array(repeating: step, count: before - 1) + lines }
    if after > 0 { lines += Array(repeating: step, count: after - 1) + [cause] }
    let found = try finding(lines)
    #expect(found.finding.captures["case"] == (isNear ? "locked" : nil))
    #expect(
      found.finding.citations.map(\.line)
        == (isNear ? (before > 0 ? [1, before + 1] : [1, after + 1]) : [before > 0 ? before + 1 : 1]))
  }

  @Test func whatIsBesideMayBeInTheCitedLine() throws {
    let found = try finding(["lock of Green is held by Ali", Self.message + ": lock of Blue is held by Mia"])
    #expect(found.headline == "Blue is locked by Mia" && found.finding.citations.map(\.line) == [2])
  }

  /// A citation is cut after 400 bytes, and the words that tell the cause may be behind.
  @Test func longLinesSelect() throws {
    let found = try finding([
      Self.message + " after " + String(repeating: "shuffling ", count: 60) + "because 3 cards are missing"
    ])
    #expect(found.headline == "Deck not dealt: 3 cards are missing")
  }

  @Test func theNearestLineBeforeCounts() throws {
    let found = try finding([
      "lock of Blue is held by Mia", "lock of Green is held by Ali", Self.message, "lock of Gold is held by Eva",
    ])
    #expect(found.headline == "Green is locked by Ali")
  }

  @Test func evidenceSelectsUnlessItIsMentioned() throws {
    #expect(try finding([Self.message, Self.prefix + "found a joker named Max"]).headline == "A joker: Max")
    let mention = try finding([Self.message, "", "The manual says: \"found a joker named Max\" is harmless."])
    #expect(mention.finding.captures["case"] == nil)
  }

  @Test(arguments: [
    ("error: the table is wet", "the table is wet"), ("fatal: no table here", "no table here"),
    ("bash: /Users/a/My: No such file or directory", "bash: /Users/a/My: No such file or directory"),
    (prefix + "ERROR: the table is wet", "the table is wet"),
    ("  NSLocalizedDescription=the table is wet", "the table is wet"),
    ("warning: error: the table is dry", nil),
    ("Command PhaseScriptExecution failed with error: a nonzero exit code", nil), ("the error is 4", nil),
  ]) func anErrorBesideTheMessageIsStated(_ line: String, _ stated: String?) throws {
    let found = try finding([line, Self.message])
    #expect(found.finding.captures["error"] == stated && (stated == nil) == (found.finding.captures["case"] == nil))
    if let stated { #expect(found.headline == "Deck not dealt: " + stated) }
  }

  /// A history may have findings of a pattern whose cases were renamed.
  @Test func anUnknownCaseHasTheTextsOfThePattern() throws {
    var stored = try finding([Self.message]).finding
    stored.captures["case"] = "of-an-older-version"
    let pattern = try #require(PatternMarkdown.read(Array(Self.document.utf8)).pattern)
    #expect(FindingText(stored, [pattern]).headline == "Deck not dealt: Red")
  }

  @Test(arguments: [
    ("name: No Cards\n    line: cards are missing", "is not a name"),
    ("name: none", "a case needs 'line', 'beside', 'error' or 'evidence'"),
    ("line: cards are missing", "name"), ("name: a\n    line: xy", "fewer than three"),
    ("name: a\n    line: cards\n    headline: \"{nothing}\"", "unknown capture"),
    ("name: a\n    error: maybe", "must be true or false"),
  ]) func wrongCasesAreFaults(_ text: String, _ fault: String) {
    let document = Self.document.replacing("  - name: no-cards", with: "  - \(text)\n  - name: no-cards")
    let read = PatternMarkdown.read(Array(document.utf8))
    #expect(read.pattern == nil && read.faults.contains { $0.message.contains(fault) }, "\(read.faults.map(\.message))")
  }

  /// A copy of a pattern in YAML, and a document that is written from it, have the same cases.
  @Test func casesAreWritten() throws {
    let pattern = try #require(PatternMarkdown.read(Array(Self.document.utf8)).pattern)
    let text = try #require(PatternMarkdown.text(pattern))
    let again = try #require(PatternMarkdown.read(Array(text.utf8)).pattern)
    #expect(again.cases.map(\.name) == pattern.cases.map(\.name) && again.cases.count == 4)
    #expect(PatternMarkdown.text(again) == text)
    let copy = try #require(PatternWriter.text(pattern, id: "acme/copy"))
    for name in pattern.cases.map(\.name) { #expect(copy.contains("name: \(name)")) }
  }

  // MARK: - The catalog

  @Test(arguments: Pattern.catalog.filter { !$0.cases.isEmpty }.map(\.id)) func casesHaveExamples(_ id: String) throws {
    let pattern = try #require(Pattern.with(id: id))
    let shown = Set(pattern.examples.compactMap(\.named))
    #expect(Set(pattern.cases.map(\.name)) == shown, "each case has an example, and each example names a case")
    #expect(Set(pattern.cases.map(\.name)).count == pattern.cases.count)
  }

  /// Texts of a case are complete sentences without values of the report.
  @Test(arguments: Pattern.catalog.filter { !$0.cases.isEmpty }.map(\.id)) func textsReadWithoutValues(_ id: String)
    throws
  {
    let pattern = try #require(Pattern.with(id: id))
    for one in pattern.cases {
      for text in [one.headline, one.cause].compactMap(\.self) + one.remedy {
        #expect(!text.hasSuffix(" ") && !text.isEmpty, "\(one.name)")
      }
    }
  }

  // MARK: - Several patterns about one line

  private static func pattern(_ id: String, _ family: String, _ message: String) throws -> Pattern {
    let document = """
      ---
      id: \(id)
      family: \(family)
      grades:
        - confidence: likely
          evidence: { message: "\(message)" }
      ---

      # A title

      ## Cause

      A cause.

      ## Remedy

      1. A step.
      """
    return try #require(PatternMarkdown.read(Array(document.utf8)).pattern)
  }

  /// A line of a tool announces one failure; patterns about the app explain other facts of the same line.
  @Test func theSecondFindingAboutALineOfAToolIsLeftOut() throws {
    func ids(_ first: Pattern, _ second: Pattern, _ text: String) -> [String] {
      let options = AnalysisOptions(patterns: [first, second])
      return Analysis.analyze(Array(text.utf8), options).reports.flatMap(\.assessment.findings).map(\.pattern)
    }
    let line = Self.prefix + "error: the deck Red was not dealt to Mia\n"
    let (deck, player) = (
      try Self.pattern("a", "tools", "was not dealt"), try Self.pattern("b", "tools", "dealt to Mia")
    )
    #expect(ids(deck, player, line) == ["a"])
    #expect(
      ids(deck, player, Self.prefix + "error: it was not dealt\n" + Self.prefix + "error: dealt to Mia\n") == [
        "a", "b",
      ])
    #expect(ids(deck, try Self.pattern("b", "exception", "dealt to Mia"), line) == ["a", "b"])
  }
}
