import ArgumentParser
import CrashReports
import History
import HistoryPresentation
import Presentation
import Vocabulary

/// Removes old reports, or takes that back for reports that arrive later.
struct DatabasePruneCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Remove old reports; issues, counts and trends remain.",
    discussion: """
      --older-than removes reports from the history, and writes their number to standard output. Reports from before \
      that day are not stored again. Counts by machine and by device, labels and the reports themselves are lost. A time \
      later than the newest report, or later than yesterday, is rejected: nothing is removed.

      --keep-from stores reports again from an earlier day on. Counts of removed reports from that day on are dropped, \
      so that the reports are not counted twice when they are recorded again; their number must be confirmed.

      Exit status: 0 when done; 1 if --keep-from needs --confirm; 64 if the time is too late; 74 if the history could \
      not be written.

      Examples:
        diagnose database prune --older-than 400d --dry-run
        diagnose database prune --older-than 2026-01-01
        diagnose database prune --keep-from 2025-06-01
      """)

  @Option(
    help: ArgumentHelp("Remove reports before this time: 400d, or a date such as 2026-01-31.", valueName: "time"))
  var olderThan: String?

  @Option(
    help: ArgumentHelp(
      "Store reports from this time on again, although later ones were pruned.", valueName: "time"))
  var keepFrom: String?

  @Option(help: ArgumentHelp("Confirm the number of counts that --keep-from drops.", valueName: "n"))
  var confirm: Int?

  @Flag(help: "Show what would be removed, and remove nothing.")
  var dryRun = false

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    guard (olderThan == nil) != (keepFrom == nil) else {
      throw ValidationError("Use either --older-than or --keep-from, with a time such as 400d or 2026-01-31.")
    }
    if confirm != nil, keepFrom == nil { throw ValidationError("--confirm can be used only with --keep-from.") }
    for (name, text) in [("older-than", olderThan), ("keep-from", keepFrom)] {
      if let text, FilterOptions.time(text, .unset) == nil {
        throw ValidationError("--\(name): '\(text)' is not a time. Use 400d, or a date such as 2026-01-31.")
      }
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    guard let text = olderThan ?? keepFrom, let time = FilterOptions.time(text, session.clock) else {
      return .wrongUse
    }
    guard try history.location(session).address == nil else {
      throw CommandFault(
        .wrongUse, "the reports of a shared history cannot be pruned",
        hint: "Every machine has a copy of all of them.")
    }
    let store = try history.open(session, access: .write)
    defer { store.close() }
    do {
      return keepFrom == nil ? try prune(store, before: time, session) : try keep(store, from: time)
    } catch let error as HistoryError { throw CommandFault(error) }
  }

  private func prune(_ store: HistoryStore, before time: Timestamp, _ session: Session) throws -> ExitStatus {
    if let latest = try store.latestPruning(now: session.now), time.day > latest.day {
      let count = try store.prune(before: time, isDry: true).reports
      throw CommandFault(
        .wrongUse,
        "--older-than \(olderThan ?? "") would remove \(countText(count, "report")), also the newest; nothing was removed",
        hint: "The latest possible day is \(latest.date).")
    }
    let sums = try store.prune(before: time, isDry: dryRun)
    var text = "\(countText(sums.reports, "report")) before \(time.date) \(dryRun ? "would be removed" : "removed")"
    if sums.reports > 0 {
      if !dryRun {
        text +=
          "; \(Amounts.bytes(UInt64(clamping: sums.bytesBefore))) reduced to "
          + Amounts.bytes(UInt64(clamping: sums.bytesAfter))
      }
      text += ". Issues, counts and trends remain"
      if sums.withMachine > 0 {
        text += "; counts by machine lose \(countText(sums.withMachine, "report"))"
      }
      text += "."
    }
    try StandardStreams.output(text + "\n")
    return .done
  }

  private func keep(_ store: HistoryStore, from time: Timestamp) throws -> ExitStatus {
    let result = try store.keepReports(from: time, isDry: true)
    guard let before = result.before else {
      try StandardStreams.output("Reports from \(time.date) on are stored already.\n")
      return .done
    }
    if dryRun || (result.droppedSums > 0 && confirm != result.droppedSums) {
      try StandardStreams.output(
        "Reports from \(time.date) on would be stored again, instead of from \(before.date) on; the counts of "
          + "\(countText(result.droppedSums, "removed report")) would be dropped.\n")
      if dryRun { return .done }
      Console.writeMessage("nothing was changed", hint: "To drop these counts: --confirm \(result.droppedSums)")
      return .conditionHolds
    }
    _ = try store.keepReports(from: time)
    try StandardStreams.output(
      "Reports from \(time.date) on are stored again"
        + (result.droppedSums > 0
          ? "; the counts of \(countText(result.droppedSums, "removed report")) were dropped" : "")
        + ".\n")
    return .done
  }
}
