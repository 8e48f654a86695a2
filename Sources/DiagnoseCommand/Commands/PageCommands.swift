import ArgumentParser
import Foundation
import History
import Pages
import Vocabulary
import HistoryPresentation
import Platform

/// The history as files that any browser shows.
struct ReportCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write the history as pages that need no program and no network.")

  @Option(help: ArgumentHelp("Folder for the pages: new, empty, or one that this command wrote.", valueName: "dir"))
  var html: String

  @Flag(help: "Show no names of people, homes, hosts, addresses and tokens: stand-ins, the same for the same.")
  var scrub = false

  @OptionGroup var history: HistoryOptions
  @OptionGroup var configuration: ConfigurationOptions

  func validate() throws {
    if html.isEmpty { throw ValidationError("--html needs the name of a folder.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.open(session, access: .read)
    do {
      let now = session.now
      let pages = HistoryPages(store: store, rules: session.settings.historyRules.signatures, clock: { now })
      let scrubber = scrub ? try OutputScrubber(session) : nil
      let summary = try SiteWriter(directory: FilePath(html))
        .write(pages, scrub: scrubber.map { scrubber in { try scrubber.finished($0) } })
      store.close()
      Console.write(
        "diagnose: \(HistoryPage.counted(summary.written, "page")) written, \(summary.unchanged) unchanged, "
          + "\(summary.removed) removed\n")
      let index = html.hasSuffix("/") ? html + "index.html" : html + "/index.html"
      try StandardStreams.output(Terminal.quotedFileName(index) + "\n")
      return .done
    } catch let error as HistoryError {
      throw CommandFault(error)
    } catch let error as SiteError {
      throw CommandFault(.cannotWrite, error.message)
    }
  }
}

/// The same pages, live.
struct ServeCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Show the history in this machine's browser, live.",
    discussion: """
      Listens on the loopback address only, answers GET only, and asks for the token in the printed address. Pages show \
      new reports as they come in.
      """)

  @Option(help: ArgumentHelp("Port; 0 takes one that is free.", valueName: "n"))
  var port: UInt16 = 8423

  @OptionGroup var history: HistoryOptions
  @OptionGroup var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let interruption = Interruption()
    let location = try history.location(session).path
    let pages = LivePages(location, session)
    let server = PageServer(pages, port: port)
    let ended = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    let task = Task {
      do {
        try await server.run(
          onListening: { address in _ = try? StandardStreams.output(address + "\n") },
          onFault: { Console.complain("a page could not be made: \($0)") })
      } catch { outcome.set(error) }
      ended.signal()
    }
    while ended.wait(timeout: .now() + 0.1) == .timedOut {
      if interruption.isRequested {
        task.cancel()
        _ = ended.wait(timeout: .now() + 1)
        // Asked to end, it ended: that is no failure for a service.
        return interruption.status == .terminated ? .done : interruption.status ?? .done
      }
    }
    if let error = outcome.error {
      if case PageServer.Failure.port(let port, let reason) = error {
        throw CommandFault(.cannotWrite, "port \(port) cannot be had (\(reason))", hint: "Name another with --port.")
      }
      throw CommandFault(.internalFault, "the server ended: \(error)")
    }
    return .done
  }

  /// What the server ended with.
  private final class Outcome: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: (any Error)?
    var error: (any Error)? { lock.withLock { stored } }
    func set(_ error: any Error) { lock.withLock { stored = error } }
  }
}
