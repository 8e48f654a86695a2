import Diagnosis
import Testing

/// Sentences of patterns are complete also if a report lacks facts.
struct PatternSentenceTests {
  /// The sentences of every pattern, for a report without any of their captures and with each capture alone.
  @Test(arguments: Pattern.catalog.map(\.id)) func noRemainsOfTemplates(_ id: String) throws {
    let pattern = try #require(Pattern.with(id: id))
    let required = [pattern.headline, pattern.cause]
    let sentences = required + pattern.remedy
    let names = Set(sentences.flatMap(Self.captures(in:)))
    for sentence in sentences {
      for present in [[], Array(names)] + names.map({ [$0] }) {
        let facts = Dictionary(uniqueKeysWithValues: present.map { ($0, "Card") })
        let text = filled(sentence, with: facts, phrases: pattern.phrases)
        for remains in [" ()", "( ", " )", "  ", " ,", " .", " :", "``", "''", ": :", "no text"] {
          #expect(!Self.isRemains(remains, in: text, of: sentence), "‘\(remains)’ with \(present): \(text)")
        }
        // A step that needs a fact is left out without it.
        if text.isEmpty, !required.contains(sentence), sentence.hasPrefix("{") { continue }
        let isCode = sentence.hasSuffix(":")
        #expect(!text.isEmpty && (isCode || text.last != ":") && text.last != "(", "\(present): \(text)")
      }
    }
  }

  /// Parts of a message that consist only of punctuation are no facts.
  @Test func punctuationIsNotCaptured() throws {
    let text = """
      *** Terminating app due to uncaught exception 'NSRangeException', reason: '...'
      dyld: Library not loaded: *
      """
    for finding in assess(text).flatMap(\.findings) {
      for (name, value) in finding.captures {
        #expect(value.contains { $0.isLetter || $0.isNumber }, "\(finding.pattern): \(name) is ‘\(value)’")
      }
    }
  }

  private static func isRemains(_ remains: String, in text: String, of template: String) -> Bool {
    // Code in a sentence may contain the same characters, and a name may begin with a period.
    let text = remains == " ." ? text.replacing(/[ ]\.(?=\p{L})/, with: "") : text
    return text.contains(remains) && !withoutCaptures(template).contains(remains)
  }

  /// The template without its placeholders: what the author wrote as plain text.
  private static func withoutCaptures(_ template: String) -> String {
    var depth = 0
    return String(
      template.filter { character in
        if character == "{" { depth += 1 }
        defer { if character == "}" { depth -= 1 } }
        return depth == 0
      })
  }

  private static func captures(in template: String) -> [String] {
    template.split(separator: "{").dropFirst().compactMap { part in
      let name = part.prefix { $0.isLetter }
      guard let next = part.dropFirst(name.count).first, "}|?".contains(next), !name.isEmpty else { return nil }
      return String(name)
    }
  }
}
