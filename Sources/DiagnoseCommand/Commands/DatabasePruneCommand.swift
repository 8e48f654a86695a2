import Answers
import ArgumentParser
import CrashReports
import History
import HistoryPresentation
import Presentation
import Vocabulary
import Workflow

/// Removes old reports, or takes that back for reports that arrive later.
struct DatabasePruneCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Remove old reports; issues, counts and trends remain.",
    discussion: """
      --older-than removes reports from the history, and writes their number to standard output. Reports from before \
      that day are not stored again. Counts by machine and by device, labels and the reports themselves are lost. A time \
      later than the newest report, or later than yesterday, is rejected: nothing is removed.

      Without --yes, nothing is changed, and the number is stated. Before reports are removed, the history is copied next \
      to its file, with the suffix .before-prune; the copy replaces that of the previous pruning. --no-copy makes none. \
      Without --older-than, database.retention of the configuration is used, which needs no --yes and makes no copy.

      In a shared history, the reports are removed from the server now, and from each copy when it is next exchanged. \
      This requires the right ALTER DELETE, and SELECT and INSERT as for recording. No copy is made.

      --keep-from stores reports again from an earlier day on. Counts of removed reports from that day on are dropped, \
      so that the reports are not counted twice when they are recorded again; that needs --yes, too. It cannot be used \
      with a shared history.

      Exit status: 0 when done; 64 without --yes or if the time is too late; 74 if the history could \
      not be written; 75 if the server is unavailable; 77 if it denied access.

      Examples:
        diagnose database prune --older-than 400d --dry-run
        diagnose database prune --older-than 2026-01-01 --yes
        diagnose database prune --keep-from 2025-06-01
        diagnose database prune --database clickhouse://admin@clickhouse.example/diagnose?secure=1 --older-than 90d --yes
      """)

  @Option(
    help: ArgumentHelp("Remove reports before this time: 400d, or a date such as 2026-01-31.", valueName: "time"))
  var olderThan: String?

  @Option(
    help: ArgumentHelp(
      "Store reports from this time on again, although later ones were pruned.", valueName: "time"))
  var keepFrom: String?

  @Flag(help: "Remove the reports, or with --keep-from the counts, whose number is stated without this option.")
  var yes = false

  @Flag(help: "Do not copy the history before reports or counts are removed.")
  var noCopy = false

  @Flag(help: "Show what would be removed, and remove nothing.")
  var dryRun = false

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    guard olderThan == nil || keepFrom == nil else {
      throw ValidationError("Use either --older-than or --keep-from, with a time such as 400d or 2026-01-31.")
    }
    if yes, dryRun { throw ValidationError("--yes and --dry-run cannot be used together.") }
    for (name, text) in [("older-than", olderThan), ("keep-from", keepFrom)] {
      if let text, RelativeTime.time(text, .unset) == nil {
        throw ValidationError("--\(name): '\(text)' is not a time. Use 400d, or a date such as 2026-01-31.")
      }
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let location = try history.selection.location(session)
    let interruption = Interruption()
    guard location.address == nil || keepFrom == nil else {
      throw CommandFault(
        .wrongUse, "--keep-from cannot be used with a shared history",
        hint: "The server refuses older reports; a machine that has them stores them in a history of its own.")
    }
    // Everything that this machine and the server know is exchanged before the reports are counted. A dry run sends nothing.
    let copy = location.address == nil ? nil : SharedCopy(location, session, interruption)
    if let copy, !dryRun { _ = try copy.synchronize() }
    let store = try history.selection.open(
      session, access: location.address == nil ? .write : .read, interruption: interruption)
    defer { store.close() }
    if let text = keepFrom {
      guard let time = RelativeTime.time(text, .ofDays(session.now)) else { return .wrongUse }
      return try keep(store, from: time)
    }
    guard try location.address != nil || !store.isShared() else {
      throw CommandFault(
        .wrongUse, "\(Terminal.quotedFileName(location.path)) is the copy of a shared history",
        hint: "Name the address of the server: --database clickhouse://…")
    }
    guard let time = try pruningTime(store, session) else {
      try StandardStreams.output("No report is older than the retention period.\n")
      return .done
    }
    try checkAge(store, time, session)
    guard try isConfirmed(store, before: time) else { return .done }
    return try prune(store, copy, before: time) ?? interruption.status ?? .done
  }

  /// Returns the time before which reports are removed; `nil` if none is old enough.
  private func pruningTime(_ store: HistoryStore, _ session: Session) throws -> Timestamp? {
    if let olderThan {
      guard let time = RelativeTime.time(olderThan, .ofDays(session.now)) else {
        throw CommandFault(.wrongUse, "--older-than: '\(olderThan)' is not a time")
      }
      return time
    }
    guard let retention = session.settings.retention(of: store.path) else {
      throw CommandFault(
        .wrongUse, "no time is named",
        hint: "Use --older-than 400d, or set database.retention in the configuration.")
    }
    return try store.floor(forRetention: retention, now: session.now)
  }

  private func checkAge(_ store: HistoryStore, _ time: Timestamp, _ session: Session) throws {
    guard let latest = try store.latestPruning(now: session.now), time.day > latest.day else { return }
    let count = try store.prune(before: time, isDry: true).reports
    throw CommandFault(
      .wrongUse,
      "--older-than \(olderThan ?? "") would remove \(countText(count, "report")), also the newest; nothing was removed",
      hint: "The latest possible day is \(latest.date).")
  }

  /// Removes reports, or counts them. Returns `nil` if the command was interrupted.
  private func prune(_ store: HistoryStore, _ copy: SharedCopy?, before time: Timestamp) throws -> ExitStatus? {
    // A configured retention is applied by other commands, too.
    let backup = copy == nil && !dryRun && !noCopy && olderThan != nil ? try backUp(store, before: time) : nil
    let result: PruningResult
    if let copy, !dryRun {
      store.close()
      guard let pruned = try copy.prune(before: time) else { return nil }
      result = pruned
      // The copy of this machine adopts it, too.
      _ = try copy.synchronize()
    } else {
      result = try store.prune(before: time, isDry: dryRun)
    }
    var text = "\(countText(result.reports, "report")) before \(time.date) \(dryRun ? "would be removed" : "removed")"
    if result.reports > 0 {
      if !dryRun, copy == nil {
        text +=
          "; file: \(Amounts.bytes(UInt64(clamping: result.bytesBefore))) to "
          + Amounts.bytes(UInt64(clamping: result.bytesAfter))
      }
      text += ". Issues, counts and trends remain"
      if result.withMachine > 0 {
        text += "; counts by machine lose \(countText(result.withMachine, "report"))"
      }
      text += "."
      if let backup { text += "\nThe history as it was: \(Terminal.quotedFileName(backup))" }
    }
    try StandardStreams.output(text + "\n")
    return .done
  }

  /// Returns whether the reports may be removed; false without `--yes`, if there are none. Then nothing is changed:
  /// pruning would make the history refuse earlier reports. Throws, with the number of the reports, if there are some.
  private func isConfirmed(_ store: HistoryStore, before time: Timestamp) throws -> Bool {
    guard olderThan != nil, !yes, !dryRun else { return true }
    let count = try store.prune(before: time, isDry: true).reports
    guard count > 0 else {
      try StandardStreams.output("0 reports before \(time.date); nothing was changed\n")
      return false
    }
    throw CommandFault(
      .wrongUse, "\(countText(count, "report")) before \(time.date) would be removed; nothing was removed",
      hint: "To remove them: --yes")
  }

  /// Copies the history before something is removed. Returns the path of the copy as it is printed; `nil` if nothing is
  /// removed.
  private func backUp(_ store: HistoryStore, before time: Timestamp) throws -> String? {
    guard try store.prune(before: time, isDry: true).reports > 0 else { return nil }
    return try Self.copy(of: store)
  }

  private static func copy(of store: HistoryStore) throws -> String? {
    try store.copyBeforePruning().map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
  }

  private func keep(_ store: HistoryStore, from time: Timestamp) throws -> ExitStatus {
    let result = try store.keepReports(from: time, isDry: true)
    guard let before = result.before else {
      try StandardStreams.output("Reports from \(time.date) on are stored already.\n")
      return .done
    }
    let dropped = countText(result.droppedSums, "removed report")
    if dryRun {
      try StandardStreams.output(
        "Reports from \(time.date) on would be stored again, instead of from \(before.date) on; the counts of "
          + "\(dropped) would be dropped.\n")
      return .done
    }
    guard result.droppedSums == 0 || yes else {
      throw CommandFault(
        .wrongUse, "the counts of \(dropped) would be dropped; nothing was changed", hint: "To drop them: --yes")
    }
    let backup = result.droppedSums > 0 && !noCopy ? try Self.copy(of: store) : nil
    _ = try store.keepReports(from: time)
    try StandardStreams.output(
      "Reports from \(time.date) on are stored again"
        + (result.droppedSums > 0 ? "; the counts of \(dropped) were dropped" : "") + ".\n"
        + (backup.map { "The history as it was: \(Terminal.quotedFileName($0))\n" } ?? ""))
    return .done
  }
}
