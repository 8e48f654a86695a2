import ArgumentParser
import Diagnosis
import Platform
import UserFiles
import Vocabulary
import HistoryPresentation
import Documents
import Presentation
import Workflow

/// Lists and checks patterns.
struct PatternsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patterns", abstract: "List known failures; check your own patterns.",
    discussion: """
      Without a subcommand, lists the known failures. The exit status is stated in the help of each subcommand.

      Examples:
        diagnose patterns
        diagnose patterns new acme/login-token-lost --output crash-patterns.yml
      """,
    subcommands: [List.self, PatternsNew.self, PatternsTest.self, PatternsValidate.self],
    defaultSubcommand: List.self)

  struct List: Subcommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, markdown }

    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List known failures: ID and title.",
      discussion: """
        Reads the built-in patterns and those of the configuration. Writes one line per pattern to standard output.

        Exit status: 0 when done; 2 if the family is unknown.

        Examples:
          diagnose patterns list
          diagnose patterns list --family memory --format json
        """)

    @Option(
      help: ArgumentHelp(
        "Show one family: \(Pattern.Family.allCases.map(\.rawValue).joined(separator: ", ")), or an ID prefix.",
        valueName: "family"))
    var family: String?

    @Option(name: [.short, .long], help: "Select the format: text, json or markdown.")
    var format: Format = .text

    @OptionGroup(title: "Output options") var style: StyleOptions
    @OptionGroup(title: "Analysis options") var patternOptions: PatternOptions
    @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions

    func perform(_ session: Session) throws -> ExitStatus {
      let session = try configuration.applied(to: session)
      let used = try patternOptions.selection.used(session)
      let patterns = try chosen(from: used).sorted { $0.id < $1.id }
      // The count of disabled patterns is that of all families.
      let disabled = family == nil ? Set(session.settings.disabledPatterns.map(\.id)).count : 0
      let text =
        switch format {
        case .text: self.text(patterns, disabled: disabled, session)
        case .json: PatternDocument.json(patterns)
        case .markdown: Self.markdown(patterns)
        }
      try StandardStreams.output(text)
      return .done
    }

    private func chosen(from all: [Pattern]) throws -> [Pattern] {
      guard let family else { return all }
      let found = all.filter {
        $0.family.rawValue == family || $0.id.hasPrefix(family + "-") || $0.id.hasPrefix(family + "/")
      }
      guard found.isEmpty else { return found }
      let families = Pattern.Family.allCases.map(\.rawValue)
      if families.contains(family) { return [] }
      let near = Suggestion.nearest(to: family, among: families)
      throw CommandFault(
        .nothingDone, "unknown family \(Terminal.quotedFileName(family))",
        hint: near.isEmpty
          ? "Families: \(families.joined(separator: ", "))" : "Did you mean \(near.joined(separator: ", "))?")
    }

    private func text(_ patterns: [Pattern], disabled: Int, _ session: Session) -> String {
      var style = style.style(session)
      // A list that another program searches is complete.
      if self.style.width == nil, !FileDescriptor.standardOutput.isTerminal { style.width = 1000 }
      var table = TextTable(["ID", "TITLE"], style)
      table.wide = 1
      table.widest = patterns.map(\.id.utf8.count).max() ?? 0
      for pattern in patterns { table.add([pattern.id, pattern.attributed(pattern.title)]) }
      return table.text + countText(patterns.count, "pattern") + (disabled > 0 ? ", and \(disabled) disabled\n" : "\n")
    }

    private static func markdown(_ patterns: [Pattern]) -> String {
      let rows = patterns.map {
        "| `\($0.id)` | \($0.attributed($0.title).replacing("|", with: "\\|")) | \($0.since) |\n"
      }
      return "| pattern | what failed | since |\n|---|---|---|\n" + rows.joined() + "\n\(patterns.count) patterns\n"
    }
  }
}
