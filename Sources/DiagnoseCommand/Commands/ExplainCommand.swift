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
    let known = Topic.topics(for: topic)
    if !known.isEmpty {
      try StandardStreams.output(TopicPage.text(known, style: style.style(session)))
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
