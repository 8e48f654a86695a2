package import Diagnosis
import Vocabulary

/// The page of a known failure: symptoms, cause, remedy, recognition, a matching report, a similar report.
///
/// The terminal (`diagnose explain ID`) and the documentation show the same content.
package enum PatternPage {
  /// Returns the page for a terminal.
  package static func text(_ pattern: Pattern, style: PresentationStyle) -> String {
    var renderer = TextRenderer(style)
    renderer.paragraph(
      pattern.attributed(pattern.title), style: .bold, lead: [StyledText(pattern.id, .cyan), StyledText("  ")],
      indent: 2)
    renderer.line(StyledText("  " + facts(pattern), .dim))
    renderer.blank()
    for section in sections(pattern) {
      renderer.line(StyledText(section.title, .bold))
      for block in section.blocks { write(block, to: &renderer) }
      renderer.blank()
    }
    renderer.trimEnd()
    return renderer.text
  }

  /// Returns the page for the documentation.
  package static func markdown(_ pattern: Pattern) -> String {
    var text =
      "# \(pattern.id)\n\n**\(Markdown.text(pattern.attributed(pattern.title)))**\n\n\(Markdown.text(facts(pattern)))\n"
    for section in sections(pattern) {
      text += "\n## \(section.title)\n\n"
      var wasItem = false
      for (index, block) in section.blocks.enumerated() {
        let isItem = block.isItem
        if index > 0 && !(isItem && wasItem) { text += "\n" }
        wasItem = isItem
        text += markdown(block)
      }
    }
    return text
  }

  // MARK: Content

  private enum Block {
    case paragraph(String)
    /// Text in which backquotes mark code.
    case item(String, depth: Int, number: Int?)
    case link(title: String, url: String?)
    case code(String, language: String)

    var isItem: Bool {
      switch self {
      case .item, .link: true
      case .paragraph, .code: false
      }
    }
  }

  private struct Section {
    var title: String
    var blocks: [Block]
  }

  private static func facts(_ pattern: Pattern) -> String {
    "family \(pattern.family.rawValue) · \(pattern.severity.rawValue) · revision \(pattern.revision) · "
      + origin(pattern)
  }

  private static func origin(_ pattern: Pattern) -> String {
    switch pattern.author {
    case .program: "since \(pattern.since)"
    case .user: "your own pattern"
    case .stranger: "a pattern of a configuration that was found and that you do not trust"
    }
  }

  /// Returns the sections with each text of a stranger's pattern marked.
  private static func sections(_ pattern: Pattern) -> [Section] {
    let sections = contents(pattern)
    guard pattern.author == .stranger else { return sections }
    return sections.map { section in
      Section(
        title: section.title,
        blocks: section.blocks.map { block in
          switch block {
          case .paragraph(let text): .paragraph(pattern.attributed(text))
          case .item(let text, let depth, let number): .item(pattern.attributed(text), depth: depth, number: number)
          case .link(let title, let url): .link(title: pattern.attributed(title), url: url)
          case .code(let code, let language): .code(pattern.attributedCode(code), language: language)
          }
        })
    }
  }

  private static func contents(_ pattern: Pattern) -> [Section] {
    var sections = [
      Section(title: "Symptoms", blocks: [.paragraph(pattern.symptom)]),
      Section(title: "Why", blocks: [.paragraph(parts(pattern.cause))]),
      Section(title: "What to do", blocks: fix(pattern)),
      Section(title: "How it is recognized", blocks: recognition(pattern)),
    ]
    if !pattern.cases.isEmpty { sections.append(Section(title: "Cases", blocks: cases(pattern))) }
    for example in pattern.examples { sections.append(section(example)) }
    let lists: [(String, [String])] = [
      (
        "Similar failures",
        pattern.lookalikes.map { "`\($0.pattern)`: \(parts($0.because))" }
      ),
      ("What increases confidence", pattern.gaps.map(\.text)),
      ("Known gaps", pattern.knownGaps),
      ("Takes precedence over", pattern.effectiveSupersedes.map { "`\($0)`" }),
    ]
    for (title, items) in lists where !items.isEmpty {
      sections.append(Section(title: title, blocks: items.map { .item($0, depth: 0, number: nil) }))
    }
    if !pattern.references.isEmpty {
      let links = pattern.references.map { Block.link(title: $0.title, url: $0.url) }
      sections.append(Section(title: "References", blocks: links))
    }
    return sections
  }

  private static func fix(_ pattern: Pattern) -> [Block] {
    var blocks = pattern.remedy.enumerated().map { Block.item(parts($1), depth: 0, number: $0 + 1) }
    for change in pattern.changes {
      if let before = change.before {
        blocks.append(.paragraph("Replace"))
        blocks.append(.code(parts(before), language: change.language))
        blocks.append(.paragraph("with"))
      }
      blocks.append(.code(parts(change.after), language: change.language))
    }
    return blocks
  }

  /// Each case with its condition, headline, cause and steps.
  private static func cases(_ pattern: Pattern) -> [Block] {
    pattern.cases.flatMap { one -> [Block] in
      let headline = one.headline.map { parts($0).capitalizedFirst } ?? "With the headline of the pattern"
      var conditions: [String] = []
      if !one.line.isEmpty { conditions.append("a cited line has " + EvidenceWords.texts(one.line)) }
      if !one.beside.isEmpty { conditions.append("a line near it has " + EvidenceWords.texts(one.beside)) }
      if one.readsError { conditions.append("a line near it announces an error") }
      var blocks = [Block.item("`\(one.name)`: \(headline)", depth: 0, number: nil)]
      blocks += conditions.map { .item($0, depth: 1, number: nil) }
      if let evidence = one.evidence {
        blocks += EvidenceWords(evidence).items.map { .item($0.text, depth: $0.depth + 1, number: nil) }
      }
      if let cause = one.cause { blocks.append(.item(parts(cause), depth: 1, number: nil)) }
      return blocks + one.remedy.enumerated().map { .item(parts($1), depth: 1, number: $0 + 1) }
    }
  }

  private static func recognition(_ pattern: Pattern) -> [Block] {
    pattern.grades.flatMap { grade -> [Block] in
      let confidence =
        grade.confidence == grade.cause
        ? "\(grade.confidence.rawValue.capitalizedFirst):"
        : "\(grade.confidence.rawValue.capitalizedFirst), cause \(grade.cause.rawValue):"
      return [.item(confidence, depth: 0, number: nil)]
        + EvidenceWords(grade.evidence).items.map { .item($0.text, depth: $0.depth + 1, number: nil) }
    }
  }

  private static func section(_ example: Pattern.Example) -> Section {
    let title =
      switch example.expectation {
      case .matches: "Example"
      case .doesNotMatch: "Similar report that does not match"
      }
    return Section(
      title: title,
      blocks: [.paragraph(example.shows.capitalizedFirst + ":"), .code(example.excerpt, language: "text")])
  }

  /// Returns a template with its placeholders worded for a page without a report.
  private static func parts(_ wording: String) -> String { withoutReport(wording) }

  // MARK: Output

  private static func write(_ block: Block, to renderer: inout TextRenderer) {
    switch block {
    case .paragraph(let words): renderer.paragraph(Wording.oneLine(words), indent: 2)
    case .item(let words, let depth, let number):
      let lead = String(repeating: " ", count: 2 + 2 * depth) + (number.map { "\($0). " } ?? "- ")
      renderer.paragraph(words.filter { $0 != "`" }, lead: [StyledText(lead)], indent: lead.utf8.count)
    case .link(let title, let url):
      renderer.paragraph(title, lead: [StyledText("  - ")], indent: 4)
      if let url { renderer.line(StyledText("    " + url, .dim)) }
    case .code(let code, let language):
      if language != "text" { renderer.line(StyledText("  " + language, .dim)) }
      for line in Wrapping.codeLines(code) {
        renderer.line(StyledText(line.isEmpty ? "" : "    " + line, .dim))
      }
    }
  }

  private static func markdown(_ block: Block) -> String {
    switch block {
    case .paragraph(let words): return Markdown.text(words) + "\n"
    case .item(let words, let depth, let number):
      return String(repeating: " ", count: 2 * depth) + (number.map { "\($0). " } ?? "- ") + Markdown.coded(words)
        + "\n"
    case .link(let title, let url):
      guard let url, !url.contains(where: { $0 == ">" || $0 == "<" || $0.isWhitespace }) else {
        return "- " + Markdown.text(title) + "\n"
      }
      return "- [" + Markdown.continued(title) + "](<" + Terminal.escaped(url) + ">)\n"
    case .code(let code, let language): return Markdown.block(code, language: language)
    }
  }
}

extension Markdown {
  /// Returns Markdown for text in which backquotes mark code: code becomes a code span, other text is escaped.
  static func coded(_ words: String) -> String {
    let parts = words.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return text(words) }
    return parts.enumerated().map { index, part in
      if index % 2 == 1 { return code(String(part)) }
      return index == 0 ? text(String(part)) : continued(String(part))
    }.joined()
  }
}

extension StringProtocol {
  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
