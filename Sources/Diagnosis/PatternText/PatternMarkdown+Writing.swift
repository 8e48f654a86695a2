import YAMLText

extension PatternMarkdown {
  /// Returns the document of a pattern; `nil` if a part of its evidence is code without a name.
  ///
  /// - Parameter words: Names for evidence that occurs several times, with texts of that evidence.
  package static func text(_ pattern: Pattern, words: [(name: String, texts: Set<String>)] = []) -> String? {
    let names = FactNames(pattern, words)
    guard let facts = PatternWriter.facts(pattern, names) else { return nil }
    var front = head(pattern)
    if !names.facts.isEmpty { front.append(("facts", .mapping(names.facts))) }
    var body: [String] = ["# " + pattern.title]
    func add(_ key: String, _ lines: [String]?, else value: YAMLValue) {
      guard let lines else {
        front.append((key, value))
        return
      }
      body += ["", "## " + (DocumentSections.headings[key] ?? ""), ""] + lines
    }
    add("symptom", paragraphs(pattern.symptom), else: .text(pattern.symptom))
    add("cause", paragraphs(pattern.cause), else: .text(pattern.cause))
    add("remedy", steps(pattern.remedy), else: .texts(pattern.remedy))
    if !pattern.changes.isEmpty {
      add("changes", edits(pattern.changes), else: .list(pattern.changes.map(PatternWriter.change)))
    }
    if !pattern.examples.isEmpty { body += ["", "## Examples"] + pattern.examples.flatMap(example) }
    front += [("grades", facts.grades), ("cases", facts.cases), ("gaps", facts.gaps), ("lookalikes", facts.lookalikes)]
    front += tail(pattern)
    let lines = YAMLValue.mapping(front.filter { !isEmpty($0.1) }).block
    return (["---"] + lines + ["---", ""] + body).joined(separator: "\n") + "\n"
  }

  private static func head(_ pattern: Pattern) -> [(String, YAMLValue)] {
    var front: [(String, YAMLValue)] = [("id", .word(pattern.id)), ("family", .word(pattern.family.rawValue))]
    if pattern.severity != .error { front.append(("severity", .word(pattern.severity.rawValue))) }
    if pattern.revision != 1 { front.append(("revision", .word(String(pattern.revision)))) }
    if pattern.since != "0.1.0" { front.append(("since", .text(pattern.since))) }
    if let stage = pattern.fallback { front.append(("fallback", .word(stage.rawValue))) }
    if pattern.generality != 0 { front.append(("generality", .word(String(pattern.generality)))) }
    front.append(("headline", .text(pattern.headline)))
    if !pattern.phrases.isEmpty { front.append(("phrases", PatternWriter.phrases(pattern.phrases))) }
    return front
  }

  private static func tail(_ pattern: Pattern) -> [(String, YAMLValue)] {
    [
      ("knownGaps", .texts(pattern.knownGaps)), ("references", .list(pattern.references.map(PatternWriter.reference))),
      ("supersedes", .texts(pattern.supersedes)),
      ("search", .texts(pattern.searchTerms.split(separator: "\n").map(String.init))),
    ]
  }

  private static func isEmpty(_ value: YAMLValue) -> Bool {
    switch value {
    case .texts(let texts): texts.isEmpty
    case .list(let items): items.isEmpty
    case .word, .text, .mapping: false
    }
  }

  /// Returns the lines of a text, of which each line break becomes an empty line; `nil` if they would not be read as the
  /// same text.
  private static func paragraphs(_ text: String) -> [String]? {
    var lines: [String] = []
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let wrapped = wrapped(part, width: 120) else { return nil }
      lines += (lines.isEmpty ? [] : [""]) + wrapped
    }
    return lines
  }

  private static func steps(_ steps: [String]) -> [String]? {
    var lines: [String] = []
    for (index, step) in steps.enumerated() {
      guard let wrapped = wrapped(step[...], width: 117) else { return nil }
      lines += wrapped.enumerated().map { ($0.offset == 0 ? "\(index + 1). " : "   ") + $0.element }
    }
    return lines
  }

  /// Returns a text in lines of at most `width` bytes, if words permit that; `nil` for a text with other white space.
  private static func wrapped(_ text: Substring, width: Int) -> [String]? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard !text.contains("\n"), words.allSatisfy({ !$0.isEmpty }), let first = words.first, !isMark(first) else {
      return nil
    }
    var lines = [String(first)]
    for word in words.dropFirst() {
      if let last = lines.last, last.utf8.count + 1 + word.utf8.count > width, !isMark(word) {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] += " " + word
      }
    }
    return lines
  }

  /// Returns whether a word at the begin of a line has a meaning in Markdown.
  private static func isMark(_ word: Substring) -> Bool {
    word.hasPrefix("#") || word.hasPrefix("```") || word.hasPrefix(">") || ["-", "+", "*", "=", "|"].contains(word)
      || word.hasSuffix(".") && word.dropLast().allSatisfy { ("0"..."9").contains($0) }
  }

  private static func edits(_ changes: [Change]) -> [String]? {
    var lines: [String] = []
    for change in changes {
      guard !change.language.contains(" ") else { return nil }
      var info = change.language
      if let before = change.before {
        lines += (lines.isEmpty ? [] : [""]) + fenced(before, info + " before")
        info += " after"
      }
      if let when = change.when { info += " when " + when }
      if let unless = change.unless { info += " unless " + unless }
      lines += (lines.isEmpty ? [] : [""]) + fenced(change.after, info)
    }
    return lines
  }

  private static func example(_ example: Pattern.Example) -> [String] {
    let heading =
      switch example.expectation {
      case .matches(let confidence): "Matches" + condition(confidence, example.named)
      case .doesNotMatch: "Does not match"
      }
    return ["", "### \(heading): \(example.shows)", ""] + fenced(example.excerpt, "text")
  }

  private static func condition(_ confidence: Confidence, _ named: String?) -> String {
    let parts = (confidence == .certain ? [] : [confidence.rawValue]) + (named.map { ["case " + $0] } ?? [])
    return parts.isEmpty ? "" : " (" + parts.joined(separator: ", ") + ")"
  }

  /// Returns code between marks that do not occur in it.
  private static func fenced(_ code: String, _ info: String) -> [String] {
    var mark = "```"
    while code.contains(mark) { mark += "`" }
    return [mark + info] + code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [mark]
  }
}
