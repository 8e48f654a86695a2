import ArgumentParser
import CrashReports
import Diagnosis
import Presentation

/// Explains a pattern or another word of the reports, offline.
struct ExplainCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a known failure, the formats, or the exit codes.")

  @Argument(help: ArgumentHelp("Id of a pattern, formats, or exit-codes.", valueName: "topic"))
  var topic: String

  @OptionGroup var style: StyleOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let word = topic.lowercased()
    if let pattern = Pattern.catalog.first(where: { $0.id == word }) {
      try StandardStreams.output(PatternPage.text(pattern, style: style.style(session)))
      return .done
    }
    if let text = Self.topics.first(where: { $0.name == word })?.text() {
      try StandardStreams.output(text)
      return .done
    }
    let words = Pattern.catalog.map(\.id) + Self.topics.map(\.name)
    let near = Suggestion.nearest(to: word, among: words)
    throw CommandFault(
      .nothingDone, "there is nothing called \(Terminal.quotedFileName(topic)) to explain",
      hint: near.isEmpty
        ? "Known failures: diagnose patterns list" : "Did you mean \(near.joined(separator: ", "))?")
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
