import Bytes
import Testing

@Suite struct GlobSetTests {
  @Test(arguments: [
    ("*", "", true), ("", "", true), ("", "a", false), ("a", "a", true), ("a", "ab", false), ("a*c", "abc", true),
    ("a*c", "ac", true), ("a*c", "acb", false), ("a*a", "a", false), ("ab*bc", "abc", false), ("?", "é", false),
    ("*a*b*", "xxaxxbxx", true), ("*a*b", "ba", false), ("a**", "a", true), ("[a]", "a", false),
    ("*aab*", "aaab", true), ("*ababc*", "abababc", true), ("*ab*ab", "ab", false), ("*ab*ab", "abab", true),
    ("-[* doesNotRecognizeSelector:]", "-[NSObject doesNotRecognizeSelector:]", true), ("*é", "é", true),
  ])
  func matchesTheWholeName(_ pattern: String, _ name: String, _ matches: Bool) {
    #expect(GlobSet([pattern]).matches(name) == matches)
    #expect(GlobSet([pattern]).matches(Array("<\(name)>".utf8).dropFirst().dropLast()) == matches)
  }

  @Test(arguments: [
    ("?", "", false), ("?", "é", true), ("?", "ab", false), ("a?c", "abc", true), ("a?", "aé", true),
    ("*?b", "éb", true), ("*?b", "b", false), ("?*?", "ä", false), ("?*?", "äö", true), ("*a?c*", "xxabc", true),
    ("*a?c*", "xxabac", false), ("*a?c*", "xxabaac", true), ("*a?c*", "xxab", false),
    ("2.0 (dev?)", "2.0 (dev7)", true),
  ])
  func questionMarkIsOneCharacter(_ pattern: String, _ name: String, _ matches: Bool) {
    #expect(GlobSet([pattern], questionMark: .anyCharacter).matches(name) == matches)
  }

  /// Large sets are sorted into buckets by the first bytes; this must not change the matches.
  @Test func largeSetsMatchAsSmallOnes() {
    let patterns = ["abc", "ab*", "a*", "*c", "b?", "", "*", "bcd*", "ca", "c*a", "é", "?b", "ba*", "b", "cab"]
    let names = ["", "a", "b", "ab", "abc", "cab", "ca", "bcd", "é", "éa", "xb", "ba", "cba"]
    for questionMark in [GlobSet.QuestionMark.literal, .anyCharacter] {
      let all = GlobSet(tagged: patterns.enumerated().map { ($1, $0) }, questionMark: questionMark)
      for name in names {
        var found: [Int] = []
        all.forEachMatch(Array(name.utf8)[...]) { found.append($0) }
        let expected = patterns.indices.filter { GlobSet([patterns[$0]], questionMark: questionMark).matches(name) }
        #expect(found.sorted() == expected, "\(name)")
      }
    }
  }

  /// All names of up to six bytes over two letters and patterns of all forms, compared with a naive implementation.
  @Test func matchesAsDefined() {
    func isMatch(_ pattern: Substring, _ name: Substring) -> Bool {
      guard let first = pattern.first else { return name.isEmpty }
      if first == "*" {
        return isMatch(pattern.dropFirst(), name) || (!name.isEmpty && isMatch(pattern, name.dropFirst()))
      }
      return name.first == first && isMatch(pattern.dropFirst(), name.dropFirst())
    }
    func words(_ letters: [String], upTo length: Int) -> [String] {
      (0..<length).reduce(into: [[""]]) { all, _ in
        all.append(all[all.count - 1].flatMap { w in letters.map { w + $0 } })
      }
      .flatMap { $0 }
    }
    let names = words(["a", "b"], upTo: 6)
    for pattern in words(["a", "b", "*"], upTo: 5) {
      let glob = GlobSet([pattern])
      for name in names where glob.matches(name) != isMatch(pattern[...], name[...]) {
        Issue.record("\(pattern) \(name)")
      }
    }
  }

  /// Patterns come from users or cloned repositories, names from reports: both may be hostile.
  @Test func hostilePatternsAreLinear() {
    let name = "aaab" + String(repeating: "a", count: 2000)
    let patterns = [
      "*" + String(repeating: "a", count: 288) + "b*", String(repeating: "*a", count: 140) + "*b",
      String(repeating: "a*", count: 140) + "b", "*" + String(repeating: "ab", count: 140) + "*",
      String(repeating: "*aaaaaaab", count: 30) + "*",
    ]
    for pattern in patterns {
      let glob = GlobSet([pattern])
      #expect(!glob.matches(name))
      #expect(glob.comparisons(for: name) <= 2 * name.utf8.count + pattern.utf8.count, "\(pattern)")
    }
  }

  @Test func wildcardsAreBoundedByTheProduct() {
    let name = String(repeating: "a", count: 2000)
    let pattern = "*" + String(repeating: "a", count: 190) + "?b*"
    let glob = GlobSet([pattern], questionMark: .anyCharacter)
    #expect(!glob.matches(name))
    #expect(glob.comparisons(for: name) <= name.utf8.count * pattern.utf8.count)
  }

  @Test func gramsAreOfTheLongestPart() {
    let set = GlobSet(["ab*cdefgh*", "xy?zzzz"])
    var texts = GramSet()
    texts.insert("_cdefgh_")
    #expect(set.mayMatch(texts))
    #expect(!GlobSet(["ab*cdefxx*"]).mayMatch(texts))
    #expect(GlobSet(["????"], questionMark: .anyCharacter).mayMatch(texts))
  }
}
