import Bytes
import CrashReports
package import Diagnosis
import Documents
package import Presentation
import Vocabulary
package import Workflow

/// The explanation of a topic.
package struct TopicExplanation {
  /// What the text explains.
  struct Entry {
    var id: String
    var kind: String
    var title: String
  }

  var entries: [Entry]
  /// The explanation, as text.
  package var text: String

  /// The document of schema `diagnose-explain/1`.
  package func json(_ topic: String) -> String {
    var writer = JSONWriter(layout: .indented)
    writer.object { writer in
      writer.member("schema", "diagnose-explain/1")
      EncodedDocument.tool(&writer)
      writer.member("topic", String(topic.prefix(characters: 200)))
      writer.name("entries")
      writer.array(entries) { writer, entry in
        writer.object(inline: true) {
          $0.member("id", entry.id)
          $0.member("kind", entry.kind)
          $0.member("title", entry.title)
        }
      }
      writer.member("text", text)
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}

extension TopicExplanation {
  /// Returns the fault for a topic that nothing explains, with similar topics.
  package static func unknown(_ topic: String) -> CommandFault {
    let word = topic.lowercased()
    let words = Pattern.catalog.map(\.id) + Self.topics.map(\.name) + Topic.words
    let near = Suggestion.nearest(to: word, among: words)
    return CommandFault(
      .nothingDone, "unknown topic \(Terminal.quotedFileName(topic))",
      hint: near.isEmpty
        ? "To list known failures: diagnose patterns list" : "Did you mean \(near.joined(separator: ", "))?")
  }

  /// Returns the explanation of a topic; `nil` if nothing explains it.
  ///
  /// - Parameter pattern: The pattern with that ID; `nil` if there is none.
  package static func of(_ topic: String, _ pattern: Pattern?, style: PresentationStyle) -> TopicExplanation? {
    if let pattern {
      return TopicExplanation(
        entries: [.init(id: pattern.id, kind: "pattern", title: pattern.attributed(pattern.title))],
        text: PatternPage.text(pattern, style: style))
    }
    if let page = topics.first(where: { $0.name == topic.lowercased() }) {
      return TopicExplanation(entries: [.init(id: page.name, kind: "page", title: page.name)], text: page.text())
    }
    return answer(KnowledgeIndex.catalog.matches(for: topic), style: style) ?? candidates(topic)
  }

  private static let topics: [(name: String, text: @Sendable () -> String)] = [
    (
      "exit-codes",
      {
        ExitStatus.allCases.map { status in
          let code = String(status.rawValue)
          return code + String(repeating: " ", count: 5 - code.count) + status.meaning + "\n"
        }.joined() + ExitStatus.ofRun
      }
    ),
    (
      "formats",
      {
        ReportFormat.catalog.map { format in
          format.id + (format.isRead ? "" : " (recognized, not read)") + "\n  " + format.title + "\n  "
            + format.summary + "\n"
        }.joined()
      }
    ),
  ]
}

extension TopicExplanation {
  /// The page of the best match with the related entries, or a list where only words match; `nil` without a match.
  private static func answer(_ matches: [KnowledgeIndex.Match], style: PresentationStyle) -> TopicExplanation? {
    guard let best = matches.first else { return nil }
    if best.rank == .words, matches.count > 1 {
      let hidden = matches.count - maxListed
      let listed = matches.prefix(maxListed).map(\.entry)
      return TopicExplanation(
        entries: listed.map(TopicExplanation.Entry.init),
        text: lines(listed) + (hidden > 0 ? "\(hidden) more; add a word to narrow the search\n" : ""))
    }
    var text: String
    var isShown: (KnowledgeIndex.Entry) -> Bool
    switch best.entry {
    case .pattern(let pattern):
      text = PatternPage.text(pattern, style: style)
      isShown = { $0.id == pattern.id }
    case .topic(let topic):
      // One term may have several meanings; each is explained.
      let named = matches.compactMap { match in
        if case .topic(let topic) = match.entry, match.rank <= .name { topic } else { nil }
      }
      let topics = named.isEmpty ? [topic] : named
      text = TopicPage.text(topics, style: style)
      isShown = { entry in topics.contains { $0.id == entry.id || $0.patterns.contains(entry.id) } }
    }
    let related = matches.filter { $0.rank <= max(best.rank, .searchTerm) && $0.rank != .words && !isShown($0.entry) }
    if !related.isEmpty { text += "\nSee also\n" + lines(related.prefix(maxRelated).map(\.entry)) }
    return TopicExplanation(entries: [.init(best.entry)], text: text)
  }

  /// The failures that a description in any of several languages may be about; `nil` for other texts.
  private static func candidates(_ question: String) -> TopicExplanation? {
    // The index is made for sentences, and takes time to make.
    guard question.utf8.count <= maxQuestion else { return nil }
    let asked = QuestionIndex.catalog.topics(askedIn: Array(question.utf8))
    let found = (asked.isEmpty ? QuestionIndex.catalog.related(to: question) : asked).compactMap { id in
      KnowledgeIndex.catalog.matches(for: id).first { $0.rank == .id }?.entry
    }
    guard !found.isEmpty else { return nil }
    return TopicExplanation(entries: found.map(TopicExplanation.Entry.init), text: lines(found))
  }

  /// The maximum length of a question, in bytes.
  private static let maxQuestion = 1000

  private static let maxListed = 20
  private static let maxRelated = 8

  /// One line per entry: identifier and title.
  private static func lines(_ entries: [KnowledgeIndex.Entry]) -> String {
    let width = entries.map(\.id.count).max() ?? 0
    return entries.map { "  " + $0.id.padded(to: width) + "  " + $0.title + "\n" }.joined()
  }
}

extension TopicExplanation.Entry {
  init(_ entry: KnowledgeIndex.Entry) {
    switch entry {
    case .pattern(let pattern): self.init(id: pattern.id, kind: "pattern", title: pattern.title)
    case .topic(let topic): self.init(id: topic.id, kind: "topic", title: topic.title)
    }
  }
}
