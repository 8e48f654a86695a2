import ArgumentParser
import CrashReports
import Diagnosis
import Presentation
import Vocabulary

/// Explains a pattern or a term found in reports, offline.
struct ExplainCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a known failure, code, signal or report field.",
    discussion: """
      A topic is a pattern ID, an exception type or signal (EXC_BAD_ACCESS, SIGABRT), a termination namespace or code \
      (DYLD, "DYLD 4", 0x8badf00d, 2343432205), a bug_type (309), a field of a report (faultingThread), formats, or \
      exit-codes. Reads no report and uses no network. Writes the explanation to standard output.

      Exit status: 0 when done; 2 if the topic is unknown.

      Examples:
        diagnose explain 0x8badf00d
        diagnose explain EXC_BAD_ACCESS
      """)

  @Argument(help: ArgumentHelp("Explain this topic; several words are one topic.", valueName: "topic"))
  var words: [String] = []

  @OptionGroup(title: "Analysis options") var patternOptions: PatternOptions
  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions
  @OptionGroup(title: "Output options") var style: StyleOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let topic = words.joined(separator: " ")
    let word = topic.lowercased()
    guard !word.isEmpty else {
      throw CommandFault(
        .wrongUse, "no topic", hint: "For example: diagnose explain 0x8badf00d, or diagnose explain formats")
    }
    // The configuration is read only for custom patterns: an invalid one must not prevent the explanation of a code.
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
      .nothingDone, "unknown topic \(Terminal.quotedFileName(topic))",
      hint: near.isEmpty
        ? "To list known failures: diagnose patterns list" : "Did you mean \(near.joined(separator: ", "))?")
  }

  /// Returns the pattern with this ID in a user's file. IDs of such patterns contain a slash.
  private func custom(_ word: String, _ session: Session) throws -> Pattern? {
    guard word.contains("/") || !patternOptions.patterns.isEmpty else { return nil }
    return try patternOptions.all(try configuration.applied(to: session)).first { $0.id == word }
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
          format.id + (format.isRead ? "" : " (recognized, not read)") + "\n  " + format.title + "\n  "
            + format.summary + "\n"
        }.joined()
      }
    ),
  ]
}
