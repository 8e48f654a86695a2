package import Diagnosis

/// The explanation of a term found in reports, for the terminal (`diagnose explain TOPIC`) and the documentation.
package enum TopicPage {
  /// Returns the explanation for a terminal. A term with several meanings has several topics.
  package static func text(_ topics: [Topic], style: PresentationStyle) -> String {
    var renderer = TextRenderer(style)
    for (index, topic) in topics.enumerated() {
      if index > 0 { renderer.blank() }
      renderer.paragraph(
        topic.title, style: .bold, lead: [StyledText(heading(topic), .cyan), StyledText("  ")], indent: 2)
      for sentence in topic.explanation { renderer.paragraph(sentence, indent: 2) }
      for (label, words) in labeled(topic) {
        let padding = String(repeating: " ", count: max(13 - label.utf8.count, 1))
        renderer.paragraph(words, lead: [StyledText("  " + label + padding, .dim)], indent: 15)
      }
    }
    renderer.trimEnd()
    return renderer.text
  }

  /// Returns all topics as a page of the documentation.
  package static func markdown(_ topics: [Topic]) -> String {
    var text = """
      # Codes, signals, fields

      The codes, signals and fields of reports, as `diagnose explain TOPIC` explains them. Generated from the catalog by
      a test (`UPDATE_EXPECTED=1 swift test --filter HouseTests`); do not edit.

      """
    for kind in Topic.Kind.allCases {
      let topics = topics.filter { $0.kind == kind }
      guard !topics.isEmpty else { continue }
      text += "\n## \(title(kind))\n"
      for topic in topics {
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

  /// Returns the ID with its other spelling: `0x8badf00d (2343432205)`.
  private static func heading(_ topic: Topic) -> String {
    switch topic.kind {
    case .terminationCode, .signal, .exceptionType, .exceptionCode:
      topic.number.map { "\(topic.id) (\($0))" } ?? topic.id
    case .bugType: "bug_type \(topic.id)"
    case .field: topic.names.isEmpty ? topic.id : "\(topic.id) (\(topic.names.joined(separator: ", ")))"
    case .namespace, .detail, .situation, .api: topic.id
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
