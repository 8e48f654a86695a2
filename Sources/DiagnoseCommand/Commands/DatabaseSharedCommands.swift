import ArgumentParser
import ClickHouse
import History
import HistoryPresentation
import SharedHistory
import Vocabulary
import Workflow

/// Creates a history: the tables of a shared one, or a file.
struct DatabaseInitCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create the tables of a shared history on a ClickHouse server.",
    discussion: """
      Creates the database of the address and its tables unless they exist, and writes the grants for users who record \
      and for users who only read to standard output. With a path instead of an address, creates a history in this file.

      Exit status: 0 when done; 74 if the database contains tables of another program; 75 if the server is unavailable; \
      77 if the user may not create tables; 78 if the address is invalid.

      Examples:
        diagnose database init --database clickhouse://admin@clickhouse.example/diagnose?secure=1
        diagnose database init --database clickhouse://admin@localhost/diagnose --cluster crashes
      """)

  @Option(
    help: ArgumentHelp(
      "Create replicated and distributed tables on the hosts of this cluster of the server.", valueName: "name"))
  var cluster: String?

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    if cluster == "" { throw ValidationError("--cluster is empty. Name a cluster of the server.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let location = try history.selection.location(session)
    guard let address = location.address else {
      guard cluster == nil else {
        throw CommandFault(.wrongUse, "--cluster requires the address of a server: --database clickhouse://…")
      }
      try history.selection.open(session, access: .write).close()
      try StandardStreams.output("The history is ready: \(Terminal.quotedFileName(location.path))\n")
      return .done
    }
    let created: [String]
    do throws(ServerError) {
      created = try SharedServer(try SharedCopy(location, session, nil).connection(.ordinary)).create(
        cluster: cluster)
    } catch { throw CommandFault(error) }
    try StandardStreams.output(
      (created.isEmpty ? "The tables exist already.\n" : "Created: \(created.joined(separator: ", ")).\n")
        + "\n" + SharedGrants.text(database: address.database, isCluster: cluster != nil))
    return .done
  }
}

/// Exchanges a shared history.
struct DatabaseSyncCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Send and receive the changes of a shared history.",
    discussion: """
      Sends what this machine has recorded and the server has not confirmed, and receives what other machines have \
      sent. Other commands do this, too, if the server is available.

      What was recorded under another address is in another copy, which a warning names. --from sends it to this server, \
      unless it is known to belong to another history. Each report counts once, also if it is sent twice.

      Exit status: 0 when done; 64 if --from names no copy of this history; 74 if the history could not be written; 75 if the server is unavailable; 77 if it \
      denied access; 78 if the address is invalid.

      Examples:
        diagnose database sync --database clickhouse://ci@clickhouse.example/diagnose?secure=1
        diagnose database sync --from ~/.local/share/diagnose/shared/0123456789abcdef.sqlite
      """)

  @Option(
    help: ArgumentHelp("Also send the changes of this copy on this machine; repeatable.", valueName: "copy"),
    completion: .file())
  var from: [String] = []

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    if from.contains("") { throw ValidationError("--from is empty. Name a copy.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let (location, address) = try history.selection.sharedLocation(session)
    let interruption = Interruption()
    let copy = SharedCopy(location, session, interruption)
    var others = 0
    for path in from where interruption.status == nil { others += try copy.send(from: path) }
    // What was sent from other copies is received.
    let exchanged = try copy.synchronize()
    if let status = interruption.status { return status }
    let sent = exchanged.sent + others
    try StandardStreams.output(
      "\(address.endpoint): \(countText(sent, "change")) sent, \(exchanged.received) received\n")
    OtherCopies.warn(OtherCopies(session, except: location).found(comparedWith: try copy.storeID()))
    return .done
  }
}
