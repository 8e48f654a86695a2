import Bytes

/// Recognizes the description of a change: a pull request, a commit, a changelog or release notes. A failure that it quotes is
/// one that the change prevents, so nothing failed for its reader.
struct ChangeDescription {
  let text: ByteText

  /// The number of points from which a text is the description of a change.
  private static let minScore = 2

  /// Verbs with which the title of a change begins, in lower case.
  private static let verbs = Set(
    [
      "add", "adds", "added", "allow", "allows", "avoid", "avoids", "bump", "bumps", "change", "changed", "convert",
      "disable", "disables", "disabled", "drop", "drops", "enable", "ensure", "exclude", "fix", "fixed", "fixes",
      "fixing", "handle",
      "have", "ignore", "implement", "improve", "improved", "include", "introduce", "make", "makes", "migrate", "move",
      "prevent", "prevents", "refactor", "refactored", "remove", "removed", "removes", "rename", "replace", "replaced",
      "resolve", "resolved", "revert", "set", "silence", "skip", "split", "suppress", "switch", "update", "updated",
      "upgrade", "use", "uses", "workaround",
    ].map { ByteText.hash($0) })

  /// Types of conventional commits.
  private static let types: [StaticString] = [
    "fix", "feat", "chore", "build", "ci", "docs", "refactor", "perf", "test",
  ]

  /// Words of the description itself.
  private static let words: [StaticString] = [
    "this pr ", "this pull request", "this commit ", "this patch ", "is now fixed", "are now fixed", "what's changed",
    "has been fixed", "was fixed in", "## checklist", "## description of change", "keep a changelog",
    "semantic versioning",
    "release notes", "co-authored-by:", "signed-off-by:",
  ]

  /// Words that name the issue which a change closes; a number follows.
  private static let closing: [StaticString] = ["closes #", "fixes #", "fix #", "resolves #", "closes: #", "fixes: #"]

  /// Words of an author who reports what happened to them.
  private static let reports: [StaticString] = [
    "steps to reproduce", "to reproduce", "expected behav", "actual behav", "describe the bug", "i get ", "i got ",
    "i'm getting", "i am getting", "i see ", "when i ", "if i ", "any idea", "any help", "please help", "my app",
    "my project",
    "how can i", "how do i", "has anyone",
  ]

  /// Returns whether the text, with its `lines`, describes a change.
  func isLikely(_ lines: [SurveyedLine]) -> Bool {
    let whole = Slice(0, min(text.count, 65_536))
    guard let title = firstLine(whole) else { return false }
    var score = titleScore(title)
    if Self.words.contains(where: { text.find(ignoringCase: $0, whole) != nil }) { score += 1 }
    if Self.closing.contains(where: { isNumberBehind($0, whole) }) { score += 1 }
    score += min(versionHeadings(whole), 2)
    guard score >= Self.minScore else { return false }
    return !Self.reports.contains { text.find(ignoringCase: $0, whole) != nil }
  }

  private func firstLine(_ slice: Slice) -> Slice? {
    var at = slice.start
    while at < slice.end {
      let end = text.first(0x0a, Slice(at, slice.end)) ?? slice.end
      let line = text.trimmed(Slice(at, end))
      if !line.isEmpty { return line }
      at = end + 1
    }
    return nil
  }

  /// Two points for a title that begins with the type of a commit, or ends with the number of a pull request; one for the verb
  /// of a change, with which the titles of tasks begin, too.
  private func titleScore(_ line: Slice) -> Int {
    guard line.count <= 200 else { return 0 }
    var title = line
    while text[title.start] == UInt8(ascii: "#"), !title.isEmpty { title.start += 1 }
    title = text.trimmed(title)
    if text.find(ignoringCase: "changelog", title) == title.start
      || text.find(ignoringCase: "release notes", title) != nil
    {
      return 2
    }
    // `Have the task use xcrun (#123)`
    if text[title.end - 1] == UInt8(ascii: ")"), let open = text.findLast("(#", title),
      (open + 2..<title.end - 1).allSatisfy({ text[$0].isDigit }), open + 3 < title.end
    {
      return 2
    }
    for type in Self.types where text.hasPrefix(ignoringCase: type, title) {
      let after = title.start + type.utf8CodeUnitCount
      if text[after] == UInt8(ascii: ":") || text[after] == UInt8(ascii: "(") || text[after] == UInt8(ascii: "!") {
        return 2
      }
    }
    // `[msbuild] Use …`
    while text[title.start] == UInt8(ascii: "["), let close = text.first(UInt8(ascii: "]"), title) {
      title = text.trimmed(Slice(close + 1, title.end))
    }
    let verb = text.token(title)
    guard !verb.isEmpty, verb.end < title.end else { return 0 }
    return Self.verbs.contains(ByteText.hash(text.string(verb).lowercased())) ? 1 : 0
  }

  private func isNumberBehind(_ words: StaticString, _ slice: Slice) -> Bool {
    guard let offset = text.find(ignoringCase: words, slice) else { return false }
    return text[offset + words.utf8CodeUnitCount].isDigit
  }

  /// The number of headings such as `## [0.3.0] - 2026-08-19` or `### Fixed`.
  private func versionHeadings(_ slice: Slice) -> Int {
    var (at, count) = (slice.start, 0)
    while at < slice.end, count < 4 {
      let end = text.first(0x0a, Slice(at, slice.end)) ?? slice.end
      var line = text.trimmed(Slice(at, end))
      at = end + 1
      guard text.hasPrefix("##", line) else { continue }
      while text[line.start] == UInt8(ascii: "#"), !line.isEmpty { line.start += 1 }
      line = text.trimmed(line)
      if text[line.start] == UInt8(ascii: "[") || text[line.start] == UInt8(ascii: "v") { line.start += 1 }
      let word = text.token(line)
      let dot = text.first(UInt8(ascii: "."), word)
      // `1.` is the number of a section.
      let isVersion = text[line.start].isDigit && dot.map { $0 + 1 < word.end && text[$0 + 1].isDigit } == true
      let isGroup = ["Added", "Changed", "Fixed", "Removed", "Deprecated", "Bug Fixes"].contains {
        (word: StaticString) in text.equals(line, word)
      }
      if isVersion || isGroup { count += 1 }
    }
    return count
  }
}
