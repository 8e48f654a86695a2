import ArgumentParser
import Workflow

/// Maintains the history.
struct DatabaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database",
    abstract: "Maintain the history: init, info, check, sync, summarize, sql, export, import, runs, prune, rediagnose.",
    discussion: """
      Each subcommand reads or writes the history database. The exit status is stated in the help of each subcommand.

      Examples:
        diagnose database check
        diagnose database export > history.jsonl
      """,
    subcommands: [
      DatabaseInitCommand.self, DatabaseInfoCommand.self, DatabaseCheckCommand.self, DatabaseSyncCommand.self,
      DatabaseSummarizeCommand.self, DatabaseSQLCommand.self,
      DatabaseExportCommand.self, DatabaseImportCommand.self,
      DatabaseRunsCommand.self, DatabasePruneCommand.self, DatabaseRediagnoseCommand.self,
    ])
}
