import ArgumentParser
import Vocabulary
import Workflow

/// The root command.
struct Diagnose: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagnose",
    abstract: "Diagnose Apple crash reports: what failed, where, why, how to fix it.",
    discussion: """
      Reads crash and diagnostic reports in all known formats, complete or pasted in part, from files, folders, \
      archives and standard input. Writes the diagnosis to standard output, and records each report in a local \
      history, to distinguish new failures from known ones. Data is sent only to a shared history and to receivers of \
      alerts that you configure.

      Exit status: 0 when done, even if nothing was recognized; 1 if a --fail-on condition is met; 2 if nothing could be read; 3 \
      if only some inputs could be read. All codes: diagnose explain exit-codes.

      Examples:
        diagnose MyApp-2026-01-31-120000.ips
        diagnose --symbols build/MyApp.dSYM --fail-on new reports/
      """,
    version: Product.nameAndVersion,
    subcommands: [
      AnalyzeCommand.self, SymbolicateCommand.self, ConvertCommand.self, LookupCommand.self, IngestCommand.self,
      WatchCommand.self, ReceiveCommand.self, UploadSymbolsCommand.self,
      RunCommand.self, LatestCommand.self, HistoryCommand.self, TrendsCommand.self, SummaryCommand.self,
      CompareCommand.self, AlertsCommand.self,
      DatabaseCommand.self,
      ReportCommand.self, ServeCommand.self,
      CheckCommand.self, ScrubCommand.self, ExplainCommand.self, PatternsCommand.self, ConfigCommand.self,
      TrustCommand.self, DoctorCommand.self, ContextCommand.self,
    ],
    defaultSubcommand: AnalyzeCommand.self)

  /// The names of the commands, for the error message about a missing file.
  static var commandWords: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }
}
