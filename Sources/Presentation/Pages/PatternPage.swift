package import Diagnosis
import Vocabulary

/// The page of a known failure: what, how it is recognised, why, a report that shows it, the near miss, what to do.
///
/// The same content for the terminal (`diagnose explain ID`) and for the documentation.
package enum PatternPage {
  /// The page for a terminal.
  package static func text(_ pattern: Pattern, style: PresentationStyle) -> String {
    var page = Page(style)
    page.paragraph(pattern.title, ink: .bold, lead: [StyledText(pattern.id, .cyan), StyledText("  ")], indent: 2)
    page.line(StyledText("  " + facts(pattern), .dim))
    page.blank()
    for section in sections(pattern) {
      page.line(StyledText(section.title, .bold))
      for block in section.blocks { write(block, to: &page) }
      page.blank()
    }
    page.trimEnd()
    return page.text
  }

  /// The page for the documentation.
  package static func markdown(_ pattern: Pattern) -> String {
    var text = "# \(pattern.id)\n\n**\(Markdown.text(pattern.title))**\n\n\(Markdown.text(facts(pattern)))\n"
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
    /// Words in which backquotes mark code.
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
      + (pattern.id.contains("/") ? "your own pattern" : "since \(pattern.since)")
  }

  private static func sections(_ pattern: Pattern) -> [Section] {
    var sections = [
      Section(title: "What one sees", blocks: [.paragraph(pattern.symptom)]),
      Section(title: "Why", blocks: [.paragraph(parts(pattern.cause))]),
      Section(title: "What to do", blocks: fix(pattern)),
      Section(title: "How it is recognised", blocks: recognition(pattern)),
    ]
    for example in pattern.examples { sections.append(section(example)) }
    let lists: [(String, [String])] = [
      (
        "What it is not",
        pattern.lookalikes.map { "`\($0.pattern)`: \(parts($0.because))" }
      ),
      ("What raises the certainty", pattern.gaps.map(\.text)),
      ("Known gaps", pattern.knownGaps),
      ("Says more than", pattern.supersedes.map { "`\($0)`" }),
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
        blocks.append(.paragraph("Instead of"))
        blocks.append(.code(parts(before), language: change.language))
        blocks.append(.paragraph("write"))
      }
      blocks.append(.code(parts(change.after), language: change.language))
    }
    return blocks
  }

  private static func recognition(_ pattern: Pattern) -> [Block] {
    pattern.grades.flatMap { grade -> [Block] in
      let sure =
        grade.confidence == grade.cause
        ? "\(grade.confidence.rawValue.capitalizedFirst):"
        : "\(grade.confidence.rawValue.capitalizedFirst), cause \(grade.cause.rawValue):"
      return [.item(sure, depth: 0, number: nil)]
        + EvidenceWords(grade.evidence).items.map { .item($0.text, depth: $0.depth + 1, number: nil) }
    }
  }

  private static func section(_ example: Pattern.Example) -> Section {
    let title =
      switch example.expectation {
      case .matches: "A report that shows it"
      case .doesNotMatch: "A near miss"
      }
    return Section(
      title: title,
      blocks: [.paragraph(example.shows.capitalizedFirst + ":"), .code(example.excerpt, language: "text")])
  }

  /// Wording with its parts for a page that is not about a report.
  private static func parts(_ wording: String) -> String { withoutReport(wording) }

  // MARK: Forms

  private static func write(_ block: Block, to page: inout Page) {
    switch block {
    case .paragraph(let words): page.paragraph(Wording.oneLine(words), indent: 2)
    case .item(let words, let depth, let number):
      let lead = String(repeating: " ", count: 2 + 2 * depth) + (number.map { "\($0). " } ?? "- ")
      page.paragraph(words.filter { $0 != "`" }, lead: [StyledText(lead)], indent: lead.utf8.count)
    case .link(let title, let url):
      page.paragraph(title, lead: [StyledText("  - ")], indent: 4)
      if let url { page.line(StyledText("    " + url, .dim)) }
    case .code(let code, let language):
      if language != "text" { page.line(StyledText("  " + language, .dim)) }
      for line in Wrapping.codeLines(code) {
        page.line(StyledText(line.isEmpty ? "" : "    " + line, .dim))
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
  /// Words in which backquotes mark code: code becomes a code span, the rest is taken literally.
  static func coded(_ words: String) -> String {
    let pieces = words.split(separator: "`", omittingEmptySubsequences: false)
    guard pieces.count % 2 == 1 else { return text(words) }
    return pieces.enumerated().map { index, piece in
      if index % 2 == 1 { return code(String(piece)) }
      return index == 0 ? text(String(piece)) : continued(String(piece))
    }.joined()
  }
}

extension StringProtocol {
  /// The text with its first letter upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
