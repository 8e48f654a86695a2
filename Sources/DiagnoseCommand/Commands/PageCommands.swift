import Answers
import ArgumentParser
import Foundation
import History
import Pages
import Vocabulary
import HistoryPresentation
import Platform
import Workflow

/// Writes the history as HTML files.
struct ReportCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write the history as static HTML pages.",
    discussion: """
      Reads the history and writes pages that need no server and no network. Prints the path of the first page.

      With filters, overview and lists count the selected reports, as each page states; pages of builds, issues and reports \
      are about all reports.

      Exit status: 0 when done; 64 if no report has the value of a filter; 74 if the folder could not be written.

      Examples:
        diagnose report --html crash-pages --app Courier
        diagnose report --html public --scrub --database team.sqlite
      """)

  @Option(
    help: ArgumentHelp("Write to this folder: new, empty, or created by this command.", valueName: "dir"),
    completion: .directory)
  var html: OutputArgument

  @Flag(help: "Replace names of users, homes, hosts, addresses and tokens with consistent placeholders.")
  var scrub = false

  @OptionGroup(title: TermOptions.title) var filters: TermOptions
  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func validate() throws {
    if html.name.isEmpty { throw ValidationError("--html is empty. Name a folder.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    var check = try OutputCheck(keeping: ProtectedFiles(session, history: history.selection))
    let folder = try check.acceptFolder(html, "--html")
    let store = try history.selection.open(session, access: .read)
    do {
      let now = session.now
      let scrubber = scrub ? try OutputScrubber(session, of: store) : nil
      let pages = HistoryPages(
        store: store, rules: session.settings.historyRules.signatures, clock: { now }, scrubber: scrubber,
        terms: try filters.terms(knownIn: store))
      var progress: ProgressLine?
      defer { progress?.finish() }
      let summary = try folder.site.write(pages, scrub: scrubber.map { scrubber in { try scrubber.finished($0) } }) {
        switch $0 {
        case .planned(let pages): progress = ProgressLine("report", total: pages, unit: "page")
        case .read: progress?.advance()
        }
      }
      progress?.finish()
      store.close()
      Console.write(
        "diagnose: \(countText(summary.written, "page")) written, \(summary.unchanged) unchanged, "
          + "\(summary.removed) removed\n")
      let index = html.name.hasSuffix("/") ? html.name + "index.html" : html.name + "/index.html"
      try StandardStreams.output(Terminal.quotedFileName(index) + "\n")
      return .done
    } catch let error as HistoryError {
      throw CommandFault(error)
    } catch let error as SiteError {
      throw CommandFault(.cannotWrite, error.message)
    }
  }
}

/// Serves the same pages to a local browser.
struct ServeCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Show the history in a browser on this machine.",
    discussion: """
      Reads the history and prints the address of the pages, which show new reports as they arrive. Listens only on \
      the loopback address, and requires the token in the printed address. Forms on the page of an issue resolve, ignore, \
      reopen and merge it, add notes, and undo that, as the commands of history do; --read-only leaves them out. Stop it \
      with Control-C.

      With filters, overview and lists count the selected reports, as each page states.

      Exit status: 0 after SIGTERM; 130 after Control-C; 64 if no report has the value of a filter; 74 if the port is not \
      available.

      Examples:
        diagnose serve --app Courier
        diagnose serve --port 0 --database team.sqlite
      """)

  @Option(help: ArgumentHelp("Listen on this port; 0 selects a free one.", valueName: "n"))
  var port: UInt16 = 8423

  @Flag(help: "Serve pages that cannot change issues.")
  var readOnly = false

  @OptionGroup(title: TermOptions.title) var filters: TermOptions
  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let interruption = Interruption()
    let location = try history.selection.location(session)
    // The pages show what was received; a server that is not available is reported, and asked again.
    if !location.hasCopy {
      throw CommandFault(
        .wrongUse, "live pages require a copy of the history", hint: "Use the address without copy=0.")
    }
    if location.address != nil { try SharedCopy(location, session, interruption).open(receiving: .required).close() }
    let terms = try terms(location, session)
    let sharing = SharingLoop.start(history.selection, session, interruption, receivesEvery: 10)
    defer { sharing?.stop() }
    let pages = LivePages(location.path, session, terms: terms, isReadOnly: readOnly)
    let server = PageServer(pages, port: port)
    let ended = DispatchSemaphore(value: 0)
    // The error that the server ended with.
    let outcome = Guarded<(any Error)?>(nil)
    let task = Task {
      do {
        try await server.run(
          onListening: { address in _ = try? StandardStreams.output(address + "\n") },
          onFault: { Console.writeMessage("cannot create a page: \($0)") })
      } catch { outcome.withLock { $0 = error } }
      ended.signal()
    }
    interruption.notify { ended.signal() }
    ended.wait()
    if let status = interruption.status {
      task.cancel()
      _ = ended.wait(timeout: .now() + 1)
      // SIGTERM is the normal way to stop a service, so it is not a failure.
      return status == .terminated ? .done : status
    }
    if let error = outcome.withLock({ $0 }) {
      if case PageServer.Failure.port(let port, let reason) = error {
        throw CommandFault(.cannotWrite, "port \(port) is not available (\(reason))", hint: "Use another with --port.")
      }
      throw CommandFault(.internalFault, "the server stopped: \(error)")
    }
    return .done
  }

  /// Returns the filters. A history that does not exist yet has no values to compare them with.
  private func terms(_ location: HistoryLocation, _ session: Session) throws -> [FilterTerm] {
    do {
      let store = try HistoryStore(path: location.path, access: .read, rules: session.historyRules)
      defer { store.close() }
      return try filters.terms(knownIn: store)
    } catch let error as HistoryError { throw CommandFault(error) }
  }
}
