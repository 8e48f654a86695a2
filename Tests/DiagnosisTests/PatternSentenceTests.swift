import Diagnosis
import Testing

/// Sentences of patterns are complete also if a report lacks facts.
struct PatternSentenceTests {
  /// The sentences of every pattern, for a report without any of their captures and with each capture alone.
  @Test(arguments: Pattern.catalog.map(\.id)) func noRemainsOfTemplates(_ id: String) throws {
    let pattern = try #require(Pattern.with(id: id))
    let sentences = [pattern.headline, pattern.cause] + pattern.remedy
    let names = Set(sentences.flatMap(Self.captures(in:)))
    for sentence in sentences {
      for present in [[], Array(names)] + names.map({ [$0] }) {
        let facts = Dictionary(uniqueKeysWithValues: present.map { ($0, "Card") })
        let text = filled(sentence, with: facts, phrases: pattern.phrases)
        for remains in [" ()", "( ", " )", "  ", " ,", " .", " :", "{", "}", "``", "''", ": :", "no text", ":."] {
          #expect(!Self.isRemains(remains, in: text, of: sentence), "‘\(remains)’ with \(present): \(text)")
        }
        #expect(!text.isEmpty && text.last != " " && text.last != ":" && text.last != "(")
      }
    }
  }

  /// A capture without words for its absence appears in a sentence only if each grade of the pattern captures it.
  @Test(arguments: Pattern.catalog.map(\.id)) func capturesAreNeverTheirNames(_ id: String) throws {
    let pattern = try #require(Pattern.with(id: id))
    for sentence in [pattern.headline, pattern.cause] + pattern.remedy {
      let bare = filled(sentence, with: [:], phrases: pattern.phrases)
      #expect(!bare.hasPrefix("|") && !bare.hasSuffix("|"))
    }
  }

  private static func isRemains(_ remains: String, in text: String, of template: String) -> Bool {
    // Code in a sentence may contain the same characters.
    text.contains(remains) && !withoutCaptures(template).contains(remains)
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
