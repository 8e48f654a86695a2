import ArgumentParser
import Documents
import History
import HistoryPresentation
import Monitoring
import Presentation
import UserFiles
import Vocabulary
import Workflow

/// Alerts about issues: rules of the configuration, and the messages that they cause.
struct AlertsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alerts", abstract: "Make and list alerts about issues.",
    discussion: """
      Rules of the configuration (alerts:) state about which issues a message is sent, and where: \
      \(AlertChannel.catalog.map(\.id).joined(separator: ", ")). watch, receive and run evaluate them, too. Without a \
      subcommand, lists the alerts.

      Examples:
        diagnose alerts
        diagnose alerts check --dry-run
      """,
    subcommands: [AlertsList.self, AlertsCheck.self], defaultSubcommand: AlertsList.self)
}

/// Lists the alerts and the state of their delivery.
struct AlertsList: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List alerts and whether they were delivered.",
    discussion: """
      Reads the file of alerts beside the history. Writes one line per alert to standard output, the latest first: waiting, \
      delivered, or failed (given up after 3 days).

      Exit status: 0 when done; 74 if the file of alerts cannot be read.

      Examples:
        diagnose alerts list
        diagnose alerts list --state waiting --format json
      """)

  @Option(help: "Select the state: \(AlertBook.State.allCases.map(\.rawValue).joined(separator: ", ")).")
  var state: AlertBook.State?

  @Option(help: ArgumentHelp("List at most this many alerts; 0 lists all.", valueName: "n"))
  var limit = 50

  @OptionGroup(title: "History options") var history: HistoryOptions

  @Option(name: [.short, .long], help: "Select the format: text or json.")
  var format: HistoryFormat = .text

  @OptionGroup(title: "Output options") var style: StyleOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit \(limit) is negative. Use 0 or more.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let alerts: [AlertBook.Alert]
    do throws(HistoryError) {
      let path: String
      do { path = try history.selection.location(session).path } catch let error as HistoryError { throw error } catch {
        throw HistoryError(.cannotOpen, "cannot be determined", path: "history")
      }
      let book = try AlertBook(history: path, isTrial: true)
      defer { book.close() }
      alerts = try book.alerts(state.map { [$0] } ?? [], limit: limit)
    } catch { throw CommandFault(error) }
    if format == .json {
      try StandardStreams.output(
        ListDocument.text(AlertDocument.schema, "alerts", alerts) { writer, alert in
          AlertDocument.members(&writer, alert)
          AlertDocument.deliveryMembers(&writer, alert)
        })
      return .done
    }
    try StandardStreams.output(Self.table(alerts, style.style(session), session))
    return .done
  }

  /// Returns one line per alert.
  static func table(_ alerts: [AlertBook.Alert], _ style: PresentationStyle, _ session: Session) -> String {
    if alerts.isEmpty { return "No alerts.\n" }
    var table = TextTable(["AT", "STATE", "RULE", "WHEN", "ISSUE", "WHAT"], style)
    table.wide = 5
    table.widest = 40
    for alert in alerts {
      let headline = AlertMessage(alert).map { alert.issue.isEmpty ? $0.subject : $0.headline } ?? ""
      let state = alert.state == .waiting && alert.attempts > 0 ? "failed \(alert.attempts)×" : alert.state.rawValue
      table.add([
        String(alert.at.rfc3339), state, alert.rule, alert.condition, String(alert.issue.prefix(8)),
        headline,
      ])
    }
    // The last error of each rule is longer than a column.
    let faults = alerts.filter { $0.state != .delivered && !$0.answer.isEmpty }
    let rules = Set(faults.map(\.rule)).sorted()
    let lines = rules.compactMap { rule in
      faults.first { $0.rule == rule }.map { style.shown("\(rule): \($0.answer)") + "\n" }
    }
    return table.text + lines.joined()
  }
}

extension AlertBook.State: ExpressibleByArgument {}

/// Evaluates the rules and delivers alerts once.
struct AlertsCheck: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Evaluate the rules for alerts and deliver what is due.",
    discussion: """
      Reads the history and the rules of the configuration. Writes the new alerts to standard output, and delivers them and \
      those that wait. Run it from cron if neither watch nor receive runs. The first evaluation of a rule makes no alert \
      about events in the history (new, regressed), only about states that hold now (back, growing, burst).

      Exit status: 0 when done; 3 if an alert could not be delivered; 64 without rules.

      Examples:
        diagnose alerts check --dry-run
        diagnose alerts check --config ci/diagnose.yml
      """)

  @Flag(help: "Print the alerts, and neither deliver nor store anything.")
  var dryRun = false

  @OptionGroup(title: "History options") var history: HistoryOptions

  @Option(name: [.short, .long], help: "Select the format: text or json.")
  var format: HistoryFormat = .text

  @OptionGroup(title: "Output options") var style: StyleOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    guard session.settings.alerts?.isEmpty == false else {
      throw CommandFault(
        .wrongUse, "the configuration has no rules for alerts",
        hint: "Add alerts: to your configuration; see docs/alerts.md. A configuration that was found cannot set it.")
    }
    let location = try history.selection.location(session)
    let interruption = Interruption()
    let store = try history.selection.open(session, access: .read, interruption: interruption)
    defer { store.close() }
    let result: AlertCheck.Result
    do throws(HistoryError) {
      result = try AlertCheck.perform(
        store, at: location.path, session, isTrial: dryRun, isCanceled: { interruption.isRequested })
    } catch { throw CommandFault(error) }
    try write(result, session)
    if interruption.isRequested { return interruption.status == .interrupted ? .interrupted : .done }
    for failure in result.deliveries.failures {
      Console.writeMessage(
        "rule \(failure.rule): not delivered: \(failure.failure.message)",
        hint: failure.isGivenUp ? "The alert was given up." : "It waits, and is tried again.")
    }
    return result.deliveries.failures.isEmpty ? .done : .partlyDone
  }

  private func write(_ result: AlertCheck.Result, _ session: Session) throws {
    let made = result.made
    guard format == .text else {
      try StandardStreams.output(
        ListDocument.text(AlertDocument.schema, "alerts", made.alerts) { AlertDocument.members(&$0, $1) })
      return
    }
    var text = ""
    for alert in made.alerts {
      guard let message = AlertMessage(alert) else { continue }
      let style = style.style(session)
      text += style.shown("\(message.rule): \(message.subject): \(message.headline)") + "\n"
      text += message.lines.map { "  " + style.shown("\($0.label): \($0.value)") + "\n" }.joined()
    }
    if made.earlier > 0 {
      text += "\(countText(made.earlier, "earlier event")) noted without an alert: first evaluation of a rule\n"
    }
    text += "\(countText(made.alerts.count, "new alert"))"
    text +=
      dryRun
      ? " (nothing was stored or delivered)\n"
      : ", \(result.deliveries.delivered) delivered, \(result.waiting) waiting\n"
    try StandardStreams.output(text)
  }
}
