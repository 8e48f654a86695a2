import Diagnosis
import Testing
import UserFiles
import YAMLText

@Suite struct PatternFileTests {
  @Test func exampleFileIsRead() throws {
    let (file, faults) = PatternFile.read(try samplePatterns(), by: .user)
    #expect(faults == [])
    #expect(file.entries.map(\.pattern.id) == ["acme/login-token-lost", "acme/card-store-locked"])
    #expect(PatternFile.faults(across: [file]).isEmpty)
  }

  @Test func patternIsAsWritten() throws {
    let (file, _) = PatternFile.read(try samplePatterns(), by: .user)
    let pattern = try #require(file.entries.first?.pattern)
    #expect(pattern.author == .user && Pattern.catalog.allSatisfy { $0.author == .program })
    #expect(pattern.family == .swift && pattern.severity == .error && pattern.generality == 0)
    #expect(pattern.grades.map(\.confidence) == [.certain, .likely])
    #expect(pattern.grades.map(\.cause) == [.likely, .possible])
    #expect(pattern.remedy.count == 2 && pattern.changes.count == 1 && pattern.examples.count == 3)
    #expect(pattern.references == [Reference("How Acme's tokens live", url: "https://example.com/wiki/tokens")])
    #expect(pattern.supersedes == ["swift-fatal-error", "swift-trap-unspecified"])
    #expect(pattern.changes[0].after == "guard let token = login.token else { return showLogin() }")
  }

  @Test func textsUseNamesOfTheReport() throws {
    let (file, _) = PatternFile.read(try samplePatterns(), by: .user)
    let pattern = try #require(file.entries.first?.pattern)
    let text = try #require(pattern.examples.first).unmarked.text
    let finding = try #require(assess(text, Pattern.catalog + [pattern]).first?.findings.first)
    #expect(finding.pattern == "acme/login-token-lost")
    let words = FindingText(finding, PatternSet(Pattern.catalog + [pattern]))
    #expect(words.headline == "AcmeCards asked for the token of user-1 after it had expired")
    #expect(finding.confidence == .certain && finding.certaintyOfCause == .likely)
    #expect(finding.blame?.function == "LoginService.token()")
    #expect(words.witnesses.contains { $0.statement == "LoginService.token() asked for the token." })
    // This pattern supersedes the built-in pattern for the same message.
    let builtIn = assess(text, Pattern.catalog).first?.findings.map(\.pattern) ?? []
    #expect(builtIn.contains("swift-fatal-error"))
    #expect(!assess(text, Pattern.catalog + [pattern])[0].findings.map(\.pattern).contains("swift-fatal-error"))
  }

  @Test(arguments: [
    ("id: acme/one", "id: swift-nil-unwrap", "'swift-nil-unwrap' is not a valid id"),
    ("id: acme/one", "id: Acme/One", "is not a valid id"),
    ("id: acme/one", "id: acme/", "is not a valid id"),
    ("id: acme/one", "id: a/b/c", "is not a valid id"),
    ("confidence: certain", "confidence: 90%", "'90%' is not a valid confidence"),
    ("title: A title", "titel: A title", "unknown key 'titel' in a pattern"),
    ("title: A title", "title:", "'title' is empty"),
    ("title: A title", "title: [a, b]", "'title' must be text, not a list"),
    ("remedy: A step.", "remedy: []", "'remedy' is an empty list"),
    ("cause: A cause.", "cause: About {usr}.", "unknown capture '{usr}'"),
    ("cause: A cause.", "family: swfit\n    cause: A cause.", "'swfit' is not a valid family"),
    ("cause: A cause.", "generality: 1.5\n    cause: A cause.", "'generality' must be a number from 0 to 100"),
    ("patterns:", "pattern:", "unknown key 'pattern' in a pattern file"),
  ])
  func faultsAreFound(_ old: String, _ new: String, _ message: String) throws {
    let text = pattern().replacing(old, with: new)
    try #require(text != pattern())
    let faults = read(text).faults
    #expect(faults.contains { $0.message.contains(message) }, "\(faults)")
  }

  @Test func nearestKeyIsOffered() throws {
    let faults = read(pattern().replacing("confidence:", with: "confidance:")).faults
    let fault = try #require(faults.first { $0.message.contains("confidance") })
    #expect(fault.message == "unknown key 'confidance' in a grade")
    #expect(fault.hint == "Did you mean 'confidence'?")
    #expect(fault.line == 5 && fault.column == 9)
  }

  @Test func severalFaultsAreSortedAndLimited() {
    let text = pattern().replacing("title:", with: "titel:").replacing("remedy:", with: "remedies:")
    let lines = read(text).faults.map(\.line)
    #expect(lines.count >= 4 && lines == lines.sorted())
    let many = "patterns:\n" + String(repeating: "  - idd: x\n", count: 500)
    #expect(read(many).faults.count == 20)
  }

  @Test func patternsWithoutFaultsAreReturned() {
    let text = pattern() + "  - id: acme/two\n    title: B\n"
    let (file, faults) = read(text)
    #expect(file.entries.map(\.pattern.id) == ["acme/one"])
    #expect(!faults.isEmpty)
  }

  @Test func idsAndSupersedesAreCheckedAcrossFiles() {
    let one = read(pattern(more: "    supersedes: acme/two")).file
    let two = read(
      pattern(more: "    supersedes: [acme/one, swift-nil-unwarp]").replacing("id: acme/one", with: "id: acme/two")
    )
    .file
    let faults = PatternFile.faults(across: [one, two, one])
    let messages = faults.map { "\($0.file) \($0.fault.message)" }
    #expect(messages.contains { $0.hasPrefix("2 duplicate id 'acme/one'") })
    #expect(messages.contains { $0.hasPrefix("1 unknown pattern 'swift-nil-unwarp'") })
    #expect(faults.contains { $0.fault.hint == "Did you mean 'swift-nil-unwrap'?" })
    #expect(messages.contains { $0.contains("'acme/one' supersedes itself") })
  }

  @Test func numberOfGradesIsLimited() {
    func faults(_ count: Int) -> [String] {
      let grades = String(repeating: "      - {}\n", count: count)
      return read("patterns:\n  - id: acme/one\n    grades:\n" + grades).faults.map(\.message)
    }
    #expect(faults(21).contains("'grades' has more than 20 entries"))
    #expect(!faults(20).contains { $0.contains("entries") })
  }

  @Test func numberOfPatternsIsLimited() {
    let many = "patterns:\n" + String(repeating: "  - {}\n", count: 1001)
    #expect(read(many).faults.map(\.message) == ["'patterns' has more than 1000 entries"])
  }
}
