package import Diagnosis

/// What a word of the reports means, for the terminal (`diagnose explain WORD`) and for the documentation.
package enum TopicPage {
  /// The answer for a terminal; several topics, where a word means several things.
  package static func text(_ topics: [Topic], style: PresentationStyle) -> String {
    var page = Page(style)
    for (index, topic) in topics.enumerated() {
      if index > 0 { page.blank() }
      page.paragraph(topic.title, ink: .bold, lead: [StyledText(heading(topic), .cyan), StyledText("  ")], indent: 2)
      for sentence in topic.explanation { page.paragraph(sentence, indent: 2) }
      for (label, words) in labeled(topic) {
        let padding = String(repeating: " ", count: max(13 - label.utf8.count, 1))
        page.paragraph(words, lead: [StyledText("  " + label + padding, .dim)], indent: 15)
      }
    }
    page.trimEnd()
    return page.text
  }

  /// All topics as a page of the documentation.
  package static func markdown(_ topics: [Topic]) -> String {
    var text = """
      # Codes, signals, fields

      What the words of the reports mean, as `diagnose explain WORD` tells it. Made from the catalog by a test
      (`UPDATE_EXPECTED=1 swift test --filter HouseTests`); do not edit.

      """
    for kind in Topic.Kind.allCases {
      let own = topics.filter { $0.kind == kind }
      guard !own.isEmpty else { continue }
      text += "\n## \(title(kind))\n"
      for topic in own {
        text += "\n### \(Markdown.text(heading(topic)))\n\n**\(Markdown.text(topic.title))**"
        if !topic.explanation.isEmpty { text += "\n\n" + Markdown.text(topic.explanation.joined(separator: " ")) }
        text += "\n\n"
        for (label, words) in labeled(topic) { text += "- \(label): \(Markdown.continued(words))\n" }
      }
    }
    return text
  }

  private static func title(_ kind: Topic.Kind) -> String {
    let title = kind.title
    return title.prefix(1).uppercased() + title.dropFirst()
  }

  /// The id with its other spelling: `0x8badf00d (2343432205)`.
  private static func heading(_ topic: Topic) -> String {
    switch topic.kind {
    case .terminationCode, .signal, .exceptionType, .exceptionCode:
      topic.number.map { "\(topic.id) (\($0))" } ?? topic.id
    case .bugType: "bug_type \(topic.id)"
    case .field: topic.names.isEmpty ? topic.id : "\(topic.id) (\(topic.names.joined(separator: ", ")))"
    case .namespace, .detail: topic.id
    }
  }

  private static func labeled(_ topic: Topic) -> [(String, String)] {
    var all = [("Kind", topic.kind.title)]
    if let words = topic.inReports { all.append(("In reports", words)) }
    if let words = topic.advice { all.append(("Do this", words)) }
    if !topic.patterns.isEmpty { all.append(("Patterns", topic.patterns.joined(separator: ", "))) }
    all.append(("Source", topic.source))
    return all
  }
}
