import ArgumentParser
import Vocabulary

/// The root command.
struct Diagnose: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagnose",
    abstract: "Say what failed in a crash report, where, why, how sure, and what to do.",
    discussion: """
      Reads Apple crash and diagnostic reports in every format, whole or pasted in part, and records them, so that it \
      can say whether a failure was seen before. Nothing is ever sent.
      """,
    version: Product.nameAndVersion,
    subcommands: [
      AnalyzeCommand.self, SymbolicateCommand.self, LookupCommand.self, IngestCommand.self, WatchCommand.self,
      HistoryCommand.self, TrendsCommand.self, DatabaseCommand.self, ReportCommand.self, ServeCommand.self,
      CheckCommand.self, ScrubCommand.self, ExplainCommand.self, PatternsCommand.self,
    ],
    defaultSubcommand: AnalyzeCommand.self)

  /// Words that name a command, for the message about a missing file.
  static var commandWords: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }
}

extension Product {
  /// Name and version in one line: what `--version` prints, and what the history keeps as the origin of a report.
  static var nameAndVersion: String { name + " " + version }
}
