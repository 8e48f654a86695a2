import ArgumentParser
import CrashReports
import Diagnosis
import Presentation
import Vocabulary

/// Explains a pattern or another word of the reports, offline.
struct ExplainCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a known failure, a code, a signal, a field: offline.",
    discussion: """
      A pattern's id, an exception type or signal (EXC_BAD_ACCESS, SIGABRT), a namespace or code of a termination \
      (DYLD, "DYLD 4", 0x8badf00d, 2343432205), a bug_type (309), a field of a report (faultingThread), formats, or \
      exit-codes.
      """)

  @Argument(help: ArgumentHelp("What to explain; several words are one topic.", valueName: "topic"))
  var words: [String] = []

  @OptionGroup var style: StyleOptions
  @OptionGroup var own: PatternOptions
  @OptionGroup var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let topic = words.joined(separator: " ")
    let word = topic.lowercased()
    guard !word.isEmpty else {
      throw CommandFault(
        .wrongUse, "a topic is missing", hint: "For example: diagnose explain 0x8badf00d, or diagnose explain formats")
    }
    // Configurations matter only to what users wrote; a faulty one must not keep a code from being explained.
    if let pattern = try Pattern.catalog.first(where: { $0.id == word }) ?? custom(word, session) {
      try StandardStreams.output(PatternPage.text(pattern, style: style.style(session)))
      return .done
    }
    if let text = Self.topics.first(where: { $0.name == word })?.text() {
      try StandardStreams.output(text)
      return .done
    }
    if let answer = Self.answer(KnowledgeIndex.catalog.matches(for: topic), style: style.style(session)) {
      try StandardStreams.output(answer)
      return .done
    }
    let words = Pattern.catalog.map(\.id) + Self.topics.map(\.name) + Topic.words
    let near = Suggestion.nearest(to: word, among: words)
    throw CommandFault(
      .nothingDone, "there is nothing called \(Terminal.quotedFileName(topic)) to explain",
      hint: near.isEmpty
        ? "Known failures: diagnose patterns list" : "Did you mean \(near.joined(separator: ", "))?")
  }

  /// The pattern of a user's file with this id; ids of users have a slash.
  private func custom(_ word: String, _ session: Session) throws -> Pattern? {
    guard word.contains("/") || !own.patterns.isEmpty else { return nil }
    return try own.all(try configuration.applied(to: session)).first { $0.id == word }
  }

  private static let topics: [(name: String, text: @Sendable () -> String)] = [
    (
      "exit-codes",
      {
        ExitStatus.allCases.map { status in
          let code = String(status.rawValue)
          return code + String(repeating: " ", count: 5 - code.count) + status.meaning + "\n"
        }.joined()
      }
    ),
    (
      "formats",
      {
        ReportFormat.catalog.map { format in
          format.id + (format.isRead ? "" : " (recognised, not read)") + "\n  " + format.title + "\n  "
            + format.summary + "\n"
        }.joined()
      }
    ),
  ]
}

extension ExplainCommand {
  /// The page of the best match with the related entries, or a list where only words match; `nil` without a match.
  private static func answer(_ matches: [KnowledgeIndex.Match], style: PresentationStyle) -> String? {
    guard let best = matches.first else { return nil }
    if best.rank == .words, matches.count > 1 {
      let hidden = matches.count - maxListed
      return lines(matches.prefix(maxListed).map(\.entry))
        + (hidden > 0 ? "\(hidden) more; add a word to narrow the search\n" : "")
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
    return text
  }

  private static let maxListed = 20
  private static let maxRelated = 8

  /// One line per entry: identifier and title.
  private static func lines(_ entries: [KnowledgeIndex.Entry]) -> String {
    let width = entries.map(\.id.count).max() ?? 0
    return entries.map { "  " + $0.id.padded(to: width) + "  " + $0.title + "\n" }.joined()
  }
}
