import Diagnosis
import Testing

/// What depends on who wrote a pattern.
@Suite struct PatternAuthorTests {
  @Test func everyBuiltInIDIsOne() {
    for pattern in Pattern.catalog {
      #expect(Pattern.isID(pattern.id) && Pattern.checkedID(pattern.id) == pattern.id, "\(pattern.id)")
      #expect(pattern.author == .program && pattern.attributed("a\nb") == "a\nb" && pattern.maxConfidence == .certain)
    }
    #expect(Pattern.isID(Pattern.invalidID) && Pattern.with(id: Pattern.invalidID) == nil)
  }

  @Test func onlyIDsAreIDs() {
    for id in ["a", "acme/login", "a-b/c-1", "0", String(repeating: "a", count: 100)] {
      #expect(Pattern.isID(id), "\(id)")
    }
    let characters = (0...0x3000).compactMap(Unicode.Scalar.init).filter {
      !("a"..."z").contains($0) && !("0"..."9").contains($0) && $0 != "-" && $0 != "/"
    }
    for scalar in characters {
      for text in ["a\(scalar)", "\(scalar)a", "a/\(scalar)", "a\(scalar)/b"] {
        #expect(!Pattern.isID(text), "\(scalar.value)")
      }
    }
    for text in ["", "/", "a/", "/a", "a//b", "a/b/c", "-a", "a-", "a/-b", "A", String(repeating: "a", count: 101)] {
      #expect(!Pattern.isID(text) && Pattern.checkedID(text) == Pattern.invalidID, "\(text)")
    }
  }

  @Test func aStrangersTextIsOneMarkedLine() {
    let pattern = Pattern(
      "acme/x", title: "T", family: .exception, symptom: "S", grades: [], headline: "H", cause: "C", remedy: ["R"],
      references: [], supersedes: ["memory-null-dereference"], examples: [], author: .stranger)
    for text in ["a", "a\nb", "a\r\nb", "a\u{2028}b", "a\u{85}\tb", "\n\na\n"] {
      let marked = pattern.attributed(text)
      #expect(marked.hasPrefix(Pattern.strangersMark + " a") && !marked.contains { $0.isNewline }, "\(marked)")
    }
    #expect(pattern.attributed("").isEmpty && pattern.effectiveSupersedes.isEmpty && pattern.maxConfidence == .likely)
  }
}
