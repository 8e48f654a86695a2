import Answers
import Bytes
import ArgumentParser
import CrashReports
import Diagnosis
import Documents
import Presentation
import Vocabulary
import Workflow

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

  @Argument(
    help: ArgumentHelp("Explain this topic; several words are one topic.", valueName: "topic"),
    completion: ValueCompletion.topics)
  var words: [String] = []

  @OptionGroup(title: "Analysis options") var patternOptions: PatternOptions
  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions
  @Option(name: [.short, .long], help: "Select the format: text or json.")
  var format: HistoryFormat = .text

  @OptionGroup(title: "Output options") var style: StyleOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let topic = words.joined(separator: " ")
    let word = topic.lowercased()
    guard !word.isEmpty else {
      throw CommandFault(
        .wrongUse, "no topic", hint: "For example: diagnose explain 0x8badf00d, or diagnose explain formats")
    }
    // The configuration is read only for custom patterns: an invalid one must not prevent the explanation of a code.
    let pattern = try Pattern.catalog.first(where: { $0.id == word }) ?? custom(word, session)
    if let explanation = TopicExplanation.of(topic, pattern, style: style.style(session)) {
      try StandardStreams.output(format == .json ? explanation.json(topic) : explanation.text)
      return .done
    }
    throw TopicExplanation.unknown(topic)
  }

  /// Returns the pattern with this ID in a user's file. IDs of such patterns contain a slash.
  private func custom(_ word: String, _ session: Session) throws -> Pattern? {
    guard word.contains("/") || !patternOptions.patterns.isEmpty else { return nil }
    return try patternOptions.selection.all(try configuration.applied(to: session)).first { $0.id == word }
  }
}
