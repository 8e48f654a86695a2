import Bytes
import ArgumentParser
import CrashReports
import History
import HistoryPresentation
import Presentation
import Vocabulary
import Workflow

/// Shows figures about the history.
struct DatabaseInfoCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Show the size and contents of the history, in numbers.",
    discussion: """
      Reads the history and writes a summary to standard output.

      Exit status: 0 when done; 2 if there is no history.

      Examples:
        diagnose database info
        diagnose database info --format json --database team.sqlite
      """)

  @Option(name: [.short, .long], help: "Select the format: text or json.")
  var format: HistoryFormat = .text
  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.selection.open(session, access: .read)
    guard var info = try store.info() else {
      throw CommandFault(.nothingDone, "no history yet", hint: "To create one: diagnose ingest FOLDER")
    }
    let state = try store.sharingState()
    store.close()
    let location = try history.selection.location(session)
    info.server = try SharedCopy(location, session, nil).serverInfo(state)
    info.otherCopies = OtherCopies(session, except: location).found(comparedWith: state.store)
    try StandardStreams.output(format == .json ? HistoryDocument.json(info) : Self.text(info, session))
    return .done
  }

  private static func text(_ info: DatabaseInfo, _ session: Session) -> String {
    func line(_ name: String, _ value: String) -> String { name.padded(to: 10) + value + "\n" }
    var text = line(
      "file", Terminal.quotedFileName(info.path.hasPrefix("./") ? String(info.path.dropFirst(2)) : info.path))
    text += line("size", Amounts.bytes(UInt64(clamping: info.bytes)) + ", schema \(info.schema)")
    text += line("reports", "\(info.reports), \(info.variants) of them variants")
    text += line("issues", "\(info.issues): \(info.open) open, \(info.resolved) resolved, \(info.ignored) ignored")
    text += line("builds", "\(info.builds)")
    if let first = info.first, let last = info.last { text += line("period", "\(first.date) to \(last.date)") }
    if let pruned = info.prunedBefore { text += line("pruned", "reports before \(pruned.date)") }
    text += line(
      "evidence", "\(info.withEvidence) reports can be rediagnosed; \(info.withRaw) are stored in full")
    text += line(
      "stacks", "\(info.stacks), signature version \(info.signatureVersions.map(String.init).joined(separator: ", "))")
    if info.problems > 0 { text += line("problems", "\(info.problems): diagnose history list --problems") }
    defer { OtherCopies.warn(info.otherCopies) }
    guard let server = info.server else { return text }
    text += line("server", server.address + ", \(Amounts.bytes(UInt64(clamping: server.bytes)))")
    text += line("exchange", "received \(server.received?.rfc3339 ?? "never"), \(server.unsent) changes not sent")
    if let summary = server.summary {
      text += line(
        "summary",
        "made \(summary.made.rfc3339) of \(countText(summary.reports, "report")) by \(Terminal.escaped(summary.program)), "
          + Amounts.bytes(UInt64(clamping: summary.bytes)))
    }
    for sender in server.senders.prefix(20) {
      text += line(
        "sender",
        "\(Terminal.escaped(String(sender.id.prefix(characters: 8)))): \(countText(sender.records, "change")), last \(sender.last.rfc3339), "
          + Terminal.escaped(sender.program) + (sender.isThis ? " (this copy)" : ""))
    }
    if server.senders.count > 20 { text += line("", "and \(server.senders.count - 20) more") }
    return text
  }
}
